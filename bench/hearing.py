"""What each group of rules of hearing is worth: every set read with all of them, without each, and without any.

    python bench/hearing.py [--half A|B] [--sets ibm-new,extraction] [--rows hedges]

A seed draws half of each set; rules were kept or dropped on half A, and half B was opened once, when that was decided.
*Leans right*: the share of texts whose likelier side is the labelled one; *decided* and *right of the decided* as in a
run. Suites are heard as messages. *Extraction*, *brief* and *others* are what the judge draws from messages of writers
who had not seen the code: as many claims as arguments, none from talk, nobody else's words; *negated pairs* counts
claims that lie on different sides of a motion and its negation, *stances* short texts whose stance has the right sign.
Every row replaces functions by ones that do nothing; what changes nothing is named in one line.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from doxa.evaluation.sets import DOMAINS
from doxa.models.embedded import embedder, message_polarity, polarity
from doxa.models.offline.claims import claims_in
from doxa.models.offline.directing import read_chances, read_claims, read_message
from doxa.models.offline.judging import stance_of
from doxa.models.offline.shelf import Library
from doxa.records.base import stream

SEED = 45
PROBES = Path(__file__).parents[1] / "tests" / "models" / "probes"
UNREAD = ("tenth", "eleventh", "twelfth", "thirteenth", "twenty-second")
"""The sets of positions that nobody has read for rules."""
SIGNS = {"for": 1, "against": -1, "unclear": 0}
UNDECIDED = 0.1

Row = Mapping[str, Any]
Hits = Iterator[tuple[str, bool]]


def lines(*names: str) -> list[Row]:
    return [json.loads(line) for name in names for line in (PROBES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def domain(name: str) -> list[Row]:
    return [
        {"motion": text.proposition, "text": text.text, "side": text.polarity} for text in DOMAINS[name].read("test")
    ]


def judge_claim(row: Row) -> Hits:
    (chance,) = read_chances(row["motion"], [row["text"]], embedder())
    yield from _sides(chance, row["side"], polarity().clear(chance))


def judge_message(row: Row) -> Hits:
    chance = read_message(row["motion"], row["text"], embedder())
    yield from _sides(chance, row["side"], message_polarity().clear(chance))


def _sides(chance: float, side: int, is_decided: bool) -> Hits:
    is_right = (chance - 0.5) * side > 0
    yield "leans right", is_right
    yield "decided", is_decided
    if is_decided:
        yield "right of the decided", is_right


def hear(row: Row) -> Hits:
    """Say which side the claims of a short message take together."""
    claims = [claim.claim for claim in claims_in(row["text"], row["motion"], embedder())]
    readings = read_claims(row["motion"], claims, embedder(), message=row["text"])
    total = sum(SIGNS[reading.direction] for reading in readings)
    if not row["side"]:
        yield "left unclear", total == 0
        return
    yield "decided", total != 0
    if total:
        yield "right of the decided", total * row["side"] > 0


def extract(row: Row) -> Hits:
    claims = claims_in(row["text"], row["motion"], embedder())
    places = [bare(claim.snippet) for claim in claims]
    argued = [bare(claim.snippet) for claim in claims if not claim.conceded]
    own = all(any(bare(part)[:40] in place for place in places) for part in row.get("own", ()))
    meant = {
        "no_claim": not claims,
        "split": len(claims) == row.get("claims"),
        "evidence": own,
        "theirs": own and not any(bare(part) in place for part in row.get("not", ()) for place in argued),
        "concession": not any(bare(part)[:50] in place for part in row.get("granted", ()) for place in argued),
    }
    if row["kind"] in meant:
        yield "as meant", meant[row["kind"]]


def take_none(row: Row) -> Hits:
    """Say whether every claim of a text without a side is marked as such, whoever says it."""
    yield "marked sideless", all(claim.sideless for claim in claims_in(row["text"], row["motion"], embedder()))


def count_arguments(row: Row) -> Hits:
    yield "as many claims", len(claims_in(row["text"], row["motion"], embedder())) == row["arguments"]


def tell_others(row: Row) -> Hits:
    claims = claims_in(row["text"], row["proposition"], embedder())
    for sentence in row["others"]:
        yield "others' left out", not any(_is_in(sentence, claim.snippet) for claim in claims if not claim.conceded)
    for sentence in row["own"]:
        yield "own heard", any(_is_in(sentence, claim.snippet) for claim in claims)


def _is_in(sentence: str, snippet: str) -> bool:
    said, taken = bare(sentence)[:60], bare(snippet)
    return said in taken or taken[:60] in said


def bare(words: str) -> str:
    return " ".join(words.lower().split()).strip(" .,!?\"'“”>*_")


def negate(row: Row) -> Hits:
    plain, turned = (
        read_chances(motion, [row["claim"]], embedder())[0] - 0.5 for motion in (row["proposition"], row["negated"])
    )
    yield "on different sides", plain * turned < 0
    yield "right", plain * SIGNS[row["side"]] > 0 > turned * SIGNS[row["side"]]


def judge_position(row: Row) -> Hits:
    stance = stance_of(row["text"], row["proposition"], Library(embedder()))
    sign = 0 if abs(stance) <= UNDECIDED else 1 if stance > 0 else -1
    yield "right", sign == row["direction"]


SETS: dict[str, tuple[Callable[[], Sequence[Row]], Callable[[Row], Hits]]] = {
    "ibm-new": (lambda: domain("wikipedia"), judge_claim),
    "perspectrum": (lambda: domain("debate-sites"), judge_claim),
    "argkp": (lambda: domain("crowd"), judge_claim),
    "verbs": (lambda: [{**row, "text": row["claim"]} for row in lines("verbs_second")], judge_claim),
    "negated pairs": (
        lambda: [row for row in lines("guards_sixth", "guards_seventh") if row["kind"] == "negated"],
        negate,
    ),
    "model-debates": (lambda: domain("model-debates"), judge_message),
    "ballot": (lambda: domain("ballot-arguments"), judge_message),
    "llm-messages": (lambda: domain("llm-messages"), judge_message),
    "own": (lambda: domain("own-messages"), judge_message),
    "personal": (
        lambda: [{**row, "side": 0} for row in lines("personal")],
        hear,
    ),
    **{
        name: (lambda name=name: domain(name), hear)  # type: ignore[misc]
        for name in ("swaps", "negated", "hedges", "concessions", "irony", "everyday", "noise")
    },
    "extraction": (lambda: [row for row in lines("fifth", "sixth", "seventh") if row["kind"] != "undecided"], extract),
    "undecided": (
        lambda: [row for row in lines("fifth", "sixth", "seventh") if row["kind"] == "undecided"],
        take_none,
    ),
    "foreign": (lambda: domain("languages"), take_none),
    "brief": (lambda: lines("brief_third"), count_arguments),
    "others": (lambda: lines("guards_ninth"), tell_others),
    "stances": (lambda: [row for row in lines("positions") if row["set"] in UNREAD], judge_position),
}

Patch = Callable[[], AbstractContextManager[Any]]


def put(target: str, instead: object) -> Patch:
    return lambda: patch(target, instead)


def unchanged(text: str, *_: object) -> str:
    return text


def never(*_: object) -> bool:
    return False


def nothing(*_: object) -> None:
    return None


DIRECTING, EXTRACTING = "doxa.models.offline.directing.", "doxa.models.offline.claims."
JUDGING, HEARING = "doxa.models.offline.judging.", "doxa.models.hearing."

ROWS: dict[str, tuple[Patch, ...]] = {
    "plain words": (put(f"{HEARING}motions.in_plain_words", unchanged),),
    "negations": (put(f"{HEARING}motions._affirm", nothing),),
    "languages": (put(f"{DIRECTING}is_foreign", never), put(f"{EXTRACTING}is_foreign", never)),
    "hedges": (put(f"{DIRECTING}takes_no_side", never), put(f"{EXTRACTING}takes_no_side", never)),
    "own life": (put(f"{DIRECTING}is_personal", never),),
    "marks of Markdown": (put(f"{HEARING}markup.SIGNS", re.compile("(?!)")),),
    "learned roles": (put(f"{HEARING}roles.SentenceRole.makes_no_claim", False),),
    "going on": (put(f"{HEARING}claims.GOES_ON", 2.0),),
    "arguments counted in a sentence": (put(f"{HEARING}claims._counted_parts", nothing),),
    "who says it": (put(f"{HEARING}claims._is_anothers", never),),
    "granted by cue": (put(f"{HEARING}claims.GRANTING", re.compile("(?!)")),),
    "avowals": (put(f"{JUDGING}read_avowal", nothing),),
    "networks on short statements": (put(f"{JUDGING}_read_whole", lambda *_: 0.0),),
    "reader of positions": (put("doxa.models.embedded.positions.PositionReader.no_position", lambda *_: 0.31),),
}
"""A group of rules → what does nothing in its stead."""


def halve(name: str, rows: Sequence[Row], half: str) -> list[Row]:
    """Return one half of a set, in its order."""
    chosen = set(stream(SEED, name, "half").sample(range(len(rows)), len(rows) // 2))
    return [row for place, row in enumerate(rows) if (place in chosen) == (half == "A")]


def measure(rows: Sequence[Row], judge: Callable[[Row], Hits]) -> str:
    hits, count = Counter[str](), Counter[str]()
    for row in rows:
        for what, is_hit in judge(row):
            count[what] += 1
            hits[what] += is_hit
    return ", ".join(f"{what} {hits[what] / count[what]:.3f} of {count[what]}" for what in count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("A", "B"), default="A")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--rows", default=",".join((*ROWS, "any rule")))
    order = parser.parse_args()
    every = tuple(each for group in ROWS.values() for each in group)
    for name in order.sets.split(","):
        read, judge = SETS[name]
        rows = halve(name, read(), order.half)
        with_all, alike = measure(rows, judge), []
        print(f"| {name} | all rules | {with_all} |", flush=True)
        for row in order.rows.split(","):
            with ExitStack() as stack:
                for each in ROWS.get(row, every):
                    stack.enter_context(each())
                without = measure(rows, judge)
            if without == with_all:
                alike.append(row)
            else:
                print(f"| {name} | without {row} | {without} |", flush=True)
        print(f"| {name} | the same without {', '.join(alike)} | |", flush=True)


if __name__ == "__main__":
    main()
