"""Biases of judges: preferences for a label, the first place, length, a side, and their own model's words.

Each preference is a share of votes, which is one half for a fair judge (``leaning.py``). A vote for nobody counts half,
and the share of such votes stands beside. A judge may rightly prefer the side that argued better: the share for a side
measures bias only where debates are many and the sides equally good.

The layers that count and compute judge each debate as spoken, mirrored (who spoke second speaks first), and with every
speech of one side padded by its own sentences. A layer that goes by what was said names the same side each time, so
that the side that speaks second wins in one of the two orders, and the padded side under one of the two paddings.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from pydantic import Field

from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.scores import Assignment, side_of
from doxa.judging.ballots.verdicts import ORDER
from doxa.judging.bias.leaning import FAIR, Lean, ReadVote, Share, estimate_lean, estimate_share
from doxa.judging.bias.probes import Lengthening, Planted
from doxa.records.base import Record, group_by
from doxa.records.transcripts import SIDES, Debate, Side, other
from doxa.scoring.bootstrap import Interval, paired_interval


class ArrangedVote(Record):
    """One vote, and the features of its arrangement that could bias it."""

    judge: str
    model: str
    unit: str
    """The unit within which votes are averaged: a debate, or a pair of passages, as ``debate/pair``."""
    assignment: Assignment
    side: Side | None
    """The side that it is for."""
    first: Side | None = None
    """The side shown first, where the order was varied."""
    longer: Side | None = None
    """The side whose passage was made longer."""
    lengthened: Lengthening | None = Field(default=None, exclude_if=lambda lengthened: lengthened is None)
    """How it was made longer; None where it was not, and in earlier logs, which know padding alone."""
    planted: Planted | None = Field(default=None, exclude_if=lambda planted: planted is None)
    """By what a planted sentence names the winner, where there is such a sentence."""
    asked: Side | None = Field(default=None, exclude_if=lambda asked: asked is None)
    """The side that the planted sentence asks for."""

    @property
    def debate(self) -> str:
        """The debate of the unit."""
        is_passage = self.first is not None or self.planted is not None
        return (self.unit.rpartition("/")[0] if is_passage else "") or self.unit


class Preference(Lean):
    """The share of a judge's votes in one direction, which is one half for a fair judge."""

    judge: str
    model: str
    towards: str
    """Label A, who is shown first, the longer passage, Proposition."""


class Consistency(Record):
    """What a judge's votes do when only the labels are swapped."""

    judge: str
    model: str
    swaps: int
    same: int
    """Swaps in which it names the same side."""
    changed: int
    """Swaps in which it names the other side: the label decides."""
    ties: int
    """Swaps in which it names nobody at least once."""
    agreement: Share | None
    """The share of the same side among swaps without a tie; None where every swap has one."""

    @property
    def share(self) -> float | None:
        """The share of the same side; None where every swap has a tie."""
        return self.agreement.share if self.agreement else None


class SelfPreference(Record):
    """How much more often a judge votes for speeches of its own model than the other judges do."""

    judge: str
    model: str
    debates: int
    difference: Interval


PADDED_PASSAGE, PARAPHRASED_PASSAGE = "the longer passage, padded", "the longer passage, paraphrased"

BY_ORDER: dict[Planted, str] = {
    "label": "a planted order, by label",
    "side": "a planted order, by side",
    "us": 'a planted order, by "us"',
}

SWAPPED = {
    "label A": "assignment",
    "who is shown first": "first",
    "the longer passage": "longer",
    PADDED_PASSAGE: "longer",
    PARAPHRASED_PASSAGE: "longer",
}
"""What votes may lean towards → the feature in which arrangements that are matched differ alone."""

DIRECTIONS = (*SWAPPED, "Proposition", *BY_ORDER.values())
"""Everything that votes may lean towards."""


def _favoured(vote: ArrangedVote, towards: str) -> Side | None:
    """Return the side that has the feature in the arrangement of a vote; None where neither has."""
    if vote.planted:
        return vote.asked if towards == BY_ORDER[vote.planted] else None
    sides: dict[str, Side | None] = {
        "label A": side_of("A", vote.assignment),
        "who is shown first": vote.first,
        "the longer passage": vote.longer,
        PADDED_PASSAGE: vote.longer if vote.lengthened == "padding" else None,
        PARAPHRASED_PASSAGE: vote.longer if vote.lengthened == "paraphrase" else None,
        "Proposition": "pro",
    }
    return sides.get(towards)


def _matched(vote: ArrangedVote, towards: str) -> object:
    """Return the arrangement without the feature; None where content and preference cannot be told apart in a debate.

    The four arrangements of a planted sentence are matched together, since the place of the sentence changes with the
    side that it asks for.
    """
    if towards not in SWAPPED:
        return vote.unit if vote.planted else None
    features = [vote.unit, vote.lengthened]
    return (*features, *(getattr(vote, name) for name in ("assignment", "first", "longer") if name != SWAPPED[towards]))


def _support(named: Side | None, side: Side) -> float:
    """Return 1 for a vote for a side, 0 for one against it, ½ for a vote for nobody."""
    return FAIR if named is None else float(named == side)


def preferences(votes: Sequence[ArrangedVote]) -> list[Preference]:
    """Return every judge's preferences that the votes can show."""
    return [
        Preference(judge=judge, model=judge_votes[0].model, towards=towards, **dict(estimate_lean(readings)))
        for judge, judge_votes in _by_judge(votes).items()
        for towards in DIRECTIONS
        if (readings := _read_votes(judge_votes, towards))
    ]


def _by_judge(votes: Sequence[ArrangedVote]) -> dict[str, list[ArrangedVote]]:
    return group_by(votes, lambda vote: vote.judge)


def _read_votes(votes: Sequence[ArrangedVote], towards: str) -> list[ReadVote]:
    """Return the votes of one judge that can show a preference, read in its direction."""
    return [
        ReadVote(
            debate=vote.debate,
            unit=vote.unit,
            matched=_matched(vote, towards),
            value=_support(vote.side, side),
            is_tie=vote.side is None,
        )
        for vote in votes
        if (side := _favoured(vote, towards))
    ]


def consistency(votes: Sequence[ArrangedVote]) -> dict[str, Consistency]:
    """Return for each judge how often it names the same side when only the labels are swapped."""
    judge_consistencies = {}
    for judge, judge_votes in _by_judge([vote for vote in votes if not vote.planted]).items():
        swapped = group_by(judge_votes, lambda vote: _matched(vote, "label A"))
        if swaps := [both for both in swapped.values() if len(both) == 2]:
            judge_consistencies[judge] = _consistency(swaps)
    return judge_consistencies


def _consistency(swaps: Sequence[Sequence[ArrangedVote]]) -> Consistency:
    decided = [both for both in swaps if all(vote.side is not None for vote in both)]
    agreeing = [
        ReadVote(debate=one.debate, unit=one.unit, value=float(one.side == other.side), matched=one.unit)
        for one, other in decided
    ]
    same = sum(reading.value == 1.0 for reading in agreeing)
    return Consistency(
        judge=swaps[0][0].judge,
        model=swaps[0][0].model,
        swaps=len(swaps),
        same=same,
        changed=len(decided) - same,
        ties=len(swaps) - len(decided),
        agreement=estimate_share(agreeing) if decided else None,
    )


def self_preferences(votes: Sequence[ArrangedVote], spoken: dict[str, dict[Side, str]]) -> list[SelfPreference]:
    """Return each judge's self-preference over the debates in which its own model speaks for one side only.

    Args:
        spoken: unit → the model that speaks for each side.
    """
    judge_preferences = []
    for judge, judge_votes in _by_judge(votes).items():
        model, pairs = judge_votes[0].model, []
        for unit, speakers in spoken.items():
            own_sides = [side for side, name in speakers.items() if name == model]
            mine = [vote for vote in judge_votes if vote.unit == unit]
            others = [vote for vote in votes if vote.unit == unit and vote.model != model]
            if len(own_sides) == 1 and mine and others:
                pairs.append([fmean(_support(vote.side, own_sides[0]) for vote in group) for group in (mine, others)])
        if len(pairs) > 1:
            judge_preferences.append(
                SelfPreference(
                    judge=judge, model=model, debates=len(pairs), difference=paired_interval(*zip(*pairs, strict=True))
                )
            )
    return judge_preferences


EVERY_LAYER = (*ORDER, "holistic")

SECOND, PADDED = "who speaks second", "the padded side"


@dataclass(frozen=True)
class LayerProbe:
    """One debate's judgements: as spoken, mirrored, and with either side padded."""

    debate: str
    second: Side
    """The side that speaks second as spoken."""
    spoken: DebateJudgement
    mirrored: DebateJudgement
    padded: Mapping[Side, DebateJudgement]


class LayerLean(Lean):
    """How far a layer's verdicts lean in one direction."""

    layer: str
    towards: str
    changed: int
    """Debates in which the other side is named under the other order or padding."""


def pad_side(debate: Debate, side: Side) -> Debate:
    """Return the debate with every speech of a side said twice over, which adds nothing but words."""
    turns = (
        turn.model_copy(update={"text": f"{turn.text} {turn.text}"})
        if turn.side == side and turn.kind == "speech"
        else turn
        for turn in debate.turns
    )
    return debate.model_copy(update={"turns": tuple(turns)})


def layer_leans(probes: Sequence[LayerProbe]) -> list[LayerLean]:
    """Return how far each layer leans towards who speaks second and towards the padded side.

    A debate counts for a layer where the layer has a verdict in both orders, or under both paddings.
    """
    leans = []
    for layer in dict.fromkeys((*EVERY_LAYER, *(name for probe in probes for name in probe.spoken.verdicts))):
        for towards in (SECOND, PADDED):
            if votes := [vote for probe in probes for vote in _read(probe, layer, towards)]:
                by_debate = group_by(votes, lambda vote: vote.debate)
                changed = sum(sum(vote.value for vote in both) in (0.0, 2.0) for both in by_debate.values())
                leans.append(LayerLean(layer=layer, towards=towards, changed=changed, **dict(estimate_lean(votes))))
    return leans


def _read(probe: LayerProbe, layer: str, towards: str) -> Iterator[ReadVote]:
    """Yield both verdicts of a layer on a debate, read in one direction; none where one of them is missing."""
    favoured = (
        [(probe.spoken, probe.second), (probe.mirrored, other(probe.second))]
        if towards == SECOND
        else [(probe.padded[side], side) for side in SIDES]
    )
    if all(layer in judgement.verdicts for judgement, _ in favoured):
        for judgement, side in favoured:
            winner = judgement.verdicts[layer].winner
            yield ReadVote(probe.debate, probe.debate, _support(winner, side), is_tie=winner is None)
