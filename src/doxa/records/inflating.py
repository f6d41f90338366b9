"""Compressed bytes from outside, inflated up to a bound: two megabytes of gzip can hold four gigabytes of zeros."""

import zlib
from collections.abc import Iterator

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
