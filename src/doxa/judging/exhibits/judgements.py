"""One judged debate as tables: verdicts, rubric, claims and what became of them, rebuttals, ballots, the graph."""

from doxa.analysis.exhibit import Cell, Prose, Table
from doxa.judging.exhibits.captions import caption
from doxa.judging.measures.attacks import attack_graph
from doxa.judging.measures.final import ORDER
from doxa.judging.measures.judged import Brought, Judgement
from doxa.judging.measures.panel import Ballot
from doxa.judging.measures.ranking import TeamRanking
from doxa.judging.measures.rubric import DIMENSIONS
from doxa.judging.measures.standing import Standings, standings
from doxa.records.transcripts import SIDE_NAMES, Debate, Side

Exhibits = list[Table | Prose]

STEPS = {
    "engagement": ("panel",),
    "annotation": ("claims", "rebuttals"),
    "rubric": ("rubric",),
    "audit": ("audit",),
    "holistic": ("holistic",),
}
"""Layer → how the keys of its steps begin."""

NUMBERS = (
    "Numbers: votes (engagement), points (annotation), mean scores (rubric), surviving claims (audit). The holistic "
    "judge is the naive baseline and decides nothing."
)


def exhibits(debate: Debate, judgement: Judgement) -> Exhibits:
    """Return everything that there is to see of one judged debate."""
    brought = judgement.brought
    found: Exhibits = [verdicts(debate, judgement)]
    if brought.rubric:
        found.append(rubric(debate, brought))
    if brought.ballots:
        found.append(ballots(brought))
    if judgement.ranking:
        found.append(ranking(judgement.ranking, brought))
    if judgement.tally:
        stands = standings(attack_graph(brought.annotation))
        found += [claims(judgement, stands), rebuttals(debate, judgement, stands), survival(judgement, stands)]
    return found


def verdicts(debate: Debate, judgement: Judgement) -> Table:
    """Return each layer's verdict, in the order of precedence, the baseline last, and the final one above."""
    final = judgement.final
    rows: list[tuple[Cell, ...]] = [
        (
            "final",
            _side(final.winner),
            None,
            None,
            final.margin,
            f"by the {final.decided_by} layer" if final.winner else "",
        )
    ]
    for name in (*ORDER, "holistic"):
        one = judgement.verdicts.get(name)
        if one is None:
            rows.append((name, None, None, None, None, _why_not(name, judgement.brought)))
        else:
            held = name == "holistic"
            numbers = (None, None) if held else (one.pro, one.con)
            rows.append((name, _side(one.winner), *numbers, one.margin, one.because))
    shows = f"“{debate.motion}” {final.statement} {NUMBERS}"
    return Table(
        name="verdicts",
        title="Who won, layer by layer",
        caption=caption(shows, [judgement.brought]),
        columns=("layer", "winner", "Proposition", "Opposition", "margin", "because"),
        rows=tuple(rows),
    )


def rubric(debate: Debate, brought: Brought) -> Table:
    """Return every speech's scores."""
    names = {one.id: one.name for one in debate.turns}
    rows: list[tuple[Cell, ...]] = [
        (names[one.speech], SIDE_NAMES[one.side], *(one.scores.get(name) for name in DIMENSIONS), one.recalibrated)
        for one in brought.rubric
    ]
    shows = "Each speech from 1 to 10, alone and then side by side; a dash where a dimension cannot be judged."
    return Table(
        name="rubric",
        title="Speeches on the rubric",
        caption=caption(shows, [brought]),
        columns=("speaker", "side", *DIMENSIONS.values(), "side by side"),
        rows=tuple(rows),
    )


def ballots(brought: Brought) -> Table:
    """Return every judge's vote under both label assignments."""

    def row(one: Ballot) -> tuple[Cell, ...]:
        return one.judge, one.model, one.assignment, one.a.score, one.b.score, one.label, _side(one.side)

    shows = (
        "Team A and Team B on 0.4 engagement + 0.3 argument + 0.2 rebuttal + 0.1 narrative. A judge who names one "
        "label under both assignments goes by the label."
    )
    return Table(
        name="ballots",
        title="The panel's votes",
        caption=caption(shows, [brought]),
        columns=("judge", "model", "assignment", "Team A", "Team B", "votes for", "side"),
        rows=tuple(row(one) for one in brought.ballots),
    )


def ranking(found: TeamRanking, brought: Brought) -> Table:
    """Return the order of teams."""
    labels = ", ".join(f"{label} {mean:.2f}" for label, mean in found.by_label.items())
    shows = (
        "Mean rank over all judges and rotations of labels, 1 for the best; each team bore each label once a judge. "
        f"Mean ranks by label, which a fair panel ranks alike: {labels}."
    )
    return Table(
        name="ranking",
        title="Teams in order",
        caption=caption(shows, [brought]),
        columns=("place", "team", "mean rank", "ballots"),
        rows=tuple((one.place, one.team, one.mean_rank, one.ballots) for one in found.teams),
    )


def claims(judgement: Judgement, stands: Standings) -> Table:
    """Return every claim with its points and how it stands."""
    brought, tally = judgement.brought, judgement.tally
    assert tally is not None
    fates = {one.claim: one.fate for one in brought.audit}
    rows: list[tuple[Cell, ...]] = []
    for one in brought.annotation.claims:
        stand = stands.arguments[one.id]
        facts = (one.base, "yes" if one.specific else "no", "yes" if one.new else "no")
        counted = (tally.claims[one.id], "yes" if one.id in tally.demolished else "no", fates.get(one.id))
        rows.append(
            (one.id, SIDE_NAMES[one.side], one.text, *facts, *counted, stand.grounded, stand.preferred, stand.strength)
        )
    shows = (
        "What each claim rests on, its points, what became of it by the tally and by the audit, and how it stands in "
        "the argument graph: grounded (in, out, undecided), in how many preferred extensions, and its strength by the "
        "h-categorizer."
    )
    columns = ("id", "side", "claim", "rests on", "specific", "new", "points", "demolished", "audit")
    return Table(
        name="claims",
        title="Claims",
        caption=caption(shows, [brought]),
        columns=(*columns, "grounded", "preferred", "strength"),
        rows=tuple(rows),
        detail=len(rows) > 12,
    )


def rebuttals(debate: Debate, judgement: Judgement, stands: Standings) -> Table:
    """Return every rebuttal with its points and how it stands."""
    tally = judgement.tally
    assert tally is not None
    names = {one.speaker: one.name for one in debate.turns}
    rows: list[tuple[Cell, ...]] = []
    for one in judgement.brought.annotation.rebuttals:
        facts = (one.addresses_logic, one.undermines, one.new_information, one.direct)
        told = ("yes" if fact else "no" for fact in facts)
        rows.append(
            (
                one.id,
                names[one.speaker],
                one.target,
                one.text,
                *told,
                tally.rebuttals.get(one.id),
                stands.arguments[one.id].grounded,
            )
        )
    return Table(
        name="rebuttals",
        title="Rebuttals",
        caption=caption("A rebuttal of a rebuttal brings no points; it counts in the graph.", [judgement.brought]),
        columns=("id", "speaker", "answers", "in short", "logic", "undermines", "new", "direct", "points", "grounded"),
        rows=tuple(rows),
        detail=len(rows) > 12,
    )


def survival(judgement: Judgement, stands: Standings) -> Table:
    """Return how many of each side's claims survive, by tally, audit and graph."""
    brought, tally = judgement.brought, judgement.tally
    assert tally is not None
    fates = {one.claim: one.fate for one in brought.audit}
    rows: list[tuple[Cell, ...]] = []
    for side, name in SIDE_NAMES.items():
        own = [one.id for one in brought.annotation.claims_of(side)]
        held = [stands.arguments[one] for one in own]
        rows.append(
            (
                name,
                len(own),
                sum(one not in tally.demolished for one in own),
                sum(fates[one] == "survived" for one in own) if fates else None,
                sum(one.grounded == "in" for one in held),
                sum(one.grounded == "undecided" for one in held),
                sum(one.preferred == "all" for one in held),
                sum(one.preferred != "none" for one in held),
            )
        )
    shows = (
        "Claims that survive, by each way of telling. Grounded: nothing that stands attacks them. Preferred: in all, "
        f"or in some, of the {stands.preferred} largest sets that can be defended together; {stands.stable} of them "
        f"are stable. {compared(stands)}"
    )
    columns = ("side", "claims", "not demolished", "audit: survived", "grounded: in", "grounded: undecided")
    return Table(
        name="survival",
        title="What survives",
        caption=caption(shows, [brought]),
        columns=(*columns, "preferred: all", "preferred: some or all"),
        rows=tuple(rows),
    )


def compared(stands: Standings) -> str:
    """Say of which arguments the semantics do not say the same."""
    contested = [one for one, held in stands.arguments.items() if held.preferred == "some"]
    told = [f"In some of these sets and not in others: {', '.join(contested)}."] if contested else []
    if stands.differing:
        told.append(f"The semantics differ on {', '.join(stands.differing)}.")
    else:
        told.append(f"On every {'other ' if contested else ''}argument the semantics agree.")
    return " ".join(told)


def _side(side: Side | None) -> str | None:
    return SIDE_NAMES[side] if side else None


def _why_not(layer: str, brought: Brought) -> str:
    if layer in brought.incomplete:
        count = sum(key.partition("/")[0] in STEPS[layer] for key in brought.lost)
        return f"{count} step{'s' * (count > 1)} brought nothing" if count else "the annotation lacks a part"
    return "not asked for, or nothing came of it"
