"""Biases of judges: preferences with their intervals, consistency under swapped labels, self-preference."""

from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Table
from doxa.analysis.natures import Effect, natures
from doxa.judging.bias.clusters import FEWEST
from doxa.judging.bias.layer_bias import LayerLean
from doxa.judging.bias.leaning import Lean
from doxa.judging.bias.preferences import ArrangedVote, SelfPreference, consistency, preferences
from doxa.judging.exhibits.captions import ALL_SEATS, JUDGES, is_offline, is_one_judge

RULE = Effect(what="shares and intervals, given the votes", nature="emergent")
VOTES = Effect(what="how the simulated judge votes, which goes by likeness and by words", nature="assumed")


READ = (
    "A fair judge has 0.5; a vote for nobody counts half. Votes are averaged within pairs, then within debates; 95 % "
    "intervals over debates (t); p by flipped signs. partial: yes, where both agree; no, where the interval lies "
    "within 0.4 and 0.6; else it cannot be told, and about so many debates show a share of 0.6 nine times of ten."
)

FEW = (
    f"Fewer than {FEWEST} debates: the interval is over pairs, and “in these passages” says that votes changed with "
    "the feature (signs flipped over arrangements that differ in it alone), not that they would elsewhere."
)


def bias_tables(
    probes: Sequence[ArrangedVote],
    panel: Sequence[ArrangedVote],
    selves: Sequence[SelfPreference],
    layers: Sequence[LayerLean] = (),
    annotator: str = "",
) -> list[Table]:
    """Return the tables of a panel's biases.

    Args:
        layers: how the verdicts of layers lean.
        annotator: the model whose notes the layers count.
    """
    tables = []
    if probes:
        tables.append(_preferences("bias-pairs", "Biases of judges: controlled pairs", probes))
    if panel:
        tables.append(_preferences("bias-panel", "Biases of judges: whole debates", panel))
    if layers:
        tables.append(_layers(layers, annotator))
    if probes or panel:
        tables.append(_consistency([*probes, *panel]))
    if selves:
        tables.append(_selves(selves))
    return tables


def _preferences(name: str, title: str, votes: Sequence[ArrangedVote]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            preference.judge,
            preference.towards,
            preference.votes,
            round(preference.ties, 3),
            preference.debates,
            preference.units,
            *_lean_cells(preference),
        )
        for preference in preferences(votes)
    ]
    shows = f"{READ} A share for Proposition measures bias only where both sides argue equally well."
    if any(vote.planted for vote in votes):
        shows += " A planted order: votes for the side that a planted sentence tells judges to name; it is quoted."
    shows += _few(len({vote.debate for vote in votes}))
    columns = ("judge", "towards", "votes", "ties", "debates", "pairs", *LEAN_COLUMNS)
    return Table(name=name, title=title, caption=_caption(shows, votes), columns=columns, rows=tuple(rows))


LEAN_COLUMNS = ("share", "low", "high", "p", "partial", "debates needed")


def _lean_cells(lean: Lean) -> tuple[Cell, ...]:
    """Return the cells of a lean; no share where no vote names anybody, and no need where the answer is there."""
    share = lean.share
    if lean.finding == "names nobody":
        return None, None, None, None, lean.finding, None
    needed = None if lean.finding in ("yes", "no") else lean.needed
    numbers = (round(number, 3) for number in (share.share, share.low, share.high))
    p = None if lean.p is None else round(lean.p, 4)
    finding = lean.finding
    if finding == "cannot tell":
        return *numbers, p, f"cannot tell with {lean.debates} debate{'s' * (lean.debates != 1)}", needed
    return *numbers, p, finding, needed


def _few(debates: int) -> str:
    return f" {FEW}" if debates < FEWEST else ""


def _layers(leans: Sequence[LayerLean], annotator: str) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            lean.layer,
            lean.towards,
            lean.debates,
            lean.changed,
            round(lean.ties, 3),
            *_lean_cells(lean),
        )
        for lean in leans
    ]
    shows = (
        "Each debate judged as spoken, mirrored, and with every speech of one side said twice over. changed: debates "
        f"in which order or padding decides. {READ}{_few(max((lean.debates for lean in leans), default=0))}"
    )
    simulated = is_offline(annotator)
    notices = ["Annotated offline: a simulation."] if simulated else []
    return Table(
        name="bias-layers",
        title="Biases of layers: whole debates, mirrored and padded",
        caption=" ".join(text for text in (shows, *notices, *natures([RULE, VOTES, JUDGES], simulated)) if text),
        columns=("layer", "towards", "debates", "changed", "ties", *LEAN_COLUMNS),
        rows=tuple(rows),
    )


def _consistency(votes: Sequence[ArrangedVote]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            found.judge,
            found.model,
            found.swaps,
            found.same,
            found.changed,
            found.ties,
            *(
                (None, None, None)
                if found.agreement is None
                else tuple(round(n, 3) for n in (found.agreement.share, found.agreement.low, found.agreement.high))
            ),
        )
        for found in consistency(votes).values()
    ]
    return Table(
        name="bias-consistency",
        title="The same side when labels are swapped",
        caption=_caption(
            "Pairs of votes that differ in the labels alone. same: both name one side; other: each names another, so "
            "that the label decides; ties: at least one names nobody. share: same among those without a tie.",
            votes,
        ),
        columns=("judge", "model", "swaps", "same", "other", "ties", "share", "low", "high"),
        rows=tuple(rows),
    )


def _selves(selves: Sequence[SelfPreference]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            preference.judge,
            preference.model,
            preference.debates,
            preference.difference.estimate,
            preference.difference.low,
            preference.difference.high,
        )
        for preference in selves
    ]
    return Table(
        name="bias-self",
        title="Self-preference",
        caption="How much more often a judge votes for the side of its own model than judges of other models do; "
        "95 % bootstrap intervals over debates.",
        columns=("judge", "model", "debates", "difference", "low", "high"),
        rows=tuple(rows),
    )


def _caption(shows: str, votes: Sequence[ArrangedVote]) -> str:
    seats = {vote.judge: vote.model for vote in votes}
    simulated = [judge for judge, model in seats.items() if is_offline(model)]
    notices = []
    if simulated:
        part = "" if len(simulated) == len(seats) else f" for {', '.join(simulated)}"
        notices.append(f"Judged offline{part}: a simulation.")
    if is_one_judge(seats):
        notices.append(ALL_SEATS)
    sentences = (shows, *notices, *natures([RULE, VOTES, JUDGES], bool(simulated)))
    return " ".join(sentence for sentence in sentences if sentence)
