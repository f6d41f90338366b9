"""What planning adds to a persuasion: the persuader's side, the corpus of declared targets, and a check of agents."""

from typing import Any

from doxa.errors import ScenarioError
from doxa.records.spec import RunSpec
from doxa.systems.dialogue.persuasion.protocol import PersuasionSettings

SIDES = {"for": "pro", "against": "con"}


def plan_persuasion(scenario: Any, spec: RunSpec) -> RunSpec:
    """Return the spec with the persuader's side, and the corpus from which simulated roles speak.

    Raises:
        ScenarioError: the scenario lacks the persuader or the target, has other agents, or one plays fixed lines.
    """
    settings = PersuasionSettings.model_validate(spec.script)
    wanted = {settings.persuader, settings.target}
    agents = {participant.id for participant in spec.participants}
    if agents != wanted:
        raise ScenarioError(
            f"agents: a persuasion has the agents {settings.persuader} and {settings.target}, and the scenario has "
            f"{', '.join(sorted(agents))}",
            hint="Name the two by script.persuader and script.target, and leave out the others.",
            key="agents",
        )
    for participant in spec.participants:
        if participant.role == "reciter":
            raise ScenarioError(
                f"agents.{participant.id}.plays: in a persuasion both agents speak for themselves",
                key=f"agents.{participant.id}.plays",
            )
    corpus = scenario.seeds.corpus
    roles = {
        # a declared target speaks from the scenario's corpus, as the model offline does
        name: role.model_copy(update={"corpus": corpus}) if role.simulated and not role.corpus else role
        for name, role in spec.roles.items()
    }
    return spec.model_copy(
        update={
            "roles": roles,
            "participants": tuple(
                participant.model_copy(
                    update={"side": SIDES[settings.argues] if participant.id == settings.persuader else "neutral"}
                )
                for participant in spec.participants
            ),
        }
    )
