"""A pause of Python's collector while a log is read.

Reading makes hundreds of thousands of objects that all stay, and the collector looks at all of them again and again:
that takes longer than the reading itself. Records refer to each other in no circle, so that nothing waits for it. What
was made during the pause counts as old afterwards, or the next look at what is new would be at all of it.
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
            if not gc.get_freeze_count():  # somebody else's frozen objects stay frozen
                gc.freeze()
                gc.unfreeze()
            gc.enable()
