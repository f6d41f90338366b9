"""How the small models are given propositions and claims, and what they see on a text's surface."""

import math

import pytest
from hypothesis import given, strategies as st

from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.strength import NAMES, surface

texts = st.text(max_size=80)


@pytest.mark.parametrize(
    ("given_", "plain"),
    [
        ("This house believes that atheism is the only way", "Atheism is the only way"),
        ("This House would ban gambling.", "We should ban gambling"),
        ("This house supports the one-child policy", "We should support the one-child policy"),
        ("This house opposes  the death\npenalty", "We should oppose the death penalty"),
        ("This house believes in free trade", "We should support free trade"),
        ("we should ban gambling", "We should ban gambling"),
        ("This house regrets the rise of the car", "This house regrets the rise of the car"),
        ("This house would", "This house would"),
        ("This houseboat would sink", "This houseboat would sink"),
        ("  Voting should be compulsory.. ", "Voting should be compulsory"),
        ("", ""),
    ],
)
def test_motions_become_plain_statements(given_, plain):
    assert canonical(given_) == plain


@given(texts)
def test_a_plain_statement_stays_what_it_is(text):
    assert canonical(canonical(text)) == canonical(text) or "house" in text.lower()


@pytest.mark.parametrize(
    ("claim", "read"),
    [
        ("it costs\n too much ", "It costs too much."),
        ("Does it?", "Does it?"),
        ("They call it “freedom”", "They call it “freedom”"),
        ("", ""),
        (" \n", ""),
    ],
)
def test_a_claim_is_read_as_one_sentence(claim, read):
    assert sentence(claim) == read


@given(texts)
def test_a_sentence_stays_what_it_is(text):
    read = sentence(text)
    assert "\n" not in read
    assert sentence(read) == read


def test_the_surface_of_a_text_by_hand():
    found = dict(zip(NAMES, surface("Dont ban it, because 2 of 3 studies say so!"), strict=True))
    length = len("Dont ban it, because 2 of 3 studies say so!")
    assert found["log length"] == pytest.approx(math.log(length))
    assert found["log length squared / 10"] == pytest.approx(math.log(length) ** 2 / 10)
    assert found["mean word length"] == pytest.approx((length - 9) / 10)
    assert found["share of different words"] == 1.0
    assert found["share of capitals"] == pytest.approx(1 / length)
    assert found["log commas"] == found["log exclamation marks"] == found["log sentence ends"] == math.log(2)
    assert found["log question marks"] == 0.0
    assert found["log reasoning words"] == pytest.approx(math.log(4))  # because, studies, so
    assert found["log chat words"] == math.log(2)  # dont
    assert found["capital first"] == 1.0
    assert found["log digits"] == pytest.approx(math.log(3))


def test_links_and_entities_do_not_count():
    assert surface("Cats &amp; dogs  https://example.org/a?b=1 sleep") == surface("Cats & dogs sleep")


@pytest.mark.parametrize("empty", ["", " \n ", "https://example.org"])
def test_a_text_without_words_has_no_surface(empty):
    assert surface(empty) == (0.0,) * len(NAMES)


@given(texts)
def test_every_text_has_finite_numbers(text):
    found = surface(text)
    assert len(found) == len(NAMES)
    assert all(math.isfinite(one) and one >= 0 for one in found)
