"""Parallel work: one piece a core, each on one BLAS thread.

Several BLAS threads that share cores with another process wait for each other and run ten times slower.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from threadpoolctl import ThreadpoolController

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def side_by_side(work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> list[Result]:
    """Return the results of pieces of work, in their order."""
    listed = list(pieces)
    with _blas().limit(limits=1, user_api="blas"):
        return [work(piece) for piece in listed] if len(listed) < 2 else list(_pool().map(work, listed))


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController()  # type: ignore[no-untyped-call]


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=os.cpu_count(), thread_name_prefix="embedded")
