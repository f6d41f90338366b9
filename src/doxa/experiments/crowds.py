"""Crowds: one agent table of a scenario that stands for many agents, with priors drawn around its own."""

from doxa.errors import ScenarioError
from doxa.experiments.scenario import AgentScenario
from doxa.records.canonical import tidy
from doxa.records.people import Participant
from doxa.records.streams import stream


def crowd(one: Participant, agent: AgentScenario, seed: int) -> tuple[Participant, ...]:
    """Return the agents that a table stands for: itself, or ID-1, ID-2, … with priors of their own.

    Raises:
        ScenarioError: priors are to be spread about none.
    """
    if agent.count == 1 and not agent.spread:
        return (one,)
    if agent.spread and one.prior.stance is None:
        raise ScenarioError(
            f"agents.{one.id}.spread: there is no prior to spread about",
            hint=f"Set agents.{one.id}.prior.stance as well.",
            key=f"agents.{one.id}.spread",
        )
    if agent.count == 1:
        return (_placed(one, one.id, one.name, agent.spread, seed),)
    digits = len(str(agent.count))
    numbers = [f"{number:0{digits}d}" for number in range(1, agent.count + 1)]
    return tuple(_placed(one, f"{one.id}-{number}", f"{one.name} {number}", agent.spread, seed) for number in numbers)


def _placed(one: Participant, id: str, name: str, spread: float, seed: int) -> Participant:
    changes: dict[str, object] = {"id": id, "name": name}
    if spread and one.prior.stance is not None:
        drawn = one.prior.stance + spread * (2.0 * stream(seed, id, "prior").random() - 1.0)
        changes["prior"] = one.prior.model_copy(update={"stance": tidy(max(-1.0, min(1.0, drawn)))})
    return one.model_copy(update=changes)
