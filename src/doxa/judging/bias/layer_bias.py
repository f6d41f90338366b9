"""What the speaking order and padding do to the verdicts of layers, which count and compute.

Each debate is judged as spoken, mirrored (who spoke second speaks first), and with every speech of one side padded by
its own sentences. A layer that goes by what was said names the same side each time, so that the side that speaks second
wins in one of the two orders, and the padded side under one of the two paddings.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from doxa.judging.ballots.final import ORDER
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.bias.leaning import FAIR, Lean, ReadVote, estimate_lean
from doxa.records.transcripts import SIDES, Debate, Side, other

LAYERS = (*ORDER, "holistic")

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
    for layer in LAYERS:
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
