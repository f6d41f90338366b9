"""How a discussion is shown in a terminal: its five metrics as a table, and an exchange from its end."""

from collections.abc import Iterator

from rich.padding import Padding
from rich.table import Table

from doxa.log.rundir import RunLog
from doxa.systems.round_table.exhibits.discussion import REASONS, DiscussionMeasures, measure_discussions, spoken_in
from doxa.systems.round_table.measures import METRICS, MeasuredTurn, describe_definitions
from doxa.terminal.console import COLOURS, plain
from doxa.terminal.pieces import Piece


def is_discussion(log: RunLog) -> bool:
    """Return whether a log is that of a finished round table."""
    return log.spec.protocol == "round_table" and log.finished


def show_discussion(log: RunLog) -> Iterator[Piece]:
    """Yield the last exchange of a finished discussion, and its metrics by agent.

    Raises:
        LogError: the log is not that of a finished round table.
    """
    names = {participant.id: participant.name for participant in log.spec.participants}
    yield from show_exchange([spoken.turn for spoken in spoken_in(log)], names)
    measured = measure_discussions([log], "agent")
    yield metrics_table(measured)
    yield from show_notes(measured)
    yield ""


def show_exchange(turns: list[MeasuredTurn], names: dict[str, str]) -> Iterator[Piece]:
    """Yield the last turn that responds to somebody else, or else the last turn, after the turn before it."""
    if not turns:
        yield "Nobody spoke.\n"
        return
    by_key = {f"r{turn.round:02d}/{turn.agent}": turn for turn in turns}
    others = [turn for turn in turns if turn.previous and by_key[turn.previous].agent != turn.agent]
    last = ([turn for turn in others if turn.responds] or others or turns)[-1]
    for turn in (by_key.get(last.previous), last):
        if turn is not None:
            colour = COLOURS[list(names).index(turn.agent) % len(COLOURS)]
            marks = ", ".join(_marks(turn))
            yield f"[{colour}]{plain(names[turn.agent])}[/] [dim]round {turn.round}{marks and ', '}{marks}[/]"
            yield Padding(plain(turn.text), (0, 0, 1, 2))


def _marks(turn: MeasuredTurn) -> list[str]:
    marks = {"opposes": turn.opposes, "responds": turn.responds and not turn.opposes, "uses evidence": turn.evidence}
    return [mark for mark, applies in marks.items() if applies]


def show_notes(measured: DiscussionMeasures) -> Iterator[str]:
    """Yield how many turns have each metric that some lack, with the reasons, and definitions that are not doxa's."""
    for metric, reasons in measured.rows[-1].missing.items():
        count, turns = measured.rows[-1].counts[metric], measured.rows[-1].turns
        why = "; ".join(f"{number} turns without: {REASONS[reason]}" for reason, number in reasons.items())
        yield f"[dim]{metric}: n = {count} of {turns} ({why})[/]"
    if measured.definitions is None:
        yield "[dim]The runs compute their metrics by different definitions; --overlap and the like set one for all.[/]"
    elif sentence := describe_definitions(measured.definitions):
        yield f"[dim]{sentence}[/]"


def metrics_table(measured: DiscussionMeasures) -> Table:
    """Return the metrics as a table, one row for each group, agents by name; – for a metric that no turn has."""
    names = measured.names if measured.by == "agent" else {}
    table = Table(box=None, padding=(0, 1), collapse_padding=True, pad_edge=False, header_style="dim")
    table.add_column(measured.by)
    for name in ("n", *METRICS):
        table.add_column(name, justify="right", no_wrap=True)
    for row in measured.rows:
        numbers = ["–" if score is None else f"{score:.2f}" for score in row.metrics.values()]
        table.add_row(plain(names.get(row.group, row.group)), str(row.turns), *numbers)
    return table
