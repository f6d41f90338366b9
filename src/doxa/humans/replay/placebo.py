"""The placebo: control conversations, which were about something else and are never fitted.

If the evidence moved people, controls should not move; controls also show whether the judge hears evidence where there
is none. Their stances are predicted with the parameters that fit everybody else best.
"""

from collections.abc import Sequence

import numpy as np

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.replay.calibration import error_bounds, sums_of
from doxa.humans.replay.evidence import ReplayedRound, replay_round
from doxa.humans.replay.grid import Floats
from doxa.humans.replay.study import Study, exposures_of
from doxa.humans.replay.writing import estimate, plain, signed
from doxa.scoring.bootstrap import number_clusters


def placebo_table(study: Study) -> list[Table]:
    """Return the comparison of controls with the fitted people; empty where there are no controls."""
    if not study.people.controls:
        return []
    controls = [replay_round(round, study.judged, study.options.acceptance) for round in study.people.controls]
    rows = (_row("fitted people", study.replays, study), _row("controls (placebo)", controls, study))
    return [
        Table(
            name="placebo",
            title="Placebo: control conversations",
            caption="Controls talked about something else. RMSE with the one (u, a) that fits the other people best: "
            "a description of these, and a prediction of the controls, with 95 % bootstrap intervals over people. "
            "Messages heard to bear on the proposition in a control conversation are the judge's false alarms.",
            columns=(
                "people", "N", "mean |Δ|", "no change", "Belief Engine", *signed("BE − no change"), "accepted records",
                "messages heard to bear on it",
            ),
            rows=rows,
        )
    ]  # fmt: skip


def _row(name: str, replays: Sequence[ReplayedRound], study: Study) -> tuple[Cell, ...]:
    met = exposures_of(replays)
    sums = sums_of(met, study.sums.uptakes, study.sums.anchors, study.options.clamp)
    errors = np.column_stack([(met.after - met.before) ** 2, sums.columns[:, int(study.fit.whole[0])]])
    persons = number_clusters(replay.round.person for replay in replays)
    bounds = error_bounds(errors, persons, study.options.replicates, study.options.seed)
    rmse: Floats = np.sqrt(errors.mean(axis=0))
    received = sum(not message.own for replay in replays for message in replay.round.messages)
    bearing = sum(len(replay.shown) for replay in replays)
    return (
        name,
        len(replays),
        plain(np.abs(met.after - met.before).mean()),
        plain(rmse[0]),
        plain(rmse[1]),
        estimate(rmse[1] - rmse[0], bounds[1]),
        plain(float(np.mean([len(replay.active) for replay in replays]))),
        plain(bearing / received) if received else None,
    )
