"""ArgKP-2021: 7,238 crowd-written arguments on 31 motions, labelled for or against (Bar-Haim et al. 2020).

The arguments have the data set's own wording; ``part`` is the official split, so that training can leave out the test
part. Key points, the experts' summaries of the arguments, are a second file of the same shape; a third file says which
arguments match which key points of their motion and side.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import cast

from doxa.corpora.corpus import Argument, Corpus, Side
from doxa.corpora.packed import packed_rows


@dataclass(frozen=True, kw_only=True)
class Match:
    """Whether an argument matches a key point, both by id. The data set leaves out undecided pairs."""

    argument: str
    key_point: str
    matches: bool


def read_argkp() -> Corpus:
    """Return the shipped arguments, with motions in the order of the data set."""
    motions: dict[str, list[Argument]] = {}
    for argument in _read_arguments("arguments.csv.gz"):
        motions.setdefault(argument.motion, []).append(argument)
    return Corpus(name="argkp", motions={motion: tuple(arguments) for motion, arguments in motions.items()})


def read_key_points() -> tuple[Argument, ...]:
    """Return the shipped key points: the points that experts expected for each motion and side."""
    return tuple(_read_arguments("key_points.csv.gz"))


@cache
def read_matches() -> tuple[Match, ...]:
    """Return the 27,519 labels of argument and key point (train 20,635, dev 3,458, test 3,426)."""
    return tuple(
        Match(argument=row["argument"], key_point=row["key_point"], matches=row["label"] == "1")
        for row in packed_rows("argkp", "labels.csv.gz")
    )


def _read_arguments(name: str) -> Iterator[Argument]:
    for row in packed_rows("argkp", name):
        yield Argument(
            id=row["id"],
            text=row["text"],
            polarity=cast(Side, int(row["polarity"])),
            motion=row["proposition"],
            part=row["part"],
        )
