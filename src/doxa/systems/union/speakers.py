"""Speakers of a union debate: folders of what somebody wrote and said, read as passages of at most 1,000 characters.

``SPEAKER/bio``, ``writings``, ``interviews`` and ``speeches`` hold Markdown, text or PDF files. Passages overlap by
200 characters, so that a thought cut at the end of one is whole in the next. The first paragraph of the bio says who
the speaker is.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Literal

from doxa.corpora.knowledge import KINDS, SOURCE, SUFFIXES, files_within, read_utf8
from doxa.corpora.pdf import pdf_text
from doxa.errors import CorpusError
from doxa.records.base import Record
from doxa.records.steps import Passage
from doxa.systems.union.protocol.settings import Writing

Part = Literal["bio", "writings", "interviews", "speeches"]

PARTS: tuple[Part, ...] = ("bio", "writings", "interviews", "speeches")

LENGTH, OVERLAP = 1000, 200
"""The most characters of a passage, and how many of them it shares with the passage before."""

POOL = 15
"""The fewest passages with which draws differ enough between runs; a speaker with fewer is thin."""

SHIPPED = Path(str(files("doxa.systems.union") / "shipped_speakers"))

_HEADING = re.compile(r"^#{1,6}\s+.*$", re.MULTILINE)


class FileNote(Record):
    """One file of a speaker's folder: its size, or why it was not read."""

    file: str
    part: Part | None
    passages: int = 0
    words: int = 0
    trouble: str = ""
    """Why it was not read; empty where it was."""


class SpeakerNote(Record):
    """What a check found in one speaker's folder: files that were read, files that were not, and missing text."""

    name: str
    files: tuple[FileNote, ...]

    @property
    def passages(self) -> int:
        return sum(note.passages for note in self.files)

    @property
    def words(self) -> int:
        return sum(note.words for note in self.files)

    @property
    def thin(self) -> tuple[str, ...]:
        """Where there is too little text, in words; empty where there is enough."""
        parts_present = {note.part for note in self.files if note.passages}
        missing = tuple(f"nothing in {part}/" for part in PARTS if part not in parts_present)
        few = (f"{self.passages} passages; runs differ with {POOL} or more",) if self.passages < POOL else ()
        return (*few, *missing)


def load_speaker(name_or_path: str | Path) -> Writing:
    """Return the texts of a speaker: of a folder, or of a shipped speaker such as ``platforms/imani``.

    Raises:
        CorpusError: there is no such folder, a file of it cannot be read, or it holds no text.
    """
    folder = _folder(str(name_or_path))
    passages = [
        passage
        for path, part in _texts(folder)
        if part is not None
        for passage in _passages(_text(path), path.relative_to(folder).as_posix())
    ]
    if not passages:
        raise CorpusError(
            f"{folder} holds no text of a speaker",
            hint=f"Put files that end in {KINDS} into {', '.join(f'{part}/' for part in PARTS)}.",
        )
    return Writing(bio=_bio(folder), passages=tuple(passages))


def check_speakers(folder: Path) -> tuple[SpeakerNote, ...]:
    """Return a note on a speaker's folder, or on each folder within a folder of speakers.

    Raises:
        CorpusError: there is no such folder, or it holds no speaker's folder.
    """
    if not folder.is_dir():
        raise CorpusError(f"{folder} is not a folder", hint="Give a folder of speakers, or one speaker's folder.")
    is_speaker = any((folder / part).is_dir() for part in PARTS)
    folders = [folder] if is_speaker else sorted(path for path in folder.iterdir() if path.is_dir())
    if not folders:
        raise CorpusError(
            f"{folder} holds no speakers",
            hint=f"A speaker is a folder with {', '.join(f'{part}/' for part in PARTS)} in it.",
        )
    return tuple(
        SpeakerNote(name=speaker_folder.name, files=tuple(_notes(speaker_folder))) for speaker_folder in folders
    )


def shipped_speakers() -> list[str]:
    """Return the names of the shipped speakers, sorted."""
    return sorted(f"{path.parent.name}/{path.name}" for path in SHIPPED.glob("*/*") if path.is_dir())


def chunks(text: str, length: int = LENGTH, overlap: int = OVERLAP) -> Iterator[str]:
    """Yield parts of a text, cut between words, each with about ``overlap`` characters of the part before.

    Args:
        length: the longest part, in characters; a longer word is cut.
        overlap: how far back the next part begins, at the first word there.
    """
    text = " ".join(text.split())
    start = 0
    while start < len(text):
        end = _find_cut(text, start, length)
        yield text[start:end].strip()
        if end >= len(text):
            return
        back = text.find(" ", max(end - overlap - 1, start + 1), end)
        start = back + 1 if back >= 0 else end


def _find_cut(text: str, start: int, length: int) -> int:
    """Return where a part that begins at ``start`` ends: at the end of a word."""
    end = start + length
    if end >= len(text):
        return len(text)
    space = text.rfind(" ", start, end + 1)
    return space if space > start else end


def _folder(name: str) -> Path:
    if Path(name).is_dir():
        return Path(name)
    shipped = shipped_speakers()
    if name not in shipped:
        raise CorpusError(
            f"{name!r} is neither a shipped speaker nor a folder",
            hint=f"Shipped: {', '.join(shipped)}. Your own: a folder with {', '.join(f'{part}/' for part in PARTS)}.",
        )
    return SHIPPED / name


def _texts(folder: Path) -> list[tuple[Path, Part | None]]:
    """Return every file and the part that it belongs to, in the order of the parts, then of the names."""
    paths = [path for path in files_within(folder) if not path.name.startswith(".")]
    pairs = [(path, _part_of(path, folder)) for path in paths]
    return sorted(pairs, key=lambda pair: (*PARTS, None).index(pair[1]))


def _part_of(path: Path, folder: Path) -> Part | None:
    top = path.relative_to(folder).parts[0] if path.suffix.lower() in SUFFIXES else ""
    return next((part for part in PARTS if part == top), None)


def _text(path: Path) -> str:
    return pdf_text(path) if path.suffix.lower() == ".pdf" else read_utf8(path)


def _passages(text: str, name: str) -> list[Passage]:
    lines = [line for line in _HEADING.sub("", text).splitlines() if line.strip()]
    sources = [line for line in lines if _is_source(line)]
    source = sources[0].strip()[len(SOURCE) :].strip() if sources else name
    body = "\n".join(line for line in lines if line not in sources)
    return [Passage(id=f"{name}#{number}", text=chunk, source=source) for number, chunk in enumerate(chunks(body), 1)]


def _is_source(line: str) -> bool:
    return line.strip().lower().startswith(SOURCE)


def _bio(folder: Path) -> str:
    for path, part in _texts(folder):
        if part == "bio":
            body = "\n".join(line for line in _HEADING.sub("", _text(path)).splitlines() if not _is_source(line))
            paragraphs = [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", body)]
            return next((paragraph for paragraph in paragraphs if paragraph), "")
    return ""


def _notes(folder: Path) -> Iterator[FileNote]:
    for path, part in _texts(folder):
        name = path.relative_to(folder).as_posix()
        if part is None:
            places = ", ".join(f"{place}/" for place in PARTS)
            which = f"in {places}" if path.suffix.lower() in SUFFIXES else f"that end in {KINDS}"
            yield FileNote(file=name, part=None, trouble=f"only files {which} are read")
            continue
        try:
            passages = _passages(_text(path), name)
        except CorpusError as error:
            yield FileNote(file=name, part=part, trouble=f"{error.message.removeprefix(f'{path}: ')}. {error.hint}")
            continue
        yield FileNote(
            file=name,
            part=part,
            passages=len(passages),
            words=len(_text(path).split()),
            trouble="" if passages else "the file is empty",
        )
