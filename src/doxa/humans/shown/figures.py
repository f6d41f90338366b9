"""Figures 4 and 5 of the paper for any people: calibration surfaces, and the replay of one person of each kind."""

import math

import numpy as np

from doxa.analysis.exhibit import Figure, Heat, Line, Panel
from doxa.humans.replay.evidence import ReplayedRound
from doxa.humans.replay.grid import Floats, prior
from doxa.humans.replay.grouping import LABEL, POPULATIONS
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import cell_of, profile
from doxa.records.streams import stream

ASIDE = 0.08
"""The distance of an item's mark from the curve, so that both are visible."""

PANELS = ("All participants", "Evidence-aligned movers", "Evidence-opposed movers", "Stable participants")


def figure_4(study: Study) -> Figure:
    """Return Figure 4: RMSE above the best cell over the grid, for everybody and for each profile's people."""
    panels = []
    for name in PANELS:
        mine = np.isin(study.kinds, POPULATIONS[name])
        if mine.any():
            panels.append(_surface(name, study, np.sqrt(study.sums.columns[mine, : study.sums.cells].mean(axis=0))))
    return Figure(
        name="figure4",
        title="Figure 4: calibration surfaces",
        caption="RMSE above the panel's best cell (brighter is worse); the star marks the best cell, with its RMSE in "
        f"the title. All panels but the first are {LABEL}s. A cell has no fitted parameters: its error is over "
        "everybody in the panel.",
        panels=tuple(panels),
    )


def _surface(name: str, study: Study, rmse: Floats) -> Panel:
    shape = (len(study.sums.uptakes), len(study.sums.anchors))
    best = int(rmse.argmin())
    grid = (rmse - rmse[best]).reshape(shape)
    heat = Heat(
        x=study.sums.anchors,
        y=study.sums.uptakes,
        values=tuple(tuple(float(error) for error in row) for row in grid),
        star=(best // shape[1], best % shape[1]),
    )
    title = f"{name}\n{profile(best, study.sums)}: {rmse[best]:.3f}"
    return Panel(title=title, x_label="anchoring a", y_label="uptake u", lines=(), heat=heat)


def figure_5(study: Study) -> Figure:
    """Return Figure 5: for one person of each kind, the replay after every accepted record and the stated stances."""
    panels = []
    for place, name in enumerate(PANELS[1:]):
        candidates = [
            replay
            for replay, kind in zip(study.replays, study.kinds, strict=True)
            if kind in POPULATIONS[name] and any(change.accepted for change in replay.changes)
        ]
        if candidates:
            drawn = stream(study.options.seed, name, "figure5").choice(candidates)
            panels.append(_trace(name, drawn, int(study.fit.whole_profiles[0, place]), study))
    return Figure(
        name="figure5",
        title="Figure 5: one person of each kind, replayed",
        caption=f"Drawn with seed {study.options.seed} among people with accepted evidence of each {LABEL}. The replay "
        "uses the profile in the title, from the stated initial stance (as the prior has it under a) over every "
        "accepted record; marks above it are items for, below it against. The other line joins the stances that the "
        "person stated, also on the way.",
        panels=tuple(panels),
    )


def _trace(name: str, person: ReplayedRound, place: int, study: Study) -> Panel:
    u, a = cell_of(place, study.sums)
    start = a * float(prior(np.asarray([person.round.initial]), study.options.clamp)[0])
    replay = [math.tanh(start / 2)]
    ups: list[int] = []
    downs: list[int] = []
    log_odds, counts = start, {0: 0}
    for change in person.changes:
        if change.accepted and change.strength is not None:
            log_odds += change.claim.polarity * math.log1p(change.strength * u)
            if change.archived:
                log_odds -= change.archived[0] * math.log1p(change.archived[1] * u)
            replay.append(math.tanh(log_odds / 2))
            (ups if change.claim.polarity > 0 else downs).append(len(replay) - 1)
        counts[change.message + 1] = len(replay) - 1
    stated = [(0, person.round.initial)]
    stated += [(max(n for end, n in counts.items() if end <= s.after), s.stance) for s in person.round.stated]
    stated.append((len(replay) - 1, person.round.final))
    lines = [
        Line(label="replay", x=tuple(float(n) for n in range(len(replay))), y=tuple(replay)),
        Line(label="stated", x=tuple(float(n) for n, _ in stated), y=tuple(s for _, s in stated)),
    ]
    for label, points, aside in (("item for", ups, ASIDE), ("item against", downs, -ASIDE)):
        y = tuple(max(-1.0, min(1.0, replay[n] + aside)) for n in points)
        lines.append(Line(label=label, x=tuple(float(n) for n in points), y=y, points=True))
    title = f"{name}\n{profile(place, study.sums)}"
    return Panel(title=title, x_label="accepted records", y_label="stance S", lines=tuple(lines), y_range=(-1.0, 1.0))
