"""One judged debate as tables: verdicts, rubric, claims and their fate, rebuttals, ballots, the graph, flags."""

from collections.abc import Iterator, Sequence

from doxa.analysis.exhibit import Cell, Prose, Table
from doxa.judging.ballots.annotation import Tally, fates
from doxa.judging.ballots.judged import DebateJudgement, JudgeFindings, count_words, followers_of
from doxa.judging.ballots.scores import DIMENSIONS, TeamRanking, find_label_rankers, find_repeated
from doxa.judging.ballots.verdicts import ORDER, per_thousand, word_gap
from doxa.judging.blind.instructions import SpeechFlag, flag_speeches
from doxa.judging.exhibits.ballots import adjudicate, ballot_tables
from doxa.judging.exhibits.captions import about, caption, few, side_name, winner_name, yes_or_no
from doxa.judging.graph import Standings, attack_graph, standings
from doxa.judging.protocol.script import MIRRORED
from doxa.records.transcripts import SIDE_NAMES, BallotForm, Debate, Side

Exhibits = list[Table | Prose]

STEPS = {
    "engagement": ("panel",),
    "annotation": ("claims", "rebuttals", "passages"),
    "rubric": ("rubric",),
    "audit": ("audit",),
    "holistic": ("holistic",),
}
"""Layer → the first parts of its steps' keys."""

NUMBERS = (
    "Numbers: votes (engagement; offline mean scores), points (annotation), mean scores (rubric), surviving claims "
    "(audit). The holistic judge is the naive baseline and decides nothing."
)


def exhibits(
    debate: Debate, judgement: DebateJudgement, *, withheld: bool | None = None, form: BallotForm | None = None
) -> Exhibits:
    """Return the tables of one judged debate.

    Args:
        withheld: whether judges did not see the sentences that tell them what to answer; None where nobody knows.
        form: what a ballot of the debate's format holds.
    """
    brought, flags = judgement.brought, flag_speeches(debate)
    tables: Exhibits = [verdicts(debate, judgement, describe_flags(flags, withheld=withheld))]
    if flags:
        tables.append(flag_table(debate, flags, withheld=withheld))
    if brought.rubric:
        tables.append(rubric(debate, brought))
    if brought.ballots:
        tables.append(ballots(brought))
    tables += [answers(brought)] * bool(brought.answers)
    if judgement.ranking:
        tables.append(ranking(debate, judgement.ranking, brought))
    if form:
        tables += ballot_tables(debate, judgement, form)
    if tally := judgement.tally:
        stands = standings(attack_graph(brought.annotation))
        tables += [adjudicate(debate, judgement), rates(debate, brought, tally), claims(brought, tally, stands)]
        tables += [rebuttals(debate, brought, tally, stands), survival(brought, tally, stands)]
    return tables


def verdicts(debate: Debate, judgement: DebateJudgement, flagged: str = "") -> Table:
    """Return the final verdict, then each layer's in the order of precedence, and rules that judge nothing.

    Args:
        flagged: what was flagged in the speeches.
    """
    final, brought = judgement.final, judgement.brought
    count = len(_find_repeated(debate, brought))
    repeated = f"Flagged: {count} speeches got one whole reply from the judge that scored them." if count else ""
    decided = f"by the {final.decided_by} layer" if final.winner else ""
    rows: list[tuple[Cell, ...]] = [("final", side_name(final.winner), None, None, final.margin, decided)]
    for layer in (*ORDER, *brought.added, "holistic"):
        if verdict := judgement.verdicts.get(layer):
            numbers = (None, None) if layer == "holistic" or verdict.undetermined else (verdict.pro, verdict.con)
            rows.append((layer, winner_name(verdict), *numbers, verdict.margin, verdict.because))
        else:
            rows.append((layer, None, None, None, None, _why_not(layer, brought)))
        if layer == "engagement":
            rows += _orders(judgement)
    for name, side in judgement.baselines.items():
        rows.append((f"baseline: {name}", side_name(side), None, None, None, "judges nothing"))
    sentences = (f"“{debate.motion}”", judgement.in_words, flagged, repeated, NUMBERS)
    return Table(
        name="verdicts",
        title="Who won, layer by layer",
        caption=caption(" ".join(filter(None, sentences)), [brought]),
        columns=("layer", "winner", "Proposition", "Opposition", "margin", "because"),
        rows=tuple(rows),
    )


def answers(brought: JudgeFindings) -> Table:
    """Return the annotator's answers on the layers of other packages."""
    return Table(
        name="layers",
        title="Answers on further layers",
        caption=caption("The annotator's answers on the layers of other packages.", [brought]),
        columns=("layer", "question", "answer"),
        rows=tuple(brought.answers),
    )


def _orders(judgement: DebateJudgement) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of the panel's verdicts on the debate in either order, and of steps that failed."""
    for name, panel in (("as spoken", judgement.spoken), (MIRRORED, judgement.mirrored)):
        if panel:
            verdict = panel.verdict
            yield f"engagement, {name}", side_name(verdict.winner), verdict.pro, verdict.con, None, verdict.because
    if lost := _count_lost(judgement.brought, (MIRRORED,)):
        yield f"engagement, {MIRRORED}", None, None, None, None, lost


def rubric(debate: Debate, brought: JudgeFindings) -> Table:
    """Return the table of every speech's scores."""
    repeated = _find_repeated(debate, brought)
    shows = "Scores from 1 to 10 of each speech alone, then side by side; a dash where a dimension cannot be judged."
    return Table(
        name="rubric",
        title="Speeches on the rubric",
        caption=caption(shows, [brought]),
        columns=("speaker", "side", *DIMENSIONS.values(), "side by side", *(["flag"] if repeated else [])),
        rows=tuple(
            (
                debate.turn(speech.speech).name,
                SIDE_NAMES[speech.side],
                *(speech.scores.get(name) for name in DIMENSIONS),
                speech.recalibrated,
                *([_describe_repeated(repeated.get(speech.speech))] if repeated else []),
            )
            for speech in brought.rubric
        ),
    )


def _find_repeated(debate: Debate, brought: JudgeFindings) -> dict[str, int]:
    return find_repeated(brought.rubric, {turn.id: turn.text for turn in debate.turns})


def _describe_repeated(count: int | None) -> str | None:
    return f"same whole reply to {count} unlike speeches" if count else None


def ballots(brought: JudgeFindings) -> Table:
    """Return the table of every judge's votes under both label assignments."""
    shows = (
        "Scores of Team A and Team B: 0.4 engagement + 0.3 argument + 0.2 rebuttal + 0.1 narrative. A judge who votes "
        "for the same label under both assignments, or for another side in mirrored order, goes by the label, the "
        "order, or chance, and is undetermined."
    )
    columns = ("judge", "model", "assignment", "Team A", "Team B", "votes for", "side")
    followers = followers_of(brought)
    return Table(
        name="ballots",
        title="The panel's votes",
        caption=caption(shows, [brought]),
        columns=(*columns, "undetermined") if followers else columns,
        rows=tuple(
            (
                *(cast.judge, cast.model, cast.assignment, cast.a.score, cast.b.score, cast.label),
                side_name(cast.side),
                *([followers.get(cast.judge)] if followers else []),
            )
            for cast in brought.ballots
        ),
    )


def ranking(debate: Debate, team_ranking: TeamRanking, brought: JudgeFindings) -> Table:
    """Return the table of teams in order."""
    labels = ", ".join(f"{label} {mean:.2f}" for label, mean in team_ranking.by_label.items())
    shows = (
        "Mean rank over all judges and rotations of labels, 1 for the best; each team has each label once per judge. "
        f"Mean ranks by label, which are equal for a fair panel: {labels}."
    )
    if followers := find_label_rankers(debate.teams, brought.teams):
        shows += f" Undetermined, since they put one label first in every rotation: {', '.join(followers)}."
    return Table(
        name="ranking",
        title="Teams in order",
        caption=caption(shows, [brought]),
        columns=("place", "team", "mean rank", "ballots"),
        rows=tuple((team.place, team.team, team.mean_rank, team.ballots) for team in team_ranking.teams),
    )


def rates(debate: Debate, brought: JudgeFindings, tally: Tally) -> Table:
    """Return the table of both sides' sums beside what they are for the words and the claims of each side."""
    words, counted = count_words(debate), fates(brought.annotation.claims, brought.audit)
    rows: list[tuple[Cell, ...]] = []
    for side, name in SIDE_NAMES.items():
        points, standing = tally.sides[side].total, _standing(brought, tally, side)
        rate = round(per_thousand(points, words[side]), 2) if words[side] else None
        audited = _share(counted[side]["survived"], sum(counted[side].values()))
        rows.append((name, words[side], points, rate, len(standing), _share(sum(standing), len(standing)), audited))
    shows = (
        f"Sums beside rates: points in all and for 1,000 words, and the share of claims that survive by tally and by "
        f"audit. Words differ by {word_gap(words):.1%}; above 5 % rates decide, unless sums were asked for."
    )
    return Table(
        name="points",
        title="Points and words",
        caption=caption(shows, [brought]),
        columns=("side", "words", "points", "per 1,000 words", "claims", "not demolished", "audit: survived"),
        rows=tuple(rows),
    )


def _standing(brought: JudgeFindings, tally: Tally, side: Side) -> list[bool]:
    """Return for each claim of a side whether it was not demolished."""
    return [claim.id not in tally.demolished for claim in brought.annotation.claims_of(side)]


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def claims(brought: JudgeFindings, tally: Tally, stands: Standings) -> Table:
    """Return the table of every claim with its points and its standing in the argument graph."""
    audited = {note.claim: note.fate for note in brought.audit}
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            claim.id,
            SIDE_NAMES[claim.side],
            claim.text,
            claim.base,
            yes_or_no(claim.specific),
            yes_or_no(claim.new),
            tally.claims[claim.id],
            yes_or_no(claim.id in tally.demolished),
            audited.get(claim.id),
            stands.arguments[claim.id].grounded,
            stands.arguments[claim.id].preferred,
            stands.arguments[claim.id].strength,
        )
        for claim in brought.annotation.claims
    )
    shows = (
        "What each claim rests on, its points, whether it survives by the tally and by the audit, and its standing in "
        "the argument graph: grounded (in, out, undecided), in how many preferred extensions, and its strength by the "
        "h-categorizer."
    )
    columns = ("id", "side", "claim", "rests on", "specific", "new", "points", "demolished", "audit")
    return Table(
        name="claims",
        title="Claims",
        caption=caption(shows, [brought]),
        columns=(*columns, "grounded", "preferred", "strength"),
        rows=rows,
        detail=len(rows) > 12,
    )


def rebuttals(debate: Debate, brought: JudgeFindings, tally: Tally, stands: Standings) -> Table:
    """Return the table of every rebuttal with its points and its standing in the argument graph."""
    names = {turn.speaker: turn.name for turn in debate.turns}
    noted = brought.annotation.rebuttals
    engaged = any(rebuttal.method or rebuttal.strawman is not None for rebuttal in noted)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            rebuttal.id,
            names[rebuttal.speaker],
            rebuttal.target,
            rebuttal.text,
            yes_or_no(rebuttal.addresses_logic),
            yes_or_no(rebuttal.undermines),
            yes_or_no(rebuttal.new_information),
            yes_or_no(rebuttal.direct),
            tally.rebuttals.get(rebuttal.id),
            stands.arguments[rebuttal.id].grounded,
            *((rebuttal.method or None, yes_or_no(rebuttal.strawman)) if engaged else ()),
        )
        for rebuttal in noted
    )
    columns = ("id", "speaker", "answers", "in short", "logic", "undermines", "new", "direct", "points", "grounded")
    return Table(
        name="rebuttals",
        title="Rebuttals",
        caption=caption("A rebuttal of a rebuttal has no points but counts in the graph.", [brought]),
        columns=(*columns, "method", "straw man") if engaged else columns,
        rows=rows,
        detail=len(noted) > 12,
    )


def survival(brought: JudgeFindings, tally: Tally, stands: Standings) -> Table:
    """Return the table of how many of each side's claims survive, by tally, audit and graph."""
    audited = {note.claim: note.fate for note in brought.audit}
    rows: list[tuple[Cell, ...]] = []
    for side, name in SIDE_NAMES.items():
        claim_ids = [claim.id for claim in brought.annotation.claims_of(side)]
        claim_standings = [stands.arguments[claim_id] for claim_id in claim_ids]
        rows.append(
            (
                name,
                len(claim_ids),
                sum(_standing(brought, tally, side)),
                sum(audited.get(claim_id) == "survived" for claim_id in claim_ids) if audited else None,
                sum(standing.grounded == "in" for standing in claim_standings),
                sum(standing.grounded == "undecided" for standing in claim_standings),
                sum(standing.preferred == "all" for standing in claim_standings),
                sum(standing.preferred != "none" for standing in claim_standings),
            )
        )
    shows = (
        "Claims that survive, by tally, audit and graph. Grounded, in: every attacker is attacked by something that is "
        f"in. Preferred: in all, or in some, of the largest sets that can be defended together, of which there "
        f"{'is' if stands.preferred == 1 else 'are'} {about(stands.preferred)}; stable: {about(stands.stable)}. "
        f"{describe_differences(stands)}"
    )
    columns = ("side", "claims", "not demolished", "audit: survived", "grounded: in", "grounded: undecided")
    return Table(
        name="survival",
        title="What survives",
        caption=caption(shows, [brought]),
        columns=(*columns, "preferred: all", "preferred: some or all"),
        rows=tuple(rows),
    )


def describe_differences(stands: Standings) -> str:
    """Return sentences that name the arguments on which the semantics differ."""
    contested = [argument for argument, standing in stands.arguments.items() if standing.preferred == "some"]
    some = f"In some of these sets and not in others: {few(contested)}. " if contested else ""
    if stands.differing:
        return f"{some}The semantics differ on {few(stands.differing)}."
    return f"{some}On every {'other ' if contested else ''}argument the semantics agree."


def _why_not(layer: str, brought: JudgeFindings) -> str:
    if layer in brought.incomplete:
        return _count_lost(brought, STEPS.get(layer, (f"layers/{layer}",))) or (
            "the annotation is incomplete" if layer == "audit" else "a part is missing"
        )
    return "not asked for, or without an answer"


def _count_lost(brought: JudgeFindings, steps: Sequence[str]) -> str:
    """Return how many steps failed whose keys begin so, in words; '' where none did."""
    count = sum(f"{key}/".startswith(f"{step}/") for key in brought.lost for step in steps)
    return f"{count} step{'s' * (count > 1)} failed" if count else ""


def flag_table(debate: Debate, flags: Sequence[SpeechFlag], *, withheld: bool | None) -> Table:
    """Return a row per flagged sentence, in the order spoken.

    Args:
        withheld: whether judges did not see instructions; None where nobody knows.
    """
    rows = []
    for flag in flags:
        turn = debate.turn(flag.speech)
        seen = "a mark in its place" if withheld and flag.kind == "instruction" else "the sentence, quoted"
        known = None if withheld is None else seen
        rows.append((turn.name, SIDE_NAMES[turn.side], flag.kind, flag.reason, flag.text, known))
    return Table(
        name="flags",
        title="Sentences that ask for a verdict",
        caption=describe_flags(flags, withheld=withheld),
        columns=("speaker", "side", "kind", "what it does", "sentence", "judges saw"),
        rows=tuple(rows),
    )


def describe_flags(flags: Sequence[SpeechFlag], *, withheld: bool | None) -> str:
    """Return the sentences that say what was flagged and what judges saw of it; empty where nothing was flagged."""
    orders = sum(flag.kind == "instruction" for flag in flags)
    appeals = len(flags) - orders
    what, them = ("1 sentence tells judges", "it") if orders == 1 else (f"{orders} sentences tell judges", "them")
    quoted = f"; judges saw {them} quoted, and may have obeyed"
    seen = "" if withheld is None else "; judges saw a mark instead" if withheld else quoted
    parts = [f"Flagged: {what} what to answer{seen}."] if orders else []
    parts += [f"{appeals} appeal{'s' * (appeals > 1)} to the audience stayed."] if appeals else []
    return " ".join(parts)
