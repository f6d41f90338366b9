"""The shipped models of polarity and strength: what they say depends on the texts alone, and is right often enough."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from threadpoolctl import threadpool_info, threadpool_limits

from doxa.corpora.stances import read_stances
from doxa.models.embedded import Embedder, polarity, strength
from doxa.models.embedded.blocks import ROWS, blocks
from doxa.models.embedded.embedder import Recall
from doxa.models.embedded.network import AttentionLayer
from doxa.models.embedded.phrasing import canonical

REFERENCE = json.loads((Path(__file__).parent / "judges_reference.json").read_text(encoding="utf-8"))

VOTING = "We should introduce compulsory voting"
CLAIMS = (
    "Compulsory voting makes parliaments represent the poor as well as the rich.",
    "Forcing people to vote takes away their freedom to stay at home.",
    "High turnout gives a government the legitimacy that it needs.",
    "Uninformed voters will tick a box at random and distort the result.",
    "Yes.",
    "x " * 300,
)


def fresh(texts, proposition=VOTING):
    """Judge texts by models that remember nothing."""
    embedder = Embedder()
    direction = replace(polarity(), known=Recall(0)).probabilities(proposition, texts, embedder)
    return direction, replace(strength(), known=Recall(0)).strengths(proposition, texts, embedder)


def test_a_claim_is_judged_alike_alone_and_in_company():
    together = fresh(CLAIMS)
    turned = [values[::-1] for values in fresh(CLAIMS[::-1])]
    alone = [tuple(values[0] for values in fresh([claim])) for claim in CLAIMS]
    assert [list(values) for values in zip(*together, strict=True)] == [list(one) for one in alone]
    assert turned == [list(values) for values in together]


def test_a_proposition_is_read_on_one_thread_of_blas(monkeypatch):
    threads = []

    def watched(self, states):
        # another test may have loaded scipy, which brings a BLAS of its own that nothing here uses
        threads.extend(one["num_threads"] for one in threadpool_info() if "numpy.libs" in one["filepath"])
        return heads(self, states)

    heads = AttentionLayer.heads
    monkeypatch.setattr(AttentionLayer, "heads", watched)
    with threadpool_limits(2, user_api="blas"):
        fresh(CLAIMS[:1], "We should read a proposition that nobody has asked about yet")
    assert set(threads) == {1}, "threads of BLAS that have nothing to do take the cores from those that read claims"


@settings(max_examples=10, deadline=None)
@given(st.lists(st.text(max_size=80), max_size=6))
def test_any_text_gets_numbers_in_range(texts):
    for values in fresh(texts):
        assert len(values) == len(texts)
        assert all(0.0 <= value <= 1.0 for value in values)


def test_nothing_said_has_no_strength():
    assert strength().strengths(VOTING, ["", "  \n"], Embedder()) == [0.0, 0.0]


def right(proposition, rows, sign):
    """The share of rows whose direction is told as labelled, or the other way round."""
    chances = polarity().probabilities(proposition, [row.claim for row in rows], Embedder())
    return np.mean([(chance > 0.5) == (sign * row.polarity > 0) for row, chance in zip(rows, chances, strict=True)])


def test_unseen_motions_are_read_better_than_chance_by_far_and_so_are_their_denials():
    rows = [row for row in read_stances("argkp", "test") if row.proposition.startswith("Routine")][::4]
    assert len(rows) > 40
    assert right("Routine child vaccinations should be mandatory", rows, 1) > 0.8
    assert right("Routine child vaccinations should not be mandatory", rows, -1) > 0.8


def test_a_house_and_a_plain_statement_are_one_proposition():
    house = polarity().probabilities("This house would introduce compulsory voting.", CLAIMS[:2], Embedder())
    assert canonical("This house would introduce compulsory voting.") == VOTING
    assert house == polarity().probabilities(VOTING, CLAIMS[:2], Embedder())


def test_strength_prefers_a_reasoned_argument():
    strong, weak = strength().strengths(
        VOTING,
        [
            "Compulsory voting raises turnout among the poor, so parties have to answer to people whom they ignore "
            "today; in Australia, where it has been the law since 1924, nine in ten citizens vote.",
            "Voting is good because it is just good, lol.",
        ],
        Embedder(),
    )
    assert strong > weak + 0.3


def test_what_has_nothing_to_do_with_a_proposition_is_weaker_on_it():
    rows = [row for row in read_stances("argkp", "test") if row.proposition.startswith("Routine")][::8]
    claims, embedder = [row.claim for row in rows], Embedder()
    there = strength().strengths("Routine child vaccinations should be mandatory", claims, embedder)
    here = strength().strengths("We should subsidise journalism", claims, embedder)
    assert len(rows) > 20
    assert np.mean([one < other for one, other in zip(here, there, strict=True)]) > 0.9
    assert np.mean(here) < np.mean(there) - 0.05


def test_numbers_agree_with_the_trained_network():
    embedder = Embedder()
    for row in REFERENCE["polarity"]:
        found = polarity().probabilities(row["proposition"], [row["claim"]], embedder)[0]
        assert found == pytest.approx(row["probability"], abs=0.02)
    for row in REFERENCE["strength"]:
        (raw,) = strength().raw(row["proposition"], [row["claim"]], embedder)
        assert raw == pytest.approx(row["raw"], abs=0.01)


@given(st.lists(st.integers(0, 9)), st.integers(0, 5))
def test_recall_gives_what_would_be_computed_and_computes_nothing_twice_at_once(keys, most):
    recall, asked = Recall(most), []

    def compute(new):
        asked.append(new)
        return [key * 2 for key in new]

    for _ in range(2):
        assert recall.through(keys, compute) == [key * 2 for key in keys]
    assert all(len(set(new)) == len(new) for new in asked)
    if keys and most >= len(set(keys)):
        assert len(asked) == 1


@pytest.mark.parametrize(
    ("texts", "cores", "sizes"),
    [
        (60, 2, [600, 600]),  # 1,200 rows make two blocks at least
        (60, 4, [300, 300, 300, 300]),
        (21, 64, [140, 140, 140]),  # 420 // 128 = 3, cut where whole texts pass each third
        (13, 2, [140, 120]),  # a message has both cores
        (12, 2, [240]),  # too few to be cut
    ],
)
def test_every_core_has_a_block_of_like_size(monkeypatch, texts, cores, sizes):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert [sum(block.lengths) for block in blocks([20] * texts)] == sizes


@given(st.lists(st.integers(1, 256), max_size=40))
def test_blocks_hold_every_text_once_and_whole(lengths):
    made = blocks(lengths)
    assert sorted(member for block in made for member in block.members) == list(range(len(lengths)))
    for block in made:
        spans = sorted(zip(block.starts, block.lengths, strict=True))
        assert all(a + n == b for (a, n), (b, _) in pairwise([*spans, (sum(block.lengths), 0)]))
        assert sum(block.lengths) <= ROWS + max(lengths)
        assert sum(len(bucket.places) for bucket in block.buckets) == len(block.members)
        rows = np.arange(sum(block.lengths), dtype=np.float32)
        for member, part in block.parts(rows):
            assert len(part) == lengths[member]
