"""Laws of retrieval: the shares add up, no side is filled from the other, the strongest come first."""

from hypothesis import given, strategies as st

from doxa.evidence.admission import Admission
from doxa.evidence.memory import retrieve, shares
from laws.listeners import Listener, arrivals

counts = st.integers(0, 40)


@given(counts, counts, counts)
def test_shares_add_up_to_k(k, pro, con):
    for_pro, for_con = shares(k, pro, con)
    assert for_pro + for_con == k
    assert min(for_pro, for_con) >= 0


@given(counts, counts, counts)
def test_a_share_is_within_half_a_slot_of_its_proportion(k, pro, con):
    if pro + con:
        for_pro, _ = shares(k, pro, con)
        assert abs(for_pro - k * pro / (pro + con)) <= 0.5


@given(arrivals(), counts)
def test_each_side_brings_its_strongest_and_is_not_filled_up(arrived, k):
    memory = Listener(settings=Admission(theta=1.0, theta_self=1.0)).hears_all(arrived).memory
    found = [entry.evidence for entry in retrieve(memory, k)]
    for polarity, share in zip((1, -1), shares(k, len(memory.pro), len(memory.con)), strict=True):
        side = sorted((one.strength for one in memory.active_records if one.polarity == polarity), reverse=True)
        assert [one.strength for one in found if one.polarity == polarity] == side[:share]


@given(arrivals(), counts)
def test_no_more_than_k_are_retrieved_and_all_are_active(arrived, k):
    memory = Listener().hears_all(arrived).memory
    found = retrieve(memory, k)
    assert len(found) <= k
    assert all(entry.evidence.active for entry in found)
