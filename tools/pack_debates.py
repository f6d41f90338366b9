"""Pack the written debates on which the reader of messages is trained, and divide their motions into parts.

    python tools/pack_debates.py SOURCE TARGET

SOURCE is a folder of JSON lines as they were written (motion, kind, style, side, conversation, turn, text); TARGET is
``packages/models/src/doxa_models/texts/written-debates``. Motions that are near in meaning (a cosine of ``NEAR``
or more, or the same words but for grammar and action) stay in one part. A tenth of the motions each is ``dev`` and
``test``, among them every motion near one of an examination. A message that repeats another one almost word for word is
left out. The bytes are the same at every run.
"""

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from doxa.corpora.message_sets import CONVERSATIONS, MODEL_MESSAGES, OWN_MESSAGES, SUITES, read_suite
from doxa.corpora.motions import normal_form
from doxa.corpora.stances import STANCES, read_stances
from doxa.models.embedded import embedder
from doxa.models.embedded.phrasing import canonical
from doxa_train.heldout import PARTS

NEAR = 0.65
"""Cosine from which on two motions stay in one part."""
EXAMINED = 0.70
"""Cosine from which on a motion counts as one of an examination."""
REPEATED = 0.97
"""Cosine from which on two messages on one motion and side are one."""
SHARE = 0.1
"""Share of motions in dev, and in test."""

SIDES = ("for", "against")
NOTICE = "# Debates written by a language model for doxa, as JSON lines. Apache-2.0."
FIELDS = ("motion", "kind", "style", "side", "conversation", "turn", "text")
KINDS = ("contrastive", "causal", "factual", "prediction", "policy", "evaluative", "moral", "first person")

Row = dict[str, Any]


def read(source: Path) -> list[Row]:
    """Return the rows of all files in the order of their names.

    Raises:
        SystemExit: a row lacks a field, or its side is none.
    """
    rows = []
    for file in sorted(source.glob("*.jsonl")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip():
                continue
            row = json.loads(line)
            if missing := [field for field in FIELDS if field not in row]:
                sys.exit(f"{file}:{number} lacks {', '.join(missing)}")
            if row["side"] not in SIDES or not row["text"].strip():
                sys.exit(f"{file}:{number}: a side for or against and a text are needed")
            rows.append({field: row[field] for field in FIELDS})
    return rows


def examined_motions() -> list[str]:
    """Return the propositions of doxa's examinations."""
    motions = [message.motion for message in OWN_MESSAGES.read()]
    motions += [message.motion for message in MODEL_MESSAGES.read()]
    motions += [message.proposition for message in CONVERSATIONS.read()]
    motions += [row.proposition for name in SUITES for row in read_suite(name)]
    motions += [row.proposition for name in STANCES for part in PARTS for row in read_stances(name, part)]
    return sorted(set(map(canonical, motions)))


def clusters(motions: Sequence[str]) -> list[list[str]]:
    """Return the motions in groups that are near in meaning."""
    vectors = embedder().embed([canonical(motion) for motion in motions])
    near = vectors @ vectors.T >= NEAR
    forms = [normal_form(canonical(motion)) for motion in motions]
    group = list(range(len(motions)))
    for first in range(len(motions)):
        for second in range(first):
            if near[first, second] or forms[first] == forms[second]:
                old, new = group[first], group[second]
                group = [new if one == old else one for one in group]
    members: dict[int, list[str]] = {}
    for motion, number in zip(motions, group, strict=True):
        members.setdefault(number, []).append(motion)
    return list(members.values())


def parts_of(motions: Sequence[str]) -> dict[str, str]:
    """Return motion → train, dev or test."""
    held = examined_motions()
    near = embedder().embed([canonical(one) for one in motions]) @ embedder().embed(held).T
    forms = {normal_form(one) for one in held}
    examined = {
        motion
        for motion, row in zip(motions, near, strict=True)
        if row.max() >= EXAMINED or normal_form(canonical(motion)) in forms
    }
    groups = clusters(motions)
    Random("written debates").shuffle(groups)
    groups.sort(key=lambda group: examined.isdisjoint(group))
    parts: dict[str, str] = {}
    for group in groups:
        sizes = Counter(parts.values())
        open_parts = [part for part in ("dev", "test") if sizes[part] < SHARE * len(motions)]
        must = not examined.isdisjoint(group)
        part = min(open_parts or ("dev", "test"), key=lambda one: sizes[one]) if must or open_parts else "train"
        parts |= dict.fromkeys(group, part)
    print(f"{len(examined)} motions are near one of an examination; parts: {dict(Counter(parts.values()))}")
    return parts


def kind_of(word: str) -> str:
    """Return the kind of motion that a writer named, in one spelling; a policy where it is none of ``KINDS``."""
    spelt = re.sub(r"[_-]", " ", word.lower())
    return next((kind for kind in KINDS if kind in spelt), "policy")


def without_repeats(rows: list[Row]) -> list[Row]:
    """Return rows without those that almost repeat an earlier one on their motion and side."""
    vectors = embedder().embed([row["text"] for row in rows])
    kept: list[int] = []
    by_side: dict[tuple[str, str], list[int]] = {}
    for place, row in enumerate(rows):
        others = by_side.setdefault((row["motion"], row["side"]), [])
        if all(float(vectors[place] @ vectors[other]) < REPEATED for other in others):
            others.append(place)
            kept.append(place)
    print(f"{len(rows) - len(kept)} of {len(rows)} messages repeat another one")
    return [rows[place] for place in kept]


def packed(rows: Iterable[Row]) -> bytes:
    """Return rows as compressed JSON lines behind a line that says what they are."""
    lines = [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows]
    return gzip.compress("\n".join([NOTICE, *lines, ""]).encode(), 9, mtime=0)


def main() -> None:
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    rows = without_repeats(read(source))
    parts = parts_of(sorted({row["motion"] for row in rows}))
    for row in rows:
        row["part"] = parts[row["motion"]]
        row["motion"] = re.sub(r"\s+", " ", row["motion"]).strip()
        row["kind"] = kind_of(row["kind"])
    target.mkdir(parents=True, exist_ok=True)
    (target / "messages.jsonl.gz").write_bytes(packed(rows))
    print(f"{len(rows)} messages, {(target / 'messages.jsonl.gz').stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
