"""``doxa answers``: what a file of kept answers holds, from which services, and what it saves."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.table import Column, Table

from doxa.engine.keeping import VARIABLE
from doxa.errors import ScenarioError
from doxa.log.disk import write_text
from doxa.log.kept import KeptAnswer, KeptAnswers
from doxa.records.base import canonical, group_by
from doxa.terminal.console import Json, console, plain, print_json

DAY = 86_400.0


def answers(
    file: Annotated[Path | None, Parameter(help="The file; by default the one that DOXA_KEEP names.")] = None,
    /,
    *,
    service: Annotated[str, Parameter(help="Only the answers of one service, as the table names it.")] = "",
    older: Annotated[
        float | None,
        Parameter(help="Only what was kept more than so many days ago.", validator=Number(gte=0)),
    ] = None,
    prune: Annotated[bool, Parameter(help="Remove these answers; runs that used them keep theirs.")] = False,
    out: Annotated[Path | None, Parameter(name="--out", help="Write these answers to a file as lines of JSON.")] = None,
    json: Json = False,
) -> None:
    """Show, write out or remove the answers that are kept for other runs."""
    path = file or Path(os.environ.get(VARIABLE, "").strip() or ".")
    if not path.is_file():
        raise ScenarioError("no file of kept answers is named", hint="doxa answers FILE, as it was named with --keep.")
    kept = KeptAnswers(path)
    before = time.time() - (older or 0.0) * DAY
    chosen = [answer for answer in kept.answers(service) if older is None or answer.kept < before]
    if out:
        write_text(out, "".join(f"{canonical(_as_plain(answer))}\n" for answer in chosen))
    removed = kept.prune(before, service) if prune else 0
    kept.close()
    rows = _count(chosen)
    if json:
        print_json({"file": str(path), "services": rows, "removed": removed})
        return
    table = Table(
        Column("service", overflow="fold"), "answers", "tokens", "US$", "first", "last", box=None, pad_edge=False
    )
    for row in rows:
        table.add_row(*(plain(str(value)) for value in row.values()))
    console.print(table)
    if prune:
        console.print(f"{removed:,} removed")


def _count(chosen: Sequence[KeptAnswer]) -> list[dict[str, object]]:
    """Return for each service its answers, their tokens, and the dollars that they took."""
    rows: list[dict[str, object]] = []
    for service, of_it in group_by(chosen, lambda answer: answer.service).items():
        tokens = sum((answer.input_tokens or 0) + (answer.output_tokens or 0) for answer in of_it)
        dollars = None if any(answer.cost is None for answer in of_it) else sum(answer.cost or 0.0 for answer in of_it)
        first, last = (time.strftime("%Y-%m-%d", time.gmtime(of_it[place].kept)) for place in (-1, 0))
        row = {"service": service, "answers": len(of_it), "tokens": tokens}
        rows.append({**row, "usd": dollars if dollars is None else round(dollars, 6), "first": first, "last": last})
    return rows


def _as_plain(answer: KeptAnswer) -> dict[str, object]:
    return {**answer.model_dump(exclude={"vectors"}), "vectors": [row.hex() for row in answer.rows]}
