"""``doxa explain``: the ledger of arguments behind a stance."""

from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.analysis.explain import Explanation, LedgerRow, MoveRow
from doxa.analysis.explain import explain as explain_run
from doxa.app.options import Json, RunDirectory
from doxa.app.terminal import console, plain, side, signed
from doxa.log.rundir import open_run


def explain(
    directory: RunDirectory,
    /,
    *,
    agent: Annotated[str, Parameter(help="Whose stance: an agent's id, such as violet.")],
    round: Annotated[int | None, Parameter(help="Only what happened in this round, and the ledger after it.")] = None,
    archived: Annotated[bool, Parameter(help="List archived records in the ledger too.")] = False,
    json: Json = False,
) -> None:
    """Say why an agent stands where it stands.

    Shows each move with the arguments that made it, then the ledger: every record that counts, its strength s, its
    weight γ, its contribution to the log-odds, and its exact effect on the stance (leave-one-out and Shapley value).
    """
    found = explain_run(open_run(directory), agent, round=round)
    if json:
        console.print_json(found.model_dump_json())
        return
    console.print(f"[bold]{plain(found.sentence)}[/]\n")
    if round is None:
        _turning(found)
    for move in found.moves if round is not None else ():
        _move(move, found.texts)
    if round is not None and not found.moves:
        console.print(f"{plain(found.name)} met nothing in round {round}.")
    _ledger([row for row in found.ledger if row.active or archived], found, round)


def _turning(found: Explanation) -> None:
    for one in found.turning:
        console.print(f"  {one.note:>9}  {one.kind:<13} {signed(one.before)} → {signed(one.after)}")
    if found.turning:
        console.print()


def _move(move: MoveRow, texts: dict[str, str]) -> None:
    heard = ", ".join(move.heard) or "a change of settings"
    console.print(
        f"{move.note}: heard {plain(heard)}; stance {signed(move.before.stance, 3)} → [bold]{signed(move.after.stance, 3)}[/]"
        f"   [dim]L {signed(move.before.log_odds, 3)} → {signed(move.after.log_odds, 3)}[/]"
    )
    if not move.items:
        console.print("  [dim]nothing that counts was new[/]\n")
        return
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for name, justify in (("side", "left"), ("from", "left"), ("s", "right"), ("γ", "right")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    table.add_column("contribution to L", justify="right", no_wrap=True)
    table.add_column("why")
    table.add_column("argument", ratio=1)
    for item in move.items:
        table.add_row(
            side(item.polarity),
            item.origin,
            "–" if item.strength is None else f"{item.strength:.2f}",
            f"{item.weight:.3g}",
            f"{signed(item.before, 3)} → {signed(item.after, 3)}",
            item.why,
            plain(texts.get(item.source, item.source)),
        )
    console.print(table)
    console.print()


def _ledger(rows: list[LedgerRow], found: Explanation, round: int | None) -> None:
    when = f"after round {round}" if round is not None else "at the end"
    total = sum(row.contribution for row in rows)
    table = Table(
        title=f"What counts {when}: {sum(row.active for row in rows)} active records, L = {signed(total, 3)}, "
        f"S = {signed(found.now, 3)}",
        title_justify="left",
        box=None,
        padding=(0, 1),
        header_style="dim",
    )
    for name in ("side", "from", "claim", "s", "γ", "to L", "without", "Shapley"):
        table.add_column(name, justify="left" if name in ("side", "from", "claim") else "right", no_wrap=True)
    table.add_column("argument", ratio=1)
    for row in rows:
        table.add_row(
            side(row.polarity),
            row.origin,
            row.claim,
            "–" if row.strength is None else f"{row.strength:.2f}",
            f"{row.weight:.3g}",
            signed(row.contribution, 3),
            signed(row.without, 3),
            signed(row.shapley, 3),
            plain(row.text if row.active else f"[{row.reason}] {row.text}"),
        )
    console.print(table)
    console.print(
        "[dim]without: S minus S without the record. Shapley: its share of S; shares add up to S.\n"
        "Removing a claim from the whole run is another question: doxa whatif DIR --without CLAIM[/]"
    )
