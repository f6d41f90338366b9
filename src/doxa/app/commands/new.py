"""``doxa new``: skeletons of a scenario, and of packages with a kernel, a policy, a data set or a system."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.app.skeletons import dataset_files, kernel_files, plugin_name, policy_files
from doxa.app.system_skeleton import system_files, system_name
from doxa.errors import ScenarioError
from doxa.experiments.shipped import builtin_scenarios, find_scenario
from doxa.log.disk import write_text
from doxa.protocols.registry import protocol_names
from doxa.records.plugins import plugin_names, systems
from doxa.records.shelf import NOUNS
from doxa.terminal.console import console, plain

Kind = Literal["scenario", "kernel", "policy", "dataset", "system"]

PACKAGES = {"kernel": kernel_files, "policy": policy_files, "dataset": dataset_files, "system": system_files}
"""Kind → the files of its package, given a name."""

PLUGINS = {"kernel": "doxa.kernels", "policy": "doxa.policies", "dataset": "doxa.datasets"}
"""Kind → the entry-point group in which a new one is registered."""


def new(
    kind: Annotated[Kind, Parameter(help="What to write.")],
    name: Annotated[str, Parameter(help="Its name: lower case, words joined by - or _.")],
    /,
    *,
    out: Annotated[Path, Parameter(help="The folder to write into.")] = Path("."),
) -> None:
    """Write the skeleton of a scenario, or of a package with a kernel, a policy, a data set or a system."""
    if not name.replace("-", "_").isidentifier():
        raise ScenarioError(f"{name!r} cannot be a name", hint="Use letters, digits, - and _; begin with a letter.")
    _free(kind, name)
    if kind == "scenario":
        files = {Path(f"{name}.toml"): find_scenario("compulsory-voting").read_text(encoding="utf-8")}
    else:
        files = PACKAGES[kind](name)
    taken = [path for path in files if (out / path).exists()]
    if taken:
        raise ScenarioError(f"{out / taken[0]} exists already", hint="Choose another name or --out.")
    for path, text in files.items():
        write_text(out / path, text)
        console.print(plain(str(out / path)), soft_wrap=True)


def _free(kind: Kind, name: str) -> None:
    """Refuse a name that is already in use.

    Raises:
        ScenarioError: a built-in scenario or an installed plug-in, system or protocol has this name.
    """
    taken = {*(system.name for system in systems()), *protocol_names()}
    if kind == "system" and system_name(name) in taken:
        raise ScenarioError(
            f"there is a system or a protocol {system_name(name)!r} already",
            hint=f"Choose another name; taken are {', '.join(sorted(taken))}.",
        )
    if kind in PLUGINS and plugin_name(name) in (names := plugin_names(PLUGINS[kind])):
        raise ScenarioError(
            f"there is a {NOUNS[PLUGINS[kind]]} {plugin_name(name)!r} already",
            hint=f"Choose another name; taken are {', '.join(names)}.",
        )
    if kind == "scenario" and name in builtin_scenarios():
        raise ScenarioError(
            f"there is a scenario {name!r} already, which comes with doxa",
            hint=f"Choose another name. To start from that one: doxa scenarios {name} > mine.toml",
        )
