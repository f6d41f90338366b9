"""Write the tables of a whole ``doxa evaluate judgement --shift`` into docs/judgement.md.

    python tools/write_shift_tables.py OUT/exhibits-shift

A table of the page takes the figures of its exhibit row by row, each domain's, and column by column, by their heads.
Columns that the exhibit lacks ("with `offline/11`") stay as they are; a domain that the exhibit lacks is an error.
"""

import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "judgement.md"

TABLES = {
    "shift-offline": "| domain | n | topics | accuracy |",
    "shift-levels": "| domain | n | own bounds |",
}
"""Name of an exhibit → how the head of its table in the page begins."""

Rows = dict[str, dict[str, str]]


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows_of(lines: list[str]) -> Rows:
    """Return the rows of a Markdown table by their domain, each by the heads of its columns."""
    heads = cells_of(lines[0])
    rows = [dict(zip(heads, cells_of(line), strict=True)) for line in lines[2:]]
    return {row["domain"]: row for row in rows}


def table_in(lines: list[str], head: str) -> slice:
    """Return the place of the one table whose head begins so."""
    (first,) = (place for place, line in enumerate(lines) if line.startswith(head))
    after = next(
        place for place in range(first, len(lines) + 1) if place == len(lines) or not lines[place].startswith("|")
    )
    return slice(first, after)


def refreshed(lines: list[str], exhibit: Rows) -> list[str]:
    """Return a table of the page with the figures of an exhibit."""
    heads = cells_of(lines[0])
    rows = [
        [exhibit[row[0]].get(head, old) for head, old in zip(heads, row, strict=True)]
        for row in map(cells_of, lines[2:])
    ]
    return [*lines[:2], *(f"| {' | '.join(row)} |" for row in rows)]


def main() -> None:
    folder = Path(sys.argv[1])
    page = PAGE.read_text(encoding="utf-8").split("\n")
    for name, head in TABLES.items():
        made = (folder / f"{name}.md").read_text(encoding="utf-8").split("\n")
        exhibit = rows_of([line for line in made if line.startswith("|")])
        place = table_in(page, head)
        page[place] = refreshed(page[place], exhibit)
    PAGE.write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
