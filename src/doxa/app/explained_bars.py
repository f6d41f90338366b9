"""The bars of a stance in the terminal: what each source added, and what was lost when a record was replaced."""

from collections.abc import Iterable, Iterator, Sequence

from rich.padding import Padding

from doxa.analysis.bars import Bar, sum_bars
from doxa.analysis.explain import Explanation, ItemRow, MoveRow
from doxa.terminal.console import console, plain, signed

SOURCES = 8
"""Most bars that are listed for a whole run."""

WIDTH = 12
"""The most cells of a bar."""

BLOCKS = "▏▎▍▌▋▊▉█"


def has_bars(moves: Iterable[MoveRow]) -> bool:
    """Return whether anything that moves show can be listed as bars."""
    return any(bar.kind in ("added", "lost", "settings") for move in moves for bar in move.bars)


def show_run_bars(explanation: Explanation) -> None:
    """Print the bars of a whole run, the largest first; smaller ones are summed."""
    bars = sum_bars(bar for move in explanation.moves for bar in move.bars)
    console.print("[bold]What moved it most[/], summed over the rounds in which it was met")
    show_bars(bars[:SOURCES], explanation, bars[SOURCES:])
    console.print(f"  {_total(bars, explanation.start, explanation.now)}")
    granularity = "factor by factor" if any(item.factors for item in _items(explanation)) else "item by item"
    console.print(f"[dim]{granularity}: add --round N[/]\n")


def show_move_bars(move: MoveRow, explanation: Explanation) -> None:
    """Print the bars of one move and their sum, which is the move."""
    show_bars(move.bars, explanation)
    if len(move.bars) > 1:
        console.print(f"  {_total(move.bars, move.before.stance, move.after.stance)}")


def show_rest_and_total(move: MoveRow) -> None:
    """Print what no source of a move explains, such as the end of the scale, and the sum of its bars."""
    for bar in move.bars:
        if bar.kind == "rest":
            console.print(f"  [bold]{signed(bar.part, 3)}[/]  {plain(bar.label)}")
    if len(move.bars) > 1:
        console.print(f"  {_total(move.bars, move.before.stance, move.after.stance)}")


def show_bars(bars: Sequence[Bar], explanation: Explanation, others: Sequence[Bar] = ()) -> None:
    """Print bars, each with what it is and what was said, and the sum of those that are not listed."""
    largest = max((abs(bar.part) for bar in bars), default=0.0)
    for bar in bars:
        colour = "green" if bar.part > 0 else "red"
        console.print(
            f"  {signed(bar.part, 3)} [{colour}]{_draw(bar.part, largest):<{WIDTH}}[/] "
            f"{_side(bar, explanation)}{plain(bar.label or bar.source)}  [dim]{_id(bar)}[/]",
            soft_wrap=True,
        )
        if text := explanation.quoted.get(bar.source) or explanation.texts.get(bar.source, ""):
            console.print(Padding(plain(text), (0, 0, 0, 10)))
    if others:
        remainder = sum(bar.part for bar in others)
        console.print(f"  {signed(remainder, 3)} [dim]{'':<{WIDTH}} {len(others)} others together[/]")


def _draw(part: float, largest: float) -> str:
    eighths = round(abs(part) / largest * WIDTH * 8) if largest else 0
    return "█" * (eighths // 8) + (BLOCKS[eighths % 8 - 1] if eighths % 8 else "")


def _side(bar: Bar, explanation: Explanation) -> str:
    polarity = next((item.polarity for item in _items(explanation) if item.source == bar.source), 0)
    return {1: "[green]for[/], ", -1: "[red]against[/], "}.get(polarity, "")


def _items(explanation: Explanation) -> Iterator[ItemRow]:
    return (item for move in explanation.moves for item in move.items)


def _id(bar: Bar) -> str:
    return plain(bar.source) if bar.kind in ("added", "lost") and bar.label != bar.source else ""


def _total(bars: Sequence[Bar], before: float | None, after: float | None) -> str:
    total = sum(bar.part for bar in bars)
    return f"{signed(total, 3)} [dim]all together: from {signed(before, 3)} to {signed(after, 3)}[/]"
