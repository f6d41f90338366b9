"""The argued side beside the judged one: how often they agree, and who moved towards which, by kind of proposition.

A group that rests on the judge's direction is no better than the judge: a mover “opposed” to the evidence as it was
judged may have moved towards the side that was argued.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.identified.held_out import HeldOutScores, draw_scores
from doxa.humans.replay.grouping import ALIGNED, LABEL, OPPOSED
from doxa.humans.replay.known_side import argued_evidence
from doxa.humans.replay.study import Study, make_study
from doxa.humans.replay.writing import plain, with_bounds
from doxa.scoring.bootstrap import bounds


def argue_study(study: Study) -> Study | None:
    """Return the same study with evidence by the argued side; None where no side is known."""
    evidence = argued_evidence(study.judged, study.people.fitted_rounds)
    return None if evidence is None else make_study(study.people, evidence, study.options)


def list_parts(study: Study) -> list[tuple[str, NDArray[np.bool_]]]:
    """Return (name, rounds) of all rounds, and of given and chosen propositions where there are both."""
    own = np.asarray([replay.round.of_own_choice for replay in study.replays], dtype=np.bool_)
    parts = [("all propositions", np.ones(len(own), dtype=np.bool_))]
    if own.any() and not own.all():
        parts += [("given propositions", ~own), ("own choice", own)]
    return parts


def side_table(study: Study, argued: Study | None) -> list[Table]:
    """Return the table of both sides; empty where no side is known."""
    if argued is None:
        return []
    sides = np.asarray([replay.round.argued for replay in study.replays], dtype=np.float64)
    toward = sides * (study.met.after - study.met.before) > 0
    rows: list[tuple[Cell, ...]] = []
    for name, part in list_parts(study):
        mine = part & (sides != 0)
        judged = mine & (study.met.net != 0)
        right = judged & (study.met.net * sides > 0)
        row: list[Cell] = [name, int(mine.sum()), _share(right, judged)]
        for kind in (ALIGNED, OPPOSED):
            row.append(_share(toward & mine & (study.kinds == kind), mine & (study.kinds == kind)))
        row += [_share(mine & (argued.kinds == ALIGNED), mine & np.isin(argued.kinds, (ALIGNED, OPPOSED)))]
        rows.append(tuple(row))
    return [
        Table(
            name="sides",
            title="The argued side beside the judged one",
            caption="Net evidence: rounds in which the judge's E = Σ p·s has the sign of the argued side, of those "
            "with any. Then, of the movers that are aligned with (or opposed to) the evidence as judged, how many "
            "moved towards the argued side; and of all movers who met evidence by the argued side, how many moved "
            f"towards it. Where the judge errs, the groups that rest on it ({LABEL}s) show its errors.",
            columns=(
                "propositions", "N", "judge's net on argued side", "judged aligned: towards it",
                "judged opposed: towards it", "movers towards it",
            ),
            rows=tuple(rows),
        )
    ]  # fmt: skip


def _share(part: NDArray[np.bool_], whole: NDArray[np.bool_]) -> Cell:
    count, total = int((part & whole).sum()), int(whole.sum())
    return f"{count} of {total} ({count / total:.0%})" if total else None


def part_table(study: Study, scores: HeldOutScores) -> list[Table]:
    """Return held-out RMSE on given and on chosen propositions apart; empty where there is one kind."""
    parts = list_parts(study)[1:]
    if not parts:
        return []
    options = study.options
    rows: list[tuple[Cell, ...]] = []
    for method in scores.errors:
        row: list[Cell] = [method]
        for _, part in parts:
            _, persons = np.unique(scores.persons[part], return_inverse=True)
            own = replace(
                scores,
                errors={name: errors[part] for name, errors in scores.errors.items()},
                log_scores={name: densities[part] for name, densities in scores.log_scores.items()},
                persons=persons.astype(np.intp),
            )
            drawn = draw_scores(own, method, None, options.replicates, options.seed)
            row += [with_bounds(own.rmse(method), bounds(drawn[0])), plain(own.log_score(method))]
        rows.append(tuple(row))
    (given, first), (chosen, second) = parts
    return [
        Table(
            name="held_out_parts",
            title="The same, on given and on chosen propositions",
            caption=f"{int(first.sum())} rounds on given propositions and {int(second.sum())} on propositions of the "
            "person's own choice; fits as above, errors apart. 95 % bootstrap intervals over people.",
            columns=("method", f"RMSE, {given}", "log score", f"RMSE, {chosen}", "log score "),
            rows=tuple(rows),
        )
    ]
