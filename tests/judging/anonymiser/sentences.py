"""Sentences on which the anonymiser is examined: what must go from them, and what must stay. Prints both error rates.

    PYTHONPATH=tests python tests/judging/anonymiser/sentences.py

``anonymiser_first.jsonl`` was written with the code, its first 100 lines before it. ``anonymiser_second.jsonl`` was
written by somebody who had not seen the code; a first look gave leaks 7 of 50 and content changed 1 of 100, for which
the code was then mended. ``anonymiser_third.jsonl`` was written blind after that; its first look gave leaks 2 of 50 and
content changed 8 of 100, for which the code was mended again. ``anonymiser_fourth.jsonl`` was written before its author
looked at the code, but with four faults of it named; its first look gave leaks 2 of 30 and content changed 5 of 60.
``anonymiser_fifth.jsonl`` was written with the code known and not run: leaks 2 of 20 and content changed 2 of 40. The
code was mended after either. Each line is a JSON object:

text        what a speaker says; one sentence or several
speakers    the debate's speakers in the order of speaking: a list of {"name": "Dr Ann Lee", "side": "pro", "team": ""};
            side is pro or con; team only where sides have several, as in British Parliamentary ("Opening Government")
context     in place of speakers: union, british or policy, one of CONTEXTS below
speaker     who says the text: the place in the list of speakers, counted from 0; 0 by default
motion      the motion; that of the context by default
expected    optional: the whole text as it must read when Proposition is Team A, character by character
must_go     strings that name a speaker, a side or an office; none may be left, as a whole word in any letter case
must_stay   strings that must be left, character by character; the whole text where nothing may change

An item leaks if a string of ``must_go`` is left. Its content is changed if a string of ``must_stay`` is gone or it does
not read as expected. Both are examined under either label assignment (``expected`` under the first alone).
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from doxa.judging.ballots.scores import ASSIGNMENTS
from doxa.judging.blind.anonymity import identity_remover
from doxa.records.transcripts import Debate, Utterance

FOLDER = Path(__file__).parent
FILES = tuple(FOLDER / f"anonymiser_{place}.jsonl" for place in ("first", "second", "third", "fourth", "fifth"))

KEYS = {"text", "speakers", "context", "speaker", "motion", "expected", "must_go", "must_stay"}

BENCHES = ("Opening Government", "Opening Opposition", "Closing Government", "Closing Opposition")

CONTEXTS: dict[str, dict[str, Any]] = {
    "union": {
        "motion": "This House would make public transport free of charge",
        "speakers": [
            {"name": "Dr Maren Oyelaran", "side": "pro"},
            {"name": "Tobias Achterberg MP", "side": "con"},
            {"name": "Ruth Will", "side": "pro"},
            {"name": "Iris Kallio", "side": "con"},
            {"name": "Samuel Nnadi", "side": "pro"},
            {"name": "Johanna Brandt", "side": "con"},
        ],
    },
    "british": {
        "motion": "This House would abolish the monarchy",
        "speakers": [
            {"name": "Ann Lee", "side": "pro", "team": BENCHES[0]},
            {"name": "Bo Noor", "side": "con", "team": BENCHES[1]},
            {"name": "Grace Price", "side": "pro", "team": BENCHES[0]},
            {"name": "Mark Stone", "side": "con", "team": BENCHES[1]},
            {"name": "Priya Raman", "side": "pro", "team": BENCHES[2]},
            {"name": "Li Wei", "side": "con", "team": BENCHES[3]},
            {"name": "Hope Okafor", "side": "pro", "team": BENCHES[2]},
            {"name": "Dean King", "side": "con", "team": BENCHES[3]},
        ],
    },
    "policy": {
        "motion": "Resolved: schools should abolish standardised tests",
        "speakers": [{"name": "Jordan Hill", "side": "pro"}, {"name": "Rose Bishop", "side": "con"}],
    },
}


@dataclass(frozen=True)
class Sentence:
    """One item of a file, and its place."""

    place: str
    text: str
    debate: Debate
    expected: str | None
    must_go: tuple[str, ...]
    must_stay: tuple[str, ...]


@dataclass(frozen=True)
class Fault:
    """An item that leaks or whose content is changed, and how it reads."""

    place: str
    trouble: str
    text: str


def read_sentences(path: Path) -> list[Sentence]:
    """Return the items of a file."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [_read(f"{path.name}:{number}", json.loads(line)) for number, line in enumerate(lines, 1) if line.strip()]


def find_leaks(sentences: list[Sentence]) -> list[Fault]:
    """Return the items in which something is left that had to go."""
    return [
        Fault(sentence.place, f"{string!r} is left", text)
        for sentence in sentences
        for text in dict.fromkeys(_hidden(sentence))
        for string in sentence.must_go
        if re.search(rf"(?<!\w){re.escape(string)}(?!\w)", text, re.IGNORECASE)
    ]


def find_changes(sentences: list[Sentence]) -> list[Fault]:
    """Return the items in which something is gone that had to stay."""
    return [fault for sentence in sentences for fault in _changes(sentence)]


def _changes(sentence: Sentence) -> Iterator[Fault]:
    first, second = _hidden(sentence)
    if sentence.expected is not None and first != sentence.expected:
        yield Fault(sentence.place, f"expected {sentence.expected!r}", first)
    for text in dict.fromkeys((first, second)):
        for string in sentence.must_stay:
            if string not in text:
                yield Fault(sentence.place, f"{string!r} is gone", text)


@cache
def _hidden(sentence: Sentence) -> tuple[str, str]:
    first, second = (identity_remover(sentence.debate, assignment)(sentence.text) for assignment in ASSIGNMENTS)
    return first, second


def _read(place: str, item: dict[str, Any]) -> Sentence:
    if unknown := sorted(set(item) - KEYS):
        raise ValueError(f"{place}: {unknown[0]!r} is no key; keys: {', '.join(sorted(KEYS))}")
    if not item.get("must_go") and not item.get("must_stay") and "expected" not in item:
        raise ValueError(f"{place}: nothing is said of what must go or stay")
    context = CONTEXTS[item.get("context", "union")]
    speakers = item.get("speakers") or context["speakers"]
    turns = tuple(
        Utterance(
            id=f"t{number}",
            speaker=f"s{number}",
            name=speaker["name"],
            side=speaker["side"],
            team=speaker.get("team") or "",
            text=item["text"] if number == item.get("speaker", 0) else "We have more to say.",
        )
        for number, speaker in enumerate(speakers)
    )
    return Sentence(
        place=place,
        text=item["text"],
        debate=Debate(motion=item.get("motion") or context["motion"], turns=turns),
        expected=item.get("expected"),
        must_go=tuple(item.get("must_go", ())),
        must_stay=tuple(item.get("must_stay", ())),
    )


def main() -> None:
    """Print both error rates of each file, and every fault."""
    for path in FILES:
        sentences = read_sentences(path)
        leaking = [sentence for sentence in sentences if sentence.must_go]
        leaks, changes = find_leaks(sentences), find_changes(sentences)
        leaked, changed = len({fault.place for fault in leaks}), len({fault.place for fault in changes})
        print(
            f"{path.name}: {len(sentences)} items; leaks {leaked} of {len(leaking)}; "
            f"content changed {changed} of {len(sentences)}"
        )
        for fault in (*leaks, *changes):
            print(f"  {fault.place}: {fault.trouble}: {fault.text}")


if __name__ == "__main__":
    main()
