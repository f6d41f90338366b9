"""Short forms of first names are recognised, other names are not."""

import pytest

from doxa.judging.blind.words import are_forms_of_one, is_short_for


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("Sam", "Samuel"),
        ("Sammy", "Samuel"),
        ("Jo", "Johanna"),
        ("Hanna", "Johanna"),
        ("Toby", "Tobias"),
        ("Bill", "William"),
        ("Liz", "Elizabeth"),
        ("Pri", "Priya"),
    ],
)
def test_a_short_form_is_recognised(short: str, name: str) -> None:
    assert is_short_for(short, name)
    assert are_forms_of_one(name, short)


@pytest.mark.parametrize(
    ("other", "name"),
    [("Willy", "Johanna"), ("Ang", "Ann"), ("Bruce", "Ann"), ("Martin", "Mark"), ("Joy", "Johanna"), ("Sam", "Sam")],
)
def test_another_name_is_no_short_form(other: str, name: str) -> None:
    assert not is_short_for(other, name)


def test_two_short_forms_of_one_name_are_recognised() -> None:
    assert are_forms_of_one("Bob", "Rob")
