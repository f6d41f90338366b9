"""From a scenario to a RunSpec: settings are resolved and validated, seeds and counter-arguments drawn.

Seeds are drawn per agent from streams of the run's seed, so that runs that differ only in settings begin with
the same arguments (common random numbers). A system adds to the spec by its hooks (``experiments.contributions``). An
agent table may stand for a crowd, whose priors are drawn around the table's.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from doxa.beliefs.base import GROUP, kernel_class
from doxa.corpora.corpus import Argument, Corpus, draw, normalised
from doxa.corpora.loading import load_corpus
from doxa.errors import ScenarioError, UnknownNameError
from doxa.evidence.admission import Admission
from doxa.experiments.contributions import brought_for, either, imported, protocols_where
from doxa.experiments.crowds import crowd
from doxa.experiments.named_models import OFFLINE, context_of
from doxa.experiments.plan_hooks import PlanHooks
from doxa.experiments.recordings import with_recorded_sides, with_recorded_words
from doxa.experiments.scenario import ROLES, AgentScenario, Scenario
from doxa.log.files import available_memory
from doxa.models.conditions import Conditions
from doxa.models.declared import is_language_model, is_simulated_here
from doxa.models.defaults import with_defaults
from doxa.models.weighing.calibration import calibrated, calibration_of
from doxa.policies.registry import rule_named, schedule_named
from doxa.protocols.registry import Protocol, protocol_named
from doxa.records.base import JsonValue, stream
from doxa.records.plugins import sound_plugins
from doxa.records.spec import (
    Hearing,
    Label,
    ModelSettings,
    PanelFile,
    Participant,
    Policy,
    Prior,
    PromptPolicy,
    Proposition,
    RunSpec,
    SeedArgument,
    SpeechRules,
    stream_seed,
)
from doxa.records.validating import settled
from doxa.tasks.answering import check_questions
from doxa.tasks.registry import task_named
from doxa.tasks.wordings import check_wording

EXTRACTOR = "extractor"


def plan(scenario: Scenario, replicate: int = 0) -> RunSpec:
    """Return the spec of one run of a scenario.

    Raises:
        ScenarioError, UnknownNameError: a kernel, protocol or setting is not valid.
        CorpusError: the corpus lacks the motion or arguments.
    """
    with scenario.located:
        return _plan_replicate(scenario, replicate)


def _plan_replicate(scenario: Scenario, replicate: int) -> RunSpec:
    protocol, hooks = protocol_named(scenario.protocol), brought_for(scenario.protocol).hooks
    _readable(scenario, protocol)
    seed = stream_seed(scenario.seed, replicate)
    participants = tuple(
        participant
        for id, agent in scenario.agents.items()
        for participant in crowd(_participant(scenario, id, agent), agent, seed)
    )
    _check_names_differ(participants)
    bare = RunSpec(
        name=scenario.name,
        seed=scenario.seed,
        replicate=replicate,
        proposition=Proposition(text=scenario.proposition),
        participants=participants,
        panel=scenario.panel and PanelFile(file=Path(scenario.panel.file).name, sha256=scenario.panel.sha256),
        protocol=scenario.protocol,
        script=_script(protocol, {**scenario.script, **_knowledge(scenario, hooks)}),
        roles=_roles(scenario, protocol),
        speech=SpeechRules(check=scenario.speech.check),
        questions=scenario.questions,
        prompts={task: _read_wording(scenario, task, file) for task, file in scenario.prompts.items()},
    )
    bare = bare.model_copy(update={"hearing": _hearing(scenario, bare)})
    if hooks.planned is not None:
        bare = imported(hooks.planned, scenario.protocol)(scenario, bare)
        bare = bare.model_copy(update={"script": _script(protocol, bare.script)})
    words = bare.script.get("words")
    limited = {role: with_defaults(role, settings, words) for role, settings in bare.roles.items()}
    # a direction alone is read from probabilities: an extractor whose strength counts writes both
    readers = ("judge", EXTRACTOR) if bare.hearing.strength == "scorer" else ("judge",)
    limited |= {role: calibrated(limited[role], scenario.conditions) for role in readers if role in limited}
    bare = bare.model_copy(update={"roles": limited})
    if protocol.messages_heard is not None:
        _check_memory(bare, protocol.messages_heard(bare))
    bare = _with_corpora(scenario, with_recorded_words(bare, scenario.folder))
    check_questions(bare)
    _check_moderator(protocol, bare)
    drawn = _seeds(scenario, bare)
    if protocol.check is not None:
        protocol.check(bare)
    seeds = {
        id: tuple(
            SeedArgument(text=argument.text, polarity=argument.polarity, strength=argument.strength, source=argument.id)
            for argument in arguments
        )
        for id, arguments in drawn.items()
    }
    taken = {argument.id for arguments in drawn.values() for argument in arguments}
    drawn_parts = {"seeds": seeds, "counters": _counters(scenario, bare, taken), "labels": _labels(scenario, bare)}
    planned = with_recorded_sides(bare.model_copy(update=drawn_parts))  # what a transcript says draws no seeds
    if protocol.messages_heard is None and len(planned.participants) > CROWD:
        _check_memory(planned, max((len(step.audience) for step in next(protocol.script(planned)).steps), default=0))
    return planned


MODERATOR = "moderator"

PLAYING = {"counter-arguments": "reciter", MODERATOR: MODERATOR}
"""What an agent plays in place of itself → its model role."""

CROWD = 500
"""The number of believers from which on their memories are compared with the machine's."""

HEARD = 1_500
"""Bytes that a believer keeps of a message that it hears, with three claims: 1,100 by ``bench/growth.py table``."""


def _check_memory(spec: RunSpec, heard: float) -> None:
    """Raise where the memory cannot hold what believers who hear each other keep after one round.

    Args:
        heard: the messages that each of them hears in a round.

    Raises:
        ScenarioError: it cannot; the hint names the largest number that it can.
    """
    believers = sum(participant.kernel is not None for participant in spec.participants)
    if believers > CROWD and HEARD * believers * heard > (free := available_memory()):
        raise ScenarioError(
            f"{believers:,} agents who hear each other keep {HEARD * believers * heard / 1e9:,.0f} GB after one "
            f"round, and {free / 1e9:,.1f} GB of memory are available",
            hint=f"The most that fit are {int((free / HEARD) ** 0.5):,} agents. For more: doxa docs populations",
            key="agents",
        )


def _read_wording(scenario: Scenario, task: str, file: str) -> str:
    """Return a wording from its file beside the scenario, checked.

    Raises:
        ScenarioError: there is no such task or file, or the wording cannot be used.
    """
    key, path = f"prompts.{task}", (scenario.folder or Path()) / Path(file).expanduser()
    try:
        wording = path.read_text(encoding="utf-8-sig")
        check_wording(task_named(task), wording)
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{key}: {path} cannot be read: {error}", key=key) from None
    except UnknownNameError as error:
        raise ScenarioError(f"{key}: {error.message}", hint=error.hint, key=key) from None
    return wording


def _check_names_differ(participants: Sequence[Participant]) -> None:
    """Raise where two agents have one name: prompts, tables and offline judges know an agent by its name alone.

    Raises:
        ScenarioError: two names differ by no more than case and space.
    """
    by_name: dict[str, Participant] = {}
    for participant in participants:
        first = by_name.setdefault(" ".join(participant.name.split()).casefold(), participant)
        if first is not participant:
            raise ScenarioError(
                f"agents.{participant.id}.name: {first.id} and {participant.id} are both called {participant.name!r}",
                hint="Give each agent a name of its own: in a prompt an agent is known by its name.",
                key=f"agents.{participant.id}.name",
            )


def _script(protocol: Protocol, settings: Mapping[str, Any]) -> dict[str, JsonValue]:
    """Return a protocol's settings, validated, with defaults written out."""
    return settled(protocol.Settings, settings, "script").model_dump(mode="json")


def _participant(scenario: Scenario, id: str, agent: AgentScenario) -> Participant:
    kernel = agent.kernel or scenario.kernel if agent.plays == "itself" else None
    shared = scenario.belief if agent.kernel in (None, scenario.kernel) else {}
    return Participant(
        id=id,
        name=agent.name or id.replace("_", " ").title(),
        persona=agent.persona,
        side=agent.side,
        role=PLAYING.get(agent.plays) or (f"speaker@{id}" if agent.model else "speaker"),
        kernel=kernel,
        belief=_merged(kernel_class(kernel).Settings, shared, agent.belief, "belief", id) if kernel else {},
        memory=_merged(Admission, scenario.memory, agent.memory, "memory", id) if kernel else {},
        policy=_policy(scenario, id, agent),
        prior=Prior(**_merged(Prior, scenario.prior, agent.prior, "prior", id)),
        variables=agent.variables,
    )


def _merged(
    model: type[BaseModel], shared: dict[str, Any], changes: dict[str, Any], part: str, id: str
) -> dict[str, Any]:
    """Return the shared settings overridden by the agent's own.

    The shared table is validated alone first, so that an error names the right table.
    """
    settled(model, shared, part)
    return settled(model, _laid_over(shared, changes), f"agents.{id}.{part}").model_dump(mode="json")


def _laid_over(shared: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return the shared settings overridden by an agent's own, key by key, also in nested tables."""
    inner = {
        key: _laid_over(shared[key], setting)
        for key, setting in changes.items()
        if isinstance(setting, dict) and isinstance(shared.get(key), dict)
    }
    return {**shared, **changes, **inner}


def _policy(scenario: Scenario, id: str, agent: AgentScenario) -> Policy:
    """Return an agent's policy; in protocols with prompt policies every setting of the policy is written out."""
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
        others = protocols_where(lambda name: protocol_named(name).policies)
        raise ScenarioError(
            f"policy.prompt: the protocol {scenario.protocol} uses no prompt policies",
            hint=f"Set protocol = {either(others)}, or leave policy.prompt out.",
            key="policy.prompt",
        )
    return policy


def _knowledge(scenario: Scenario, hooks: PlanHooks) -> Mapping[str, JsonValue]:
    """Return the script settings that contain what agents know; they are part of the spec and of its hash."""
    named = {id: agent.knowledge for id, agent in scenario.agents.items() if agent.knowledge}
    if not named:
        return {}
    if hooks.knowledge is None:
        id = next(iter(named))
        others = protocols_where(lambda name: brought_for(name).hooks.knowledge is not None)
        raise ScenarioError(
            f"agents.{id}.knowledge: the protocol {scenario.protocol} uses no knowledge bases",
            hint=f"Set protocol = {either(others)}, or leave it out.",
            key=f"agents.{id}.knowledge",
        )
    return imported(hooks.knowledge, scenario.protocol)(named)


def _readable(scenario: Scenario, protocol: Protocol) -> None:
    """Refuse belief rules that need something that the protocol does not give."""
    if protocol.gives is None:
        return
    for id, agent in scenario.agents.items():
        name = agent.kernel or scenario.kernel
        if lacking := kernel_class(name).needs - protocol.gives:
            usable = [rule for rule, kernel in sound_plugins(GROUP).items() if kernel.needs <= protocol.gives]
            raise ScenarioError(
                f"kernel: {name}, the belief rule of {id}, needs {' and '.join(sorted(lacking))}, which the protocol "
                f"{scenario.protocol} does not give",
                hint=f"Set kernel = {either(sorted(usable))}.",
                key="kernel",
            )


def _roles(scenario: Scenario, protocol: Protocol) -> dict[str, ModelSettings]:
    further = protocol.further_roles(scenario.script) if protocol.further_roles else ()
    roles = {role: scenario.role(role) for role in (*ROLES, *protocol.roles, *further)}
    for id, agent in scenario.agents.items():
        if agent.model:
            own = MODERATOR if agent.plays == MODERATOR else f"speaker@{id}"
            roles[own] = roles["speaker"].model_copy(update={"model": agent.model})
        if agent.plays == MODERATOR:
            roles.setdefault(MODERATOR, roles["speaker"])
        if agent.plays != "itself":
            roles["reciter"] = ModelSettings(model="offline")
    return roles


def _with_corpora(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the corpus of every offline role, and the hash of every corpus.

    Who judges a labelled sentence like any other does not see the corpus that rates it.
    """
    judging = ("extractor", "scorer") if spec.hearing.labels == "judged" else ()
    roles = {
        name: settings if name in judging else with_corpus(settings, scenario) for name, settings in spec.roles.items()
    }
    names = {scenario.seeds.corpus, *(settings.corpus for settings in roles.values() if settings.corpus)}
    hashes = {name: _corpus(scenario, name).hash for name in sorted(names)}
    return spec.model_copy(update={"roles": roles, "corpora": hashes})


def with_corpus(settings: ModelSettings, scenario: Scenario) -> ModelSettings:
    """Return a role's settings; an offline role without a corpus gets the scenario's."""
    if settings.model != "offline" or settings.corpus:
        return settings
    return settings.model_copy(update={"corpus": scenario.seeds.corpus})


def _corpus(scenario: Scenario, name: str) -> Corpus:
    return load_corpus(scenario.conditions.corpora.get(name, name))


def _seeds(scenario: Scenario, spec: RunSpec) -> dict[str, tuple[Argument, ...]]:
    corpus, per_side = _corpus(scenario, scenario.seeds.corpus), scenario.seeds.per_side
    drawn_for = "everybody" if scenario.seeds.drawn == "once" else ""
    return {
        participant.id: tuple(
            argument
            for side in _sides(scenario, participant)
            for random in [stream(spec.stream_seed, drawn_for or participant.id, f"seeds{side:+d}")]
            for argument in draw(corpus, scenario.proposition, side, per_side, random)
        )
        for participant in spec.participants
        if participant.kernel and "claims" in kernel_class(participant.kernel).needs and per_side
    }


def _sides(scenario: Scenario, participant: Participant) -> tuple[Literal[1, -1], ...]:
    if scenario.seeds.sides == "prior":
        stance = participant.prior.stance
        return () if not stance else (1,) if stance > 0 else (-1,)
    if scenario.seeds.sides == "both" or participant.side == "neutral":
        return (1, -1)
    return (1,) if participant.side == "pro" else (-1,)


OF_CLAIMS = ("scale", "claims", "unplaced", "contradicted")
"""Settings of hearing that a spec leaves out where nobody hears claims."""


def _hearing(scenario: Scenario, spec: RunSpec) -> Hearing:
    """Return how messages are heard, with what a scenario leaves to planning: the scale, the context, the direction."""
    said = scenario.hearing.model_fields_set
    unheard = {} if _are_claims_heard(spec) else {name: getattr(Hearing(), name) for name in OF_CLAIMS}
    planned: dict[str, str] = {name: how for name, how in unheard.items() if name not in said}
    planned |= {name: how for name, how in _best_for_judge(spec, scenario.conditions).items() if name not in said}
    return Hearing.model_validate(scenario.hearing.model_dump() | planned)


def _are_claims_heard(spec: RunSpec) -> bool:
    """Return whether somebody's kernel needs claims; a run without such a kernel has no strengths and no scale."""
    return any("claims" in kernel_class(one.kernel).needs for one in spec.participants if one.kernel)


def _best_for_judge(spec: RunSpec, conditions: Conditions) -> dict[str, str]:
    """Return the context and direction that suit a judge; none where they are the defaults, and where none hears.

    The offline judge reads claims in their message, and models by their speaker's side: alone and blind it is near
    chance on prose of models that words alone do not give away (docs/judgement.md). A language model reads blind only
    where its calibration beat the offline judge.
    """
    extractor = spec.roles.get(EXTRACTOR)
    if extractor is None or not _are_claims_heard(spec):
        return {}
    if is_language_model(extractor.model):
        calibration = calibration_of(extractor.model, conditions)
        return {} if calibration and calibration.hears_blind else {"direction": "speaker"}
    if context_of(extractor.model) == "claim":
        return {}
    speakers = {one.role for one in spec.participants if one.role in spec.roles}
    real = any(not is_simulated_here(spec.roles[role].model) for role in speakers if role != "reciter")
    return {"context": "message", **({"direction": "speaker"} if real and extractor.model == OFFLINE else {})}


def _labels(scenario: Scenario, spec: RunSpec) -> tuple[Label, ...]:
    """Return what the run's corpora say about sentences on the proposition, where somebody hears claims.

    Of texts with the same words the first counts; a text that is labelled both ways is left out.
    """
    if spec.hearing.labels == "judged" or not _are_claims_heard(spec):
        return ()
    first: dict[str, Argument] = {}
    disputed: set[str] = set()
    corpora = (_corpus(scenario, name) for name in spec.corpora)
    for corpus in (one for one in corpora if one.has(scenario.proposition)):
        for argument in corpus.motion(scenario.proposition):
            words = normalised(argument.text)
            if first.setdefault(words, argument).polarity != argument.polarity:
                disputed.add(words)
    return tuple(
        Label(text=argument.text, polarity=argument.polarity, strength=argument.strength)
        for words, argument in first.items()
        if words and words not in disputed
    )


def _check_moderator(protocol: Protocol, spec: RunSpec) -> None:
    moderators = [participant.id for participant in spec.participants if participant.role == MODERATOR]
    if moderators and not (protocol.moderated and len(moderators) == 1 < len(spec.participants)):
        raise ScenarioError(
            f"agents.{moderators[-1]}.plays: {f'{spec.protocol} has no moderator' if not protocol.moderated else ONE}",
            hint="Set plays = 'itself', or protocol = 'dialogue' with one moderator beside others.",
            key=f"agents.{moderators[-1]}.plays",
        )


ONE = "one agent moderates, and others speak"


def _counters(scenario: Scenario, spec: RunSpec, taken: set[str]) -> tuple[str, ...]:
    """Return the fixed opponent's lines: arguments of its side in a seeded order, none of them a seed."""
    fixed = [participant for participant in spec.participants if participant.role == "reciter"]
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
    return tuple(argument.text for argument in arguments)
