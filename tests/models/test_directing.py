"""What the offline judge says of directions, whatever its network reads."""

import pytest

from doxa.models.embedded import embedder, polarity
from doxa.models.offline.directing import direction_of, read_chances, read_directions

CLAIMS = (
    "Buses reach every village and cost little.",
    "Trams are quiet and carry more people.",
    "Rails cost a fortune and take years to lay.",
)
TURNED = {"for": "against", "against": "for", "unclear": "unclear"}


def test_a_comparison_and_its_swap_have_opposite_directions():
    one = read_directions("Buses are better than trams", CLAIMS, embedder())
    other = read_directions("Trams are better than buses", CLAIMS, embedder())
    assert [TURNED[direction] for direction in one] == list(other)


def test_a_comparison_read_alike_in_both_orders_is_unclear():
    orders = ("Buses are better than trams", "Trams are better than buses")
    one, other = (polarity().probabilities(motion, CLAIMS, embedder()) for motion in orders)
    alike = [(here - 0.5) * (there - 0.5) >= 0 for here, there in zip(one, other, strict=True)]
    assert True in alike
    chances = read_chances(orders[0], CLAIMS, embedder())
    assert [chance == 0.5 for chance in chances] == alike


def test_a_negated_motion_turns_every_direction_round():
    claims = ("Gambling ruins whole families.", "Adults have a right to spend their money as they like.")
    affirmed = read_directions("We should ban gambling", claims, embedder())
    denied = read_directions("We should not ban gambling", claims, embedder())
    assert affirmed == ("for", "against")
    assert denied == ("against", "for")


@pytest.mark.parametrize("motion", ["Buses are better than trams", "Buses should not be free", "Buses should be free"])
def test_a_claim_is_read_alike_in_any_company(motion):
    together = read_chances(motion, CLAIMS, embedder())
    assert together == [read_chances(motion, [claim], embedder())[0] for claim in CLAIMS]


def test_a_chance_near_one_half_is_unclear():
    assert [direction_of(chance) for chance in (0.5, 0.9, 0.1)] == ["unclear", "for", "against"]


def test_a_claim_that_says_nothing_of_the_motion_is_unclear():
    claims = (
        "Das kostet den Staat Milliarden.",
        "It really depends on the town.",
        "My aunt painted her kitchen yellow on Sunday.",
    )
    assert read_chances("We should ban gambling", claims, embedder()) == [0.5, 0.5, 0.5]


def test_a_motion_in_another_language_leaves_every_claim_unclear():
    claims = ("Gambling ruins whole families.", "Glücksspiel zerstört ganze Familien.")
    assert read_directions("Wir sollten das Glücksspiel verbieten", claims, embedder()) == ("unclear", "unclear")
