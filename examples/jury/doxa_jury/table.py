"""The table ``[jury]`` of a scenario: who sits where, who chairs, and what is known of the case."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from doxa import RunSpec, Scenario, errors
from doxa.plugin import Settings


class JuryTable(Settings):
    """The jury and its case."""

    jurors: tuple[str, ...] = Field(min_length=3)
    """Ids of the jurors around the table, in order: the last sits beside the first."""
    foreperson: str = ""
    """The juror who sums each round up, heard by all; the first when empty."""
    reach: int = Field(default=1, ge=1)
    """How many seats away on either side a juror is heard."""
    incriminating: tuple[str, ...] = ()
    """What speaks for guilt, in sentences."""
    exculpating: tuple[str, ...] = ()
    """What speaks against it."""


def seat_jurors(tables: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables with an agent for each juror; those that the scenario describes keep what it says."""
    agents, jurors = tables.get("agents", {}), tables.get("jury", {}).get("jurors", ())
    return {**tables, "agents": {juror: agents.get(juror, {}) for juror in jurors}}


def plan_jury(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the table among the settings of its script."""
    jury = scenario.table("jury", JuryTable)
    if jury is None:
        raise errors.ScenarioError("a jury needs the table [jury]", hint="See the scenario jury: doxa scenarios jury")
    if jury.foreperson not in (*jury.jurors, ""):
        raise errors.ScenarioError(f"jury.foreperson: {jury.foreperson!r} is no juror", hint=", ".join(jury.jurors))
    return spec.model_copy(update={"script": {**spec.script, "jury": jury.model_dump(mode="json")}})
