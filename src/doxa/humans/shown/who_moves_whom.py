"""Who moves whom: exhibits of a replay of doxa's own runs, in which models are the people.

A move is the stance after less the stance before, times the side that was argued: positive towards that side. Intervals
are over people, each with all of their rounds: an agent of one model in one replicate, argued at from both sides.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from doxa.analysis.exhibit import Cell, Column, Exhibit, Figure, Line, Panel, Table
from doxa.humans.data.runs import MODEL, PERSUADER, is_simulated_round
from doxa.humans.replay.evidence import ReplayedRound
from doxa.humans.replay.study import Study
from doxa.humans.replay.susceptibility import Fitness, Susceptibility, fit_model, judge_fits, rounds_by_model
from doxa.humans.replay.writing import estimate, plain, signed
from doxa.records.base import group_by
from doxa.records.cells import Estimate, write_p
from doxa.scoring.bootstrap import bounds, draw_counts, number_clusters

MOVE: dict[str, Any] = {
    "show": "heat",
    "decimals": 2,
    "signed": True,
    "about": "towards the argued side, below 0 away from it",
}
"""How a column of mean moves is shown."""

MOST_ARGUMENTS = 12
FEWEST_CONVERSATIONS = 4
"""The fewest conversations with an argument, and without it, that are compared."""

SIMULATED = (
    " Offline persuaders all say the same, so differences between persuaders need models; offline targets move by a "
    "declared rule: their moves are assumed, and what the replay recovers of them is not."
)


def who_moves_whom(study: Study) -> list[Exhibit]:
    """Return the exhibits on models; empty where the people are no models."""
    rounds = rounds_by_model(study)
    if not rounds:
        return []
    options = study.options
    fits = sorted((fit_model(model, options.replicates, options.seed) for model in rounds), key=lambda fit: -fit.u)
    judged = judge_fits(fits)
    moved = [replay for replay in study.replays if replay.round.argued]
    about = SIMULATED if any(is_simulated_round(replay.round) for replay in study.replays) else ""
    exhibits: list[Exhibit] = [_susceptibility(fits, judged, about), _figure(fits)]
    if moved:
        exhibits = [_matrix(moved, study, about), _sides(moved, study), _topics(moved, study), *exhibits]
        exhibits += _arguments(moved, study)
    return exhibits


def _move(replay: ReplayedRound) -> float:
    return replay.round.argued * (replay.round.final - replay.round.initial)


def _mean(moves: Sequence[float], people: Sequence[str], study: Study) -> Estimate | None:
    """Return the mean of moves with its interval over people, which a single person does not have."""
    if not moves:
        return None
    array, persons = np.asarray(moves), number_clusters(people)
    draws = draw_counts(persons, study.options.replicates, study.options.seed) if len(set(people)) > 1 else ()
    drawn = [(weights @ array) / weights.sum(axis=1) for weights in draws]
    return estimate(array.mean(), bounds(np.concatenate(drawn)) if drawn else None)


def _cell(replays: Sequence[ReplayedRound], study: Study) -> Estimate | None:
    return _mean([_move(replay) for replay in replays], [replay.round.person for replay in replays], study)


def _names(replays: Iterable[ReplayedRound], trait: str) -> list[str]:
    return sorted({replay.round.traits.get(trait, "") for replay in replays} - {""})


def _matrix(replays: Sequence[ReplayedRound], study: Study, about: str) -> Table:
    targets = _names(replays, MODEL)
    rows: list[tuple[Cell, ...]] = []
    for persuader in [*_names(replays, PERSUADER), ""]:
        met = [replay for replay in replays if not persuader or replay.round.traits.get(PERSUADER) == persuader]
        cells = [
            _cell([replay for replay in met if replay.round.traits.get(MODEL) == target], study) for target in targets
        ]
        rows.append((persuader or "all persuaders", *cells, _cell(met, study), len(met)))
    if len(rows) == 2 and rows[0][1:] == rows[1][1:]:  # one persuader alone is all of them
        rows.pop()
    return Table(
        name="who_moves_whom",
        title="Who moves whom: mean move towards the argued side, persuaders by targets",
        caption="Stances are on [−1, 1], so that a move has at most 2. 95 % bootstrap intervals over people "
        f"({study.options.replicates:,} replicates); a person is one replicate of a target, argued at from every side "
        f"that was run.{about}",
        columns=("persuader", *(Column(name=target, **MOVE) for target in (*targets, "all targets")), "rounds"),
        rows=tuple(rows),
    )


def _by_side(replays: Sequence[ReplayedRound], study: Study) -> tuple[Cell, Cell, Cell]:
    """Return the mean moves of each side, and their mean difference over people argued at from both."""
    by_person = group_by(replays, lambda replay: replay.round.person)
    sides = {person: group_by(own, lambda replay: replay.round.argued) for person, own in by_person.items()}
    both = {person: argued for person, argued in sides.items() if len(argued) == 2}
    differences = [
        float(np.mean([*map(_move, argued[1])]) - np.mean([*map(_move, argued[-1])])) for argued in both.values()
    ]
    towards, against = (_cell([replay for replay in replays if replay.round.argued == side], study) for side in (1, -1))
    return towards, against, _mean(differences, list(both), study)


def _sides(replays: Sequence[ReplayedRound], study: Study) -> Table:
    targets = {target: [r for r in replays if r.round.traits.get(MODEL) == target] for target in _names(replays, MODEL)}
    return Table(
        name="moves_by_side",
        title="By side: mean move towards the argued side",
        caption="The difference is over people who were argued at from both sides. It is not 0 where a target leans to "
        "one side whoever argues, or where the arguments of one side are better; the replay's fit takes neither into "
        "account.",
        columns=("target", *signed("argued for", "argued against", "for − against")),
        rows=tuple((target, *_by_side(rounds, study)) for target, rounds in {**targets, "all": replays}.items()),
    )


def _topics(replays: Sequence[ReplayedRound], study: Study) -> Table:
    by_topic = group_by(replays, lambda replay: replay.round.proposition)
    return Table(
        name="topics",
        title="By topic: mean move towards the argued side",
        caption="95 % bootstrap intervals over people; for − against as in the table by side.",
        columns=("topic", "rounds", *signed("move", "argued for", "argued against", "for − against")),
        rows=tuple(
            (topic, len(rounds), _cell(rounds, study), *_by_side(rounds, study))
            for topic, rounds in sorted(by_topic.items())
        ),
    )


def _susceptibility(fits: Sequence[Susceptibility], judged: Sequence[Fitness], about: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for place, (fit, fitness) in enumerate(zip(fits, judged, strict=True)):
        nexts = fits[place + 1].drawn if place + 1 < len(fits) else None
        rows.append(
            (
                fit.model,
                fit.rounds,
                fit.people,
                estimate(fit.u, fit.u_bounds),
                None if nexts is None else f"{float((fit.drawn > nexts).mean()):.0%}",
                estimate(fit.a, fit.a_bounds),
                *map(plain, fit.rmse),
                plain(fit.unexplained),
                *(None if p is None else write_p(p) for p in fitness.p),
                fitness.verdict,
                fitness.why,
            )
        )
    return Table(
        name="susceptibility",
        title="How open each model is: uptake u and anchoring a, and whether the rule fits",
        caption="Records have the side that was argued, where that is known. 95 % bootstrap intervals over people; "
        "“above the next” is the share of replicates in which u is larger than that of the next row. RMSE is held out "
        "by person. “Left” is the remaining RMSE over the probes' own error of a difference. Three tests, with p "
        "corrected over all of them (Holm): evidence, whether the rule beats the better of no change and the initial "
        "stance alone; shape, whether its errors have no structure in the initial stance and the side; rival, whether "
        "averaging, where it is better, is better by chance. A rule fits where evidence counts (p < 0.05) and neither "
        f"of the others speaks against it. Not to be rejected is no proof.{about}",
        columns=(
            "model", "rounds", "people", "u", "above the next", "a", "RMSE", "no change", "prior only", "averaging",
            "left", "p evidence", "p shape", "p rival", "the rule", "why",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def _figure(fits: Sequence[Susceptibility]) -> Figure:
    bands = [(fit, fit.u_bounds) for fit in fits if fit.u_bounds is not None]
    line = Line(
        label="u",
        x=tuple(map(float, range(len(bands)))),
        y=tuple(fit.u for fit, _ in bands),
        low=tuple(low for _, (low, _) in bands),
        high=tuple(high for _, (_, high) in bands),
    )
    panel = Panel(title="", x_label="", y_label="uptake u", lines=(line,), x_names=tuple(fit.model for fit, _ in bands))
    return Figure(
        name="susceptibility_figure",
        title="How open each model is",
        caption="Evidence uptake u with 95 % bootstrap intervals over people.",
        panels=(panel,),
    )


def _arguments(replays: Sequence[ReplayedRound], study: Study) -> list[Table]:
    """Return the arguments whose conversations moved most, compared with conversations of the same target and side."""
    said: dict[tuple[int, str], list[int]] = defaultdict(list)
    for place, replay in enumerate(replays):
        texts = {(replay.round.argued, change.claim.text) for change in replay.changes if change.claim.polarity}
        for key in texts:
            said[key].append(place)
    strata = [(replay.round.traits.get(MODEL, ""), replay.round.argued) for replay in replays]
    moves = np.asarray([_move(replay) for replay in replays])
    centred = moves - np.asarray([moves[[other == stratum for other in strata]].mean() for stratum in strata])
    rows: list[tuple[str, str, int, Estimate | None]] = []
    for (side, text), places in said.items():
        without = sum(replay.round.argued == side for replay in replays) - len(places)
        if min(len(places), without) >= FEWEST_CONVERSATIONS:
            mean = _mean(centred[places].tolist(), [replays[place].round.person for place in places], study)
            rows.append((text, "for" if side > 0 else "against", len(places), mean))
    rows.sort(key=lambda row: -row[-1].value if row[-1] else 0.0)
    if not rows:
        return [_messages(replays)]
    return [
        Table(
            name="arguments",
            title="The arguments that moved most",
            caption="Mean move of the conversations that contain an argument, less the mean of all conversations of "
            f"the same target and side, for arguments in at least {FEWEST_CONVERSATIONS} conversations; 95 % bootstrap "
            f"intervals over people, uncorrected: of {len(rows)} arguments some are far from 0 by chance.",
            columns=("argument", "side", "conversations", *signed("move beyond others")),
            rows=tuple(rows[:MOST_ARGUMENTS]),
        )
    ]


def _messages(replays: Sequence[ReplayedRound]) -> Table:
    """Return the messages after which targets moved most, or the first of the conversations that moved most."""
    rows: list[tuple[str, str, str, float, str]] = []
    for replay in replays:
        met, traits = replay.round, replay.round.traits
        for (start, before), (end, after) in pairwise(met.stances):
            texts = [message.text for message in met.messages[start:end] if not message.own]
            whose = (traits.get(PERSUADER, ""), traits.get(MODEL, ""), "for" if met.argued > 0 else "against")
            rows += [(*whose, met.argued * (after - before), " ¶ ".join(texts))] if texts else []
    rows.sort(key=lambda row: -row[3])
    return Table(
        name="arguments",
        title="The messages after which targets moved most",
        caption="Between two measurements of the target's stance; no argument recurs in enough conversations to "
        "compare conversations with it and without it, so that single moves are shown, chance included.",
        columns=("persuader", "target", "side", "move", "messages"),
        rows=tuple(rows[:MOST_ARGUMENTS]),
    )
