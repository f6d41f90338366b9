"""An ensemble as tables and a figure: who wins, by epoch and by speaking order, what coaching did, what recurs."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from doxa.analysis.exhibit import Cell, Effect, Exhibit, Figure, Line, Panel, Table, natures
from doxa.corpora import normalised
from doxa.judging.bias.leaning import Share
from doxa.judging.exhibits.captions import offline
from doxa.records.base import group_by
from doxa.records.transcripts import SIDE_NAMES, SIDES, Side
from doxa.scoring.bootstrap import Interval
from doxa.systems.union.exhibits.ran import (
    EnsembleRun,
    coached_runs,
    coaching_effect,
    fates_of,
    names_of,
    surviving_share,
    swings,
    win_share,
)

ARGUED = Effect(what="what speakers argue, whom they answer and that they follow their coach", nature="assumed")
NOTED = Effect(what="what the simulated judge notes", nature="assumed")
COUNTED = Effect(what="shares, points and verdicts, given what was said and noted", nature="emergent")
PERSUADES = Effect(what="who persuades, what coaching is worth, how judges differ", nature="needs models")

RULES = ("mirrored", "more words", "last speaker", "Opposition always")
"""What the winner is compared with: the verdict on the mirrored debate, and rules that judge nothing."""

RECURRING = 15
"""The most arguments that the table of recurring arguments lists."""

SHARE = ("share", "low", "high")

TABLES = {
    "outcomes": (
        "Who wins",
        ("arm", "judged", "failed", *SIDE_NAMES.values(), "undecided", *SHARE, "contested", *RULES),
        "Debates won by each side. Share: Proposition's share of wins with its 95 % Wilson interval; an undecided "
        "debate counts one half. Contested: the panel's two label assignments name different sides. The first epoch, "
        "before any coaching, counts as coached. Mirrored, more words, last speaker, Opposition always: in how many "
        "debates the winner is the side that the panel names in the mirrored debate, that has more words, that speaks "
        "last, and Opposition; the last three judge nothing.",
    ),
    "epochs": (
        "Epoch by epoch",
        ("epoch", "arm", "judged", *SHARE),
        "Proposition's share of wins with its 95 % Wilson interval; mean rubric score of each learner, 1 to 10.",
    ),
    "speaking-order": (
        "Swing by speaking order",
        ("speaker", "speech", "debates", "side wins", "low", "high", "less elsewhere", "from", "to"),
        "How often a speaker's side wins with the speaker in each position, with 95 % Wilson intervals. Less "
        "elsewhere: that share minus the share with the speaker in other positions, with a 95 % percentile bootstrap "
        "interval. Coached runs only.",
    ),
    "coaching": (
        "What coaching changed",
        ("epoch", "measure", "pairs", "coached", "uncoached", "difference", "low", "high"),
        "Pairs of a coached run and its uncoached twin, with the same speaking order, passages and lenses. Score: mean "
        "of the rubric dimensions. Surviving: share of the learner's claims that were not demolished. Intervals: 95 % "
        "percentile bootstrap over pairs; with few pairs they are too narrow.",
    ),
    "recurring": (
        "Recurring arguments",
        ("side", "claim", "debates", "rebutted", "survived", "side won"),
        "Claims that recur in the same words: the number of debates, the shares of claims that were rebutted and that "
        "survived, and the share of these debates that the side won.",
    ),
    "debates": (
        "The debates",
        ("measure", "here", "source"),
        "Measures of these debates, beside those that the source reports of its own (another motion, with models).",
    ),
}
"""Table → its title, its columns, and what it shows."""


class Recurrence(NamedTuple):
    """A claim that recurs in the same words: a row of the table of recurring arguments."""

    side: str
    claim: str
    debates: int
    rebutted: float
    """Share of the claims that were rebutted."""
    survived: float
    won: float
    """Share of the debates that the claim's side won."""


def ensemble_exhibits(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> list[Exhibit]:
    """Return every table and figure of an ensemble."""
    left_out = sum(not run.is_annotated for run in coached_runs(runs))
    incomplete = f" Debates with an incomplete annotation are left out: {left_out}." if left_out else ""
    return [
        _table(runs, "outcomes", [_outcomes(runs, arm) for arm in _arms(runs)]),
        _table(
            runs,
            "epochs",
            _epochs(runs, learners),
            more_columns=[f"score of {names_of(runs).get(learner, learner)}" for learner in learners],
        ),
        _table(runs, "speaking-order", _speaking_order(runs)),
        *([_table(runs, "coaching", _coaching(runs, learners))] if learners else []),
        _table(runs, "recurring", recurring(runs), note=incomplete),
        _table(runs, "debates", _debates(runs)),
        *([_by_epoch(runs, learners)] if coached_runs(runs) else []),
    ]


def recurring(runs: Sequence[EnsembleRun]) -> list[Recurrence]:
    """Return the claims that recur most often in the same words, and what became of them."""
    fates = [(run, fate) for run in coached_runs(runs) for fate in fates_of(run)]
    by_words = group_by(fates, lambda pair: (pair[1].claim.side, normalised(pair[1].claim.text)))
    recurrences: list[tuple[int, tuple[Side, str], Recurrence]] = []
    for (side, words), same_words in by_words.items():
        debates, count = {run.path: run for run, _ in same_words}, len(same_words)
        recurrence = Recurrence(
            side=SIDE_NAMES[side],
            claim=same_words[0][1].claim.text,
            debates=len(debates),
            rebutted=sum(fate.rebutted for _, fate in same_words) / count,
            survived=sum(not fate.demolished for _, fate in same_words) / count,
            won=sum(run.winner == side for run in debates.values()) / len(debates),
        )
        recurrences.append((-len(debates), (side, words), recurrence))
    return [recurrence for *_, recurrence in sorted(recurrences)[:RECURRING]]


def caption(shows: str, runs: Sequence[EnsembleRun]) -> str:
    """Return a caption: what an exhibit shows, who is simulated, and which effects are assumed."""
    simulated_roles = list_simulated(runs)
    assumed = [effect for role, effect in (("speakers", ARGUED), ("judges", NOTED)) if role in simulated_roles]
    sentences = natures([COUNTED, *assumed, PERSUADES], bool(simulated_roles))
    return " ".join(sentence for sentence in (shows, who_is_simulated(runs), *sentences) if sentence)


def who_is_simulated(runs: Sequence[EnsembleRun]) -> str:
    """Return the sentence that names the simulated roles; empty where there are none."""
    simulated_roles = list_simulated(runs)
    return f"Simulated: {' and '.join(simulated_roles)} are plain code." if simulated_roles else ""


def list_simulated(runs: Sequence[EnsembleRun]) -> list[str]:
    """Return which of speakers and judges were plain code in any run."""
    speakers = any(run.held is not None and run.held.simulated for run in runs)
    return ["speakers"] * speakers + ["judges"] * offline([run.judgement.brought for run in runs if run.judgement])


def _arms(runs: Sequence[EnsembleRun]) -> list[str]:
    return list(dict.fromkeys(run.arm for run in runs))


def _outcomes(runs: Sequence[EnsembleRun], arm: str) -> tuple[Cell, ...]:
    """Return an arm's wins, Proposition's share of them, and how often other rules name the winner."""
    judged = [run for run in runs if run.arm == arm and run.judgement]
    failed = sum(run.arm == arm and not run.judgement for run in runs)
    panels = [run.judgement.panel for run in judged if run.judgement and run.judgement.panel]
    contested = sum(panel.contested for panel in panels) if panels else None
    wins = [sum(run.winner == side for run in judged) for side in (*SIDES, None)]
    rules = (_count_same(judged, name) for name in RULES)
    return (arm, len(judged), failed, *wins, *_share_cells(win_share(judged)), contested, *rules)


def _count_same(runs: Sequence[EnsembleRun], rule: str) -> int | None:
    """Return in how many debates the winner is the side that a rule names; None where the rule names none."""
    pairs = [(run.winner, _named_by(run, rule)) for run in runs]
    return sum(winner == side for winner, side in pairs if winner and side) if any(side for _, side in pairs) else None


def _named_by(run: EnsembleRun, rule: str) -> Side | None:
    if run.judgement is None:
        return None
    if rule == "mirrored":
        return run.judgement.mirrored.verdict.winner if run.judgement.mirrored else None
    return run.judgement.baselines.get(rule)


def _epochs(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    """Yield wins and learners' scores by epoch and arm."""
    for epoch, arm in dict.fromkeys((run.epoch, run.arm) for run in runs):
        judged = [run for run in runs if (run.epoch, run.arm) == (epoch, arm) and run.judgement]
        scores = [_mean([run.overall(learner) for run in judged]) for learner in learners]
        yield (epoch, arm, len(judged), *_share_cells(win_share(judged)), *scores)


def _speaking_order(runs: Sequence[EnsembleRun]) -> Iterator[tuple[Cell, ...]]:
    """Yield how often a side wins with a speaker in each position, and the difference to the other positions."""
    names = names_of(runs)
    for swing in swings(coached_runs(runs)):
        share, change = _share_cells(swing.share), _interval_cells(swing.difference)
        yield (names[swing.speaker], swing.position, swing.share.n, *share, *change)


def _coaching(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    """Yield the effects of coaching, compared with uncoached twins of the same draws and speaking order."""
    names, epochs = names_of(runs), sorted({run.epoch for run in runs})
    side_of = {learner: side for learner in learners for run in runs if (side := run.side(learner))}
    groups = [(side, [learner for learner in learners if side_of.get(learner) == side]) for side in SIDES]
    groups = [(side, group) for side, group in groups if group]
    for side, group in groups:
        for epoch in epochs:
            if len(groups) == 1:  # where both sides were coached, a win of one is a loss of the other
                yield from _effect(runs, epoch, "wins", EnsembleRun.win_of, side)
            for learner in group:
                yield from _effect(runs, epoch, f"score of {names[learner]}", EnsembleRun.overall, learner)
    for learner in learners:
        for epoch in epochs:
            measure = f"surviving claims of {names.get(learner, learner)}"
            yield from _effect(runs, epoch, measure, surviving_share, learner)


def _effect(
    runs: Sequence[EnsembleRun], epoch: int, name: str, measure: Callable[[EnsembleRun, Any], float | None], of: str
) -> Iterator[tuple[Cell, ...]]:
    """Yield the row of a measure, of a side or of a learner; nothing where no pair of runs has it."""
    if effect := coaching_effect(runs, epoch, measure, of):
        yield (epoch, name, effect.pairs, effect.coached, effect.control, *_interval_cells(effect.difference))


def _debates(runs: Sequence[EnsembleRun]) -> Iterator[tuple[Cell, ...]]:
    """Yield the points offered and taken per debate, and how well speeches keep to their length."""
    debates = [run.held for run in runs if run.held]
    speeches = [speech for debate in debates for speech in debate.speeches if speech.words]
    yield ("points offered a debate", _mean([debate.offered for debate in debates]), "about 10")
    yield ("points taken a debate", _mean([debate.accepted for debate in debates]), "3 or 4")
    yield ("words of a speech / target", _mean([speech.words / speech.target for speech in speeches]), "1.04 to 1.26")
    yield ("share of speeches within tolerance", _mean([speech.within for speech in speeches]), None)
    yield ("share of speeches asked for twice", _mean([speech.asked_again for speech in speeches]), None)
    claims = [run.judgement.brought.annotation.claims for run in runs if run.judgement and run.is_annotated]
    yield ("claims noted a debate", _mean([len(noted) for noted in claims if noted]), "25.4 (609 in 24)")
    repeated = [len(speech.repeated) for speech in speeches if speech.arguments and speech.repeated is not None]
    yield ("arguments of a speech that its side had made", _mean(repeated), None)


def _by_epoch(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> Figure:
    """Return a figure of win share and learners' scores by epoch."""
    judged, names = coached_runs(runs), names_of(runs)
    epochs = sorted({run.epoch for run in judged})
    shares = [win_share([run for run in judged if run.epoch == epoch]) for epoch in epochs]
    win_line = Line(
        label="Proposition",
        x=tuple(map(float, epochs)),
        y=tuple(share.share if share else None for share in shares),
        low=tuple(share.low if share else None for share in shares),
        high=tuple(share.high if share else None for share in shares),
    )
    panels = [Panel(title="Share of wins", x_label="epoch", y_label="share", lines=(win_line,), y_range=(0.0, 1.0))]
    if learners:
        panels.append(
            Panel(
                title="Learners' scores",
                x_label="epoch",
                y_label="rubric, 1 to 10",
                lines=tuple(
                    _score_line(runs, learner, names.get(learner, learner), arm)
                    for learner in learners
                    for arm in _arms(runs)
                ),
            )
        )
    return Figure(
        name="by-epoch",
        title="Epoch by epoch",
        caption=caption(
            "Left: Proposition's share of wins by epoch with 95 % Wilson intervals. Right: learners' mean scores.", runs
        ),
        panels=tuple(panels),
        sources=tuple(run.path for run in runs),
    )


def _score_line(runs: Sequence[EnsembleRun], learner: str, name: str, arm: str) -> Line:
    judged = [run for run in runs if run.arm == arm and run.judgement]
    epochs = sorted({run.epoch for run in judged})
    return Line(
        label=f"{name}, {arm}",
        x=tuple(map(float, epochs)),
        y=tuple(_mean([run.overall(learner) for run in judged if run.epoch == epoch]) for epoch in epochs),
        reference=arm == "control",
        points=len(epochs) == 1,
    )


def _share_cells(share: Share | None) -> tuple[Cell, Cell, Cell]:
    return (share.share, share.low, share.high) if share else (None, None, None)


def _interval_cells(interval: Interval | None) -> tuple[Cell, Cell, Cell]:
    return (interval.estimate, interval.low, interval.high) if interval else (None, None, None)


def _mean(values: Sequence[float | None]) -> float | None:
    numbers = [number for number in values if number is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None


def _table(
    runs: Sequence[EnsembleRun],
    name: str,
    rows: Iterable[tuple[Cell, ...]],
    *,
    more_columns: Sequence[str] = (),
    note: str = "",
) -> Table:
    title, columns, shows = TABLES[name]
    return Table(
        name=name,
        title=title,
        caption=caption(shows + note, runs),
        columns=(*columns, *more_columns),
        rows=tuple(rows),
        sources=tuple(run.path for run in runs),
    )
