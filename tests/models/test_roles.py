"""What sentences do in their message, and what the offline judge therefore hears as claims."""

import pytest

from doxa.corpora.message_sets import ROLE_MESSAGES
from doxa.corpora.stances import read_stances
from doxa.models.embedded import embedder
from doxa.models.hearing.roles import MOST, ROLES, read_roles, role_reader
from doxa.models.offline.claims import claims_in

MOTION = "The city should close its centre to cars"


def roles_of(message: str) -> list[str]:
    _, _, read = read_roles(MOTION, message, embedder())
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
    _, parts, read = read_roles(MOTION, message, embedder())
    assert len(read) == len(parts) == 3
    assert all(sum(getattr(role, name) for name in ROLES) == pytest.approx(1.0, abs=1e-3) for role in read)
    role_reader().known.forget()
    read_roles(MOTION, "Something else was said before it.", embedder())
    assert read_roles(MOTION, message, embedder())[2] == read
    assert read_roles(MOTION, "", embedder())[2] == ()


def test_behind_the_first_sentences_of_a_very_long_message_the_rules_decide() -> None:
    message = " ".join(f"Reason {number} is that quiet streets are safer." for number in range(MOST + 3))
    _, _, read = read_roles(MOTION, message, embedder())
    assert len(read) == MOST + 3
    assert [role.argues for role in read[MOST:]] == [1.0] * 3


def test_what_argues_nothing_makes_no_claim() -> None:
    assert claims("I'd rather stay out of this one, but happy to summarise both cases if that helps.") == []
    assert claims("Quick note from the chair: speaking time is three minutes, and we start on the left.") == []
    assert claims("It depends on so many things that I honestly cannot say.") == []


def test_an_argument_is_a_claim_still() -> None:
    assert claims("Shops in the pedestrian zone earn more since the cars are gone.")
    drawn = read_stances("argkp", "dev")[::9]
    assert sum(not claims_in(row.claim, row.proposition, embedder()) for row in drawn) <= 0.03 * len(drawn)


def test_most_messages_of_held_out_motions_have_as_many_claims_as_arguments() -> None:
    messages = ROLE_MESSAGES.read("test")[::4]
    right = by_sentences = 0
    for message in messages:
        arguments = sum(part.role in ("argues", "cites") for part in message.sentences)
        text = "".join(("\n" if part.breaks else " ") + part.text for part in message.sentences).strip()
        right += arguments == sum(not one.conceded for one in claims_in(text, message.motion, embedder()))
        by_sentences += arguments == len(message.sentences)
    assert right > 1.3 * by_sentences
    assert right > 0.45 * len(messages)
