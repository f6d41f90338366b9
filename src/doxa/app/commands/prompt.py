"""``doxa prompt``: the prompt that an agent would get, in coloured blocks, with the reason for each instruction."""

import tempfile
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.errors import ScenarioError
from doxa.experiments.overrides import parse_sets
from doxa.experiments.prompting import ExplainedBlock, prompts_of
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json, Sets
from doxa.terminal.results import print_json

COLOURS = {"T": "magenta", "Q": "cyan", "M": "yellow", "said": "yellow", "D": "green", "R": "blue"}


def prompt(
    scenario: Annotated[str, Parameter(help="A built-in name (see `doxa scenarios`) or the path of a TOML file.")],
    /,
    *,
    agent: Annotated[str, Parameter(help="The agent whose prompt is shown.")],
    round: Annotated[int, Parameter(help="The round in which the agent speaks.")] = 1,
    sets: Sets = (),
    json: Json = False,
) -> None:
    """Show the prompt that an agent would get."""
    if round < 1:
        raise ScenarioError(f"--round {round}: rounds count from 1")
    with tempfile.TemporaryDirectory() as folder:
        parts = prompts_of(scenario, parse_sets(sets), agent, round, Path(folder) / "run")
    if json:
        print_json([part.model_dump(mode="json") for part in parts])
        return
    _show(parts)
    if round > 1:
        console.print(f"[dim]What others said before round {round} is simulated offline.[/]")


def _show(parts: list[ExplainedBlock]) -> None:
    for part in parts:
        colour = COLOURS.get(part.tag.split(" ")[0], "white")
        console.print(f"[bold {colour}]{plain(part.tag)}[/]")
        for line in part.text.splitlines():
            console.print(f"[{colour}]  {plain(line)}[/]" if line else "", soft_wrap=True)
        for why in part.why:
            console.print(f"  [dim]↳ {plain(why)}[/]", soft_wrap=True)
        console.print()
