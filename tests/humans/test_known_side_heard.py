"""People's messages heard on the side that was argued to them, where the data set knows it."""

import pytest

from doxa.humans.data.people import MetMessage, PersonRound, evidence_key
from doxa.humans.replay.judged import JudgedEvidence, MessageClaims, turn_judged
from doxa.records.claims import Claim, Polarity
from doxa.records.spec import Hearing

RECEIVED = MetMessage(key="m1", speaker="persuader", text="Trees cool streets. They also cost money.")
WRITTEN = MetMessage(key="m2", speaker="ann", text="I doubt it.", own=True)


def conversation(argued: int, initial: float) -> PersonRound:
    return PersonRound(
        id="r", person="ann", proposition="Plant trees", group="ann", initial=initial, final=0.0,
        messages=(RECEIVED, WRITTEN), argued=argued,
    )  # fmt: skip


def claim(number: int, polarity: Polarity, *, conceded: bool = False) -> Claim:
    return Claim(id=f"c{number}", proposition="motion", text="…", polarity=polarity, conceded=conceded, source="m")


@pytest.mark.parametrize(
    ("argued", "initial", "direction", "polarities"),
    [
        (1, -0.8, "blind", [[0, -1, -1], [1]]),
        (1, -0.8, "speaker", [[1, 1, -1], [-1]]),
        (0, 0.1, "speaker", [[0, -1, -1], [1]]),
    ],
    ids=["blind evidence stays as it was read", "the side argued, or a firm first stance", "no side known"],
)
def test_claims_take_the_side_of_their_speaker_where_it_is_known_and_counts(argued, initial, direction, polarities):
    one = conversation(argued, initial)
    heard = {
        evidence_key(one, RECEIVED): MessageClaims(claims=(claim(1, 0), claim(2, -1), claim(3, -1, conceded=True))),
        evidence_key(one, WRITTEN): MessageClaims(claims=(claim(4, 1),)),
    }
    hearing = Hearing.model_validate({"direction": direction})
    found = turn_judged(JudgedEvidence(judges={}, heard=heard, vectors={}), [one], hearing)
    assert [[one.polarity for one in message.claims] for message in found.heard.values()] == polarities
