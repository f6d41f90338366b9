"""From a scenario to a RunSpec: settings resolved and validated, seeds and counter-arguments drawn.

Seeds are drawn per agent from streams of the run's seed, so that runs that differ in settings only begin with
the same arguments (common random numbers).
"""

from typing import Any

from pydantic import BaseModel

from doxa.beliefs.registry import kernel_class
from doxa.corpora.corpus import Argument, Corpus, draw
from doxa.corpora.knowledge import load_knowledge
from doxa.corpora.loading import load_corpus
from doxa.corpora.speakers import load_speaker
from doxa.errors import ScenarioError, UnknownNameError
from doxa.evidence.admission import Admission
from doxa.experiments.crowds import crowd
from doxa.experiments.networks import followers
from doxa.experiments.scenario import ROLES, AgentScenario, Scenario
from doxa.experiments.teams import supervising
from doxa.policies.registry import rule_named, schedule_named
from doxa.protocols.registry import Protocol, protocol_named
from doxa.records.people import Participant, Policy, Prior, PromptPolicy, Proposition
from doxa.records.spec import ModelSettings, RunSpec, SeedArgument, stream_seed
from doxa.records.streams import stream
from doxa.records.validating import settled


def plan(scenario: Scenario, replicate: int = 0) -> RunSpec:
    """Return the spec of one run of a scenario.

    Raises:
        ScenarioError, UnknownNameError: a kernel, protocol or setting is not valid.
        CorpusError: the corpus lacks the motion or arguments.
    """
    with scenario.located:
        return _planned(scenario, replicate)


def _planned(scenario: Scenario, replicate: int) -> RunSpec:
    protocol = protocol_named(scenario.protocol)
    _readable(scenario, protocol)
    seed = stream_seed(scenario.seed, replicate)
    participants = tuple(
        one for id, agent in scenario.agents.items() for one in crowd(_participant(scenario, id, agent), agent, seed)
    )
    given = {
        **scenario.script,
        **_knowledge(scenario, protocol),
        **_network(scenario, protocol, participants, seed),
    }
    script = settled(protocol.Settings, given, "script").model_dump(mode="json")
    bare = RunSpec(
        name=scenario.name,
        seed=scenario.seed,
        replicate=replicate,
        proposition=Proposition(text=scenario.proposition),
        participants=participants,
        protocol=scenario.protocol,
        script=script,
        roles=_roles(scenario),
        hearing=scenario.hearing,
        corpora=_corpora(scenario),
    )
    if protocol.completed:
        bare = bare.model_copy(update={"script": protocol.completed(bare)})
    drawn = _seeds(scenario, bare)
    seeds = {id: tuple(_seed(one) for one in arguments) for id, arguments in drawn.items()}
    taken = {one.id for arguments in drawn.values() for one in arguments}
    return bare.model_copy(update={"seeds": seeds, "counters": _counters(scenario, bare, taken)})


def _participant(scenario: Scenario, id: str, agent: AgentScenario) -> Participant:
    fixed = agent.plays == "counter-arguments"
    kernel = None if fixed else agent.kernel or scenario.kernel
    own_rule = agent.kernel is not None and agent.kernel != scenario.kernel
    shared = {} if own_rule else scenario.belief
    return Participant(
        id=id,
        name=agent.name or id.replace("_", " ").title(),
        persona=agent.persona or _bio(scenario, agent),
        side=agent.side,
        role="reciter" if fixed else f"speaker@{id}" if agent.model else "speaker",
        kernel=kernel,
        belief=_merged(kernel_class(kernel).Settings, shared, agent.belief, "belief", id) if kernel else {},
        memory=_merged(Admission, scenario.memory, agent.memory, "memory", id) if kernel else {},
        policy=_policy(scenario, id, agent),
        prior=Prior(**_merged(Prior, scenario.prior, agent.prior, "prior", id)),
    )


def _bio(scenario: Scenario, agent: AgentScenario) -> str:
    """Return who an agent is by the bio in its folder; empty where it has none."""
    own = agent.knowledge if protocol_named(scenario.protocol).speakers else None
    return load_speaker(own).bio if own else ""


def _merged(model: type[BaseModel], shared: dict[str, Any], own: dict[str, Any], part: str, id: str) -> dict[str, Any]:
    """Validate the shared table alone, so that an error names it, then with the agent's own over it; return all."""
    settled(model, shared, part)
    return settled(model, _laid_over(shared, own), f"agents.{id}.{part}").model_dump(mode="json")


def _laid_over(shared: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Lay an agent's own settings over the shared ones, key by key, also in tables within."""
    inner = {
        key: _laid_over(shared[key], value)
        for key, value in own.items()
        if isinstance(value, dict) and isinstance(shared.get(key), dict)
    }
    return {**shared, **own, **inner}


def _policy(scenario: Scenario, id: str, agent: AgentScenario) -> Policy:
    """Return an agent's policy; where its protocol speaks under prompt policies, with every setting written out."""
    policy = Policy(**_merged(Policy, scenario.policy, agent.policy, "policy", id))
    if protocol_named(scenario.protocol).policies:
        prompt = policy.prompt or PromptPolicy()
        try:
            rule_named(prompt.rule)
            schedule_named(prompt.schedule)
        except UnknownNameError as error:
            raise ScenarioError(f"policy.prompt: {error.message}", hint=error.hint, key="policy.prompt") from None
        return policy.model_copy(update={"prompt": prompt})
    if policy.prompt is not None:
        raise ScenarioError(
            f"policy.prompt: the protocol {scenario.protocol} speaks under no prompt policy",
            hint="Set protocol = 'round_table', or leave policy.prompt out.",
            key="policy.prompt",
        )
    return policy


def _knowledge(scenario: Scenario, protocol: Protocol) -> dict[str, Any]:
    """Return the passages of every agent that has a knowledge base. They stand in the spec, and so in its hash."""
    named = {id: one.knowledge for id, one in scenario.agents.items() if one.knowledge}
    if protocol.speakers:
        written = {id: load_speaker(name) for id, name in named.items()}
        return {"writing": {id: one.model_dump(exclude={"name"}) for id, one in written.items()}} if written else {}
    if named and not protocol.policies:
        id = next(iter(named))
        raise ScenarioError(
            f"agents.{id}.knowledge: the protocol {scenario.protocol} uses no knowledge bases",
            hint="Set protocol = 'round_table' or 'union', or leave it out.",
            key=f"agents.{id}.knowledge",
        )
    if not named:
        return {}
    return {"knowledge": {id: [one.model_dump() for one in load_knowledge(name)] for id, name in named.items()}}


def _network(
    scenario: Scenario, protocol: Protocol, participants: tuple[Participant, ...], seed: int
) -> dict[str, Any]:
    """Return who follows whom, where the scenario has a network. It stands in the spec, and so in its hash."""
    if scenario.network is None:
        return {}
    if not protocol.networks:
        raise ScenarioError(
            f"network: the protocol {scenario.protocol} has no network",
            hint="Set protocol = 'feed', or leave it out.",
            key="network",
        )
    bots = scenario.script.get("bots", {})
    authors = list(bots) if isinstance(bots, dict) else []
    return {"follows": followers(scenario.network, [one.id for one in participants], authors, seed)}


def _readable(scenario: Scenario, protocol: Protocol) -> None:
    """Refuse belief rules that the protocol has nothing for."""
    if protocol.gives is None:
        return
    for id, agent in scenario.agents.items():
        name = agent.kernel or scenario.kernel
        if lacking := kernel_class(name).needs - protocol.gives:
            raise ScenarioError(
                f"kernel: {name}, the belief rule of {id}, needs {' and '.join(sorted(lacking))}, which the protocol "
                f"{scenario.protocol} does not give",
                hint="Set kernel = 'social', or another that posts move.",
                key="kernel",
            )


def _roles(scenario: Scenario) -> dict[str, ModelSettings]:
    protocol = protocol_named(scenario.protocol)
    further = protocol.further_roles(scenario.script) if protocol.further_roles else ()
    named = (*ROLES, *protocol.roles, *further)
    roles: dict[str, ModelSettings] = {role: getattr(scenario.models, role) for role in named}
    for id, agent in scenario.agents.items():
        if agent.model:
            roles[f"speaker@{id}"] = roles["speaker"].model_copy(update={"model": agent.model})
        if agent.plays == "counter-arguments" or protocol.speakers:
            roles["reciter"] = ModelSettings(model="offline")
    if "supervisor" in roles and not roles["supervisor"].model:
        first = next(iter(scenario.agents))
        roles["supervisor"] = supervising(roles["supervisor"], roles.get(f"speaker@{first}", roles["speaker"]))
    return {name: _with_corpus(one, scenario) for name, one in roles.items()}


def _with_corpus(settings: ModelSettings, scenario: Scenario) -> ModelSettings:
    """An offline role performs from the scenario's corpus unless it names its own."""
    if settings.model != "offline" or settings.corpus:
        return settings
    return settings.model_copy(update={"corpus": scenario.seeds.corpus})


def _corpora(scenario: Scenario) -> dict[str, str]:
    names = {scenario.seeds.corpus, *(one.corpus for one in _roles(scenario).values() if one.corpus)}
    return {name: _corpus(scenario, name).hash for name in sorted(names)}


def _corpus(scenario: Scenario, name: str) -> Corpus:
    return load_corpus(scenario.conditions.corpora.get(name, name))


def _seeds(scenario: Scenario, spec: RunSpec) -> dict[str, tuple[Argument, ...]]:
    corpus = _corpus(scenario, scenario.seeds.corpus)
    return {
        one.id: tuple(
            argument for side in _sides(scenario, one) for argument in _side(corpus, scenario, spec, one, side)
        )
        for one in spec.participants
        if one.kernel and "claims" in kernel_class(one.kernel).needs and scenario.seeds.per_side
    }


def _side(corpus: Corpus, scenario: Scenario, spec: RunSpec, one: Participant, side: Any) -> tuple[Argument, ...]:
    random = stream(spec.stream_seed, one.id, f"seeds{side:+d}")
    return draw(corpus, scenario.proposition, side, scenario.seeds.per_side, random)


def _sides(scenario: Scenario, one: Participant) -> tuple[int, ...]:
    if scenario.seeds.sides == "both" or one.side == "neutral":
        return (1, -1)
    return (1,) if one.side == "pro" else (-1,)


def _seed(one: Argument) -> SeedArgument:
    return SeedArgument(text=one.text, polarity=one.polarity, strength=one.strength, source=one.id)


def _counters(scenario: Scenario, spec: RunSpec, taken: set[str]) -> tuple[str, ...]:
    """Draw the fixed opponent's lines: its side's arguments in a seeded order, none of them a seed."""
    fixed = [one for one in spec.participants if one.role == "reciter"]
    if not fixed:
        return ()
    if len(fixed) > 1:
        raise ScenarioError("only one agent can play counter-arguments", hint="Set plays = 'itself' for the others.")
    if fixed[0].side == "neutral":
        raise ScenarioError(
            f"agents.{fixed[0].id}.side: an agent that plays counter-arguments needs a side, pro or con"
        )
    rounds = spec.script.get("rounds", 1)
    random = stream(spec.stream_seed, fixed[0].id, "counter-arguments")
    corpus = _corpus(scenario, scenario.seeds.corpus)
    side: Any = 1 if fixed[0].side == "pro" else -1
    arguments = draw(corpus, scenario.proposition, side, int(str(rounds)), random, without=taken)
    return tuple(one.text for one in arguments)
