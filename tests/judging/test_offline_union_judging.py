"""The simulated judge of debates: deterministic, even towards labels, and noting what a speech quotes."""

import numpy as np
import pytest

from doxa.judging.ballots.scores import ASSIGNMENTS, score_spread
from doxa.judging.blind.anonymity import anonymise
from doxa.judging.known import known_debates
from doxa.judging.offline.learnt import MeasuredSpeech, learnt
from doxa.models.embedded import embedder
from doxa.models.hearing.sentences import sentences
from doxa.models.offline.shelf import Library
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
    again = turn(
        "Free buses take the cars off the road. Parking fees should pay for trams, since drivers use the most space.",
        "Ann Lee (Proposition)",
    )
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


def test_a_cluster_is_named_by_its_most_central_claim():
    claims = ["Parking pays for trams.", "Trams are paid by parking."]
    assert answered("name_cluster", claims=claims) == {"name": claims[0], "description": claims[0]}
    long = "Parking in the centre of a city pays for the trams that go there."
    found = answered("name_cluster", claims=[long, *claims])
    assert found == {"name": "Parking in the centre of a city pays…", "description": long}


SAID = "Free buses take cars off the road. Drivers weigh the fare first. A city should not tax people for work."

ANSWERED = (
    "You say that free buses take cars off the road. Drivers do not weigh the fare first, they weigh the time. Taxing "
    "people for work is not what a fare does."
)

BESIDE = "Trams need new rails. Villages have no bus at all. The money for the service has to come from somewhere."


def judged(model, *turns):
    """The scores of both teams by a seat; each turn is a team's letter and a text."""
    shown = [turn(text, f"Team {team} Speaker 1") for team, text in turns]
    return reply("judge_teams", {"motion": MOTION, "turns": shown}, model=model).model_dump()


def test_a_team_that_takes_up_what_the_others_said_engages_more_than_one_that_speaks_beside_it():
    taken, beside = (judged("offline", ("A", SAID), ("B", text))["b"]["engagement"] for text in (ANSWERED, BESIDE))
    assert taken > beside + 1


def test_who_has_nobody_to_answer_is_scored_as_is_usual():
    assert judged("offline:answering", ("A", SAID), ("B", ANSWERED))["a"]["engagement"] == 5.5


def test_a_seat_scores_every_criterion_by_what_it_is_named_after():
    plain = "Buses help people. They are good for the town. Everybody likes them. We should do it."
    backed = (
        "In Tallinn ridership rose by 14 percent. The review of 2019 showed it. A survey in Porto says so. In 2021 too."
    )
    scores = judged("offline:grounds", ("A", plain), ("B", backed))
    assert set(scores["a"].values()) == {scores["a"]["argument"]}
    assert scores["b"]["argument"] > scores["a"]["argument"]


def test_contradicting_oneself_costs_points_and_contradicting_the_others_does_not():
    at_once = SAID + " A city should tax people for work."
    itself = judged("offline:grounds", ("A", at_once), ("B", BESIDE))["a"]["argument"]
    others = judged("offline:grounds", ("A", SAID), ("B", "A city should tax people for work. " + BESIDE))
    assert itself < others["a"]["argument"] - 1
    assert others["b"]["argument"] > itself + 1


def test_a_passage_about_something_else_makes_a_case_less_coherent():
    foreign = "Penguins swim well in cold water. Their feathers are dense. The colony winters on the ice."
    own, mixed = (judged("offline:coherence", ("A", text), ("B", BESIDE))["a"] for text in (SAID, f"{SAID} {foreign}"))
    assert mixed["narrative"] < own["narrative"]


WHOLE = (
    "I want to make the case for buses without fares, because the way we pay for them now keeps people at home.",
    "In our town a return ticket costs as much as an hour of work at the supermarket.",
    "So a mother with two children takes the car, and the bus behind her runs half empty.",
    "When the fares went, one seat in three was filled by somebody who had driven before.",
    "That is why the council should vote for free buses, and stop charging people for doing the right thing.",
)


def measured(sentences):
    return MeasuredSpeech("A", tuple(sentences), MOTION, Library(embedder()))


def test_a_speech_that_was_cut_off_has_no_end_and_one_without_its_first_sentence_no_beginning():
    places = learnt().places
    whole = measured(WHOLE)
    for cut in (WHOLE[:-1], WHOLE[:3]):
        assert places.measure_closing(measured(cut)) < places.measure_closing(whole)
    assert places.measure_opening(measured(WHOLE[1:])) < places.measure_opening(whole)
    # what stands between makes no difference, nor how much of it
    longer = measured((*WHOLE[:-1], *WHOLE[1:]))
    assert places.measure_closing(longer) == places.measure_closing(whole)
    assert places.measure_closing(measured(WHOLE[:1])) is None


def test_a_speech_without_its_end_is_less_coherent():
    texts = (" ".join(WHOLE), " ".join(WHOLE[:-1]))
    whole, cut = (judged("offline:coherence", ("A", text), ("B", BESIDE))["a"]["narrative"] for text in texts)
    assert cut < whole


def test_first_and_last_sentences_of_debates_held_out_sound_like_first_and_last_ones():
    places = learnt().places
    speeches = [
        measured(sentence.text for sentence in sentences(turn.text))
        for debate in known_debates("dev")[:8]
        for turn in debate.turns
    ]
    firsts = [speech.units[0] @ places.opening > (speech.units[1:-1] @ places.opening).mean() for speech in speeches]
    lasts = [speech.units[-1] @ places.closing > (speech.units[1:-1] @ places.closing).mean() for speech in speeches]
    assert np.mean(firsts) >= 0.8
    assert np.mean(lasts) >= 0.6  # many end on a question or a retort, as sentences within do


def test_saying_everything_twice_earns_nothing():
    once, twice = (
        judged("offline:answering", ("A", SAID), ("B", text))["b"] for text in (ANSWERED, f"{ANSWERED} " * 2)
    )
    assert twice["engagement"] <= once["engagement"]


def test_a_point_of_information_changes_no_score_for_rebuttal():
    before = [turn(SAID, "Ann Lee (Proposition)")]
    point = {**turn("Which tax pays for it?", "Cy Orr (Opposition)"), "kind": "point"}
    answer = {**turn("A charge on parking.", "Ann Lee (Proposition)"), "kind": "answer"}
    rebutted = [
        answered("score_speech", speech=turn(ANSWERED), before=shown, answerable=True)["rebuttal"]
        for shown in (before, [*before, point, answer])
    ]
    assert rebutted[0] == rebutted[1] > 5.5


def test_a_speech_rebuts_any_earlier_speech_of_the_other_side():
    before = [turn(SAID, "Ann Lee (Proposition)"), turn(BESIDE), turn("Parking pays for it.", "Ed Ray (Proposition)")]
    late = answered("score_speech", speech=turn(ANSWERED), before=before, answerable=True)["rebuttal"]
    none = answered("score_speech", speech=turn("Penguins swim well. Ice is cold."), before=before, answerable=True)
    assert late > 5.5 > none["rebuttal"]


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
        ("Nobody would have to queue at a ticket machine. Children could visit their grandparents alone.", "pro"),
        ("The town would have to close the pool to pay for it.", "con"),
    ],
)
def test_the_side_to_which_the_claims_lean_wins_outright(text, winner):
    """Of the last two no claim is sure enough for a direction of its own."""
    assert answered("judge_outright", turns=[turn(text)])["winner"] == winner
