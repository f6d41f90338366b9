"""Judging a finished debate in layers: each layer asks narrow questions, and verdicts are computed from the answers.

Rubric: every speech is scored alone, then all side by side. Annotation: the claims of every speech are noted, then turn
by turn which claims and rebuttals of the other side each answers; turns of a side without any noted answer are read
again. Engagement: a panel scores Team A and Team B, under both assignments, and on request in mirrored order. Audit:
what became of every claim. Holistic: the naive judge, as a baseline. The Cambridge Union simulation calls them layers
1, 2a, 2b and 3. Ranking, on request: all teams of a format with more than two, under rotated labels.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from functools import cached_property, partial

from pydantic import Field, field_validator, model_validator

from doxa.judging.ballots.annotation import Annotation, AuditNote, one_sided
from doxa.judging.ballots.judged import LAYERS, DebateJudgement, JudgeFindings, Layer, judgement
from doxa.judging.ballots.verdicts import TallyRule
from doxa.judging.bias.probes import mirror
from doxa.judging.blind.instructions import Instructions, withhold_instructions
from doxa.judging.protocol import steps, windowed
from doxa.judging.protocol.windowed import Extent, Passage, cut_passages
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Outcome, Script, Step
from doxa.records.transcripts import SIDES, Debate, Side

ANNOTATOR = "annotator"
"""The actor that scores, annotates, audits and judges outright; all other participants are the panel."""


class UnionJudgingSettings(Settings):
    """Settings of judging: the debate and the layers."""

    debate: Debate | None = None
    """The finished debate."""
    personas: dict[str, str] = Field(default_factory=dict)
    """Speaker → persona, for persona fidelity; the dimension is left out for a speaker without one."""
    layers: tuple[Layer, ...] = LAYERS
    """The layers to judge by; the audit needs the annotation."""
    instructions: Instructions = "quoted"
    """Whether judges see sentences of speeches that tell them what to answer."""
    mirrored: bool = False
    """Whether the panel also judges the debate in mirrored order."""
    tally: TallyRule = "rates"
    """Whether rates decide where one side spoke much more than the other, or sums always do."""
    context: Extent = Field(default="whole", exclude_if=lambda extent: extent == "whole")
    """Whether the annotator sees all that was said before, or a passage and a list of what bears on it."""

    @model_validator(mode="after")
    def _teams_to_rank(self) -> "UnionJudgingSettings":
        if "ranking" in self.layers and self.debate is not None and len(self.debate.teams) < 3:
            raise ValueError("ranking needs three teams or more; the panel judges two sides")
        return self

    @field_validator("layers")
    @classmethod
    def _audit_needs_claims(cls, layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
        if "audit" in layers and "annotation" not in layers:
            raise ValueError("the audit needs annotated claims: add annotation to the layers")
        return layers


class UnionJudgingResult(Record):
    """The result of judging."""

    judgement: DebateJudgement | None = None
    """The judgement, with the judges' answers; None where there was no debate to judge."""


@dataclass(kw_only=True)
class _Bench:
    """The debate under judgement, its judges, and their answers so far."""

    debate: Debate
    settings: UnionJudgingSettings
    panel: tuple[str, ...]
    models: dict[str, str]
    brought: JudgeFindings = JudgeFindings()
    lost: dict[str, str] = field(default_factory=dict)

    @property
    def windowed(self) -> bool:
        """Whether the annotator reads passages, and not the whole debate again and again."""
        return self.settings.context == "windowed"

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The debate in passages."""
        return cut_passages(self.debate)

    def asks(self, layer: Layer) -> bool:
        return layer in self.settings.layers

    def bring(self, **parts: object) -> None:
        self.brought = self.brought.model_copy(update=parts)

    def miss(self, layer: Layer) -> None:
        """Mark a layer as incomplete."""
        self.bring(incomplete=tuple(dict.fromkeys((*self.brought.incomplete, layer))))


Steps = Generator[Batch, Floor, None]


def script(spec: RunSpec) -> Script:
    """Judge a debate and return a UnionJudgingResult."""
    settings = UnionJudgingSettings.model_validate(spec.script)
    if settings.debate is None:
        return UnionJudgingResult()
    panel = tuple(participant.id for participant in spec.participants if participant.id != ANNOTATOR)
    models = {participant.id: spec.roles[participant.role].model for participant in spec.participants}
    withheld = settings.instructions == "withheld"
    bench = _Bench(
        debate=withhold_instructions(settings.debate) if withheld else settings.debate,
        settings=settings,
        panel=panel,
        models=models,
    )
    bench.bring(annotator=models[ANNOTATOR])
    yield from _read_transcript(bench)
    yield from _compare_speeches(bench)
    if bench.asks("annotation"):
        yield from _annotate_passages(bench) if bench.windowed else _note_answers(bench)
        yield from _note_answers_again(bench)
    yield from _audit_claims(bench)
    bench.bring(lost=bench.lost)
    return UnionJudgingResult(judgement=judgement(bench.debate, bench.brought, settings.tally))


def _read_transcript(bench: _Bench) -> Steps:
    """Ask all questions that need only the transcript."""
    whole = not bench.windowed
    personas = bench.settings.personas
    scoring = steps.scoring_steps(bench.debate, personas, ANNOTATOR) if bench.asks("rubric") and whole else []
    claiming = steps.claim_steps(bench.debate, ANNOTATOR) if bench.asks("annotation") and whole else []
    passages = bench.passages if bench.asks("rubric") and bench.windowed else ()
    reading = windowed.passage_scoring_steps(bench.debate, passages, personas, ANNOTATOR)
    voting = steps.voting_steps(bench.debate, bench.panel) if bench.asks("engagement") else []
    mirrored = bench.asks("engagement") and bench.settings.mirrored
    swapped = steps.voting_steps(mirror(bench.debate), bench.panel, "mirrored") if mirrored else []
    placing = steps.ranking_steps(bench.debate, bench.panel) if bench.asks("ranking") else []
    spoken = steps.plain_turns(steps.show_debate(bench.debate))
    naive = steps.debate_step("holistic", ANNOTATOR, "judge_outright", bench.debate, turns=spoken)
    outright = [naive] if bench.asks("holistic") else []
    asked = [*scoring, *reading, *claiming, *(step for _, _, step in (*voting, *swapped, *placing)), *outright]
    floor = yield Batch(steps=tuple(asked), note="reading")
    outcomes = {outcome.key: outcome for outcome in floor.outcomes}

    def outcomes_for(wanted: list[Step], layer: Layer) -> list[Outcome]:
        return _note_losses(bench, [outcomes[step.key] for step in wanted], layer)

    bench.bring(
        rubric=(
            *(steps.read_scores(bench.debate, outcomes_for(scoring, "rubric")) if scoring else ()),
            *(
                scores
                for outcome in outcomes_for(reading, "rubric")
                for scores in windowed.read_passage_scores(bench.debate, outcome)
            ),
        ),
        annotation=Annotation(
            claims=steps.read_claims(bench.debate, outcomes_for(claiming, "annotation")) if claiming else ()
        ),
        ballots=steps.read_ballots(voting, outcomes_for([step for _, _, step in voting], "engagement"), bench.models),
        mirrored=steps.read_ballots(
            swapped, _note_losses(bench, [outcomes[step.key] for _, _, step in swapped], None), bench.models
        ),
        teams=steps.read_team_ballots(
            bench.debate, placing, outcomes_for([step for _, _, step in placing], "ranking"), bench.models
        ),
    )
    for outcome in outcomes_for(outright, "holistic"):
        if reply := steps.reply_of(outcome):
            bench.bring(holistic=reply["winner"], holistic_reason=reply["reason"])


def _compare_speeches(bench: _Bench) -> Steps:
    """Compare all speeches side by side."""
    if len(bench.brought.rubric) < 2 or "rubric" in bench.brought.incomplete:
        return
    compare = windowed.short_comparison_step if bench.windowed else steps.comparison_step
    floor = yield Batch(steps=(compare(bench.debate, bench.brought.rubric, ANNOTATOR),), note="side by side")
    (outcome,) = _note_losses(bench, floor.outcomes, None)
    bench.bring(rubric=steps.compare(bench.brought.rubric, outcome))


def _annotate_passages(bench: _Bench) -> Steps:
    """Note claims and answers passage by passage, since later turns may answer what is noted of earlier ones."""
    for number, passage in enumerate(bench.passages, 1):
        step = windowed.annotation_step(bench.debate, bench.brought.annotation, number, passage, ANNOTATOR)
        floor = yield Batch(steps=(step,), note=f"passage {number} of {len(bench.passages)}")
        (outcome,) = _note_losses(bench, floor.outcomes, "annotation")
        notes, added = bench.brought.annotation, windowed.read_passage(bench.debate, passage, outcome)
        bench.bring(
            annotation=Annotation(claims=(*notes.claims, *added.claims), rebuttals=(*notes.rebuttals, *added.rebuttals))
        )


def _note_answers(bench: _Bench) -> Steps:
    """Note what each turn answers, turn by turn, since later turns may answer the rebuttals of earlier ones."""
    for number in range(1, len(bench.debate.turns) + 1):
        step = steps.rebuttal_step(bench.debate, bench.brought.annotation, number, ANNOTATOR)
        if step is None:
            continue
        floor = yield Batch(steps=(step,), note=f"turn {number} of {len(bench.debate.turns)}")
        (outcome,) = _note_losses(bench, floor.outcomes, "annotation")
        _add_rebuttals(bench, steps.read_rebuttals(bench.debate, number, outcome))


def _note_answers_again(bench: _Bench) -> Steps:
    """Read the turns of a side again where no rebuttal of that side was noted, but many of the other side."""
    notes = bench.brought.annotation
    silent: tuple[Side, ...] = tuple(side for side in SIDES if not notes.rebuttals_of(side))
    if not one_sided(notes):
        return
    numbers = [number for number, turn in enumerate(bench.debate.turns, 1) if turn.side in silent]
    read = windowed.rebuttal_again_step if bench.windowed else partial(steps.rebuttal_step, again=True)
    candidates = {number: read(bench.debate, notes, number, ANNOTATOR) for number in numbers}
    asked = {number: step for number, step in candidates.items() if step}
    bench.bring(asked_again=silent)
    if not asked:
        return
    floor = yield Batch(steps=tuple(asked.values()), note="one side again")
    for number, outcome in zip(asked, _note_losses(bench, floor.outcomes, "annotation"), strict=True):
        _add_rebuttals(bench, steps.read_rebuttals(bench.debate, number, outcome, again=True))


def _audit_claims(bench: _Bench) -> Steps:
    """Ask the auditor what became of every claim."""
    if not bench.asks("audit") or not bench.brought.annotation.claims:
        return
    if "annotation" in bench.brought.incomplete:
        bench.miss("audit")
        return
    notes = bench.brought.annotation
    if bench.windowed:
        unanswered, asked = windowed.read_unanswered(notes), windowed.audit_steps(bench.debate, notes, ANNOTATOR)
    else:
        listed = steps.list_audited(bench.debate, notes, notes.claims)
        unanswered, asked = (), [steps.debate_step("audit", ANNOTATOR, "audit_claims", bench.debate, claims=listed)]
    if not asked:
        bench.bring(audit=unanswered)
        return
    floor = yield Batch(steps=tuple(asked), note="audit")
    replies = map(steps.reply_of, _note_losses(bench, floor.outcomes, "audit"))
    audited = [AuditNote(**fate) for reply in replies if reply for fate in reply["fates"]]
    bench.bring(audit=(*unanswered, *audited))


def _add_rebuttals(bench: _Bench, rebuttals: tuple[object, ...]) -> None:
    notes = bench.brought.annotation
    bench.bring(annotation=notes.model_copy(update={"rebuttals": (*notes.rebuttals, *rebuttals)}))


def _note_losses(bench: _Bench, outcomes: tuple[Outcome, ...] | list[Outcome], layer: Layer | None) -> list[Outcome]:
    """Return the outcomes as a list, after recording failed steps and marking their layer as incomplete."""
    for outcome in outcomes:
        if not outcome.ok:
            bench.lost[outcome.key] = f"{outcome.status}: {outcome.reason}"
            if layer:
                bench.miss(layer)
    return list(outcomes)


UNION_JUDGING = Protocol(Settings=UnionJudgingSettings, Result=UnionJudgingResult, script=script)
