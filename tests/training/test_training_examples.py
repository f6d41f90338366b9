"""What polarity is learned from: never what it is tested on, and the same rows for the same seed."""

import pytest

from doxa.corpora.corpus import normalised
from doxa.corpora.stances import STANCES
from doxa.corpora.ukp import read_ukp
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.training.examples import HELD_OUT, Mix, epoch_rows, held_out, labelled

MIX = Mix(unlabelled=0.3)


@pytest.fixture(scope="module")
def rows():
    return epoch_rows(MIX, seed=3, epoch=1)


@pytest.fixture(scope="module")
def tested():
    return [one for part in held_out().values() for one in part]


def test_no_training_row_is_about_a_tested_proposition(tested):
    topics = {normalised(one.proposition) for one in tested}
    found = [one for part in labelled().values() for one in part if normalised(one.proposition) in topics]
    assert found == []


def test_no_pair_is_both_learned_and_tested(rows, tested):
    assert {one.pair for one in rows}.isdisjoint(one.pair for one in tested)


def test_labelled_rows_come_from_train_parts(rows):
    claims = {sentence(one.claim) for read in STANCES.values() for one in read("train")}
    assert {one.claim for name in STANCES for one in labelled()[name]} <= claims


def test_pairs_for_a_teacher_hold_no_text_of_dev_or_test(rows):
    apart = {
        normalised(text)
        for name, parts in HELD_OUT.items()
        for part in parts
        for one in STANCES[name](part)
        for text in (canonical(one.proposition), one.claim)
    }
    apart |= {normalised(one.text) for one in read_ukp() if one.part != "train"}
    asked = [one for one in rows if one.polarity is None]
    assert len(asked) == round(0.3 * (len(rows) - len(asked) - drawn_beside(rows)))
    assert [one for one in asked if normalised(one.proposition) in apart or normalised(one.claim) in apart] == []


def drawn_beside(rows):
    return sum(one.origin in ("statements", "strangers") for one in rows)


def test_the_same_seed_draws_the_same_rows_and_every_epoch_as_many(rows):
    assert epoch_rows(MIX, seed=3, epoch=1) == rows
    other = epoch_rows(MIX, seed=3, epoch=2)
    assert len(other) == len(rows)
    assert other != rows
    assert epoch_rows(MIX, seed=4, epoch=1) != rows


def test_turning_a_proposition_turns_the_label():
    plain = epoch_rows(Mix(flipped=0, denied=0, statements=0, strangers=0), seed=1, epoch=0)
    turned = epoch_rows(Mix(flipped=1, denied=0, statements=0, strangers=0), seed=1, epoch=0)
    assert len(plain) == len(turned)
    for one, two in zip(plain, turned, strict=True):
        assert one.claim == two.claim
        assert one.proposition != two.proposition
        assert one.polarity == -two.polarity


def test_parts_are_tested_whole():
    sizes = {name: len(part) for name, part in held_out().items()}
    assert sizes == {
        "argkp dev": 932,
        "argkp test": 723,
        "perspectrum dev": 2067,
        "perspectrum test": 2764,
        "ibm test": 1355,
        "perspectrum test new": 1849,
    }
