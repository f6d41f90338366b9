"""Packed tables: compressed CSV files in ``shipped/SET/``, whose first line says what was changed."""

import csv
import gzip
import io
from collections.abc import Iterator
from importlib.resources import files

from doxa.errors import CorpusError

NOTICE = "#"
"""Begins the first line, which states the changes, as the licences require."""


def packed_rows(folder: str, name: str) -> Iterator[dict[str, str]]:
    """Return the rows of a shipped table in the order of its data set.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    place = files("doxa.corpora") / "shipped" / folder / name
    try:
        text = gzip.decompress(place.read_bytes()).decode()
    except (OSError, EOFError) as error:
        raise CorpusError(f"the shipped file {name} cannot be read: {error}", hint="Install doxa again.") from None
    lines = io.StringIO(text, newline="")
    if not lines.readline().startswith(NOTICE):
        lines.seek(0)
    return iter(csv.DictReader(lines))
