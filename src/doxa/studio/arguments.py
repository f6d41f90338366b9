"""An argument from the page, tried on the minds of an open run. A judge that may cost money is asked only where the
page says so, after it has shown what that would take.
"""

from typing import Any

from pydantic import Field

from doxa.errors import UsageError
from doxa.experiments.arguing import OwnArgument, estimate_argument, judges_of, try_argument
from doxa.experiments.dry_runs import is_asked
from doxa.records.base import JsonValue
from doxa.studio.opened import Opened


class ArgumentQuestion(OwnArgument):
    """An argument as the page sends it."""

    asking: bool = False
    """Whether the page has shown what judges cost and was told to ask them."""
    max_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)


def answer_argument(run: Opened, question: ArgumentQuestion) -> dict[str, Any]:
    """Return what an argument does to every mind; where judges may cost money, first what they would take.

    Raises:
        UsageError: judges that may cost money shall be asked without a bound.
        DoxaError: as ``try_argument``.
    """
    argument = OwnArgument.model_validate(question.model_dump(exclude={"asking", "max_usd"}))
    hosted = [model for model in judges_of(run.log) if is_asked(model)]
    if hosted and not question.asking:
        uses = estimate_argument(run.log, argument)
        return {"ask": hosted, "uses": [use.model_dump(mode="json") for use in uses]}
    if hosted and question.max_usd is None:
        raise UsageError("judging this argument may cost money", hint="Give a bound in US dollars first.")
    tried = try_argument(run.log, argument, as_recorded=run.folded(), asking=bool(hosted), max_usd=question.max_usd)
    return tried.model_dump(mode="json") | {"python": _python(run, argument, hosted=bool(hosted))}


def _python(run: Opened, argument: OwnArgument, *, hosted: bool) -> str:
    """Return what gives the same numbers in Python."""
    given: dict[str, JsonValue] = {"text": argument.text, "speaker": argument.speaker}
    if argument.heard_by is not None:
        given["heard_by"] = list(argument.heard_by)
    if argument.at:
        given["at"] = argument.at
    words = ", ".join(f"{name}={value!r}" for name, value in given.items())
    asking = ", asking=True" if hosted else ""
    return (
        "import doxa; from doxa.experiments.arguing import OwnArgument, try_argument; "
        f"try_argument(doxa.open_run({str(run.log.path)!r}), OwnArgument({words}){asking})"
    )
