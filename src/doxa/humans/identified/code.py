"""The code that fits and predicts people: a hash of its sources, by which a fit says what made it."""

from functools import cache
from pathlib import Path

from doxa.log.code import code_hash
from doxa.records.canonical import digest


@cache
def fitting_code() -> str:
    """Return the hash of doxa's sources that replay and fit people, and of those that fold a log."""
    root = Path(__file__).parents[1]
    sources = sorted(root.rglob("*.py"))
    lines = [f"{path.relative_to(root).as_posix()} {digest(path.read_bytes())}" for path in sources]
    return digest("\n".join([code_hash(), *lines]))
