"""Captions of exhibits of judged debates: whether judges are simulated, and which effects are assumed."""

from collections.abc import Sequence

from doxa.analysis.natures import Effect, natures
from doxa.judging.measures.judged import JudgeFindings

ARITHMETIC = Effect(what="points, votes, verdicts and what survives, given the notes of judges", nature="emergent")
NOTES = Effect(what="what the simulated judge notes, which goes by likeness and by words", nature="assumed")
JUDGES = Effect(what="differences between judges, and how well any of them judges", nature="needs models")

OFFLINE = "offline"

SIMULATED = "Judged offline: a simulation, in which all seats of a panel are the same judge."


def offline(brought: Sequence[JudgeFindings]) -> bool:
    """Return whether a simulated judge took part."""
    return any(OFFLINE in (findings.annotator, *(ballot.model for ballot in findings.ballots)) for findings in brought)


def caption(
    shows: str, brought: Sequence[JudgeFindings], effects: Sequence[Effect] = (ARITHMETIC, NOTES, JUDGES)
) -> str:
    """Return a caption: what the exhibit shows, whether judges are simulated, and which effects are assumed."""
    simulated = offline(brought)
    return " ".join(
        sentence for sentence in (shows, SIMULATED if simulated else "", *natures(effects, simulated)) if sentence
    )
