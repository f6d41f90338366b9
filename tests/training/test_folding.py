"""Folds of topics."""

import pytest
from hypothesis import given, strategies as st

from doxa.errors import CorpusError
from doxa_train.heldout import folds_of

TOPICS = [f"topic {number}" for number in range(16)]


@given(st.integers(2, 16), st.integers(0, 50))
def test_every_topic_is_left_out_once(count, seed):
    folds = folds_of(TOPICS * 3, count, seed)
    assert sorted(topic for fold in folds for topic in fold) == sorted(TOPICS)
    assert len(folds) == count
    assert max(map(len, folds)) - min(map(len, folds)) <= 1
    assert folds_of(reversed(TOPICS), count, seed) == folds


@pytest.mark.parametrize("count", [0, 1, 17])
def test_more_folds_than_topics_are_refused(count):
    with pytest.raises(CorpusError, match="16 topics cannot be left out"):
        folds_of(TOPICS, count, 1)
