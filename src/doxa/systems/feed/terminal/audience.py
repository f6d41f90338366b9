"""An audience in the terminal: the distribution of opinions as a strip a round, and how divided they are."""

import json as jsons
import shlex
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any

from doxa.log.rundir import RunLog
from doxa.records.steps import Outcome
from doxa.scoring.polarisation import clusters
from doxa.systems.feed.exhibits.audience import TASK, replies_of
from doxa.terminal.console import console, plain, signed
from doxa.terminal.strips import LEVELS


def audience_line(outcomes: Iterable[Outcome]) -> str:
    """Return where listeners stand after a round; '' where none moved."""
    found = [one.reply for one in outcomes if one.task == TASK and isinstance(one.reply, dict)]
    return _line(dict(found[-1])) if found else ""


def listeners_line(outcomes: Iterable[Outcome]) -> str:
    """Return where those who only listen to a feed stand, to go on a line; '' where none moved."""
    found = [one.reply for one in outcomes if one.task == TASK and isinstance(one.reply, dict)]
    told: dict[str, Any] = dict(found[-1]) if found else {}
    return f"   listeners [green]{drawn(told['counts'])}[/] mean {signed(told['mean'])}" if told else ""


def audience_rounds(log: RunLog) -> None:
    """Draw all rounds, and the clusters after the last."""
    rounds = replies_of(log)
    for number, told in enumerate(rounds, 1):
        console.print(f"{f'round {number}':>9}  {_line(told)}", soft_wrap=True)
    if rounds:
        _divided(rounds[-1], len(rounds))


def conclude_audience(log: RunLog, *, json: bool) -> None:
    """Show what an audience came to."""
    rounds = replies_of(log)
    last = rounds[-1] if rounds else {}
    if json:
        told = {"path": str(log.path), "status": "finished" if log.finished else "unfinished", "rounds": rounds}
        console.print_json(jsons.dumps(told))
        return
    if last:
        _divided(last, len(rounds))
    console.print(
        "[dim]Positions of every listener after every round are in "
        f"{plain(str(log.path))}/shards. Whom listeners follow and where they begin is assumed; how opinions move "
        "follows from the rule.[/]",
        soft_wrap=True,
    )
    if log.spec.script.get("engine") == "numpy" and find_spec("numba") is None:
        console.print("[dim]numpy computed; several times as fast with pip install 'doxa\\[fast]'.[/]")
    where = plain(shlex.quote(str(log.path)))
    further = f"doxa audience {where}   [dim]·[/]   doxa audience {where} --listener 0"
    console.print(f"\n[dim]next:[/] {further}", soft_wrap=True)


def _divided(last: dict[str, Any], round: int) -> None:
    groups = ", ".join(f"{share:.0%} about {signed(place)}" for place, share in clusters(last["counts"]))
    console.print(f"\n[bold]Clusters of listeners[/] after round {round}: {groups}", soft_wrap=True)
    console.print(
        f"[dim]bimodality {_number(last['bimodality'])} (0.556 when even), Esteban–Ray "
        f"{last['polarisation']:.3f} (1: two equal camps at the ends)[/]",
        soft_wrap=True,
    )


def _line(told: dict[str, Any]) -> str:
    return (
        f"−1 [cyan]{drawn(told['counts'])}[/] +1   mean {signed(told['mean'])}   variance {told['variance']:.3f}   "
        f"polarisation {told['polarisation']:.3f}   moved {told['moved']:.4f}"
    )


def listeners_head(rounds: Sequence[dict[str, Any]]) -> str:
    """Return the head of a column in which listeners stand beside those who speak; '' where nobody listens."""
    if not rounds:
        return ""
    counts = rounds[0]["counts"]
    return f"   −1{f'{sum(counts):,} listeners':^{len(counts) - 4}}+1     mean  spread"


def listeners_beside(told: dict[str, Any]) -> str:
    """Return where listeners stand after a round, for that column."""
    return f"   [green]{drawn(told['counts'])}[/]   {signed(told['mean'])}   {told['variance'] ** 0.5:.2f}"


def drawn(counts: Sequence[int]) -> str:
    """Draw a distribution one line high; cells with anybody in them show."""
    full = max(1, *counts)
    return "".join(
        LEVELS[0] if not one else LEVELS[max(1, round((one / full) ** 0.5 * (len(LEVELS) - 1)))] for one in counts
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
