"""Random streams keyed by step and purpose, so that no random choice depends on the order of arrival."""

import hashlib
from random import Random


def stream(seed: int, key: str, purpose: str) -> Random:
    """Return the random stream of one purpose at one step of one run.

    The same (seed, key, purpose) always gives the same numbers; different ones give independent streams.
    """
    name = f"{seed}\x1f{key}\x1f{purpose}".encode()
    return Random(int.from_bytes(hashlib.sha256(name).digest()[:16], "big"))
