"""Find propositions of training parts that may be a held-out motion in other words, for the lists of ``corpora``.

    python tools/find_motions.py            prints the pairs that the lists lack
    python tools/find_motions.py --write    adds them: labelled ones as "unread", to be replaced by hand

A pair is a proposition of a dev or test part, or of messages that only examine a judge, and one of a training part
whose cosine is high enough (see ``corpora/motions.py``) and whose normal forms differ: equal ones are the same motion
anyway.
"""

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from math import floor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.argument_sets import QUESTIONS, RANKED_ARGUMENTS
from doxa.corpora.motions import EXAMINED, FILE, NEAR, NEAR_STATEMENT, normal_form, read_pairs
from doxa.corpora.stances import STANCES
from doxa.models.embedded import embedder
from doxa.models.embedded.phrasing import canonical
from doxa_train.heldout import PARTS, examined_propositions, stances

FOLDER = Path(__file__).parent.parent / "src/doxa/corpora"

Pair = tuple[str, str, float, bool]
"""Held-out proposition, that of a training part, their cosine, and whether the second has labelled claims."""


def find_pairs(file: str) -> list[Pair]:
    """Return the pairs of a list that are near enough, nearest first."""
    rows = (row.proposition for name in STANCES for part in PARTS for row in stances(name, part))
    held = _list_once(rows if file == FILE else examined_propositions())
    labelled = _list_once(
        [
            *(row.proposition for name in STANCES for row in stances(name, "train")),
            *(argument.proposition for argument in RANKED_ARGUMENTS.read() if argument.part == "train"),
        ]
    )
    questions = [question for question in QUESTIONS.read() if question.part == "train"]
    statements = [text for text in _list_once(question.affirming for question in questions) if text not in labelled]
    vectors = _embed(held)
    pairs = [*_near(held, vectors, labelled, NEAR), *_near(held, vectors, statements, NEAR_STATEMENT)]
    return sorted(pairs, key=lambda pair: (not pair[3], -pair[2], pair[0], pair[1]))


def _near(held: Sequence[str], vectors: NDArray[np.float32], others: Sequence[str], least: float) -> Iterator[Pair]:
    cosines = vectors @ _embed(others).T
    for row, column in np.argwhere(cosines >= least):
        if normal_form(held[row]) != normal_form(others[column]):
            yield held[row], others[column], float(cosines[row, column]), least == NEAR


def _embed(texts: Sequence[str]) -> NDArray[np.float32]:
    portions = (texts[start : start + 64] for start in range(0, len(texts), 64))
    return np.stack([reading.vector for portion in portions for reading in embedder().read_texts(portion)])


def _list_once(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(canonical(text) for text in texts))


def _cut(cosine: float) -> str:
    """Write a cosine with two decimals, cut and not rounded, so that it stays on its side of a threshold."""
    return f"{floor(100 * cosine) / 100:.2f}"


def list_pairs(file: str) -> int:
    """Print the pairs that a list lacks, add them where asked, and return their number."""
    place = FOLDER / file
    known = read_pairs(file) if place.exists() else {}
    unlisted = [pair for pair in find_pairs(file) if (pair[0], pair[1]) not in known]
    for first, second, cosine, _ in unlisted:
        print(f"{cosine:.2f}  {first}  ||  {second}")
    if "--write" in sys.argv and unlisted:
        with place.open("a", encoding="utf-8", newline="") as out:
            rows = csv.writer(out, lineterminator="\n")
            if not known:
                rows.writerow(("held_out", "training", "cosine", "relation"))
            rows.writerows(
                (a, b, _cut(cosine), "unread" if labelled else "statement") for a, b, cosine, labelled in unlisted
            )
    return len(unlisted)


def main() -> None:
    unlisted = sum(map(list_pairs, (FILE, EXAMINED)))
    sys.exit(f"{unlisted} pairs are not listed" if unlisted and "--write" not in sys.argv else 0)


if __name__ == "__main__":
    main()
