"""The claims of an ensemble as points of a map: text, speaker, fate, and whether the claim's side won."""

from collections.abc import Sequence

from doxa.errors import LogError
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.notes import Base
from doxa.judging.graph.attacks import attack_graph
from doxa.judging.graph.extensions import grounded
from doxa.records.base import Record
from doxa.records.transcripts import Debate, Side


class EnsembleJudgement(Record):
    """One judged debate of an ensemble."""

    run: str
    epoch: int
    debate: Debate
    judgement: DebateJudgement


class EnsembleClaim(Record):
    """One claim of one debate."""

    claim: str
    """Its id in its debate."""
    run: str
    epoch: int
    text: str
    base: Base
    specific: bool
    speaker: str
    name: str
    side: Side
    speech: str
    rebutted: bool
    demolished: bool
    survived: bool
    """Not demolished, by the tally."""
    stands: bool
    """Whether the claim is in the grounded extension of its debate's argument graph."""
    won: bool | None
    """Whether its side won; None where no side won."""
    cluster: int | None = None
    """None for a claim in no cluster."""
    x: float = 0.0
    y: float = 0.0


def points(debates: Sequence[EnsembleJudgement]) -> list[EnsembleClaim]:
    """Return every annotated claim of an ensemble.

    Raises:
        LogError: no debate has an annotation.
    """
    claim_points = [point for debate in debates if debate.judgement.tally for point in _points(debate)]
    if not claim_points:
        raise LogError("no debate has annotated claims", hint="Judge them first: doxa judge DIR")
    return claim_points


def _points(judged_debate: EnsembleJudgement) -> list[EnsembleClaim]:
    notes, tally = judged_debate.judgement.brought.annotation, judged_debate.judgement.tally
    assert tally is not None
    names = {turn.speaker: turn.name for turn in judged_debate.debate.turns}
    standing, fallen = grounded(attack_graph(notes)), set(tally.demolished)
    answered = {rebuttal.target for rebuttal in notes.rebuttals}
    winner = judged_debate.judgement.final.winner
    return [
        EnsembleClaim(
            claim=claim.id,
            run=judged_debate.run,
            epoch=judged_debate.epoch,
            text=claim.text,
            base=claim.base,
            specific=claim.specific,
            speaker=claim.speaker,
            name=names[claim.speaker],
            side=claim.side,
            speech=claim.speech,
            rebutted=claim.id in answered,
            demolished=claim.id in fallen,
            survived=claim.id not in fallen,
            stands=claim.id in standing,
            won=None if winner is None else claim.side == winner,
        )
        for claim in notes.claims
    ]
