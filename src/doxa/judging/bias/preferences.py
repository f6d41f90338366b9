"""Biases of judges: preferences for a label, the first place, length, a side, and their own model's words.

Each preference is a share of votes, which is one half for a fair judge (``leaning.py``). A vote for nobody counts half,
and the share of such votes stands beside. A judge may rightly prefer the side that argued better: the share for a side
measures bias only where debates are many and the sides equally good.

The layers that count and compute judge each debate as spoken, mirrored (who spoke second speaks first), and with every
speech of one side padded by its own sentences. A layer that goes by what was said names the same side each time, so
that the side that speaks second wins in one of the two orders, and the padded side under one of the two paddings.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import SerializerFunctionWrapHandler, model_serializer

from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.panel import Assignment, label_of
from doxa.judging.ballots.verdicts import ORDER
from doxa.judging.bias.leaning import FAIR, Lean, ReadVote, Share, estimate_lean, estimate_share
from doxa.judging.bias.probes import Lengthening, Planted
from doxa.records.base import Record
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
    lengthened: Lengthening | None = None
    """How it was made longer; None where it was not, and in earlier logs, which know padding alone."""
    planted: Planted | None = None
    """By what a planted sentence names the winner, where there is such a sentence."""
    asked: Side | None = None
    """The side that the planted sentence asks for."""

    @model_serializer(mode="wrap")
    def _without_what_was_not_done(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Return the fields, without those of planting and lengthening where there was none, as earlier logs have."""
        fields: dict[str, Any] = dump(self)
        optional = ("planted", "asked", "lengthened")
        return {name: value for name, value in fields.items() if name not in optional or value is not None}

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


Reading = Callable[[ArrangedVote], float | None]


@dataclass(frozen=True)
class Leaning:
    """What votes may lean towards: how a vote is read, and which arrangements differ in that alone."""

    read: Reading
    matched: Callable[[ArrangedVote], object] | None = None
    """The arrangement without the feature; None where content and preference cannot be told apart within a debate."""


def _for(side: Side | None, vote: ArrangedVote) -> float | None:
    """Return 1 for a vote for a side, 0 for one against it, ½ for a vote for nobody; None where no side is given."""
    if side is None:
        return None
    return FAIR if vote.side is None else float(vote.side == side)


def _asked(planted: Planted) -> Leaning:
    """Return the direction of votes on passages with a sentence that was planted in one way.

    Its four arrangements are matched together, since the place of the sentence changes with the side that it asks for.
    """
    return Leaning(lambda vote: _for(vote.asked, vote) if vote.planted == planted else None, lambda vote: vote.unit)


def _plain(reading: Reading) -> Reading:
    """Return a reading of the votes on passages in which nothing was planted."""
    return lambda vote: None if vote.planted else reading(vote)


def _label_a(vote: ArrangedVote) -> float | None:
    return FAIR if vote.side is None else float(label_of(vote.side, vote.assignment) == "A")


def _first(vote: ArrangedVote) -> float | None:
    return _for(vote.first, vote)


def _longer(vote: ArrangedVote) -> float | None:
    return _for(vote.longer, vote)


def _by(way: Lengthening) -> Reading:
    return lambda vote: _for(vote.longer, vote) if vote.lengthened == way else None


def _proposition(vote: ArrangedVote) -> float | None:
    return _for("pro", vote)


def _labels_swapped(vote: ArrangedVote) -> object:
    return vote.unit, vote.first, vote.longer, vote.lengthened


def _places_swapped(vote: ArrangedVote) -> object:
    return vote.unit, vote.assignment, vote.longer, vote.lengthened


def _lengths_swapped(vote: ArrangedVote) -> object:
    return vote.unit, vote.assignment, vote.first, vote.lengthened


DIRECTIONS: dict[str, Leaning] = {
    "label A": Leaning(_plain(_label_a), _labels_swapped),
    "who is shown first": Leaning(_plain(_first), _places_swapped),
    "the longer passage": Leaning(_plain(_longer), _lengths_swapped),
    "the longer passage, padded": Leaning(_plain(_by("padding")), _lengths_swapped),
    "the longer passage, paraphrased": Leaning(_plain(_by("paraphrase")), _lengths_swapped),
    "Proposition": Leaning(_plain(_proposition)),
    "a planted order, by label": _asked("label"),
    "a planted order, by side": _asked("side"),
    'a planted order, by "us"': _asked("us"),
}


def preferences(votes: Sequence[ArrangedVote]) -> list[Preference]:
    """Return every judge's preferences that the votes can show."""
    judge_preferences = []
    for judge in dict.fromkeys(vote.judge for vote in votes):
        judge_votes = [vote for vote in votes if vote.judge == judge]
        for towards, direction in DIRECTIONS.items():
            preference = _preference(judge_votes, towards, direction)
            if preference:
                judge_preferences.append(preference)
    return judge_preferences


def consistency(votes: Sequence[ArrangedVote]) -> dict[str, Consistency]:
    """Return for each judge how often it names the same side when only the labels are swapped."""
    judge_consistencies = {}
    for judge in dict.fromkeys(vote.judge for vote in votes):
        swapped: dict[object, list[ArrangedVote]] = {}
        for vote in votes:
            if vote.judge == judge and not vote.planted:
                swapped.setdefault(_labels_swapped(vote), []).append(vote)
        swaps = [both for both in swapped.values() if len(both) == 2]
        if swaps:
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
    for judge in dict.fromkeys(vote.judge for vote in votes):
        model = next(vote.model for vote in votes if vote.judge == judge)
        mine: list[float] = []
        theirs: list[float] = []
        for unit, speakers in spoken.items():
            own_sides = [side for side, name in speakers.items() if name == model]
            if len(own_sides) != 1:
                continue
            readings = [
                (vote.judge == judge, vote.model == model, _for(own_sides[0], vote))
                for vote in votes
                if vote.unit == unit
            ]
            own_support = [support for is_mine, _, support in readings if is_mine and support is not None]
            other_support = [support for _, same_model, support in readings if not same_model and support is not None]
            if own_support and other_support:
                mine.append(sum(own_support) / len(own_support))
                theirs.append(sum(other_support) / len(other_support))
        if len(mine) > 1:
            judge_preferences.append(
                SelfPreference(judge=judge, model=model, debates=len(mine), difference=paired_interval(mine, theirs))
            )
    return judge_preferences


def _preference(votes: Sequence[ArrangedVote], towards: str, direction: Leaning) -> Preference | None:
    """Return a judge's preference in one direction; None where no vote can show it."""
    readings = [
        ReadVote(
            debate=vote.debate,
            unit=vote.unit,
            matched=direction.matched(vote) if direction.matched else None,
            value=value,
            is_tie=vote.side is None,
        )
        for vote in votes
        if (value := direction.read(vote)) is not None
    ]
    if not readings:
        return None
    found = estimate_lean(readings)
    return Preference(judge=votes[0].judge, model=votes[0].model, towards=towards, **dict(found))


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
    for layer in EVERY_LAYER:
        for towards in (SECOND, PADDED):
            votes = [vote for probe in probes for vote in _read(probe, layer, towards)]
            if votes:
                by_debate: dict[str, float] = {}
                for vote in votes:
                    by_debate[vote.debate] = by_debate.get(vote.debate, 0.0) + vote.value
                changed = sum(total in (0.0, 2.0) for total in by_debate.values())
                lean = estimate_lean(votes)
                leans.append(LayerLean(layer=layer, towards=towards, changed=changed, **dict(lean)))
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
            value = FAIR if winner is None else float(winner == side)
            yield ReadVote(debate=probe.debate, unit=probe.debate, value=value, is_tie=winner is None)
