"""What audiences voted before and after debates, and which side won the room.

``votes.csv`` beside transcripts has a row per debate: file, before_for, before_against, before_undecided, after_for,
after_against, after_undecided, as votes or as shares. Rules by which a side wins the room:

    whole      the larger gain in percentage points of the whole audience, undecided included (the usual published rule)
    decided    the larger gain in percentage points of those who had decided

The columns before_pro, before_con, after_pro and after_con are read, too. They say nothing of the undecided, so that a
debate with these alone is decided by the second rule. A row whose votes before or after the debate are all empty says
of nobody how they voted, and is left out. Numbers may have percent signs; those of one time then sum to 100.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from doxa.conversations.convokit import ConvokitCorpus, is_corpus
from doxa.conversations.files import decode, read_bytes
from doxa.conversations.tables import table_rows
from doxa.errors import CorpusError
from doxa.records.base import Record
from doxa.records.outside import read_number
from doxa.records.transcripts import Side

VOTES = "votes.csv"

RoomRule = Literal["whole", "decided"]

ROUNDED = 1.5
"""How far the sum of rounded percents may be from 100."""

RULES: dict[RoomRule, str] = {
    "whole": "the larger gain in percentage points of the whole audience, undecided included",
    "decided": "the larger gain in percentage points of those who had decided",
}

_SIDES = {"for": "pro", "pro": "pro", "against": "con", "con": "con", "undecided": "undecided"}

_COLUMNS = tuple(f"{time}_{name}" for time in ("before", "after") for name in ("for", "against", "undecided"))


class Votes(Record):
    """An audience's votes before and after a debate."""

    before_pro: float = Field(ge=0)
    before_con: float = Field(ge=0)
    after_pro: float = Field(ge=0)
    after_con: float = Field(ge=0)
    before_undecided: float | None = Field(default=None, ge=0)
    """None where nobody counted the undecided."""
    after_undecided: float | None = Field(default=None, ge=0)

    def rule(self, wanted: RoomRule) -> RoomRule:
        """Return the rule that these votes allow: the one wanted, or that of the decided where no others are known."""
        return "decided" if self.before_undecided is None or self.after_undecided is None else wanted

    def gains(self, wanted: RoomRule = "whole") -> tuple[float, float] | None:
        """Return the gains of Proposition and Opposition as shares in [−1, 1]; None where nobody voted."""
        counted = self.rule(wanted) == "whole"
        before = self.before_pro + self.before_con + (self.before_undecided or 0.0) * counted
        after = self.after_pro + self.after_con + (self.after_undecided or 0.0) * counted
        if not before or not after:
            return None
        return self.after_pro / after - self.before_pro / before, self.after_con / after - self.before_con / before

    def winner(self, wanted: RoomRule = "whole") -> Side | None:
        """Return the side that won the room; None where the gains are equal, or nobody voted."""
        gains = self.gains(wanted)
        # rounded, since shares are not exact in binary: gains of .3 − .2 and .2 − .1 are equal
        more = round(gains[0] - gains[1], 12) if gains else 0.0
        return None if not more else "pro" if more > 0 else "con"


def read_votes(folder: Path) -> dict[str, Votes]:
    """Return audiences' votes by the transcript's file name; empty where there is no ``votes.csv``.

    Raises:
        CorpusError: a column is missing or given twice, a file has two rows, or a vote is not a number.
    """
    path = folder / VOTES
    if not path.is_file():
        corpus = ConvokitCorpus(folder) if is_corpus(folder) else None
        names = corpus.names if corpus else []
        return {name: Votes(**results) for name in names if corpus and (results := results_of(corpus, name))}
    votes_by_file: dict[str, Votes] = {}
    for line, row in table_rows(str(path), decode(path, read_bytes(path)), {"the debate": ("file",)}):
        columns = _columns(path, row)
        file = str(row["file"]).strip()
        if file in votes_by_file:
            raise CorpusError(f"{path}, line {line}: {file!r} has two rows of votes", hint="Keep one row.")
        given = {field.partition("_")[0] for field, column in columns.items() if str(row[column]).strip()}
        if given != {"before", "after"}:
            continue
        numbers = {field: _number(path, line, column, row[column]) for field, column in columns.items()}
        _check_percents(path, line, row, columns, numbers)
        votes_by_file[file] = Votes(**numbers)
    return votes_by_file


def results_of(corpus: ConvokitCorpus, name: str) -> dict[str, float]:
    """Return votes before and after by field, of a conversation's ``results``; empty where the corpus has none."""
    results = corpus.about(name).get("results")
    votes: dict[str, float] = {}
    for time, key in (("before", "pre"), ("after", "post")):
        counts = results.get(key) if isinstance(results, dict) else None
        for field, word in (("pro", "for"), ("con", "against"), ("undecided", "undecided")):
            with suppress(ValueError):
                votes[f"{time}_{field}"] = read_number(counts.get(word) if isinstance(counts, dict) else None, 0)
    return votes if len(votes) == 6 else {}


def _columns(path: Path, row: dict[str, Any]) -> dict[str, str]:
    """Return the column of each number of votes.

    Raises:
        CorpusError: a column is unknown, missing, or given twice.
    """
    columns: dict[str, str] = {}
    for column in row:
        time, _, name = column.strip().lower().partition("_")
        if column == "file":
            continue
        if time not in ("before", "after") or name not in _SIDES:
            raise CorpusError(f"{path}, line 1: {column!r} is not a column of votes", hint=_hint())
        field = f"{time}_{_SIDES[name]}"
        if field in columns:
            raise CorpusError(f"{path}, line 1: {columns[field]} and {column} mean the same", hint="Keep one of them.")
        columns[field] = column
    is_counted = "before_undecided" in columns or "after_undecided" in columns
    for column in _COLUMNS:
        time, _, name = column.partition("_")
        if f"{time}_{_SIDES[name]}" not in columns and (is_counted or name != "undecided"):
            raise CorpusError(f"{path}, line 1: the header lacks {column}", hint=_hint())
    return columns


def _check_percents(
    path: Path, line: int, row: dict[str, Any], columns: dict[str, str], numbers: dict[str, float]
) -> None:
    """Check that the numbers of one time all have percent signs, or none, and that percents are those of a whole.

    Raises:
        CorpusError: they do not.
    """
    for time in ("before", "after"):
        fields = [field for field in columns if field.startswith(time)]
        signed = [field for field in fields if "%" in str(row[columns[field]])]
        if signed and len(signed) < len(fields):
            raise CorpusError(
                f"{path}, line {line}: some votes {time} the debate have a percent sign and some have none",
                hint="Give votes, or percents, of all.",
            )
        whole = sum(numbers[field] for field in fields)
        least = 100 - ROUNDED if f"{time}_undecided" in fields else 0
        if signed and not least <= whole <= 100 + ROUNDED:
            raise CorpusError(
                f"{path}, line {line}: the percents {time} the debate sum to {whole:g}",
                hint="Percents of an audience sum to 100; numbers without percent signs need not.",
            )


def _hint() -> str:
    return f"Columns: file, {', '.join(_COLUMNS)}."


def _number(path: Path, line: int, name: str, value: Any) -> float:
    try:
        return read_number(str(value).strip().removesuffix("%"), 0)
    except ValueError as error:
        raise CorpusError(f"{path}, line {line}: {name}: {error}", hint="Give a number of votes, or a share.") from None
