"""A judged debate: the answers of judges by layer, the verdicts computed from them, and rules that judge nothing.

An incomplete layer (a speech that was not scored, a pass without a judge's vote) has no verdict: half an annotation
would count one side only. Plain code cannot tell an answer from what was answered, since both are alike: an offline
panel reads the debate as spoken and mirrored, and its scores in both orders decide. A verdict is worth something where
it does better than the rules that name a winner without judging:

    more words          the side whose speeches have more words
    last speaker        the side of the last speech
    Opposition always   Opposition
"""

import json
from collections.abc import Callable, Sequence
from typing import Literal, get_args

from pydantic import Field

from doxa.judging.ballots.annotation import Annotation, AuditNote, Tally, audit_verdict, tally_points
from doxa.judging.ballots.scores import (
    ASSIGNMENTS,
    JudgeBallot,
    PanelVerdict,
    SpeechScores,
    TeamBallot,
    TeamRanking,
    count_panel_votes,
    find_followers,
    is_simulated,
    rank_teams,
    rubric_verdict,
)
from doxa.judging.ballots.verdicts import ORDER, FinalVerdict, LayerVerdict, TallyRule, final_verdict, name_larger
from doxa.records.base import JsonValue, Record
from doxa.records.cells import join_names
from doxa.records.model_kinds import ModelKind
from doxa.records.transcripts import SIDES, Debate, Side


def count_words(debate: Debate) -> dict[Side, int]:
    """Return the number of words of each side's speeches."""
    return {side: sum(len(speech.text.split()) for speech in debate.speeches if speech.side == side) for side in SIDES}


def name_longer_side(debate: Debate) -> Side | None:
    """Return the side whose speeches have more words; None where they have as many."""
    words = count_words(debate)
    return name_larger(words["pro"], words["con"])


def name_last_side(debate: Debate) -> Side | None:
    """Return the side of the last speech."""
    return debate.speeches[-1].side if debate.speeches else None


BASELINES: dict[str, Callable[[Debate], Side | None]] = {
    "more words": name_longer_side,
    "last speaker": name_last_side,
    "Opposition always": lambda _: "con",
}
"""Name → rule."""


Layer = Literal["rubric", "annotation", "engagement", "audit", "holistic", "ranking"]

LAYERS: tuple[Layer, ...] = ("rubric", "annotation", "engagement", "audit", "holistic")
"""The layers used by default; ranking needs more than two teams."""


def list_added(layers: JsonValue | Sequence[str]) -> list[str]:
    """Return the layers that other packages bring."""
    return [str(layer) for layer in layers if layer not in get_args(Layer)] if isinstance(layers, Sequence) else []


class JudgeFindings(Record):
    """The answers of judges, by layer; empty for a layer that was not asked for."""

    annotator: str = ""
    """The model that scored, annotated, audited and judged outright."""
    declared: dict[str, ModelKind] = Field(default_factory=dict, exclude_if=lambda kinds: not kinds)
    """Model that doxa does not bring → what its package declares it to be."""
    rubric: tuple[SpeechScores, ...] = ()
    annotation: Annotation = Annotation()
    ballots: tuple[JudgeBallot, ...] = ()
    mirrored: tuple[JudgeBallot, ...] = Field(default=(), exclude_if=lambda ballots: not ballots)
    """The panel's ballots on the debate in mirrored order, where it was judged, too."""
    audit: tuple[AuditNote, ...] = ()
    teams: tuple[TeamBallot, ...] = ()
    holistic: Side | None = None
    holistic_reason: str = ""
    asked_again: tuple[Side, ...] = ()
    """Sides whose turns were read a second time, since no rebuttal of that side had been noted."""
    lost: dict[str, str] = Field(default_factory=dict)
    """Step key → why the step has no answer."""
    incomplete: tuple[str, ...] = ()
    """Layers in which a step failed."""
    added: dict[str, dict[str, JsonValue]] = Field(default_factory=dict, exclude_if=lambda added: not added)
    """Layer of another package → question → reply; empty where an answer is missing."""
    counted: tuple[LayerVerdict, ...] = Field(default=(), exclude_if=lambda counted: not counted)
    """The verdicts of these layers."""

    @property
    def answers(self) -> list[tuple[str, str, str]]:
        """Layer, question and reply, as JSON, of each answer on a layer of another package."""
        return [
            (layer, question, json.dumps(reply, ensure_ascii=False))
            for layer, replies in self.added.items()
            for question, reply in replies.items()
        ]


class DebateJudgement(Record):
    """The answers of judges, and the verdicts computed from them."""

    brought: JudgeFindings
    tally: Tally | None
    panel: PanelVerdict | None
    spoken: PanelVerdict | None = Field(default=None, exclude_if=lambda verdict: verdict is None)
    """The panel's verdict on the debate as it was spoken, where another order was judged, too."""
    mirrored: PanelVerdict | None = Field(default=None, exclude_if=lambda verdict: verdict is None)
    """The panel's verdict on the debate in mirrored order."""
    ranking: TeamRanking | None = None
    """The order of more than two teams, beside the verdict between two sides."""
    verdicts: dict[str, LayerVerdict]
    """Layer → verdict, of the layers that have one."""
    baselines: dict[str, Side | None] = Field(default_factory=dict, exclude_if=lambda named: not named)
    """Rule that judges nothing → the side that it names."""
    final: FinalVerdict

    @property
    def in_words(self) -> str:
        """The final verdict in words, which begin with what makes it too close to call, if anything does."""
        reverses = bool(self.spoken and self.mirrored and self.spoken.verdict.winner != self.mirrored.verdict.winner)
        doubts = {
            "the verdict changes with the order of speaking": reverses,
            "the panel is split": bool(self.panel and self.panel.contested),
            "the layers disagree": bool(self.final.differ),
        }
        reasons = [doubt for doubt, holds in doubts.items() if holds]
        close = f"Too close to call: {join_names(reasons)}. " if self.final.winner and reasons else ""
        return f"{close}{self.final.statement}"


Consistency = Literal["checked", "unchecked"]


def judgement(
    debate: Debate, brought: JudgeFindings, rule: TallyRule = "rates", consistency: Consistency = "checked"
) -> DebateJudgement:
    """Return the verdicts that follow from what judges noted.

    Args:
        rule: whether rates decide where one side spoke much more, or sums always do, as published.
        consistency: whether judges whose votes follow the label or the order have no vote.

    Raises:
        BeliefError: the annotation is inconsistent, as ``check_annotation`` says.
    """
    words = count_words(debate) if rule == "rates" else None
    whole = set(get_args(Layer)) - set(brought.incomplete)
    is_noted = brought.annotation.claims and "annotation" in whole
    tally = tally_points(brought.annotation, debate.speeches[-1].id, words) if is_noted else None
    spoken, mirrored = (
        count_panel_votes(ballots) if "engagement" in whole and is_balanced(ballots) else None
        for ballots in (brought.ballots, brought.mirrored)
    )
    in_both = mirrored and is_simulated(brought.ballots)
    panel = count_panel_votes([*brought.ballots, *brought.mirrored]) if in_both else spoken
    if consistency == "checked" and spoken and not is_simulated(brought.ballots):
        panel = count_panel_votes(brought.ballots, followers_of(brought))
    naive = brought.holistic
    verdicts = [
        panel.verdict if panel else None,
        tally.verdict if tally else None,
        rubric_verdict(brought.rubric) if "rubric" in whole else None,
        audit_verdict(brought.annotation.claims, brought.audit, words) if "audit" in whole else None,
        LayerVerdict(
            layer="holistic", winner=naive, pro=naive == "pro", con=naive == "con", because=brought.holistic_reason
        )
        if naive
        else None,
        *brought.counted,
    ]
    return DebateJudgement(
        brought=brought,
        tally=tally,
        panel=panel,
        spoken=spoken if mirrored else None,
        mirrored=mirrored,
        ranking=rank_teams(debate.teams, brought.teams) if "ranking" in whole else None,
        verdicts={verdict.layer: verdict for verdict in verdicts if verdict},
        baselines={name: name_side(debate) for name, name_side in BASELINES.items()},
        final=final_verdict(
            verdicts,
            contested=bool(panel and panel.contested),
            one_sided=bool(tally and tally.one_sided),
            orders=(spoken.verdict.winner, mirrored.verdict.winner) if spoken and mirrored else None,
            order=(*ORDER, *brought.added),
        ),
    )


def followers_of(brought: JudgeFindings) -> dict[str, str]:
    """Return the judges whose votes follow the label, or the order where every mirrored vote is there."""
    return find_followers(brought.ballots, brought.mirrored if is_balanced(brought.mirrored) else ())


def is_balanced(ballots: Sequence[JudgeBallot]) -> bool:
    """Return whether every judge voted under both label assignments."""
    voters = [
        sorted(ballot.judge for ballot in ballots if ballot.assignment == assignment) for assignment in ASSIGNMENTS
    ]
    return bool(ballots) and voters[0] == voters[1]
