"""Judging people's messages for a replay: one listening run, driven, journalled and resumed like any other run.

Where a records file exists, it replaces the run. A repeated call uses the finished run or continues the stopped one; no
request is repeated.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import CorpusError, LogError, StoppedError
from doxa.experiments.named_models import OFFLINE, checked_for, context_of, corpora_of, settings_of
from doxa.experiments.runner import AGAIN
from doxa.experiments.sitting import MakePerformer, Terms, sit
from doxa.humans.data.people import People
from doxa.humans.replay.judged import JudgedEvidence, MessageClaims, read_records, turn_judged, write_records
from doxa.humans.replay.listening import WHOLE, ListeningResult, ListeningSettings, words_to_judge
from doxa.log.rundir import RunLog
from doxa.models.conditions import Conditions
from doxa.models.defaults import with_defaults
from doxa.models.offline.answers import REVISION
from doxa.models.setup import performer_for
from doxa.models.weighing.calibration import calibrated, calibration_of
from doxa.records.base import canonical, digest
from doxa.records.claims import Scale
from doxa.records.spec import Context, Hearing, ModelSettings, Participant, Proposition, RunSpec

LISTENER = Participant(id="listener", name="The listener", kernel=None, role="extractor")

ROLES = ("extractor", "scorer", "embedder")

Watch = Callable[[Progress], None]


@dataclass(frozen=True, kw_only=True)
class ReplaySettings:
    """The judges of people's messages, and the folder and file of the run and its records."""

    judge: str | None = None
    """The judge, as provider:model; when absent the records' own, or the offline judge."""
    strength: str | None = None
    """The scorer, as provider:model; the judge itself when absent."""
    embedder: str = OFFLINE
    temperature: float | None = 0.0
    """Sampling temperature of hosted judges; None leaves it to the provider."""
    own: bool = False
    whole: bool | None = None
    """Whether messages are also judged as one claim; when absent, only with the offline judge."""
    hearing: Hearing = Hearing()
    """Whether claims have the direction that the judge reads, or their speaker's side where it is known."""
    records: Path | None = None
    out: Path = Path("runs/replay")
    budget: Budget = Budget()
    conditions: Conditions = Conditions()


def plan_listening(people: People, listening: ReplaySettings) -> RunSpec:
    """Return the run that judges these people's messages; the same messages and models give the same run."""
    judge, hearing = listening.judge or OFFLINE, listening.hearing
    extractor = settings_of(judge, listening.temperature, "extractor")
    # a calibration is of whole texts and of directions alone
    is_weighed = hearing.context == "message" and hearing.strength == "scorer"
    roles = {
        "extractor": calibrated(extractor, listening.conditions) if is_weighed else extractor,
        "scorer": settings_of(listening.strength or judge, listening.temperature, "scorer"),
        "embedder": with_defaults("embedder", ModelSettings(model=listening.embedder)),
    }
    words = words_to_judge(people.rounds, own_messages=listening.own, pooled=hearing.context == "speaker")
    whole = judge == OFFLINE if listening.whole is None else listening.whole
    return RunSpec(
        name=f"replay-{people.name}",
        proposition=Proposition(text="(each message has its own)"),
        participants=(LISTENER,),
        protocol="listening",
        script=ListeningSettings(words=words, whole=whole).model_dump(mode="json"),
        roles=roles,
        corpora=corpora_of([settings.model for settings in roles.values()]),
        hearing=hearing,
    )


def listen(
    people: People, listening: ReplaySettings, watch: Watch | None = None, make: MakePerformer = performer_for
) -> JudgedEvidence:
    """Return the judged evidence: from the records file, from the finished run, or from a new run.

    Raises:
        CorpusError: the records file is not valid, is of other messages, or of another judge than is named.
        ModelSetupError: a model is not usable; no model was asked.
        StoppedError: interrupted, or the budget is spent; the same call continues.
    """
    if listening.records is not None and listening.records.exists():
        recorded = read_records(listening.records, words_to_judge(people.rounds, own_messages=listening.own))
        _require_judges(recorded, listening)
        return turn_judged(recorded, people.rounds, listening.hearing)
    spec = plan_listening(people, listening)
    path = listening_directory(spec, listening)
    terms = Terms(conditions=listening.conditions, budget=listening.budget)
    try:
        log = sit(spec, path, terms, watch=watch, make=make)
    except StoppedError as stop:
        raise StoppedError(stop.message, hint=AGAIN) from None
    judged = read_judged(log)
    if listening.records is not None:
        write_records(judged, listening.records)
    return turn_judged(judged, people.rounds, listening.hearing)


def hearing_for(
    direction: Literal["blind", "speaker"],
    judge: str | None,
    context: Context | None = None,
    scale: Scale = "percentile",
    strength: Literal["scorer", "extractor", "equal"] = "scorer",
) -> Hearing:
    """Return how messages are heard: what a language model proposes is a claim only where the message says it.

    Args:
        context: what directions are read from; if nobody says, claims alone where a side turns them, and whole messages
            where the judge is calibrated and need not say how strong claims are.
        strength: whose strength counts.
    """
    by = "extractor" if strength == "extractor" else "scorer"
    is_weighed = by == "scorer" and judge is not None and calibration_of(judge, Conditions()) is not None
    read_in = context or ("claim" if direction == "speaker" else "message" if is_weighed else context_of(judge))
    hearing = Hearing(direction=direction, context=read_in, scale=scale, strength=by)
    return hearing if judge is None else checked_for(judge, hearing)


def listening_directory(spec: RunSpec, listening: ReplaySettings) -> Path:
    """Return the directory of the run that judges the messages."""
    # offline answers change with the shipped models: each revision has its own folder
    revision = f"-{REVISION}" if any(settings.model == OFFLINE for settings in spec.roles.values()) else ""
    return listening.out / re.sub(r"[^a-z0-9.=-]+", "-", f"judging{revision}-{spec.hash[:8]}".lower())


def _require_judges(judged: JudgedEvidence, listening: ReplaySettings) -> None:
    """Raise where records are of another judge than is named."""
    for role, named_judge in (("extractor", listening.judge), ("scorer", listening.strength)):
        if named_judge is not None and named_judge != judged.judges.get(role):
            raise CorpusError(
                f"{listening.records} was judged by {judged.judges.get(role)} ({role}), and {named_judge} is requested",
                hint="Give another --records file, or leave the judge out to use the records.",
            )


def read_judged(log: RunLog) -> JudgedEvidence:
    """Return the judged evidence of a finished listening run.

    Raises:
        LogError: the run is not finished.
    """
    listening = log.result(ListeningResult)
    if listening is None:
        raise LogError(f"{log.path} is unfinished", hint="Call the same replay again: it continues.")
    words = ListeningSettings.model_validate(log.spec.script).words
    read = [(message.key, listening.heard[message.key], listening.heard.get(message.key + WHOLE)) for message in words]
    heard = {
        key: MessageClaims(
            claims=claims.claims,
            whole=whole.claims if whole else (),
            lost=claims.lost,
            refused=sum(claims.refused.values()),
        )
        for key, claims, whole in read
    }
    names = {claim.vector for message in heard.values() for claim in (*message.claims, *message.whole)}
    weighing = log.spec.roles["extractor"].weighing
    judges = {
        **{role: log.spec.roles[role].model for role in ROLES},
        **({"weighing": digest(canonical(weighing.model_dump()))[:8]} if weighing else {}),
    }
    return JudgedEvidence(judges=judges, heard=heard, vectors={name: log.blobs.vector(name) for name in sorted(names)})
