"""An argument from the page, tried on the minds of an open run. A judge that may cost money is asked only where the
page says so, after it has shown what that would take.
"""

from pathlib import Path
from typing import Any

from pydantic import Field

from doxa.errors import UsageError
from doxa.experiments.arguing import OwnArgument, estimate_argument, judges_of, try_argument
from doxa.experiments.dry_runs import is_asked
from doxa.studio.opened import Opened
from doxa.studio.processes import command


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
    return tried.model_dump(mode="json") | commands_of(run.log.path, argument, max_usd=question.max_usd)


def commands_of(path: Path, argument: OwnArgument, *, max_usd: float | None = None) -> dict[str, str]:
    """Return what a user would type for the same numbers: the command, and the same in Python."""
    options = {"speaker": argument.speaker, "at": argument.at, "heard_by": argument.heard_by, "max_usd": max_usd}
    given = {name: value for name, value in options.items() if value not in ("", None)}
    python = ", ".join(f"{name}={value!r}" for name, value in given.items())
    asking = "" if max_usd is None else ", asking=True"
    # a text that begins with a dash would be read as an option
    said = f"--text={argument.text}" if argument.text.startswith("-") else argument.text
    words = ["argue", str(path), said, "--agent", argument.speaker]
    words += ["--at", argument.at] if argument.at else []
    words += [word for listener in argument.heard_by or () for word in ("--heard-by", listener)]
    words += [] if max_usd is None else ["--max-usd", str(max_usd)]
    return {
        "command": command(words),
        "python": f"import doxa; doxa.argue(doxa.open_run({str(path)!r}), {argument.text!r}, {python}{asking})",
    }
