"""An ensemble as tables and a figure: who wins, by epoch and by speaking order, what coaching did, what recurs."""

import math
from collections.abc import Iterator, Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table
from doxa.analysis.natures import Effect, natures
from doxa.corpora import normalised
from doxa.judging.exhibits.captions import offline
from doxa.judging.measures.shares import Share
from doxa.records.transcripts import SIDE_NAMES, SIDES, Side
from doxa.scoring.bootstrap import paired_interval
from doxa.systems.union.exhibits.ran import Fate, Ran, coached, debated, fates_of, is_annotated, names_of
from doxa.systems.union.measures.ensemble import coaching_effects, swings, win_share
from doxa.systems.union.protocol.state import Speech

ARGUED = Effect(what="what speakers argue, whom they answer and that they follow their coach", nature="assumed")
NOTED = Effect(what="what the simulated judge notes", nature="assumed")
COUNTED = Effect(what="shares, points and verdicts, given what was said and noted", nature="emergent")
PERSUADES = Effect(what="who persuades, what coaching is worth, how judges differ", nature="needs models")

RECURRING = 15
"""Arguments that the table of recurring ones lists."""


def ensemble_exhibits(runs: Sequence[Ran], learners: Sequence[str]) -> list[Exhibit]:
    """Return every table and figure of an ensemble."""
    return [
        outcomes(runs),
        epochs(runs, learners),
        speaking_order(runs),
        *([coaching(runs, learners)] if learners else []),
        recurring(runs),
        points_of_information(runs),
        *([by_epoch(runs, learners)] if coached(runs) else []),
    ]


def outcomes(runs: Sequence[Ran]) -> Table:
    """Return Proposition's share of wins, by arm, with intervals."""
    rows: list[tuple[Cell, ...]] = []
    for arm in dict.fromkeys(one.arm for one in runs):
        judged = [one for one in runs if one.arm == arm and one.judgement]
        failed = sum(one.arm == arm and not one.judgement for one in runs)
        share = share_of(judged)
        panels = [one.judgement.panel for one in judged if one.judgement and one.judgement.panel]
        contested = sum(one.contested for one in panels) if panels else None
        won = [sum(one.winner == side for one in judged) for side in (*SIDES, None)]
        rows.append((arm, len(judged), failed, *won, *_told(share), contested))
    columns = ("arm", "judged", "failed", *SIDE_NAMES.values(), "undecided", "share", "low", "high", "contested")
    shows = (
        "Debates won by each side; share: Proposition's, an undecided debate counting one half, with its 95 % Wilson "
        "interval. Contested: the panel's two label assignments name different sides. The first epoch, before any "
        "coaching, counts as coached."
    )
    return _table("outcomes", "Who wins", shows, columns, rows, runs)


def epochs(runs: Sequence[Ran], learners: Sequence[str]) -> Table:
    """Return wins and learners' scores by epoch and arm."""
    names = names_of(runs)
    rows: list[tuple[Cell, ...]] = []
    for epoch, arm in dict.fromkeys((one.epoch, one.arm) for one in runs):
        judged = [one for one in runs if (one.epoch, one.arm) == (epoch, arm) and one.judgement]
        scores = [_mean([one.overall(learner) for one in judged]) for learner in learners]
        rows.append((epoch, arm, len(judged), *_told(share_of(judged)), *scores))
    columns = (
        "epoch",
        "arm",
        "judged",
        "share",
        "low",
        "high",
        *(f"score of {names.get(one, one)}" for one in learners),
    )
    shows = "Proposition's share of wins with its 95 % Wilson interval; mean rubric score of each learner, 1 to 10."
    return _table("epochs", "Epoch by epoch", shows, columns, rows, runs)


def speaking_order(runs: Sequence[Ran]) -> Table:
    """Return how often a side wins with a speaker in each position, beside the speaker elsewhere."""
    rows: list[tuple[Cell, ...]] = []
    names = names_of(runs)
    for one in swings(debated(coached(runs))):
        change = one.difference
        interval = (change.estimate, change.low, change.high) if change else (None, None, None)
        rows.append((names[one.speaker], one.position, one.share.n, *_told(one.share), *interval))
    columns = ("speaker", "speech", "debates", "side wins", "low", "high", "less elsewhere", "from", "to")
    shows = (
        "How often a speaker's side wins with the speaker in each position, with 95 % Wilson intervals; and that less "
        "the share with the speaker elsewhere, with a 95 % percentile bootstrap interval. Coached runs only."
    )
    return _table("speaking-order", "Swing by speaking order", shows, columns, rows, runs)


def coaching(runs: Sequence[Ran], learners: Sequence[str]) -> Table:
    """Return what coaching changed against twins without it: same draws, same order."""
    rows: list[tuple[Cell, ...]] = []
    mine, twins = (debated([one for one in runs if one.arm == arm]) for arm in ("coached", "control"))
    groups = _by_side(runs, learners)
    names = names_of(runs)
    for having in groups:
        for one in coaching_effects(mine, twins, having):
            if one.measure == "wins" and len(groups) > 1:
                continue  # both sides were coached: what one wins by it the other loses
            change = one.difference
            interval = (change.estimate, change.low, change.high) if change else (None, None, None)
            measure = f"score of {names[one.learner]}" if one.learner else one.measure
            rows.append((one.epoch, measure, one.debates, one.coached, one.control, *interval))
    rows += [row for learner in learners for row in _kept(runs, learner, names.get(learner, learner))]
    columns = ("epoch", "measure", "pairs", "coached", "uncoached", "difference", "low", "high")
    shows = (
        "Coached runs and their uncoached twins, two with the same speaking order, passages and lenses. Score: mean of "
        "the rubric dimensions. Surviving: share of the learner's claims that were not demolished. Intervals: 95 % "
        "percentile bootstrap over pairs, narrower than the truth with few of them."
    )
    return _table("coaching", "What coaching changed", shows, columns, rows, runs)


def recurring(runs: Sequence[Ran]) -> Table:
    """Return the claims that come back most often, in the same words, and what became of them."""
    judged = coached(runs)
    grouped: dict[tuple[Side, str], list[tuple[Ran, Fate]]] = {}
    for ran in judged:
        for fate in fates_of(ran):
            grouped.setdefault((fate.claim.side, normalised(fate.claim.text)), []).append((ran, fate))
    order = sorted(grouped.items(), key=lambda one: (-len({ran.path for ran, _ in one[1]}), one[0]))
    rows: list[tuple[Cell, ...]] = []
    for (side, _), found in order[:RECURRING]:
        paths = {ran.path for ran, _ in found}
        survived = sum(not fate.demolished for _, fate in found) / len(found)
        rebutted = sum(fate.rebutted for _, fate in found) / len(found)
        won = sum(ran.winner == side for ran in judged if ran.path in paths) / len(paths)
        rows.append((SIDE_NAMES[side], found[0][1].claim.text, len(paths), rebutted, survived, won))
    columns = ("side", "claim", "debates", "rebutted", "survived", "side won")
    shows = "Claims in the same words: in how many debates, and the shares that were rebutted, survived, and won with."
    if halves := sum(not is_annotated(one) for one in judged):
        shows += f" Debates whose annotation lacks a part are left out: {halves}."
    return _table("recurring", "Arguments that come back", shows, columns, rows, runs)


def points_of_information(runs: Sequence[Ran]) -> Table:
    """Return points offered and taken a debate, and how speeches keep to their length."""
    held = [one.held for one in runs if one.held]
    speeches = [speech for one in held for speech in one.speeches if speech.words]
    count = len(held)
    rows: list[tuple[Cell, ...]] = [
        ("points offered a debate", sum(one.offered for one in held) / count if count else None, "about 10"),
        ("points taken a debate", sum(one.accepted for one in held) / count if count else None, "3 or 4"),
        ("words of a speech / target", _mean([one.words / one.target for one in speeches]), "1.04 to 1.26"),
        ("share of speeches within tolerance", _mean([float(one.within) for one in speeches]), None),
        ("share of speeches asked for twice", _mean([float(one.asked_again) for one in speeches]), None),
        ("claims noted a debate", _mean([_claims(one) for one in runs]), "25.4 (609 in 24)"),
        (
            "arguments of a speech that its side had made",
            _mean([_repeated(one) for one in speeches]),
            None,
        ),
    ]
    shows = (
        "What was measured of the debates, beside what the source observed of its own (another motion, with models)."
    )
    return _table("debates", "The debates", shows, ("measure", "here", "source"), rows, runs)


def by_epoch(runs: Sequence[Ran], learners: Sequence[str]) -> Figure:
    """Return win share and learners' scores by epoch."""
    judged = coached(runs)
    steps = sorted({one.epoch for one in judged})
    shares = [share_of([one for one in judged if one.epoch == epoch]) for epoch in steps]
    x = tuple(float(one) for one in steps)
    won = Line(
        label="Proposition",
        x=x,
        y=tuple(one.share if one else None for one in shares),
        low=tuple(one.low if one else None for one in shares),
        high=tuple(one.high if one else None for one in shares),
    )
    panels = [Panel(title="Share of wins", x_label="epoch", y_label="share", lines=(won,), y_range=(0.0, 1.0))]
    if learners:
        names = names_of(runs)
        lines = tuple(line for learner in learners for line in _scores(runs, learner, names.get(learner, learner)))
        panels.append(Panel(title="Learners' scores", x_label="epoch", y_label="rubric, 1 to 10", lines=lines))
    shows = "Left: Proposition's share of wins by epoch with 95 % Wilson intervals. Right: learners' mean scores."
    return Figure(
        name="by-epoch",
        title="Epoch by epoch",
        caption=caption(shows, runs),
        panels=tuple(panels),
        sources=tuple(one.path for one in runs),
    )


def share_of(judged: Sequence[Ran]) -> Share | None:
    """Return Proposition's share of wins; None without judged runs."""
    found = debated(judged)
    return win_share(found) if found else None


def caption(shows: str, runs: Sequence[Ran]) -> str:
    """Return a whole caption."""
    effects = [COUNTED, *([ARGUED] if simulated(runs) else []), *([NOTED] if judged_offline(runs) else []), PERSUADES]
    told = natures(effects, simulated(runs) or judged_offline(runs))
    return " ".join(one for one in (shows, who_is_simulated(runs), *told) if one)


def who_is_simulated(runs: Sequence[Ran]) -> str:
    """Return the sentence that says who is plain code; empty where nobody is."""
    found = [who for who, is_so in (("speakers", simulated(runs)), ("judges", judged_offline(runs))) if is_so]
    return f"Simulated: {' and '.join(found)} are plain code." if found else ""


def simulated(runs: Sequence[Ran]) -> bool:
    """Say whether any speaker was plain code."""
    return any(one.held is not None and one.held.simulated for one in runs)


def judged_offline(runs: Sequence[Ran]) -> bool:
    """Say whether any judge was plain code."""
    return offline([one.judgement.brought for one in runs if one.judgement])


def _scores(runs: Sequence[Ran], learner: str, name: str) -> Iterator[Line]:
    for arm in dict.fromkeys(one.arm for one in runs):
        having = [one for one in runs if one.arm == arm and one.judgement]
        steps = sorted({one.epoch for one in having})
        means = tuple(_mean([one.overall(learner) for one in having if one.epoch == epoch]) for epoch in steps)
        x = tuple(float(one) for one in steps)
        yield Line(label=f"{name}, {arm}", x=x, y=means, reference=arm == "control", points=len(steps) == 1)


def _claims(ran: Ran) -> float | None:
    """Return how many claims were noted; None where no annotation was asked for, or it lacks a part."""
    found = ran.judgement.brought.annotation.claims if ran.judgement and is_annotated(ran) else ()
    return float(len(found)) if found else None


def _repeated(speech: Speech) -> float | None:
    """Return how many of its arguments its side had made; None where none was noted or that was not measured."""
    return float(len(speech.repeated)) if speech.arguments and speech.repeated is not None else None


def _pairs(runs: Sequence[Ran], epoch: int) -> Iterator[tuple[Ran, Ran]]:
    found = {(one.arm, one.number): one for one in runs if one.epoch == epoch and one.judgement}
    for (arm, number), one in found.items():
        other = found.get(("control", number))
        if arm == "coached" and other is not None:
            yield one, other


def _surviving(ran: Ran, speaker: str) -> float | None:
    own = [one for one in fates_of(ran) if one.claim.speaker == speaker]
    return sum(not one.demolished for one in own) / len(own) if own else None


def _by_side(runs: Sequence[Ran], learners: Sequence[str]) -> list[list[str]]:
    """Return the learners who spoke, those of one side together."""
    sides = {name: side for one in runs for name in one.speakers if (side := one.side(name))}
    found = [[name for name in learners if sides.get(name) == side] for side in SIDES]
    return [one for one in found if one]


def _kept(runs: Sequence[Ran], learner: str, name: str) -> Iterator[tuple[Cell, ...]]:
    """Yield by epoch which share of a learner's claims survives, coached and not."""
    for epoch in sorted({one.epoch for one in runs if one.arm == "control"}):
        found = [(_surviving(one, learner), _surviving(other, learner)) for one, other in _pairs(runs, epoch)]
        pairs = [(one, other) for one, other in found if one is not None and other is not None]
        if pairs:
            mine, theirs = [one for one, _ in pairs], [other for _, other in pairs]
            change = paired_interval(mine, theirs) if len(pairs) > 1 else None
            interval = (change.estimate, change.low, change.high) if change else (None, None, None)
            yield (epoch, f"surviving claims of {name}", len(pairs), _mean(mine), _mean(theirs), *interval)


def _told(share: Share | None) -> tuple[Cell, Cell, Cell]:
    return (share.share, share.low, share.high) if share else (None, None, None)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [one for one in values if one is not None]
    return math.fsum(known) / len(known) if known else None


def _table(
    name: str, title: str, shows: str, columns: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], runs: Sequence[Ran]
) -> Table:
    return Table(
        name=name,
        title=title,
        caption=caption(shows, runs),
        columns=columns,
        rows=tuple(rows),
        sources=tuple(one.path for one in runs),
    )
