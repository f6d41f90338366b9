"""``doxa scenarios``: the built-in scenarios."""

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.errors import DoxaError
from doxa.experiments.scenario import Scenario, load_scenario
from doxa.experiments.shipped import builtin_scenarios, find_scenario, refused_scenarios
from doxa.terminal.console import complain, console, plain
from doxa.terminal.options import Json


def scenarios(
    name: Annotated[str | None, Parameter(help="Print the file of this scenario, to start your own from.")] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the built-in scenarios."""
    if name is not None:
        console.file.write(find_scenario(name).read_text(encoding="utf-8"))
        return
    refused: list[DoxaError] = [*refused_scenarios()]
    loaded = dict(_loaded(refused))
    if json:
        console.print_json(
            data={scenario_name: scenario.model_dump(mode="json") for scenario_name, scenario in loaded.items()}
        )
        return
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("scenario", no_wrap=True)
    table.add_column("what it is")
    for scenario_name, scenario in loaded.items():
        table.add_row(scenario_name, plain(scenario.description))
    console.print(table)
    for refusal in refused:
        complain(refusal, "left out")


def _loaded(refused: list[DoxaError]) -> Iterator[tuple[str, Scenario]]:
    """Yield (name, scenario) for every built-in scenario; the errors of broken ones are added to ``refused``."""
    for name in sorted(builtin_scenarios()):
        try:
            yield name, load_scenario(name)
        except DoxaError as error:
            refused.append(error)
