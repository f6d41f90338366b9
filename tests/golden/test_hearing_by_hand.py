"""What is heard in plain words, worked by hand: claims, motions, guards and avowals."""

import pytest

from doxa.models.embedded import embedder
from doxa.models.hearing.avowals import FIRM, LEANING, PLAIN, read_avowal
from doxa.models.hearing.claims import claims_of
from doxa.models.hearing.guards import cautions_about, is_double, is_foreign, is_personal, takes_no_side
from doxa.models.hearing.motions import plain_motion

MOTION = "Buses should be free"

CLAIMS = {
    "Free buses bring shoppers back to the centre. Thanks everyone!": ["Free buses bring shoppers back to the centre."],
    "**Free** buses bring *shoppers* back to the [centre](https://a.org/b).": [
        "Free buses bring shoppers back to the centre."
    ],
    "What is more, free buses cut the traffic by a third.": ["Free buses cut the traffic by a third."],
    "There are two reasons: first, fares keep the poor at home; second, collecting them costs a fortune.": [
        "Fares keep the poor at home.",
        "Collecting them costs a fortune.",
    ],
    "You say that the drivers will strike, Ben. Free buses cut the traffic by a third.": [
        "Free buses cut the traffic by a third."
    ],
}


@pytest.mark.parametrize("text", CLAIMS)
def test_a_message_has_these_claims(text: str) -> None:
    assert [claim.claim for claim in claims_of(text, MOTION)] == CLAIMS[text]


def test_what_is_granted_is_marked_and_its_answer_is_not() -> None:
    text = "Granted, drivers must be paid. But free buses cut the traffic by a third, and jams cost far more."
    assert [claim.conceded for claim in claims_of(text, MOTION, embedder())] == [True, False]


MOTIONS = {
    "The city should not sell its water works": ("The city should sell its water works", True),
    "It is wrong to eat meat": ("it is right to eat meat", True),
    "We should not oppose a ban on zoos": ("We should support a ban on zoos", False),
    "Tenants can't be evicted": ("Tenants can be evicted", True),
    "Israel should lift the blockade of Gaza": ("Israel should end the blockade of Gaza", False),
    "The state should lift wages": ("The state should lift wages", False),
    "Coal power should be phased out by 2030": ("We should end Coal power by 2030", False),
    "The council should cut back on parking": ("The council should reduce parking", False),
    "We should ban zoos if they are not clean": ("We should ban zoos if they are not clean", False),
}


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_motion_is_read_in_these_words(motion: str) -> None:
    about, is_opposite = plain_motion(motion)
    expected, is_turned = MOTIONS[motion]
    assert (about.lower(), is_opposite) == (expected.lower(), is_turned)


def test_guards_know_plain_cases() -> None:
    assert is_foreign("Das kostet den Staat Milliarden.")
    assert not any(map(is_foreign, ("Ban zoos.", "NATO", "The Danube flows through ten countries.", "")))
    assert takes_no_side("It really depends on the town.")
    assert takes_no_side("I can see both sides.")
    assert not takes_no_side("Both sides agree that fares should fall.")
    assert all(map(is_personal, ("I should adopt a second dog", "My son should quit", "Should I move to Spain?")))
    assert not any(map(is_personal, ("World War I was avoidable", "In my view zoos should close")))


def test_propositions_of_two_things_are_told_roughly() -> None:
    two = ("Christianity is right and atheism is wrong", "We should cut taxes and raise the minimum wage")
    one = (
        "Health and safety rules should be relaxed",
        "We should ban zoos",
        "Cats and dogs should be allowed in flats",
    )
    assert all(map(is_double, two))
    assert not any(map(is_double, one))


def test_a_run_is_warned_of_what_is_doubtful() -> None:
    assert cautions_about(MOTION, ["Fares are low."], offline=True) == ()
    assert len(cautions_about("I should move to Spain", offline=True)) == 1
    assert cautions_about("I should move to Spain", offline=True, blind=False) == ()
    (foreign,) = cautions_about(MOTION, ["Busse sind viel zu teuer für uns alle."], offline=True)
    assert foreign.startswith("1 of 1 seed arguments are not in English")
    assert cautions_about("Die Busse sollten kostenlos sein", offline=False) == ()


BAN = "Cities should ban cars from their centres."
AVOWALS = [
    ("I support it.", PLAIN),
    ("I strongly support the ban.", FIRM),
    ("I'm against it.", -PLAIN),
    ("I'm somewhat opposed to it.", -LEANING),
    ("I'm not against it.", LEANING),
    ("Absolutely not.", -FIRM),
    ("Yes, please.", PLAIN),
    ("I would allow cars in the centres.", None),
    ("I want to keep cars in the centres.", -PLAIN),
    ("I think cities should ban cars.", PLAIN),
    ("I don't think cities should ban cars.", -PLAIN),
    ("I used to oppose it, but now I support it.", PLAIN),
    ("My neighbour is against it.", None),
    ("I'm torn.", 0.0),
    ("Would you support it?", None),
    ("Cars take the space of three trees.", None),
]


@pytest.mark.parametrize(("text", "grade"), AVOWALS)
def test_a_position_in_plain_words_has_this_grade(text: str, grade: float | None) -> None:
    assert read_avowal(text, BAN) == grade


def test_a_denied_proposition_turns_what_is_done() -> None:
    assert read_avowal("We should fund the opera.", "We should not fund the opera") == -PLAIN
    assert read_avowal("We should not fund the opera.", "We should not fund the opera") == PLAIN


def test_an_ordinal_counts_arguments_after_a_stop_or_before_a_comma_only():
    counted = "It fails for two reasons: first it costs too much, and second it helps nobody at all."
    assert [one.claim for one in claims_of(counted, "The ward should close")] == [
        "It costs too much.",
        "It helps nobody at all.",
    ]
    whole = "The county wrote it into the first draft of the plan, because the plan was harder to sell without it."
    assert [one.claim for one in claims_of(whole, "The ward should close")] == [whole]
