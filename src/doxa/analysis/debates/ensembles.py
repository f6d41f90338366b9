"""An ensemble as tables and a figure: who wins, by epoch and by speaking order, what coaching did, what recurs."""

import math
from collections.abc import Iterator, Sequence

from doxa.analysis.debates.ran import Fate, Ran, coached, fates_of
from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table
from doxa.analysis.natures import Effect, natures
from doxa.corpora import normalised
from doxa.scoring.bootstrap import Interval, paired_interval
from doxa.scoring.union.shares import Share, wilson
from doxa.scoring.union.transcript import SIDE_NAMES, SIDES, Side

ARGUED = Effect(what="what speakers argue, whom they answer and that they follow their coach", nature="assumed")
NOTED = Effect(what="what the simulated judge notes", nature="assumed")
COUNTED = Effect(what="shares, points and verdicts, given what was said and noted", nature="emergent")
PERSUADES = Effect(what="who persuades, what coaching is worth, how judges differ", nature="needs models")

EFFECTS = (COUNTED, ARGUED, NOTED, PERSUADES)

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
        contested = sum(bool(one.judgement and one.judgement.panel and one.judgement.panel.contested) for one in judged)
        won = [sum(one.winner == side for one in judged) for side in (*SIDES, None)]
        rows.append((arm, len(judged), failed, *won, *_told(share), contested))
    columns = ("arm", "judged", "failed", *SIDE_NAMES.values(), "undecided", "share", "low", "high", "contested")
    shows = (
        "Debates won by each side; share: Proposition's, an undecided debate counting one half, with its 95 % Wilson "
        "interval. Contested: the panel's two label assignments name different sides."
    )
    return _table("outcomes", "Who wins", shows, columns, rows, runs)


def epochs(runs: Sequence[Ran], learners: Sequence[str]) -> Table:
    """Return wins and learners' scores by epoch and arm."""
    rows: list[tuple[Cell, ...]] = []
    for epoch, arm in dict.fromkeys((one.epoch, one.arm) for one in runs):
        judged = [one for one in runs if (one.epoch, one.arm) == (epoch, arm) and one.judgement]
        scores = [_mean([one.overall(learner) for one in judged]) for learner in learners]
        rows.append((epoch, arm, len(judged), *_told(share_of(judged)), *scores))
    columns = ("epoch", "arm", "judged", "share", "low", "high", *(f"score of {one}" for one in learners))
    shows = "Proposition's share of wins with its 95 % Wilson interval; mean rubric score of each learner, 1 to 10."
    return _table("epochs", "Epoch by epoch", shows, columns, rows, runs)


def speaking_order(runs: Sequence[Ran]) -> Table:
    """Return how often a side wins, by who opens and who closes for it."""
    rows: list[tuple[Cell, ...]] = []
    judged = coached(runs)
    for side in SIDES:
        for place, name in ((0, "opens"), (-1, "closes")):
            speakers = dict.fromkeys(_at(one, side, place) for one in judged)
            for speaker in sorted(one for one in speakers if one):
                having = [one for one in judged if _at(one, side, place) == speaker]
                share = _wins(having, side)
                rows.append((SIDE_NAMES[side], name, speaker, len(having), *_told(share)))
    columns = ("side", "place", "speaker", "debates", "share", "low", "high")
    shows = "How often a side wins, by who opens and who closes for it, with 95 % Wilson intervals; coached runs only."
    return _table("speaking-order", "Swing by speaking order", shows, columns, rows, runs)


def coaching(runs: Sequence[Ran], learners: Sequence[str]) -> Table:
    """Return what coaching changed against twins without it: same draws, same order."""
    rows: list[tuple[Cell, ...]] = []
    for learner in learners:
        for epoch in sorted({one.epoch for one in runs if one.arm == "control"}):
            pairs = list(_pairs(runs, epoch))
            scores = [(one.overall(learner), other.overall(learner)) for one, other in pairs]
            known = [(a, b) for a, b in scores if a is not None and b is not None]
            change = _interval(known)
            survived = [(_surviving(one, learner), _surviving(other, learner)) for one, other in pairs]
            kept = [a - b for a, b in survived if a is not None and b is not None]
            rows.append((learner, epoch, len(known), *change, sum(kept) / len(kept) if kept else None))
    columns = ("learner", "epoch", "pairs", "score, change", "low", "high", "surviving claims, change")
    shows = (
        "Coached minus uncoached twin, the two with the same speaking order, passages and lenses. Score: mean of the "
        "rubric dimensions; interval: 95 % percentile bootstrap over pairs, narrower than the truth with few of them. "
        "Surviving claims: share of the learner's claims that were not demolished."
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
        ("claims noted a debate", _mean([float(_claims(one)) for one in runs if one.judgement]), "25.4 (609 in 24)"),
        (
            "arguments of a speech that its side had made",
            _mean([float(len(one.repeated or ())) for one in speeches]),
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
        lines = tuple(line for learner in learners for line in _scores(runs, learner))
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
    scores = [one.score for one in judged if one.score is not None]
    return wilson(math.fsum(scores), len(scores)) if scores else None


def caption(shows: str, runs: Sequence[Ran]) -> str:
    """Return a whole caption."""
    offline = simulated(runs)
    told = "Simulated: speakers and judges are plain code." if offline else ""
    return " ".join(one for one in (shows, told, *natures(EFFECTS, offline)) if one)


def simulated(runs: Sequence[Ran]) -> bool:
    """Say whether any speaker was plain code."""
    return any(one.held is not None and one.held.simulated for one in runs)


def _scores(runs: Sequence[Ran], learner: str) -> Iterator[Line]:
    for arm in dict.fromkeys(one.arm for one in runs):
        having = [one for one in runs if one.arm == arm and one.judgement]
        steps = sorted({one.epoch for one in having})
        means = tuple(_mean([one.overall(learner) for one in having if one.epoch == epoch]) for epoch in steps)
        x = tuple(float(one) for one in steps)
        yield Line(label=f"{learner}, {arm}", x=x, y=means, reference=arm == "control", points=len(steps) == 1)


def _claims(ran: Ran) -> int:
    return len(ran.judgement.brought.annotation.claims) if ran.judgement else 0


def _pairs(runs: Sequence[Ran], epoch: int) -> Iterator[tuple[Ran, Ran]]:
    found = {(one.arm, one.number): one for one in runs if one.epoch == epoch and one.judgement}
    for (arm, number), one in found.items():
        other = found.get(("control", number))
        if arm == "coached" and other is not None:
            yield one, other


def _surviving(ran: Ran, speaker: str) -> float | None:
    own = [one for one in fates_of(ran) if one.claim.speaker == speaker]
    return sum(not one.demolished for one in own) / len(own) if own else None


def _interval(pairs: Sequence[tuple[float, float]]) -> tuple[Cell, Cell, Cell]:
    if not pairs:
        return (None, None, None)
    if len(pairs) < 2:
        return (pairs[0][0] - pairs[0][1], None, None)
    found: Interval = paired_interval([one for one, _ in pairs], [other for _, other in pairs])
    return (found.estimate, found.low, found.high)


def _at(ran: Ran, side: Side, place: int) -> str:
    order = [one.speaker for one in ran.held.speeches if one.side == side] if ran.held else []
    return order[place] if order else ""


def _wins(having: Sequence[Ran], side: Side) -> Share | None:
    scores = [one.score for one in having if one.score is not None]
    total = math.fsum(scores)
    return wilson(total if side == "pro" else len(scores) - total, len(scores)) if scores else None


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
