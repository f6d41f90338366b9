"""Examinations: what a model can do, found out by some forty calls that are those of real runs.

Four short dialogues (``examination/speaking.toml``) show whether it speaks; one run of the protocol ``examining`` shows
whether it hears, judges and answers probes where the right answer is plain. All are runs as any others: what a stopped
examination has done is kept. In the last two dialogues both sides speak at once, which shows whether calls at once
help. The texts are doxa's own and in no training or test set.
"""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import chain, islice
from pathlib import Path
from statistics import fmean
from typing import Any, cast

import numpy as np

from doxa.corpora.loading import load_corpus
from doxa.engine.drive import in_a_loop
from doxa.errors import ModelSetupError
from doxa.evaluation.judging import slug
from doxa.experiments.dry_runs import CHARACTERS, count_calls, imitate
from doxa.experiments.sitting import MakePerformer, PlannedRun, plan_runs, sit
from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog
from doxa.minds.accepting import accept_claims
from doxa.models.declared import is_language_model
from doxa.models.embedded import embedder
from doxa.models.examined import Examination, ExaminedTask
from doxa.models.hearing.guards import is_foreign
from doxa.models.known import identity_of, keep
from doxa.models.offline.directing import EVEN, read_message
from doxa.models.providers.capacity import Capacity
from doxa.models.setup import performer_for
from doxa.records.base import JsonValue, digest, group_by
from doxa.records.spec import Hearing

FOLDER = Path(__file__).parent / "examination"

TERMS: dict[str, JsonValue] = {"conditions.timeout_s": 600.0, "conditions.concurrency": 2}
"""Nothing is known of the model's speed yet."""

SPOKEN = 4
"""The first motions of ``examination/arguments.csv`` are spoken on: the first half in turn, the others at once."""

AS_SAID = Hearing(claims="said", unplaced="drop")

CHECKS: tuple[tuple[str, ExaminedTask, Callable[[Any, str, Any], bool]], ...] = (
    (
        "respond",
        ExaminedTask(part="speak", words="turns fit", least=6, baseline="an echo: 0"),
        lambda text, side, asked: not is_foreign(text),
    ),
    (
        "respond",
        ExaminedTask(part="speak", words="turns on their side", least=5, baseline="always for: 4"),
        lambda text, side, asked: (
            (read_message(asked["proposition"], text, embedder()) - EVEN) * (1 if side == "pro" else -1) > 0
        ),
    ),
    (
        "classify_anchored",
        ExaminedTask(part="hear", words="directions of claims", least=10, baseline="always for: 6; coin: 2 %"),
        lambda reply, direction, asked: reply["judgements"][0]["polarity"] == direction,
    ),
    (
        "extract",
        ExaminedTask(part="hear", words="messages quoted", least=2, baseline="the motion: 0"),
        lambda reply, number, asked: (
            2 * len(accept_claims(reply["claims"], asked["text"], asked["proposition"], AS_SAID)[0])
            > len(reply["claims"])
        ),
    ),
    (
        "judge_teams",
        ExaminedTask(part="judge", words="better teams found", least=4, baseline="always A: 2; coin: 6 %"),
        lambda reply, better, asked: (
            sum(reply[better].values()) > sum(sum(reply[label].values()) for label in "ab") / 2
        ),
    ),
    (
        "probe_stance",
        ExaminedTask(part="probe", words="probes answered as held", least=7, baseline="always 0: 4; coin: 4 %"),
        lambda reply, end, asked: reply["answer"] > 50 if end == "high" else reply["answer"] < 50,
    ),
)
"""Task → what a model must do in it, and (words or reply; the right answer, with which a step's key ends; what was
asked) → whether it did. Turns lean as the offline judge reads them; claims are exact as in a run."""


def examine(
    model: str,
    out: Path,
    replicate: int = 0,
    tell: Callable[[float], None] | None = None,
    make: MakePerformer = performer_for,
) -> Examination:
    """Return what a model did, once all its runs are at their end; it is kept by the model's identity.

    Args:
        model: as ``provider:model``.
        out: the folder of examinations; a stopped one goes on there.
        replicate: which repetition, with other random choices.
        tell: receives about how many seconds are left, after each run.

    Raises:
        ModelSetupError: the model cannot be used, or is no language model.
        StoppedError: interrupted, or the model is out of reach; the same call goes on, and nothing is kept.
    """
    if not is_language_model(model):
        raise ModelSetupError(f"{model} is no language model, which could do every task of an examination")
    runs = _plan(model, replicate)
    identity = identity_of(model, runs[0].terms.conditions)
    asked = "".join([identity, *(run.spec.hash for run in runs)])  # other after a calibration, which specs have
    folder = out / f"{slug(model)}-{digest(asked.encode())[:8]}" / str(replicate)
    with tempfile.TemporaryDirectory() as rehearsals:
        offline = [sit(run.spec, Path(rehearsals) / run.spec.hash, run.terms, make=imitate) for run in runs]
        uses = count_calls([(log.path, folder / "none") for log in offline], runs[0].terms.conditions)
        stand_in = mean_lengths(offline, model, lambda call: len(call.text) // CHARACTERS)
    logs: list[RunLog] = []
    calls: list[list[CallRecord]] = []
    for number, run in enumerate(runs, 1):
        logs.append(sit(run.spec, folder / str(number), run.terms, make=make))
        calls.append([call for call in logs[-1].calls() if call.model == model])
        if tell and number < len(runs):
            tell(_time_left([*chain(*calls)], sum(use.input_tokens + use.output_tokens for use in uses)))
    at_once = calls[SPOKEN // 2 : SPOKEN]
    speeds = fit_speeds([*chain(*calls[: SPOKEN // 2], *calls[SPOKEN:])])
    tasks = tuple(_check_task(name, task, is_right, zip(logs, calls, strict=True)) for name, task, is_right in CHECKS)
    lengths = mean_lengths(logs, model, lambda call: call.output_tokens)
    examination = Examination(
        model=model,
        date=date.today().isoformat(),
        run=str(folder),
        tasks=tasks,
        failed=tuple(dict.fromkeys(task.part for task in tasks if task.right < task.least)),
        seconds_in=speeds and speeds[0],
        seconds_out=speeds and speeds[1],
        together=speeds and _measure_together(at_once, speeds),
        capacity=in_a_loop(lambda: _ask_service(runs[-1], make)),
        lengths=lengths,
        ratios={name: round(lengths[name] / stand_in[name], 3) for name in lengths.keys() & stand_in.keys()},
    )
    keep(examination, identity)
    return examination


def _plan(model: str, replicate: int) -> list[PlannedRun]:
    """Return the runs of an examination: the dialogues, and last that of all other tasks."""
    roles: dict[str, JsonValue] = {f"models.{role}": model for role in ("speaker", "extractor", "judge")}
    changes: list[dict[str, JsonValue]] = [
        {
            **roles,
            "models.extractor": "offline",
            "proposition": motion,
            "script.turns": "alternate" if place < SPOKEN // 2 else "simultaneous",
        }
        for place, motion in enumerate(islice(load_corpus(str(FOLDER / "arguments.csv")).motions, SPOKEN))
    ]
    planned = [("speaking.toml", change) for change in changes] + [("examining.toml", roles)]
    return [run for file, change in planned for run in plan_runs(FOLDER / file, {**TERMS, **change}, [replicate])]


def _time_left(calls: Sequence[CallRecord], expected: int) -> float:
    """Return about how many seconds the other calls take, by the tokens and times of these."""
    tokens = sum(sum(_tokens_of(call)) for call in calls)
    return sum(call.seconds for call in calls) / max(1, tokens) * max(0, expected - tokens)


def _check_task(
    name: str,
    task: ExaminedTask,
    is_right: Callable[[Any, str, Any], bool],
    answered: Iterable[tuple[RunLog, Sequence[CallRecord]]],
) -> ExaminedTask:
    """Return how many answers to a task are right.

    Args:
        answered: each run with the model's calls in it.
    """
    answers: list[tuple[str, bool]] = []
    for log, calls in answered:
        words, script = {call.id: call.text or call.status for call in calls}, cast(Any, log.spec.script)
        steps = {step["key"]: step["inputs"] for step in script.get("steps", ())}
        for outcome in log.outcomes:
            if outcome.task == name and outcome.calls[-1] in words:
                asked = {"proposition": log.spec.proposition.text} | steps.get(outcome.key, {})
                reply, end = outcome.text or outcome.reply, outcome.key.rpartition("/")[2]
                answers.append((words[outcome.calls[-1]], outcome.ok and is_right(reply, end, asked)))
    worst = next((words for words, right in answers if not right), "")
    return task.model_copy(update={"right": sum(right for _, right in answers), "of": len(answers), "worst": worst})


def mean_lengths(logs: Sequence[RunLog], model: str, length: Callable[[CallRecord], int | None]) -> dict[str, float]:
    """Return the mean length of a model's answers to each task, and in each role; answers without one do not count."""
    tasks = {call: outcome.task for log in logs for outcome in log.outcomes for call in outcome.calls}
    calls = [(call, length(call)) for log in logs for call in log.calls() if call.model == model]
    named = [(name, count) for call, count in calls if count for name in (tasks[call.id], call.role)]
    return {
        name: round(fmean(count for _, count in of), 1) for name, of in group_by(named, lambda pair: pair[0]).items()
    }


def _tokens_of(call: CallRecord) -> tuple[int, int]:
    """Return the tokens of a call that were read, without those that a cache had, and those that were written."""
    return (call.input_tokens or 0) - (call.cached_tokens or 0), call.output_tokens or 0


def fit_speeds(calls: Sequence[CallRecord]) -> tuple[float, float] | None:
    """Return the seconds per token in and out that fit calls best (least squares); None without calls."""
    timed = [call for call in calls if call.output_tokens and not call.tries]
    if not timed:
        return None
    tokens, seconds = np.array([_tokens_of(call) for call in timed]), np.array([call.seconds for call in timed])
    slopes = np.linalg.lstsq(tokens, seconds, rcond=None)[0]
    return max(0.0, round(float(slopes[0]), 6)), max(0.0, round(float(slopes[1]), 6))


def _measure_together(rounds: Sequence[Sequence[CallRecord]], speeds: tuple[float, float]) -> float | None:
    """Return how much faster the first calls of rounds were than one after the other; None where nothing tells."""
    first = [[call for call in calls if call.id.endswith("#1")] for calls in rounds]
    alone = float(np.dot([_tokens_of(call) for call in chain(*first)], speeds).sum())
    took = sum(max(call.began + call.seconds for call in calls) - calls[0].began for calls in first if len(calls) > 1)
    return round(min(2.0, alone / took), 2) if took > 0 else None


async def _ask_service(run: PlannedRun, make: MakePerformer) -> Capacity:
    """Return what a model's service takes and states."""
    unweighed = run.spec.roles["judge"].model_copy(update={"weighing": None})  # of a model that was calibrated before
    performer = make(unweighed, run.terms.conditions)
    read_capacity = getattr(performer, "read_capacity", None)
    capacity: Capacity = await read_capacity() if read_capacity else Capacity()
    await performer.close()
    return capacity
