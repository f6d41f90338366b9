"""ArgKP-2021: 7,238 crowd-written arguments on 31 motions, labelled for or against (Bar-Haim et al. 2020).

The arguments are the data set's own words; ``part`` keeps the official split, so that training can stay out
of the test part. Key points, the experts' summaries of the arguments, are a second file of the same shape.
"""

import csv
import gzip
import io
from collections.abc import Iterator
from importlib.resources import files
from typing import cast

from doxa.corpora.corpus import Argument, Corpus, Side
from doxa.errors import CorpusError

_NOTICE = "#"
"""The first line of each file says what was changed, as the data's licence asks."""


def read_argkp() -> Corpus:
    """Read the shipped arguments; motions in the order of the data set."""
    motions: dict[str, list[Argument]] = {}
    for one in _read("arguments.csv.gz"):
        motions.setdefault(one.motion, []).append(one)
    return Corpus(name="argkp", motions={motion: tuple(found) for motion, found in motions.items()})


def read_key_points() -> tuple[Argument, ...]:
    """Read the shipped key points: what experts expected the arguments of each motion and side to say."""
    return tuple(_read("key_points.csv.gz"))


def _read(name: str) -> Iterator[Argument]:
    place = files("doxa.corpora") / "shipped" / "argkp" / name
    try:
        text = gzip.decompress(place.read_bytes()).decode()
    except (OSError, EOFError) as error:
        raise CorpusError(f"the shipped file {name} cannot be read: {error}", hint="Install doxa again.") from None
    lines = io.StringIO(text, newline="")
    if not lines.readline().startswith(_NOTICE):
        lines.seek(0)
    for row in csv.DictReader(lines):
        yield Argument(
            id=row["id"],
            text=row["text"],
            polarity=cast(Side, int(row["polarity"])),
            motion=row["proposition"],
            part=row["part"],
        )
