"""``doxa explain``: why an agent has its stance, as bars, moves and the ledger, or posts with their factors."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from cyclopts import Parameter
from rich.padding import Padding

from doxa.analysis.bars import Bar, sum_bars
from doxa.analysis.explain import Explanation, ItemRow, MoveRow, explain as explain_run, roles_changed
from doxa.analysis.ledger import OWN, LedgerRow
from doxa.beliefs.base import ItemUnit
from doxa.log.rundir import open_run
from doxa.records.cells import signed
from doxa.terminal.console import Json, JsonOut, RunDirectory, console, handed_over, plain
from doxa.terminal.outcome import simulating


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
    """Explain why an agent has its stance."""
    log = open_run(directory)
    explanation = explain_run(log, agent, round=round)
    if handed_over(explanation, json=json, out=out):
        return
    console.print(f"[bold]{plain(explanation.sentence)}[/]\n")
    _show_explanation(explanation, round, archived=archived)
    if stand_ins := simulating(log):
        console.print(f"\n[dim]{plain(stand_ins)}[/]")


def _show_explanation(explanation: Explanation, round: int | None, *, archived: bool) -> None:
    if any(move.after.ballot is not None for move in explanation.moves):
        _roles(explanation)
        return
    if round is None:
        _turning(explanation)
        if any(bar.kind in ("added", "lost", "settings") for move in explanation.moves for bar in move.bars):
            show_run_bars(explanation)
    else:
        for move in explanation.moves:
            _move(move, explanation)
        if not explanation.moves:
            console.print(f"{plain(explanation.name)} met nothing in round {round}.")
    if explanation.ledger:
        _ledger([row for row in explanation.ledger if row.active or archived], explanation, round)


def _roles(explanation: Explanation) -> None:
    changes = roles_changed(explanation.moves)
    for change in changes:
        console.print(
            f"  {change.note:>9}  {plain(change.player)}: {change.before or '–'} → [bold]{change.after}[/]   "
            f"[dim]{plain(change.step)}[/]",
            soft_wrap=True,
        )
    if not changes:
        console.print("  No role changed.")


def _turning(explanation: Explanation) -> None:
    for point in explanation.turning:
        console.print(f"  {point.note:>9}  {point.kind:<13} {signed(point.before)} → {signed(point.after)}")
    if explanation.turning:
        console.print()


def _move(move: MoveRow, explanation: Explanation) -> None:
    if any(item.factors for item in move.items):
        show_posts(move, explanation.texts)
        return
    heard = ", ".join(move.heard) or "a change of settings"
    console.print(
        f"{move.note}: heard {plain(heard)}; "
        f"stance {signed(move.before.stance, 3)} → [bold]{signed(move.after.stance, 3)}[/]"
    )
    if not move.items and not move.bars:
        same = move.before.stance == move.after.stance
        console.print(f"  [dim]{'nothing that counts was new' if same else 'its belief rule does not say why'}[/]\n")
        return
    show_bars(move.bars, explanation)
    _show_total(move)
    _details(move, explanation)
    console.print()


def _details(move: MoveRow, explanation: Explanation) -> None:
    """Print the belief rule's own numbers of a move."""
    if not move.items:
        return
    of_log_odds = f", L {signed(move.before.log_odds, 3)} → {signed(move.after.log_odds, 3)}"
    console.print(f"  [dim]details{of_log_odds if explanation.unit == 'L' else ''}[/]")
    has_strengths = any(item.strength is not None for item in move.items)
    for item in move.items:
        change = f"to {explanation.unit} {_format_change(item, explanation.unit)}  " if explanation.unit else ""
        console.print(
            _line(item.polarity, item.origin, _numbers(item.strength, item.weight, has_strengths=has_strengths))
            + f"{change}{plain(item.why):<9} [dim]{_name(item.source, explanation)}[/]",
            soft_wrap=True,
        )
        if not any(bar.source == item.source for bar in move.bars):
            _words(explanation.quoted.get(item.source) or explanation.texts.get(item.source, ""))


def _name(claim: str, explanation: Explanation) -> str:
    """Return a claim's id, with whose direction it has where it is not the judge's."""
    mark = explanation.directions.get(claim)
    return f"{plain(claim)}  {mark}" if mark else plain(claim)


def _line(polarity: int, origin: str, numbers: str) -> str:
    word, colour = {1: ("for", "green"), -1: ("against", "red")}.get(polarity, ("unclear", "dim"))
    return f"  [{colour}]{word:<7}[/] {plain(origin):<4}  {numbers}"


def _format_change(row: ItemRow, unit: str) -> str:
    """Return a contribution before and after; small parts of S get as many digits as distinguish them, up to six."""
    digits = 3
    while unit == "S" and digits < 6 and 0 < abs(row.after - row.before) < 10**-digits:
        digits += 1
    return f"{signed(row.before, digits)} → {signed(row.after, digits)}"


def _numbers(strength: float | None, weight: float | None, *, has_strengths: bool) -> str:
    """Return the columns s and γ, each where the kernel has it."""
    s = "–" if strength is None else f"{strength:.2f}"
    columns = [f"s {s}"] if has_strengths or weight is not None else []
    return "".join(f"{column}  " for column in [*columns, *([] if weight is None else [f"γ {weight:.3f}"])])


def _words(text: str) -> None:
    if text:
        console.print(Padding(plain(text), (0, 0, 0, 10)))


def _ledger(rows: list[LedgerRow], explanation: Explanation, round: int | None) -> None:
    when = f"after round {round}" if round is not None else "at the end"
    total = sum(row.contribution or 0.0 for row in rows)
    active = sum(row.active and row.origin != OWN for row in rows)
    details = f"S = {signed(total, 3)}. to S: its part of S; parts add up to S."
    if explanation.unit == "L":
        details = (
            f"L = {signed(total, 3)}, S = {signed(explanation.now, 3)}. without: S minus S without the record. "
            "Shapley: its share of S; shares add up to S."
        )
    console.print(
        f"[bold]What counts {when}[/]: {active} active records\n"
        f"[dim]details: {details}\n"
        "Taking a claim out of the whole run is another question: doxa whatif DIR --without CLAIM[/]\n"
    )
    has_strengths = any(row.strength is not None for row in rows)
    for row in rows:
        console.print(_row(row, explanation.unit, has_strengths=has_strengths), soft_wrap=True)
        _words(explanation.quoted.get(row.claim, row.text))


def _row(row: LedgerRow, unit: ItemUnit | None, *, has_strengths: bool) -> str:
    """Return one row of the ledger; contributions to S equal their effect, those to L have an effect of their own."""
    effect = f"without {signed(row.without, 3)}  Shapley {signed(row.shapley, 3)}  " if unit == "L" else ""
    return (
        _line(row.polarity, row.origin, _numbers(row.strength, row.weight, has_strengths=has_strengths))
        + f"to {unit} {signed(row.contribution, 3)}  {effect if row.active else f'{row.reason}  '}"
        + f"[dim]{plain(row.claim)}[/]"
    )


SOURCES = 8
"""Most bars that are listed for a whole run."""

WIDTH = 12
"""The most cells of a bar."""

BLOCKS = "▏▎▍▌▋▊▉█"


def show_run_bars(explanation: Explanation) -> None:
    """Print the bars of a whole run, the largest first; smaller ones are summed."""
    bars = sum_bars(bar for move in explanation.moves for bar in move.bars)
    console.print("[bold]What moved it most[/], summed over the rounds in which it was met")
    show_bars(bars[:SOURCES], explanation, bars[SOURCES:])
    console.print(f"  {_total(bars, explanation.start, explanation.now)}")
    granularity = "factor by factor" if any(item.factors for item in _items(explanation)) else "item by item"
    console.print(f"[dim]{granularity}: add --round N[/]\n")


def _show_total(move: MoveRow) -> None:
    """Print the sum of a move's bars, which is the move."""
    if len(move.bars) > 1:
        console.print(f"  {_total(move.bars, move.before.stance, move.after.stance)}")


def show_bars(bars: Sequence[Bar], explanation: Explanation, others: Sequence[Bar] = ()) -> None:
    """Print bars, each with what it is and what was said, and the sum of those that are not listed."""
    largest = max((abs(bar.part) for bar in bars), default=0.0)
    for bar in bars:
        colour = "green" if bar.part > 0 else "red"
        id = plain(bar.source) if bar.kind in ("added", "lost") and bar.label != bar.source else ""
        console.print(
            f"  {signed(bar.part, 3)} [{colour}]{_draw(bar.part, largest):<{WIDTH}}[/] "
            f"{_side(bar, explanation)}{plain(bar.label or bar.source)}  [dim]{id}[/]",
            soft_wrap=True,
        )
        _words(explanation.quoted.get(bar.source) or explanation.texts.get(bar.source, ""))
    if others:
        remainder = signed(sum(bar.part for bar in others), 3)
        console.print(f"  {remainder} [dim]{'':<{WIDTH}} {len(others)} others together[/]")


def _draw(part: float, largest: float) -> str:
    eighths = round(abs(part) / largest * WIDTH * 8) if largest else 0
    return "█" * (eighths // 8) + (BLOCKS[eighths % 8 - 1] if eighths % 8 else "")


def _side(bar: Bar, explanation: Explanation) -> str:
    polarity = next((item.polarity for item in _items(explanation) if item.source == bar.source), 0)
    return {1: "[green]for[/], ", -1: "[red]against[/], "}.get(polarity, "")


def _items(explanation: Explanation) -> Iterator[ItemRow]:
    return (item for move in explanation.moves for item in move.items)


def _total(bars: Sequence[Bar], before: float | None, after: float | None) -> str:
    total = signed(sum(bar.part for bar in bars), 3)
    return f"{total} [dim]all together: from {signed(before, 3)} to {signed(after, 3)}[/]"


def show_posts(move: MoveRow, texts: dict[str, str]) -> None:
    """Print a move that posts caused: each with the factors of its contribution, the largest first."""
    confidence = "" if move.after.confidence is None else f"   [dim]confidence {move.after.confidence:.3f}[/]"
    console.print(
        f"{move.note}: met {len(move.items)} posts; stance {signed(move.before.stance, 3)} → "
        f"[bold]{signed(move.after.stance, 3)}[/]{confidence}"
    )
    for item in sorted(move.items, key=lambda item: -abs(item.after)):
        console.print(
            f"  [bold]{signed(item.after, 3)}[/]  {_factors(item)}  {item.why}  [dim]{plain(item.source)}[/]",
            soft_wrap=True,
        )
        _words(texts.get(item.source, ""))
    for bar in move.bars:
        if bar.kind == "rest":  # what no source explains, such as the end of the scale
            console.print(f"  [bold]{signed(bar.part, 3)}[/]  {plain(bar.label)}")
    _show_total(move)
    console.print()


def _factors(row: ItemRow) -> str:
    texts = {
        name.replace("_", " "): signed(factor) if factor < 0 or name == "gap" else f"{factor:.2f}"
        for name, factor in row.factors.items()
        if name != "contribution"
    }
    return "  ".join(f"[dim]{name}[/] {text}" for name, text in texts.items())
