"""``doxa methods``: the paragraph for a methods section, and the reference."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.exports.methods import write_methods
from doxa.terminal.console import console


def methods(
    directory: Annotated[Path, Parameter(help="A run directory, or a folder of runs, such as a sweep's.")],
    /,
    *,
    format: Annotated[
        Literal["text", "latex"], Parameter(help="Plain text, or LaTeX with BibTeX in comments.")
    ] = "text",
) -> None:
    """Write the paragraph for a methods section, and the reference."""
    console.file.write(write_methods(directory, latex=format == "latex"))
