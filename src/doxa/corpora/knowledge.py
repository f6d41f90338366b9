"""Knowledge bases: a folder of Markdown, text or PDF files per agent, read as passages with their sources.

A passage is a paragraph, or several short ones up to ``LONGEST`` words, never across a heading. A line that begins
with ``Source:`` names the source of the paragraphs above it, up to the previous heading or source; headings are left
out. In a PDF a passage is whole sentences up to as many words, and its source is the file with the page. Files are read
in the order of their names. A link that leads out of the folder is refused: a folder that somebody passed on may hold a
link to any file of this machine, whose words would then go to a model.
"""

import os
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

from doxa.corpora.pdf import pdf_passages
from doxa.errors import CorpusError
from doxa.records.base import JsonValue, clean
from doxa.records.steps import Passage

SUFFIXES = (".md", ".txt", ".pdf")
KINDS = ", ".join(SUFFIXES[:-1]) + " or " + SUFFIXES[-1]

LONGEST = 120
"""Most words of a passage that joins paragraphs or sentences; a single longer paragraph is not split."""

SOURCE = "source:"

FOLLOW = "DOXA_FOLLOW_LINKS"
"""The environment variable that allows links to files outside the folder."""


def load_knowledge(name_or_path: str) -> tuple[Passage, ...]:
    """Return the passages of a folder, or of a shipped knowledge base such as ``land/farmer``.

    Raises:
        CorpusError: there is no such folder, a text is not UTF-8, a PDF gives no text, or there is no passage.
    """
    folder = Path(name_or_path)
    if not folder.is_dir():
        folder = _shipped(name_or_path)
    files_read = (path for path in files_within(folder) if path.suffix.lower() in SUFFIXES)
    passages = tuple(passage for path in files_read for passage in _passages(path, folder))
    if not passages:
        raise CorpusError(f"{folder} contains no passages", hint=f"Put text into files that end in {KINDS}.")
    return passages


def passages_of(named: Mapping[str, str]) -> dict[str, JsonValue]:
    """Return the setting ``knowledge`` of a script: agent → the passages of the knowledge base named for it.

    Raises:
        CorpusError: as ``load_knowledge``.
    """
    return {
        "knowledge": {
            agent: [passage.model_dump() for passage in load_knowledge(name)] for agent, name in named.items()
        }
    }


def shipped_knowledge() -> list[str]:
    """Return the names of the shipped knowledge bases, sorted."""
    root = Path(str(files("doxa.corpora") / "shipped_knowledge"))
    return sorted(f"{agent.parent.name}/{agent.name}" for agent in root.glob("*/*") if agent.is_dir())


def _shipped(name: str) -> Path:
    shipped_names = shipped_knowledge()
    if name not in shipped_names:
        raise CorpusError(
            f"no knowledge base is named {name!r}, and there is no such folder",
            hint=f"Shipped: {', '.join(shipped_names)}. Your own: a folder of {KINDS} files.",
        )
    return Path(str(files("doxa.corpora") / "shipped_knowledge")) / name


def files_within(folder: Path) -> list[Path]:
    """Return all files of a folder and its subfolders, sorted.

    Raises:
        CorpusError: a link leads out of the folder, and ``DOXA_FOLLOW_LINKS`` is not 1.
    """
    paths = sorted(folder.rglob("*"))
    if os.environ.get(FOLLOW) != "1":
        root = folder.resolve()
        for path in paths:
            if path.is_symlink() and not _target(path).is_relative_to(root):
                raise CorpusError(
                    f"{path} is a link that leads out of {folder}",
                    hint=f"Copy what it leads to into the folder, or allow such links: export {FOLLOW}=1",
                )
    return [path for path in paths if path.is_file()]


def _target(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a loop of links
        return Path(path.anchor)


def _passages(path: Path, folder: Path) -> Iterator[Passage]:
    name = path.relative_to(folder).as_posix()
    return pdf_passages(path, name, LONGEST) if path.suffix.lower() == ".pdf" else _text_passages(path, name)


def read_utf8(path: Path) -> str:
    """Return the text of a file.

    Raises:
        CorpusError: it is not UTF-8.
    """
    try:
        return clean(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path}: not UTF-8 text: {error.reason}", hint="Save it as UTF-8.") from None


def _text_passages(path: Path, name: str) -> Iterator[Passage]:
    chunks = [(chunk, source) for section, source in _sections(read_utf8(path)) for chunk in _chunks(section)]
    return (
        Passage(id=f"{name}#{number}", text=chunk, source=source) for number, (chunk, source) in enumerate(chunks, 1)
    )


def _sections(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield the paragraphs between headings and sources, with the source line that follows them or ''."""
    paragraphs: list[str] = [""]
    for line in [*text.splitlines(), "#"]:
        bare = line.strip()
        closes = bare.startswith("#")
        source = bare[len(SOURCE) :].strip() if bare.lower().startswith(SOURCE) else ""
        if closes or source:
            yield [paragraph for paragraph in paragraphs if paragraph], source
            paragraphs = [""]
        elif not bare:
            paragraphs.append("")
        else:
            paragraphs[-1] = f"{paragraphs[-1]} {bare}".strip()


def _chunks(paragraphs: list[str]) -> Iterator[str]:
    """Yield passages of consecutive paragraphs, joined while they are short."""
    chunk = ""
    for paragraph in paragraphs:
        joined = f"{chunk} {paragraph}".strip()
        if chunk and len(joined.split()) > LONGEST:
            yield chunk
            chunk = paragraph
        else:
            chunk = joined
    if chunk:
        yield chunk
