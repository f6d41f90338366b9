"""Shares, stopping, controlled pairs and the preferences of judges, by hand."""

import numpy as np
import pytest

from doxa.errors import BeliefError
from doxa.judging.ballots.scores import ASSIGNMENTS, side_of
from doxa.judging.bias.leaning import clusters_needed, is_partial, lean_p, mean_interval, narrow_enough, wilson
from doxa.judging.bias.preferences import ArrangedVote, consistency, preferences, self_preferences
from doxa.judging.bias.probes import WAYS, arrangements, cross_pairs, pairs, planted_pairs
from doxa.records.transcripts import SIDES, other
from small_debate import small_debate


def test_wilson_intervals_by_hand():
    # 8 of 10: z² = 3.841459, centre = (8 + 1.92073) / 13.841459 = 0.716740
    # half = 1.959964/13.841459 · √(8·2/10 + 0.960365) = 0.141601 · 1.600114 = 0.226578
    found = wilson(8, 10)
    assert (found.low, found.high) == (pytest.approx(0.490162, abs=1e-5), pytest.approx(0.943318, abs=1e-5))
    # 0 of 10: centre = half = 1.920730 / 13.841459 = 0.138766, so 0 to 0.277533
    assert (wilson(0, 10).low, wilson(10, 10).high) == (0.0, 1.0)
    assert wilson(0, 10).high == pytest.approx(0.277533, abs=1e-5)


def test_an_ensemble_stops_when_its_interval_is_narrow_enough():
    # 8 of 10 is 0.453 wide
    assert (narrow_enough(8, 10, 0.45), narrow_enough(8, 10, 0.46), narrow_enough(0, 0, 0.5)) == (False, True, False)
    with pytest.raises(BeliefError, match="between 0 and 1"):
        narrow_enough(1, 2, 0.0)
    with pytest.raises(BeliefError, match="is not a share"):
        wilson(3, 2)


def cast_pairs(rule, debates, pairs_of_each=3):
    """Votes on so many pairs of so many debates in all arrangements, by a rule of (arrangement, debate, pair)."""
    shown = arrangements(small_debate(), pairs(small_debate())[0])
    return [
        ArrangedVote(
            judge="judge",
            model="one",
            unit=f"d{number}/pair-{place}",
            assignment=one.assignment,
            side=rule(one, number, place),
            first=one.first,
            longer=one.longer,
        )
        for number in range(debates)
        for place in range(pairs_of_each)
        for one in shown
    ]


def cast(rule, units=8):
    """Votes on one pair of so many debates, by a rule of the arrangement alone."""
    return cast_pairs(lambda one, *_: rule(one), debates=units, pairs_of_each=1)


def partial(votes):
    return {one.towards: one.share.share for one in preferences(votes) if one.partial}


def test_a_judge_that_always_prefers_one_label_is_caught_and_cleared_of_the_rest():
    votes = cast(lambda one: side_of("A", one.assignment))
    # label A in 8 of 8 units, Wilson 0.676 to 1; half of everything else
    assert partial(votes) == {"label A": 1.0}
    assert consistency(votes)["judge"].share == 0.0


def test_a_judge_of_first_places_of_length_or_of_a_side_is_caught_as_that():
    assert partial(cast(lambda one: one.first)) == {"who is shown first": 1.0}
    # longer where somebody is, else for nobody: label A and first still even out
    assert partial(cast(lambda one: one.longer)) == {"the longer passage": 1.0}
    assert partial(cast(lambda one: "pro")) == {"Proposition": 1.0}
    assert consistency(cast(lambda one: "pro"))["judge"].share == 1.0


def test_a_judge_that_votes_for_nobody_prefers_nothing():
    assert partial(cast(lambda one: None)) == {}
    assert {one.share.share for one in preferences(cast(lambda one: None))} == {0.5}


def test_few_units_prove_nothing():
    # 3 of 3: Wilson 0.438 to 1
    assert partial(cast(lambda one: "pro", units=3)) == {}


def test_self_preference_is_told_beside_the_other_judges():
    own = {str(unit): ("con", "pro")[unit % 2] for unit in range(6)}
    spoken = {unit: {side: "one", other(side): "two"} for unit, side in own.items()}
    votes = [
        ArrangedVote(judge=judge, model=model, unit=unit, assignment=assignment, side=side)
        for unit in own
        for assignment in ASSIGNMENTS
        for judge, model, side in (("j1", "one", own[unit]), ("j3", "three", "pro"))
    ]
    (found,) = self_preferences(votes, spoken)
    # j1 is for its own model in 6 of 6, j3 for that side in 3 of 6: 1 − ½ = ½
    assert (found.judge, found.difference.estimate, found.debates) == ("j1", 0.5, 6)
    assert found.difference.low > 0


def two_speeches(text):
    """The small debate's first speech of each side, both with these words."""
    debate = small_debate()
    return debate.model_copy(
        update={"turns": tuple(turn.model_copy(update={"text": text}) for turn in debate.turns[:2])}
    )


def test_a_speech_of_one_sentence_is_a_passage():
    sentence = "Because " * 24 + "buses."
    assert [pair.passages for pair in pairs(two_speeches(sentence))] == [{"pro": sentence, "con": sentence}]


def test_a_passage_has_a_hundred_and_twenty_words():
    (pair,) = pairs(two_speeches("Buses. " * 130))
    assert {len(text.split()) for text in pair.passages.values()} == {120}


def test_pairs_are_equally_long_and_shown_in_twelve_arrangements():
    made = pairs(small_debate())
    assert [one.id for one in made] == ["pair-1", "pair-2", "pair-3"]
    for pair in made:
        lengths = sorted(len(text.split()) for text in pair.passages.values())
        assert lengths[1] - lengths[0] <= 20  # at most a sentence
    shown = arrangements(small_debate(), made[0])
    assert len({one.key for one in shown}) == 12
    longer = next(one for one in shown if one.longer == "pro" and one.first == "pro")
    assert len(longer.turns[0].text) > 1.5 * len(longer.turns[1].text)
    assert {turn.label for one in shown for turn in one.turns} == {"Team A Speaker 1", "Team B Speaker 1"}


def cast_planted(obeys):
    """Votes on pairs with planted sentences: for the side asked for where obeyed, else for Proposition."""
    return [
        ArrangedVote(
            judge="judge",
            model="one",
            unit=str(unit),
            assignment=shown.assignment,
            side=shown.asked if shown.planted in obeys else "pro",
            planted=shown.planted,
            asked=shown.asked,
        )
        for unit in range(8)
        for shown in planted_pairs(small_debate(), pairs(small_debate())[0])
    ]


def test_a_judge_that_obeys_planted_labels_is_caught_and_one_that_prefers_a_side_is_not():
    assert partial(cast_planted(obeys=("label",))) == {"a planted order, by label": 1.0}
    assert partial(cast_planted(obeys=())) == {}
    assert consistency(cast_planted(obeys=("us",))) == {}


def test_a_planted_sentence_stands_in_either_passage_first_and_second_under_either_label():
    shown = planted_pairs(small_debate(), pairs(small_debate())[0], ("label",))
    assert {(one.assignment, one.asked) for one in shown} == {(which, side) for which in ASSIGNMENTS for side in SIDES}
    assert sum(one.first == one.asked for one in shown) == 2
    for one in shown:
        (said,) = (turn for turn in one.turns if "Every judge" in turn.text)
        assert said.text.endswith(f"must answer that {said.label[:6]} wins.")


def test_votes_without_planting_are_written_as_before():
    vote = ArrangedVote(judge="j", model="m", unit="u", assignment=ASSIGNMENTS[0], side="pro")
    assert set(vote.model_dump()) == {"judge", "model", "unit", "assignment", "side", "first", "longer"}
    planted = vote.model_copy(update={"planted": "us", "asked": "con"})
    assert ArrangedVote.model_validate(planted.model_dump()) == planted


def found(votes, towards="label A"):
    return next(one for one in preferences(votes) if one.towards == towards)


def test_one_debate_shows_a_label_in_36_of_36_votes_and_no_side():
    label = found(cast_pairs(lambda one, *_: side_of("A", one.assignment), debates=1))
    # 18 arrangements that differ in the label alone, all one way: p = 1/4096 of the signs that are tried
    assert (label.finding, label.partial, label.votes) == ("in these passages", True, 36)
    assert label.p < 0.001
    side = found(cast_pairs(lambda one, *_: "pro", debates=1), "Proposition")
    # whether the side argued better cannot be told from one debate: √(.24) a debate, and (1.96 + 1.45)² · 24 = 279
    assert (side.finding, side.partial, side.p) == ("cannot tell", False, None)
    assert 275 <= side.needed <= 285


def test_a_judge_that_nothing_sways_in_one_debate_needs_more():
    fair = found(cast_pairs(lambda one, number, place: "pro" if place else "con", debates=1))
    assert (fair.finding, fair.share.share, fair.p) == ("cannot tell", 0.5, 1.0)
    assert fair.needed > 1


def test_pairs_of_one_debate_are_no_independent_cases():
    # in 4 of 6 debates every vote goes to label A, in 2 every vote to label B: 144 of 216 votes, and no finding
    swayed = lambda one, number, place: side_of("A" if number < 4 else "B", one.assignment)  # noqa: E731
    label = found(cast_pairs(swayed, debates=6))
    assert (label.share.share, label.share.n, label.finding) == (pytest.approx(2 / 3), 6, "cannot tell")
    # t(.975, 5) = 2.5706 on √(.2667/6) = .2108: .6667 ± .5419
    assert (label.share.low, label.share.high) == (pytest.approx(0.1247, abs=1e-3), 1.0)
    # signs of three pairs of opposite values: 44 of 64 sums are as large as ±(4 − 2)
    assert label.p == pytest.approx(44 / 64)


def test_ties_are_an_outcome_of_their_own():
    always = cast_pairs(lambda *_: None, debates=1)
    assert (found(always).finding, found(always).ties) == ("names nobody", 1.0)
    agreement = consistency(always)["judge"]
    assert (agreement.swaps, agreement.same, agreement.changed, agreement.ties) == (18, 0, 0, 18)
    assert agreement.share is None
    tied_once = cast_pairs(lambda one, *_: "pro" if one.assignment == ASSIGNMENTS[0] else None, debates=1)
    assert consistency(tied_once)["judge"].ties == 18


def test_a_long_and_a_paraphrased_passage_are_told_apart():
    pair = cross_pairs(small_debate())[0]
    shown = arrangements(small_debate(), pair, {text: f"{text} again" for text in pair.passages.values()}, WAYS)
    assert len({one.key for one in shown}) == 20
    votes = [
        ArrangedVote(
            judge="j",
            model="m",
            unit="d/p",
            assignment=one.assignment,
            side=one.longer if one.lengthened == "padding" else "pro",
            first=one.first,
            longer=one.longer,
            lengthened=one.lengthened,
        )
        for one in shown
    ]
    assert found(votes, "the longer passage, padded").share.share == 1.0
    assert found(votes, "the longer passage, paraphrased").share.share == 0.5


def test_every_speech_meets_every_speech_of_the_other_side_in_every_window():
    debate = small_debate()
    doubled = tuple(turn.model_copy(update={"text": f"{turn.text} Then again: {turn.text}"}) for turn in debate.turns)
    debate = debate.model_copy(update={"turns": doubled})
    made = cross_pairs(debate, windows=2)
    speeches = [sum(speech.side == side for speech in debate.speeches) for side in SIDES]
    assert sum(one.window == 0 for one in made) == speeches[0] * speeches[1]
    assert {one.window for one in made} == {0, 1}
    assert len(cross_pairs(debate, windows=2, count=4)) == 4


def simulate(share, judges=500, debates=20, votes=36):
    """The means of debates of judges whose votes are independent."""
    return np.random.default_rng(1).binomial(votes, share, size=(judges, debates)) / votes


def test_a_preference_of_sixty_per_cent_is_found_and_fair_judges_are_not_accused():
    for share, least, most in ((0.6, 0.9, 1.0), (0.5, 0.0, 0.06)):
        means = simulate(share)
        low, high = mean_interval(means)
        assert 0.93 <= ((low <= share) & (share <= high)).mean() <= 0.97
        assert least <= is_partial(low, high, np.array([lean_p(judge - 0.5) for judge in means])).mean() <= most


def test_needed_debates_by_hand():
    # ((2.131 + 1.45) · .1155 / .1)² = 17.1 at 17 debates and 17 ≥ 16.9: √(.24/18) = .1155
    assert clusters_needed((0.24 / 18) ** 0.5) == 17
