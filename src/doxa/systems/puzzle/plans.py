"""Planning a puzzle: fills in the team, the puzzle from the run's seed, and the supervisor's model."""

from doxa.experiments.scenario import Scenario
from doxa.records.spec import ModelSettings, RunSpec
from doxa.systems.puzzle.protocol.choosing import complete_script
from doxa.systems.puzzle.teams import supervisor_settings


def plan_puzzle(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the puzzle's text, and with the model of a supervisor that names none.

    Raises:
        ScenarioError: the puzzle cannot be used, or none can be made with these settings.
    """
    return spec.model_copy(update={"script": complete_script(spec), "roles": _cast_supervisor(scenario, spec.roles)})


def _cast_supervisor(scenario: Scenario, roles: dict[str, ModelSettings]) -> dict[str, ModelSettings]:
    supervisor = roles.get("supervisor")
    if supervisor is None or supervisor.model:
        return roles
    first = next(iter(scenario.agents))
    return {**roles, "supervisor": supervisor_settings(supervisor, roles.get(f"speaker@{first}", roles["speaker"]))}
