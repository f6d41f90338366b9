"""What the small models keep, under threads: nothing is lost or loaded twice, and each gets what would be computed."""

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Barrier, Event, Thread

import pytest

from doxa.models.embedded import Embedder, polarity
from doxa.models.embedded.embedder import Recall
from doxa.models.embedded.weights import one_at_a_time


def double(keys):
    return [key * 2 for key in keys]


def test_a_value_that_another_thread_evicts_meanwhile_is_returned():
    recall = Recall(2)
    recall.through([1, 2], double)

    def compute_while_others_evict(keys):
        other = Thread(target=recall.through, args=([8, 9], double))
        other.start()
        other.join()
        assert not recall.cached([1, 2]), "the other thread removed what this one had seen"
        return double(keys)

    assert recall.through([1, 3, 2], compute_while_others_evict) == [2, 6, 4]


def test_a_value_that_is_forgotten_meanwhile_is_returned():
    recall = Recall(2)
    recall.through([1], double)

    def compute_while_all_is_forgotten(keys):
        recall.forget()
        return double(keys)

    assert recall.through([1, 2], compute_while_all_is_forgotten) == [2, 4]


def test_a_direction_that_is_forgotten_while_another_is_read_is_returned():
    class ForgettingEmbedder(Embedder):
        def read_texts(self, texts):
            polarity().known.forget()
            return super().read_texts(texts)

    motion, claims = "We should ban cars", ["Cars kill people.", "Cars bring freedom to the country."]
    expected = [polarity().probabilities(motion, [claim], Embedder())[0] for claim in claims]
    polarity().known.forget()
    polarity().probabilities(motion, claims[:1], Embedder())
    assert polarity().probabilities(motion, claims, ForgettingEmbedder()) == expected


@pytest.mark.parametrize("most", [0, 1, 3])
def test_threads_that_evict_one_anothers_values_all_get_theirs(most):
    recall, interval = Recall(most), sys.getswitchinterval()
    asked = [[(thread + at) % 5, at % 5, thread % 5] for thread in range(20) for at in range(100)]
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(20) as threads:
            answers = list(threads.map(lambda keys: recall.through(keys, double), asked))
    finally:
        sys.setswitchinterval(interval)
    assert answers == [double(keys) for keys in asked]


def test_what_twenty_threads_need_at_once_is_loaded_once():
    together, pause, loaded = Barrier(20), Event(), []

    @one_at_a_time
    @cache
    def load():
        loaded.append("weights")
        pause.wait(0.05)
        return object()

    def need(_):
        together.wait(10)
        return load()

    with ThreadPoolExecutor(20) as threads:
        assert len(set(map(id, threads.map(need, range(20))))) == 1
    assert loaded == ["weights"]
