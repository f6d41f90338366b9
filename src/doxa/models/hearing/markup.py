"""A message as its reader sees it: without the marks of Markdown and HTML, with the place of every character.

Removed are code blocks, marks of emphasis, headings and links, rules, tags, a model's thoughts, numbers of notes, lines
that quote others ("> …"), stage directions ("(laughs)", "[applause]"), mentions ("@ada"), and hashtags and addresses at
the end of a line. Every cell of a table becomes a line of its own. A message of nothing but quoted lines counts as its
writer's own text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

_TAGS = "a|b|blockquote|br|code|div|em|h[1-6]|hr|i|img|li|ol|p|pre|s|small|span|strong|sub|sup|u|ul"
_BLOCKS = "blockquote|br|div|h[1-6]|hr|li|ol|p|pre|ul"
_LINK = r"\((?:https?:|mailto:|www\.|[/#])(?:[^()\s]|\([^()\s]{0,100}\)){0,500}\)"
_DIRECTION = r"\*[a-z][^*\n]{2,60}\*|\[[a-z][^\[\]\n]{2,60}\]|\((?![ivx]+\))[a-z][a-z]+(?: [a-z]+){0,3}\)"
_HASHTAGS = r"(?:(?:^|(?<=\s))[#@][^\W\d]\w*[ \t]*){1,30}$"
_HELD = r"(?<!\bat )(?<!\bon )(?<!\bin )(?<!\bto )(?<!\b[Ss]ee )(?<!\bfrom )"
"""Not preceded by a word that an address belongs to."""

QUOTED = re.compile(r"^[ \t]{0,3}>.*$", re.MULTILINE)
UNQUOTED = re.compile(r"^(?![ \t]{0,3}>)[^\n]*\w", re.MULTILINE)

RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"```.*?(?:```|\Z)", re.DOTALL), "\n"),
    (re.compile(r"<(think|thinking|reasoning|scratchpad)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE), "\n"),
    (re.compile(rf"</?(?:{_BLOCKS})\b[^<>]{{0,200}}>", re.IGNORECASE), "\n"),
    (re.compile(rf"</?(?:{_TAGS})\b[^<>]{{0,200}}>", re.IGNORECASE), ""),
    (re.compile(rf"!?\[(?=[^\[\]\n]{{1,200}}\]{_LINK})|(?<=\S)\]{_LINK}|(?<=\S) ?\[\^?\d{{1,3}}\]"), ""),
    (re.compile(r"^[ \t]*(?:[-*_=|:+][ \t]*){3,}$", re.MULTILINE), "\n"),
    (re.compile(r"^[ \t]*\||[ \t]\|(?=\s|$)", re.MULTILINE), "\n\n"),
    (re.compile(rf"(?:^|(?<=[.!?…] ))[ \t]*(?:{_DIRECTION})(?=[ \t]*(?:\n|$)|\s+[A-Z\"“'‘*])", re.MULTILINE), ""),
    (re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])(?P<kept>[^\n*]{1,300}?)(?<=\S)\1(?![\w*])"), ""),
    (re.compile(r"(?<![\w@/.])(_{1,2})(?=[^\s_])(?P<kept>[^\n]{1,300}?)(?<=[^\s_])\1(?![\w/])"), ""),
    (re.compile(r"(`|~~)(?=\S)(?P<kept>[^\n`~]{1,300}?)\1"), ""),
    (re.compile(rf"(?:(?:^|(?<=\s)){_HELD}(?:https?://|www\.)\S+[ \t]*){{1,30}}$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+", re.MULTILINE), ""),
    (re.compile(rf"{_HASHTAGS}|^[ \t]*(?:RT[ \t]+)?(?:@\w+[:,]?[ \t]+)+", re.MULTILINE), ""),
    (re.compile(r"(?<![\w#&])#(?=[^\W\d])"), ""),
)
"""Patterns and their replacements, in the order in which they are applied; the group ``kept`` of a match is kept."""

SIGNS = re.compile(r"[*_`#<>|@~\[]|\([a-z]|://|www\.")
"""Characters without which no rule matches."""


@dataclass(frozen=True)
class Plain:
    """A text without its marks; ``origins[i]`` is the place of ``text[i]`` in the source."""

    text: str
    origins: Sequence[int]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the place of ``text[start:end]``, not empty, in the source, including marks between its words."""
        return self.origins[start], self.origins[end - 1] + 1


def plain(source: str) -> Plain:
    """Return a text without its marks."""
    view = Plain(source, range(len(source)))
    if not SIGNS.search(source):
        return view
    if UNQUOTED.search(source):
        view = _without(view, QUOTED, "\n")
    for pattern, instead in RULES:
        view = _without(view, pattern, instead)
    return view


def _without(view: Plain, pattern: re.Pattern[str], instead: str) -> Plain:
    """Return a text with every match of a pattern replaced; a replacement has the place of the match's start."""
    pieces: list[str] = []
    origins: list[Sequence[int]] = []
    end = 0
    for match in pattern.finditer(view.text):
        if match.start() == match.end():
            continue
        kept = match.span("kept") if "kept" in pattern.groupindex else (match.start(), match.start())
        pieces += (view.text[end : match.start()], instead, view.text[slice(*kept)])
        origins += (
            view.origins[end : match.start()],
            [view.origins[match.start()]] * len(instead),
            view.origins[slice(*kept)],
        )
        end = match.end()
    if not pieces:
        return view
    return Plain("".join((*pieces, view.text[end:])), tuple(chain.from_iterable((*origins, view.origins[end:]))))
