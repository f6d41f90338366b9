"""Plain text, Markdown and chats: who speaks stands before a colon, in bold, in a heading, or beside a time.

    Ana: words         **Ana:** words       - **Ana**: words      ### Ana        **Ana** · pro · point
    ANA (for): words   [00:12] Ana: words   12/31/20, 9:41 PM - Ana: words       Ana   0:12

A name with a time beside it is a speaker's, where such lines are more than labels of other kinds; where names have
times, others are none. Any other label is where it is in bold or in capitals, behind ">>", has a side beside it, is
known, or begins paragraphs more than once; in a text without empty lines each line counts as a paragraph. Other words
before a colon belong to what is said. Words go on until the next speaker or heading. A line with a time and no name is
a notice of the program that wrote it, and so are words in angle brackets alone or behind U+200E. Where no time has a
label behind it, what follows the time is the name, and the words begin in the next line.

Before the first speaker, "Motion: …", "For: Ann Lee, Bo Noor" and "Against: …" state what they say. "Round 3" in a
heading counts rounds, and a line such as "[Opening statements]" begins a phase. Where a label stands alone and a
quotation follows ("> …"), the quotation alone is what was said: so ``doxa transcript`` writes it, since no line of it
can then be taken for a label.
"""

import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from doxa.conversations.names import LONGEST_NAME, Stand, plain_name, shown_name, stated_side
from doxa.conversations.record import Cutter
from doxa.records.base import clean
from doxa.records.transcripts import SIDES_BY_NAME

_OWN = re.compile(r"^\*\*(?P<name>.+)\*\*(?: · .*)$")
"""A label as ``doxa transcript`` writes it, alone in its line."""
_ALONE = re.compile(r"^\s*+(?:[-*+]\s++)?(?P<mark>\*\*|__)(?P<name>[^*:\n]{1,80}?)(?P=mark)\s*+$")
_BOLD = re.compile(
    r"^\s*+(?:[-*+]\s++)?(?P<mark>\*\*|__)(?P<name>[^*_:\n]{1,80}?)\s*+(?:\([^()]*+\))?\s*+"
    r"(?::\s*+(?P=mark)|(?P=mark)\s*+(?:\([^()]*+\))?\s*+:)\s*+(?P<text>.*)$"
)
_PLAIN = re.compile(
    r"^\s*+(?:>>+\s*+|[-–—]\s*+)?(?P<name>[^\W\d_][^:*#>|\n]{0,59}?)\s*+(?:\([^()]{0,40}\))?\s*+:(?:\s++(?P<text>.*))?$"
)
_DAY = r"\d{1,4}[./-](?:\d{1,2}|[A-Za-z]{3})[./-]\d{1,4}"
_CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{1,3})?"
_STAMP = re.compile(
    rf"^[\u200e\ufeff]?\s*+[\[(]?(?:{_DAY},?\s)?{_CLOCK}(?:\s?[AaPp]\.?\s?[Mm]\b\.?)?(?:\s{_DAY})?[\])]?(?:\s?[-–:](?=\s)|(?=\s))"
)
"""A time at the beginning of a line, with or without its day, alone or in brackets."""
_FROM = re.compile(r"^\s*+From\s+(?P<name>\S[^:\n]{0,79}?)(?:\s++to\s++[^:\n]{1,80})?\s*+:(?:\s++(?P<text>.*))?$", re.I)
_DIRECT = re.compile(
    r"^\s*+(?P<name>\S[^:\n]{0,79}?)\s++to\s++[^:(\n]{1,80}\((?:Direct Message|Privately)\)\s*+:(?:\s++(?P<text>.*))?$"
)
_STAMPED = re.compile(r"^\s++(?P<name>[^\s:][^:\n]{0,79}?)\s*+:(?:\s(?P<text>.*))?$")
_TIMED = re.compile(
    rf"^[*_]{{0,3}}(?P<name>[^\W\d_][^:*\n]{{0,59}}?)[*_]{{0,3}}(?:\s\s+|\t|\s[*_]?[\[(]){_CLOCK}[\])]?[*_]?:?(?:\s++(?P<text>\S.*))?$"
)
"""A name with a time behind it."""
_HEADING = re.compile(r"^\s*+#{1,6}\s++(?P<name>.*)$")
_ROUND = re.compile(r"^(?:round|runde|turn)\s+(?P<number>\d{1,6})\b", re.I)
_PHASE = re.compile(
    r"^\W*+(?P<phase>opening|introduction|discussion|rebuttal|closing|conclusion)s?(?: statements?)?\W*$", re.I
)
_NOTE = re.compile(r"[(·]\s*(\w+)\s*(?=[)·]|$)")
"""What stands in brackets behind a name, or after a point in a label that ``doxa transcript`` wrote."""
_KIND = re.compile(r"·\s*(?P<kind>point|answer|interjection)\b")
_TIME = re.compile(rf"[\[(]{_CLOCK}[\])]\s*+")
"""A time in brackets."""
_NOTICE = re.compile(r"^\s*+(?:\u200e|<[^<>\n]{1,120}>\s*+$)")

HEADS: dict[str, Stand] = {**SIDES_BY_NAME, "moderators": "none", "hosts": "none"}


class SpeakerLabel(NamedTuple):
    """What stands before the words of a line."""

    name: str
    words: str
    time: str = ""
    side: Stand | None = None


def label_of(line: str, sure: frozenset[str] | None) -> SpeakerLabel | None:
    """Return the label before a colon; None where there is none.

    Args:
        sure: the names that are labels, as ``plain_name`` writes them; None for any.
    """
    match = _PLAIN.match(line)
    if not match or (sure is not None and plain_name(match["name"]) not in sure):
        return None
    words = match["text"] or ""
    return SpeakerLabel(match["name"], words, side=_side_beside(line.removesuffix(words)))


def _side_beside(mark: str) -> Stand | None:
    """Return the side in the brackets of a label."""
    return next(filter(None, map(stated_side, _NOTE.findall(mark.rstrip().rstrip("*_: ")))), None)


def cut_document(text: str, names: frozenset[str]) -> Cutter:
    """Return a document or chat, cut.

    Args:
        names: people who are known, as ``plain_name`` writes them.
    """
    cutter = Cutter()
    cutter.characters = len(text)
    rows = list(io.StringIO(text, newline=""))
    before = _front_matter(rows)
    first = read_heads(cutter, [row.strip() for row in rows]) | set(range(1, before + 1))
    labels = _Labels(rows, names | {plain_name(name) for name in cutter.sides})
    round: int | None = None
    for at, row in enumerate(rows, 1):
        line = row.rstrip("\r\n")
        if at in first:
            cutter.drop("heads", row)
        elif heading := _HEADING.match(line):
            title = heading["name"].rstrip().rstrip("#").rstrip()
            number = _ROUND.match(title)
            round = int(number["number"]) if number else round
            is_speaker = plain_name(title.strip("*_ ")) in labels.sure
            cutter.drop("names" if is_speaker else "headings", row)
            cutter.begin(**({"speaker": shown_name(title), "at": at, "round": round} if is_speaker else {}))
        elif not line.startswith(">") and (phase := _PHASE.match(line)):
            cutter.phase = phase["phase"].lower()
            cutter.drop("headings", row)
        elif label := labels.of(line):
            _begin(cutter, label, row, at, round)
        elif labels.stamp_of(line):
            cutter.drop("notices", row)
            cutter.begin()
        else:
            cutter.add(row)
    return cutter


def _front_matter(rows: Sequence[str]) -> int:
    """Return the number of lines at the beginning that stand between lines of three dashes."""
    if not rows or rows[0].strip() != "---":
        return 0
    return next((at for at, row in enumerate(rows[1:], 2) if row.strip() == "---"), 0)


def _begin(cutter: Cutter, label: SpeakerLabel, row: str, at: int, round: int | None) -> None:
    mark = row[: row.rindex(label.words)] if label.words else row
    behind = _TIME.match(label.words)
    time = label.time or (behind[0] if behind else "")
    cutter.drop("times", time)
    cutter.drop("names", label.name)
    cutter.drop("marks", mark[len(label.time) + len(label.name) :])
    mark += behind[0] if behind and not label.time else ""
    if label.time and _NOTICE.match(label.words):
        cutter.drop("notices", row[len(mark) :])
        cutter.begin()
        return
    kind = _KIND.search(mark)
    cutter.begin(
        speaker=shown_name(label.name),
        at=at,
        round=round,
        side=_side_beside(mark),
        kind=kind["kind"] if kind else "speech",
        time=time.strip("[]() \t-–\u200e\ufeff"),
    )
    cutter.add(row[len(mark) :])


class _Labels:
    """The labels of a document: what all of its lines say about which of them are speakers."""

    def __init__(self, rows: Sequence[str], names: frozenset[str]) -> None:
        lines = [row.rstrip("\r\n") for row in rows]
        self.sure = names | sure_labels(lines, names)
        behind = [line[stamp.end() :] for line in lines if (stamp := _STAMP.match(line))]
        has_labels = any(map(_stamped, behind))
        self.are_stamped = self.are_timed = False
        others = sum(self.of(line) is not None for line in lines)
        # a time may begin a line of somebody's words: in a chat such lines are more than labels of other kinds
        self.are_stamped = len(behind) > max(1, others) and (has_labels or all(rest.strip() for rest in behind))
        self.are_named_alone = self.are_stamped and not has_labels
        self.are_timed = sum(bool(_TIMED.match(line)) for line in lines) > 1

    def stamp_of(self, line: str) -> str:
        """Return the time at the beginning of a line of a chat; '' where there is none."""
        stamp = _STAMP.match(line) if self.are_stamped else None
        return stamp[0] if stamp else ""

    def of(self, line: str) -> SpeakerLabel | None:
        """Return the label of a line; None where it has none."""
        if stamp := self.stamp_of(line):
            rest = line[len(stamp) :]
            if self.are_named_alone:
                return SpeakerLabel(rest.strip(), "", stamp)
            found = _stamped(rest)
            return found and found._replace(time=stamp)
        if line.startswith(">") and not line.startswith(">>"):
            return None
        if own := _OWN.match(line):
            return SpeakerLabel(own["name"], "")
        if self.are_timed:  # then no other label counts
            timed = _TIMED.match(line)
            return SpeakerLabel(timed["name"], timed["text"] or "") if timed else None
        for pattern in (_ALONE, _BOLD):
            match = pattern.match(line)
            if match and plain_name(match["name"]) in self.sure:
                return SpeakerLabel(match["name"], match.groupdict().get("text") or "")
        return label_of(line, self.sure)


def _stamped(rest: str) -> SpeakerLabel | None:
    match = _FROM.match(rest) or _DIRECT.match(rest) or _STAMPED.match(rest)
    return SpeakerLabel(match["name"], match["text"] or "") if match else None


def sure_labels(lines: Sequence[str], names: frozenset[str]) -> frozenset[str]:
    """Return the names that stand as labels, as ``plain_name`` writes them: in bold, in capitals, with a side, known,
    or before a colon at more than one paragraph."""
    sure: set[str] = set()
    counts: Counter[str] = Counter()
    is_dense = not any(not line.strip() for line in lines)
    begins = True
    for line in lines:
        bold, plain = _BOLD.match(line), _PLAIN.match(line)
        if bold:
            sure.add(plain_name(bold["name"]))
        elif plain and len(plain["name"].split()) <= LONGEST_NAME:
            name, mark = plain["name"].strip(), line.removesuffix(plain["text"] or "")
            is_label = line.startswith(">>") or name.isupper() or _side_beside(mark) or plain_name(name) in names
            sure |= {plain_name(name)} if is_label and len(name) > 1 else set()
            counts[plain_name(name)] += begins and name[:1].isupper()
        begins = is_dense or not line.strip() or bool(plain) or bool(bold)
    return frozenset(sure | {name for name, count in counts.items() if count > 1})


def read_heads(cutter: Cutter, lines: Iterable[str]) -> set[int]:
    """Take the motion and the sides that stand before the first speaker, such as "For: Ann Lee, Bo Noor".

    Returns:
        The numbers of those lines, from 1.
    """
    taken: set[int] = set()
    for at, line in enumerate(lines, 1):
        if line.startswith("##") or _OWN.match(line) or _ALONE.match(line) or _BOLD.match(line):
            break
        head, colon, rest = (part.strip() for part in line.partition(":"))
        word = head.lower()
        if colon and rest and head == head.capitalize() and (word == "motion" or word in HEADS):
            taken.add(at)
            if word == "motion":
                cutter.motions.append(clean(rest))
            else:
                people = (name.strip() for name in re.split(r"[;,]| and ", rest))
                cutter.sides |= {name: HEADS[word] for name in people if name}
        elif colon and (taken or _PLAIN.match(line)) and not line.startswith("#"):
            break
    return taken
