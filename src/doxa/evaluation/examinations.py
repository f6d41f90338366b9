"""Examinations: what a model can do, found out by some thirty calls that are those of real runs.

Four short dialogues (``examination/speaking.toml``) show whether it can speak; one run of the protocol ``examining``
shows whether it hears, judges and answers probes where the right answer is plain. All are runs as any others: what a
stopped examination has done is kept. The two last dialogues have both sides speak at once, which shows whether calls
at once help. Texts are doxa's own and in no training or test set.
"""

import math
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from doxa.corpora.loading import load_corpus
from doxa.engine.drive import Progress, in_a_loop
from doxa.engine.turn import request_of
from doxa.errors import ModelCallError, ModelSetupError
from doxa.evaluation.examining import ExaminingSettings
from doxa.evaluation.judging import slug
from doxa.experiments.dry_runs import CHARACTERS, count_calls, imitate
from doxa.experiments.readings import JUDGE
from doxa.experiments.sitting import MakePerformer, PlannedRun, plan_runs, sit
from doxa.judging.ballots.scores import Criteria
from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog
from doxa.minds.accepting import accept_claims
from doxa.models.embedded import embedder
from doxa.models.examined import Examination, Finding, RightCount
from doxa.models.hearing.guards import is_foreign
from doxa.models.known import identity_of, keep
from doxa.models.offline.directing import EVEN, read_message
from doxa.models.port import Weigher
from doxa.models.providers.capacity import Capacity
from doxa.models.setup import performer_for
from doxa.records.base import JsonValue, digest
from doxa.records.spec import Hearing, Participant, Proposition, RunSpec, SpeechRules
from doxa.records.steps import Outcome, Step
from doxa.tasks.base import Scene

FOLDER = Path(__file__).parent / "examination"

PATIENCE = 600.0
"""Seconds that a call of an examination may take: nothing is known of the model's speed yet."""

SIDES = {"pro": 1, "con": -1}


@dataclass(frozen=True, kw_only=True)
class ExaminationPlan:
    """The runs of an examination: dialogues, and last the run of all other tasks."""

    model: str
    identity: str
    folder: Path
    replicate: int
    runs: tuple[PlannedRun, ...]
    tokens: int
    """About how many tokens it takes, in and out."""
    stand_in: dict[str, float]
    """Task or role → mean tokens of the offline answers in a dry run."""


@cache
def _material() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "material.toml").read_text(encoding="utf-8"))


def plan_examination(model: str, out: Path, replicate: int = 0) -> ExaminationPlan:
    """Return the runs that examine a model.

    Args:
        model: as ``provider:model``.
        replicate: which repetition, with other random choices.
    """
    roles: dict[str, JsonValue] = {f"models.{role}": model for role in ("speaker", "extractor", "judge")}
    terms: dict[str, JsonValue] = {"conditions.timeout_s": PATIENCE, "conditions.concurrency": 2}
    motions, scenario = _material()["spoken"], FOLDER / "speaking.toml"
    dialogues = [
        *chain.from_iterable(
            plan_runs(
                scenario,
                {
                    **roles,
                    **terms,
                    "models.extractor": "offline",
                    "proposition": motion,
                    "script.turns": "alternate" if place < len(motions) / 2 else "simultaneous",
                },
                [replicate],
            )
            for place, motion in enumerate(motions)
        )
    ]
    (named,) = plan_runs(scenario, {**roles, **terms}, [replicate])
    listed = RunSpec(
        name="examination",
        replicate=replicate,
        proposition=Proposition(text=_material()["probed"]),
        participants=(*_people(), JUDGE),
        protocol="examining",
        script=ExaminingSettings(batches=tuple((step,) for step in _list_steps())).model_dump(mode="json"),
        roles={role: named.spec.roles[role] for role in ("speaker", "extractor", "judge")},
        corpora=named.spec.corpora,
    )
    runs = (*dialogues, PlannedRun(spec=listed, terms=replace(named.terms, source="", changes=None)))
    identity = identity_of(model, named.terms.conditions)
    folder = out / f"{slug(model)}-{digest(identity.encode())[:8]}" / str(replicate + 1)
    tokens, stand_in = _rehearse(runs, model)
    return ExaminationPlan(
        model=model,
        identity=identity,
        folder=folder,
        replicate=replicate,
        runs=runs,
        tokens=tokens,
        stand_in=stand_in,
    )


def _rehearse(runs: Sequence[PlannedRun], model: str) -> tuple[int, dict[str, float]]:
    """Return about how many tokens runs take, in and out, and the mean lengths of the offline answers in them."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / str(number) for number in range(len(runs))]
        logs = [
            sit(run.spec.model_copy(update={"speech": SpeechRules()}), path, run.terms, make=imitate)
            for run, path in zip(runs, paths, strict=True)
        ]
        uses = count_calls([(path, path / "none") for path in paths], runs[0].terms.conditions)
        return (
            sum(use.input_tokens + use.output_tokens for use in uses),
            mean_lengths(logs, model, lambda call: len(call.text) // CHARACTERS),
        )


def _people() -> Iterator[Participant]:
    for side, persona in _material()["personas"].items():
        yield Participant(id=side, name=f"Somebody {side} it", persona=persona, kernel=None)


def _list_steps() -> Iterator[Step]:
    """Yield what is asked beside speeches; a step's key ends with its right answer."""
    for number, (motion, arguments) in enumerate(load_corpus(str(FOLDER / "arguments.csv")).motions.items(), 1):
        first = {argument.polarity: argument.text for argument in reversed(arguments)}
        for polarity, text in first.items():
            word = "for" if polarity > 0 else "against"
            inputs: dict[str, JsonValue] = {"proposition": motion, "claims": [text]}
            yield Step(key=f"hear/{number}/{word}", actor=JUDGE.id, task="classify_anchored", inputs=inputs)
    for number, message in enumerate(_material()["messages"], 1):
        yield Step(key=f"extract/{number}", actor=JUDGE.id, task="extract", inputs=message)
    for number, debate in enumerate(_material()["debates"], 1):
        for winner, loser in (("a", "b"), ("b", "a")):
            speeches = {winner: debate["better"], loser: debate["worse"]}
            turns: list[JsonValue] = [
                {"label": f"Team {label.upper()}", "text": speeches[label][place]} for place in (0, 1) for label in "ab"
            ]
            asked: dict[str, JsonValue] = {"motion": debate["motion"], "turns": turns}
            yield Step(key=f"judge/{number}/{winner}", actor=JUDGE.id, task="judge_teams", inputs=asked)
    for side in _material()["personas"]:
        for number in range(1, len(_material()["keyed"]) + 1):
            question: dict[str, JsonValue] = {"question": number, "low": 0.0, "high": 100.0, "round": 0}
            yield Step(key=f"probe/{number}/{side}", actor=side, task="probe_stance", inputs=question)


def examine(
    plan: ExaminationPlan,
    watch: Callable[[int, Progress], None] | None = None,
    make: MakePerformer = performer_for,
) -> Examination:
    """Return what a model did, once all its runs are at their end; it is kept by the model's identity.

    Args:
        watch: (number of the run, its progress), called after each batch.

    Raises:
        ModelSetupError: the model cannot be used.
        StoppedError: interrupted, or the model is out of reach; the same call goes on, and nothing is kept.
    """
    logs = [
        sit(run.spec, plan.folder / str(number), run.terms, watch=watch and partial(watch, number), make=make)
        for number, run in enumerate(plan.runs, 1)
    ]
    calls = [_timed_calls(log, plan.model) for log in logs]
    apart = [call for log, of_log in zip(logs, calls, strict=True) if not _is_at_once(log) for call in of_log]
    seconds_in, seconds_out = fit_speeds(apart)
    capacity, states_probabilities = in_a_loop(lambda: _ask_service(plan.runs[-1], make))
    examination = Examination(
        model=plan.model,
        date=date.today().isoformat(),
        replicate=plan.replicate,
        run=str(plan.folder),
        findings={
            "speak": _find_speaking(logs[:-1]),
            "hear": _find_hearing(logs[-1]),
            "judge": _find_judging(logs[-1]),
            "probe": _find_probing(logs[-1]),
        },
        seconds_in=seconds_in,
        seconds_out=seconds_out,
        context=capacity.context,
        slots=capacity.slots,
        log_probabilities=states_probabilities,
        lengths=mean_lengths(logs, plan.model, lambda call: call.output_tokens),
        stand_in=plan.stand_in,
        longest_prompt=max((call.input_tokens or 0 for call in chain(*calls)), default=0),
        longest_answer=max((call.output_tokens or 0 for call in chain(*calls)), default=0),
    )
    together = _measure_together(
        [of_log for log, of_log in zip(logs, calls, strict=True) if _is_at_once(log)], examination
    )
    examination = examination.model_copy(update={"together": together})
    keep(examination, plan.identity)
    return examination


def mean_lengths(logs: Iterable[RunLog], model: str, length: Callable[[CallRecord], int | None]) -> dict[str, float]:
    """Return the mean length of a model's answers to each task, and in each role; answers without one do not count."""
    lengths: dict[str, list[int]] = {}
    for log in logs:
        tasks = {call: outcome.task for outcome in log.outcomes for call in outcome.calls}
        for call in log.calls():
            for name in (tasks[call.id], call.role) if call.model == model and length(call) else ():
                lengths.setdefault(name, []).append(length(call) or 0)
    return {name: round(fmean(counts), 1) for name, counts in sorted(lengths.items())}


def _is_at_once(log: RunLog) -> bool:
    return log.spec.script.get("turns") == "simultaneous"


def _timed_calls(log: RunLog, model: str) -> list[CallRecord]:
    """Return a model's calls that were answered at the first try and report their tokens."""
    return [call for call in log.calls() if call.model == model and call.output_tokens and not call.tries]


def _tokens_read(call: CallRecord) -> int:
    """Return the tokens of a prompt that no cache had."""
    return (call.input_tokens or 0) - (call.cached_tokens or 0)


def fit_speeds(calls: Sequence[CallRecord]) -> tuple[float | None, float | None]:
    """Return the seconds per token in and out that fit calls best (least squares, none below 0); None without calls."""
    if not calls:
        return None, None
    tokens = np.array([[_tokens_read(call), call.output_tokens] for call in calls])
    seconds = np.array([call.seconds for call in calls])
    slopes = np.linalg.lstsq(tokens, seconds, rcond=None)[0]
    if slopes.min() < 0:
        slopes = np.where(slopes < 0, 0.0, seconds.sum() / max(1, tokens[:, slopes.argmax()].sum()))
    return round(float(slopes[0]), 6), round(float(slopes[1]), 6)


def _measure_together(rounds: Sequence[Sequence[CallRecord]], examination: Examination) -> float | None:
    """Return how much faster the calls of rounds were than they are one after the other; None where nothing tells."""
    first = [[call for call in calls if call.id.endswith("#1")] for calls in rounds]
    alone = [examination.seconds(_tokens_read(call), call.output_tokens or 0) for call in chain(*first)]
    took = sum(
        max(call.began + call.seconds for call in calls) - min(call.began for call in calls) for calls in first if calls
    )
    return round(sum(seconds or 0.0 for seconds in alone) / took, 2) if took and all(alone) else None


async def _ask_service(run: PlannedRun, make: MakePerformer) -> tuple[Capacity, bool]:
    """Return what a model's service states of itself, and whether it states the probabilities of an answer."""
    performer = make(run.spec.roles["judge"], run.terms.conditions)
    try:
        states = isinstance(performer, Weigher) and await _is_weighed(performer, run.spec)
        read_capacity = getattr(performer, "read_capacity", None)
        return (await read_capacity() if read_capacity else Capacity()), states
    finally:
        await performer.close()


async def _is_weighed(performer: Weigher, spec: RunSpec) -> bool:
    step = next(_list_steps())
    scene = Scene(actor=JUDGE, proposition=spec.proposition, names={})
    try:
        return bool((await performer.weigh(request_of(spec, step, scene, ()))).tops)
    except (ModelCallError, ModelSetupError):
        return False


def _find_speaking(logs: Sequence[RunLog]) -> Finding:
    turns = [
        (log, outcome, SIDES[log.spec.participant(outcome.actor).side])
        for log in logs
        for outcome in log.outcomes
        if outcome.task == "respond"
    ]
    fit = [(log, outcome, side) for log, outcome, side in turns if outcome.text and not is_foreign(outcome.text)]
    kept = [
        outcome
        for log, outcome, side in fit
        if (read_message(log.spec.proposition.text, outcome.text or "", embedder()) - EVEN) * side > 0
    ]
    wrong = [(log, outcome) for log, outcome, _ in turns if outcome not in kept]
    return Finding(
        counts=(
            RightCount(what="turns fit", right=len(fit), of=len(turns), least=math.ceil(0.7 * len(turns))),
            RightCount(what="of these on their side", right=len(kept), of=len(fit), least=len(fit) // 2 + 1),
        ),
        baseline="an echo: 0",
        worst=_words_of(*wrong[0]) if wrong else "",
    )


def _words_of(log: RunLog, outcome: Outcome) -> str:
    """Return the last answer to a step, as the model gave it; why there is none where the call failed."""
    call = next(call for call in log.calls() if call.id == outcome.calls[-1])
    return call.text or call.status


def _find_right(log: RunLog, task: str, is_right: Callable[[str, Any], bool]) -> tuple[int, int, str]:
    """Return how many answers to a task are right, of how many, and the words of the first that is not.

    Args:
        is_right: (last part of the step's key, reply) → whether the reply is right.
    """
    outcomes = [outcome for outcome in log.outcomes if outcome.task == task]
    wrong = [
        outcome for outcome in outcomes if not (outcome.ok and is_right(outcome.key.partition("/")[2], outcome.reply))
    ]
    return len(outcomes) - len(wrong), len(outcomes), _words_of(log, wrong[0]) if wrong else ""


def _chance(least: int, of: int) -> str:
    """Return how often a coin is right so often, in words."""
    return f"a coin reaches {least} in {sum(math.comb(of, count) for count in range(least, of + 1)) / 2**of:.0%}"


def _find_hearing(log: RunLog) -> Finding:
    right, of, worst = _find_right(
        log, "classify_anchored", lambda key, reply: key.endswith(f"/{reply['judgements'][0]['polarity']}")
    )
    exact, messages, worst_claims = _find_right(log, "extract", _is_exact)
    return Finding(
        counts=(
            RightCount(what="directions right", right=right, of=of, least=10),
            RightCount(what="messages quoted exactly", right=exact, of=messages, least=messages),
        ),
        baseline=f"always for: {of // 2}; {_chance(10, of)}",
        worst=worst or worst_claims,
    )


def _is_exact(number: str, reply: Any) -> bool:
    """Return whether most claims of an extraction are words of the message, and not the motion or all of it."""
    message = _material()["messages"][int(number) - 1]
    settings = Hearing(claims="said", unplaced="drop")
    accepted, _ = accept_claims(reply["claims"], message["text"], message["proposition"], settings)
    return len(accepted) > len(reply["claims"]) / 2


def _find_judging(log: RunLog) -> Finding:
    right, of, worst = _find_right(log, "judge_teams", lambda key, reply: key.endswith(f"/{_winner(reply)}"))
    return Finding(
        counts=(RightCount(what="times the better team, in both orders", right=right, of=of, least=of),),
        baseline=f"always the first: {of // 2}; {_chance(of, of)}",
        worst=worst,
    )


def _winner(reply: Any) -> str:
    first, second = (Criteria.model_validate(reply[label]).score for label in "ab")
    return "a" if first > second else "b" if second > first else "neither"


def _find_probing(log: RunLog) -> Finding:
    right, of, worst = _find_right(log, "probe_stance", _is_held)
    return Finding(
        counts=(RightCount(what="opposed questions as the person holds", right=right, of=of, least=of - 1),),
        baseline=f"one number for all: {of // 2}; {_chance(of - 1, of)}",
        worst=worst,
    )


def _is_held(key: str, reply: Any) -> bool:
    """Return whether an answer to a probe is on the side of the person who is asked."""
    number, _, side = key.partition("/")
    sign = _material()["keyed"][int(number) - 1] * (1 if side == "for" else -1)
    return bool((reply["answer"] - 50.0) * sign > 0)
