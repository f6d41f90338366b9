"""IBM-ArgQ-Rank-30kArgs: 30,497 arguments on 71 motions, rated for quality by crowds (Gretz et al. 2020).

Not shipped. It is read from the published CSV file, of which the columns argument, topic, set (train, dev, test) and WA
(the weighted average of raters' answers, in [0, 1]) are used. The parts are by topic.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

from doxa.errors import CorpusError
from doxa.models.embedded.phrasing import canonical, sentence

COLUMNS = ("argument", "topic", "set", "WA")
PARTS = ("train", "dev", "test")


@dataclass(frozen=True, kw_only=True)
class RatedArgument:
    """An argument, its motion as a plain statement, and its rated quality in [0, 1]."""

    text: str
    topic: str
    part: str
    quality: float


def read_aqr(path: Path) -> tuple[RatedArgument, ...]:
    """Return the arguments of the CSV file, in its order.

    Raises:
        CorpusError: the file cannot be read, a column is missing, a row is not valid, or a topic is in two parts.
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
    if not sentence(text) or not canonical(topic):
        raise CorpusError(f"{where}: an argument and its topic are needed", hint="Remove the row, or complete it.")
    if part not in PARTS:
        raise CorpusError(f"{where}: the set is {part!r}", hint=f"It is {', '.join(PARTS[:-1])} or {PARTS[-1]}.")
    try:
        quality = float(rated)
    except ValueError:
        quality = -1.0
    if not 0.0 <= quality <= 1.0:
        raise CorpusError(f"{where}: WA is {rated!r}", hint="It is a number from 0 to 1.")
    return RatedArgument(text=sentence(text), topic=canonical(topic), part=part, quality=quality)


def _check_parts(arguments: tuple[RatedArgument, ...], path: Path) -> None:
    parts: dict[str, str] = {}
    for argument in arguments:
        if parts.setdefault(argument.topic, argument.part) != argument.part:
            raise CorpusError(
                f"{path}: the topic {argument.topic!r} is in {parts[argument.topic]} and in {argument.part}",
                hint="All rows of a topic belong to one part: use the published split.",
            )
    lacking = [part for part in PARTS if part not in parts.values()]
    if lacking:
        raise CorpusError(f"{path} has no row of {lacking[0]}", hint="Give the whole published file.")
