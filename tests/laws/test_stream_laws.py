"""Laws of random streams: a name always gives the same numbers, another name gives others."""

from hypothesis import assume, given, strategies as st

from doxa.records.base import stream

seeds = st.integers(-(2**63), 2**63)
names = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=10)
streams = st.tuples(seeds, names, names)


def drawn(name: tuple[int, str, str]) -> list[float]:
    random = stream(*name)
    return [random.random() for _ in range(4)]


@given(streams)
def test_the_same_name_gives_the_same_numbers(name):
    assert drawn(name) == drawn(name)


@given(streams, streams)
def test_another_name_gives_other_numbers(one, other):
    assume(one != other)
    assert drawn(one) != drawn(other)


@given(seeds, names, names)
def test_key_and_purpose_are_not_exchangeable(seed, key, purpose):
    assume(key != purpose)
    assert drawn((seed, key, purpose)) != drawn((seed, purpose, key))


@given(streams)
def test_drawing_from_one_stream_does_not_move_another(name):
    expected = drawn(name)
    stream(0, "another", "purpose").random()
    assert drawn(name) == expected
