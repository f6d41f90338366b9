"""``doxa scenarios``: what comes with doxa."""

from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.experiments.scenario import builtin_scenarios, find_scenario, load_scenario
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json


def scenarios(
    name: Annotated[str | None, Parameter(help="Print this one's file, to start your own from.")] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the built-in scenarios."""
    if name is not None:
        console.file.write(find_scenario(name).read_text(encoding="utf-8"))
        return
    found = {one: load_scenario(one) for one in sorted(builtin_scenarios())}
    if json:
        console.print_json(data={one: scenario.model_dump(mode="json") for one, scenario in found.items()})
        return
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("scenario", no_wrap=True)
    table.add_column("what it is")
    for one, scenario in found.items():
        table.add_row(one, plain(scenario.description))
    console.print(table)
