"""A filled-in ballot of a judged debate, and an oral adjudication by clash, written from annotations alone.

    points of a speech = weight · (least + (overall − 1) / 9 · (most − least))     overall: its rubric score, 1 to 10

Teams are placed by the panel's ranking where there is one; else two sides by the final verdict, and more teams by their
speakers' points. Teams that share a place share the points of the places that they take.
"""

import math
from collections.abc import Mapping, Sequence

from doxa.analysis.exhibit import Prose, Table
from doxa.judging.ballots.annotation import BASES, ClaimNote, RebuttalNote
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.exhibits.captions import caption
from doxa.judging.graph import Clash, find_clashes, unanswered
from doxa.minds.places import places_of
from doxa.records.base import Record, clean
from doxa.records.transcripts import SIDE_NAMES, SIDES, BallotForm, Debate, Side, Utterance, other
from doxa.scoring.ranking import ranks


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
    if tally is None:
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
        points = [tally.claims[claim.id] for claim in claims]
        points += [tally.rebuttals.get(rebuttal.id, 0.0) for rebuttal in rebuttals]
        halves.append(
            HalfAdds(
                half=form.halves[team],
                team=team,
                claims=len(claims),
                new=sum(claim.new for claim in claims),
                standing=sum(claim.new and claim.id not in tally.demolished for claim in claims),
                answers=sum(rebuttal.undermines for rebuttal in rebuttals),
                points=round(math.fsum(points), 2),
            )
        )
    return tuple(halves)


def _team(speech: Utterance) -> str:
    return speech.team or SIDE_NAMES[speech.side]


def _place_teams(judgement: DebateJudgement, totals: Mapping[str, float]) -> tuple[str, dict[str, float]]:
    """Return by what teams are placed, and each team's place."""
    mean_ranks = {team.team: team.mean_rank for team in judgement.ranking.teams} if judgement.ranking else {}
    if mean_ranks and mean_ranks.keys() == totals.keys():
        return "the panel's ranking", _share_places(mean_ranks)
    if not set(totals) <= set(SIDE_NAMES.values()):
        return "speaker points", _share_places({team: -total for team, total in totals.items()})
    if judgement.final.winner is None:
        return "", {}
    winner = SIDE_NAMES[judgement.final.winner]
    return "the final verdict", {team: 1.0 if team == winner else 2.0 for team in totals}


def _share_places(values: Mapping[str, float]) -> dict[str, float]:
    """Return the place of each team, the smallest value first; equal teams share the mean of their places."""
    return dict(zip(values, ranks(list(values.values())).tolist(), strict=True))


def _place_points(places: Mapping[str, float], team: str, points: Sequence[float]) -> float | None:
    """Return a team's points: the mean over the places that the teams on its place take."""
    if team not in places:
        return None
    first = sum(place < places[team] for place in places.values())
    shared = sum(place == places[team] for place in places.values())
    return round(math.fsum(points[first : first + shared]) / shared, 2)


def ballot_tables(debate: Debate, judgement: DebateJudgement, form: BallotForm) -> list[Table]:
    """Return the tables of a ballot; none where not every speech has a rubric score."""
    ballot = fill_in_ballot(debate, judgement, form)
    if ballot is None:
        return []
    brought = [judgement.brought]
    names = {SIDE_NAMES[side]: name for side, name in form.benches.items()}
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
    scale = f"{form.format}: {form.least:g} to {form.most:g} points a speech, in proportion to its rubric score."
    speakers = Table(
        name="ballot-speakers",
        title="Ballot: speakers",
        caption=caption(scale, brought),
        columns=("speaker", "team", "speech", "points"),
        rows=tuple(
            (speech.name, names.get(speech.team, speech.team), speech.title or speech.speech, speech.points)
            for speech in ballot.speakers
        ),
    )
    shows = (
        "From the annotation. new: claims that its side had not made before; standing: new claims that no answer "
        "demolished; answers: rebuttals that undermine; points: of its claims and rebuttals in the tally."
    )
    halves = Table(
        name="ballot-halves",
        title="Ballot: what each half adds",
        caption=caption(shows, brought),
        columns=tuple(HalfAdds.model_fields),
        rows=tuple(tuple(half.model_dump().values()) for half in ballot.halves),
    )
    return [teams, speakers, *([halves] if halves.rows else [])]


def _whole(number: float | None) -> float | None:
    """Return a number without decimals where it has none: places and points are shared only in a tie."""
    return int(number) if number is not None and number.is_integer() else number


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


def adjudicate(debate: Debate, judgement: DebateJudgement) -> Prose:
    """Return the adjudication of an annotated debate."""
    notes = judgement.brought.annotation
    clashes = find_clashes(notes)
    paragraphs = [_overview(clashes)]
    paragraphs += [_describe_clash(number, clash, debate) for number, clash in enumerate(clashes[:MOST], 1)]
    if more := clashes[MOST:]:
        paragraphs.append(f"In {len(more)} lesser clashes: {_count(more)}.")
    paragraphs += [text for side in SIDES if (text := _describe_missed(side, unanswered(notes, debate), debate))]
    paragraphs.append(_conclude(clashes, judgement))
    shows = (
        "Written by plain code from the claims and rebuttals that were noted: a claim stands or falls in the argument "
        "graph (docs/debates.md). No model was asked."
    )
    return Prose(
        name="adjudication",
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


def _describe_clash(number: int, clash: Clash, debate: Debate) -> str:
    claim = clash.claim
    won = f"{SIDE_NAMES[clash.winner]} wins it" if clash.winner else "It stays open"
    # whoever answered what nobody said
    speakers = dict.fromkeys(debate.turn(move.speech).name for move in clash.moves if move.strawman)
    straw = f" What {' and '.join(speakers)} answered had not been said." if speakers else ""
    claimed = f"{debate.turn(claim.speech).name} ({SIDE_NAMES[claim.side]}) said: {cite_note(debate, claim)}."
    return f"Clash {number}. {claimed} {won}: {_explain(clash, debate)}{straw}"


def _explain(clash: Clash, debate: Debate) -> str:
    side, rival = SIDE_NAMES[clash.claim.side], SIDE_NAMES[other(clash.claim.side)]
    deciding = clash.deciding
    words = f" ({cite_note(debate, deciding)})" if deciding and deciding.text.strip() else ""
    said = f"{debate.turn(deciding.speech).name}’s answer{words}" if deciding else ""
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


def _describe_missed(side: Side, missed: Sequence[ClaimNote], debate: Debate) -> str:
    claims = [claim for claim in missed if claim.side == side]
    if not claims:
        return ""
    many = "1 claim" if len(claims) == 1 else f"{len(claims)} claims"
    first = sorted(claims, key=lambda claim: (-BASES[claim.base], not claim.specific))[:NAMED]
    quoted = " ".join(f"{debate.turn(claim.speech).name}: {cite_note(debate, claim)}." for claim in first)
    return f"{SIDE_NAMES[other(side)]} left {many} of {SIDE_NAMES[side]} unanswered. {quoted}"


def _conclude(clashes: Sequence[Clash], judgement: DebateJudgement) -> str:
    """Return who won more clashes, and whether the verdict is the same."""
    wins = {side: sum(clash.winner == side for clash in clashes) for side in SIDES}
    counted = f"Over all clashes: {_count(clashes)}." if clashes else "No clash can decide."
    verdict = judgement.final.winner
    agrees = "The verdict"
    if wins["pro"] != wins["con"] and verdict:
        is_same = wins[verdict] > wins[other(verdict)]
        agrees = f"The verdict names {SIDE_NAMES[verdict]}{', too' if is_same else ' all the same'}"
    return f"{counted} {agrees}: {judgement.in_words}"


def _count(clashes: Sequence[Clash]) -> str:
    words = [f"{SIDE_NAMES[side]} wins {sum(clash.winner == side for clash in clashes)}" for side in SIDES]
    undecided = sum(clash.winner is None for clash in clashes)
    return ", ".join([*words, *([f"{undecided} open"] if undecided else [])])


def cite_note(debate: Debate, note: ClaimNote | RebuttalNote) -> str:
    """Return a note in quotation marks where its turn contains the words, else as the annotator's."""
    text = clean(debate.turn(note.speech).text)
    (place,) = places_of([note.text], text)
    words = (text[slice(*place)] if place else note.text).split()
    short = (" ".join(words[:QUOTED]) + ("…" if len(words) > QUOTED else "")).rstrip(".,;: ")
    return f"“{short.replace('“', '‘').replace('”', '’')}”" if place else f"as the annotator put it, {short}"
