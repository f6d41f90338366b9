"""IBM-ArgQ-Rank-30kArgs: 30,497 arguments on 71 motions, rated for quality by crowds (Gretz et al. 2020).

Free (CC BY 3.0), and not shipped. Read from the published CSV file with the columns argument, topic, set (train, dev,
test), WA (the weighted average of raters' answers, in [0, 1]), stance_WA (1 for the motion, -1 against it), and others
that are not used here. The parts are by topic.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

from doxa.corpora.corpus import Side
from doxa.errors import CorpusError
from doxa.records.outside import read_number

COLUMNS = ("argument", "topic", "set", "WA")
STANCE = "stance_WA"
PARTS = ("train", "dev", "test")

_STANCES: dict[str, Side] = {"1": 1, "1.0": 1, "-1": -1, "-1.0": -1}


@dataclass(frozen=True, kw_only=True)
class RatedArgument:
    """An argument on a motion, as the file has them, and how good people found it, in [0, 1]."""

    text: str
    topic: str
    part: str
    quality: float
    polarity: Side | None = None
    """Whether raters found it for (1) or against (-1) the motion; None where the file does not say."""


def read_aqr(path: Path) -> tuple[RatedArgument, ...]:
    """Return the arguments of the CSV file, in its order.

    Raises:
        CorpusError: it cannot be read, a column is missing, a row is not valid, or a topic is in two parts.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            lacking = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if lacking:
                raise CorpusError(
                    f"{path} has no column {lacking[0]!r}",
                    hint=f"It needs {', '.join(COLUMNS)}, as arg_quality_rank_30k.csv has them.",
                )
            arguments = tuple(_read_argument(row, f"{path}, line {rows.line_num}") for row in rows)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise CorpusError(f"{path} cannot be read: {error}", hint="Give the path of the CSV file.") from None
    _check_parts(arguments, path)
    return arguments


def _read_argument(row: dict[str, str], where: str) -> RatedArgument:
    text, topic, part, rated = (row[name] or "" for name in COLUMNS)
    if not text.strip() or not topic.strip():
        raise CorpusError(f"{where}: an argument and its topic are needed", hint="Remove the row, or complete it.")
    if part not in PARTS:
        raise CorpusError(f"{where}: the set is {part!r}", hint=f"It is {', '.join(PARTS[:-1])} or {PARTS[-1]}.")
    try:
        quality = read_number(rated, 0, 1)
    except ValueError as error:
        raise CorpusError(f"{where}: WA: {error}", hint="It is a number from 0 to 1.") from None
    side = _STANCES.get((row.get(STANCE) or "").strip())
    return RatedArgument(text=text.strip(), topic=topic.strip(), part=part, quality=quality, polarity=side)


def _check_parts(arguments: tuple[RatedArgument, ...], path: Path) -> None:
    parts: dict[str, str] = {}
    for argument in arguments:
        if parts.setdefault(argument.topic, argument.part) != argument.part:
            raise CorpusError(
                f"{path}: the topic {argument.topic!r} is in {parts[argument.topic]} and in {argument.part}",
                hint="All rows of a topic belong to one part: use the published split.",
            )
