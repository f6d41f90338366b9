"""Effects of sources on an agent without a ledger, in the terminal: posts by factor, or all summed over a run."""

from rich.padding import Padding

from doxa.analysis.explain import Explanation, ItemRow, MoveRow
from doxa.analysis.headline import moved_by
from doxa.terminal.console import console, plain, signed

SOURCES = 10
"""Most sources that are listed for a whole run."""


def made_by_posts(moves: tuple[MoveRow, ...]) -> bool:
    """Return whether posts, whose items have factors, caused these moves."""
    return any(item.factors for move in moves for item in move.items)


def has_sum(explanation: Explanation) -> bool:
    """Return whether only the moves, and no ledger, show how far each source moved the stance over the run."""
    items = [item for move in explanation.moves for item in move.items]
    reported = any(item.origin == "self_report" for item in items)
    without_sum = explanation.ledger or reported or explanation.unit is None or not items
    return made_by_posts(explanation.moves) or not without_sum


def show_sum(explanation: Explanation) -> None:
    """Print the sources that moved an agent most, each with its contribution to S over the run."""
    parts = sorted(moved_by(explanation.moves).items(), key=lambda source_part: -abs(source_part[1]))
    console.print("[bold]What moved it most[/], summed over the rounds in which it was met")
    for source, part in parts[:SOURCES]:
        console.print(f"  {signed(part, 3)}  [dim]{plain(source)}[/]", soft_wrap=True)
        _words(explanation.texts.get(source, ""))
    if len(parts) > SOURCES:
        remainder = sum(part for _, part in parts[SOURCES:])
        console.print(f"  {signed(remainder, 3)}  [dim]{len(parts) - SOURCES} others together[/]")
    granularity = "factor by factor" if made_by_posts(explanation.moves) else "item by item"
    console.print(f"\n[dim]{granularity}: add --round N[/]")


def show_move(move: MoveRow, texts: dict[str, str]) -> None:
    """Print one move: each post with the factors of its contribution, the largest first."""
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
    console.print()


def _factors(row: ItemRow) -> str:
    factors = {name: factor for name, factor in row.factors.items() if name != "contribution"}
    factor_texts = {
        name: signed(factor) if factor < 0 or name == "gap" else f"{factor:.2f}" for name, factor in factors.items()
    }
    return "  ".join(f"[dim]{name.replace('_', ' ')}[/] {text}" for name, text in factor_texts.items())


def _words(text: str) -> None:
    if text:
        console.print(Padding(plain(text), (0, 0, 0, 10)))
