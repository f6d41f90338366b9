"""Options that several commands share, with their help."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

RunDirectory = Annotated[Path, Parameter(help="A run directory, as `doxa run` leaves it.")]
Out = Annotated[Path | None, Parameter(name="--out", help="Where to write. A default is chosen and printed.")]
Sets = Annotated[
    tuple[str, ...],
    Parameter(name="--set", help="Change a setting: path=value, such as belief.u=0.4. May be repeated.", negative=()),
]
Json = Annotated[bool, Parameter(name="--json", help="Print the result as JSON, for a program.")]
JsonOut = Annotated[Path | None, Parameter(name="--out", help="Write the result as JSON to this file instead.")]
Usd = Annotated[float | None, Parameter(name="--max-usd", help="Stop, resumably, once this many US dollars are spent.")]
Tokens = Annotated[int | None, Parameter(name="--max-tokens", help="Stop, resumably, once this many tokens are used.")]
Quiet = Annotated[bool, Parameter(name="--quiet", help="Print no progress.")]
