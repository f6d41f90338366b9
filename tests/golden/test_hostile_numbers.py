"""Numbers and texts that no kernel, memory or record may take; and a memory of a hundred thousand records."""

import math

import numpy as np
import pytest
from pydantic import ValidationError

from doxa.beliefs.base import Met
from doxa.beliefs.log_odds import LogOdds, LogOddsSettings, LogOddsState, contribution
from doxa.errors import BeliefError
from doxa.evidence.admission import Admission, admit
from doxa.evidence.memory import Memory
from doxa.evidence.vectors import integers, quantise
from doxa.records.claims import Claim, Evidence, Readout
from doxa.records.spec import Prior, SeedArgument
from golden.one_mind import claim

NOT_NUMBERS = [math.nan, math.inf, -math.inf]
NOT_STRENGTHS = [*NOT_NUMBERS, -1e-9, 1.000001, 7.0]


@pytest.mark.parametrize("strength", NOT_STRENGTHS)
def test_a_contribution_needs_a_strength(strength):
    with pytest.raises(BeliefError, match="strength"):
        contribution(1, strength, 0.5)


@pytest.mark.parametrize("weight", [*NOT_NUMBERS, -0.1])
def test_a_contribution_needs_a_weight(weight):
    with pytest.raises(BeliefError, match="weight"):
        contribution(1, 0.5, weight)


@pytest.mark.parametrize("strength", NOT_STRENGTHS)
def test_a_memory_refuses_a_strength_out_of_range(strength):
    with pytest.raises(BeliefError, match="strengths lie in"):
        admitted(strength=strength)


@pytest.mark.parametrize("stance", [*NOT_NUMBERS, 1.1])
def test_a_memory_refuses_a_stance_out_of_range(stance):
    with pytest.raises(BeliefError, match="stance"):
        admitted(stance=stance)


def test_a_memory_refuses_a_scored_claim_without_a_vector():
    with pytest.raises(BeliefError, match="no vector"):
        admitted(row=None)


def test_a_memory_refuses_vectors_of_two_widths():
    memory = admitted()
    with pytest.raises(BeliefError, match=r"3 numbers .* which have 2"):
        admitted(memory=memory, row=np.array([1.0, 0.0, 0.0]))


def admitted(memory=None, strength=0.5, stance=0.0, row=integers(b"\x05\x00")) -> Memory:  # noqa: B008
    return admit(
        memory or Memory(),
        claim("c", (1, None, (5, 0))),
        origin="peer",
        strength=strength,
        row=row,
        stance=stance,
        settings=Admission(),
    )[0]


@pytest.mark.parametrize("strength", NOT_STRENGTHS)
def test_a_record_holds_no_other_strength(strength):
    with pytest.raises(ValidationError):
        Evidence(claim="c", polarity=1, strength=strength, origin="peer", active=True)


@pytest.mark.parametrize("name", ["u", "a"])
@pytest.mark.parametrize("value", [*NOT_NUMBERS, -0.1, 10.5])
def test_a_kernel_takes_no_other_setting(name, value):
    with pytest.raises(ValidationError):
        LogOddsSettings(**{name: value})


@pytest.mark.parametrize("value", [*NOT_NUMBERS, -1.1, 1.1])
@pytest.mark.parametrize("make", [Readout, Prior])
def test_a_stance_lies_between_minus_one_and_one(make, value):
    with pytest.raises(ValidationError):
        make(stance=value)


def test_an_empty_text_is_no_argument():
    with pytest.raises(ValidationError):
        Claim(id="c", proposition="motion", text="", polarity=1, source="m")
    with pytest.raises(ValidationError):
        SeedArgument(text="", polarity=1, source="m")


@pytest.mark.parametrize("row", [[0.0, 0.0], [], [math.nan, 1.0], [math.inf, 1.0]])
def test_an_embedding_is_finite_and_not_zero(row):
    with pytest.raises(BeliefError, match="embedding"):
        quantise(np.array(row))


def test_an_embedding_is_scaled_to_its_largest_entry():
    # 127 / 0.5 = 254 a unit: 0.5 → 127, −0.25 → −63.5, to the even neighbour −64
    assert integers(quantise(np.array([0.5, -0.25]))).tolist() == [127.0, -64.0]


def test_a_hundred_thousand_records_fold_at_once():
    # 50 001 for and 49 999 against, each with 1 + 1·1 = 2: P / C = 2² = 4, L = 1.38629436112, S = 3 / 5
    records = tuple(
        Evidence(claim=str(place), polarity=1 if place <= 50_000 else -1, strength=1.0, origin="peer", active=True)
        for place in range(100_000)
    )
    kernel = LogOdds(LogOddsSettings(u=1.0))
    state, trace = kernel.step(LogOddsState(), Met(evidence=records))
    assert state.log_odds == pytest.approx(1.386294361120, abs=1e-12)
    assert trace.after.stance == pytest.approx(0.6, abs=1e-12)
    assert len(trace.items) == 100_000
