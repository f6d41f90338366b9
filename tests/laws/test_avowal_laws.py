"""What a text avows is a grade in [−1, 1] or nothing, whatever the text and the proposition."""

import pytest
from hypothesis import given, strategies as st

from doxa.models.hearing.avowals import is_long, read_avowal

PARTS = (
    "I", "we", "they", "my brother says", "should", "must never", "ban", "keep", "lift the ban on", "allow", "zoos",
    "it", "rather than", "instead of", "than", "over", "without", "not", "no", "no longer", "better", "worse", "safer",
    "eighteen", "16", "a five-day week", "used to", "whether", "because", "but", "and", ",", ".", "?", "support",
    "oppose", "am torn", "the bill", "drop this idea", "changed my mind", "if it were up to me,", "more harm than good",
    "leave it to them",
)  # fmt: skip
PROPOSITIONS = (
    "Zoos should be closed.",
    "The voting age should be lowered to sixteen",
    "We should not allow zoos without a licence",
    "Trains are safer than planes for long journeys",
    "Renting a home is better than buying one",
    "Zoos do more harm than good",
    "We need a four-day week",
    "Zoos are unfair",
    "",
)


@pytest.mark.parametrize("proposition", PROPOSITIONS)
@given(parts=st.lists(st.sampled_from(PARTS), max_size=14))
def test_every_sequence_of_such_words_is_read(proposition: str, parts: list[str]) -> None:
    avowed = read_avowal(" ".join(parts), proposition)
    assert avowed is None or -1.0 <= avowed <= 1.0


@given(text=st.text(max_size=120), proposition=st.text(max_size=60))
def test_every_text_is_read(text: str, proposition: str) -> None:
    avowed = read_avowal(text, proposition)
    assert avowed is None or -1.0 <= avowed <= 1.0
    assert is_long(text) in (True, False)
