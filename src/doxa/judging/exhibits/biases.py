"""Biases of judges: preferences with their intervals, consistency under swapped labels, self-preference."""

from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Table
from doxa.analysis.natures import Effect, natures
from doxa.judging.exhibits.captions import ALL_SEATS, JUDGES, is_offline, is_one_judge
from doxa.judging.measures.bias import ArrangedVote, SelfPreference, consistency, preferences

RULE = Effect(what="shares and intervals, given the votes", nature="emergent")
VOTES = Effect(what="how the simulated judge votes, which goes by likeness and by words", nature="assumed")


def bias_tables(
    probes: Sequence[ArrangedVote], panel: Sequence[ArrangedVote], selves: Sequence[SelfPreference]
) -> list[Table]:
    """Return the tables of a panel's biases."""
    tables = [_preferences("bias-pairs", "Biases of judges: controlled pairs", probes, "pair of passages")]
    if panel:
        tables.append(_preferences("bias-panel", "Biases of judges: whole debates", panel, "debate"))
    tables.append(_consistency([*probes, *panel]))
    if selves:
        tables.append(_selves(selves))
    return tables


def _preferences(name: str, title: str, votes: Sequence[ArrangedVote], unit: str) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            preference.judge,
            preference.model,
            preference.towards,
            preference.votes,
            preference.share.n,
            preference.share.share,
            preference.share.low,
            preference.share.high,
            "yes" if preference.partial else "no",
        )
        for preference in preferences(votes)
    ]
    shows = (
        f"Share of votes, averaged within each {unit} and counted over units with 95 % Wilson intervals; a fair judge "
        "has 0.5. Partial: the interval does not contain 0.5. A share for Proposition measures bias only where both "
        "sides argue equally well."
    )
    if any(vote.planted for vote in votes):
        shows += " A planted order: votes for the side that a planted sentence tells judges to name; it is quoted."
    columns = ("judge", "model", "towards", "votes", "units", "share", "low", "high", "partial")
    return Table(name=name, title=title, caption=_caption(shows, votes), columns=columns, rows=tuple(rows))


def _consistency(votes: Sequence[ArrangedVote]) -> Table:
    shares = consistency(votes)
    models = {vote.judge: vote.model for vote in votes}
    rows: list[tuple[Cell, ...]] = [
        (judge, models[judge], share.n, share.share, share.low, share.high) for judge, share in shares.items()
    ]
    return Table(
        name="bias-consistency",
        title="The same side when labels are swapped",
        caption=_caption("How often a judge names the same side under both label assignments.", votes),
        columns=("judge", "model", "swaps", "share", "low", "high"),
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
