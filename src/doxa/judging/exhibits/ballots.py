"""The ballot of a judged debate as tables, and an oral adjudication by clash, written from annotations alone."""

from collections.abc import Sequence

from doxa.analysis.exhibit import Prose, Table
from doxa.judging.ballots.annotation import ClaimNote
from doxa.judging.ballots.filled_in import DebateBallot, fill_in_ballot
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.exhibits.captions import caption
from doxa.judging.graph import Clash, find_clashes, unanswered
from doxa.records.transcripts import SIDE_NAMES, SIDES, BallotForm, Debate, Side, other


def ballot_tables(debate: Debate, judgement: DebateJudgement, form: BallotForm) -> list[Table]:
    """Return the tables of a ballot; none where not every speech has a rubric score."""
    ballot = fill_in_ballot(debate, judgement, form)
    if ballot is None:
        return []
    brought = [judgement.brought]
    names = {SIDE_NAMES[side]: name for side, name in form.benches.items()}
    scale = f"{form.least:g} to {form.most:g}"
    speakers = Table(
        name="ballot-speakers",
        title="Ballot: speakers",
        caption=caption(f"{form.format}: {scale} points a speech, in proportion to its rubric score.", brought),
        columns=("speaker", "team", "speech", "points"),
        rows=tuple(
            (one.name, names.get(one.team, one.team), one.title or one.speech, one.points) for one in ballot.speakers
        ),
    )
    teams = Table(
        name="ballot-teams",
        title="Ballot: teams",
        caption=caption(f"{form.format}. {_describe_places(ballot)}", brought),
        columns=("place", "team", "team points", "speaker points"),
        rows=tuple(
            (_whole(team.place), names.get(team.team, team.team), _whole(team.points), team.speaker_points)
            for team in ballot.teams
        ),
    )
    return [teams, speakers, *_halves(ballot, judgement)]


def _whole(number: float | None) -> float | None:
    """Return a number without decimals where it has none: places and points are shared only in a tie."""
    return int(number) if number is not None and number.is_integer() else number


def _halves(ballot: DebateBallot, judgement: DebateJudgement) -> list[Table]:
    if not ballot.halves:
        return []
    shows = (
        "From the annotation. new: claims that its side had not made before; standing: new claims that no answer "
        "demolished; answers: rebuttals that undermine; points: of its claims and rebuttals in the tally."
    )
    return [
        Table(
            name="ballot-halves",
            title="Ballot: what each half adds",
            caption=caption(shows, [judgement.brought]),
            columns=("half", "team", "claims", "new", "standing", "answers", "points"),
            rows=tuple(
                (half.half, half.team, half.claims, half.new, half.standing, half.answers, half.points)
                for half in ballot.halves
            ),
        )
    ]


def _describe_places(ballot: DebateBallot) -> str:
    if not ballot.placed_by:
        return "No team is placed, since the verdict names no side."
    low = " A team is placed above one with more speaker points." if ballot.low_point_win else ""
    more = " --layers …,ranking lets the panel place them." if ballot.placed_by == "speaker points" else ""
    return f"Teams are placed by {ballot.placed_by}.{low}{more}"


MOST = 6
"""Clashes that are told one by one; the others are counted."""

NAMED = 3
"""Unanswered claims of a side that are quoted."""

QUOTED = 30
"""The most words that are quoted of a claim or an answer."""

NAME = "adjudication"


def adjudicate(debate: Debate, judgement: DebateJudgement) -> Prose:
    """Return the adjudication of an annotated debate."""
    notes = judgement.brought.annotation
    clashes, missed = find_clashes(notes), unanswered(notes)
    names = {turn.speaker: turn.name for turn in debate.turns}
    paragraphs = [_overview(clashes)]
    paragraphs += [_describe_clash(number, clash, names) for number, clash in enumerate(clashes[:MOST], 1)]
    if more := clashes[MOST:]:
        paragraphs.append(f"In {len(more)} lesser clashes: {_count(more)}.")
    paragraphs += [text for side in SIDES if (text := _describe_missed(side, missed, names))]
    paragraphs.append(_conclude(clashes, judgement))
    shows = (
        "Written by plain code from the claims and rebuttals that were noted: a claim stands or falls in the argument "
        "graph (docs/debates.md). No model was asked."
    )
    return Prose(
        name=NAME,
        title="Oral adjudication, clash by clash",
        paragraphs=tuple(paragraphs),
        caption=caption(shows, [judgement.brought]),
    )


def _overview(clashes: Sequence[Clash]) -> str:
    if not clashes:
        return "There was no clash: no claim of either side met an answer from the other."
    many = "one clash" if len(clashes) == 1 else f"{len(clashes)} clashes"
    shown = f" The {MOST} weightiest come first." if len(clashes) > MOST else ""
    return f"The debate had {many}, each about a claim that the other side answered.{shown}"


def _describe_clash(number: int, clash: Clash, names: dict[str, str]) -> str:
    claim = clash.claim
    claimed = f"{names[claim.speaker]} ({SIDE_NAMES[claim.side]}) said: “{_quote(claim.text)}”."
    won = f"{SIDE_NAMES[clash.winner]} wins it" if clash.winner else "It stays open"
    return f"Clash {number}. {claimed} {won}: {_explain(clash, names)}{_straw(clash, names)}"


def _explain(clash: Clash, names: dict[str, str]) -> str:
    side, rival = SIDE_NAMES[clash.claim.side], SIDE_NAMES[other(clash.claim.side)]
    deciding = clash.deciding
    words = f" (“{_quote(deciding.text)}”)" if deciding and deciding.text.strip() else ""
    said = f"{names[deciding.speaker]}’s answer{words}" if deciding else ""
    if clash.reason == "demolished":
        return f"{said} went to its reasoning and undermined it, and {side} had no answer that stood."
    if clash.reason == "beaten":
        return f"{said} undermined it without going to its reasoning, and {side} had no answer that stood."
    if clash.reason == "answered back":
        return f"{rival} undermined it, and {said or side} took that answer away."
    if clash.reason == "open":
        return f"{said} undermined it, {side} contested this without undermining it, and neither is ahead."
    times = "once" if len(clash.moves) == 1 else f"in {len(clash.moves)} moves"
    return f"{rival} touched it {times} and did not undermine it."


def _straw(clash: Clash, names: dict[str, str]) -> str:
    """Return the sentence about answers to what nobody said; empty where there are none."""
    speakers = dict.fromkeys(names[move.speaker] for move in clash.moves if move.strawman)
    return f" What {' and '.join(speakers)} answered had not been said." if speakers else ""


def _describe_missed(side: Side, missed: Sequence[ClaimNote], names: dict[str, str]) -> str:
    claims = [claim for claim in missed if claim.side == side]
    if not claims:
        return ""
    rival = SIDE_NAMES[other(side)]
    many = "1 claim" if len(claims) == 1 else f"{len(claims)} claims"
    order = ("evidence-backed", "principled", "assertion")
    first = sorted(claims, key=lambda claim: (order.index(claim.base), not claim.specific))[:NAMED]
    quoted = " ".join(f"{names[claim.speaker]}: “{_quote(claim.text)}”." for claim in first)
    return f"{rival} left {many} of {SIDE_NAMES[side]} unanswered. {quoted}"


def _conclude(clashes: Sequence[Clash], judgement: DebateJudgement) -> str:
    """Return who won more clashes, and whether the verdict is the same."""
    wins = {side: sum(clash.winner == side for clash in clashes) for side in SIDES}
    ahead: Side | None = None if wins["pro"] == wins["con"] else "pro" if wins["pro"] > wins["con"] else "con"
    counted = f"Over all clashes: {_count(clashes)}." if clashes else "No clash can decide."
    verdict = judgement.final.winner
    if ahead is None or verdict is None:
        agrees = f"The verdict: {judgement.final.statement}"
    elif ahead == verdict:
        agrees = f"The verdict names {SIDE_NAMES[verdict]}, too: {judgement.final.statement}"
    else:
        agrees = f"The verdict names {SIDE_NAMES[verdict]} all the same: {judgement.final.statement}"
    return f"{counted} {agrees}"


def _count(clashes: Sequence[Clash]) -> str:
    counts = [(SIDE_NAMES[side], sum(clash.winner == side for clash in clashes)) for side in SIDES]
    words = [f"{name} wins {count}" for name, count in counts]
    undecided = sum(clash.winner is None for clash in clashes)
    return ", ".join([*words, *([f"{undecided} open"] if undecided else [])])


def _quote(text: str) -> str:
    words = text.split()
    short = " ".join(words[:QUOTED]) + ("…" if len(words) > QUOTED else "")
    return short.rstrip(".,;: ").replace("“", "‘").replace("”", "’")
