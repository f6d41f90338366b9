"""Blocks of texts, row after row, so that several texts share each matrix product and none affects another.

A block contains whole texts only, about ``ROWS`` rows or one longer text. In a product a row depends only on itself and
the weights; attention is computed text by text, in shapes that depend on the text's own length. Every core reads a
block, on one BLAS thread: several that share cores with another process wait for each other and run ten times slower.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from doxa.models.embedded.weights import one_at_a_time
from doxa.records.base import group_by

Piece = TypeVar("Piece")
Result = TypeVar("Result")

ROWS = 1024
"""The most rows of a block, not counting its last text: more rows do not make a matrix product faster."""

FEW = 128
"""The fewest rows of a block when rows are divided to give every core a block; a product arranges its weights anew."""

BUCKET = 8
"""Texts whose lengths round up to the same multiple of this share the arrays of an attention."""


@dataclass(frozen=True)
class AttentionBucket:
    """Texts of a block whose attention is computed in arrays of one shape."""

    places: NDArray[np.intp]
    """Row numbers, shape (texts, width); beyond a text's end its first row is repeated."""
    mask: NDArray[np.bool_]
    """True where a row belongs to the text; shape (texts, width)."""


@dataclass(frozen=True)
class TextBlock:
    """The texts of a block, with their first rows and lengths."""

    members: tuple[int, ...]
    starts: tuple[int, ...]
    lengths: tuple[int, ...]

    @cached_property
    def buckets(self) -> tuple[AttentionBucket, ...]:
        spans_of = zip(self.starts, self.lengths, strict=True)
        by_width = group_by(spans_of, lambda span: span[1] + -span[1] % BUCKET)
        return tuple(_bucket(width, spans) for width, spans in sorted(by_width.items()))

    def parts(self, rows: NDArray[np.float32]) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Yield each text's number and its own rows."""
        for member, start, length in zip(self.members, self.starts, self.lengths, strict=True):
            yield member, rows[start : start + length]


def blocks(lengths: Sequence[int]) -> list[TextBlock]:
    """Return blocks of similar size for texts of given lengths; texts of similar length share a block."""
    count, total = _count(sum(lengths)), sum(lengths)
    full_blocks: list[TextBlock] = []
    members: list[int] = []
    laid = 0
    for member in sorted(range(len(lengths)), key=lengths.__getitem__):
        members.append(member)
        laid += lengths[member]
        if laid * count >= total * (len(full_blocks) + 1):
            full_blocks.append(_block(members, lengths))
            members = []
    return full_blocks


def _count(rows: int) -> int:
    """Return the number of blocks: a multiple of the cores, where there are enough rows for that."""
    fewest = max(1, -(-rows // ROWS))
    even = fewest + -fewest % (os.cpu_count() or 1)
    return max(fewest, min(even, rows // FEW))


def _block(members: Sequence[int], lengths: Sequence[int]) -> TextBlock:
    sizes = [lengths[member] for member in members]
    return TextBlock(tuple(members), tuple(accumulate(sizes[:-1], initial=0)), tuple(sizes))


def _bucket(width: int, spans: Sequence[tuple[int, int]]) -> AttentionBucket:
    starts, lengths = (np.array(values, dtype=np.intp)[:, None] for values in zip(*spans, strict=True))
    steps = np.arange(width, dtype=np.intp)[None, :]
    mask = steps < lengths
    return AttentionBucket(np.where(mask, starts + steps, starts), mask)


def side_by_side(work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> list[Result]:
    """Return the results of pieces of work, in their order."""
    listed = list(pieces)
    with _blas().limit(limits=1, user_api="blas"):
        return [work(piece) for piece in listed] if len(listed) < 2 else list(_pool(os.getpid()).map(work, listed))


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController()  # type: ignore[no-untyped-call]


@one_at_a_time
@cache
def _pool(process: int) -> ThreadPoolExecutor:
    """Return the threads of a process; one that was forked has none of its parent's."""
    return ThreadPoolExecutor(max_workers=os.cpu_count(), thread_name_prefix="embedded")
