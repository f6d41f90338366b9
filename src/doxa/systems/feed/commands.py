"""``doxa audience``: the distribution of a population's opinions by round, and the history of one listener."""

import json as jsons
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.exhibit import Exhibit
from doxa.errors import LogError, UsageError
from doxa.log.rundir import open_run
from doxa.records.cells import signed
from doxa.systems.feed.exhibits.audience import ListenerRound, listener_history, replies_of
from doxa.systems.feed.listener_views import show_audience
from doxa.terminal.console import Json, Open, bar, console, plain
from doxa.terminal.exhibits import print_exhibits, write_drawings

POSTS = 3
"""How many posts of a round are listed."""


def audience(
    directory: Annotated[Path, Parameter(help="The directory of a run with listeners.")],
    /,
    *,
    listener: Annotated[int | None, Parameter(help="One listener, by number from 0.")] = None,
    json: Json = False,
    figures: Annotated[
        Path | None, Parameter(help="Draw the distribution over rounds into this folder (needs doxa[plots]).")
    ] = None,
    open: Open = False,
) -> None:
    """Show the distribution of a population's opinions, or the history of one listener."""
    if open and not figures:
        raise UsageError("--open has no page to open", hint="Give --figures DIR as well.")
    log = open_run(directory)
    if "listeners" not in log.spec.roles:
        raise LogError(f"{directory} has no audience", hint="Runs of doxa run million and feed-audience have one.")
    history = listener_history(log, listener) if listener is not None else ()
    if json:
        rounds = [_plain(round_heard) for round_heard in history] if listener is not None else replies_of(log)
        console.print_json(jsons.dumps(rounds))
    elif listener is None:
        print_exhibits(show_audience(log), verbose=True)
    else:
        for line in _lines(history):
            console.print(line, soft_wrap=True)
    if figures:
        from doxa.systems.feed.exhibits.audience import audience_exhibits
        from doxa.systems.feed.exhibits.network import draw_listener_network

        drawings: list[Exhibit] = [*audience_exhibits(log), *draw_listener_network(log)]
        write_drawings(drawings, figures, title=f"Audience: {log.spec.name}", quiet=json, open=open)


def _lines(history: tuple[ListenerRound, ...]) -> Iterator[str]:
    if history:
        met = dict.fromkeys(exposure.speaker for round_heard in history for exposure in round_heard.exposures)
        yield f"met {', '.join(map(plain, met))}\n"
    for round_heard in history:
        before, after = round_heard.before, round_heard.after
        yield f"round {round_heard.round:>3}  {signed(before)} → [bold]{signed(after)}[/]  {bar(after)}"
        for item in sorted(round_heard.trace.items, key=lambda item: -abs(item.after - item.before))[:POSTS]:
            factors = ", ".join(
                f"{name} {factor:.3f}" for name, factor in item.factors.items() if name != "contribution"
            )
            yield f"    [dim]{item.after - item.before:+.4f}  {plain(item.source)}  {factors or item.why}[/]"
    worst = max((abs(round_heard.after - round_heard.stored) for round_heard in history), default=0.0)
    yield f"\n[dim]Recomputed by the plain kernel; the arrays stored the same within {worst:.0e}.[/]"


def _plain(round_heard: ListenerRound) -> dict[str, object]:
    items = [item.model_dump(mode="json") for item in round_heard.trace.items]
    return {
        "round": round_heard.round,
        "before": round_heard.before,
        "after": round_heard.after,
        "stored": round_heard.stored,
        "posts": items,
    }
