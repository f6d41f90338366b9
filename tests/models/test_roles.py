"""What sentences do in their message, and what the offline judge therefore hears as claims."""

import pytest

from doxa.corpora.message_sets import ROLE_MESSAGES
from doxa.corpora.stances import read_stances
from doxa.models.embedded import embedder
from doxa.models.embedded.extraction import claims_of
from doxa.models.embedded.extraction.doing import ROLES, SentenceRole
from doxa.models.embedded.roles import MOST, message_sentences, role_reader
from doxa.models.offline.extracting import claims_in

MOTION = "The city should close its centre to cars"


def roles_of(message: str) -> list[str]:
    read = role_reader().read(MOTION, message, embedder())
    return [max(ROLES, key=lambda name: getattr(role, name)) for role in read]


def claims(message: str) -> list[str]:
    return [one.claim for one in claims_in(message, MOTION, embedder())]


def test_plain_cases_have_their_roles() -> None:
    assert roles_of("Thanks everyone, great talk tonight!") == ["nothing"]
    assert roles_of("I'm against it.") == ["states"]
    message = 'My neighbour says "a street without cars is a dead street". Shops in the pedestrian zone earn more.'
    assert roles_of(message) == ["reports", "argues"]


def test_roles_are_shares_and_a_message_is_read_alone() -> None:
    message = "Cars take the space of three trees. One tree cools a room. Thank you all."
    read = role_reader().read(MOTION, message, embedder())
    assert len(read) == len(message_sentences(message)[1]) == 3
    assert all(sum(getattr(role, name) for name in ROLES) == pytest.approx(1.0, abs=1e-3) for role in read)
    role_reader().known.forget()
    role_reader().read(MOTION, "Something else was said before it.", embedder())
    assert role_reader().read(MOTION, message, embedder()) == read
    assert role_reader().read(MOTION, "", embedder()) == ()


def test_behind_the_first_sentences_of_a_very_long_message_the_rules_decide() -> None:
    message = " ".join(f"Reason {number} is that quiet streets are safer." for number in range(MOST + 3))
    read = role_reader().read(MOTION, message, embedder())
    assert len(read) == MOST + 3
    assert [role.argues for role in read[MOST:]] == [1.0] * 3


def test_what_argues_nothing_makes_no_claim() -> None:
    assert claims("I'd rather stay out of this one, but happy to summarise both cases if that helps.") == []
    assert claims("Quick note from the chair: speaking time is three minutes, and we start on the left.") == []
    assert claims("It depends on so many things that I honestly cannot say.") == []


def test_an_argument_is_a_claim_still() -> None:
    assert claims("Shops in the pedestrian zone earn more since the cars are gone.")
    lost = [
        row.claim
        for row in read_stances("argkp", "dev")[::9]
        if claims_of(row.claim, row.proposition) and not claims_in(row.claim, row.proposition, embedder())
    ]
    assert len(lost) <= 1


def test_more_messages_of_held_out_motions_have_as_many_claims_as_arguments_than_by_rules() -> None:
    messages = ROLE_MESSAGES.read("test")[::4]
    right = by_rules = 0
    for message in messages:
        arguments = sum(part.role in ("argues", "cites") for part in message.sentences)
        text = "".join(("\n" if part.breaks else " ") + part.text for part in message.sentences).strip()
        right += arguments == sum(not one.conceded for one in claims_in(text, message.motion, embedder()))
        by_rules += arguments == sum(not one.conceded for one in claims_of(text, message.motion))
    assert right > 1.3 * by_rules
    assert right > 0.5 * len(messages)


def test_claims_need_no_roles() -> None:
    message = "Cars take the space of three trees. Thank you all."
    assert claims_of(message, MOTION) == claims_of(message, MOTION, roles=())
    argues = SentenceRole(1.0, *[0.0] * 7)
    assert claims_of(message, MOTION, roles=(argues, argues)) == claims_of(message, MOTION)


def test_an_argument_is_not_joined_over_the_words_of_another() -> None:
    message = "Cars take the space of three trees. A street without cars is dead, they say. One tree cools a room."
    argues, reports, goes_on = (SentenceRole(**{name: float(name == role) for name in ROLES})
                                for role in ("argues", "reports", "elaborates"))  # fmt: skip
    apart = claims_of(message, MOTION, roles=(argues, reports, goes_on))
    assert [one.claim for one in apart] == ["Cars take the space of three trees.", "One tree cools a room."]
    together = claims_of(message, MOTION, roles=(argues, goes_on, goes_on))
    assert len(together) == 1


ARGUES = SentenceRole(**{name: float(name == "argues") for name in ROLES})
GOES_ON = SentenceRole(**{name: float(name == "elaborates") for name in ROLES})


@pytest.mark.parametrize(
    ("second", "shares", "heard"),
    [
        ("A friend of mine predicted that fares would have to rise.", {"reports": 0.45, "argues": 0.55}, 1),
        (
            "An economist of the city predicted that fares would have to rise.",
            {"reports": 0.45, "cites": 0.3, "argues": 0.25},
            2,
        ),
        ("A friend of mine predicted that fares would have to rise.", {"reports": 0.35, "argues": 0.65}, 1),
        ("An economist of the city predicted that fares would rise.", {"reports": 0.35, "argues": 0.65}, 2),
        ("A friend of mine predicted that fares would have to rise.", {"reports": 0.2, "argues": 0.8}, 2),
        ("Fares would have to rise in every single town.", {"reports": 0.45, "argues": 0.55}, 2),
    ],
)
def test_saying_who_holds_it_makes_a_report_likelier(second: str, shares: dict[str, float], heard: int) -> None:
    text = f"Free buses bring shoppers back to the centre. {second}"
    told = SentenceRole(**{name: shares.get(name, 0.0) for name in ROLES})
    assert len(claims_of(text, "Buses should be free", roles=(ARGUES, told))) == heard


@pytest.mark.parametrize(
    ("second", "between", "count"),
    [
        ("Shops near the stops sell more than they used to.", " ", 1),
        ("Thirdly, shops near the stops sell more than they used to.", " ", 2),
        ("Shops near the stops sell more than they used to.", "\n\n", 2),
    ],
)
def test_what_counts_or_begins_a_paragraph_goes_on_with_nothing(second: str, between: str, count: int) -> None:
    text = f"Free buses bring shoppers back to the centre.{between}{second}"
    assert len(claims_of(text, "Buses should be free", roles=(ARGUES, GOES_ON))) == count
