"""Tables: CSV and TSV with a header, whatever separates their cells, as rows with the line in which each begins."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from doxa.errors import CorpusError
from doxa.records.outside import has_words, separator_of

Needed = Mapping[str, Sequence[str]]
"""What a column states → the names that it may have."""


def table_rows(where: str, text: str, needed: Needed) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a table that show anything, by column, each with the number of its first line.

    Columns are in lower case; one without a name is called by its number.

    Raises:
        CorpusError: it is no table, a row has not as many fields as the header, two columns have one name, or a needed
            one is missing.
    """
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))  # a cell may hold a whole speech
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=separator_of(text))
    before = 0
    columns: list[str] = []
    try:
        for cells in reader:
            at, before = before + 1, reader.line_num
            if not any(map(has_words, cells)):
                continue
            if not columns:
                columns = [cell.strip().lower() or f"column {place}" for place, cell in enumerate(cells, 1)]
                _check_header(f"{where}, line {at}", columns, needed)
            elif len(cells) != len(columns):
                raise CorpusError(
                    f"{where}, line {at}: {len(cells)} fields, and the header has {len(columns)}",
                    hint="Quote a text that contains separators or line ends.",
                )
            else:
                yield at, dict(zip(columns, cells, strict=True))
    except csv.Error as error:
        raise CorpusError(
            f"{where}, line {before + 1}: not CSV ({error})", hint="Close the quote, or write it twice within a cell."
        ) from None


def _check_header(where: str, columns: Sequence[str], needed: Needed) -> None:
    if twice := next((name for name in columns if columns.count(name) > 1), ""):
        raise CorpusError(f"{where}: two columns are called {twice!r}", hint="Rename one of them.")
    for what, names in needed.items():
        if not any(name in columns for name in names):
            raise CorpusError(
                f"{where}: the header has no column for {what}; its columns are: {', '.join(columns)}",
                hint=f"Call it {' or '.join(map(repr, names[:3]))}.",
            )
