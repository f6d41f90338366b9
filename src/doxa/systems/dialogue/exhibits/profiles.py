"""Open (u .40, a .20) and stubborn (.10, .80) agents in pairs: Figure 2 (right), Figures A2 to A5, and Table A8."""

from collections.abc import Sequence

from doxa.analysis.comparison import (
    Measured,
    curves,
    difference,
    failed,
    finished_trials,
    sources_of,
    summary,
    title_with_simulation,
    trials_with_number,
)
from doxa.analysis.exhibit import Cell, Effect, Figure, Table
from doxa.analysis.trial import Trial
from doxa.scoring.convergence import START, mean
from doxa.systems.dialogue.exhibits.debates import (
    BACKBONE,
    CITES,
    caption,
    convergence,
    describe_stand_ins,
    distinct,
    motions_of,
    of_motion,
    panel,
)
from doxa.systems.dialogue.exhibits.published import PAIRINGS, TEN, convergence_of, plain

CLOSER = Effect(what="how much closer open pairs come than stubborn ones", nature="emergent")
EFFECTS = (CLOSER, CITES, BACKBONE)

COLUMNS = (
    "motion",
    "model",
    *PAIRINGS,
    "mean",
    "n",
    "failed",
    "missing",
    "open/open − stubborn/stubborn",
    "low",
    "high",
    "narrowing",
    "open/open closer",
    *(f"published {column}" for column in (*PAIRINGS, "mean")),
)

_PRINTED = (*PAIRINGS, "mean")


def fig2_right(trials: Sequence[Trial], motion: str | None = None) -> Figure:
    """Return a figure of the four pairings on one motion, by default the first motion of the trials."""
    motions = motions_of(trials)
    chosen = motion or (motions[0] if motions else "")
    return _grid("fig2-right", "Open and stubborn agents", chosen, of_motion(trials, chosen))


def figA2_A5(trials: Sequence[Trial]) -> tuple[Figure, ...]:
    """Return a figure of the four pairings for each motion."""
    numbered = enumerate(motions_of(trials), start=1)
    return tuple(
        _grid(f"figA2-A5-{place:02d}", motion, motion, of_motion(trials, motion)) for place, motion in numbered
    )


def tableA8(trials: Sequence[Trial]) -> Table:
    """Return our mean convergence and the published one by motion and pairing, with means of rows and columns."""
    rows: list[tuple[Cell, ...]] = []
    for model in distinct([trial.model for trial in trials]):
        model_trials = [trial for trial in trials if trial.model == model]
        body = [_row(motion, model, of_motion(model_trials, motion)) for motion in motions_of(model_trials)]
        rows += [*body, _means(model, model_trials, body)]
    shows = (
        "Reduction of the pro–con distance in maintained stance from start to end, by motion and pairing (pro/con). "
        "A row's mean is over its four cells; the last row has means over motions, published ones over the "
        f"motions that have a value. {_tally(rows)} {describe_stand_ins(trials, TEN)} "
        f"{anchoring(trials)}"
    )
    return Table(
        name="tableA8",
        title=title_with_simulation("Convergence by motion and pairing", trials),
        caption=caption(" ".join(shows.split()), trials, EFFECTS),
        columns=COLUMNS,
        rows=tuple(rows),
        sources=sources_of(trials),
    )


def of_pairing(trials: Sequence[Trial], pairing: str) -> list[Trial]:
    """Return the trials of a pairing, such as ``open/stubborn``."""
    return [trial for trial in trials if plain(trial.condition) == plain(pairing)]


def anchoring(trials: Sequence[Trial]) -> str:
    """Return what anchoring still does where both profiles start at ±0.75; '' where they start elsewhere."""
    starts = [stances[0] for trial in finished_trials(trials) for stances in curves([trial], "pro", "maintained")]
    if not starts or any(start is None or abs(start - START) > 0.01 for start in starts):
        return ""
    return (
        "Both profiles start at ±0.75. Where the seeds' common factor is solved for this start at each agent's own a, "
        "a acts only through seeds that are archived later; a record that supersedes a seed is weighted by u."
    )


def _grid(name: str, title: str, motion: str, trials: Sequence[Trial]) -> Figure:
    models = distinct([trial.model for trial in trials])
    panels = [
        panel(f"{model}: {pairing}" if len(models) > 1 else pairing, of_pairing(of_model, pairing), "maintained")
        for model in models
        for of_model in [[trial for trial in trials if trial.model == model]]
        for pairing in PAIRINGS
    ]
    shows = f"Maintained stance of pro and con by round on “{motion}”; the pairing names pro's profile first. "
    return Figure(
        name=name,
        title=title_with_simulation(title, trials),
        caption=caption((shows + anchoring(trials)).strip(), trials, EFFECTS),
        panels=tuple(panels),
        sources=sources_of(trials),
    )


def _row(motion: str, model: str, trials: Sequence[Trial]) -> tuple[Cell, ...]:
    by_pairing = {pairing: trials_with_number(of_pairing(trials, pairing), convergence) for pairing in PAIRINGS}
    cells = [summary(by_pairing[pairing]).mean for pairing in PAIRINGS]
    published = [convergence_of(motion, column) for column in _PRINTED]
    return (motion, model, *cells, _mean(cells), *_ends(trials, by_pairing), *published)


def _means(model: str, trials: Sequence[Trial], body: Sequence[tuple[Cell, ...]]) -> tuple[Cell, ...]:
    """Return the row of column means; the published ones are over the paper's own motions that have been run."""
    by_pairing = {pairing: trials_with_number(of_pairing(trials, pairing), convergence) for pairing in PAIRINGS}
    first, last = COLUMNS.index(PAIRINGS[0]), COLUMNS.index(f"published {PAIRINGS[0]}")
    cells = [_mean([row[first + place] for row in body]) for place in range(len(_PRINTED))]
    published = [_mean([row[last + place] for row in body], partial=True) for place in range(len(_PRINTED))]
    return ("mean", model, *cells, *_ends(trials, by_pairing), *published)


def _tally(rows: Sequence[tuple[Cell, ...]]) -> str:
    """Return a sentence: in how many rows open pairs converge more than stubborn pairs."""
    answers = [row[COLUMNS.index("open/open closer")] for row in rows if row[0] != "mean"]
    decided = [answer for answer in answers if answer is not None]
    if not decided:
        return ""
    return f"open/open converges more than stubborn/stubborn in {decided.count('yes')} of {len(decided)} rows."


def _ends(trials: Sequence[Trial], by_pairing: dict[str, list[Measured]]) -> tuple[Cell, ...]:
    """Return the counts, and how much more open/open converges than stubborn/stubborn."""
    n = sum(len(measurements) for measurements in by_pairing.values())
    contrast = difference(by_pairing["open/open"], by_pairing["stubborn/stubborn"])
    closer = None if contrast.value is None else "yes" if contrast.value > 0 else "no"
    counts = (n, failed(trials), len(finished_trials(trials)) - n)
    return (*counts, contrast.value, contrast.low, contrast.high, contrast.narrowing, closer)


def _mean(cells: Sequence[Cell], *, partial: bool = False) -> float | None:
    """Return the mean of cells; None where one is missing, unless the mean may be partial."""
    numbers = [cell for cell in cells if isinstance(cell, float)]
    return mean(numbers) if numbers and (partial or len(numbers) == len(cells)) else None
