"""doxa's own runs as people: a run directory, or a folder of runs such as a sweep's.

An agent is a person whose stances before and after are *probed* (a persuasion), *self-reported* (a kernel by
self-report), or *judged* (a reading of the run by an outside judge, kept beside it). The messages that it received are
the evidence. A stance that a belief rule maintains is left out, since fitting a rule to itself shows nothing.

Runs of one replicate share their random streams: an agent of one model in the same replicate of several settings is one
person with several rounds, and all agents of a replicate are a group, which folds do not divide.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from doxa.analysis.history import chapters
from doxa.analysis.missing import require_plugins
from doxa.errors import CorpusError, DoxaError
from doxa.humans.datasets.registry import Dataset
from doxa.humans.people import MetMessage, People, PersonRound, Remark, StatedStance
from doxa.judging.stances import PROTOCOL as JUDGING
from doxa.judging.stances import stances_of
from doxa.log.rundir import RunLog, open_run, runs_in
from doxa.records.canonical import digest
from doxa.records.claims import Polarity
from doxa.records.encounters import Encounter, MetWords, StanceAfter
from doxa.records.people import Participant
from doxa.records.plugins import hooks_of
from doxa.tasks.registry import task_named

if TYPE_CHECKING:
    from doxa.system import Hooks

SIDES: dict[str, Polarity] = {"pro": 1, "con": -1, "neutral": 0}

FOLLOWS = "a stance on the way was measured after the messages before it"

MODEL, PERSUADER, TOPIC, SIDE, SOURCE = "model", "persuader", "topic", "side", "stances"
"""The traits of an agent's round: its model, that of the only other speaker, the proposition, the side that was argued,
and who says what the stances are."""


class HumansHooks(Protocol):
    """The hook by which a replay reads runs of one protocol."""

    @property
    def encounters(self) -> "Callable[[RunLog], tuple[Encounter, ...]] | None":
        """Returns agents' stances before and after what they heard; None: their self-reports, or a judge's readings."""


def read_runs(path: Path | None) -> People:
    """Return the agents of every finished run in a folder.

    Raises:
        CorpusError: no run has an agent with a measured stance before and after what it heard.
    """
    if path is None:
        raise CorpusError("give the folder of the runs", hint="doxa replay DIR")
    rounds: list[PersonRound] = []
    remarks: list[Remark] = []
    for directory in runs_in(path):
        name = str(directory.relative_to(path)) if directory != path else path.resolve().name
        try:
            log = open_run(directory)
            require_plugins(log)
            found = list(_rounds(log, name)) if log.finished else []
            why = "" if found else _absence(log)
        except DoxaError as error:
            found, why = [], error.message
        rounds += found
        if why:
            remarks.append(Remark(where=name, why=why))
    if not rounds:
        reason = f" The first: {remarks[0].where}: {remarks[0].why}." if remarks else ""
        raise CorpusError(
            f"{path}: no agent has a measured stance before and after what it heard.{reason}",
            hint="Agents are people where they are probed (doxa run persuasion) or report their stance "
            "(--set kernel=self_report), or where a judge read the run.",
        )
    return People(
        name=path.resolve().name,
        about=_about(rounds),
        rounds=tuple(rounds),
        remarks=tuple(remarks),
        belief_follows=FOLLOWS if any(round.stated for round in rounds) else "",
    )


def _absence(log: RunLog) -> str:
    if not log.finished:
        return "unfinished: nothing of the run is used"
    return "no agent has a probed, self-reported or judged stance before and after what it heard"


def _about(rounds: list[PersonRound]) -> str:
    sources = " and ".join(sorted({round.traits[SOURCE].replace("_", "-") + " stances" for round in rounds}))
    models = sorted({round.traits[MODEL] for round in rounds})
    simulated = [model for model in models if model.partition(":")[0] == "offline"]
    about = f"Agents of doxa's own runs ({sources}), in place of people: {', '.join(models)}."
    if simulated:
        which = "all of them" if simulated == models else ", ".join(simulated)
        about += f" Simulated offline: {which}; plain code wrote what they say, and a declared rule moved them."
    return about


def _rounds(log: RunLog, name: str) -> Iterator[PersonRound]:
    """Yield the rounds of one run."""
    spec = log.spec
    for encounter in encounters_of(log):
        draw = f"{spec.proposition.text} seed {spec.seed} replicate {spec.replicate}"
        messages = tuple(
            # the same words to several agents are one message, so that it is judged once
            MetMessage(
                key=digest(message.text.encode())[:16], speaker=message.speaker, text=message.text, own=message.own
            )
            for message in encounter.messages
        )
        yield PersonRound(
            id=f"{name}/{encounter.agent}",
            person=f"{encounter.model} {encounter.agent} {draw}",
            proposition=spec.proposition.text,
            group=draw,
            initial=encounter.initial,
            final=encounter.final,
            messages=messages,
            stated=tuple(StatedStance(after=stated.after, stance=stated.stance) for stated in encounter.stated),
            argued=encounter.argued,
            traits={
                MODEL: encounter.model,
                PERSUADER: encounter.persuader,
                TOPIC: spec.proposition.text,
                SIDE: {1: "for", -1: "against"}.get(encounter.argued, ""),
                SOURCE: encounter.source,
            },
            stance_error=encounter.spread,
        )


def encounters_of(log: RunLog) -> tuple[Encounter, ...]:
    """Return the encounters of a finished run: as its system says, else by self-report, else by a judge's reading."""
    hooks: HumansHooks | None = hooks_of(log.spec.protocol)
    if hooks and hooks.encounters:
        return hooks.encounters(log)
    reported = tuple(_reported(log))
    judged = tuple(_judged(log, {encounter.agent for encounter in reported}))
    return (*reported, *judged)


def _reported(log: RunLog) -> Iterator[Encounter]:
    """Yield the encounters of agents that report their stance: from where the scenario begins to the last report."""
    said: list[MetWords] = []
    stances: dict[str, list[StanceAfter]] = {}
    audiences: dict[str, tuple[str, ...]] = {}
    for chapter in chapters(log):
        for outcome in chapter.outcomes:
            if outcome.ok and outcome.text and task_named(outcome.task).speaks:
                said.append(MetWords(key=outcome.key, speaker=outcome.actor, text=outcome.text))
                audiences[outcome.key] = outcome.audience
        for agent, mind in chapter.minds.items():
            readout = mind.readout
            if readout.kind == "self_report" and readout.stance is not None:
                heard = sum(agent == words.speaker or agent in audiences[words.key] for words in said)
                stances.setdefault(agent, []).append(StanceAfter(after=heard, stance=readout.stance))
    for agent, reports in stances.items():
        messages = _met(agent, said, audiences)
        if len(reports) > 1 and any(not message.own for message in messages):
            yield _encounter(log, agent, messages, reports, "self_report")


def _judged(log: RunLog, without: set[str]) -> Iterator[Encounter]:
    """Yield encounters of agents whose own messages a judge read: from the first to the last that shows a stance."""
    folder = log.path / "readings"
    readings = [open_run(path) for path in runs_in(folder, readings=True)] if folder.is_dir() else []
    read = next((stances_of(one) for one in readings if one.spec.protocol == JUDGING and one.finished), {})
    said, audiences = [], {}
    for event in log.events:
        if event.kind == "outcome" and event.body.ok and event.body.text and task_named(event.body.task).speaks:
            said.append(MetWords(key=event.key, speaker=event.body.actor, text=event.body.text))
            audiences[event.key] = event.body.audience
    for participant in log.spec.participants:
        messages = _met(participant.id, said, audiences)
        shown = [
            (place, stance)
            for place, message in enumerate(messages, 1)
            if message.own and (stance := read.get(message.key)) is not None
        ]
        if participant.id in without or len(shown) < 2:
            continue
        first, last = shown[0][0], shown[-1][0]
        between = messages[first:last]
        if any(not message.own for message in between):
            reports = [StanceAfter(after=place - first, stance=stance) for place, stance in shown]
            yield _encounter(log, participant.id, between, reports, "judged")


def _met(agent: str, said: list[MetWords], audiences: dict[str, tuple[str, ...]]) -> tuple[MetWords, ...]:
    """Return the messages that an agent heard or said, with its own marked."""
    return tuple(
        words.model_copy(update={"own": words.speaker == agent})
        for words in said
        if agent == words.speaker or agent in audiences[words.key]
    )


def _encounter(
    log: RunLog, agent: str, messages: tuple[MetWords, ...], reports: list[StanceAfter], source: str
) -> Encounter:
    others = {words.speaker for words in messages if not words.own}
    people = {participant.id: participant for participant in log.spec.participants}
    sides = {SIDES[people[other].side] for other in others}
    return Encounter.model_validate(
        {
            "agent": agent,
            "model": _model(log, people[agent]),
            "source": source,
            "initial": reports[0].stance,
            "final": reports[-1].stance,
            "messages": messages,
            "stated": reports[1:-1],
            "argued": sides.pop() if len(sides) == 1 else 0,
            "persuader": _model(log, people[others.pop()]) if len(others) == 1 else "",
        }
    )


def _model(log: RunLog, participant: Participant) -> str:
    return log.spec.roles[participant.role].model if participant.role in log.spec.roles else ""


def _is_runs(path: Path) -> bool:
    return path.is_dir() and next(path.rglob("spec.json"), None) is not None


RUNS = Dataset(read=read_runs, recognises=_is_runs)


if TYPE_CHECKING:

    def _answers(hooks: Hooks) -> HumansHooks:
        """Let the type checker compare the system's record with what a replay asks for."""
        return hooks
