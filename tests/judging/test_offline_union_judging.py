"""The simulated judge of debates: deterministic, even towards labels, and noting what a speech quotes."""

import pytest

from doxa.judging.measures.anonymity import anonymise
from doxa.judging.measures.panel import ASSIGNMENTS
from doxa.judging.measures.rubric import score_spread
from doxa.tasks.base import ReplyError
from models.offline_scenes import reply
from small_debate import MOTION, small_debate


def answered(task, **inputs):
    return reply(task, {"motion": MOTION, **inputs}).model_dump()


def turn(text, label="Bo Noor (Opposition)"):
    return {"label": label, "text": text}


CLAIMS = [
    {"id": "c1.1", "by": "Ann Lee", "text": "Free buses take cars off the road because a fare is the first cost."},
    {"id": "c1.2", "by": "Ann Lee", "text": "A city should not tax people for going to work."},
]


def rebuttals(text):
    return answered("note_rebuttals", turn=turn(text), targets=CLAIMS)["rebuttals"]


def test_what_a_speech_quotes_is_answered_and_how_is_told_by_its_words():
    (felled,) = rebuttals(
        "Ann Lee told us that “Free buses take cars off the road because”. That does not follow: it fails."
    )
    assert (felled["target"], felled["undermines"], felled["direct"]) == ("c1.1", True, True)
    (aside,) = rebuttals(
        "We heard about “a city should not tax people”. There is another side to it: towns need money."
    )
    assert (aside["target"], aside["direct"]) == ("c1.2", False)
    assert not rebuttals("Penguins swim well in cold water.")


def test_claims_are_those_of_the_speaker_and_no_introduction():
    text = (
        "My name is Ann Lee. In Tallinn ridership rose by 14 percent within a year. A city should be fair to workers. "
        "Bo Noor told us that “a bus that does not come is not free”."
    )
    found = answered("note_claims", speech=turn(text, "Ann Lee (Proposition)"))["claims"]
    assert [(one["base"], one["specific"]) for one in found] == [("evidence-backed", True), ("principled", False)]


def test_a_claim_that_the_own_side_made_before_is_not_new():
    before = [turn("Free buses take cars off the road.", "Cy Orr (Proposition)")]
    again = turn("Free buses take the cars off the road. Parking should pay for trams.", "Ann Lee (Proposition)")
    assert [one["new"] for one in answered("note_claims", speech=again, before=before)["claims"]] == [False, True]


def test_scores_side_by_side_keep_their_order_and_spread_over_two_points():
    given = [5.0, 5.4, 5.2]
    scores = answered("compare_speeches", speeches=[turn("a"), turn("b"), turn("c")], scores=given)["scores"]
    assert sorted(range(3), key=scores.__getitem__) == [0, 2, 1]
    assert score_spread(scores) >= 2
    assert min(scores) >= 1


def test_speeches_with_one_score_cannot_be_told_apart():
    with pytest.raises(ReplyError, match="2 points apart"):
        answered("compare_speeches", speeches=[turn("a"), turn("b")], scores=[5.0, 5.0])


def test_teams_are_scored_the_same_under_either_label():
    first, second = (
        answered("judge_teams", turns=[one.model_dump() for one in anonymise(small_debate(), which).turns])
        for which in ASSIGNMENTS
    )
    assert (first["a"], first["b"]) == (second["b"], second["a"])


def test_a_claim_survives_where_nobody_answers_it():
    claims = [{"id": "c", "by": "Ann Lee", "text": "Free buses help.", "answers": []}]
    assert answered("audit_claims", claims=claims)["fates"][0]["fate"] == "survived"


def test_a_cluster_is_named_by_what_its_claims_share():
    claims = ["Parking pays for trams.", "Trams are paid by parking.", "Parking in the centre pays."]
    found = answered("name_cluster", claims=claims)
    assert found["name"].startswith("parking · ")
    assert found["description"] == claims[0]


def test_a_team_whose_speeches_say_the_same_tells_one_story():
    same, other = "Free buses take cars off the road.", "A bus that does not come is not free."
    turns = [
        turn(text, f"{team} Speaker {place}")
        for place in (1, 2)
        for team, text in (("Team A", same), ("Team B", same if place == 1 else other))
    ]
    scores = answered("judge_teams", turns=turns)
    assert scores["a"]["narrative"] == 10.0 > scores["b"]["narrative"]


def test_who_comes_near_to_what_the_others_said_last_engages_with_them():
    said = "Free buses take cars off the road."
    scores = answered("judge_teams", turns=[turn(said, "Team A Speaker 1"), turn(said, "Team B Speaker 1")])
    assert (scores["a"]["engagement"], scores["b"]["engagement"]) == (1.0, 10.0), "the first has nobody to answer"


@pytest.mark.parametrize(("side", "rebuttal"), [("Proposition", 10.0), ("Opposition", 1.0)])
def test_only_words_near_to_the_other_sides_rebut(side, rebuttal):
    said = "Free buses take cars off the road."
    scores = answered("score_speech", speech=turn(said), before=[turn(said, f"Ann Lee ({side})")], answerable=True)
    assert scores["rebuttal"] == rebuttal


def test_rhetoric_is_how_many_different_words_a_speech_has():
    # 2 of 4 words, where 0.9 of them make a speech rich: 1 + 9 · 2/3.6
    assert answered("score_speech", speech=turn("cheap cheap cheap fair"))["rhetoric"] == 6.0


def test_a_quotation_engages_its_target_itself_though_it_names_nobody():
    (felled,) = rebuttals("They said “free buses take cars off the road because”. That does not follow: it fails.")
    assert (felled["target"], felled["direct"]) == ("c1.1", True)


@pytest.mark.parametrize(("persona", "score"), [("", None), ("Free buses take cars off the road.", 10.0)])
def test_a_speech_is_likened_to_the_description_of_its_speaker_where_there_is_one(persona, score):
    said = turn("Free buses take cars off the road.")
    assert answered("score_speech", speech=said, persona=persona)["persona"] == score


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("Making public transport free is right because it helps poor workers and cuts traffic.", "pro"),
        ("Making public transport free is wrong because it costs too much and harms the service.", "con"),
    ],
)
def test_the_side_for_which_more_claims_speak_wins_outright(text, winner):
    assert answered("judge_outright", turns=[turn(text)])["winner"] == winner
