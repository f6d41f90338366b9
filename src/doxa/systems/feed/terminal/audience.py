"""An audience in the terminal: the distribution of opinions as one strip for each round, and how divided it is."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from doxa.analysis.view import RunView
from doxa.log.rundir import RunLog
from doxa.records.extras import install_command
from doxa.records.steps import Outcome
from doxa.scoring.polarisation import clusters
from doxa.systems.feed.exhibits.audience import TASK, replies_of
from doxa.terminal.console import plain, signed
from doxa.terminal.pieces import Conclusion, Long, Piece
from doxa.terminal.strips import LEVELS


def audience_line(outcomes: Iterable[Outcome]) -> str:
    """Return the line on listeners after a round; '' where none moved."""
    replies = [outcome.reply for outcome in outcomes if outcome.task == TASK and isinstance(outcome.reply, dict)]
    return _line(dict(replies[-1])) if replies else ""


def listeners_line(outcomes: Iterable[Outcome]) -> str:
    """Return the end of a feed's line: the distribution of its listeners; '' where none moved."""
    replies = [outcome.reply for outcome in outcomes if outcome.task == TASK and isinstance(outcome.reply, dict)]
    reply: dict[str, Any] = dict(replies[-1]) if replies else {}
    return f"   listeners [green]{draw_distribution(reply['counts'])}[/] mean {signed(reply['mean'])}" if reply else ""


def audience_rounds(log: RunLog) -> Iterator[Piece]:
    """Yield a line for each round, and the clusters after the last round."""
    rounds = replies_of(log)
    for number, reply in enumerate(rounds, 1):
        yield Long(f"{f'round {number}':>9}  {_line(reply)}")
    if rounds:
        yield from _describe_clusters(rounds[-1], len(rounds))


def conclude_audience(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return what the terminal shows at the end of a population."""
    rounds = replies_of(log)
    directory = plain(shlex.quote(str(log.path)))
    return Conclusion(
        pieces=_pieces(log, rounds),
        facts={"path": str(log.path), "status": "finished" if log.finished else "unfinished", "rounds": rounds},
        commands=(f"doxa audience {directory}", f"doxa audience {directory} --listener 0"),
        is_whole=True,
    )


def _pieces(log: RunLog, rounds: Sequence[dict[str, Any]]) -> Iterator[Piece]:
    if rounds:
        yield from _describe_clusters(rounds[-1], len(rounds))
    yield Long(
        "[dim]Positions of every listener after every round are in "
        f"{plain(str(log.path))}/shards. Whom listeners follow and where they begin is assumed; how opinions move "
        "follows from the rule.[/]"
    )
    if log.spec.script.get("engine") == "numpy" and find_spec("numba") is None:
        yield f"[dim]Computed with numpy; several times as fast after {plain(install_command('fast'))}.[/]"
    yield ""


def _describe_clusters(last: dict[str, Any], round: int) -> Iterator[Piece]:
    groups = ", ".join(f"{share:.0%} about {signed(place)}" for place, share in clusters(last["counts"]))
    yield Long(f"\n[bold]Clusters of listeners[/] after round {round}: {groups}")
    yield Long(
        f"[dim]bimodality {_number(last['bimodality'])} (0.556 when even), Esteban–Ray "
        f"{last['polarisation']:.3f} (1: two equal camps at the ends)[/]"
    )


def _line(reply: dict[str, Any]) -> str:
    return (
        f"−1 [cyan]{draw_distribution(reply['counts'])}[/] +1   mean {signed(reply['mean'])}   "
        f"variance {reply['variance']:.3f}   "
        f"polarisation {reply['polarisation']:.3f}   moved {reply['moved']:.4f}"
    )


def listeners_head(rounds: Sequence[dict[str, Any]]) -> str:
    """Return the head of the column of listeners beside that of agents; '' without listeners."""
    if not rounds:
        return ""
    counts = rounds[0]["counts"]
    return f"   −1{f'{sum(counts):,} listeners':^{len(counts) - 4}}+1     mean  spread"


def listeners_beside(reply: dict[str, Any]) -> str:
    """Return the cell of that column for one round: distribution, mean and spread."""
    strip, spread = draw_distribution(reply["counts"]), reply["variance"] ** 0.5
    return f"   [green]{strip}[/]   {signed(reply['mean'])}   {spread:.2f}"


def draw_distribution(counts: Sequence[int]) -> str:
    """Return a distribution as a strip one line high; every cell that is not empty is visible."""
    largest = max(1, *counts)
    return "".join(
        LEVELS[0] if not count else LEVELS[max(1, round((count / largest) ** 0.5 * (len(LEVELS) - 1)))]
        for count in counts
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
