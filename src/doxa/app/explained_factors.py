"""Effects of posts on an agent, in the terminal: each post of a move with the factors of its contribution."""

from rich.padding import Padding

from doxa.analysis.explain import ItemRow, MoveRow
from doxa.app.explained_bars import show_rest_and_total
from doxa.terminal.console import console, plain, signed


def made_by_posts(moves: tuple[MoveRow, ...]) -> bool:
    """Return whether posts, whose items have factors, caused these moves."""
    return any(item.factors for move in moves for item in move.items)


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
    show_rest_and_total(move)
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
