"""Laws of the log-odds kernel: bounds, monotone contributions, additivity, order, and the stance's shape."""

import math
from random import Random

from hypothesis import given, strategies as st

from doxa.beliefs.base import Met
from doxa.beliefs.log_odds import LogOdds, LogOddsSettings, LogOddsState, contribution, stance_of
from doxa.records.base import tidy
from doxa.records.claims import Evidence
from doxa.records.spec import Prior
from laws.listeners import active_sets, strengths, weights

kernels = st.builds(LogOdds, st.builds(LogOddsSettings, u=weights, a=weights))


def believed(kernel, records) -> LogOddsState:
    return kernel.step(LogOddsState(), Met(evidence=tuple(records)))[0]


@given(kernels, active_sets())
def test_a_stance_stays_between_minus_one_and_one(kernel, records):
    stance = kernel.readout(believed(kernel, records)).stance
    assert -1.0 <= stance <= 1.0


@given(strengths, strengths, weights)
def test_a_stronger_claim_contributes_at_least_as_much(one, other, weight):
    low, high = sorted((one, other))
    assert contribution(1, low, weight) <= contribution(1, high, weight)


@given(strengths, weights, weights)
def test_a_heavier_claim_contributes_at_least_as_much(strength, one, other):
    low, high = sorted((one, other))
    assert contribution(1, strength, low) <= contribution(1, strength, high)


@given(strengths, weights)
def test_a_contribution_has_the_sign_of_its_polarity(strength, weight):
    assert contribution(-1, strength, weight) == -contribution(1, strength, weight) <= 0.0


@given(kernels, active_sets())
def test_contributions_add_up_to_the_log_odds(kernel, records):
    state = believed(kernel, records)
    assert state.log_odds == round(math.fsum(state.contributions.values()), 12)


@given(kernels, active_sets(), st.integers(0, 99))
def test_the_order_of_an_active_set_does_not_matter(kernel, records, seed):
    shuffled = Random(seed).sample(records, len(records))
    assert believed(kernel, shuffled).log_odds == believed(kernel, records).log_odds


@given(kernels, active_sets())
def test_an_archived_record_contributes_nothing(kernel, records):
    archived = tuple(one.model_copy(update={"active": False}) for one in records)
    assert believed(kernel, archived).log_odds == 0.0


@given(kernels, active_sets())
def test_the_trace_itemises_the_whole_move(kernel, records):
    _, trace = kernel.step(LogOddsState(), Met(evidence=records))
    moved = math.fsum(one.after - one.before for one in trace.items)
    assert math.isclose(moved, trace.after.log_odds - trace.before.log_odds, abs_tol=1e-9)


@given(kernels, active_sets())
def test_nothing_new_moves_nothing(kernel, records):
    state = believed(kernel, records)
    again, trace = kernel.step(state, Met(evidence=records))
    assert again == state
    assert trace.items == ()


@given(kernels, active_sets())
def test_seeds_give_the_same_belief_at_birth_as_later(kernel, records):
    state, _ = kernel.init(Prior(), records)
    assert state.log_odds == believed(kernel, records).log_odds


@given(st.floats(-700, 700))
def test_stance_is_odd_in_log_odds(log_odds):
    assert stance_of(-log_odds) == -stance_of(log_odds)


@given(st.floats(-700, 700), st.floats(-700, 700))
def test_stance_is_monotone_in_log_odds(one, other):
    low, high = sorted((one, other))
    assert stance_of(low) <= stance_of(high)


@given(kernels, st.lists(active_sets(), max_size=5), st.randoms())
def test_adding_what_changed_gives_what_adding_all_anew_gives(kernel, batches, random):
    """Batch by batch: what a rule gives for the changed records alone, and for all records."""
    apart = together = LogOddsState()
    active: dict[str, Evidence] = {}
    for number, drawn in enumerate(batches):
        archived = [
            record.model_copy(update={"active": False, "reason": "replaced"})
            for record in active.values()
            if random.random() < 0.3
        ]
        new = [record.model_copy(update={"claim": f"b{number}/{record.claim}"}) for record in drawn]
        for record in archived:
            del active[record.claim]
        active |= {record.claim: record for record in new}
        apart, moved = kernel.step(apart, Met(changed=(*new, *archived)))
        together, moved_together = kernel.step(together, Met(evidence=(*active.values(), *archived)))
        assert moved == moved_together
        assert kernel.contributions(apart) == kernel.contributions(together)
        assert kernel.readout(apart).log_odds == tidy(math.fsum(kernel.contributions(apart).values()))
