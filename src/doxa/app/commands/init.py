"""``doxa init``: a scenario and an arguments file for a motion of one's own."""

import shlex
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.app.own_motion import lay_out_motion
from doxa.errors import ScenarioError
from doxa.log.disk import write_text
from doxa.terminal.console import console, plain


def init(
    motion: Annotated[str, Parameter(help="The motion, word for word, in quotes.")],
    /,
    *,
    agents: Annotated[
        str, Parameter(help="Who debates, by name, with commas. In turn for and against; a last odd one is undecided.")
    ] = "ana,ben",
    name: Annotated[str | None, Parameter(help="What the files are called; made of the motion by default.")] = None,
    out: Annotated[Path, Parameter(help="The folder to write into.")] = Path("."),
) -> None:
    """Write a scenario and an arguments file for a motion of your own."""
    files = lay_out_motion(motion, agents.split(","), name)
    texts = {out / files.scenario: files.scenario_text, out / files.arguments: files.arguments_text}
    taken = [path for path in texts if path.exists()]
    if taken:
        raise ScenarioError(f"{taken[0]} exists already", hint="Choose other names with --name, or another --out.")
    for path, text in texts.items():
        write_text(path, text)
        console.print(plain(str(path)), soft_wrap=True)
    if files.has_opponent:
        console.print("One agent alone meets an opponent who plays the arguments against the motion and never adapts.")
    console.print(
        "The arguments are stand-ins that fit any motion: write yours over them, one a row, whenever you like.",
        soft_wrap=True,
    )
    scenario, arguments = (shlex.quote(str(path)) for path in texts)
    console.print(f"[dim]next:[/] doxa run {plain(scenario)}", soft_wrap=True)
    console.print(f"      doxa check {plain(arguments)}", soft_wrap=True)
