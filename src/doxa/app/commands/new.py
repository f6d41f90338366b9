"""``doxa new``: skeletons of a scenario, a kernel plug-in and a system plug-in."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.app.skeletons import kernel_files, kernel_name
from doxa.app.system_skeleton import system_files, system_name
from doxa.beliefs.registry import kernel_names
from doxa.errors import ScenarioError
from doxa.experiments.shipped import builtin_scenarios, find_scenario
from doxa.log.disk import write_text
from doxa.protocols.registry import protocol_names
from doxa.records.plugins import systems
from doxa.terminal.console import console

Kind = Literal["scenario", "kernel", "system"]


def new(
    kind: Annotated[Kind, Parameter(help="What to write.")],
    name: Annotated[str, Parameter(help="Its name: lower case, words joined by - or _.")],
    /,
    *,
    out: Annotated[Path, Parameter(help="The folder to write into.")] = Path("."),
) -> None:
    """Write the skeleton of a scenario, a kernel or a system."""
    if not name.replace("-", "_").isidentifier():
        raise ScenarioError(f"{name!r} cannot be a name", hint="Use letters, digits, - and _; begin with a letter.")
    _free(kind, name)
    if kind == "scenario":
        files = {Path(f"{name}.toml"): find_scenario("compulsory-voting").read_text(encoding="utf-8")}
    else:
        files = kernel_files(name) if kind == "kernel" else system_files(name)
    taken = [path for path in files if (out / path).exists()]
    if taken:
        raise ScenarioError(f"{out / taken[0]} exists already", hint="Choose another name or --out.")
    for path, text in files.items():
        write_text(out / path, text)
        console.print(str(out / path), soft_wrap=True)


def _free(kind: Kind, name: str) -> None:
    """Refuse a name that is already in use.

    Raises:
        ScenarioError: a built-in scenario, or an installed kernel, system or protocol has this name.
    """
    taken = {*(system.name for system in systems()), *protocol_names()}
    if kind == "system" and system_name(name) in taken:
        raise ScenarioError(
            f"there is a system or a protocol {system_name(name)!r} already",
            hint=f"Choose another name; taken are {', '.join(sorted(taken))}.",
        )
    if kind == "kernel" and (kernel := kernel_name(name)) in kernel_names():
        raise ScenarioError(
            f"there is a kernel {kernel!r} already",
            hint=f"Choose another name; taken are {', '.join(kernel_names())}.",
        )
    if kind == "scenario" and name in builtin_scenarios():
        raise ScenarioError(
            f"there is a scenario {name!r} already, which comes with doxa",
            hint=f"Choose another name. To start from that one: doxa scenarios {name} > mine.toml",
        )
