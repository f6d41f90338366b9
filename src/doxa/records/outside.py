"""What comes from outside doxa, read with bounds, and what goes out of it, made safe to show and to store.

JSON and TOML are nested no deeper than ``DEEPEST``: code that walks them calls itself once a level, so that a file of
20,000 opening brackets would end the process. A number lies within bounds: one of 400 digits fits no float, and ends
whatever computes with it. Compressed bytes are inflated up to a bound: two megabytes of gzip can
hold four gigabytes of zeros. Invisible control characters, which reverse the order of a line, control a terminal, or
hide words, are shown as escapes, such as ``\\u202e``; the log stores every text unchanged. No name that people chose
leads out of the folder it is put in.
"""

import json
import re
import reprlib
import sys
import tomllib
import unicodedata
import zlib
from collections.abc import Iterator
from typing import Any

SHOWN_CONTROLS = "\n\t\u200c\u200d"

UNSEEN = ("Cc", "Cf")
"""Unicode categories: control and format."""

WIDTHLESS = ("Cc", "Cf", "Mn", "Me")
"""Unicode categories whose characters show nothing alone, such as U+200B, a joiner, a variation selector or a mark."""

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are drawn as nothing: the fillers of Hangul, and the blank Braille pattern."""


def has_words(text: str) -> bool:
    """Return whether a text shows anything: more than white space, controls, and characters without width."""
    return any(
        not character.isspace() and unicodedata.category(character) not in WIDTHLESS and character not in BLANKS
        for character in text
    )


def visible(text: str) -> str:
    """Return a text with its invisible control characters written as Python escapes."""
    if text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode() if unseen(character) else character for character in text
    )


def unseen(char: str) -> bool:
    """Return whether a character is an invisible control character."""
    return not char.isprintable() and char not in SHOWN_CONTROLS and unicodedata.category(char) in UNSEEN


DEEPEST = 100
"""The most levels of nesting that are read; data that people exchange have fewer than twenty."""

TOO_DEEP = f"it is nested more than {DEEPEST} levels deep"

MARK = "\ufeff"
"""The byte-order mark that some editors write before a text."""


LARGEST = 1e15
"""The largest number, whatever its sign, that is read where no narrower bound is known; above it, floats skip some."""

_DIGITS = sys.int_info.default_max_str_digits
"""The most digits of a whole number that Python reads, 4,300."""


def read_number(raw: object, least: float = -LARGEST, most: float = LARGEST) -> float:
    """Return a number from outside, as a number or its text.

    Raises:
        ValueError: it is missing, no number, or not within the bounds; the message says which.
    """
    if raw is None or raw == "" or isinstance(raw, bool):
        raise ValueError("missing")
    try:
        number = raw if isinstance(raw, (int, float)) else float(str(raw))
    except ValueError:
        raise ValueError(f"{reprlib.repr(raw)} is not a number") from None
    if not least <= number <= most:  # compares whole numbers of any length, and fails for NaN
        raise ValueError(f"{reprlib.repr(raw)} is not a number from {least:g} to {most:g}")
    return float(number)


def from_scale(stated: float, low: float, high: float) -> float:
    """Return a number on [low, high] mapped linearly to [−1, 1].

    Raises:
        ValueError: the value is not on the scale.
    """
    if not low <= stated <= high:
        raise ValueError(f"{stated:g} is not on the scale from {low:g} to {high:g}")
    return 2.0 * (stated - low) / (high - low) - 1.0


def stance_on(raw: Any, scale: tuple[float, float], label: str) -> float:
    """Return a stated stance in [−1, 1].

    Raises:
        ValueError: the stance is missing or not on the scale, or this is none; the message begins with the label.
    """
    try:
        if scale[0] >= scale[1]:
            raise ValueError(f"a scale from {scale[0]:g} to {scale[1]:g} is none")
        return from_scale(read_number(raw), *scale)
    except ValueError as error:
        raise ValueError(f"{label}: {error}") from None


def _read_whole(digits: str) -> int | float:
    """Return a whole number of JSON; a longer one than Python reads is infinite, as 1e9999 is."""
    return int(digits) if len(digits) <= _DIGITS else float(digits)


_JSON = json.JSONDecoder(parse_int=_read_whole)


def parse_json(text: str | bytes) -> Any:
    """Return what a JSON text says; a byte-order mark before it is no fault.

    Raises:
        ValueError: it is not JSON, not UTF-8, or nested more deeply than ``DEEPEST``.
    """
    content = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix(MARK)
    try:
        parsed = _JSON.decode(content)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    if content.count("[") + content.count("{") > DEEPEST:
        check_depth(parsed)
    return parsed


def check_depth(parsed: Any) -> None:
    """Raise where a plain value is nested too deeply.

    Raises:
        ValueError: it has more than ``DEEPEST`` levels.
    """
    level: list[Any] = [[parsed]]
    for _ in range(DEEPEST + 1):
        parts = [outer.values() if isinstance(outer, dict) else outer for outer in level]
        level = [inner for inners in parts for inner in inners if isinstance(inner, (dict, list))]
        if not level:
            return
    raise ValueError(TOO_DEEP)


def parse_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises:
        ValueError: it is not TOML, or nested more deeply than ``json_text.DEEPEST``.
    """
    try:
        parsed = tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    check_depth(parsed)
    return parsed


SEPARATORS = ",;\t"


def separator_of(text: str) -> str:
    """Return the character that separates the fields of a table: of these the one that its first line has most of."""
    return max(SEPARATORS, key=text.lstrip("\r\n").split("\n", 1)[0].count)


LONGEST_NAME = 120
"""Most bytes of a name; file systems take 255, and doxa adds a hash and a suffix."""

_UNFIT = re.compile(r"[/\\:\x00-\x1f\x7f-\x9f\ud800-\udfff]+")


def file_name(text: str) -> str:
    """Return a text as the name of one file or folder; a name that is fit for that stays as it is."""
    name = _UNFIT.sub("-", text).strip().lstrip(".-")
    name = name.encode()[:LONGEST_NAME].decode(errors="ignore")
    return name.strip() or "unnamed"


MOST = 256 * 1024 * 1024
"""Most bytes that a file may hold when inflated; the largest that doxa ships holds 1.3 million."""

PIECE = 256 * 1024
"""Most bytes that are inflated at once."""

GZIP, GZIP_OR_ZLIB = 31, 47
"""The numbers by which zlib knows the form of its input: gzip alone, or whichever of the two its head shows."""


class TooLargeError(ValueError):
    """Compressed bytes hold more than they may."""


class Inflater:
    """Inflates a stream that arrives in parts; gzip members may follow each other."""

    def __init__(self, most: int = MOST, window: int = GZIP) -> None:
        self._most = most
        self._left = most
        self._window = window
        self._stream = zlib.decompressobj(window)

    @property
    def is_whole(self) -> bool:
        """Whether the stream has come to its end."""
        return self._stream.eof

    def feed(self, content: bytes) -> Iterator[bytes]:
        """Yield the bytes that a further part holds, in pieces.

        Raises:
            TooLargeError: all parts together hold more than ``most``.
            ValueError: the bytes are not compressed, or damaged.
        """
        while content:
            if self._stream.eof:
                if not (content := content.lstrip(b"\0")):  # gzip files may be padded
                    return
                self._stream = zlib.decompressobj(self._window)
            try:
                piece = self._stream.decompress(content, PIECE)
            except zlib.error as error:
                raise ValueError(f"its compressed bytes are damaged: {error}") from None
            self._left -= len(piece)
            if self._left < 0:
                raise TooLargeError(f"it holds more than {self._most:,} bytes when inflated")
            content = self._stream.unused_data if self._stream.eof else self._stream.unconsumed_tail
            yield piece


def inflate(content: bytes, most: int = MOST) -> bytes:
    """Return the bytes of a gzip file.

    Raises:
        TooLargeError: it holds more than ``most`` bytes.
        ValueError: it is not gzip, damaged, or cut off.
    """
    inflater = Inflater(most)
    inflated = b"".join(inflater.feed(content))
    if not inflater.is_whole:
        raise ValueError("its compressed bytes end before they should")
    return inflated
