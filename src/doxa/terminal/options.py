"""Options that several commands share, with their help."""

import math
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from doxa.engine.gate import Budget
from doxa.errors import ScenarioError


def _check_finite(_: object, limit: object) -> None:
    """Raise where a limit is none, such as ``inf``, which a budget would refuse under a name that nobody wrote."""
    if isinstance(limit, float) and not math.isfinite(limit):
        raise ValueError("Must be a finite number. Leave it out for no limit.")


RunDirectory = Annotated[Path, Parameter(help="A run directory, as `doxa run` leaves it.")]
Out = Annotated[Path | None, Parameter(name="--out", help="Where to write. A default is chosen and printed.")]
Sets = Annotated[
    tuple[str, ...],
    Parameter(name="--set", help="Change a setting: path=value, such as belief.u=0.4. May be repeated.", negative=()),
]
Model = Annotated[
    str | None, Parameter(help="The model that speaks, as provider:model; a language model also hears: see --hear.")
]
Hear = Annotated[
    str | None,
    Parameter(
        help="Who extracts claims and reads their direction: by default the model of --model, whose calls cost more "
        "than its words; offline is the fixed judge, free and more often wrong (docs/models.md); or provider:model."
    ),
]
Sure = Annotated[
    float | None,
    Parameter(
        help="The probability that the offline judge, or an encoder, needs to say for or against; what is below is "
        "unclear (docs/judgement.md shows what each level leaves). By default the judge's own bounds.",
    ),
]
Json = Annotated[bool, Parameter(name="--json", help="Print the result as JSON, for a program.")]
JsonOut = Annotated[Path | None, Parameter(name="--out", help="Write the result as JSON to this file instead.")]
Usd = Annotated[
    float | None,
    Parameter(
        name=("--max-usd", "--max-cost"),
        help="Stop, resumably, once this many US dollars are spent.",
        validator=(_check_finite, Number(gte=0)),
    ),
]
Tokens = Annotated[
    int | None,
    Parameter(name="--max-tokens", help="Stop, resumably, once this many tokens are used.", validator=Number(gte=0)),
]
UsdOfAll = Annotated[
    float | None,
    Parameter(
        name=("--max-usd", "--max-cost"),
        help="Stop, resumably, once all runs together spent this many US dollars; an ensemble that costs money needs "
        "it.",
        validator=(_check_finite, Number(gte=0)),
    ),
]
TokensOfAll = Annotated[
    int | None,
    Parameter(
        name="--max-tokens",
        help="Stop, resumably, once all runs together used this many tokens; an ensemble needs it where a price is "
        "unknown.",
        validator=Number(gte=0),
    ),
]
DryRun = Annotated[
    bool,
    Parameter(
        name="--dry-run",
        help="Ask no model: print how many calls and tokens this takes, measured by driving it offline, and the cost "
        "at known prices.",
    ),
]
Quiet = Annotated[bool, Parameter(name="--quiet", help="Print no progress.")]


def limited(before: Budget, usd: float | None, tokens: int | None) -> Budget:
    """Return a budget in which the given limits replace its own."""
    return Budget(usd=before.usd if usd is None else usd, tokens=before.tokens if tokens is None else tokens)


def temperature_of(given: str) -> float | None:
    """Return the sampling temperature of a command's option; None leaves it to the provider.

    Raises:
        ScenarioError: the option is neither a number from 0 to 2 nor ``provider``.
    """
    if given == "provider":
        return None
    try:
        temperature = float(given)
    except ValueError:
        temperature = math.nan
    if not 0.0 <= temperature <= 2.0:
        raise ScenarioError(
            f"--temperature is a number from 0 to 2 or 'provider', not {given!r}", hint="Try --temperature 0."
        )
    return temperature
