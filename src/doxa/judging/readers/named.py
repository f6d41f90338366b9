"""Plain documents of "NAME: text", and captions (SRT, VTT) with the names of speakers.

Who speaks for which side stands at the head of a document ("For: Ann Lee, Bo Noor"), behind a name ("ANN LEE (for):"),
or in ``sides.csv`` beside the file (speaker, side). Whoever is not listed is of no side: shown to judges, never judged.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from doxa.errors import CorpusError
from doxa.judging.readers.segments import SpokenTurn, make_debate
from doxa.records.canonical import clean
from doxa.records.transcripts import SIDES_BY_NAME, Debate, Side

Stand = Side | Literal["none"]

NAMED_SUFFIXES = (".txt", ".srt", ".vtt")

_HEADS: dict[str, Stand] = {**SIDES_BY_NAME, "moderators": "none", "hosts": "none"}
_TIMES = re.compile(r"^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]+)>")
_TAG = re.compile(r"</?[a-zA-Z][^>]*>|<\d[^>]*>")
_LABEL = re.compile(
    r"^\s*(?:>>+|[-–—])?\s*(?P<name>[^\W\d_][\w .,'’\-]{0,59}?)\s*(?:\((?P<side>[^()]{1,20})\))?\s*:\s+(?P<text>\S.*)$"
)
_PHASE = re.compile(
    r"^\s*\W*(?P<phase>opening|introduction|discussion|rebuttal|closing|conclusion)s?(?: statements?)?\W*$", re.I
)
LONGEST_NAME = 6
"""The most words of a speaker's name."""


@dataclass
class _Script:
    """What a document has said so far."""

    sides: dict[str, Stand]
    motion: str = ""
    phase: str = ""
    turns: list[tuple[str, str, list[str]]] = field(default_factory=list)
    """Speaker, phase, lines."""


def read_named(path: Path, text: str, motion: str, listed: Mapping[str, Stand]) -> Debate:
    """Return the debate of a plain document or of captions.

    Args:
        listed: speaker → side, of ``sides.csv``.

    Raises:
        CorpusError: nobody is named, or nobody is listed for a side.
        OneSidedError: a side has no speech.
    """
    lines = list(_caption_lines(text)) if path.suffix.lower() in (".srt", ".vtt") else text.splitlines()
    script = _Script(sides={_plain_name(name): side for name, side in listed.items()})
    _read_heads(script, lines)
    names = _speaking_names(script, lines) | {name.strip() for name in _VOICE.findall(text)}
    for line in lines:
        _read_line(script, line, names)
    if not script.turns:
        raise CorpusError(f"{path}: no line names its speaker", hint='Write "NAME: text", or "<v Name>" in VTT.')
    if not any(side != "none" for side in script.sides.values()):
        raise CorpusError(
            f"{path}: nobody says who speaks for which side; speakers: {_name_some(names)}",
            hint='Begin with "For: NAME, NAME" and "Against: NAME", or put sides.csv (speaker, side) beside the file.',
        )
    turns = [
        SpokenTurn(speaker=name, side=_side_of(script, name), text=spoken, phase=phase)
        for name, phase, parts in script.turns
        if (spoken := clean(" ".join(" ".join(parts).split())))
    ]
    return make_debate(path, turns, motion or script.motion, merged=True)


def _name_some(names: Sequence[str] | set[str]) -> str:
    """Return the first few names, and how many more there are."""
    ordered = sorted(names)
    more = f" and {len(ordered) - 5} more" if len(ordered) > 5 else ""
    return ", ".join(ordered[:5]) + more


def _caption_lines(text: str) -> Iterator[str]:
    """Yield the spoken lines of captions, without cue numbers, times and notes; a voice tag becomes "NAME: "."""
    lines = text.splitlines()
    skipping = False
    for number, line in enumerate(lines):
        if re.match(r"^(?:WEBVTT|STYLE|REGION)\b", line):
            skipping = True
        if line.startswith("NOTE"):
            yield line.removeprefix("NOTE").strip()
            continue
        if not line.strip():
            skipping = False
        is_number = number + 1 < len(lines) and _TIMES.match(lines[number + 1]) is not None
        if skipping or not line.strip() or is_number or _TIMES.match(line):
            continue
        yield _TAG.sub("", _VOICE.sub(lambda match: f"{match[1].strip()}: ", line))


def _read_heads(script: _Script, lines: Sequence[str]) -> None:
    """Take the motion and the sides from lines such as "For: Ann Lee, Bo Noor"."""
    for line in lines:
        head, _, rest = (part.strip() for part in line.partition(":"))
        word = head.lower()
        if word == "motion" and rest and not script.motion:
            script.motion = clean(rest)
        elif word in _HEADS and rest and head == head.capitalize():
            for name in re.split(r"[;,]| and ", rest):
                if name.strip():
                    script.sides[_plain_name(name)] = _HEADS[word]


def _speaking_names(script: _Script, lines: Sequence[str]) -> set[str]:
    """Return the names that stand before a colon as speakers: listed, in capitals, with a side, or more than once."""
    counts: Counter[str] = Counter()
    sure: set[str] = set()
    for line in lines:
        if not (match := _LABEL.match(line)) or _is_head(line) or len(match["name"].split()) > LONGEST_NAME:
            continue
        name = match["name"].strip()
        counts[name] += 1
        side = SIDES_BY_NAME.get((match["side"] or "").strip().lower())
        if side:
            script.sides[_plain_name(name)] = side
        if side or name.isupper() or _listed(script, name):
            sure.add(name)
    return sure | {name for name, count in counts.items() if count > 1 and name[:1].isupper()}


def _is_head(line: str) -> bool:
    head = line.partition(":")[0].strip()
    return head.lower() == "motion" or (head.lower() in _HEADS and head == head.capitalize())


def _read_line(script: _Script, line: str, names: set[str]) -> None:
    if match := _PHASE.match(line):
        script.phase = match["phase"].lower()
        return
    if _is_head(line):
        return
    match = _LABEL.match(line)
    if match and match["name"].strip() in names:
        script.turns.append((clean(match["name"].strip()), script.phase, [match["text"]]))
    elif script.turns and line.strip():
        script.turns[-1][2].append(line.strip())


def _side_of(script: _Script, name: str) -> Stand:
    listed = _listed(script, name)
    return script.sides[listed] if listed else "none"


def _listed(script: _Script, name: str) -> str:
    """Return the listed name that a label means: the same, or the only one with this last name; '' for none."""
    plain = _plain_name(name)
    if plain in script.sides:
        return plain
    ending = [listed for listed in script.sides if listed.split()[-1:] == plain.split()[-1:]]
    return ending[0] if len(ending) == 1 and (len(plain.split()) == 1 or len(ending[0].split()) == 1) else ""


def _plain_name(name: str) -> str:
    return " ".join(name.lower().split())
