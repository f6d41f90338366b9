"""What the page can try on a run: other settings of believers, rules and hearing, and an argument of one's own.

Ranges, choices and meanings are those that the settings' own types declare, so that a plug-in's rule has its sliders.
A judge that may cost money is asked only where the page says so, after it has shown what that would take.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import Field

from doxa.beliefs.base import kernel_class, kernel_names
from doxa.errors import DoxaError, UsageError
from doxa.evidence.admission import Admission
from doxa.experiments.arguing import OwnArgument, estimate_argument, judges_of, try_argument
from doxa.experiments.dry_runs import is_asked
from doxa.log.rundir import RunLog
from doxa.records.base import JsonValue, Record, Settings, group_by
from doxa.records.events import EvidenceSeeded, HeardBody, MessageHeard, SeededBody
from doxa.records.spec import Hearing, Participant, Prior
from doxa.studio.opened import Opened
from doxa.studio.processes import command
from doxa.studio.schemas import FormSchema, schema_of

HEARD = ("strength", "direction", "side_bound")
"""Settings of hearing that a what-if may change; the others change what judges are asked."""

WORDS = 160
"""Characters of a claim that the page shows."""

NEAR = 2.0
"""How far above its value a slider reaches where the setting's limit is far away."""


class Lever(Record):
    """One setting that a what-if can change."""

    path: str
    name: str
    meaning: str
    kind: str
    """number, whole, switch or choice."""
    value: float | bool | str | None
    """As it was in the run; None where the setting is absent."""
    low: float = 0.0
    high: float = 1.0
    """Where a slider begins and ends."""
    choices: tuple[str, ...] = ()


class AgentLevers(Record):
    agent: str
    name: str
    rule: str
    levers: tuple[Lever, ...]


class ClaimToStrike(Record):
    """A claim that a what-if can treat as never met."""

    id: str
    text: str
    """Its first words."""
    polarity: int


class SpeakersClaims(Record):
    """The claims of one speaker, or those that an agent began with."""

    agent: str
    name: str
    seeds: bool
    claims: tuple[ClaimToStrike, ...]


class RuleLevers(Record):
    """A rule that can stand in for another one; the paths of its settings are those within an agent."""

    name: str
    levers: tuple[Lever, ...]
    memory: tuple[Lever, ...]
    """Settings of memory, by default, of a rule that reads claims; for agents whose own rule does not."""


class Levers(Record):
    """Everything that a what-if can change, but for claims, which the view has."""

    everybody: tuple[Lever, ...]
    """Settings that all believers have; those in which they differ have no value."""
    agents: tuple[AgentLevers, ...]
    hearing: tuple[Lever, ...]
    rules: tuple[RuleLevers, ...]


def levers_of(log: RunLog) -> Levers:
    """Return what a what-if of a run can change."""
    believers = [participant for participant in log.spec.participants if participant.kernel]
    hears = any(_reads_claims(participant) for participant in believers)
    heard = {name: getattr(log.spec.hearing, name) for name in HEARD if hears}
    agents = tuple(
        AgentLevers(agent=agent.id, name=agent.name, rule=agent.kernel or "", levers=_of_agent(agent))
        for agent in believers
    )
    return Levers(
        everybody=tuple(_shared(agents)),
        agents=agents,
        hearing=tuple(_levers("hearing", schema_of(Hearing), heard)),
        rules=tuple(_of_rule(name) for name in kernel_names() if _is_usable(name)),
    )


def claims_of(log: RunLog) -> tuple[SpeakersClaims, ...]:
    """Return every claim of a run: what each speaker said, then what each agent began with."""
    bodies = [event.body for event in log.events if isinstance(event, MessageHeard | EvidenceSeeded)]
    names = {participant.id: participant.name for participant in log.spec.participants}
    return tuple(
        SpeakersClaims(agent=agent, name=names.get(agent, agent), seeds=seeds, claims=_to_strike(of_agent))
        for (seeds, agent), of_agent in sorted(group_by(bodies, _whose).items(), key=lambda entry: entry[0][0])
        if any(body.claims for body in of_agent)
    )


def _whose(body: HeardBody | SeededBody) -> tuple[bool, str]:
    """Return whether an agent began with these claims, and which agent it is."""
    return (True, body.listener) if isinstance(body, SeededBody) else (False, body.speaker)


def _to_strike(bodies: Sequence[HeardBody | SeededBody]) -> tuple[ClaimToStrike, ...]:
    claims = (claim for body in bodies for claim in body.claims)
    return tuple(ClaimToStrike(id=claim.id, text=claim.text[:WORDS], polarity=claim.polarity) for claim in claims)


def _is_usable(name: str) -> bool:
    """Return whether a rule can stand in for another one: its defaults are whole and it reads claims or posts."""
    with suppress(DoxaError, ValueError):
        kernel_class(name).Settings()
        return bool(kernel_class(name).needs & {"claims", "posts"})
    return False


def _reads_claims(participant: Participant) -> bool:
    return "claims" in kernel_class(participant.kernel or "").needs


def _of_agent(participant: Participant) -> tuple[Lever, ...]:
    above = f"agents.{participant.id}"
    belief: type[Settings] = kernel_class(participant.kernel or "").Settings
    levers = [*_levers(f"{above}.belief", schema_of(belief), participant.belief)]
    if _reads_claims(participant):
        levers += _levers(f"{above}.memory", schema_of(Admission), participant.memory)
        levers += _levers(f"{above}.prior", schema_of(Prior), participant.prior.model_dump(mode="json"))
    return tuple(levers)


def _shared(agents: Sequence[AgentLevers]) -> Iterable[Lever]:
    """Yield the levers that all agents have, as everybody's."""
    if len(agents) < 2:
        return
    settings = [{lever.path.partition(agent.agent + ".")[2]: lever for lever in agent.levers} for agent in agents]
    for path, first in settings[0].items():
        levers = [setting[path] for setting in settings if path in setting]
        if len(levers) == len(agents):
            yield first.model_copy(
                update={
                    "path": path,
                    "value": first.value if all(lever.value == first.value for lever in levers) else None,
                    "high": max(lever.high for lever in levers),
                }
            )


def _of_rule(name: str) -> RuleLevers:
    kind = kernel_class(name)
    settings: type[Settings] = kind.Settings
    memory = Admission().model_dump(mode="json") if "claims" in kind.needs else {}
    return RuleLevers(
        name=name,
        levers=tuple(_levers("belief", schema_of(settings), settings().model_dump(mode="json"))),
        memory=tuple(_levers("memory", schema_of(Admission), memory)),
    )


def _levers(above: str, schema: FormSchema, values: Mapping[str, JsonValue]) -> Iterable[Lever]:
    """Yield a lever for each plain setting among some, within the limits that their type declares."""
    properties = schema.plain.get("properties", {})
    for name, value in values.items():
        part = schema.at(properties.get(name, {}))
        kinds = {variant.kind: variant for variant in part.variants()}
        is_plain = len(kinds) == 1 and kinds.keys() <= {"number", "whole", "switch", "choice"}
        if not is_plain or not (value is None or isinstance(value, str | int | float)):
            continue
        ((kind, variant),) = kinds.items()
        number = float(value) if isinstance(value, int | float) else 0.0
        yield Lever(
            path=f"{above}.{name}",
            name=name.replace("_", " "),
            meaning=part.resolved().meaning,
            kind=kind,
            value=value,
            low=_least(number, variant.limit("minimum"), variant.limit("exclusiveMinimum")),
            high=_most(number, variant.limit("maximum", "exclusiveMaximum")),
            choices=variant.choices,
        )


def _least(number: float, limit: float | None, outside: float | None) -> float:
    """Return where a slider begins: at the setting's limit, or just above one that is not allowed itself."""
    if outside is not None:
        return min(number, outside + 0.01) if number else outside + 0.01
    return min(0.0, number) if limit is None else limit


def _most(number: float, limit: float | None) -> float:
    """Return where a slider ends: at the setting's limit, or well above it where that is far away."""
    near = max(1.0, NEAR * number)
    return near if limit is None else min(near, limit)


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
        return {"ask": hosted, "uses": [use.model_dump(mode="json") for use in estimate_argument(run.log, argument)]}
    if hosted and question.max_usd is None:
        raise UsageError("judging this argument may cost money", hint="Give a bound in US dollars first.")
    tried = try_argument(run.log, argument, as_recorded=run.folded(), asking=bool(hosted), max_usd=question.max_usd)
    return tried.model_dump(mode="json") | commands_of(run.log.path, argument, max_usd=question.max_usd)


def commands_of(path: Path, argument: OwnArgument, *, max_usd: float | None = None) -> dict[str, str]:
    """Return what a user would type for the same numbers: the command, and the same in Python."""
    options = {
        "speaker": argument.speaker,
        "at": argument.at,
        "heard_by": argument.heard_by,
        "side": argument.side,
        "max_usd": max_usd,
        "asking": None if max_usd is None else True,
    }
    python = ", ".join(f"{name}={value!r}" for name, value in options.items() if value not in ("", None))
    # a text that begins with a dash would be read as an option
    said = f"--text={argument.text}" if argument.text.startswith("-") else argument.text
    words = ["argue", str(path), said, "--agent", argument.speaker]
    words += ["--at", argument.at] if argument.at else []
    words += [word for listener in argument.heard_by or () for word in ("--heard-by", listener)]
    words += ["--side", argument.side] if argument.side else []
    words += [] if max_usd is None else ["--max-usd", str(max_usd)]
    return {
        "command": command(words),
        "python": f"import doxa; doxa.argue(doxa.open_run({str(path)!r}), {argument.text!r}, {python})",
    }
