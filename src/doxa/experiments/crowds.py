"""Several agents from one table of a scenario: ``count`` of them, with names and prior stances of their own."""

from doxa.errors import ScenarioError
from doxa.experiments.scenario import AgentScenario
from doxa.records.base import stream, tidy
from doxa.records.spec import Participant


def crowd(participant: Participant, agent: AgentScenario, seed: int) -> tuple[Participant, ...]:
    """Return the agents that a table stands for: the participant alone, or ID-1, ID-2, … with priors of their own.

    Raises:
        ScenarioError: the table sets ``spread``, but no prior stance to draw around.
    """
    if agent.spread and participant.prior.stance is None:
        raise ScenarioError(
            f"agents.{participant.id}.spread: there is no prior stance to draw priors around",
            hint=f"Set agents.{participant.id}.prior.stance as well.",
            key=f"agents.{participant.id}.spread",
        )
    if agent.count == 1:
        return (_place_member(participant, participant.id, participant.name, agent.spread, seed),)
    numbers = [str(number).zfill(len(str(agent.count))) for number in range(1, agent.count + 1)]
    return tuple(
        _place_member(participant, f"{participant.id}-{number}", f"{participant.name} {number}", agent.spread, seed)
        for number in numbers
    )


def _place_member(participant: Participant, id: str, name: str, spread: float, seed: int) -> Participant:
    changes: dict[str, object] = {"id": id, "name": name}
    if spread and participant.prior.stance is not None:
        drawn = participant.prior.stance + spread * (2.0 * stream(seed, id, "prior").random() - 1.0)
        changes["prior"] = participant.prior.model_copy(update={"stance": tidy(max(-1.0, min(1.0, drawn)))})
    return participant.model_copy(update=changes)
