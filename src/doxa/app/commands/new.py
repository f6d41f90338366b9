"""``doxa new``: skeletons of a scenario and of a kernel plug-in."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.app.skeletons import kernel_files
from doxa.app.terminal import console
from doxa.errors import ScenarioError
from doxa.experiments.scenario import find_scenario


def new(
    kind: Annotated[Literal["scenario", "kernel"], Parameter(help="What to write.")],
    name: Annotated[str, Parameter(help="Its name: lower case, words parted by - or _.")],
    /,
    *,
    out: Annotated[Path, Parameter(help="The folder to write into.")] = Path("."),
) -> None:
    """Write the skeleton of a scenario or a kernel."""
    if not name.replace("-", "_").isidentifier():
        raise ScenarioError(f"{name!r} cannot be a name", hint="Use letters, digits, - and _; begin with a letter.")
    if kind == "scenario":
        files = {Path(f"{name}.toml"): find_scenario("compulsory-voting").read_text(encoding="utf-8")}
    else:
        files = kernel_files(name)
    taken = [path for path in files if (out / path).exists()]
    if taken:
        raise ScenarioError(f"{out / taken[0]} exists already", hint="Choose another name or --out.")
    for path, text in files.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text(text, encoding="utf-8")
        console.print(str(out / path), soft_wrap=True)
