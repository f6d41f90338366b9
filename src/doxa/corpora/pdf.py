"""PDF files for knowledge bases: running text without page layout, with the page of each part.

A word hyphenated at the end of a line is joined again. Lines that recur at the head or foot of pages, and page numbers
on lines of their own, are left out. A PDF without readable text (encrypted, damaged, pictures only) is refused, with
advice.
"""

import logging
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from doxa.errors import CorpusError
from doxa.records.base import clean
from doxa.records.steps import Passage

SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”’)\]]*\s+(?=[\"“‘(\[]?[A-Z0-9])")
WORD = re.compile(r"\S+")
COMPOUND = re.compile(r"(?<![^\W\d_])[^\W\d_]++-[^\W\d_]+")
PARTED = re.compile(r"(?<![^\W\d_])([^\W\d_]++)-$")
"""A line that ends with a hyphenated word."""

SHEETS = 3
"""A first or last line that occurs on this many pages, ignoring digits, counts as a running head."""

LIGATURES = str.maketrans({"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl"})


def pdf_passages(path: Path, name: str, longest: int) -> Iterator[Passage]:
    """Yield the passages of a PDF: whole sentences up to ``longest`` words, each with its page as the source.

    Args:
        name: the name of the file in ids and sources.
        longest: most words of a passage; a longer sentence is split.

    Raises:
        CorpusError: the file is encrypted, damaged, no PDF, or most of its pages have no text.
    """
    status = path.stat()
    text, begins = _running_text(_pages(path, status.st_mtime_ns, status.st_size))
    for number, (start, end) in enumerate(_spans(text, longest), 1):
        first, last = bisect_right(begins, start), bisect_right(begins, end - 1)
        pages = f"page {first}" if first == last else f"pages {first}–{last}"
        yield Passage(id=f"{name}#{number}", text=text[start:end], source=f"{name}, {pages}")


def pdf_text(path: Path) -> str:
    """Return the running text of a PDF; CorpusError as ``pdf_passages``."""
    status = path.stat()
    return _running_text(_pages(path, status.st_mtime_ns, status.st_size))[0]


@lru_cache(maxsize=64)
def _pages(path: Path, written: int, size: int) -> tuple[tuple[str, ...], ...]:
    """Return the lines of each page; cached in the process until the file changes."""
    with _unspoken():
        pages = [_lines(page) for page in _extracted(path)]
    empty = sum(not lines for lines in pages)
    if 2 * empty > len(pages) or not pages:
        raise CorpusError(
            f"{path}: {empty} of the {len(pages)} pages of this PDF have no text; they are blank or pictures",
            hint="Have its text recognised (for example: ocrmypdf old.pdf new.pdf), or take it out of the folder.",
        )
    return tuple(tuple(lines) for lines in _without_running_heads(pages))


@contextmanager
def _unspoken() -> Iterator[None]:
    """Suppress the library's log messages about flaws that it recovers from."""
    log = logging.getLogger("pypdf")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def _extracted(path: Path) -> list[str]:
    from pypdf import PdfReader

    try:
        reader = PdfReader(path)
        if not reader.is_encrypted or reader.decrypt(""):
            return [page.extract_text() for page in reader.pages]
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read: {error.strerror}") from None
    except Exception as error:  # a damaged file can fail anywhere in the library
        if "crypto" not in str(error).lower():
            raise CorpusError(
                f"{path}: not a PDF that can be read: {type(error).__name__}",
                hint="Open it in a viewer and print it to a new PDF, or save its text as a .txt file.",
            ) from None
    raise CorpusError(
        f"{path}: this PDF is encrypted",
        hint="Save a copy that is not (for example: qpdf --decrypt --password=… old.pdf new.pdf).",
    )


def _lines(text: str) -> list[str]:
    plain = clean(text).translate(LIGATURES).replace("\xad\n", "-\n").replace("\xad", "")
    return [line for line in (" ".join(line.split()) for line in plain.splitlines()) if line]


def _without_running_heads(pages: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Return pages without lines of page numbers, and without first and last lines that recur, ignoring digits."""
    bare = [_trimmed(lines, {"#"}) for lines in pages]
    counts = Counter(_shape(line) for lines in bare if lines for line in {lines[0], lines[-1]})
    return [_trimmed(lines, {"#", *(line for line, count in counts.items() if count >= SHEETS)}) for lines in bare]


def _trimmed(lines: Sequence[str], without: set[str]) -> Sequence[str]:
    while lines and _shape(lines[0]) in without:
        lines = lines[1:]
    while lines and _shape(lines[-1]) in without:
        lines = lines[:-1]
    return lines


def _shape(line: str) -> str:
    return re.sub(r"\d+", "#", line)


def _running_text(pages: Sequence[Sequence[str]]) -> tuple[str, list[int]]:
    """Return all lines as one text, and the offset at which each page begins."""
    whole = {compound.lower() for lines in pages for line in lines for compound in COMPOUND.findall(line)}
    parts: list[str] = []
    length, begins = 0, []
    for lines in pages:
        begins.append(length)
        for line in lines:
            gap = _gap(parts[-1] if parts else "", line, whole)
            if gap == "-":
                parts[-1], length, gap = parts[-1][:-1], length - 1, ""
            parts.append(f"{gap}{line}")
            length += len(parts[-1])
    return "".join(parts), begins


def _gap(before: str, line: str, whole: set[str]) -> str:
    """Return the text between two lines: a space, or nothing within a compound, or "-" to remove the hyphen.

    The hyphen is removed where the word continues in lower case, unless the compound occurs elsewhere ("long-term").
    """
    parted = PARTED.search(before)
    if not before or not parted or not line[0].islower():
        return " " if before else ""
    first_word = re.match(r"[^\W\d_]+", line)
    return "" if first_word and f"{parted[1]}-{first_word[0]}".lower() in whole else "-"


def _spans(text: str, longest: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of passages: consecutive sentences with up to ``longest`` words together."""
    begun, words, last = 0, 0, 0
    for start, end in _sentences(text, longest):
        count = len(text[start:end].split())
        if words and words + count > longest:
            yield begun, last
            begun, words = start, 0
        words, last = words + count, end
    if words:
        yield begun, last


def _sentences(text: str, longest: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of sentences; a sentence that is too long, such as a table, is split between words."""
    breaks = [0, *(match.end() for match in SENTENCE_END.finditer(text)), len(text)]
    for start, close in pairwise(breaks):
        words = [(start + match.start(), start + match.end()) for match in WORD.finditer(text[start:close])]
        for place in range(0, len(words), longest):
            part = words[place : place + longest]
            yield part[0][0], part[-1][1]
