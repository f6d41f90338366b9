"""Offline turns take up the claim that they answer, and repeat no opening; no judge hears a claim in an opening."""

import re

import pytest

from doxa.models.hearing.claims import claims_of
from doxa.systems.dialogue.offline.opening import ADDRESSES, retell
from doxa.systems.dialogue.offline.phrases import MANNERS
from models.offline_scenes import debate

MOTION = "We should introduce compulsory voting"
REASON = "A turnout of ninety per cent gives laws more weight."


def openings(messages):
    """Return the first two sentences of each message, without its arguments' words."""
    return [" ".join(re.split(r"(?<=[.!?:])\s", message.text)[:2]) for message in messages]


@pytest.mark.parametrize("stances", [(0.7, -0.7), (0.95, -0.5), (0.1, -0.1)])
def test_fifteen_rounds_repeat_no_opening(stances):
    begun = openings(debate(*stances, 15))
    assert len(set(begun)) == len(begun)
    shapes = {re.sub(r" that .*", "", one) for one in begun}
    assert len(shapes) >= 14


def test_most_turns_take_up_a_claim_of_the_last_speaker_in_other_words():
    messages = debate(0.7, -0.7, 15)
    verbs = tuple(address.split("{")[0] for address in ADDRESSES)
    answers = [message.text for message in messages[1:] if message.text.startswith(verbs)]
    assert len(answers) >= 20


def test_hardly_an_opening_is_heard_as_a_claim():
    shapes = [
        *(f"{ADDRESSES[0]} {verdict}" for manner in MANNERS for verdict in manner.verdicts),
        *(shape for manner in MANNERS for shape in (*manner.answering, *manner.turning, *manner.opening)),
        *(shape for manner in MANNERS for shape in manner.starting),
    ]
    filled = [shape.format(name="Violet", word="freedom", claim="it makes the poor vote") for shape in shapes]
    heard = [[claim.claim for claim in claims_of(f"{opening} {REASON}", MOTION)] for opening in filled]
    assert all(claims[-1] == REASON for claims in heard)
    assert sum(claims != [REASON] for claims in heard) <= 0.15 * len(heard)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Compulsory voting violates freedom of conscience.", "it breaks freedom of conscience"),
        ("I believe that compulsory voting would increase turnout, because fines work.", "it would raise turnout"),
        ("We should introduce compulsory voting because everyone should decide.", "every person should decide"),
        ("Compulsory voting is an expensive exercise", "it is a costly exercise"),
    ],
)
def test_a_claim_is_told_again_in_other_words(claim, told):
    assert retell(claim, MOTION) == told


@pytest.mark.parametrize(
    "claim", ["", "I vote.", "Freedom of conscience is the highest good.", "We should introduce compulsory voting.",
              "My vote is my own and nobody else's.", "word " * 60]
)  # fmt: skip
def test_what_would_come_out_the_same_is_not_told_again(claim):
    assert retell(claim, MOTION) == ""
