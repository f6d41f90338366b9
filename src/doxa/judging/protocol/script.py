"""Judging a finished debate in layers: each layer asks narrow questions, and verdicts are computed from the answers.

Rubric: every speech is scored alone, then all side by side. Annotation: the claims of every speech are noted, then turn
by turn which claims and rebuttals of the other side each answers; turns of a side without any noted answer are read
again. Engagement: a panel scores Team A and Team B, under both assignments, and on request in mirrored order. Audit:
what became of every claim. Holistic: the naive judge, as a baseline. The Cambridge Union simulation calls them layers
1, 2a, 2b and 3. Ranking, on request: all teams of a format with more than two, under rotated labels.
"""

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.metadata import entry_points
from typing import Any

from pydantic import Field, field_validator, model_validator

from doxa.judging.ballots.annotation import Annotation, ClaimNote, RebuttalNote, one_sided
from doxa.judging.ballots.judged import (
    LAYERS,
    Consistency,
    DebateJudgement,
    JudgeFindings,
    judgement,
    list_added,
)
from doxa.judging.ballots.verdicts import TallyRule, compare_sides
from doxa.judging.bias.probes import mirror
from doxa.judging.blind.instructions import Instructions, withhold_instructions
from doxa.judging.protocol import steps, windowed
from doxa.judging.protocol.steps import ANNOTATOR, JudgeQuestion
from doxa.judging.protocol.windowed import Extent, Passage, cut_passages
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.judge_layers import GROUP, layer_named
from doxa.records.plugins import NOUNS, doubled, shelf_of
from doxa.records.spec import RunSpec, kinds_declared
from doxa.records.steps import Batch, Floor, Outcome, Script
from doxa.records.transcripts import SIDES, Debate, Side

MIRRORED = "mirrored"
"""The first part of the keys of steps that judge the mirrored debate."""


class UnionJudgingSettings(Settings):
    """Settings of judging: the debate and the layers."""

    debate: Debate | None = None
    """The finished debate."""
    personas: dict[str, str] = Field(default_factory=dict)
    """Speaker → persona, for persona fidelity; the dimension is left out for a speaker without one."""
    layers: tuple[str, ...] = LAYERS
    """The layers to judge by, those of other packages by their names; the audit needs the annotation."""
    instructions: Instructions = "quoted"
    """Whether judges see sentences of speeches that tell them what to answer."""
    mirrored: bool = False
    """Whether the panel also judges the debate in mirrored order."""
    tally: TallyRule = "rates"
    """Whether rates decide where one side spoke much more than the other, or sums always do."""
    consistency: Consistency = "checked"
    """Whether judges whose votes follow the label or the order have no vote, and one whole reply to three unlike
    speeches is flagged."""
    context: Extent = Field(default="whole", exclude_if=lambda extent: extent == "whole")
    """Whether the annotator sees all that was said before, or a passage and a list of what bears on it."""

    @model_validator(mode="after")
    def _teams_to_rank(self) -> "UnionJudgingSettings":
        if "ranking" in self.layers and self.debate is not None and len(self.debate.teams) < 3:
            raise ValueError("ranking needs three teams or more; the panel judges two sides")
        return self

    @field_validator("layers")
    @classmethod
    def _check_layers(cls, layers: tuple[str, ...]) -> tuple[str, ...]:
        if "audit" in layers and "annotation" not in layers:
            raise ValueError("the audit needs annotated claims: add annotation to the layers")
        added = list_added(layers)
        clashes = [point for point in entry_points(group=GROUP) if point.name in layers and point.name not in added]
        if clashes:
            raise doubled(NOUNS[GROUP], clashes[0].name, (*shelf_of("tasks").points("judge_teams"), *clashes))
        return tuple(layer for layer in layers if layer not in added or layer_named(layer))


class UnionJudgingResult(Record):
    """The result of judging."""

    judgement: DebateJudgement | None = None
    """The judgement, with the judges' answers; None where there was no debate to judge."""


@dataclass(kw_only=True)
class _Bench:
    """The debate under judgement, its judges, and their answers so far."""

    debate: Debate
    settings: UnionJudgingSettings
    panel: dict[str, str]
    """Judge → model."""
    brought: JudgeFindings

    @property
    def windowed(self) -> bool:
        """Whether the annotator reads passages, and not the whole debate again and again."""
        return self.settings.context == "windowed"

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The debate in passages."""
        return cut_passages(self.debate)

    def asks(self, layer: str) -> bool:
        return layer in self.settings.layers

    def bring(self, **parts: object) -> None:
        self.brought = self.brought.model_copy(update=parts)

    def note(self, claims: Iterable[ClaimNote] = (), rebuttals: Iterable[RebuttalNote] = ()) -> None:
        """Add claims and rebuttals to the annotation."""
        notes = self.brought.annotation
        self.bring(annotation=Annotation(claims=(*notes.claims, *claims), rebuttals=(*notes.rebuttals, *rebuttals)))

    def lose(self, group: str, outcome: Outcome) -> None:
        """Record a step without an answer; the layer whose questions it belongs to is incomplete."""
        self.bring(lost={**self.brought.lost, outcome.key: f"{outcome.status}: {outcome.reason}"})
        if self.asks(group):
            self.miss(group)

    def miss(self, layer: str) -> None:
        """Mark a layer as incomplete."""
        self.bring(incomplete=tuple(dict.fromkeys((*self.brought.incomplete, layer))))

    def ask(
        self, note: str, /, **groups: Iterable[JudgeQuestion]
    ) -> Generator[Batch, Floor, dict[str, tuple[Any, ...]]]:
        """Ask groups of questions, most of them named by their layer; return the records made from the answers."""
        return steps.ask(note, groups, self.lose)


Steps = Generator[Batch, Floor, None]
Answers = Generator[Batch, Floor, dict[str, tuple[Any, ...]]]


def script(spec: RunSpec) -> Script:
    """Judge a debate and return a UnionJudgingResult."""
    # judgements from before consistency was checked stay as they were
    settings = UnionJudgingSettings.model_validate({"consistency": "unchecked"} | spec.script)
    if settings.debate is None:
        return UnionJudgingResult()
    models = {participant.id: spec.roles[participant.role].model for participant in spec.participants}
    withheld = settings.instructions == "withheld"
    bench = _Bench(
        debate=withhold_instructions(settings.debate) if withheld else settings.debate,
        settings=settings,
        brought=JudgeFindings(annotator=models.pop(ANNOTATOR), declared=kinds_declared(spec.roles.values())),
        panel=models,
    )
    yield from _read_transcript(bench)
    yield from _compare_speeches(bench)
    if bench.asks("annotation"):
        yield from _annotate_passages(bench) if bench.windowed else _note_answers(bench)
        yield from _note_answers_again(bench)
    yield from _audit_claims(bench)
    return UnionJudgingResult(judgement=judgement(bench.debate, bench.brought, settings.tally, settings.consistency))


def _read_transcript(bench: _Bench) -> Steps:
    """Ask all questions that need only the transcript."""
    debate, personas = bench.debate, bench.settings.personas
    questions: dict[str, Iterable[JudgeQuestion]] = {
        "rubric": steps.ask_scores(debate, personas),
        "annotation": steps.ask_claims(debate),
        "engagement": steps.ask_votes(debate, bench.panel, "panel"),
        MIRRORED: steps.ask_votes(mirror(debate), bench.panel, MIRRORED),
        "ranking": steps.ask_ranks(debate, bench.panel),
        "holistic": steps.ask_outright(debate),
    }
    if bench.windowed:
        questions |= {"rubric": windowed.ask_passage_scores(debate, bench.passages, personas), "annotation": ()}
    added = list_added(bench.settings.layers)
    questions |= {layer: steps.ask_added(layer, debate) for layer in added}
    asked = {*bench.settings.layers, *([MIRRORED] if bench.settings.mirrored and bench.asks("engagement") else [])}
    # what is not asked for has no question: the questions of a group are made when they are asked
    answers = yield from bench.ask(
        "reading", **{name: made if name in asked else () for name, made in questions.items()}
    )
    winner, reason = answers["holistic"] or (None, "")
    forget = {"reason": None} if bench.settings.consistency == "unchecked" else {}
    bench.bring(
        rubric=tuple(scores.model_copy(update=forget) for scores in answers["rubric"]),
        ballots=answers["engagement"],
        mirrored=answers[MIRRORED],
        teams=answers["ranking"],
        holistic=winner,
        holistic_reason=reason,
    )
    bench.note(claims=answers["annotation"])
    for layer in added:
        _count_added(bench, layer, answers[layer])


def _count_added(bench: _Bench, name: str, answers: tuple[Any, ...]) -> None:
    """Add the answers on a layer of another package, and their verdict, where no answer is missing."""
    layer, is_whole = layer_named(name), name not in bench.brought.incomplete
    replies = dict(zip(layer.questions(bench.debate), answers, strict=True)) if is_whole else {}
    bench.bring(added=bench.brought.added | {name: replies})
    if replies:
        try:
            verdict = compare_sides(name, *layer.count(bench.debate, replies), because=layer.about)
            bench.bring(counted=(*bench.brought.counted, verdict))
        except Exception as error:  # another package's function can raise anything
            bench.bring(lost=bench.brought.lost | {f"layers/{name}": f"failed: {type(error).__name__}: {error}"})
            bench.miss(name)


def _compare_speeches(bench: _Bench) -> Steps:
    """Compare all speeches side by side; the scores stay where the comparison fails."""
    scores = bench.brought.rubric
    if len(scores) > 1 and "rubric" not in bench.brought.incomplete:
        compare = windowed.ask_short_comparison if bench.windowed else steps.ask_comparison
        answers = yield from bench.ask("side by side", compared=[compare(bench.debate, scores)])
        bench.bring(rubric=answers["compared"] or scores)


def _annotate_passages(bench: _Bench) -> Steps:
    """Note claims and answers passage by passage, since later turns may answer what is noted of earlier ones."""
    for number, passage in enumerate(bench.passages, 1):
        question = windowed.ask_passage(bench.debate, bench.brought.annotation, number, passage)
        answers = yield from bench.ask(f"passage {number} of {len(bench.passages)}", annotation=[question])
        for added in answers["annotation"]:
            bench.note(added.claims, added.rebuttals)


def _note_answers(bench: _Bench) -> Steps:
    """Note what each turn answers, turn by turn, since later turns may answer the rebuttals of earlier ones."""
    for number in range(1, len(bench.debate.turns) + 1):
        if questions := [*steps.ask_rebuttals(bench.debate, bench.brought.annotation, number)]:
            answers = yield from bench.ask(f"turn {number} of {len(bench.debate.turns)}", annotation=questions)
            bench.note(rebuttals=answers["annotation"])


def _note_answers_again(bench: _Bench) -> Steps:
    """Read the turns of a side again where no rebuttal of that side was noted, but many of the other side."""
    notes = bench.brought.annotation
    if not one_sided(notes):
        return
    silent: tuple[Side, ...] = tuple(side for side in SIDES if not notes.rebuttals_of(side))
    bench.bring(asked_again=silent)
    read = windowed.ask_rebuttals_again if bench.windowed else partial(steps.ask_rebuttals, again=True)
    numbers = [number for number, turn in enumerate(bench.debate.turns, 1) if turn.side in silent]
    if questions := [question for number in numbers for question in read(bench.debate, notes, number)]:
        answers = yield from bench.ask("one side again", annotation=questions)
        bench.note(rebuttals=answers["annotation"])


def _audit_claims(bench: _Bench) -> Steps:
    """Ask the auditor what became of every claim."""
    notes = bench.brought.annotation
    if not bench.asks("audit") or not notes.claims:
        return
    if "annotation" in bench.brought.incomplete:
        bench.miss("audit")
        return
    questions = [steps.ask_audit("audit", bench.debate, notes, notes.claims)]
    if bench.windowed:
        questions = [*windowed.ask_audits(bench.debate, notes)]
        bench.bring(audit=windowed.audit_unanswered(notes))
    if questions:
        answers = yield from bench.ask("audit", audit=questions)
        bench.bring(audit=(*bench.brought.audit, *answers["audit"]))


UNION_JUDGING = Protocol(
    Settings=UnionJudgingSettings,
    Result=UnionJudgingResult,
    script=script,
    plugins=lambda spec: [("layer of judgement", str(layer)) for layer in list_added(spec.script.get("layers"))],
)
