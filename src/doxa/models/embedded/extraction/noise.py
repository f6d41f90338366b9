"""What stands in a message and is no prose of its speaker: JSON, code, run-in headings, lines of other speakers."""

import json
import re
from collections.abc import Iterator

from doxa.models.embedded.extraction.dialogue import labels_and_others
from doxa.models.embedded.extraction.substance import NAMES, names_only
from doxa.models.embedded.extraction.words import FINITE

SIGNS = re.compile(
    r"[{}\[\];=#_$]|&&|//|\w\(|\*\*|\"\s*:|^[A-Z][\w .'’():-]{0,30}:\s|^<?[A-Z][\w .'’]{0,30}(?:>| [-–—]) |"
    r"^\s*[a-z_]+:(?: |$)|^\s*(?:\*|(?:\d{1,2}|[IVX]{1,4})[.)])",
    re.MULTILINE,
)
"""Characters without which nothing here is found."""

PAIR = re.compile(r"\"[\w -]{1,40}\"\s*:\s*[\"\d\[{tfn-]")
CODE = re.compile(
    r"\s*(?:def \w+\(|class \w+[(:]|import [\w.]+\s*(?:$|as |,)|from [\w.]+ import \w|return\b.*[()\[\]{}=]|"
    r"return (?:\w+(?: [-+*/%] \w+)*$|['\"]|[\w.]+ [<>=!]=? )|\w+ = .+ if .+ else |//|[ \t]+#|\$ \S|"
    r"(?:const|let|var) \w+\s*=|function\s*\w*\(|#include\b|<\?php|(?:public|private|static) \w+ \w+|"
    r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE)\b.*(?:FROM|VALUES|SET|WHERE|\()|"
    r"(?:\$ )?(?:git|pip3?|npm|sudo|apt-get|docker|curl|python3?) .*(?:\s--?\w|&&|\.py\b|/)|"
    r"(?:for|if|while) ?\(.*\) ?\{|(?:for|if|while) ?\(.*\)$|[{}\[\]();,]+\s*$)"
)
SYMBOL = re.compile(r"[{};=<>&|\[\]]")
DENSE = 0.06
"""The share of symbols in a line of code, at least; and as many symbols as ``MANY``."""
MANY = 3

RUN_IN = re.compile(r"^[ \t]*(?:(?:[-*•]|\d{1,2}[.)])[ \t]+)?\*\*(?P<title>[^*\n]{2,80}[.:])\*\*(?=\s|$)", re.MULTILINE)
"""A heading with a stop, on a line of its own or in front of its paragraph."""

SHORT = 3
"""Words of such a heading that names a matter, though one of them may be a verb ("Lost performance")."""

EMPHASISED = re.compile(
    r"^[ \t]*(?P<mark>\*\*|__|\*|_)(?P<title>(?:(?:\d{1,2}|[IVX]{1,4})[.)] )?[^*_\n]{2,80})(?P=mark)[ \t]*$",
    re.MULTILINE,
)
"""A line that is emphasised as a whole."""
ORDINAL = re.compile(r"(?:\d{1,2}|[IVX]{1,4})[.)] ")
ONLY = re.compile(r"\s*(?:\d{1,2}|[IVX]{1,4})[.)] (?P<title>[^\n.!?;:]{2,60})\s*")
"""A message of nothing but a numbered heading."""

YAML_KEY = re.compile(r"\s*(?:- )?[a-z_][a-z_0-9]*:(?: |$)")
YAML_ITEM = re.compile(r"\s*- ")
KEYS = 2
"""Keys of a text in YAML, at least."""

NUMBERED = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+\d{1,2}[.)][ \t]+(?P<title>[^\n]{2,80})$", re.MULTILINE)
"""A numbered heading."""

ITEMS = re.compile(r"(?:^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+\S[^\n]*(?:\n|$)){2,}", re.MULTILINE)
MARKER = re.compile(r"[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+")


def noise_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of what is no prose of the speaker, in order, none twice."""
    if not SIGNS.search(text):
        yield from _lists_of_names(text)
        return
    if _is_json(text) or _is_yaml(text) or _is_heading(text):
        yield 0, len(text)
        return
    end = 0
    places = [*_machine_lines(text), *_headings(text), *labels_and_others(text), *_lists_of_names(text)]
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


def _is_heading(text: str) -> bool:
    """Return whether a text is nothing but a heading, emphasised or numbered."""
    if not (only := EMPHASISED.fullmatch(text.strip()) or ONLY.fullmatch(text)):
        return False
    title = ORDINAL.sub("", only["title"]).rstrip(".:")
    return names_only(title) or (len(title.split()) <= SHORT and FINITE.isdisjoint(title.lower().split()))


def _is_yaml(text: str) -> bool:
    """Return whether every line of a text is a key in small letters or an item, with several keys."""
    lines = [line for line in text.splitlines() if line.strip()]
    keys = sum(YAML_KEY.match(line) is not None for line in lines)
    return keys >= KEYS and all(YAML_KEY.match(line) or YAML_ITEM.match(line) for line in lines)


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
