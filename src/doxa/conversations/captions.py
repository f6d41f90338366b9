"""Captions: SRT and WebVTT. Who speaks stands in a voice tag (<v Name>), or before a colon as in a document.

A voice tag states its name: what follows is text, whatever it begins with. Where no tag does, the labels of documents
count; where most cues begin with one, all of them do. Cues of one speaker that follow each other are one turn.
Entities (&amp;) are unescaped; tags, numbers, times and styles are no words. Notes of WebVTT hold heads, such as
"NOTE For: Ann Lee".
"""

import html
import io
import re
from collections.abc import Iterator

from doxa.conversations.documents import label_of, read_heads, sure_labels
from doxa.conversations.names import plain_name, shown_name
from doxa.conversations.record import Cutter

TIMES = re.compile(
    r"^[^\S\n]*+(?P<time>(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})[^\S\n]*+-->[^\S\n]*+(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3}",
    re.M,
)
"""When a cue is shown: the line that makes a text captions."""

_TAG = re.compile(r"<v(?:\.[^\s<>]*)?\s++(?P<voice>[^<>]+)>|</?[a-zA-Z][^<>]*>|<\d[^<>]*>|\{\\[^{}]*\}")

Cue = tuple[int, str, list[str]]
"""The line of its first words, its time, its rows with their line ends."""


def cut_captions(text: str, names: frozenset[str]) -> Cutter:
    """Return captions, cut.

    Args:
        names: people who are known, as ``plain_name`` writes them.
    """
    cutter = Cutter(flows=True)
    cutter.characters = len(text)
    cues = list(_cues(cutter, text))
    if any(tag["voice"] for _, _, rows in cues for row in rows for tag in _TAG.finditer(row)):
        for cue in cues:
            _cut_voices(cutter, *cue)
    elif _are_named_alone(cues):
        for at, time, rows in cues:
            cutter.drop("names", rows[0])
            _begin(cutter, shown_name(rows[0]), at, time, None)
            _cut_labels(cutter, frozenset(), at, time, rows[1:])
    else:
        labels = _labels_of(cues, names | {plain_name(name) for name in cutter.sides})
        for cue in cues:
            _cut_labels(cutter, labels, *cue)
    return cutter


def _are_named_alone(cues: list[Cue]) -> bool:
    """Return whether each cue begins with a line of its own for the name: few lines, again and again."""
    firsts = [rows[0].strip() for _, _, rows in cues if len(rows) > 1]
    return bool(cues) and len(firsts) == len(cues) >= 2 * len(set(firsts))


def _cues(cutter: Cutter, text: str) -> Iterator[Cue]:
    """Yield the cues of captions; blocks without a time are notes, styles and heads."""
    rows = list(io.StringIO(text, newline=""))
    notes: list[str] = []
    block: list[str] = []
    for at, row in enumerate([*rows, ""], 1):
        if row.strip() and not (TIMES.match(row) and any(map(TIMES.match, block))):
            block.append(row)
            continue
        if not row.strip():
            cutter.drop("white space", row)
        timed = next((place for place, line in enumerate(block) if TIMES.match(line)), None)
        if timed is None:
            notes += [line.strip().removeprefix("NOTE").strip() for line in block]
            cutter.drop("notes", "".join(block))
        else:
            cutter.drop("numbers", "".join(block[:timed]))
            cutter.drop("times", block[timed])
            match = TIMES.match(block[timed])
            yield at - len(block) + timed + 1, match["time"] if match else "", block[timed + 1 :]
        block = [row] if row.strip() else []
    read_heads(cutter, notes)


def _labels_of(cues: list[Cue], names: frozenset[str]) -> frozenset[str]:
    firsts = [_TAG.sub("", html.unescape(rows[0])).strip() for _, _, rows in cues if rows]
    marked = [plain_name(label.name) for first in firsts if (label := label_of(first, None))]
    # an empty line between them: each cue begins a paragraph
    sure = sure_labels("\n\n".join(firsts).split("\n"), names)
    return sure | frozenset(marked) if 2 * len(marked) > len(firsts) else sure


def _cut_labels(cutter: Cutter, labels: frozenset[str], at: int, time: str, rows: list[str]) -> None:
    for row in rows:
        cutter.drop("marks", "".join(tag[0] for tag in _TAG.finditer(row)))
        words = _unescaped(cutter, _TAG.sub("", row))
        if label := label_of(words.rstrip("\r\n"), labels):
            mark = words[: words.rindex(label.words)] if label.words else words
            cutter.drop("names", label.name)
            cutter.drop("marks", mark[len(label.name) :])
            _begin(cutter, shown_name(label.name), at, time, label.side)
            words = words[len(mark) :]
        cutter.add(words)


def _cut_voices(cutter: Cutter, at: int, time: str, rows: list[str]) -> None:
    for row in rows:
        done = 0
        for tag in _TAG.finditer(row):
            cutter.add(_unescaped(cutter, row[done : tag.start()]))
            if voice := tag["voice"]:
                cutter.drop("names", voice)
                _begin(cutter, " ".join(html.unescape(voice).split()), at, time, None)
            cutter.drop("marks", tag[0][len(voice or "") :])
            done = tag.end()
        cutter.add(_unescaped(cutter, row[done:]))


def _begin(cutter: Cutter, speaker: str, at: int, time: str, side: str | None) -> None:
    """Begin a turn, unless the last one is the same speaker's."""
    if not cutter.turns or cutter.turns[-1].fields.get("speaker") != speaker:
        cutter.begin(speaker=speaker, at=at, time=time, side=side)


def _unescaped(cutter: Cutter, text: str) -> str:
    words = html.unescape(text)
    cutter.drop("entities", " " * (len(text) - len(words)))
    return words
