"""Captions and cells of exhibits of judged debates: whether judges are simulated, which effects are assumed."""

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from statistics import fmean

from doxa.analysis.exhibit import Cell, Effect, natures
from doxa.judging.ballots.judged import JudgeFindings
from doxa.judging.ballots.verdicts import LayerVerdict
from doxa.judging.bias.leaning import Share
from doxa.records.model_kinds import is_simulated
from doxa.records.transcripts import SIDE_NAMES, Side
from doxa.scoring.bootstrap import mean_interval

ARITHMETIC = Effect(what="points, votes, verdicts and what survives, given the notes of judges", nature="emergent")
NOTES = Effect(what="what the simulated judge notes, which goes by likeness and by words", nature="assumed")
JUDGES = Effect(what="differences between judges, and how well any of them judges", nature="needs models")

ALL_SEATS = "All seats of the panel are one judge."


MOST_NAMES = 6
"""The most names that a caption lists."""

EXACT = 10_000
"""Counts up to here are printed in full."""


def side_name(side: Side | None) -> str | None:
    """Return the name of a side in a cell; None where no side is named."""
    return SIDE_NAMES[side] if side else None


def winner_name(verdict: LayerVerdict | None) -> str | None:
    """Return the side that a layer names in a cell; None where there is no verdict, or it names no side."""
    return "undetermined" if verdict and verdict.undetermined else side_name(verdict.winner if verdict else None)


def yes_or_no(fact: bool | None) -> str | None:
    """Return a fact in a cell; None where nobody knows."""
    return None if fact is None else "yes" if fact else "no"


def rounded(number: float | None) -> float | None:
    """Return a number in a cell, to three decimals."""
    return None if number is None else round(number, 3)


def share_cells(share: Share | None) -> tuple[Cell, Cell, Cell]:
    """Return the cells of a share and the ends of its interval; empty where nothing was counted."""
    return (rounded(share.share), rounded(share.low), rounded(share.high)) if share else (None, None, None)


def mean_cell(values: Sequence[float]) -> float | None:
    """Return the cell of a mean; empty without values."""
    return rounded(fmean(values)) if values else None


def interval_cells(values: Sequence[float]) -> tuple[Cell, Cell, Cell]:
    """Return the cells of a mean and the ends of its bootstrap interval; no interval for one value."""
    if len(values) < 2:
        return mean_cell(values), None, None
    interval = mean_interval(values)
    return rounded(interval.estimate), rounded(interval.low), rounded(interval.high)


def few(names: Sequence[str]) -> str:
    """Return the first few names, and how many there are besides."""
    listed = ", ".join(names[:MOST_NAMES])
    return f"{listed} and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else listed


def about(count: int) -> str:
    """Return a count in full where it is small, else rounded, such as about 1.2e10."""
    # a count may be larger than any float
    return str(count) if count <= EXACT else f"about {Decimal(count):.1e}".replace("e+", "e")


def offline(brought: Sequence[JudgeFindings]) -> bool:
    """Return whether a simulated judge took part."""
    return any(map(_simulated_in, brought))


def _simulated_in(findings: JudgeFindings) -> set[str]:
    """Return the models of a judgement that are simulated judges."""
    models = {findings.annotator, *_seats(findings).values()}
    return {model for model in models if is_simulated(model, findings.declared.get(model))}


def describe_simulation(brought: Sequence[JudgeFindings]) -> str:
    """Return the sentences that say which judges are simulated, and whether all seats are one; empty where none is."""
    if not offline(brought):
        return ""
    panels = [(seats, _simulated_in(findings)) for findings in brought if (seats := _seats(findings))]
    all_seats = f" {ALL_SEATS}" if panels and all(is_one_judge(*panel) for panel in panels) else ""
    return f"{_name_simulated(brought, panels)}{all_seats}"


def is_one_judge(seats: Mapping[str, str], simulated: Collection[str]) -> bool:
    """Return whether all of several seats are one judge: the same plain code, which answers alike each time.

    Args:
        seats: judge → model. Seats of one language model are no such case, since they are asked at a temperature.
        simulated: the models that are simulated judges.
    """
    return len(seats) > 1 and len(set(seats.values())) == 1 and set(seats.values()) <= set(simulated)


def _name_simulated(
    brought: Sequence[JudgeFindings], panels: Sequence[tuple[Mapping[str, str], Collection[str]]]
) -> str:
    """Return the sentence that says which part of the judging is a simulation."""
    simulated = [model in simulations for seats, simulations in panels for model in seats.values()]
    annotated = any(findings.annotator in _simulated_in(findings) for findings in brought)
    if all(simulated) and (annotated or not any(findings.annotator for findings in brought)):
        return "Judged offline: a simulation."
    parts = ["the annotator"] if annotated else []
    if any(simulated):
        seated = [(judge, model in simulations) for seats, simulations in panels for judge, model in seats.items()]
        names = sorted({judge for judge, is_simulation in seated if is_simulation})
        parts.append("the whole panel" if all(simulated) else f"of the panel {', '.join(names)}")
    return f"Judged offline in part, a simulation: {'; '.join(parts)}."


def _seats(findings: JudgeFindings) -> dict[str, str]:
    """Return the models of a panel's seats that gave an answer."""
    seats = {ballot.judge: ballot.model for ballot in findings.ballots}
    return seats | {ballot.judge: ballot.model for ballot in findings.teams}


def caption(
    shows: str, brought: Sequence[JudgeFindings], effects: Sequence[Effect] = (ARITHMETIC, NOTES, JUDGES)
) -> str:
    """Return a caption: what the exhibit shows, whether judges are simulated, and which effects are assumed."""
    return " ".join(filter(None, (shows, describe_simulation(brought), *natures(effects, offline(brought)))))
