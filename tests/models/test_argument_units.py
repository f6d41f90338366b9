"""The argument units of 30 speeches on held-out motions, as two readers marked them, beside the claims that are heard.

`pytest -s -m '' tests/models/test_argument_units.py` prints how many units are found: a claim's words lie in one of
their sentences. The speeches are the longest of the written debates' test part, one a motion; the readers, agents on a
hosted language model, saw the sentences and neither the code, nor its claims, nor one another's marks.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from doxa.corpora.message_sets import WRITTEN_DEBATES, DebateMessage
from doxa.models.embedded import embedder
from doxa.models.embedded.extraction import sentences
from doxa.models.offline.extracting import claims_in

MARKS = Path(__file__).parent / "probes" / "units.jsonl"

READERS = ("first", "second")
FOUND = 0.95
"""The least share of units that must be found."""
CLAIMS = (0.85, 1.1)
"""The least and the most claims for each unit."""


@dataclass(frozen=True)
class Speech:
    """A speech with its sentences and the units of each reader, as sets of places of sentences."""

    message: DebateMessage
    sentences: tuple[str, ...]
    units: dict[str, tuple[frozenset[int], ...]]

    def touched(self, snippets: Sequence[str]) -> frozenset[int]:
        """Return the places of the sentences in which words of claims lie."""
        words = [plain(snippet) for snippet in snippets]
        return frozenset(
            place
            for place, sentence in enumerate(map(plain, self.sentences))
            if any(sentence in snippet or snippet in sentence for snippet in words)
        )


def plain(text: str) -> str:
    return " ".join(text.split())


def speeches() -> list[Speech]:
    messages = {message.id: message for message in WRITTEN_DEBATES.read("test")}
    found = []
    for row in map(json.loads, MARKS.read_text(encoding="utf-8").splitlines()):
        message = messages[row["id"]]
        parts = tuple(sentence.text for sentence in sentences(message.text))
        assert len(parts) == row["sentences"], "the readers numbered other sentences"
        found.append(
            Speech(message, parts, {name: tuple(frozenset(unit[1]) for unit in row[name]) for name in READERS})
        )
    return found


def shown(name: str, units: int, hits: int, claims: int) -> str:
    return f"{name}: {hits} of {units} units found ({hits / units:.3f}), {claims} claims"


def _count_own(units: Sequence[frozenset[int]], speech: Speech, said: Sequence[str]) -> int:
    """Return how many units can each have another one of the claims that touch them."""
    touched = [speech.touched([snippet]) for snippet in said]
    taken: dict[int, frozenset[int]] = {}

    def finds(unit: frozenset[int], tried: set[int]) -> bool:
        for claim in (place for place, words in enumerate(touched) if unit & words and place not in tried):
            tried.add(claim)
            if claim not in taken or finds(taken[claim], tried):
                taken[claim] = unit
                return True
        return False

    return sum(finds(unit, set()) for unit in units)


@pytest.mark.long
def test_the_units_of_thirty_speeches_are_found_by_as_many_claims() -> None:
    marked = speeches()
    snippets = [
        [claim.snippet for claim in claims_in(one.message.text, one.message.motion, embedder()) if not claim.conceded]
        for one in marked
    ]
    claims = sum(map(len, snippets))
    for reader in READERS:
        units = sum(len(one.units[reader]) for one in marked)
        hits = sum(
            bool(unit & one.touched(said))
            for one, said in zip(marked, snippets, strict=True)
            for unit in one.units[reader]
        )
        own = sum(_count_own(one.units[reader], one, said) for one, said in zip(marked, snippets, strict=True))
        print("\n" + shown(f"{reader} reader", units, hits, claims) + f", {own} units with a claim of their own")
        assert hits >= FOUND * units
        assert CLAIMS[0] * units <= claims <= CLAIMS[1] * units
    every = sum(len(one.sentences) for one in marked)
    print(f"every sentence a claim: all units found, {every} claims")


def test_the_readers_agree_on_the_units() -> None:
    marked = speeches()
    for name, other in (READERS, READERS[::-1]):
        units = [(unit, one.units[other]) for one in marked for unit in one.units[name]]
        assert sum(any(unit & theirs for theirs in others) for unit, others in units) >= 0.98 * len(units)
