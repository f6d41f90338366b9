"""Judging debates: judges read a finished run of a debate, or a transcript from outside, in a run of their own.

A run is judged in a reading in ``DIR/readings/``; the debate is not run again and its log does not change. The same
call with the same judges reuses finished judgements; other judges' judgements are stored beside them. What judging
would take is estimated before anybody is asked: driven offline, or scaled by words from the shortest debate.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from doxa.conversations.convokit import ConvokitCorpus, is_corpus
from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import LogError, OneSidedError, ScenarioError, StoppedError
from doxa.experiments.dry_runs import Forecast, ModelUse, Rehearsal, rehearse
from doxa.experiments.interrupts import in_turn
from doxa.experiments.named_models import OFFLINE, corpora_of, settings_of
from doxa.experiments.readings import reading_directory
from doxa.experiments.runner import Job, arun_jobs, remaining_budget
from doxa.experiments.sitting import MakePerformer, Terms, seated
from doxa.judging.ballots.judged import LAYERS, DebateJudgement
from doxa.judging.ballots.verdicts import TallyRule
from doxa.judging.blind.instructions import Instructions
from doxa.judging.debates import debate_of_run, debate_protocols
from doxa.judging.offline.learnt import SEATS
from doxa.judging.protocol.script import UnionJudgingResult, UnionJudgingSettings
from doxa.judging.protocol.steps import ANNOTATOR
from doxa.judging.protocol.windowed import Extent, count_text_words
from doxa.judging.readers.debates import debate_of_conversation, read_debate, transcripts
from doxa.log.rundir import RunLog, is_finished, open_run
from doxa.log.trials import finished_runs
from doxa.models.conditions import Conditions
from doxa.models.declared import takes_prompts
from doxa.models.setup import performer_for
from doxa.records.amend import models_of
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings, Parent, Participant, Proposition, RunSpec
from doxa.records.transcripts import SIDE_NAMES, Debate

PROTOCOL = "union_judging"

FEWEST = 3
"""Judges of a panel for which one model is named."""

LONG = 6_000
"""Words from which on a debate is read in passages unless somebody says otherwise."""

PANEL_TEMPERATURE = 0.8
"""The source's temperature, at which judges of one model differ."""


@dataclass(frozen=True, kw_only=True)
class Judges:
    """The judges of debates, their layers, and their budget."""

    panel: tuple[str, ...] = (OFFLINE,)
    """Models of the panel, one judge each; a single model fills three seats, which offline measure different things."""
    annotator: str = ""
    """The model that scores, annotates and audits; the first of the panel when empty."""
    layers: tuple[str, ...] = LAYERS
    temperature: float | None = PANEL_TEMPERATURE
    """The panel's temperature; the annotator's is 0. None leaves both to the provider."""
    tally: TallyRule = "rates"
    """Whether rates decide where one side spoke much more than the other, or sums always do, as published."""
    mirrored: bool | None = None
    """Whether the panel also judges the mirrored debate; None where it costs nothing, which is offline."""
    context: Extent | None = None
    """Whether the annotator reads a debate whole or in passages; None reads long debates in passages."""
    seed: int = 0
    budget: Budget = Budget()
    """The limit for all debates together."""
    conditions: Conditions = field(default_factory=Conditions)
    instructions: Instructions = "withheld"
    """Whether judges see sentences of speeches that tell them what to answer."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The panel's models, seat by seat."""
        if self.panel == (OFFLINE,):
            return tuple(SEATS)
        return self.panel * FEWEST if len(self.panel) == 1 else self.panel

    @property
    def models(self) -> tuple[ModelSettings, ...]:
        """The settings of the annotator's model, and of each of the panel's."""
        annotator = settings_of(self.annotator or self.panel[0], None if self.temperature is None else 0.0)
        return (annotator, *(settings_of(model, self.temperature) for model in self.panel))

    def context_of(self, debate: Debate) -> Extent:
        """Return whether the annotator reads a debate whole or in passages."""
        is_long = sum(count_text_words(turn.text) for turn in debate.turns) >= LONG
        return self.context or ("windowed" if is_long else "whole")

    @property
    def judges_mirrored(self) -> bool:
        """Whether the panel also judges the mirrored debate."""
        return all(settings_of(model).offline for model in self.seats) if self.mirrored is None else self.mirrored


def read_layers(words: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the layers whose names stand between commas.

    Raises:
        ScenarioError: a layer is unknown, or a layer that it needs is missing.
    """
    names = [word.strip() for word in words.split(",")]
    if unknown := [name for name in names if name not in known]:
        raise ScenarioError(f"there is no layer {unknown[0]!r}", hint=f"Layers: {', '.join(known)}.")
    if "audit" in names and "annotation" not in names:
        raise ScenarioError("the audit needs annotated claims", hint="Add annotation to --layers.")
    return tuple(layer for layer in known if layer in names)


@dataclass(frozen=True, kw_only=True)
class JudgingCase:
    """One debate to be judged, with the spec and the directory of its judgement."""

    name: str
    debate: Debate
    spec: RunSpec
    path: Path

    @property
    def withheld(self) -> bool:
        """Whether judges do not see sentences that tell them what to answer."""
        return self.spec.script.get("instructions") == "withheld"


Cases = tuple[list[JudgingCase], dict[str, str]]
"""The debates of a folder that can be judged; and name → silent side, of those that cannot."""

Watch = Callable[[JudgingCase, Progress], None]


def case_of_run(log: RunLog, judges: Judges) -> JudgingCase:
    """Return the case that judges a finished run.

    Raises:
        LogError: the run has not ended, or is not a debate between two sides.
        OneSidedError: nobody spoke for one of the sides.
    """
    debate = debate_of(log)
    sides = {speech.side for speech in debate.speeches}
    if silent := " and ".join(name for side, name in SIDE_NAMES.items() if side not in sides):
        raise OneSidedError(
            f"{log.path}: nothing was said for {silent}, so that there is no debate to judge",
            silent=silent,
            hint="Its speakers gave no answer: run the debate again in a new directory.",
        )
    spec = _spec(f"{log.spec.name}-judged", debate, judges, log)
    return JudgingCase(name=str(log.path), debate=debate, spec=spec, path=reading_directory(log.path, spec))


def cases_of_folder(folder: Path, logs: Sequence[RunLog], judges: Judges) -> Cases:
    """Return a case for every debate among the finished runs of a folder, named by its path in the folder.

    Raises:
        LogError: no run is a debate.
        OneSidedError: every debate has a side for which nobody spoke.
    """
    debates = [log for log in logs if debate_of_run(log)]  # a folder may also hold runs that coach or draw up styles
    if not debates:
        hint = f"Give a folder of debates between two sides (protocols: {', '.join(debate_protocols())})."
        raise LogError(f"{folder} holds no finished debate", hint=hint)
    return _plan_cases((log.path.relative_to(folder).as_posix(), partial(case_of_run, log, judges)) for log in debates)


def _plan_cases(plans: Iterable[tuple[str, Callable[[], JudgingCase]]]) -> Cases:
    """Return the cases of named plans, and the silent side of those in which nobody speaks for one."""
    cases: list[JudgingCase] = []
    silent: dict[str, str] = {}
    refused: OneSidedError | None = None
    for name, plan_case in plans:
        try:
            cases.append(replace(plan_case(), name=name))
        except OneSidedError as error:
            silent[name], refused = error.silent, error
    if refused and not cases:
        raise refused
    return cases, silent


def case_of_file(path: Path, motion: str, judges: Judges, out: Path) -> JudgingCase:
    """Return the case that judges a transcript from outside.

    Raises:
        CorpusError, OneSidedError: as ``read_debate``.
    """
    debate = read_debate(path, motion)
    spec = _spec(f"{path.stem}-judged", debate, judges)
    return JudgingCase(name=path.name, debate=debate, spec=spec, path=out / f"{path.stem}-{spec.hash[:8]}")


def case_of_debate(name: str, debate: Debate, judges: Judges, out: Path) -> JudgingCase:
    """Return the case that judges a debate at hand; its directory in ``out`` is named by what is judged and by whom."""
    spec = _spec("judged", debate, judges)
    return JudgingCase(name=name, debate=debate, spec=spec, path=out / spec.hash[:12])


def _case_of_conversation(corpus: ConvokitCorpus, name: str, motion: str, judges: Judges, out: Path) -> JudgingCase:
    debate = debate_of_conversation(corpus.read(name), motion, f"{corpus.path}: {name}")
    return case_of_debate(name, debate, judges, out)


def cases_of_path(path: Path, motion: str, judges: Judges, out: Path) -> Cases:
    """Return the cases of a path: a transcript, a run, a folder of either, or a ConvoKit corpus.

    Raises:
        LogError: the path does not exist, or holds no finished debate.
        CorpusError: a transcript cannot be read.
        OneSidedError: every debate has a side for which nobody spoke.
    """
    if path.is_file():
        return [case_of_file(path, motion, judges, out)], {}
    if not path.exists():
        raise LogError(f"{path} does not exist", hint="Give a run directory, a transcript, or a folder of either.")
    if (path / "spec.json").exists():
        return [case_of_run(open_run(path), judges)], {}
    if is_corpus(path):
        corpus = ConvokitCorpus(path)
        return _plan_cases(
            (name, partial(_case_of_conversation, corpus, name, motion, judges, out)) for name in corpus.names
        )
    if any(path.rglob("spec.json")):
        return cases_of_folder(path, finished_runs(path), judges)
    return _plan_cases((file.name, partial(case_of_file, file, motion, judges, out)) for file in transcripts(path))


def debate_of(log: RunLog) -> Debate:
    """Return a finished run's debate.

    Raises:
        LogError: the run has not ended, or is not a debate between two sides.
    """
    if log.ended is None:
        raise LogError(f"{log.path} is unfinished", hint=f"Finish it: doxa resume {log.path}")
    if debate := debate_of_run(log):
        return debate
    raise LogError(
        f"{log.path} is a run of the protocol {log.spec.protocol}, which has no debate to judge: {_why_none(log)}",
        hint=f"Judge a run whose speakers have the sides pro and con (such as {', '.join(debate_protocols())}), or "
        f"a transcript: doxa judge FILE.csv. The stance of every message: doxa stances {log.path}",
    )


def _why_none(log: RunLog) -> str:
    """Return why a run is no debate between two sides."""
    sides = {participant.side for participant in log.spec.participants}
    if not sides & {"pro", "con"}:
        return "none of its participants has a side"
    if missing := [name for side, name in SIDE_NAMES.items() if side not in sides]:
        return f"nobody has the side {' or '.join(missing)}"
    return "a speaker has no side" if "neutral" in sides else "only one side said anything"


async def ajudge_cases(
    cases: Sequence[JudgingCase], judges: Judges, watch: Watch | None = None, make: MakePerformer = performer_for
) -> list[DebateJudgement]:
    """Return the judgement of each case, after judging the cases one after the other; errors as ``judge``."""
    try:
        if judges.conditions.batch:  # at once, so that they share batches; what is left over is done one by one
            await arun_jobs(_share_budget(cases, judges), make=make)
        return [read_judgement(log) for log in await sit_cases(cases, cases, judges, watch, make)]
    except StoppedError as stop:
        larger = " Give a larger budget (--max-usd, --max-tokens)." if "budget" in stop.message else ""
        hint = f"Nothing is lost. The same call continues where it stopped.{larger}"
        raise StoppedError(stop.message, hint=hint) from None


def judge(
    cases: Sequence[JudgingCase], judges: Judges, watch: Watch | None = None, make: MakePerformer = performer_for
) -> list[DebateJudgement]:
    """Return the judgement of each case, after judging the cases one after the other.

    Raises:
        ModelSetupError: before any model is called.
        StoppedError: the budget is spent, or interrupted; the same call continues.
    """
    return in_turn(lambda: ajudge_cases(cases, judges, watch, make))


def _share_budget(cases: Sequence[JudgingCase], judges: Judges) -> list[Job]:
    """Return the jobs of cases that are judged at once, each with an equal part of the budget."""
    share, budget = max(1, len(cases)), judges.budget
    part = Budget(
        usd=None if budget.usd is None else budget.usd / share,
        tokens=None if budget.tokens is None else budget.tokens // share,
    )
    terms = Terms(conditions=judges.conditions, budget=part)
    return [Job(spec=case.spec, path=case.path, terms=terms, set={}) for case in cases]


async def sit_cases(
    cases: Sequence[JudgingCase],
    budgeted: Sequence[JudgingCase],
    judges: Judges,
    watch: Watch | None,
    make: MakePerformer,
) -> list[RunLog]:
    """Return the log of each case's run, one run after the other; each has what ``budgeted`` did not spend so far."""
    logs = []
    for case in cases:
        others = [other.path for other in budgeted if other.path != case.path]
        terms = Terms(conditions=judges.conditions, budget=remaining_budget(judges.budget, others))
        watched = partial(watch, case) if watch else None
        logs.append(await seated(case.spec, case.path, terms, watch=watched, make=make))
    return logs


def read_judgement(log: RunLog) -> DebateJudgement:
    """Return the judgement of a finished reading.

    Raises:
        LogError: the reading has not ended, or does not judge a debate.
    """
    if log.spec.protocol == PROTOCOL and (result := log.result(UnionJudgingResult)) and result.judgement:
        return result.judgement
    raise LogError(f"{log.path} holds no judgement of a debate", hint="Make one: doxa judge DIR")


def _spec(name: str, debate: Debate, judges: Judges, log: RunLog | None = None) -> RunSpec:
    """Return the spec of a run that judges a debate, be it of a run or from outside."""
    speakers = {turn.speaker for turn in debate.turns}
    described = [agent for agent in log.spec.participants if agent.persona and agent.id in speakers] if log else []
    settings = UnionJudgingSettings(
        debate=debate,
        personas={agent.id: agent.persona for agent in described},
        layers=judges.layers,
        mirrored=judges.judges_mirrored,
        tally=judges.tally,
        consistency="unchecked" if judges.tally == "published" else "checked",
        instructions=judges.instructions,
        context=judges.context_of(debate),
    )
    spec = panel_spec(name, debate.motion, PROTOCOL, settings.model_dump(mode="json"), judges)
    annotator = Participant(id=ANNOTATOR, name="The annotator", kernel=None, role="judge")
    model = judges.models[0]
    return spec.model_copy(
        update={
            "participants": (annotator, *spec.participants),
            "roles": {"judge": model, **spec.roles},
            "corpora": spec.corpora or corpora_of((model.model,)),
            "parent": Parent(spec=log.spec_hash, last=log.last_hash) if log else None,
            "replicate": log.spec.replicate if log else 0,
        }
    )


def panel_spec(name: str, motion: str, protocol: str, script: dict[str, JsonValue], judges: Judges) -> RunSpec:
    """Return the spec of a run of a panel's judges, each with a model of its own.

    Raises:
        ScenarioError: a judge has no name.
    """
    if not all(judges.panel):
        raise ScenarioError("a judge of the panel has no name", hint="Give --panel provider:model,provider:model")
    seats = {f"judge-{number}": model for number, model in enumerate(judges.seats, 1)}
    return RunSpec(
        name=name,
        seed=judges.seed,
        proposition=Proposition(text=motion),
        participants=tuple(Participant(id=id, name=id, kernel=None, role=f"judge@{id}") for id in seats),
        protocol=protocol,
        script=script,
        roles={f"judge@{id}": settings_of(model, judges.temperature) for id, model in seats.items()},
        corpora=corpora_of(judges.seats),
    )


DRIVEN = 20_000
"""Words of all debates together up to which every one is driven offline."""


def names_hosted(cases: Sequence[JudgingCase]) -> bool:
    """Return whether a debate that is not judged yet needs a language model."""
    return any(
        takes_prompts(settings) for case in cases if not is_finished(case.path) for settings in models_of(case.spec)
    )


def estimate(cases: Sequence[JudgingCase], judges: Judges) -> tuple[Forecast, bool]:
    """Return what the debates that are not judged yet would take, and whether one was driven and scaled by words.

    Raises:
        DoxaError: the debates cannot be driven offline.
    """
    waiting = [case for case in cases if not is_finished(case.path)]
    words = [
        sum(
            map(
                count_text_words,
                [turn.text for turn in case.debate.turns] + [aside.text for aside in case.debate.asides],
            )
        )
        for case in waiting
    ]
    if sum(words) <= DRIVEN or len(waiting) == 1:
        return rehearse([rehearsal_of(case, judges) for case in waiting]), False
    driven = rehearse([rehearsal_of(waiting[words.index(min(words))], judges)])
    scaled = tuple(_scale(use, sum(words) / max(1, min(words))) for use in driven.models)
    return driven.model_copy(update={"runs": len(waiting), "models": scaled}), True


def rehearsal_of(case: JudgingCase, judges: Judges) -> Rehearsal:
    """Return what a dry run of judging one debate drives."""
    return Rehearsal(spec=case.spec, path=case.path, conditions=judges.conditions)


def _scale(use: ModelUse, factor: float) -> ModelUse:
    counts = {name: round(getattr(use, name) * factor) for name in ("calls", "input_tokens", "output_tokens")}
    amounts = {name: amount and amount * factor for name, amount in (("cost", use.cost), ("seconds", use.seconds))}
    return use.model_copy(update={**counts, **amounts})
