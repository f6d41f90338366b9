"""doxa's own runs as people: a run directory, or a folder of runs such as a sweep's.

An agent is a person whose stances before and after are *probed* (a persuasion), *self-reported* (a kernel by
self-report), or *judged* (a reading of the run by an outside judge, kept beside it). The messages that it received are
the evidence. A stance that a belief rule maintains is left out, since fitting a rule to itself shows nothing.

Runs of one replicate share their random streams: an agent of one model in the same replicate of several settings is one
person with several rounds, and all agents of a replicate are a group, which folds do not divide.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

from doxa.analysis.missing import require_plugins
from doxa.errors import CorpusError, DoxaError
from doxa.exports.encounters import encounters_of
from doxa.humans.data.people import MetMessage, People, PersonRound, Remark, StatedStance
from doxa.humans.data.registry import Dataset
from doxa.log.rundir import RunLog, open_run, runs_in
from doxa.log.trials import split_trials
from doxa.records.base import digest
from doxa.records.model_kinds import ModelKind, is_simulated

NOBODY = (
    "no agent has a probed, self-reported or judged stance before and after what it heard; probes that contradict one "
    "another give none"
)

FOLLOWS = "a stance on the way was measured after the messages before it"

MODEL, PERSUADER, TOPIC, SIDE, SOURCE, DECLARED = "model", "persuader", "topic", "side", "stances", "declared"
"""The traits of an agent's round: its model, that of the only other speaker, the proposition, the side that was argued,
who says what the stances are, and what a package declares its model to be."""


def read_runs(path: Path | None) -> People:
    """Return the agents of every finished run in a folder.

    Raises:
        CorpusError: no run has an agent with a measured stance before and after what it heard.
    """
    if path is None:
        raise CorpusError("give the folder of the runs", hint="doxa replay DIR")
    rounds: list[PersonRound] = []
    counted, repeated = split_trials(runs_in(path))
    remarks = [Remark(where=str(trial.path.relative_to(path)), why=trial.why) for trial in repeated]
    for directory in counted:
        name = str(directory.relative_to(path)) if directory != path else path.resolve().name
        try:
            log = open_run(directory)
            require_plugins(log)
            read = list(_rounds(log, name)) if log.finished else []
            why = "" if read else NOBODY if log.finished else "unfinished: nothing of the run is used"
        except DoxaError as error:
            read, why = [], error.message
        rounds += read
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


def _about(rounds: list[PersonRound]) -> str:
    sources = " and ".join(sorted({round.traits[SOURCE].replace("_", "-") + " stances" for round in rounds}))
    models = sorted({round.traits[MODEL] for round in rounds})
    simulated = sorted({round.traits[MODEL] for round in rounds if is_simulated_round(round)})
    about = f"Agents of doxa's own runs ({sources}), in place of people: {', '.join(models)}."
    if simulated:
        which = "all of them" if simulated == models else ", ".join(simulated)
        about += f" Simulated offline: {which}; plain code wrote what they say, and a declared rule moved them."
    return about


def is_simulated_round(round: PersonRound) -> bool:
    """Return whether plain code spoke for an agent in place of a model."""
    return is_simulated(round.traits.get(MODEL, ""), cast(ModelKind | None, round.traits.get(DECLARED)))


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
                **({DECLARED: encounter.declared} if encounter.declared else {}),
            },
            stance_error=encounter.spread,
        )


RUNS = Dataset(
    read=read_runs,
    recognises=lambda path: path.is_dir() and next(path.rglob("spec.json"), None) is not None,
)
