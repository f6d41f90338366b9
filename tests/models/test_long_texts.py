"""Texts of 64,000 characters cost at most 2.5 times what texts of 32,000 cost, wherever doxa reads texts."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from doxa.conversations.documents import cut_document
from doxa.judging.blind.anonymity import anonymise
from doxa.judging.blind.instructions import find_flags
from doxa.judging.readers.debates import read_debate
from doxa.models.embedded import embedder
from doxa.models.hearing.claims import claims_of
from doxa.models.offline.judging import stance_of
from doxa.models.offline.shelf import Library
from doxa.records.transcripts import Debate, Utterance

SHORT = 32_000
MOST = 2.5
LEAST = 0.3
"""CPU seconds that count as none: reading a text also loads what it needs."""
MOTION = "Voting should be compulsory"
RUNS = ("\n", " ", "\n ", "a", "a ", "and ", "because ", "*", "“", ", ", "The Prime Minister said that ", "Anna: ")


def read_file(text: str, folder: Path) -> object:
    """Read a debate from a file, in which a text is what one of two speakers says."""
    path = folder / "debate.txt"
    path.write_text(
        f"Motion: {MOTION}\n\nAnn (Proposition): {text}\n\nBen (Opposition): {'No, that is not so. ' * 4}\n",
        encoding="utf-8",
    )
    return read_debate(path, MOTION)


def hide_names(text: str, _: Path) -> object:
    """Replace the names and sides in a text."""
    spoken = (("a", "pro", "Ann Lee", text), ("b", "con", "Joy Stone", "It is not."))
    turns = (Utterance(id=f"t{side}", speaker=id, name=name, side=side, text=words) for id, side, name, words in spoken)
    return anonymise(Debate(motion=MOTION, turns=tuple(turns)), "pro is A")


READERS: dict[str, Callable[[str, Path], object]] = {
    "claims": lambda text, _: claims_of(text, MOTION),
    "stance": lambda text, _: stance_of(text, MOTION, Library(embedder())),
    "flags": lambda text, _: find_flags(text),
    "anonymiser": hide_names,
    "files": read_file,
    "transcripts": lambda text, _: list(cut_document(f"**Anna:** {text}\n\n**Ben:** No.\n", frozenset()).said()),
}


def written(run: str, length: int) -> str:
    return f"Voting is fair.{run * (length // len(run))}It is good."


def is_slow(read: Callable[[str, Path], object], run: str, folder: Path, trial: int) -> bool:
    """Return whether the longer text costs too much; each trial has texts of its own, which no cache knows."""
    costs = []
    for length in (SHORT, 2 * SHORT):
        text = f"{written(run, length)} {'Yes. ' * trial}"
        begun = time.process_time()
        read(text, folder)
        costs.append(time.process_time() - begun)
    return costs[1] > MOST * max(costs[0], LEAST)


@pytest.mark.parametrize("reader", READERS)
def test_a_text_twice_as_long_costs_twice_as_much(reader: str, tmp_path: Path) -> None:
    READERS[reader](written(" ", 100), tmp_path)
    slow = [run for run in RUNS if all(is_slow(READERS[reader], run, tmp_path, trial) for trial in range(3))]
    assert slow == []
