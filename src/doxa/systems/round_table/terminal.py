"""How a discussion is shown in a terminal: its five metrics as a table, and an exchange from its end."""

from rich.padding import Padding
from rich.table import Table

from doxa.log.rundir import RunLog
from doxa.systems.round_table.exhibits.discussion import Measured, measured, spoken_in
from doxa.systems.round_table.measures.turns import METRICS, Turn
from doxa.terminal.console import COLOURS, console, plain


def is_discussion(log: RunLog) -> bool:
    """Say whether a log is that of a finished round table."""
    return log.spec.protocol == "round_table" and log.finished


def show_discussion(log: RunLog) -> None:
    """Print what a finished discussion measures by agent, and its last exchange.

    Raises:
        LogError: it is not a finished round table.
    """
    names = {one.id: one.name for one in log.spec.participants}
    show_exchange([one.turn for one in spoken_in(log)], names)
    console.print(metrics_table(measured([log], "agent")))
    console.print()


def show_exchange(turns: list[Turn], names: dict[str, str]) -> None:
    """Print the last turn that responds to somebody else, or else the last one, and what it came after."""
    if not turns:
        console.print("Nobody spoke.\n")
        return
    told = {f"r{one.round:02d}/{one.agent}": one for one in turns}
    others = [one for one in turns if one.previous and told[one.previous].agent != one.agent]
    shown = ([one for one in others if one.responds] or others or turns)[-1]
    for one in (told.get(shown.previous), shown):
        if one is not None:
            colour = COLOURS[list(names).index(one.agent) % len(COLOURS)]
            marks = ", ".join(_marks(one))
            console.print(f"[{colour}]{plain(names[one.agent])}[/] [dim]round {one.round}{marks and ', '}{marks}[/]")
            console.print(Padding(plain(one.text), (0, 0, 1, 2)))


def _marks(turn: Turn) -> list[str]:
    found = {"opposes": turn.opposes, "responds": turn.responds and not turn.opposes, "uses evidence": turn.evidence}
    return [word for word, so in found.items() if so]


def metrics_table(found: Measured) -> Table:
    """Return the metrics as a table, a row a group, agents by name; a metric that is known of no turn as –."""
    names = found.names if found.by == "agent" else {}
    table = Table(box=None, padding=(0, 1), collapse_padding=True, pad_edge=False, header_style="dim")
    table.add_column(found.by)
    for name in ("n", *METRICS):
        table.add_column(name, justify="right", no_wrap=True)
    for row in found.rows:
        numbers = ["–" if value is None else f"{value:.2f}" for value in row.metrics.values()]
        table.add_row(plain(names.get(row.group, row.group)), str(row.turns), *numbers)
    return table
