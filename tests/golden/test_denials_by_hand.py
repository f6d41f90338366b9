"""Claims that deny a denial or a statement, and comparisons that a claim states itself, worked by hand."""

import pytest

from doxa.models.embedded import embedder
from doxa.models.embedded.guards.comparisons import stated_side, swap_comparison
from doxa.models.embedded.guards.denials import in_plain_words
from doxa.models.offline.directing import read_directions

CARS = "Cities should ban cars from their centres"
HOME = "Working from home is better than working in an office"


@pytest.mark.parametrize(
    ("claim", "plain"),
    [
        ("It would be foolish not to ban cars.", "It would be right to ban cars."),
        ("We cannot afford not to act.", "We need to act."),
        ("There is no good reason not to try.", "there is good reason to try."),
        ("I can't see how anyone could oppose the ban.", "everyone should support the ban."),
        ("No sensible person would object to the plan.", "everyone should support the plan."),
        ("It is hard to argue against fines.", "it is easy to support fines."),
        ("It would be foolish to ban cars.", "It would be foolish to ban cars."),
        ("We cannot afford a ban.", "We cannot afford a ban."),
        ("Many people oppose the ban.", "Many people oppose the ban."),
    ],
)
def test_two_denials_are_read_as_none(claim, plain):
    assert in_plain_words(claim) == (plain, False)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("It is not true that homework helps.", "Homework helps."),
        ("It's a myth that trams are slow.", "Trams are slow."),
        ("It would be wrong to say that bans work.", "Bans work."),
    ],
)
def test_a_denied_statement_is_read_with_its_direction_turned(claim, said):
    assert in_plain_words(claim) == (said, True)


@pytest.mark.parametrize(
    "claim",
    [
        "It is not true that homework helps, but it keeps children busy.",
        "It is true that homework helps.",
        "They say that it is a myth.",
    ],
)
def test_what_goes_on_or_denies_nothing_stays_as_it_is(claim):
    assert in_plain_words(claim) == (claim, False)


@pytest.mark.parametrize(
    ("motion", "claim", "direction"),
    [
        (CARS, "It would be foolish not to ban cars.", "for"),
        (CARS, "I can't see how anyone could oppose a ban on cars.", "for"),
        ("A universal basic income should be introduced", "We cannot afford not to introduce a basic income.", "for"),
        (HOME, "Working in an office is better than working from home.", "against"),
        (HOME, "Working from home is worse than working in an office.", "against"),
        (HOME, "Working from home is far better than working in an office.", "for"),
    ],
)
def test_claims_say_what_a_reader_hears(motion, claim, direction):
    assert read_directions(motion, (claim,), embedder()) == (direction,)


@pytest.mark.parametrize(
    ("claim", "side"),
    [
        ("Trains are better than planes.", 1),
        ("Trains are clearly better than planes for short trips.", 1),
        ("Trains are worse than planes.", -1),
        ("Planes are better than trains.", -1),
        ("Planes are worse than trains in every way.", 1),
        ("Trains are better than planes only if they run.", 0),
        ("Trains are not better than planes.", 0),
        ("Trains are quiet.", 0),
    ],
)
def test_a_claim_that_states_the_comparison_has_its_side(claim, side):
    assert stated_side(claim, "Trains are better than planes") == side
    assert stated_side(claim, "Planes are better than trains") == -side


def test_a_place_belongs_to_the_thing_that_it_tells_apart():
    assert swap_comparison(HOME) == "Working in an office is better than working from home"
    assert swap_comparison("Trains are cheaper than planes in winter") == "Planes are cheaper than trains in winter"
