"""Laws of prompt policies: weights stay in [0, 2], corrections do not accumulate, prompts follow from their state."""

from hypothesis import given, strategies as st

from doxa.policies.schedules import Slips, corrected, weights_at
from doxa.records.spec import PromptPolicy

weight = st.floats(0.0, 2.0)
policies = st.builds(
    PromptPolicy,
    w_t=weight,
    w_m=weight,
    w_d=weight,
    schedule=st.sampled_from(["fixed", "time_trend"]),
    correction=st.sampled_from(["none", "behaviour"]),
    alpha=weight,
)
slips = st.builds(Slips, evidence=st.booleans(), response=st.booleans())


@given(policies, st.integers(1, 200), slips)
def test_weights_stay_in_their_range(policy, number, slip):
    found = weights_at(policy, number, slip)
    assert all(0.0 <= found.of(one) <= 2.0 for one in ("T", "M", "D"))


@given(policies, st.integers(1, 50))
def test_a_round_without_slips_has_the_scheduled_weights_whatever_came_before(policy, number):
    plain = policy.model_copy(update={"correction": "none"})
    assert weights_at(policy, number, Slips()) == weights_at(plain, number, Slips())


@given(policies, st.integers(1, 50), slips)
def test_a_correction_never_lowers_a_weight_and_adds_at_most_alpha(policy, number, slip):
    before = weights_at(policy.model_copy(update={"correction": "none"}), number, Slips())
    after = corrected(before, slip, policy.alpha)
    assert after.T == before.T
    for one in ("M", "D"):
        assert before.of(one) - 1e-8 <= after.of(one) <= before.of(one) + policy.alpha + 1e-8


@given(policies, st.integers(1, 50))
def test_the_trend_moves_reliance_from_knowledge_to_the_dialogue(policy, number):
    trend = policy.model_copy(update={"schedule": "time_trend", "correction": "none"})
    now, later = weights_at(trend, number, Slips()), weights_at(trend, number + 1, Slips())
    assert later.M >= now.M
    assert later.D <= now.D
