"""The Belief Engine against prompt baselines: Figure 3, Table A2, and Figure A1, where one judge rescores all.

Maintained, self-reported and judged stance are separate rows and panels. Figure 3 and Table A2 compare BE's maintained
stance with the baselines' judged stance, as the paper does; Figure A1 shows the judged stance of all.
"""

from collections.abc import Mapping, Sequence

from doxa.analysis.comparison import failed, finished_trials, kinds_of, sources_of, title_with_simulation
from doxa.analysis.exhibit import Cell, Figure, Panel, Table
from doxa.analysis.trial import Trial
from doxa.scoring.bootstrap import mean_interval
from doxa.scoring.convergence import Ending, converged
from doxa.systems.dialogue.exhibits.captions import BACKBONE, CITES, READS, REVISES, RULE, caption, drawn_kind
from doxa.systems.dialogue.exhibits.debates import (
    NO_STAND_INS,
    as_run,
    describe_stand_ins,
    distinct,
    endings,
    motions_of,
    of_motion,
    panel,
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
    """Return a figure on one motion with a panel for each condition and model; axes name the kind of stance drawn."""
    motion_trials = of_motion(trials, motion)
    panels = [
        panel(setup, setup_trials, drawn_kind(setup_trials)) for setup, setup_trials in _setups(motion_trials).items()
    ]
    shows = f"Belief Engine and prompt baselines on “{motion}”. A panel draws one kind of stance, named on its axis."
    return _figure("fig3", "Prompt baselines", shows, motion_trials, panels)


def figA1(trials: Sequence[Trial], motion: str = JOURNALISM) -> Figure:
    """Return a figure of the judged stance on one motion, with a panel for each condition and model."""
    motion_trials = of_motion(trials, motion)
    panels = [panel(setup, setup_trials, "judged") for setup, setup_trials in _setups(motion_trials).items()]
    shows = f"Every condition on “{motion}”, rescored by the one outside judge; a text is first judged in round 1."
    return _figure("figA1", "All conditions by one judge", shows, motion_trials, panels)


def tableA2(trials: Sequence[Trial], stand_ins: Mapping[str, str] = NO_STAND_INS) -> Table:
    """Return Table A2 by topic, setup and kind of stance, with the published final gap.

    Only the kind of stance that the paper measured has a published gap: maintained for BE, judged for baselines.

    Args:
        stand_ins: the paper's motion → the motion that was debated in its place, where the corpus lacks the former.
    """
    trials = as_run(trials, stand_ins)
    rows = [
        _row(motion, setup, kind, setup_trials)
        for motion in motions_of(trials)
        for setup, setup_trials in _setups(of_motion(trials, motion)).items()
        for kind in kinds_of(setup_trials) or [_measured_kind(setup_trials[0])]
    ]
    shows = (
        "Final stances, final gap and movement by topic, setup and kind of stance; a start that no kind shows is "
        "the assigned ±0.75. " + describe_stand_ins(trials, list(TABLE_A2), stand_ins)
    )
    return Table(
        name="tableA2",
        title=title_with_simulation("Five-topic check against prompt baselines", trials),
        caption=caption(shows.strip(), trials, EFFECTS),
        columns=COLUMNS,
        rows=tuple(rows),
        sources=sources_of(trials),
    )


def _setups(trials: Sequence[Trial]) -> dict[str, list[Trial]]:
    """Group trials by condition and model, in order of appearance."""
    pairs = distinct([(trial.condition, trial.model) for trial in trials])
    return {
        f"{condition} · {model}": [trial for trial in trials if (trial.condition, trial.model) == (condition, model)]
        for condition, model in pairs
    }


def _figure(name: str, title: str, shows: str, trials: Sequence[Trial], panels: Sequence[Panel]) -> Figure:
    return Figure(
        name=name,
        title=title_with_simulation(title, trials),
        caption=caption(shows, trials, EFFECTS),
        panels=tuple(panels),
        sources=sources_of(trials),
    )


def _measured_kind(trial: Trial) -> str:
    """Return the kind of stance that the paper measures in a condition."""
    return "judged" if "self-update" in trial.condition.lower() else "maintained"


def _row(motion: str, setup: str, kind: str, trials: Sequence[Trial]) -> tuple[Cell, ...]:
    ended = endings(trials, kind)
    counts = (len(ended), failed(trials), len(finished_trials(trials)) - len(ended))
    convergence = converged(ended)
    low, high = _bounds(ended)
    columns: tuple[Cell, ...] = (None,) * 9
    if convergence:
        movement = (convergence.gap_reduction, convergence.shift, convergence.centre_shift, convergence.crossing)
        columns = (convergence.pro, convergence.con, convergence.gap, low, high, *movement)
    gap = convergence.gap if convergence else None
    return (motion, setup, kind, *counts, *columns, *_published(motion, kind, trials, gap))


def _bounds(ended: Sequence[Ending]) -> tuple[float | None, float | None]:
    if len(ended) < 2:
        return None, None
    interval = mean_interval([ending.gap for ending in ended])
    return interval.low, interval.high


def _published(motion: str, kind: str, trials: Sequence[Trial], gap: float | None) -> tuple[Cell, Cell, Cell]:
    trial = trials[0]
    printed = gap_of(motion, setup_of(trial.condition, trial.model)) if kind == _measured_kind(trial) else None
    if printed is None:
        return None, None, None
    return printed.text, printed.setup, None if gap is None else printed.against(gap)
