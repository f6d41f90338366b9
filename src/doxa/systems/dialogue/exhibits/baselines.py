"""The Belief Engine against prompt baselines: Figure 3, Table A2, and Figure A1, where one judge rescores all.

Maintained, self-reported and judged stance are separate rows and panels. Figure 3 and Table A2 hold BE's maintained
stance against the baselines' judged one, as the paper does; Figure A1 removes that difference of measures.
"""

from collections.abc import Mapping, Sequence

from doxa.analysis.comparison import failed, finished, kinds_of, sources_of, titled
from doxa.analysis.exhibit import Cell, Figure, Panel, Table
from doxa.analysis.trial import Trial
from doxa.scoring.bootstrap import mean_interval
from doxa.scoring.convergence import Ending, converged
from doxa.systems.dialogue.exhibits.captions import BACKBONE, CITES, READS, REVISES, RULE, caption, drawn_kind
from doxa.systems.dialogue.exhibits.debates import (
    NO_STAND_INS,
    as_run,
    distinct,
    endings,
    motions_of,
    of_motion,
    panel,
    replaced,
)
from doxa.systems.dialogue.exhibits.published import ATHEISM, JOURNALISM, TABLE_A2, gap_of, setup_of

EFFECTS = (RULE, CITES, REVISES, READS, BACKBONE)

COLUMNS = (
    "topic",
    "setup",
    "measure",
    "n",
    "failed",
    "missing",
    "final pro",
    "final con",
    "final gap",
    "gap low",
    "gap high",
    "gap reduction",
    "mean abs shift",
    "centre shift",
    "crossing rate",
    "published final gap",
    "published for",
    "compares",
)


def fig3(trials: Sequence[Trial], motion: str = ATHEISM) -> Figure:
    """Return one panel a condition and model on one motion; its title says which kind of stance is drawn."""
    mine = of_motion(trials, motion)
    panels = [panel(setup, found, drawn_kind(found)) for setup, found in _setups(mine).items()]
    shows = f"Belief Engine and prompt baselines on “{motion}”. A panel draws one kind of stance, named on its axis."
    return _figure("fig3", "Prompt baselines", shows, mine, panels)


def figA1(trials: Sequence[Trial], motion: str = JOURNALISM) -> Figure:
    """Return the judged stance alone, one panel a condition and model on one motion."""
    mine = of_motion(trials, motion)
    panels = [panel(setup, found, "judged") for setup, found in _setups(mine).items()]
    shows = f"Every condition on “{motion}”, rescored by the one outside judge; a text is first judged in round 1."
    return _figure("figA1", "All conditions by one judge", shows, mine, panels)


def tableA2(trials: Sequence[Trial], stand_ins: Mapping[str, str] = NO_STAND_INS) -> Table:
    """Return Table A2's columns by topic, setup and kind of stance, with the published final gap beside.

    The published gap stands beside the kind that the paper measured only: maintained for BE, judged for baselines.

    Args:
        stand_ins: the paper's motion → the motion that was debated in its place, where the corpus lacks the first.
    """
    trials = as_run(trials, stand_ins)
    rows = [
        _row(motion, setup, kind, found)
        for motion in motions_of(trials)
        for setup, found in _setups(of_motion(trials, motion)).items()
        for kind in kinds_of(found) or [_measured_kind(found[0])]
    ]
    shows = (
        "Final stances, final gap and movement by topic, setup and kind of stance; starts that no kind shows are the "
        "assigned ±0.75. " + replaced(trials, list(TABLE_A2), stand_ins)
    )
    return Table(
        name="tableA2",
        title=titled("Five-topic check against prompt baselines", trials),
        caption=caption(shows.strip(), trials, EFFECTS),
        columns=COLUMNS,
        rows=tuple(rows),
        sources=sources_of(trials),
    )


def _setups(trials: Sequence[Trial]) -> dict[str, list[Trial]]:
    """Group trials by condition and model, in order of appearance."""
    pairs = distinct([(one.condition, one.model) for one in trials])
    return {
        f"{condition} · {model}": [one for one in trials if (one.condition, one.model) == (condition, model)]
        for condition, model in pairs
    }


def _figure(name: str, title: str, shows: str, trials: Sequence[Trial], panels: Sequence[Panel]) -> Figure:
    return Figure(
        name=name,
        title=titled(title, trials),
        caption=caption(shows, trials, EFFECTS),
        panels=tuple(panels),
        sources=sources_of(trials),
    )


def _measured_kind(trial: Trial) -> str:
    """Return the kind that the paper measures for a condition."""
    return "judged" if "self-update" in trial.condition.lower() else "maintained"


def _row(motion: str, setup: str, kind: str, trials: Sequence[Trial]) -> tuple[Cell, ...]:
    ended = endings(trials, kind)
    counts = (len(ended), failed(trials), len(finished(trials)) - len(ended))
    got = converged(ended)
    low, high = _bounds(ended)
    columns: tuple[Cell, ...] = (None,) * 9
    if got:
        moved = (got.gap_reduction, got.shift, got.centre_shift, got.crossing)
        columns = (got.pro, got.con, got.gap, low, high, *moved)
    return (motion, setup, kind, *counts, *columns, *_published(motion, kind, trials, got.gap if got else None))


def _bounds(ended: Sequence[Ending]) -> tuple[float | None, float | None]:
    if len(ended) < 2:
        return None, None
    interval = mean_interval([one.gap for one in ended])
    return interval.low, interval.high


def _published(motion: str, kind: str, trials: Sequence[Trial], gap: float | None) -> tuple[Cell, Cell, Cell]:
    one = trials[0]
    printed = gap_of(motion, setup_of(one.condition, one.model)) if kind == _measured_kind(one) else None
    if printed is None:
        return None, None, None
    return printed.text, printed.setup, None if gap is None else printed.against(gap)
