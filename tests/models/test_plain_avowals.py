"""Positions in the words in which people take them, each of a form that was once read wrongly."""

import pytest

from doxa.models.offline.stances import read_avowal

CARS = "Cities should ban cars from their centres."
AGE = "The voting age should be lowered to 16."
SPACE = "Governments should not fund space exploration."
OFFICE = "Working from home is better than working in an office."
INCOME = "A universal basic income should be introduced."
CATS = "Cats make better pets than dogs."


@pytest.mark.parametrize(
    ("proposition", "text", "side"),
    [
        (CARS, "Count me among those who'd keep cars out of downtown.", 1),
        (CARS, "Honestly, I can't get behind this one.", -1),
        (CARS, "I would vote for it tomorrow.", 1),
        (CARS, "As much as I love driving, the ban is the right call.", 1),
        (CARS, "My support for the ban is unconditional.", 1),
        (CARS, "I find myself agreeing with the ban.", 1),
        (CARS, "Nothing would please me more than to see cars banned.", 1),
        (AGE, "I remain opposed.", -1),
        (AGE, "I'm cautiously supportive of votes at 16.", 1),
        (AGE, "While I respect the case for it, I ultimately come down against lowering the age.", -1),
        (AGE, "After hearing all this I'm persuaded: lower it.", 1),
        (SPACE, "I agree, public money has no place in rockets.", 1),
        (SPACE, "I'm somewhat in agreement with the motion.", 1),
        (OFFICE, "Home beats the office for me, every time.", 1),
        (OFFICE, "Offices are better than home for work, in my opinion.", -1),
        (OFFICE, "I agree with the statement, with minor reservations.", 1),
        (INCOME, "Let's do it.", 1),
        (INCOME, "Stance: strongly in favour (8/10).", 1),
        (CATS, "Dogs are the better pet, no contest.", -1),
        (CATS, "Cats win hands down.", 1),
    ],
)
def test_a_position_has_the_side_that_it_says(proposition, text, side):
    avowed = read_avowal(text, proposition)
    assert avowed is not None
    assert avowed * side > 0.1


@pytest.mark.parametrize(
    "text",
    [
        "I'm not opposed to a basic income, but I'm not for it either.",
        "I am not in favour, and I'm not against it either.",
        "I'm neither for nor against a basic income.",
    ],
)
def test_who_denies_both_sides_takes_none(text):
    assert read_avowal(text, INCOME) == 0.0


@pytest.mark.parametrize("text", ["I agree, but it costs too much to introduce.", "I agree and yet I would not do it."])
def test_an_agreement_that_is_taken_back_is_no_answer(text):
    avowed = read_avowal(text, INCOME)
    assert avowed is None or avowed < 0.65
