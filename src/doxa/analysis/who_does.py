"""Who does each role of a run, and how often the offline judge is right on the text that it hears there."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from doxa.beliefs.base import kernel_class
from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog, list_callables
from doxa.models.conditions import Conditions
from doxa.models.declared import takes_prompts
from doxa.models.hearing.guards import is_foreign
from doxa.models.offline.accuracy import ACCURACIES, BY_SIDE, Accuracy, Kind
from doxa.models.weighing.calibration import calibration_of, is_weighed
from doxa.protocols.registry import protocol_named
from doxa.records.amend import stages_of
from doxa.records.base import Record
from doxa.records.cells import join_names
from doxa.records.claims import REFUSALS
from doxa.records.events import HeardBody, MessageHeard, OutcomeReached
from doxa.records.model_kinds import is_person
from doxa.records.recorded import RecordedWords, file_of
from doxa.records.spec import ModelSettings, RunSpec
from doxa.tasks.recite import RECITE
from doxa.tasks.registry import tasks

MOST_NAMED = 6
"""The most names of a list in a sentence."""

SPEAKER, EXTRACTOR = "speaker", "extractor"
KINDS_OF_CORPORA: Mapping[str, Kind] = {"argkp": "crowd"}
"""Corpus → the kind of text of its sentences."""


class RoleLine(Record):
    """Roles that the same models do."""

    roles: tuple[str, ...]
    models: str
    """``provider:model``; several of one role by commas, later ones with the step from which they do it."""


def plan_roles(spec: RunSpec) -> tuple[RoleLine, ...]:
    """Return who will do each role that a run needs, those that one model does in one line."""
    models: dict[str, list[str]] = {}
    for at, stage in stages_of(spec):
        for role, names in _roles_of(stage).items():
            entry = f"{names} from {at} on" if at else names
            before = models.setdefault(role, [])
            if not before or before[-1].partition(" from ")[0] != names:
                before.append(entry)
    return _grouped({role: "; ".join(entries) for role, entries in models.items()})


def count_roles(calls: Iterable[CallRecord]) -> tuple[RoleLine, ...]:
    """Return who did each role, by the calls of a run, with the number of calls."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for call in calls:
        counts[call.role.partition("@")[0]][call.model] += 1
    ordered = [*(role for role in _COMMON if role in counts), *sorted(counts.keys() - set(_COMMON))]
    grouped = _grouped({role: ", ".join(sorted(counts[role])) for role in ordered})
    totals = [sum(counts[role].total() for role in line.roles) for line in grouped]
    return tuple(
        RoleLine(roles=line.roles, models=f"{line.models} ({total:,} calls)")
        for line, total in zip(grouped, totals, strict=True)
    )


def list_offline_roles(calls: Iterable[CallRecord]) -> tuple[str, ...]:
    """Return the roles, such as ``speaker@ada``, that plain code did in at least one call of a run.

    Calls and not the spec: a spec names a model for every role, also for those that nobody plays, such as the common
    speaker of a run in which each agent has a model of its own.
    """
    return tuple(sorted({call.role for call in calls if call.simulated}))


def is_done_offline(role: str, calls: Iterable[CallRecord]) -> bool:
    """Return whether plain code did a role, for any agent, in at least one call."""
    return any(offline_role.partition("@")[0] == role for offline_role in list_offline_roles(calls))


def speaking_roles(log: RunLog) -> dict[str, str]:
    """Return agent → the role whose model writes what the agent says; '' for one that has said prepared lines only."""
    roles: dict[str, str] = {}
    agents, known = {participant.id: participant for participant in log.spec.participants}, tasks()
    for outcome in (event.body for event in log.events if isinstance(event, OutcomeReached)):
        agent, task = agents.get(outcome.actor), known.get(outcome.task)  # a task of a missing plug-in is not known
        if agent and (task is None or task.speaks or task.role == SPEAKER):
            role = task.role_for(agent) if task else agent.role
            roles[agent.id] = roles.get(agent.id, "") if task is RECITE else role
    return roles


@dataclass(frozen=True, kw_only=True)
class Speakers:
    """The names of the agents that said something in a run, and of those whose words plain code put together."""

    names: tuple[str, ...]
    simulated: tuple[str, ...]

    @property
    def are_mixed(self) -> bool:
        return 0 < len(self.simulated) < len(self.names)

    def describe(self, words: str) -> str:
        """Return a sentence on simulated words: ``words`` where nobody else speaks; '' where nobody's are simulated."""
        if self.are_mixed:
            return PARTLY.format(names=join_names(self.simulated, MOST_NAMED))
        return words if self.simulated else ""


def speakers_of(log: RunLog, calls: Iterable[CallRecord]) -> Speakers:
    """Return who speaks in a run; simulated is who does so in a role that plain code performed in at least one call.

    Whoever recites a line did not write it: the model that wrote it counts.
    """
    stages = [stage for _, stage in stages_of(log.spec)]
    # earlier logs name a reciter's calls by the role of the speaker, whose own model is no plain code
    offline = {
        role
        for role in list_offline_roles(calls)
        if any(role in stage.roles and stage.roles[role].simulated for stage in stages)
    }
    roles = speaking_roles(log)
    speaking = [participant for participant in log.spec.participants if participant.id in roles]
    return Speakers(
        names=tuple(participant.name for participant in speaking),
        simulated=tuple(participant.name for participant in speaking if roles[participant.id] in offline),
    )


PARTLY = (
    "Plain code put together, offline, what {names} said: it says nothing about how a language model or a person would "
    "have argued. What the others said is not simulated."
)


def describe_offline_hearing(spec: RunSpec) -> str:
    """Return how often the offline judge is right on what it hears in a run; '' where it hears nothing there.

    Where a language model speaks and the offline judge hears, the sentence says so: that is what reading offline costs.
    Where claims point to their speakers' sides, it says that first: the judge's own reading then decides few of them.
    """
    stages = [stage for _, stage in stages_of(spec) if is_heard_offline(stage)]
    if not stages:
        return ""
    speakers = dict.fromkeys(settings for stage in stages for settings in _speakers(stage))
    hosted = sorted({settings.model for settings in speakers if takes_prompts(settings)})
    kinds = dict.fromkeys(kind for settings in speakers for kind in _kinds(settings))
    known = [ACCURACIES[kind] for kind in kinds if kind in ACCURACIES]
    who = f"The offline judge hears {' and '.join(hosted)}" if hosted else "The offline judge hears what is said"
    if asked := max(stage.roles[EXTRACTOR].sure or 0.0 for stage in stages):
        who += f", and leaves unclear what it is less than {asked:g} sure of"
    sided = all(stage.hearing.direction == "speaker" for stage in stages)
    sides = f" {BY_SIDE}" if sided else ""
    blind = "Without the side" if sided else "Measured elsewhere"
    if not known:
        return (
            f"{who}.{sides} How often it reads such text rightly{' without the side' if sided else ''} is not measured."
        )
    advice = f" With --hear {hosted[0]} that model reads direction instead." if len(hosted) == 1 else ""
    demand = ", and without that demand" if asked else ""
    return f"{who}.{sides} {blind}{demand}, it reads direction right in {_joined(known)}.{advice}"


def describe_model_hearing(spec: RunSpec, conditions: Conditions) -> str:
    """Return which language model hears a run, which way and why; '' where none hears."""
    extractor = spec.roles.get(EXTRACTOR)
    if extractor is None or not takes_prompts(extractor) or not needs_claims(spec):
        return ""
    calibration = calibration_of(extractor.model, conditions)
    is_blind, won = spec.hearing.direction == "blind", calibration is not None and calibration.hears_blind
    found = "was not calibrated (doxa models calibrate NAME)"
    if calibration is not None:
        found = f"was right of {calibration.right:.2f} of {calibration.texts} dev texts, and the offline judge of "
        found += f"{calibration.offline:.2f}"
    how = "by probabilities" if is_weighed(extractor) else "by its own judgements"
    way = "blind, without the speaker's side" if is_blind else "by the speaker's side"
    said = "" if is_blind is won else ", as the scenario says"
    return f"Heard by {extractor.model}, {how}, {way}{said}: it {found}."


def describe_others_words(spec: RunSpec) -> str:
    """Return whose words are played back from which transcript or said by which Python callable; '' for nobody's.

    Words of people in the transcript whom no agent plays are named, so that nothing is left out silently.
    """
    sentences = []
    for model, words in spec.recorded.items():
        speaking = [participant.name for participant in spec.participants if words.lines.get(participant.id)]
        several = f"{len(speaking)} agents" if len(speaking) > MOST_NAMED else " and ".join(speaking)
        sentence = (
            f"Recorded words: {several} say what {PurePath(file_of(model)).name} contains, and no model speaks for "
            f"them; the {_who_says_sides(spec, words)} on which side"
        )
        if words.others:
            count, names = sum(words.others.values()), " and ".join([*words.others][:MOST_NAMED])
            more = " and others" if len(words.others) > MOST_NAMED else ""
            sentence += f"; nobody plays {count} line{'' if count == 1 else 's'} by {names}{more}"
        sentences.append(f"{sentence}.")
    if speaking := list_callables(spec):
        sentences.append(
            f"Python callables speak for {join_names(speaking, MOST_NAMED)}: what they say is neither simulated nor "
            "asked of a model by doxa, and what is behind them is not recorded."
        )
    if persons := list_persons(spec):
        sentences.append(
            f"A person speaks for {' and for '.join(persons)}: these words are neither simulated nor a model's. A "
            "stance that is maintained there is the rule's account, and not what the person holds."
        )
    return " ".join(sentences)


def list_persons(spec: RunSpec) -> list[str]:
    """Return the names of the agents whose steps persons do."""
    models = {agent.name: spec.roles[agent.role].model for agent in spec.participants if agent.role in spec.roles}
    return [name for name, model in models.items() if is_person(model)]


def _who_says_sides(spec: RunSpec, words: RecordedWords) -> str:
    """Return who says on which side the lines are; in earlier specs a transcript has the sides of speakers only."""
    speaking = [participant.id for participant in spec.participants if words.lines.get(participant.id)]
    stated = [
        line.side is not None or words.sides.get(agent, "neutral") != "neutral"
        for agent in speaking
        for line in words.lines[agent]
    ]
    if not any(stated):
        return "scenario says"
    return "transcript says" if all(stated) else "transcript, or else the scenario, says"


def name_arguments(spec: RunSpec) -> str:
    """Return where the arguments come from that offline speakers put together, such as "the arguments of own.csv"."""
    corpora = sorted({speaker.corpus for speaker in _speakers(spec) if speaker.simulated and speaker.corpus})
    sources = [
        f"arguments that people wrote ({corpus})"
        if corpus in KINDS_OF_CORPORA
        else f"the arguments of {PurePath(corpus).name}"
        for corpus in corpora
    ]
    return " and ".join(sources) or "what the scenario says"


def needs_claims(spec: RunSpec) -> bool:
    """Return whether any belief of a run is moved by claims, so that messages are heard."""
    return spec.hearing.always or any(
        participant.kernel is not None and "claims" in kernel_class(participant.kernel).needs
        for participant in spec.participants
    )


def is_heard_offline(spec: RunSpec) -> bool:
    """Return whether the offline judge hears what is said in a run, or in one stage of it."""
    extractor = spec.roles.get(EXTRACTOR)
    return extractor is not None and extractor.offline and needs_claims(spec)


_COMMON = (SPEAKER, "reciter", EXTRACTOR, "scorer", "embedder", "judge")


def _roles_of(spec: RunSpec) -> dict[str, str]:
    """Return role → its models, for the roles that a spec needs."""
    roles = {SPEAKER: ", ".join(sorted({settings.model for settings in _speakers(spec)}))}
    if needs_claims(spec):
        hearing = (EXTRACTOR, "scorer", "embedder") if spec.hearing.strength == "scorer" else (EXTRACTOR, "embedder")
        roles |= {role: spec.roles[role].model for role in hearing if role in spec.roles}
    further = [role for role in spec.roles if role not in _COMMON and not role.startswith(f"{SPEAKER}@")]
    own = [role for role in protocol_named(spec.protocol).roles if role in spec.roles]
    roles |= {role: spec.roles[role].model for role in [*own, *further]}
    return {role: models for role, models in roles.items() if models}


def _speakers(spec: RunSpec) -> Iterator[ModelSettings]:
    for participant in spec.participants:
        if participant.role.startswith(SPEAKER) and participant.role in spec.roles:
            yield spec.roles[participant.role]


def _kinds(speaker: ModelSettings) -> tuple[Kind, ...]:
    """Return the kinds of text that come nearest to what a speaker says; none where nothing like it was measured."""
    if takes_prompts(speaker):
        return ("debates", "small models", "conversation", "language models", "guarded prose")
    return tuple(kind for corpus, kind in KINDS_OF_CORPORA.items() if corpus == speaker.corpus)


def _grouped(models: Mapping[str, str]) -> tuple[RoleLine, ...]:
    return tuple(
        RoleLine(roles=tuple(role for role in models if models[role] == names), models=names)
        for names in dict.fromkeys(models.values())
    )


def _joined(accuracies: list[Accuracy]) -> str:
    *others, last = [accuracy.sentence_part for accuracy in accuracies]
    return f"{'; '.join(others)}; and {last}" if others else last


def heard_bodies(log: RunLog) -> tuple[HeardBody, ...]:
    """Return the messages of a log as they were heard, without the runs that it continues."""
    return tuple(event.body for event in log.events if isinstance(event, MessageHeard))


def count_lost(heard: Iterable[HeardBody]) -> Counter[str]:
    """Return why messages were not heard, such as "extract: unparsed (not_json)", with the number of each."""
    return Counter(body.lost for body in heard if body.lost)


def count_unplaced(heard: Iterable[HeardBody]) -> tuple[int, int]:
    """Return the number of claims whose words are not in their message, and the number of all claims."""
    claims = [claim for body in heard for claim in body.claims]
    return sum(claim.place is None for claim in claims), len(claims)


def count_refused(heard: Iterable[HeardBody]) -> Counter[str]:
    """Return why claims that an extractor proposed were refused, such as "unplaced", with the number of each."""
    refused: Counter[str] = Counter()
    for body in heard:
        refused.update(body.refused)
    return refused


def describe_refused(refused: Mapping[str, int]) -> str:
    """Return why claims were refused, the most frequent reason first; '' where none was."""
    return "; ".join(f"{count} {REFUSALS.get(reason, reason)}" for reason, count in Counter(refused).most_common())


def describe_unread(spec: RunSpec, heard: Iterable[HeardBody]) -> str:
    """Return sentences on messages not heard or not in English, and on claims refused or not in the message; or ''."""
    bodies = tuple(heard)
    lost = count_lost(bodies)
    reasons = "; ".join(reason if len(lost) == 1 else f"{count} {reason}" for reason, count in lost.most_common())
    is_offline = any(is_heard_offline(stage) for _, stage in stages_of(spec))
    foreign = sum(is_foreign(body.text) for body in bodies) if is_offline else 0
    unclear = sum(is_unclear(body) and not (is_offline and is_foreign(body.text)) for body in bodies)
    unplaced, claims = count_unplaced(bodies)
    refused = count_refused(bodies)
    proposed = claims + refused.total()
    counted = (
        (lost.total(), len(bodies), "message", f"not heard, and nothing in them counted: {reasons}."),
        (foreign, len(bodies), "message", "not in English: the offline judge leaves their claims unclear."),
        (refused.total(), proposed, "proposed claim", f"refused: {describe_refused(refused)}."),
        (sum(body.contradicted for body in bodies), len(bodies), "message", CONTRADICTED),
        (unclear, len(bodies), "message", UNCLEAR),
        (unplaced, claims, "claim", UNPLACED),
    )
    return " ".join(f"{_share(part, whole, what)} {why}" for part, whole, what, why in counted if part)


def is_unclear(body: HeardBody) -> bool:
    """Return whether a message has claims, and the judge cannot tell which side any of them takes."""
    return bool(body.claims) and not body.contradicted and not any(claim.polarity for claim in body.claims)


UNCLEAR = (
    "of no direction that the judge could tell, and moved nobody. What helps: a side (of the agent, of a line of a "
    "transcript, argue --side), a sentence that the corpus labels, or a model that hears (--hear)."
)

CONTRADICTED = (
    "read against the side of the speaker, in more claims than with it: all their claims are left unclear (the log has "
    "the readings; doxa docs judgement)."
)

UNPLACED = (
    "not in the words of the message, as the extractor quoted them: they count, and have no start in the claims that "
    "'doxa frames' writes."
)


def _share(part: int, whole: int, what: str) -> str:
    return f"{part} of {whole} {what}{'' if whole == 1 else 's'} {'is' if part == 1 else 'are'}"
