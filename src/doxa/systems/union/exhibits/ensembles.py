"""An ensemble as tables and a figure: who wins, by epoch and by speaking order, what coaching did, what recurs."""

import math
from collections.abc import Iterator, Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table
from doxa.analysis.natures import Effect, natures
from doxa.corpora import normalised
from doxa.judging.bias.leaning import Share
from doxa.judging.exhibits.captions import offline
from doxa.records.transcripts import SIDE_NAMES, SIDES, Side
from doxa.scoring.bootstrap import paired_interval
from doxa.systems.union.exhibits.ran import (
    EnsembleRun,
    Fate,
    as_debates,
    coached_runs,
    fates_of,
    is_annotated,
    names_of,
)
from doxa.systems.union.measures.ensemble import coaching_effects, swings, win_share
from doxa.systems.union.protocol.state import Speech

ARGUED = Effect(what="what speakers argue, whom they answer and that they follow their coach", nature="assumed")
NOTED = Effect(what="what the simulated judge notes", nature="assumed")
COUNTED = Effect(what="shares, points and verdicts, given what was said and noted", nature="emergent")
PERSUADES = Effect(what="who persuades, what coaching is worth, how judges differ", nature="needs models")

RULES = ("mirrored", "more words", "last speaker", "Opposition always")
"""What the winner is compared with: the verdict on the mirrored debate, and rules that judge nothing."""

RECURRING = 15
"""The most arguments that the table of recurring arguments lists."""


def ensemble_exhibits(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> list[Exhibit]:
    """Return every table and figure of an ensemble."""
    return [
        outcomes(runs),
        epochs(runs, learners),
        speaking_order(runs),
        *([coaching(runs, learners)] if learners else []),
        recurring(runs),
        points_of_information(runs),
        *([by_epoch(runs, learners)] if coached_runs(runs) else []),
    ]


def outcomes(runs: Sequence[EnsembleRun]) -> Table:
    """Return Proposition's share of wins, by arm, with intervals."""
    rows: list[tuple[Cell, ...]] = []
    for arm in dict.fromkeys(run.arm for run in runs):
        judged_runs = [run for run in runs if run.arm == arm and run.judgement]
        failed = sum(run.arm == arm and not run.judgement for run in runs)
        share = share_of(judged_runs)
        panels = [run.judgement.panel for run in judged_runs if run.judgement and run.judgement.panel]
        contested = sum(panel.contested for panel in panels) if panels else None
        wins = [sum(run.winner == side for run in judged_runs) for side in (*SIDES, None)]
        rules = (_count_same(judged_runs, name) for name in RULES)
        rows.append((arm, len(judged_runs), failed, *wins, *_share_cells(share), contested, *rules))
    columns = (
        "arm",
        "judged",
        "failed",
        *SIDE_NAMES.values(),
        "undecided",
        "share",
        "low",
        "high",
        "contested",
        *RULES,
    )
    shows = (
        "Debates won by each side. Share: Proposition's share of wins with its 95 % Wilson interval; an undecided "
        "debate counts one half. Contested: the panel's two label assignments name different sides. The first epoch, "
        "before any coaching, counts as coached. Mirrored, more words, last speaker, Opposition always: in how many "
        "debates the winner is the side that the panel names in the mirrored debate, that has more words, that speaks "
        "last, and Opposition; the last three judge nothing."
    )
    return _table("outcomes", "Who wins", shows, columns, rows, runs)


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


def epochs(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> Table:
    """Return wins and learners' scores by epoch and arm."""
    names = names_of(runs)
    rows: list[tuple[Cell, ...]] = []
    for epoch, arm in dict.fromkeys((run.epoch, run.arm) for run in runs):
        judged_runs = [run for run in runs if (run.epoch, run.arm) == (epoch, arm) and run.judgement]
        scores = [_mean([run.overall(learner) for run in judged_runs]) for learner in learners]
        rows.append((epoch, arm, len(judged_runs), *_share_cells(share_of(judged_runs)), *scores))
    columns = (
        "epoch",
        "arm",
        "judged",
        "share",
        "low",
        "high",
        *(f"score of {names.get(learner, learner)}" for learner in learners),
    )
    shows = "Proposition's share of wins with its 95 % Wilson interval; mean rubric score of each learner, 1 to 10."
    return _table("epochs", "Epoch by epoch", shows, columns, rows, runs)


def speaking_order(runs: Sequence[EnsembleRun]) -> Table:
    """Return how often a side wins with a speaker in each position, and the difference to the other positions."""
    rows: list[tuple[Cell, ...]] = []
    names = names_of(runs)
    for swing in swings(as_debates(coached_runs(runs))):
        change = swing.difference
        interval = (change.estimate, change.low, change.high) if change else (None, None, None)
        rows.append((names[swing.speaker], swing.position, swing.share.n, *_share_cells(swing.share), *interval))
    columns = ("speaker", "speech", "debates", "side wins", "low", "high", "less elsewhere", "from", "to")
    shows = (
        "How often a speaker's side wins with the speaker in each position, with 95 % Wilson intervals. Less "
        "elsewhere: that share minus the share with the speaker in other positions, with a 95 % percentile bootstrap "
        "interval. Coached runs only."
    )
    return _table("speaking-order", "Swing by speaking order", shows, columns, rows, runs)


def coaching(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> Table:
    """Return the effect of coaching, compared with uncoached twins of the same draws and speaking order."""
    rows: list[tuple[Cell, ...]] = []
    coached_debates, control_debates = (
        as_debates([run for run in runs if run.arm == arm]) for arm in ("coached", "control")
    )
    groups = _by_side(runs, learners)
    names = names_of(runs)
    for group in groups:
        for effect in coaching_effects(coached_debates, control_debates, group):
            if effect.measure == "wins" and len(groups) > 1:
                continue  # both sides were coached: a win of one is a loss of the other
            change = effect.difference
            interval = (change.estimate, change.low, change.high) if change else (None, None, None)
            measure = f"score of {names[effect.learner]}" if effect.learner else effect.measure
            rows.append((effect.epoch, measure, effect.debates, effect.coached, effect.control, *interval))
    rows += [row for learner in learners for row in _compare_survival(runs, learner, names.get(learner, learner))]
    columns = ("epoch", "measure", "pairs", "coached", "uncoached", "difference", "low", "high")
    shows = (
        "Pairs of a coached run and its uncoached twin, with the same speaking order, passages and lenses. Score: mean "
        "of the rubric dimensions. Surviving: share of the learner's claims that were not demolished. Intervals: 95 % "
        "percentile bootstrap over pairs; with few pairs they are too narrow."
    )
    return _table("coaching", "What coaching changed", shows, columns, rows, runs)


def recurring(runs: Sequence[EnsembleRun]) -> Table:
    """Return the claims that recur most often in the same words, and what became of them."""
    judged_runs = coached_runs(runs)
    fates: dict[tuple[Side, str], list[Fate]] = {}
    paths: dict[tuple[Side, str], set[str]] = {}
    for run in judged_runs:
        for fate in fates_of(run):
            argument = (fate.claim.side, normalised(fate.claim.text))
            fates.setdefault(argument, []).append(fate)
            paths.setdefault(argument, set()).add(run.path)
    rows: list[tuple[Cell, ...]] = []
    for argument in sorted(fates, key=lambda argument: (-len(paths[argument]), argument))[:RECURRING]:
        side, same_words = argument[0], fates[argument]
        survived = sum(not fate.demolished for fate in same_words) / len(same_words)
        rebutted = sum(fate.rebutted for fate in same_words) / len(same_words)
        share_won = sum(run.winner == side for run in judged_runs if run.path in paths[argument]) / len(paths[argument])
        rows.append((SIDE_NAMES[side], same_words[0].claim.text, len(paths[argument]), rebutted, survived, share_won))
    columns = ("side", "claim", "debates", "rebutted", "survived", "side won")
    shows = (
        "Claims that recur in the same words: the number of debates, the shares of claims that were rebutted and that "
        "survived, and the share of these debates that the side won."
    )
    if halves := sum(not is_annotated(run) for run in judged_runs):
        shows += f" Debates with an incomplete annotation are left out: {halves}."
    return _table("recurring", "Recurring arguments", shows, columns, rows, runs)


def points_of_information(runs: Sequence[EnsembleRun]) -> Table:
    """Return the points offered and taken per debate, and how well speeches keep to their length."""
    debates = [run.held for run in runs if run.held]
    speeches = [speech for debate in debates for speech in debate.speeches if speech.words]
    count = len(debates)
    rows: list[tuple[Cell, ...]] = [
        ("points offered a debate", sum(debate.offered for debate in debates) / count if count else None, "about 10"),
        ("points taken a debate", sum(debate.accepted for debate in debates) / count if count else None, "3 or 4"),
        ("words of a speech / target", _mean([speech.words / speech.target for speech in speeches]), "1.04 to 1.26"),
        ("share of speeches within tolerance", _mean([float(speech.within) for speech in speeches]), None),
        ("share of speeches asked for twice", _mean([float(speech.asked_again) for speech in speeches]), None),
        ("claims noted a debate", _mean([_count_claims(run) for run in runs]), "25.4 (609 in 24)"),
        (
            "arguments of a speech that its side had made",
            _mean([_count_repeated(speech) for speech in speeches]),
            None,
        ),
    ]
    shows = "Measures of these debates, beside those that the source reports of its own (another motion, with models)."
    return _table("debates", "The debates", shows, ("measure", "here", "source"), rows, runs)


def by_epoch(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> Figure:
    """Return win share and learners' scores by epoch."""
    judged_runs = coached_runs(runs)
    judged_epochs = sorted({run.epoch for run in judged_runs})
    shares = [share_of([run for run in judged_runs if run.epoch == epoch]) for epoch in judged_epochs]
    positions = tuple(float(epoch) for epoch in judged_epochs)
    win_line = Line(
        label="Proposition",
        x=positions,
        y=tuple(share.share if share else None for share in shares),
        low=tuple(share.low if share else None for share in shares),
        high=tuple(share.high if share else None for share in shares),
    )
    panels = [Panel(title="Share of wins", x_label="epoch", y_label="share", lines=(win_line,), y_range=(0.0, 1.0))]
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
        sources=tuple(run.path for run in runs),
    )


def share_of(judged: Sequence[EnsembleRun]) -> Share | None:
    """Return Proposition's share of wins; None without judged runs."""
    debates = as_debates(judged)
    return win_share(debates) if debates else None


def caption(shows: str, runs: Sequence[EnsembleRun]) -> str:
    """Return a caption: what an exhibit shows, who is simulated, and which effects are assumed."""
    effects = [
        COUNTED,
        *([ARGUED] if has_plain_speakers(runs) else []),
        *([NOTED] if is_judged_offline(runs) else []),
        PERSUADES,
    ]
    sentences = natures(effects, has_plain_speakers(runs) or is_judged_offline(runs))
    return " ".join(sentence for sentence in (shows, who_is_simulated(runs), *sentences) if sentence)


def who_is_simulated(runs: Sequence[EnsembleRun]) -> str:
    """Return the sentence that names the simulated roles; empty where there are none."""
    simulated_roles = [
        role for role, is_so in (("speakers", has_plain_speakers(runs)), ("judges", is_judged_offline(runs))) if is_so
    ]
    return f"Simulated: {' and '.join(simulated_roles)} are plain code." if simulated_roles else ""


def has_plain_speakers(runs: Sequence[EnsembleRun]) -> bool:
    """Return whether any speaker was plain code."""
    return any(run.held is not None and run.held.simulated for run in runs)


def is_judged_offline(runs: Sequence[EnsembleRun]) -> bool:
    """Return whether any judge was plain code."""
    return offline([run.judgement.brought for run in runs if run.judgement])


def _scores(runs: Sequence[EnsembleRun], learner: str, name: str) -> Iterator[Line]:
    for arm in dict.fromkeys(run.arm for run in runs):
        judged_runs = [run for run in runs if run.arm == arm and run.judgement]
        judged_epochs = sorted({run.epoch for run in judged_runs})
        means = tuple(
            _mean([run.overall(learner) for run in judged_runs if run.epoch == epoch]) for epoch in judged_epochs
        )
        positions = tuple(float(epoch) for epoch in judged_epochs)
        yield Line(
            label=f"{name}, {arm}", x=positions, y=means, reference=arm == "control", points=len(judged_epochs) == 1
        )


def _count_claims(run: EnsembleRun) -> float | None:
    """Return how many claims were noted; None where the run has no complete annotation."""
    claims = run.judgement.brought.annotation.claims if run.judgement and is_annotated(run) else ()
    return float(len(claims)) if claims else None


def _count_repeated(speech: Speech) -> float | None:
    """Return how many arguments of a speech its side had made before; None where that was not measured."""
    return float(len(speech.repeated)) if speech.arguments and speech.repeated is not None else None


def _pairs(runs: Sequence[EnsembleRun], epoch: int) -> Iterator[tuple[EnsembleRun, EnsembleRun]]:
    runs_by_arm = {(run.arm, run.number): run for run in runs if run.epoch == epoch and run.judgement}
    for (arm, number), run in runs_by_arm.items():
        twin = runs_by_arm.get(("control", number))
        if arm == "coached" and twin is not None:
            yield run, twin


def _surviving_share(run: EnsembleRun, speaker: str) -> float | None:
    fates = [fate for fate in fates_of(run) if fate.claim.speaker == speaker]
    return sum(not fate.demolished for fate in fates) / len(fates) if fates else None


def _by_side(runs: Sequence[EnsembleRun], learners: Sequence[str]) -> list[list[str]]:
    """Return the learners who spoke, grouped by side."""
    sides = {name: side for run in runs for name in run.speakers if (side := run.side(name))}
    groups = [[name for name in learners if sides.get(name) == side] for side in SIDES]
    return [group for group in groups if group]


def _compare_survival(runs: Sequence[EnsembleRun], learner: str, name: str) -> Iterator[tuple[Cell, ...]]:
    """Yield a row per epoch: the share of a learner's claims that survive, with and without coaching."""
    for epoch in sorted({run.epoch for run in runs if run.arm == "control"}):
        shares = [
            (_surviving_share(run, learner), _surviving_share(twin, learner)) for run, twin in _pairs(runs, epoch)
        ]
        pairs = [(share, twin_share) for share, twin_share in shares if share is not None and twin_share is not None]
        if pairs:
            coached_shares, control_shares = [share for share, _ in pairs], [twin_share for _, twin_share in pairs]
            change = paired_interval(coached_shares, control_shares) if len(pairs) > 1 else None
            interval = (change.estimate, change.low, change.high) if change else (None, None, None)
            yield (
                epoch,
                f"surviving claims of {name}",
                len(pairs),
                _mean(coached_shares),
                _mean(control_shares),
                *interval,
            )


def _share_cells(share: Share | None) -> tuple[Cell, Cell, Cell]:
    return (share.share, share.low, share.high) if share else (None, None, None)


def _mean(values: Sequence[float | None]) -> float | None:
    numbers = [number for number in values if number is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None


def _table(
    name: str,
    title: str,
    shows: str,
    columns: tuple[str, ...],
    rows: Sequence[tuple[Cell, ...]],
    runs: Sequence[EnsembleRun],
) -> Table:
    return Table(
        name=name,
        title=title,
        caption=caption(shows, runs),
        columns=columns,
        rows=tuple(rows),
        sources=tuple(run.path for run in runs),
    )
