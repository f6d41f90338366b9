"""A pause of Python's collector while a log is read.

Reading makes hundreds of thousands of objects that all stay, and the collector looks at all of them again and again:
that takes longer than the reading itself. Records refer to each other in no circle, so that nothing waits for it.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collection() -> Iterator[None]:
    """Pause the collector within the block."""
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()
