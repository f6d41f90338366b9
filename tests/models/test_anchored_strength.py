"""Strength on the anchored scale: what is said decides, not how often or at what length; texts are scored alone."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from doxa.corpora.argument_sets import RANKED_ARGUMENTS
from doxa.corpora.ratings import held_out_ratings
from doxa.models.embedded import Embedder, anchored_strength, strength
from doxa.models.embedded.embedder import Recall
from doxa.models.embedded.passages import MOST_WORDS, passages
from doxa.records.claims import ANCHORS

VOTING = "We should introduce compulsory voting"
REASONED = (
    "Compulsory voting raises turnout among the poor, so parties have to answer to people whom they ignore today; in "
    "Australia, where it has been the law since 1924, nine in ten citizens vote."
)
POINTS = (
    REASONED,
    "Voting is a right and not a duty.",
    "People who care little about politics would tick any box, and the result would say less about what voters want.",
    "It is just a good idea.",
)
MESSAGE = " ".join(
    (
        "Thank you for raising this, and I would like to begin where we agree.",
        "Nobody wants parliaments that are elected by a third of the people.",
        "When turnout falls, it falls first among the young and the poor, because nobody reminds them or drives them "
        "to the polling station.",
        "Parties notice that and write their programmes for those who come.",
        "A duty to vote changes what parties have to do: they can no longer win by keeping the other side at home.",
        "Australia has had such a law for a century, and its turnout stands at ninety per cent.",
        "The fine is small, and whoever likes none of the candidates can leave the paper blank.",
        "Some say that a right includes the right not to use it.",
        "But we also make people serve on juries and pay taxes, since a common good needs everybody's part.",
        "An election decides for all, and its result is worth more when all have had a say in it.",
        "For these reasons I think that the motion deserves support, and I would be glad to hear what you make of the "
        "Australian example, which nobody on the other side has answered yet.",
    )
)

texts = st.text(max_size=80) | st.lists(st.sampled_from(["Voting", "helps", "all.", "It", "is", "fair!", "-"])).map(
    " ".join
)


def fresh(claims, proposition=VOTING):
    return replace(anchored_strength(), known=Recall(0)).strengths(proposition, claims, Embedder())


def test_claims_are_scored_alike_alone_and_in_company():
    assert fresh(POINTS) == [fresh([claim])[0] for claim in POINTS]
    assert fresh(POINTS[::-1]) == fresh(POINTS)[::-1]


FILLER = " ".join(
    (
        "Let us look at this matter together now.",
        "It is a thing that many people talk about these days.",
        "There are many sides to everything in life.",
        "I have thought about it for some time.",
        "People say this and people say that.",
        "One can see it in different ways, of course.",
        "We all know how these things go.",
        "It is good that we talk about it here.",
        "There is much that could be said, and much has been said.",
        "It is a topic that will stay with us.",
        "Nobody should be surprised by that.",
        "These questions come up again and again.",
        "It was the same last year and the year before.",
        "I could go on for a long time, but time is short, as we all know.",
    )
)


def test_words_without_a_point_take_nothing_from_one_that_is_made_beside_them():
    alone, filler, before, after = fresh((REASONED, FILLER, f"{REASONED} {FILLER}", f"{FILLER} {REASONED}"))
    assert filler < alone <= before <= alone + 0.03
    assert alone <= after <= alone + 0.03


def test_a_specific_reason_is_stronger_than_a_bare_assertion():
    specific, right, general, bare = fresh(POINTS)
    assert specific > general > bare
    assert specific > right > bare
    assert bare < 0.3 < 0.45 < specific


def test_a_long_message_is_not_saturated():
    assert len(MESSAGE.split()) > 180
    (score,) = fresh([MESSAGE])
    assert strength().strengths(VOTING, [MESSAGE], Embedder())[0] > 0.95, "the percentile scale saturates"
    assert 0.4 < score < 0.8
    assert score == max(fresh(passages(MESSAGE)))


def test_eight_times_the_same_sentence_is_as_strong_as_once():
    for claim in POINTS:
        once, eightfold, lines = fresh([claim, " ".join([claim] * 8), "\n".join([claim] * 8)])
        assert once == eightfold == lines


def test_a_sentence_said_again_later_changes_nothing():
    (plain,) = fresh([f"{POINTS[1]} {POINTS[2]}"])
    assert fresh([f"{POINTS[1]} {POINTS[2]} {POINTS[1]}"]) == [plain]


@pytest.mark.parametrize(
    "empty",
    ["That is what I think.", "I really do believe that.", "Thank you for reading.", "It is as simple as that."],
)
def test_a_sentence_without_content_adds_next_to_nothing(empty):
    rows = held_out_ratings()[::40]
    pairs = [fresh([row.text, f"{row.text.rstrip('. ')}. {empty}"], row.proposition) for row in rows]
    assert max(after - before for before, after in pairs) < 0.08
    assert np.mean([after - before for before, after in pairs]) < 0.01


def test_nothing_said_has_no_strength():
    assert fresh(["", "  \n"]) == [0.0, 0.0]


@settings(max_examples=15, deadline=None)
@given(texts, st.integers(2, 8))
def test_any_text_is_in_range_and_not_stronger_when_repeated(text, times):
    once, repeated = fresh([text, " ".join([text] * times)])
    assert 0.0 <= once <= 1.0
    assert repeated == once


@settings(max_examples=200, deadline=None)
@given(texts)
def test_passages_are_short_and_repeat_no_sentence(text):
    once = passages(text)
    assert passages(f"{text} {text}") == once
    assert all(passage.strip() for passage in once)


@given(st.lists(st.sampled_from(["It costs too much.", "Few people vote.", "Buses are late. "]), max_size=60))
def test_runs_are_as_long_as_an_argument_at_most(sentences):
    numbered = [f"{number} {sentence}" for number, sentence in enumerate(sentences)]
    cut = passages(" ".join(numbered))
    assert all(len(passage.split()) <= MOST_WORDS for passage in cut)
    assert all(any(sentence.strip() in passage for passage in cut) for sentence in numbered)


def test_arguments_are_read_whole():
    assert all(len(passages(one.text)) == 1 for one in RANKED_ARGUMENTS.read()[::25])


def test_the_scale_is_that_of_the_raters_on_motions_that_no_training_saw():
    rows = held_out_ratings()[::4]
    scores = [fresh([row.text], row.proposition)[0] for row in rows]
    ratings = [row.rating for row in rows]
    assert np.corrcoef(scores, ratings)[0, 1] > 0.5
    assert abs(np.mean(scores) - np.mean(ratings)) < 0.03
    assert np.mean(np.abs(np.subtract(scores, ratings))) < 0.1
    assert min(ANCHORS) < np.mean(scores) < max(ANCHORS)
