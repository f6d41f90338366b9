"""Folds: nobody is fitted on and predicted, groups and propositions stay whole, the same seed splits alike."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from doxa.errors import BeliefError
from doxa.humans.replay.folds import split_folds
from humans.made import round_of

assigned = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 6), st.integers(0, 5)), min_size=4, max_size=40)


def rounds_of(drawn):
    return [
        round_of(f"p{person}", 0.0, 0.1, (), group=f"g{group}", proposition=f"t{topic}", id=str(place))
        for place, (person, group, topic) in enumerate(drawn)
    ]


@settings(deadline=None)
@given(assigned, st.sampled_from(["person", "topic"]))
def test_no_fold_shares_a_person_with_its_training_part(drawn, split):
    rounds = rounds_of(drawn)
    try:
        folds = split_folds(rounds, split)
    except BeliefError:
        return
    persons = np.asarray([one.person for one in rounds])
    for fold in range(folds.count):
        test, train = folds.test(fold), folds.train(fold)
        assert not set(persons[test]) & set(persons[train])
        assert not (test & train).any()
        assert test.any()
    assert sum(folds.sizes) == len(rounds)


@settings(deadline=None)
@given(assigned)
def test_a_group_or_a_proposition_is_in_one_fold(drawn):
    rounds = rounds_of(drawn)
    for split, unit in (("person", "group"), ("person", "person"), ("topic", "proposition")):
        try:
            folds = split_folds(rounds, split)
        except BeliefError:
            continue
        of = {}
        for one, fold in zip(rounds, folds.of, strict=True):
            assert of.setdefault(getattr(one, unit), fold) == fold


def test_the_same_seed_splits_alike_and_another_otherwise():
    rounds = rounds_of([(n, n, n % 3) for n in range(60)])
    assert split_folds(rounds, seed=42).of.tolist() == split_folds(rounds, seed=42).of.tolist()
    assert split_folds(rounds, seed=42).of.tolist() != split_folds(rounds, seed=7).of.tolist()
    assert split_folds(rounds).sizes == [12] * 5


def test_a_dominant_proposition_stays_whole_and_its_people_leave_the_other_training_parts():
    rounds = [round_of(f"p{n}", 0, 0, (), proposition="big", id=f"b{n}") for n in range(20)]
    rounds += [round_of(f"p{n}", 0, 0, (), proposition=f"small {n}", id=f"s{n}") for n in range(8)]
    with pytest.raises(BeliefError, match="has no training rounds"):
        split_folds(rounds, "topic")
    rounds += [round_of(f"q{n}", 0, 0, (), proposition=f"small {n}", id=f"q{n}") for n in range(8)]
    folds = split_folds(rounds, "topic")
    assert sorted(folds.sizes) == [4, 4, 4, 4, 20]
    big = int(folds.of[0])
    assert folds.aside[big].tolist() == [False] * 20 + [True] * 8 + [False] * 8
    assert folds.train(big).sum() == 8


def test_what_cannot_be_split_is_refused():
    with pytest.raises(BeliefError, match="cannot be split"):
        split_folds([round_of("p", 0, 0, (), group="g"), round_of("q", 0, 0, (), group="g", id="q")])
