"""A filled-in ballot: speaker points, team points, and what each half of the debate adds. Plain arithmetic.

    points of a speech = weight · (least + (overall − 1) / 9 · (most − least))     overall: its rubric score, 1 to 10

Teams are placed by the panel's ranking where there is one; else two sides by the final verdict, and more teams by their
speakers' points. Teams that share a place share the points of the places that they take.
"""

import math
from collections.abc import Mapping, Sequence

from doxa.judging.ballots.judged import DebateJudgement
from doxa.records.base import Record
from doxa.records.transcripts import SIDE_NAMES, BallotForm, Debate, Utterance


class SpeakerPoints(Record):
    """One speech on the ballot."""

    speech: str
    title: str
    name: str
    team: str
    points: float


class TeamPoints(Record):
    """One team on the ballot."""

    team: str
    speaker_points: float
    place: float | None = None
    """From 1; the mean of the places that several teams share; None where nobody decided."""
    points: float | None = None


class HalfAdds(Record):
    """What one team adds in its half of the debate."""

    half: str
    team: str
    claims: int
    new: int
    """Claims that its side had not made before."""
    standing: int
    """New claims that no answer demolished."""
    answers: int
    """Rebuttals that undermine what they answer."""
    points: float
    """Points of its claims and rebuttals in the tally."""


class DebateBallot(Record):
    """A filled-in ballot."""

    placed_by: str
    """By what teams were placed: the ranking, the verdict, or speaker points; empty where nobody decided."""
    speakers: tuple[SpeakerPoints, ...]
    teams: tuple[TeamPoints, ...]
    halves: tuple[HalfAdds, ...] = ()

    @property
    def low_point_win(self) -> bool:
        """Whether a team is placed above one with more speaker points."""
        placed = [team for team in self.teams if team.place is not None]
        return any(
            (better.place or 0) < (worse.place or 0) and better.speaker_points < worse.speaker_points
            for better in placed
            for worse in placed
        )


def fill_in_ballot(debate: Debate, judgement: DebateJudgement, form: BallotForm) -> DebateBallot | None:
    """Return the ballot of a judged debate; None where not every speech has a rubric score."""
    scores = {speech.speech: speech.overall for speech in judgement.brought.rubric}
    if not debate.speeches or any(speech.id not in scores for speech in debate.speeches):
        return None
    speakers = tuple(
        SpeakerPoints(
            speech=speech.id,
            title=form.titles.get(speech.id, ""),
            name=speech.name,
            team=_team(speech),
            points=round(
                form.weights.get(speech.id, 1.0)
                * (form.least + (scores[speech.id] - 1.0) / 9.0 * (form.most - form.least)),
                1,
            ),
        )
        for speech in debate.speeches
    )
    totals: dict[str, float] = {}
    for speaker in speakers:
        totals[speaker.team] = round(totals.get(speaker.team, 0.0) + speaker.points, 1)
    placed_by, places = _place_teams(judgement, totals)
    teams = (
        TeamPoints(
            team=team,
            speaker_points=total,
            place=places.get(team),
            points=_place_points(places, team, form.team_points),
        )
        for team, total in totals.items()
    )
    return DebateBallot(
        placed_by=placed_by,
        speakers=speakers,
        teams=tuple(sorted(teams, key=lambda team: team.place or 0.0)),
        halves=add_by_half(debate, judgement, form),
    )


def add_by_half(debate: Debate, judgement: DebateJudgement, form: BallotForm) -> tuple[HalfAdds, ...]:
    """Return what each team adds in its half; empty where the format has no halves, or without a whole annotation."""
    tally, notes = judgement.tally, judgement.brought.annotation
    if tally is None or not form.halves:
        return ()
    # points and answers count for the team of their speaker's speeches
    by_speaker = {speech.speaker: _team(speech) for speech in debate.speeches}
    teams = {turn.id: by_speaker.get(turn.speaker, SIDE_NAMES[turn.side]) for turn in debate.turns}
    # halves and teams in the order of speaking
    spoken = [team for team in dict.fromkeys(_team(speech) for speech in debate.speeches) if team in form.halves]
    order = list(dict.fromkeys(form.halves[team] for team in spoken))
    halves = []
    for team in sorted(spoken, key=lambda name: order.index(form.halves[name])):
        claims = [claim for claim in notes.claims if teams.get(claim.speech) == team]
        rebuttals = [rebuttal for rebuttal in notes.rebuttals if teams.get(rebuttal.speech) == team]
        new = [claim for claim in claims if claim.new]
        halves.append(
            HalfAdds(
                half=form.halves[team],
                team=team,
                claims=len(claims),
                new=len(new),
                standing=sum(claim.id not in tally.demolished for claim in new),
                answers=sum(rebuttal.undermines for rebuttal in rebuttals),
                points=round(
                    math.fsum(tally.claims[claim.id] for claim in claims)
                    + math.fsum(tally.rebuttals.get(rebuttal.id, 0.0) for rebuttal in rebuttals),
                    2,
                ),
            )
        )
    return tuple(halves)


def _team(speech: Utterance) -> str:
    return speech.team or SIDE_NAMES[speech.side]


def _place_teams(judgement: DebateJudgement, totals: Mapping[str, float]) -> tuple[str, dict[str, float]]:
    """Return by what teams are placed, and each team's place."""
    if judgement.ranking:
        ranks = {team.team: team.mean_rank for team in judgement.ranking.teams}
        if ranks.keys() == totals.keys():
            return "the panel's ranking", _share_places(ranks)
    if set(totals) <= set(SIDE_NAMES.values()):
        winner = judgement.final.winner
        if winner is None:
            return "", {}
        return "the final verdict", {team: 1.0 if team == SIDE_NAMES[winner] else 2.0 for team in totals}
    return "speaker points", _share_places({team: -total for team, total in totals.items()})


def _share_places(values: Mapping[str, float]) -> dict[str, float]:
    """Return the place of each team, the smallest value first; equal teams share the mean of their places."""
    return {
        team: sum(other < value for other in values.values())
        + (sum(other == value for other in values.values()) + 1) / 2
        for team, value in values.items()
    }


def _place_points(places: Mapping[str, float], team: str, points: Sequence[float]) -> float | None:
    """Return a team's points: the mean over the places that the teams on its place take."""
    if team not in places:
        return None
    shared = sum(place == places[team] for place in places.values())
    first = sum(place < places[team] for place in places.values())
    return round(math.fsum(points[first : first + shared]) / shared, 2)
