"""Names that are also words of everyday English, or their plurals."""

import pytest

from doxa.judging.blind.words import is_ordinary


@pytest.mark.parametrize("name", ["Grace", "summers", "Banks", "Flowers", "Berries", "Freemen", "Waters"])
def test_a_word_and_its_plural_are_ordinary(name: str) -> None:
    assert is_ordinary(name)


@pytest.mark.parametrize("name", ["Okafor", "Achterberg", "James", "Noor", "Ali"])
def test_a_name_that_is_no_word_is_not_ordinary(name: str) -> None:
    assert not is_ordinary(name)
