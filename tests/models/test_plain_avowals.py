"""Positions in the words in which people take them, each of a form that was once read wrongly."""

import pytest

from doxa.models.offline.stances import read_avowal

CARS = "Cities should ban cars from their centres."
AGE = "The voting age should be lowered to 16."
SPACE = "Governments should not fund space exploration."
OFFICE = "Working from home is better than working in an office."
INCOME = "A universal basic income should be introduced."
CATS = "Cats make better pets than dogs."
NO_CAMERAS = "Nobody should be filmed at work."
HARM = "Video games do more harm than good."
UNFAIR = "Inheritance tax is unfair."
ILLEGAL = "Cocaine should remain illegal."
NO_CULL = "Badgers should not be culled."
NURSES = "A nurse should earn more than a banker."
WEEK = "A four-day working week"


@pytest.mark.parametrize(
    ("proposition", "text", "side"),
    [
        (CARS, "Count me among those who'd keep cars out of downtown.", 1),
        (CARS, "I fail to see what's wrong with banning cars from the centres.", 1),
        (CARS, "I can't stress enough how much I support keeping cars out.", 1),
        (CARS, "I'm not too fond of banning cars.", -1),
        (CARS, "There's something to be said for banning cars from city centres.", 1),
        (AGE, "I'm coming round to lowering the voting age.", 1),
        (INCOME, "I'm slightly more for it than against it.", 1),
        (INCOME, "I support a basic income with reservations.", 1),
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
        (CARS, "It's long overdue, the air is filthy.", 1),
        (CARS, "I can't support a ban that leaves nurses without a way to work.", -1),
        (CARS, "I don't see how anyone could oppose it.", 1),
        (CARS, "I'm with the residents who've been campaigning for this.", 1),
        (CARS, "Driving into town is my own business.", -1),
        (CARS, "I see no need to change things.", -1),
        (CARS, "I'd much rather the money went to the buses.", -1),
        (CARS, "I'm against the levy-style ban, and I'm going to vote against.", -1),
        (CARS, "Two people on my street need their cars, so no.", -1),
        (CARS, "The shopkeepers' figures have convinced me.", 1),
        (CARS, "Utter nonsense.", -1),
        (CARS, "If you drive a tank through a market square, then you should be banned.", 1),
        (AGE, "I'd leave the age at eighteen.", -1),
        (AGE, "Eighteen is right.", -1),
        (OFFICE, "I always thought offices were better, but last year changed my mind.", 1),
        (CATS, "Nothing beats a dog.", -1),
        (CATS, "Cats are sweet, so for me it's cats every time.", 1),
        (CATS, "It's dogs every time for me, so I disagree.", -1),
        (WEEK, "About time too.", 1),
        (WEEK, "I'm more in favour than not.", 1),
        (NO_CAMERAS, "Of course not.", 1),
        (NO_CAMERAS, "I've nothing against filming people at work.", -1),
        (HARM, "They're bad for children.", 1),
        (HARM, "I support video games.", -1),
        (HARM, "The benefits outweigh the damage.", -1),
        (UNFAIR, "I can't see what's so bad about it.", -1),
        (UNFAIR, "That's nonsense.", -1),
        (ILLEGAL, "I think we should legalise cocaine.", -1),
        (ILLEGAL, "Legalising it is a bad idea.", 1),
        (NO_CULL, "The cull is needed.", -1),
        (NURSES, "Nurses should earn more than a banker.", 1),
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
        "I'm not against the payments, but I can't say I'm for them either.",
        "I'm on the fence, I must say.",
        "I can't decide. The idea is generous, but somebody has to pay.",
        "I want people to be safe. I'm stuck in the middle.",
        "I'd rather not say yes or no.",
        "Some days it sounds fair to me and other days mad.",
        "I'm neither for paying it nor for leaving things as they are.",
    ],
)
def test_who_denies_both_sides_takes_none(text):
    assert read_avowal(text, INCOME) == 0.0


@pytest.mark.parametrize("text", ["I agree, but it costs too much to introduce.", "I agree and yet I would not do it."])
def test_an_agreement_that_is_taken_back_is_no_answer(text):
    avowed = read_avowal(text, INCOME)
    assert avowed is None or avowed < 0.65


def test_who_was_undecided_and_then_leans_has_a_side():
    avowed = read_avowal("I was on the fence, but if I had to choose I'd support a basic income.", INCOME)
    assert avowed is not None
    assert avowed > 0.1


def test_it_is_not_untrue_is_no_question():
    avowed = read_avowal("It isn't wrong, is it?", UNFAIR)
    assert avowed is not None
    assert avowed > 0.1
