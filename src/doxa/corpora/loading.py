"""Loading of corpora by shipped name, or by the path of a user's own CSV or JSON lines file."""

from functools import cache
from pathlib import Path

from doxa.corpora.argkp import read_argkp
from doxa.corpora.corpus import Corpus
from doxa.corpora.own import OwnText, read_own, read_own_texts
from doxa.errors import CorpusError

SHIPPED = {"argkp": read_argkp}
"""Every shipped corpus by name, with its loader."""

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson")


def load_corpus(name_or_path: str | Path, *, motion: str | None = None) -> Corpus:
    """Return a shipped corpus by name, or that of a file with columns proposition, text, polarity[, strength, id].

    Args:
        motion: the proposition of all arguments of a file that has no such column.

    Raises:
        CorpusError: there is no such corpus or file, or a row of it is not valid.
    """
    name = str(name_or_path)
    if name in SHIPPED:
        return _shipped(name)
    return read_own(_own_path(name), motion=motion)


def load_texts(path: str | Path) -> tuple[OwnText, ...]:
    """Return the texts of a user's file that are to examine a judge; those that take no side have polarity 0.

    Raises:
        CorpusError: there is no such file, or a row of it is not valid.
    """
    return read_own_texts(_own_path(str(path)))


def _own_path(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise CorpusError(
            f"no corpus is named {name!r}, and there is no such file",
            hint=f"Shipped corpora: {', '.join(sorted(SHIPPED))}. Your own: the path of a CSV or JSON lines file.",
        )
    if path.suffix.lower() not in SUFFIXES:
        raise CorpusError(
            f"{path}: a corpus file is CSV or JSON lines, as its ending says", hint=f"Endings: {', '.join(SUFFIXES)}."
        )
    return path


@cache
def _shipped(name: str) -> Corpus:
    return SHIPPED[name]()
