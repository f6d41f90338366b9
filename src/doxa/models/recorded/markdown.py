"""Transcripts in Markdown and plain text: who speaks stands before a colon, in bold, or in a heading.

    **Ana:** words        Ana: words        ANA (chair): words        - **Ana**: words        ### Ana        **Ana**

A side in the brackets ("Ana (against): words") counts for that line, and is no part of its words.
A label is a speaker's where it is in bold or in capitals, is an agent's name, or begins paragraphs more than once.
Other words before a colon belong to what is said. Words go on until the next speaker or heading. Where a label stands
alone and a quotation follows ("> …"), the quotation alone is what was said: so ``doxa transcript`` writes it, since no
line of it can then be taken for a label.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any

from doxa.records.base import clean
from doxa.records.outside import has_words
from doxa.records.spec import RecordedLine, Side
from doxa.records.transcripts import SIDES_BY_NAME

LONGEST_NAME = 6
"""The most words of a speaker's name before a colon."""

_OWN = re.compile(r"^\*\*(?P<name>.+)\*\*(?: · .*)$")
"""A label as ``doxa transcript`` writes it, alone in its line."""
_ALONE = re.compile(r"^\s*(?:[-*+]\s+)?(?P<mark>\*\*|__)(?P<name>[^*\n]{1,80}?)(?P=mark)\s*$")
_BOLD = re.compile(
    r"^\s*+(?:[-*+]\s++)?(?P<mark>\*\*|__)(?P<name>[^*_:\n]{1,80}?)\s*+(?:\([^()]*+\))?\s*+"
    r"(?::\s*+(?P=mark)|(?P=mark)\s*+(?:\([^()]*+\))?\s*+:)\s*+(?P<text>.*)$"
)
_PLAIN = re.compile(
    r"^\s*+(?:[-*+]\s++)?(?P<name>[^\W\d_][^:*#>|\n]{0,59}?)\s*+(?:\([^()]{0,40}\))?\s*+:(?:\s++(?P<text>.*))?$"
)
_HEADING = re.compile(r"^\s*+#{1,6}\s++(?P<name>.*)$")
_ROUND = re.compile(r"^(?:round|runde|turn)\s+(?P<number>\d{1,6})\b", re.I)
_QUOTED = re.compile(r"^> ?(?P<text>.*)$")
_NOTE = re.compile(r"[(·]\s*(\w+)\s*(?=[)·]|$)")
"""What stands in brackets behind a name, or after a point in a label that ``doxa transcript`` wrote."""
_KIND = re.compile(r"·\s*(?P<kind>point|answer)\b")


class SpokenLine(RecordedLine):
    """What somebody said in one go, as a file has it."""

    speaker: str


def stated_side(word: str) -> Side | None:
    """Return the side that a word names, ``neutral`` for none; None for any other word."""
    side = SIDES_BY_NAME.get(word.strip().lower())
    return "neutral" if side == "none" else side


def plain_name(name: str) -> str:
    """Return a name without case, accents, and more than single spaces, so that "ZOË" and "Zoe" are one."""
    parts = unicodedata.normalize("NFKD", name)
    letters = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return " ".join(letters.replace("_", " ").split()).casefold()


def read_markdown(text: str, names: frozenset[str]) -> list[SpokenLine]:
    """Return the lines of a transcript in Markdown or plain text.

    Args:
        names: the agents' names, as ``plain_name`` returns them.
    """
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    labels = names | _count_labels(rows, names)
    turns: list[tuple[dict[str, Any], list[str]]] = [({}, [])]
    round: int | None = None
    for at, row in enumerate(rows, 1):
        if heading := _HEADING.match(row):
            title = heading["name"].rstrip().rstrip("#").rstrip()
            number = _ROUND.match(title)
            round = int(number["number"]) if number else round
            is_speaker = plain_name(title.strip("*_ ")) in labels
            # what follows any other heading is nobody's
            turns.append(({"speaker": _shown(title), "at": at, "round": round} if is_speaker else {}, []))
        elif label := _label(row, labels):
            name, words = label
            mark, kind = row.removesuffix(words), _KIND.search(row)
            fields = {"speaker": _shown(name), "at": at, "round": round, "kind": kind["kind"] if kind else "speech"}
            fields["side"] = next(filter(None, map(stated_side, _NOTE.findall(mark))), None)
            turns.append((fields, [words]))
        else:
            turns[-1][1].append(row)
    spoken = [(fields, _words_of(rows_of_turn)) for fields, rows_of_turn in turns if fields]
    return [SpokenLine(text=words, **fields) for fields, words in spoken if has_words(words)]


def _words_of(rows: Sequence[str]) -> str:
    """Return what the rows of a turn say: all of them, or the quotation alone where they begin with one."""
    if _QUOTED.match(next((row for row in rows if row.strip()), "")):
        rows = [quoted["text"] for row in rows if (quoted := _QUOTED.match(row))]
    return clean("\n".join(rows)).strip()


def _shown(name: str) -> str:
    return " ".join(clean(name).strip("*_ ").split())


def _count_labels(rows: Sequence[str], names: frozenset[str]) -> frozenset[str]:
    """Return the names that stand as labels: in bold, in capitals, or before a colon at more than one paragraph."""
    sure: set[str] = set()
    counts: Counter[str] = Counter()
    begins = True
    for row in rows:
        bold, plain = _BOLD.match(row), _PLAIN.match(row)
        if bold:
            sure.add(plain_name(bold["name"]))
        elif plain and len(plain["name"].split()) <= LONGEST_NAME:
            name = plain["name"].strip()
            is_label = name.isupper() or plain_name(name) in names
            sure |= {plain_name(name)} if is_label and len(name) > 1 else set()
            counts[plain_name(name)] += begins and name[:1].isupper()
        begins = not row.strip() or bool(plain) or bool(bold)
    return frozenset(sure | {name for name, count in counts.items() if count > 1})


def _label(row: str, labels: frozenset[str]) -> tuple[str, str] | None:
    """Return the name and the words of a row that begins with a label; None for any other row."""
    if row.startswith(">"):
        return None
    if own := _OWN.match(row):
        return own["name"], ""
    for pattern in (_ALONE, _BOLD, _PLAIN):
        match = pattern.match(row)
        if match and plain_name(match["name"]) in labels:
            return match["name"], match.groupdict().get("text") or ""
    return None
