"""Scenarios as the studio's form shows them: text, the settings in it that can be changed, and what they may not name.

The page sends text, never a path. What a scenario of the page would let it reach beyond the studio's folder is refused:
addresses of servers, price files, corpora and knowledge elsewhere. Keys are in the environment and are never shown.
"""

import re
import tempfile
from pathlib import Path

from doxa.errors import DoxaError, ScenarioError
from doxa.experiments.dry_runs import Forecast, Rehearsal, is_asked, rehearse
from doxa.experiments.planning import plan
from doxa.experiments.scenario import Scenario, load_scenario, located
from doxa.experiments.shipped import builtin_scenarios, find_scenario
from doxa.records.amend import models_of
from doxa.records.base import Record
from doxa.records.spec import RunSpec
from doxa.studio.drafting import read_text
from doxa.studio.forms import form_of
from doxa.studio.reach import refuse_reach
from doxa.studio.schemas import Section

FILE = "scenario.toml"

BLANK = "an empty one"
"""The scenario that says the least: a motion and two sides."""

LEAST = """\
proposition = "We should introduce compulsory voting"

[agents.ana]
side = "pro"

[agents.ben]
side = "con"
"""


class Checked(Record):
    """A scenario's text, read."""

    text: str
    form: tuple[Section, ...] = ()
    error: str = ""
    hint: str = ""
    line: int | None = None
    name: str = ""
    proposition: str = ""
    models: tuple[str, ...] = ()
    paid: bool = False
    """Whether some model is asked outside this machine's plain code, so that a bound on money is needed."""
    usd: float | None = None
    """The bound in US dollars that the text itself has."""


class Expense(Record):
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars; None where a price is unknown."""


def scenario_names() -> list[str]:
    return [*builtin_scenarios(), BLANK]


def scenario_text(name: str) -> str:
    """Return the text of a built-in scenario, or of the empty one.

    Raises:
        ScenarioError: none is built in under this name.
    """
    if name == BLANK:
        return LEAST
    if name not in builtin_scenarios():
        raise ScenarioError(f"no scenario is built in as {name!r}")
    return find_scenario(name).read_text(encoding="utf-8")


def check(text: str, root: Path) -> Checked:
    """Return what a text says as a scenario; what is wrong with it is a sentence with its line."""
    try:
        scenario = read(text, root)
        with scenario.located:
            spec = plan(scenario)
    except DoxaError as error:
        place = re.match(rf".*{re.escape(FILE)}:(\d+): ", error.message)
        message = re.sub(rf"^\S*{re.escape(FILE)}(:\d+)?: ", "", error.message)
        line = int(place[1]) if place else _line_of_syntax(message)
        return Checked(text=text, form=_forms(text), error=message, hint=error.hint or "", line=line)
    return Checked(
        text=text,
        form=_forms(text),
        name=scenario.name,
        proposition=scenario.proposition,
        models=tuple(dict.fromkeys(settings.model for settings in models_of(spec))),
        paid=is_paid(spec),
        usd=scenario.budget.usd,
    )


def _line_of_syntax(message: str) -> int | None:
    found = re.search(r"at line (\d+)", message)
    return int(found[1]) if found else None


def read(text: str, root: Path) -> Scenario:
    """Return the scenario of a text from the page.

    Raises:
        ScenarioError: it is none, or names what the page must not reach; with its line.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        path.write_text(text, encoding="utf-8")
        with located(path, text, None):
            refuse_reach(read_text(text), root)
        return load_scenario(path)


def is_paid(spec: RunSpec) -> bool:
    """Return whether a run asks a model outside this machine's plain code."""
    return any(is_asked(settings.model) for settings in models_of(spec))


def estimate(scenario: Scenario, out: Path) -> Expense:
    """Return what a run would take, from driving it offline."""
    return expense_of(rehearse([Rehearsal(spec=plan(scenario), path=out, conditions=scenario.conditions)]))


def expense_of(forecast: Forecast) -> Expense:
    return Expense(
        calls=forecast.calls,
        input_tokens=forecast.input_tokens,
        output_tokens=forecast.output_tokens,
        cost=forecast.cost,
    )


def _forms(text: str) -> tuple[Section, ...]:
    plain = read_text(text)
    return form_of(plain) if plain else ()
