"""People's messages heard on the side that was argued to them, where the data set knows it."""

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


def turned(argued: int, initial: float, direction: str) -> list[list[int]]:
    one = conversation(argued, initial)
    heard = {
        evidence_key(one, RECEIVED): MessageClaims(claims=(claim(1, 0), claim(2, -1), claim(3, -1, conceded=True))),
        evidence_key(one, WRITTEN): MessageClaims(claims=(claim(4, 1),)),
    }
    hearing = Hearing.model_validate({"direction": direction})
    found = turn_judged(JudgedEvidence(judges={}, heard=heard, vectors={}), [one], hearing)
    return [[one.polarity for one in message.claims] for message in found.heard.values()]


def test_blind_evidence_stays_as_it_was_read() -> None:
    assert turned(1, -0.8, "blind") == [[0, -1, -1], [1]]


def test_received_claims_take_the_side_argued_and_own_ones_a_firm_first_stance() -> None:
    assert turned(1, -0.8, "speaker") == [[1, 1, -1], [-1]]


def test_where_no_side_is_known_the_reading_stands() -> None:
    assert turned(0, 0.1, "speaker") == [[0, -1, -1], [1]]
