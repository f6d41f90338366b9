"""Ballots and adjudications by hand: points by scale, places, halves, and who wins a clash and why."""

import pytest

from doxa.judging.ballots.annotation import Annotation, ClaimNote, RebuttalNote
from doxa.judging.ballots.judged import JudgeFindings, judgement
from doxa.judging.ballots.scores import SpeechScores
from doxa.judging.exhibits.ballots import adjudicate, ballot_tables, fill_in_ballot
from doxa.judging.graph import find_clashes, unanswered
from doxa.records.transcripts import BallotForm, Debate, Utterance

TEAMS = ("Opening Government", "Opening Opposition", "Closing Government", "Closing Opposition")
DEBATE = Debate(
    motion="Make buses free",
    turns=tuple(
        Utterance(id=f"p{place}", speaker=f"s{place}", name=f"Name {place}", side=side, text="Words.", team=team)
        for place, (side, team) in enumerate(zip(("pro", "con", "pro", "con"), TEAMS, strict=True), 1)
    ),
)
TWO = Debate(motion="Make buses free", turns=tuple(turn.model_copy(update={"team": ""}) for turn in DEBATE.turns[:2]))
FORM = BallotForm(
    format="British Parliamentary", least=50, most=100, team_points=(3, 2, 1, 0),
    halves={team: team.split()[0].lower() for team in TEAMS},
)  # fmt: skip


def scores(debate, *overall):
    return tuple(
        SpeechScores(speech=speech.id, speaker=speech.speaker, side=speech.side, scores={"argument": score})
        for speech, score in zip(debate.speeches, overall, strict=True)
    )


def claim(id, speech, side, **facts):
    return ClaimNote(
        id=id, speech=speech, speaker=f"s{speech[1:]}", side=side, text=f"Claim {id}.", base="principled", **facts
    )


def answer(id, speech, side, target, **facts):
    return RebuttalNote(
        id=id, speech=speech, speaker=f"s{speech[1:]}", side=side, target=target, text=f"Answer {id}.", **facts
    )


def test_four_teams_are_placed_by_speaker_points_and_ties_share_places():
    brought = JudgeFindings(rubric=scores(DEBATE, 1, 10, 5.5, 5.5))
    ballot = fill_in_ballot(DEBATE, judgement(DEBATE, brought), FORM)
    assert [one.points for one in ballot.speakers] == [50, 100, 75, 75]
    assert [(one.team.split()[0], one.place, one.points) for one in ballot.teams] == [
        ("Opening", 1, 3), ("Closing", 2.5, 1.5), ("Closing", 2.5, 1.5), ("Opening", 4, 0),
    ]  # fmt: skip
    assert ballot.placed_by == "speaker points"


def test_two_sides_are_placed_by_the_verdict_and_a_reply_weighs_half():
    form = BallotForm(format="World Schools", least=60, most=80, weights={"p2": 0.5})
    won = judgement(TWO, JudgeFindings(rubric=scores(TWO, 5.5, 10)))
    ballot = fill_in_ballot(TWO, won, form)
    assert [one.points for one in ballot.speakers] == [70, 40]
    assert [(one.team, one.place, one.points) for one in ballot.teams] == [("Opposition", 1, 1), ("Proposition", 2, 0)]
    assert ballot.low_point_win


def test_a_ballot_needs_a_score_of_every_speech():
    assert fill_in_ballot(DEBATE, judgement(DEBATE, JudgeFindings(rubric=scores(DEBATE, 1, 2, 3, 4)[:3])), FORM) is None


NOTES = Annotation(
    claims=(
        claim("c1", "p1", "pro"), claim("c2", "p2", "con"), claim("c3", "p3", "pro", new=False),
        claim("c4", "p3", "pro"), claim("c5", "p4", "con"),
    ),
    rebuttals=(
        answer("r1", "p2", "con", "c1", undermines=True, addresses_logic=True),
        answer("r2", "p3", "pro", "c2", undermines=True),
        answer("r3", "p4", "con", "r2", undermines=True),
        answer("r4", "p4", "con", "c4"),
    ),
)  # fmt: skip


def test_each_half_adds_what_its_side_had_not_made():
    brought = JudgeFindings(rubric=scores(DEBATE, 1, 2, 3, 4), annotation=NOTES)
    halves = {one.team: one for one in fill_in_ballot(DEBATE, judgement(DEBATE, brought), FORM).halves}
    assert [one.half for one in halves.values()] == ["opening", "opening", "closing", "closing"]
    added = halves["Closing Government"]
    assert (added.claims, added.new, added.standing, added.answers) == (2, 1, 1, 1)
    assert halves["Opening Government"].standing == 0
    assert added.points == pytest.approx(4.0)  # two principled claims; the answer r2 undermines and has no points


def test_halves_stand_in_the_order_of_speaking_whatever_the_order_of_the_form():
    turned = FORM.model_copy(update={"halves": dict(sorted(FORM.halves.items()))})
    brought = JudgeFindings(rubric=scores(DEBATE, 1.0, 1.0, 1.0, 1.0), annotation=NOTES)
    ballot = fill_in_ballot(DEBATE, judgement(DEBATE, brought), turned)
    assert [one.team for one in ballot.halves] == list(TEAMS)


def test_a_ballot_has_the_teams_of_the_format_and_places_without_decimals():
    form = FORM.model_copy(
        update={"halves": {}, "team_points": (1.0, 0.0), "benches": {"pro": "Cooks", "con": "Guests"}}
    )
    brought = JudgeFindings(rubric=scores(TWO, 4.0, 9.0))
    teams, speakers = ballot_tables(TWO, judgement(TWO, brought), form)
    assert [str(cell) for cell in teams.rows[0][:3]] == ["1", "Guests", "1"]
    assert [row[1] for row in speakers.rows] == ["Cooks", "Guests"]


def test_clashes_are_won_by_the_answer_that_stands():
    found = {clash.claim.id: clash for clash in find_clashes(NOTES)}
    assert {id: (clash.winner, clash.reason) for id, clash in found.items()} == {
        "c1": ("con", "demolished"), "c2": ("con", "answered back"), "c4": ("pro", "unmet"),
    }  # fmt: skip
    assert found["c1"].deciding.id == "r1"
    assert found["c2"].deciding.id == "r3"
    assert [one.id for one in unanswered(NOTES, DEBATE)] == ["c3"]  # nobody spoke after c5


def test_the_adjudication_says_who_won_which_clash_and_why():
    verbatim = {turn.id: " ".join(note.text for note in NOTES.all if note.speech == turn.id) for turn in DEBATE.turns}
    turns = tuple(turn.model_copy(update={"text": f"So: {verbatim[turn.id]}."}) for turn in DEBATE.turns)
    text = adjudicated(DEBATE.model_copy(update={"turns": turns}))
    assert (
        "Name 1 (Proposition) said: “Claim c1”. Opposition wins it: Name 2’s answer (“Answer r1”) went to its reasoning"
        in text
    )
    assert "Name 4’s answer (“Answer r3”) took that answer away" in text
    assert "Opposition left 1 claim of Proposition unanswered. Name 3: “Claim c3”." in text


def test_the_adjudication_quotes_no_words_that_the_annotator_chose():
    text = adjudicated(DEBATE)
    assert "“" not in text
    assert (
        "Name 1 (Proposition) said: as the annotator put it, Claim c1. Opposition wins it: Name 2’s answer (as" in text
    )


def adjudicated(debate):
    return "\n".join(adjudicate(debate, judgement(debate, JudgeFindings(annotation=NOTES))).paragraphs)


def test_a_debate_without_answers_has_no_clash():
    alone = Annotation(claims=NOTES.claims)
    text = adjudicate(DEBATE, judgement(DEBATE, JudgeFindings(annotation=alone))).paragraphs
    assert text[0].startswith("There was no clash")
