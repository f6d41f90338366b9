"""Lines of a dialogue inside one message, by the labels in front of them: "Anna: …", "[Ben] …", "Turn 2 (Ben): …".

A message that begins with a speaker's label is that speaker's; words under another label are not, and where it begins
without one no labelled line is. A label is a speaker's where it is a given name or a title, comes twice, or is a role,
or where its line answers somebody; a word that names a matter ("Cost: …") is none.
"""

import re
from collections.abc import Iterator, Sequence

from doxa.models.embedded.extraction.given_names import GIVEN_NAMES

ROLE = re.compile(
    r"(?:speaker|user|assistant|human|moderator|opponent|interviewer|host|chair|audience|pro|con|proposition|"
    r"opposition|participant|agent|person)(?:[ _][A-Z0-9])?",
    re.IGNORECASE,
)
PRESIDING = re.compile(r"(?:moderator|interviewer|host|chair|audience)", re.IGNORECASE)
"""Roles of those who take no side: a message that begins with one is the next speaker's."""
TITLED = re.compile(r"(?:Dr|Mr|Mrs|Ms|Prof|Professor|Sir|Dame|Lord|Lady|Senator|Judge)\.? [A-Z]")

_NAME = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][\w.'’-]{1,20}(?: [A-Z0-9][\w.'’-]{0,20})?"
_SIDE = r" \((?P<side>(?i:for|against|pro|con|yes|no|in favou?r|opposed|proposition|opposition|me|myself))\)"
_CLOSE = r"(?:\*{1,2}:|:\*{1,2}|:)[ \t]+(?=\S+ \S+ )"
LABEL = re.compile(
    rf"^[ \t]*\*{{0,2}}(?:(?:Turn|Round|Post|Message|Comment) \d{{1,3}} \((?P<turn>{_NAME})\)|"
    rf"(?P<name>(?:My|Your|Their|Opponent['’]s) [a-z]{{4,12}}|{_NAME})(?: \(\d{{1,2}}:\d{{2}}\)|{_SIDE})?){_CLOSE}|"
    rf"^[ \t]*(?:\[(?P<square>{_NAME})\]|<(?P<angle>{_NAME})>):?[ \t]+(?=\S+ \S+ )|"
    rf"^[ \t]*(?P<dashed>{_NAME}) [-–—] (?=\S+ \S+ )",
    re.MULTILINE,
)
INSIDE = re.compile(rf"(?<=[.!?\"”)]) (?P<name>{_NAME}): (?=\S+ \S+ )")
"""A label behind a sentence of the same line."""

MINE = re.compile(r"(?:me|(?:my )?(?:response|answer|reply|rebuttal|position|counter\w*))", re.IGNORECASE)
"""Labels of the writer's own lines."""
MATTER = re.compile(
    r"(?:cost|fairness|freedom|safety|evidence|example|conclusion|summary|note|point|first|second|third|reason|benefit|"
    r"risk|health|result|question|fact)s?",
    re.IGNORECASE,
)
"""Labels that name what a line is about, beside the writer's own."""
TALKING = re.compile(
    r"(?:I|I['’]\w+|you|you['’]\w+|we|no|yes|but|well|so|oh|sorry|my|your)\b|"
    r"(?:it|that|they|this)(?:['’]s| (?:is|does|do|did|was|will|would|can|has))(?:n['’]t| not)\b|"
    r"(?:really|exactly|nonsense|wrong|actually|agreed|right|not (?:true|so|really))[,.?!]",
    re.IGNORECASE,
)
"""How somebody begins who answers somebody."""


def labels_and_others(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of other speakers' lines, and of the labels in front of the speaker's own."""
    labels = _labels(text)
    names = [_name(label) for label in labels]
    mine = next((name for label, name in zip(labels, names, strict=True) if _is_mine(label, name)), None)
    speakers = {
        name
        for label, name in zip(labels, names, strict=True)
        if _is_speaker(label, name, text) or names.count(name) > 1 or (mine and not MATTER.fullmatch(name))
    }
    own = mine or _first_speaker(text, labels, names)
    if names and names == [own] and _is_addressed(names[0], text[labels[0].end() :]):
        speakers, own = {names[0]}, None
    for place, (label, name) in enumerate(zip(labels, names, strict=True)):
        if name not in speakers:
            continue
        yield label.start(), label.end() if name == own else _end(text, labels[place:])


def _labels(text: str) -> list[re.Match[str]]:
    """Return the labels of a text in order; those inside a line, or before a dash, only where they are sure names."""
    at_starts = [label for label in LABEL.finditer(text) if label["dashed"] is None or _is_sure(label["dashed"])]
    if [label["dashed"] is not None for label in at_starts] == [True]:
        return []
    inside = [label for label in INSIDE.finditer(text) if at_starts and _is_sure(label["name"])]
    return sorted([*at_starts, *inside], key=lambda label: label.start())


def _name(label: re.Match[str]) -> str:
    return next(name for group, name in label.groupdict().items() if group != "side" and name)


def _is_mine(label: re.Match[str], name: str) -> bool:
    """Return whether a label is the writer's own: "My reply", "Pro (me)"."""
    return MINE.fullmatch(name) is not None or (label.groupdict().get("side") or "").lower() in ("me", "myself")


def _is_sure(name: str) -> bool:
    """Return whether a label names a person by itself."""
    return name.split()[0].rstrip(".").lower() in GIVEN_NAMES or TITLED.match(name) is not None


def _is_speaker(label: re.Match[str], name: str, text: str) -> bool:
    """Return whether a label is a speaker's by itself or by what follows it."""
    groups = label.groupdict()
    placed = groups.get("turn") or groups.get("side")
    return bool(placed or ROLE.fullmatch(name) or _is_sure(name) or TALKING.match(text, label.end()))


def _first_speaker(text: str, labels: Sequence[re.Match[str]], names: Sequence[str]) -> str | None:
    """Return whose label a text begins with, one who presides left out; None where it begins without a label."""
    if not labels or text[: labels[0].start()].strip():
        return None
    return next((name for name in names if not PRESIDING.fullmatch(name)), names[0])


def _end(text: str, labels: Sequence[re.Match[str]]) -> int:
    """Return where the words under the first of some labels end: with their line, or at a label inside it."""
    line = text.find("\n", labels[0].end())
    ends = [len(text) if line < 0 else line, *(label.start() for label in labels[1:2])]
    return min(ends)


def _is_addressed(name: str, rest: str) -> bool:
    """Return whether the lines below a name's line speak to it: "Ben: …", and below "Rubbish, Ben."."""
    called = re.escape(name)
    speaking = re.compile(rf"(?:,\s+{called}[.,!?]|(?:^|[.!?]\s+){called},\s)", re.MULTILINE)
    return speaking.search(rest.partition("\n")[2]) is not None
