"""What sources did to an agent without a ledger, in the terminal: posts factor by factor, or all summed over a run."""

from rich.padding import Padding

from doxa.analysis.explain import Explanation, ItemRow, MoveRow, moved_by
from doxa.terminal.console import console, plain, signed

SOURCES = 10
"""Sources that are listed for a whole run."""


def made_by_posts(moves: tuple[MoveRow, ...]) -> bool:
    """Say whether these moves were made by posts, with factors of their own."""
    return any(item.factors for move in moves for item in move.items)


def has_sum(found: Explanation) -> bool:
    """Say whether the moves, but no ledger, show how far each source moved the stance over the run."""
    items = [item for move in found.moves for item in move.items]
    reported = any(item.origin == "self_report" for item in items)
    return made_by_posts(found.moves) or not (found.ledger or reported or found.unit is None or not items)


def show_sum(found: Explanation) -> None:
    """List the sources that moved an agent most, each with what it added to S over the run."""
    parts = sorted(moved_by(found.moves).items(), key=lambda source_part: -abs(source_part[1]))
    console.print("[bold]What moved it most[/], summed over the rounds in which it was met")
    for source, part in parts[:SOURCES]:
        console.print(f"  {signed(part, 3)}  [dim]{plain(source)}[/]", soft_wrap=True)
        _words(found.texts.get(source, ""))
    if len(parts) > SOURCES:
        remainder = sum(part for _, part in parts[SOURCES:])
        console.print(f"  {signed(remainder, 3)}  [dim]{len(parts) - SOURCES} others together[/]")
    granularity = "factor by factor" if made_by_posts(found.moves) else "item by item"
    console.print(f"\n[dim]{granularity}: add --round N[/]")


def show_move(move: MoveRow, texts: dict[str, str]) -> None:
    """Show one move, each post with the factors of its contribution, the largest first."""
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


def _factors(item: ItemRow) -> str:
    factors = {name: factor for name, factor in item.factors.items() if name != "contribution"}
    factor_texts = {
        name: signed(factor) if factor < 0 or name == "gap" else f"{factor:.2f}" for name, factor in factors.items()
    }
    return "  ".join(f"[dim]{name.replace('_', ' ')}[/] {text}" for name, text in factor_texts.items())


def _words(text: str) -> None:
    if text:
        console.print(Padding(plain(text), (0, 0, 0, 10)))
