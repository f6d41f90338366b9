"""What agents met and how far they moved, by measured stances: what ``--to replay`` writes, and a replay of runs reads.

An agent's stances before and after are those that its system says (*probed*), those that it reports itself, or those
that an outside judge read in its words. A stance that a belief rule maintains is none of these: fitting a rule to
itself shows nothing.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from doxa.analysis.exhibit import JUDGED_STANCE, Measures
from doxa.analysis.history import chapters
from doxa.analysis.hooks import exhibits_of, hooks_of
from doxa.errors import DoxaError, LogError
from doxa.exports.files import written_whole
from doxa.exports.frames import Frames
from doxa.exports.opened import OpenedRun
from doxa.log.rundir import RunLog, open_run, runs_in
from doxa.records.base import digest
from doxa.records.claims import Polarity
from doxa.records.encounters import Encounter, MetWords, StanceAfter
from doxa.records.events import MovedBody, SeededBody
from doxa.records.spec import Participant
from doxa.records.steps import Outcome
from doxa.tasks.answering import read_answers
from doxa.tasks.registry import task_named

SIDES: dict[str, Polarity] = {"pro": 1, "con": -1, "neutral": 0}


def encounters_of(log: RunLog) -> tuple[Encounter, ...]:
    """Return the encounters of a finished run: by answers to a question on the motion before and after, else as its
    system says, else by self-report, else by a judge's reading.
    """
    hooks = hooks_of(log.spec.protocol)
    asked = tuple(_asked(log))
    if hooks.encounters and not asked:
        return hooks.encounters(log)
    known = {encounter.agent for encounter in asked}
    measured = (*asked, *(one for one in _reported(log) if one.agent not in known))
    return (*measured, *_judged(log, {encounter.agent for encounter in measured}))


def _asked(log: RunLog) -> Iterator[Encounter]:
    """Yield the encounters of agents whose stance is measured by the first question on the motion that has a scale."""
    question = next((one for one in log.spec.questions if one.agrees and one.ends), None)
    if question is None:
        return
    said: list[Outcome] = []
    stances: dict[str, list[StanceAfter]] = {}
    for event in log.events:
        if event.kind != "outcome":
            continue
        said += filter(_is_said, [event.body])
        for answer in read_answers(log.spec, [event.body]):
            if answer.question.id == question.id and (stance := answer.stance) is not None:
                heard = len(_met(answer.agent, said))
                stances.setdefault(answer.agent, []).append(StanceAfter(after=heard, stance=stance))
    for agent, reports in stances.items():
        messages = _met(agent, said)[: reports[-1].after]
        if len(reports) > 1 and any(not message.own for message in messages):
            yield _encounter(log, agent, messages, reports, "question")


def _reported(log: RunLog) -> Iterator[Encounter]:
    """Yield the encounters of agents that report their stance: from where the scenario begins to the last report."""
    said: list[Outcome] = []
    stances: dict[str, list[StanceAfter]] = {}
    for chapter in chapters(log):
        said += filter(_is_said, chapter.outcomes)
        for agent, mind in chapter.minds.items():
            readout = mind.readout
            if readout.kind != "self_report" or readout.stance is None:
                continue
            if agent not in stances or _is_reported(chapter.folded.get(agent)):
                heard = len(_met(agent, said))
                stances.setdefault(agent, []).append(StanceAfter(after=heard, stance=readout.stance))
    for agent, reports in stances.items():
        messages = _met(agent, said)
        if len(reports) > 1 and any(not message.own for message in messages):
            yield _encounter(log, agent, messages, reports, "self_report")


def _is_reported(body: SeededBody | MovedBody | None) -> bool:
    """Return whether an agent stated its stance in a batch, and did not carry an earlier one on."""
    return body is not None and any(item.origin == "self_report" for item in body.trace.items)


def _judged(log: RunLog, without: set[str]) -> Iterator[Encounter]:
    """Yield encounters of agents whose own messages a judge read: from the first to the last that shows a stance."""
    read = _read_stances(log)
    said = [event.body for event in log.events if event.kind == "outcome" and _is_said(event.body)]
    for participant in log.spec.participants:
        messages = _met(participant.id, said)
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


def _read_stances(log: RunLog) -> Mapping[str, float | None]:
    """Return message → the stance that a judge read in it, by the first reading of the run that has stances."""
    folder = log.path / "readings"
    for path in runs_in(folder, readings=True) if folder.is_dir() else []:
        reading = open_run(path)
        exhibits = exhibits_of(reading, "frames") if reading.finished else ()
        measured = [row for exhibit in exhibits if isinstance(exhibit, Measures) for row in exhibit.rows]
        stances = {entry.item: entry.value for entry in measured if entry.instrument == JUDGED_STANCE}
        if stances:
            return stances
    return {}


def _is_said(outcome: Outcome) -> bool:
    """Return whether a step gave words that somebody said."""
    return bool(outcome.ok and outcome.text and task_named(outcome.task).speaks)


def _met(agent: str, said: list[Outcome]) -> tuple[MetWords, ...]:
    """Return the messages that an agent heard or said, with its own marked."""
    return tuple(
        MetWords(key=outcome.key, speaker=outcome.actor, text=outcome.text or "", own=outcome.actor == agent)
        for outcome in said
        if agent == outcome.actor or agent in outcome.audience
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
            "declared": role.declared if (role := log.spec.roles.get(people[agent].role)) else None,
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


FILE = "people.jsonl"

SIDE_WORDS = {1: "for", -1: "against"}


def write_replay(source: Frames, out: Path) -> tuple[int, list[tuple[str, str]]]:
    """Write ``people.jsonl`` into a folder, streamed.

    Returns how many lines were written, and the runs that have nobody with measured stances: (run directory, why).

    Raises:
        LogError: nobody in the runs has measured stances, or the file cannot be written.
    """
    count, left_out = 0, list[tuple[str, str]]()
    with written_whole({"people": out / FILE}) as paths:
        with paths["people"].open("w", encoding="utf-8", newline="\n") as file:
            for run in source.runs_opened():
                lines, why = _lines(run)
                file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
                count += len(lines)
                left_out += [(run.place.name, why)] if why else []
        if not count:
            where, why = left_out[0]
            raise LogError(
                f"{source.path}: no agent has a measured stance before and after what it heard; {where}: {why}",
                hint="Agents are people where they are probed (doxa run persuasion) or report their stance "
                "(--set kernel=self_report), or where a judge read the run.",
            )
    return count, left_out


def _lines(run: OpenedRun) -> tuple[list[dict[str, Any]], str]:
    """Return the lines of one run, and why there are none."""
    if run.log is None:
        return [], run.reason
    if not run.log.finished:
        return [], "unfinished: nothing of the run is used"
    try:
        lines = [_line(run.log, run.place.name, encounter) for encounter in encounters_of(run.log)]
    except DoxaError as error:
        return [], error.message
    return (
        lines,
        ""
        if lines
        else "no agent has a probed, self-reported or judged stance before and after; probes that contradict give none",
    )


def _line(log: RunLog, name: str, encounter: Encounter) -> dict[str, Any]:
    spec = log.spec
    draw = f"{spec.proposition.text} seed {spec.seed} replicate {spec.replicate}"
    line: dict[str, Any] = {
        "id": f"{name}/{encounter.agent}",
        "person": f"{encounter.model} {encounter.agent} {draw}",
        "proposition": spec.proposition.text,
        "group": draw,
        "initial": encounter.initial,
        "final": encounter.final,
        "scale": [-1, 1],
        "messages": list(_messages(encounter)),
        "model": encounter.model,
        "persuader": encounter.persuader,
        "topic": spec.proposition.text,
        "side": SIDE_WORDS.get(encounter.argued, ""),
        "stances": encounter.source,
    }
    line |= {"argued": SIDE_WORDS[encounter.argued]} if encounter.argued else {}
    return line | ({"declared": encounter.declared} if encounter.declared else {})


def _messages(encounter: Encounter) -> Iterator[dict[str, Any]]:
    stated = {stance.after: stance.stance for stance in encounter.stated}
    for place, words in enumerate(encounter.messages, 1):
        # the same words to several agents have one key, so that they are judged once
        message = {
            "key": digest(words.text.encode())[:16],
            "speaker": words.speaker,
            "text": words.text,
            "own": words.own,
        }
        yield message | ({"stance": stated[place]} if place in stated else {})
