"""What polarity is learned from: never what it is tested on, and the same rows for the same seed."""

from random import Random

import numpy as np
import pytest

from doxa.corpora.argument_sets import RANKED_ARGUMENTS
from doxa.corpora.corpus import normalised
from doxa.corpora.stances import STANCES, read_stances
from doxa.models.embedded.phrasing import canonical, sentence
from doxa_train import unlabelled
from doxa_train.examples import Mix, epoch_rows, held_out_rows, labelled_rows
from doxa_train.heldout import PARTS, is_open, open_stances, stances
from doxa_train.unlabelled import Debates, Pool

MIX = Mix(unlabelled=0.2, framed=0.1, named=0.2)


def by_words(texts):
    """Vectors in which texts are alike that share words; shape (texts, 64)."""
    found = np.zeros((len(texts), 64), dtype=np.float32)
    for row, text in zip(found, texts, strict=True):
        for word in normalised(text).split():
            row[sum(map(ord, word)) % 64] += 1
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1)


@pytest.fixture(scope="module")
def pool():
    return Pool(by_words)


@pytest.fixture(scope="module")
def rows(pool):
    return epoch_rows(MIX, 3, 1, pool)


@pytest.fixture(scope="module")
def tested():
    return [one for part in held_out_rows().values() for one in part]


def test_no_training_row_is_about_a_tested_proposition(tested):
    topics = {normalised(one.proposition) for one in tested}
    found = [one for part in labelled_rows().values() for one in part if normalised(one.proposition) in topics]
    assert found == []


def test_no_pair_is_both_learned_and_tested(rows, tested):
    assert {one.pair for one in rows}.isdisjoint(one.pair for one in tested)


def test_labelled_rows_come_from_train_parts(rows):
    claims = {sentence(one.claim) for name in STANCES for one in read_stances(name, "train")}
    assert {one.claim for name in STANCES for one in labelled_rows()[name]} <= claims


def test_pairs_for_a_teacher_hold_no_text_of_dev_or_test(rows):
    apart = {
        normalised(text)
        for name in STANCES
        for part in PARTS
        for one in stances(name, part)
        for text in (canonical(one.proposition), one.claim)
    }
    apart |= {normalised(one.text) for one in RANKED_ARGUMENTS.read() if one.part != "train"}
    asked = [one for one in rows if one.polarity is None]
    assert abs(len(asked) - 0.5 * (len(rows) - len(asked) - drawn_beside(rows))) <= 0.5
    assert [one for one in asked if normalised(one.proposition) in apart or normalised(one.claim) in apart] == []


def drawn_beside(rows):
    return sum(one.origin in ("statements", "strangers") for one in rows)


def test_the_same_seed_draws_the_same_rows_and_every_epoch_as_many(rows, pool):
    assert epoch_rows(MIX, 3, 1, pool) == rows
    other = epoch_rows(MIX, 3, 2, pool)
    assert len(other) == len(rows)
    assert other != rows
    assert epoch_rows(MIX, 4, 1, pool) != rows


def test_rows_without_a_label_need_a_pool():
    with pytest.raises(ValueError, match="a pool"):
        epoch_rows(MIX, 3, 1)


@pytest.fixture
def pool_of(monkeypatch):
    """A pool of few debates; texts with the same number in a table, if there is one, are alike."""

    def make(propositions, claims, vectors=None):
        debates = Debates(propositions=propositions, claims=claims)
        monkeypatch.setattr(unlabelled, "debates_to_draw_from", lambda: debates)
        monkeypatch.setattr(unlabelled, "NEAREST", 1)
        rows = np.eye(3, dtype=np.float32)
        return Pool(lambda texts: rows[[vectors.get(text, 2) if vectors else 0 for text in texts]])

    return make


def test_a_claim_meets_propositions_of_its_debate_and_the_likest_of_all(pool_of, monkeypatch):
    tops = {"cats": ("Cats are kind", "Cats purr"), "dogs": ("Dogs bark",)}
    claims = {"cats": ("My cat purrs.",), "dogs": ("A dog barks.",), "neither": ("It rains.",)}
    monkeypatch.setattr(unlabelled, "TURNED", 0.0)
    vectors = {"My cat purrs.": 0, "Cats purr": 0, "A dog barks.": 1, "Dogs bark": 1, "It rains.": 1}
    assert set(pool_of(tops, claims, vectors).draw(4, Random(1))) == {
        ("Cats are kind", "My cat purrs."),  # of its debate
        ("Cats purr", "My cat purrs."),
        ("Dogs bark", "A dog barks."),
        ("Dogs bark", "It rains."),  # it has no debate: the likest
    }


def test_a_claim_meets_other_things_said_of_what_likely_propositions_are_about(pool_of):
    tops = {"cats": ("We should ban cats", "Cats purr"), "dogs": ("We should keep dogs",)}
    claims = {"cats": ("My cat purrs.",), "neither": ("It rains.",)}
    small = pool_of(tops, claims, {"My cat purrs.": 0, "We should ban cats": 0, "It rains.": 1, "Cats purr": 1})
    drawn = small.draw_framed(20, Random(1))
    assert len(set(drawn)) == 20
    assert {claim for _, claim in drawn} == {"My cat purrs."}  # what is likest to rain is about nothing that shows
    assert all("cats" in proposition.lower() for proposition, _ in drawn)
    assert small.draw_framed(20, Random(1)) == drawn


def test_a_claim_meets_things_said_of_what_it_names(pool_of, monkeypatch):
    named = tuple(f"Zoos are {quality}." for quality in ("cruel", "kind", "old"))
    small = pool_of({"rain": ("It rains",)}, {"zoos": named, "neither": ("It rains.",)})
    drawn = small.draw_named(60, Random(1))
    assert len(set(drawn)) == 60
    assert {claim for _, claim in drawn} == set(named)
    assert all("zoos" in proposition.lower() for proposition, _ in drawn)
    said = drawn[0][0]
    monkeypatch.setattr(unlabelled, "kept_out", lambda: {normalised(said)})
    assert said not in {proposition for proposition, _ in small.draw_named(60, Random(1))}


def test_what_is_held_out_is_no_frame_either(pool_of, monkeypatch):
    small = pool_of({"cats": ("We should ban cats",)}, {"cats": ("My cat purrs.",)})
    everything = {proposition for proposition, _ in small.draw_framed(50, Random(1))}
    monkeypatch.setattr(unlabelled, "kept_out", lambda: {"we should limit cats"})
    assert "We should limit cats" in everything
    assert "We should limit cats" not in {proposition for proposition, _ in small.draw_framed(49, Random(1))}


def test_every_fifth_topic_of_ibm_stands_in_for_a_dev_part():
    topics = sorted({one.topic for one in read_stances("ibm", "train")})
    assert {one.topic for one in stances("ibm", "dev")} == set(topics[::5])
    assert len(stances("ibm", "train")) + len(stances("ibm", "dev")) == len(read_stances("ibm", "train")) == 1039
    assert not {one.topic for one in open_stances() if one.set == "ibm"} & set(topics[::5])
    assert not is_open(f"{topics[0]}.")


def test_turning_a_proposition_turns_the_label():
    plain = epoch_rows(Mix(flipped=0, denied=0, statements=0, strangers=0), seed=1, epoch=0)
    turned = epoch_rows(Mix(flipped=1, denied=0, statements=0, strangers=0), seed=1, epoch=0)
    assert [(one.claim, one.polarity) for one in plain] == [(one.claim, -one.polarity) for one in turned]
    assert all(one.proposition != two.proposition for one, two in zip(plain, turned, strict=True))


def test_parts_are_tested_whole():
    assert {name: len(part) for name, part in held_out_rows().items()} == {
        "argkp dev": 932,
        "argkp test": 723,
        "perspectrum dev": 2067,
        "perspectrum test": 2764,
        "ibm dev": 179,
        "ibm test": 1355,
        "perspectrum test new": 1849,
        "ibm test new": 364,
    }


@pytest.mark.parametrize(
    "proposition",
    [
        "Abolish the monarchy",  # IBM test
        "Should we get rid of the monarchy?",
        "Students should have to wear school uniforms",  # the opposite is in Perspectrum test
        "Any vaccines should be required for children",  # ArgKP test
    ],
)
def test_a_held_out_motion_is_held_out_in_other_words(proposition):
    assert not is_open(proposition)
    assert proposition not in {one.proposition for part in labelled_rows().values() for one in part}


def test_motions_that_only_share_words_stay_open():
    assert is_open("Teachers should get tenure")  # "Teachers should get merit pay" is held out
    assert is_open("We should subsidize vocational education")
