"""The Belief Engine against prompt baselines: Figure 3, Table A2, and Figure A1, where one judge rescores all.

Maintained, self-reported and judged stance are separate rows and panels. Figure 3 and Table A2 compare BE's maintained
stance with the baselines' judged stance, as the paper does; Figure A1 shows the judged stance of all.
"""

from collections.abc import Sequence
from itertools import chain

from doxa.analysis.comparison import failed, finished_trials, kinds_of, sources_of, title_with_simulation
from doxa.analysis.exhibit import Cell, Figure, Table
from doxa.analysis.trial import Trial
from doxa.scoring.bootstrap import mean_interval
from doxa.scoring.convergence import converged
from doxa.systems.dialogue.exhibits.debates import (
    BACKBONE,
    CITES,
    READS,
    REVISES,
    RULE,
    caption,
    describe_stand_ins,
    distinct,
    drawn_kind,
    endings,
    motions_of,
    of_motion,
    panel,
)
from doxa.systems.dialogue.exhibits.published import FIVE, PublishedRange, column_of, mean_gap, setup_of

ATHEISM, JOURNALISM = "We should adopt atheism", "We should subsidize journalism"
"""The motions of Figures 3 and A1."""

EFFECTS = (RULE, CITES, REVISES, READS, BACKBONE)

MEASURES = {
    "final pro": "pro",
    "final con": "con",
    "final gap": "gap",
    "gap reduction": "gap_reduction",
    "mean abs shift": "shift",
    "centre shift": "centre_shift",
    "crossing rate": "crossing",
}
"""Column of Table A2 → the field of a published row, and of ours."""

COLUMNS = (
    "topic",
    "setup",
    "measure",
    "n",
    "failed",
    "missing",
    *(name for measure in MEASURES for name in (measure, f"published {measure}")),
    "gap low",
    "gap high",
    "published for",
    "compares",
)


def fig3(trials: Sequence[Trial], motion: str = ATHEISM) -> Figure:
    """Return a figure on one motion with a panel for each condition and model; axes name the kind of stance drawn."""
    motion_trials = of_motion(trials, motion)
    shows = f"Belief Engine and prompt baselines on “{motion}”. A panel draws one kind of stance, named on its axis."
    shows = f"{shows} {describe_gaps(motion_trials)}".strip()
    return _figure("fig3", "Prompt baselines", shows, motion_trials)


def figA1(trials: Sequence[Trial], motion: str = JOURNALISM) -> Figure:
    """Return a figure of the judged stance on one motion, with a panel for each condition and model."""
    motion_trials = of_motion(trials, motion)
    shows = f"Every condition on “{motion}”, rescored by the one outside judge; a text is first judged in round 1."
    return _figure("figA1", "All conditions by one judge", shows, motion_trials, "judged")


def tableA2(trials: Sequence[Trial]) -> Table:
    """Return Table A2 by topic, setup and kind of stance, each of its seven columns beside the published one.

    Only the kind of stance that the paper measured has published values: maintained for BE, judged for baselines.
    """
    rows = [
        _row(motion, setup, kind, setup_trials)
        for motion in motions_of(trials)
        for setup, setup_trials in _setups(of_motion(trials, motion)).items()
        for kind in kinds_of(setup_trials) or [_measured_kind(setup_trials[0])]
    ]
    shows = (
        "Final stances, final gap and movement by topic, setup and kind of stance; a start that no kind shows is "
        "the assigned ±0.75. " + describe_stand_ins(trials, FIVE)
    )
    shows = " ".join(part for part in (describe_gaps(trials), shows.strip()) if part)
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


def _figure(name: str, title: str, shows: str, trials: Sequence[Trial], kind: str | None = None) -> Figure:
    """Return a figure with a panel for each condition and model, of one kind of stance or of each panel's own."""
    return Figure(
        name=name,
        title=title_with_simulation(title, trials),
        caption=caption(shows, trials, EFFECTS),
        panels=tuple(
            panel(setup, setup_trials, kind or drawn_kind(setup_trials))
            for setup, setup_trials in _setups(trials).items()
        ),
        sources=sources_of(trials),
    )


def _measured_kind(trial: Trial) -> str:
    """Return the kind of stance that the paper measures in a condition."""
    return "judged" if "self-update" in trial.condition.lower() else "maintained"


def describe_gaps(trials: Sequence[Trial]) -> str:
    """Return how the mean final gaps of rule and prompt baselines stand to each other, here and in section 4.2.

    Only motions that the paper has count. Offline also the reason: what the simulation assumes decides the order. Empty
    where either side has no trial.
    """
    ours, theirs = dict[str, float](), dict[str, float]()
    for condition in distinct([trial.condition for trial in trials]):
        own = [trial for trial in trials if trial.condition == condition]
        setups = distinct([setup for trial in own for setup in setup_of(condition, trial.model)])
        own = [trial for trial in own if mean_gap([trial.motion], setups) is not None]
        ended = endings(own, _measured_kind(own[0])) if own else []
        if published := mean_gap(motions_of(own), setups) if ended else None:
            ours[condition], theirs[condition] = sum(ending.gap for ending in ended) / len(ended), published
    rule = [condition for condition in ours if "self-update" not in condition.lower()]
    if not rule or len(rule) == len(ours):
        return ""
    means = ", ".join(f"{condition} {gap:.2f} (published {theirs[condition]:.2f})" for condition, gap in ours.items())
    reversed_order = max(ours[condition] for condition in rule) > min(
        gap for condition, gap in ours.items() if condition not in rule
    )
    words = f"Mean final gap: {means}."
    if not reversed_order:
        return f"{words} The order is that of section 4.2: the rule's gap is smaller than the prompt baselines'."
    words += " Section 4.2 comes out reversed: there the prompt baselines keep the wider gap."
    if any(trial.simulated for trial in trials):
        words += (
            " Offline the order is assumed and says nothing about models: a simulated self-report takes a fixed step "
            "towards the mean of what it heard, and the rule weighs claims by the scale of strengths in use; "
            "docs/fidelity.md says what the scale changes."
        )
    return words


def _row(motion: str, setup: str, kind: str, trials: Sequence[Trial]) -> tuple[Cell, ...]:
    ended = endings(trials, kind)
    counts = (len(ended), failed(trials), len(finished_trials(trials)) - len(ended))
    convergence = converged(ended)
    interval = mean_interval([ending.gap for ending in ended]) if len(ended) > 1 else None
    low, high = (interval.low, interval.high) if interval else (None, None)
    published = _published(motion, kind, trials)
    ours = [getattr(convergence, field) if convergence else None for field in MEASURES.values()]
    printed = [published[field].text if field in published else None for field in MEASURES.values()]
    columns = chain.from_iterable(zip(ours, printed, strict=True))
    gap = published.get("gap")
    compares = gap.against(convergence.gap) if gap and convergence else None
    return (motion, setup, kind, *counts, *columns, low, high, gap.setup if gap else None, compares)


def _published(motion: str, kind: str, trials: Sequence[Trial]) -> dict[str, PublishedRange]:
    """Return field → what the paper prints; empty where it prints nothing for this setup and kind of stance."""
    trial = trials[0]
    if kind != _measured_kind(trial):
        return {}
    setups = setup_of(trial.condition, trial.model)
    printed = {field: column_of(motion, setups, field) for field in MEASURES.values()}
    return {field: values for field, values in printed.items() if values}
