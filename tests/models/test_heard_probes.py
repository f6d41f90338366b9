"""What is heard in messages that writers made up who had not seen the code: claims, whose they are, their side.

`pytest -s -m '' tests/models/test_heard_probes.py` prints how many are heard as the writers meant. docs/judgement.md
has these figures and those of the first look, before any row was read. Beside each stands what the rules of extraction
hear alone, without the reader of roles, and what a listener gets who takes every sentence for a claim of the speaker's.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from doxa.models.embedded import embedder
from doxa.models.embedded.extraction import claims_of, sentences
from doxa.models.offline.directing import read_directions
from doxa.models.offline.extracting import claims_in

PROBES = Path(__file__).parent / "probes"

LEAST = {
    "first": {"no_claim": 28, "split": 21, "theirs": 26, "undecided": 26, "twin": 29, "language": 15, "concession": 8},
    "second": {"no_claim": 27, "split": 19, "theirs": 20, "undecided": 28, "twin": 20, "language": 15, "evidence": 16},
    "third": {"no_claim": 28, "split": 20, "theirs": 22, "undecided": 25, "concession": 12},
    "fourth": {"no_claim": 29, "split": 21, "theirs": 24, "evidence": 19, "undecided": 26, "concession": 14},
    "fifth": {"no_claim": 29, "split": 18, "theirs": 25, "evidence": 19, "undecided": 24, "concession": 13},
    "sixth": {"no_claim": 28, "split": 13, "theirs": 21, "evidence": 19, "undecided": 25, "concession": 10},
    "seventh": {"no_claim": 26, "split": 16, "theirs": 22, "evidence": 17, "undecided": 23, "concession": 11},
}
"""How many rows of each kind must be heard as meant. Rules came of all sets but the last three; nobody read those."""

QUICK = ("fifth", "sixth", "seventh")

Row = dict[str, Any]
Claim = tuple[str, str, bool]
"""The words of a claim, its place in the message as words, and whether it is granted or quoted."""


def heard(row: Row) -> list[Claim]:
    return [(one.claim, one.snippet, one.conceded) for one in claims_in(row["text"], row["motion"], embedder())]


def by_rules(row: Row) -> list[Claim]:
    return [(one.claim, one.snippet, one.conceded) for one in claims_of(row["text"], row["motion"])]


def every_sentence(row: Row) -> list[Claim]:
    return [(one.text, one.text, False) for one in sentences(row["text"])]


def bare(words: str) -> str:
    return " ".join(words.lower().split()).strip(" .,!?\"'“”")


def is_left_unclear(row: Row) -> bool:
    """Return whether none of a message's claims has a direction, if it makes any."""
    words = [claim for claim, _, _ in heard(row)]
    return set(read_directions(row["motion"], words, embedder(), message=row["text"])) <= {"unclear"}


def own(parts: list[str], claims: list[Claim]) -> bool:
    """Return whether each of some words is in a claim that is argued, or a claim in them."""
    return all(
        any(bare(part)[:40] in bare(place) or bare(claim) in bare(part) for claim, place, _ in claims) for part in parts
    )


def argued(parts: list[str], claims: list[Claim], reach: int | None = None) -> bool:
    """Return whether any of some words is in a claim that is neither granted nor quoted."""
    return any(bare(part)[:reach] in bare(place) for part in parts for _, place, granted in claims if not granted)


MEANT: dict[str, Callable[[Row, list[Claim]], bool]] = {
    "no_claim": lambda row, claims: not claims,
    "split": lambda row, claims: len(claims) == row["claims"],
    "theirs": lambda row, claims: own(row["own"], claims) and not argued(row["not"], claims),
    "evidence": lambda row, claims: own(row["own"], claims),
    "concession": lambda row, claims: not argued(row["granted"], claims, 50),
}

READ: dict[str, Callable[[Row], bool]] = {
    "undecided": is_left_unclear,
    "language": is_left_unclear,
    "twin": lambda row: not alike(row),
}


def alike(row: Row) -> bool:
    """Return whether a claim speaks for a motion and for its opposite alike."""
    sides = {read_directions(motion, (row["claim"],), embedder()) for motion in (row["motion"], row["opposite"])}
    return len(sides) == 1 and sides != {("unclear",)}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in LEAST]
)
def test_most_of_what_others_wrote_is_heard_as_they_meant(name: str) -> None:
    rows = [json.loads(line) for line in (PROBES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    right, ruled, plainly, count = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for row in rows:
        kind = row["kind"]
        count[kind] += 1
        right[kind] += MEANT[kind](row, heard(row)) if kind in MEANT else READ[kind](row)
        ruled[kind] += MEANT[kind](row, by_rules(row)) if kind in MEANT else 0
        plainly[kind] += MEANT[kind](row, every_sentence(row)) if kind in MEANT else 0
    for kind in count:
        alone = f"; by rules alone {ruled[kind]}, every sentence a claim {plainly[kind]}" if kind in MEANT else ""
        print(f"{name}, {kind}: {right[kind]} of {count[kind]}{alone}")
    assert {kind for kind, least in LEAST[name].items() if right[kind] < least} == set()
    assert all(right[kind] > plainly[kind] for kind in ("no_claim", "theirs"))
