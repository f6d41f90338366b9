"""``doxa explain``: the ledger of arguments behind a stance."""

from typing import Annotated

from cyclopts import Parameter
from rich.padding import Padding

from doxa.analysis.explain import Explanation, LedgerRow, MoveRow, roles_changed
from doxa.analysis.explain import explain as explain_run
from doxa.app.explained_factors import made_by_posts, show_move, show_sum
from doxa.app.simulating import simulating
from doxa.log.rundir import open_run
from doxa.terminal.console import console, plain, signed
from doxa.terminal.options import Json, JsonOut, RunDirectory
from doxa.terminal.results import handed_over


def explain(
    directory: RunDirectory,
    /,
    *,
    agent: Annotated[str, Parameter(help="Whose stance: an agent's id, such as violet.")],
    round: Annotated[int | None, Parameter(help="Only what happened in this round, and the ledger after it.")] = None,
    archived: Annotated[bool, Parameter(help="List archived records in the ledger too.")] = False,
    out: JsonOut = None,
    json: Json = False,
) -> None:
    """Say why an agent stands where it stands."""
    log = open_run(directory)
    found = explain_run(log, agent, round=round)
    if handed_over(found, json=json, out=out):
        return
    console.print(f"[bold]{plain(found.sentence)}[/]\n")
    _shown(found, round, archived=archived)
    if told := simulating(log):
        console.print(f"\n[dim]{plain(told)}[/]")


def _shown(found: Explanation, round: int | None, *, archived: bool) -> None:
    if any(move.after.ballot is not None for move in found.moves):
        _roles(found)
        return
    if round is None:
        _turning(found)
    for move in found.moves if round is not None else ():
        _move(move, found.texts)
    if round is not None and not found.moves:
        console.print(f"{plain(found.name)} met nothing in round {round}.")
    if round is None and made_by_posts(found.moves):
        show_sum(found)
    if found.ledger:
        _ledger([row for row in found.ledger if row.active or archived], found, round)


def _roles(found: Explanation) -> None:
    told = roles_changed(found.moves)
    for one in told:
        console.print(
            f"  {one.note:>9}  {plain(one.player)}: {one.before or '–'} → [bold]{one.after}[/]   "
            f"[dim]{plain(one.step)}[/]",
            soft_wrap=True,
        )
    if not told:
        console.print("  No role changed.")


def _turning(found: Explanation) -> None:
    for one in found.turning:
        console.print(f"  {one.note:>9}  {one.kind:<13} {signed(one.before)} → {signed(one.after)}")
    if found.turning:
        console.print()


def _move(move: MoveRow, texts: dict[str, str]) -> None:
    if made_by_posts((move,)):
        show_move(move, texts)
        return
    heard = ", ".join(move.heard) or "a change of settings"
    console.print(
        f"{move.note}: heard {plain(heard)}; "
        f"stance {signed(move.before.stance, 3)} → [bold]{signed(move.after.stance, 3)}[/]"
        f"   [dim]L {signed(move.before.log_odds, 3)} → {signed(move.after.log_odds, 3)}[/]"
    )
    if not move.items:
        console.print("  [dim]nothing that counts was new[/]\n")
        return
    for item in move.items:
        strength = "–" if item.strength is None else f"{item.strength:.2f}"
        console.print(
            _line(item.polarity, item.origin, f"s {strength}  γ {item.weight:.3f}")
            + f"to L {signed(item.before, 3)} → {signed(item.after, 3)}  {item.why:<9} [dim]{plain(item.source)}[/]",
            soft_wrap=True,
        )
        _words(texts.get(item.source, ""))
    console.print()


def _line(polarity: int, origin: str, numbers: str) -> str:
    word, colour = {1: ("for", "green"), -1: ("against", "red")}.get(polarity, ("unclear", "dim"))
    return f"  [{colour}]{word:<7}[/] {origin:<4}  {numbers}  "


def _words(text: str) -> None:
    if text:
        console.print(Padding(plain(text), (0, 0, 0, 10)))


def _ledger(rows: list[LedgerRow], found: Explanation, round: int | None) -> None:
    when = f"after round {round}" if round is not None else "at the end"
    total = sum(row.contribution for row in rows)
    active = sum(row.active for row in rows)
    console.print(
        f"[bold]What counts {when}[/]: {active} active records, L = {signed(total, 3)}, S = {signed(found.now, 3)}\n"
        "[dim]without: S minus S without the record. Shapley: its share of S; shares add up to S.\n"
        "Taking a claim out of the whole run is another question: doxa whatif DIR --without CLAIM[/]\n"
    )
    for row in rows:
        strength = "–" if row.strength is None else f"{row.strength:.2f}"
        effect = f"without {signed(row.without, 3)}  Shapley {signed(row.shapley, 3)}"
        console.print(
            _line(row.polarity, row.origin, f"s {strength}  γ {row.weight:.3f}")
            + f"to L {signed(row.contribution, 3)}  {effect if row.active else row.reason}  [dim]{plain(row.claim)}[/]",
            soft_wrap=True,
        )
        _words(row.text)
