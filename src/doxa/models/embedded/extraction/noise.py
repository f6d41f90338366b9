"""What stands in a message and is no prose of its speaker: JSON, code, run-in headings, lines of other speakers.

A message that begins with a speaker's label ("Anna: …") is that speaker's; lines under another name are not, and where
it begins without a label no labelled line is. A word that names a matter ("Cost: …") is no name.
"""

import json
import re
from collections.abc import Iterator

from doxa.models.embedded.extraction.substance import NAMES, names_only
from doxa.models.embedded.extraction.words import FINITE

SIGNS = re.compile(r"[{}\[\];=#]|&&|\w\(|\*\*|\"\s*:|^[A-Z][\w .'’():-]{0,30}:\s", re.MULTILINE)
"""Characters without which nothing here is found."""

PAIR = re.compile(r"\"[\w -]{1,40}\"\s*:\s*[\"\d\[{tfn-]")
CODE = re.compile(
    r"\s*(?:def \w+\(|class \w+[(:]|import [\w.]+\s*(?:$|as |,)|from [\w.]+ import \w|return\b.*[()\[\]{}=]|"
    r"return \w+(?: [-+*/%] \w+)*$|"
    r"(?:const|let|var) \w+\s*=|function\s*\w*\(|#include\b|<\?php|(?:public|private|static) \w+ \w+|"
    r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE)\b.*(?:FROM|VALUES|SET|WHERE|\()|"
    r"(?:\$ )?(?:git|pip3?|npm|sudo|apt-get|docker|curl|python3?) .*(?:\s--?\w|&&|\.py\b|/)|"
    r"(?:for|if|while) ?\(.*\) ?\{?$|[{}\[\]();,]+\s*$)"
)
SYMBOL = re.compile(r"[{};=<>&|\[\]]")
DENSE = 0.06
"""The share of symbols in a line of code, at least; and as many symbols as ``MANY``."""
MANY = 3

RUN_IN = re.compile(r"^[ \t]*(?:(?:[-*•]|\d{1,2}[.)])[ \t]+)?\*\*(?P<title>[^*\n]{2,80}[.:])\*\*(?=\s|$)", re.MULTILINE)
"""A heading with a stop, on a line of its own or in front of its paragraph."""

SHORT = 3
"""Words of such a heading that names a matter, though one of them may be a verb ("Lost performance")."""

NUMBERED = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+\d{1,2}[.)][ \t]+(?P<title>[^\n]{2,80})$", re.MULTILINE)
"""A numbered heading."""

ROLE = re.compile(
    r"(?:speaker|user|assistant|human|moderator|opponent|interviewer|host|chair|audience|pro|con|proposition|"
    r"opposition|participant|agent|person)(?: [A-Z0-9])?",
    re.IGNORECASE,
)
LABEL = re.compile(
    r"^[ \t]*\*{0,2}(?P<name>(?:My|Your|Their|Opponent['’]s) [a-z]{4,12}|"
    r"[A-Z][\w.'’-]{1,20}(?: [A-Z0-9][\w.'’-]{0,20})?)"
    r"(?: \(\d{1,2}:\d{2}\))?(?:\*{1,2}:|:\*{1,2}|:)[ \t]+(?=\S+ \S+ )",
    re.MULTILINE,
)
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


ITEMS = re.compile(r"(?:^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+\S[^\n]*(?:\n|$)){2,}", re.MULTILINE)
MARKER = re.compile(r"[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+")


def noise_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of what is no prose of the speaker, in order, none twice."""
    if not SIGNS.search(text):
        yield from _lists_of_names(text)
        return
    if _is_json(text):
        yield 0, len(text)
        return
    end = 0
    places = [*_machine_lines(text), *_headings(text), *_lines_of_others(text), *_lists_of_names(text)]
    for start, stop in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= end:
            yield start, stop
            end = stop


def _is_json(text: str) -> bool:
    """Return whether a text is one JSON object or array."""
    if text.strip()[:1] not in ("{", "["):
        return False
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _machine_lines(text: str) -> Iterator[tuple[int, int]]:
    for line in re.finditer(r"[^\n]+", text):
        words = line[0]
        symbols = len(SYMBOL.findall(words))
        if PAIR.search(words) or CODE.match(words) or (symbols >= MANY and symbols >= DENSE * len(words)):
            yield line.span()


def _lists_of_names(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of lists whose every item is a name; a list with one item of other words is argument."""
    for items in ITEMS.finditer(text):
        if all(NAMES.fullmatch(MARKER.sub("", line, count=1).strip()) for line in items[0].splitlines()):
            yield items.span()


def _headings(text: str) -> Iterator[tuple[int, int]]:
    for heading in RUN_IN.finditer(text):
        title = heading["title"].rstrip(".:")
        if names_only(title) or (len(title.split()) <= SHORT and FINITE.isdisjoint(title.lower().split())):
            yield heading.span()
    for heading in NUMBERED.finditer(text):
        if FINITE.isdisjoint(heading["title"].lower().split()):
            yield heading.span()


def _lines_of_others(text: str) -> Iterator[tuple[int, int]]:
    """Yield the lines under the names of speakers other than the one whose message it is."""
    labels = list(LABEL.finditer(text))
    names = [label["name"] for label in labels]
    mine = next((name for name in names if MINE.fullmatch(name)), None)
    speakers = {
        label["name"]
        for label in labels
        if ROLE.fullmatch(label["name"])
        or names.count(label["name"]) > 1
        or TALKING.match(text, label.end())
        or (mine and not MATTER.fullmatch(label["name"]))
    }
    own = mine or (names[0] if labels and not text[: labels[0].start()].strip() else None)
    if names and names == [own] and _is_addressed(names[0], text[labels[0].end() :]):
        speakers, own = {names[0]}, None
    for label in labels:
        if label["name"] in speakers and label["name"] != own:
            end = text.find("\n", label.end())
            yield label.start(), len(text) if end < 0 else end


def _is_addressed(name: str, rest: str) -> bool:
    """Return whether the lines below a name's line speak to it: "Ben: …", and below "Rubbish, Ben."."""
    called = re.escape(name)
    speaking = re.compile(rf"(?:,\s+{called}[.,!?]|(?:^|[.!?]\s+){called},\s)", re.MULTILINE)
    return speaking.search(rest.partition("\n")[2]) is not None
