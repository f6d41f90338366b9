"""Laws of canonical JSON: one value, one line of bytes, that survives being read and written again."""

import json
import math
from random import Random

import pytest
from hypothesis import given, strategies as st

from doxa.errors import BeliefError
from doxa.records.base import canonical, canonical_line, clean, digest, tidy

texts = st.text(st.characters(), max_size=8)
any_text = st.text(st.characters(categories=("L", "N", "Cs", "Cc", "So")), max_size=8)
numbers = st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | numbers | any_text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_reading_and_writing_again_changes_nothing(value):
    text = canonical(value)
    assert canonical(json.loads(text)) == text


@given(values)
def test_a_value_is_one_line_of_utf8(value):
    line = canonical_line(value)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert line.decode() == canonical(value) + "\n"


@given(st.dictionaries(texts, values, max_size=6), st.integers(0, 99))
def test_the_order_of_keys_does_not_matter(value, seed):
    shuffled = dict(Random(seed).sample(list(value.items()), len(value)))
    assert digest(canonical(shuffled)) == digest(canonical(value))


@given(any_text)
def test_cleaned_text_can_be_written_and_stays_as_it_is(text):
    cleaned = clean(text)
    cleaned.encode()
    assert clean(cleaned) == cleaned


@given(texts)
def test_text_without_surrogates_is_left_alone(text):
    assert clean(text) == text


@pytest.mark.parametrize("text", [chr(0xD800), chr(0xDFFF), f"a{chr(0xD800)}b"])
def test_a_lone_surrogate_becomes_the_replacement_character(text):
    assert clean(text) == text.translate({0xD800: "\ufffd", 0xDFFF: "\ufffd"})


@given(numbers)
def test_rounding_twice_is_rounding_once(number):
    assert tidy(tidy(number)) == tidy(number)


@pytest.mark.parametrize("zero", [-0.0, -1e-13, 0.0])
def test_zero_has_no_sign(zero):
    assert canonical(zero) == "0.0"


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_is_refused(number):
    with pytest.raises(BeliefError, match="finite"):
        canonical({"deep": [number]})
