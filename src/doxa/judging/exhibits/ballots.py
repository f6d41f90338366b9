"""The ballot of a judged debate as tables: teams, speakers, and what each half adds."""

from doxa.analysis.exhibit import Table
from doxa.judging.ballots.filled_in import DebateBallot, fill_in_ballot
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.exhibits.captions import caption
from doxa.records.ballots import BallotForm
from doxa.records.transcripts import SIDE_NAMES, Debate


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
