"""What the offline judge says of directions, whatever its network reads."""

import pytest
from hypothesis import given, strategies as st

from doxa.corpora.message_sets import WRITTEN_DEBATES
from doxa.models.embedded import Embedder, embedder, message_polarity, polarity
from doxa.models.embedded.polarity import PolarityQuestion, probabilities_together
from doxa.models.embedded.trunk import Trunk
from doxa.models.hearing.avowals import read_avowal
from doxa.models.hearing.claims import claims_of
from doxa.models.offline.directing import (
    DirectionReader,
    direction_of,
    read_chances,
    read_claims,
    read_message,
)
from doxa.models.offline.judging import stance_of
from doxa.models.offline.shelf import Library
from doxa_train.heldout import stances

CLAIMS = (
    "Buses reach every village and cost little.",
    "Trams are quiet and carry more people.",
    "Rails cost a fortune and take years to lay.",
)


MOTION = "We should ban gambling"
SPEECH = (
    "I can see why people enjoy an evening at the tables, and nobody wants to spoil their fun. But gambling ruins "
    "families: it takes the rent, the savings and then the house. The companies live on the few who cannot stop, and "
    "they know their names. Debts follow, and with debts come theft and despair. Every study that followed addicts "
    "found the same pattern. A trade that earns its money from misery should be closed down for good."
)
GAMBLING = ("Gambling ruins whole families.", "Gambling is a harmless pleasure for most people.")
READINGS = {
    "a motion": (MOTION, GAMBLING, "", ("for", "against")),
    "a negated motion turns every direction round": ("We should not ban gambling", GAMBLING, "", ("against", "for")),
    "a motion in another language leaves every claim unclear": (
        "Wir sollten das Glücksspiel verbieten",
        ("Gambling ruins whole families.", "Glücksspiel zerstört ganze Familien."),
        "",
        ("unclear", "unclear"),
    ),
    "claims have the direction of their message": (
        MOTION,
        ("The companies know their names.", "Debts follow."),
        SPEECH,
        ("for", "for"),
    ),
    "a claim without a side stays unclear in its message": (
        MOTION,
        ("It depends.", "Gambling ruins families."),
        SPEECH,
        ("unclear", "for"),
    ),
    "a message of one claim is read as the claim is": (MOTION, GAMBLING[:1], GAMBLING[0], ("for",)),
}


@pytest.mark.parametrize(("motion", "claims", "message", "directions"), READINGS.values(), ids=READINGS)
def test_which_way_claims_point(motion, claims, message, directions):
    readings = read_claims(motion, claims, embedder(), message=message)
    assert tuple(reading.direction for reading in readings) == directions


@pytest.mark.parametrize("motion", ["Buses should not be free", "Buses should be free"])
def test_a_claim_is_read_alike_in_any_company(motion):
    together = read_chances(motion, CLAIMS, embedder())
    assert together == [read_chances(motion, [claim], embedder())[0] for claim in CLAIMS]


def test_a_chance_near_one_half_is_unclear():
    assert [direction_of(chance) for chance in (0.5, 0.9, 0.1)] == ["unclear", "for", "against"]


def test_a_claim_that_says_nothing_of_the_motion_is_unclear():
    claims = (
        "Das kostet den Staat Milliarden.",
        "It really depends on the town.",
    )
    assert read_chances("We should ban gambling", claims, embedder()) == [0.5, 0.5]


def test_a_decision_in_the_speaker_s_own_life_leaves_every_claim_unclear_to_doxa_s_own_networks():
    motion, claims = "I should stop gambling", ("Gambling ruins whole families.",)
    assert read_chances(motion, claims, embedder()) == [0.5]
    assert read_message(motion, SPEECH, embedder()) == 0.5
    other = DirectionReader(claims=polarity(), windows=message_polarity())
    assert read_message(motion, SPEECH, embedder(), reader=other) > 0.5
    assert read_chances(motion, claims, embedder(), reader=other) != [0.5]


def test_a_message_turns_with_its_motion():
    for_it, against_it = (read_message(motion, SPEECH, embedder()) for motion in (MOTION, "We should not ban gambling"))
    assert for_it == pytest.approx(1 - against_it)
    assert for_it > 0.5


@pytest.mark.parametrize(
    "text",
    [
        "Das Glücksspiel zerstört Familien, und die Schulden treiben viele Menschen in den Ruin. " * 4,
        "Gambling ruins families. Casinos pay taxes. I can see both sides, and I'd want to know more before deciding.",
    ],
    ids=["another language", "a writer who stays undecided"],
)
def test_a_message_without_a_side_says_nothing(text):
    assert read_message(MOTION, text, embedder()) == 0.5


def test_a_reading_does_not_depend_on_the_other_claims():
    claims = ("The companies know their names.", "Debts follow.", "Nobody wants to spoil their fun.")
    together = read_claims(MOTION, claims, embedder(), message=SPEECH)
    alone = [read_claims(MOTION, (claim,), embedder(), message=SPEECH)[0] for claim in claims]
    assert list(together) == alone


@pytest.mark.parametrize("motion", ["Buses should not be free", "Buses are better than trams"])
def test_a_message_and_its_claims_are_read_in_one_pass(monkeypatch, motion):
    passes = []
    read = Trunk.read_texts

    def counted(trunk, texts):
        passes.append(len(texts))
        return read(trunk, texts)

    message, fresh = f"{motion}, says the mayor. {' '.join(CLAIMS)} Nobody walks for an hour.", Embedder()
    expected = read_claims(motion, CLAIMS, embedder(), message=message)
    polarity().known.forget()
    message_polarity().known.forget()
    monkeypatch.setattr(Trunk, "read_texts", counted)
    assert read_claims(motion, CLAIMS, fresh, message=message) == expected
    assert [count for count in passes if count > 1] == passes[:1]


def test_questions_with_a_text_in_common_are_answered_as_each_alone():
    motion, other = "Buses should be free", "Trams should be free"
    asked = [(motion, CLAIMS[:2]), (motion, CLAIMS), (other, CLAIMS[1:]), (motion, ())]
    expected = [polarity().probabilities(about, claims, embedder()) for about, claims in asked]
    polarity().known.forget()
    questions = [PolarityQuestion(polarity(), about, claims) for about, claims in asked]
    assert probabilities_together(questions, Embedder()) == expected


def test_a_message_too_unsure_for_a_direction_still_leans_in_a_stance() -> None:
    message = next(
        one
        for one in WRITTEN_DEBATES.read("dev")
        if 0.56 < max(chance := read_message(one.motion, one.text, embedder()), 1.0 - chance) < 0.62
        and not read_avowal(one.text, one.motion)
    )
    claims = [found.claim for found in claims_of(message.text, message.motion)]
    readings = read_claims(message.motion, claims, embedder(), message=message.text)
    assert {reading.direction for reading in readings if reading.of_message} == {"unclear"}
    assert stance_of(message.text, message.motion, Library(embedder())) != 0.0


@pytest.mark.long  # reads 344 messages
def test_nine_in_ten_of_the_decided_dev_messages_are_right() -> None:
    decided = [
        (chance > 0.5) == (one.side > 0)
        for one in WRITTEN_DEBATES.read("dev")
        if message_polarity().clear(chance := read_message(one.motion, one.text, embedder()))
    ]
    every_side = [one.side > 0 for one in WRITTEN_DEBATES.read("dev")]
    assert len(decided) >= 20
    assert sum(decided) / len(decided) >= 0.9 > sum(every_side) / len(every_side)


@pytest.mark.long  # reads 3,178 claims
@pytest.mark.parametrize(("name", "least"), [("argkp", 0.9), ("perspectrum", 0.9), ("ibm", 0.86)])
def test_of_each_kind_of_decided_dev_claim_nine_in_ten_are_right_or_as_many_as_can_be(name: str, least: float) -> None:
    rows = stances(name, "dev")
    by_motion = {row.proposition: [one for one in rows if one.proposition == row.proposition] for row in rows}
    hits = [
        (chance > 0.5) == (row.polarity > 0)
        for motion, of_motion in by_motion.items()
        for row, chance in zip(
            of_motion, read_chances(motion, [row.claim for row in of_motion], embedder()), strict=True
        )
        if polarity().clear(chance)
    ]
    assert len(hits) >= 0.4 * len(rows)
    assert sum(hits) / len(hits) >= least > sum(row.polarity > 0 for row in rows) / len(rows)


@given(chance=st.floats(0.0, 1.0), less=st.floats(0.5, 0.999), more=st.floats(0.5, 0.999))
def test_who_is_asked_to_be_surer_only_says_unclear_more_often(chance: float, less: float, more: float) -> None:
    less, more = sorted((less, more))
    plain, low, high = (direction_of(chance, polarity(), sure) for sure in (None, less, more))
    assert low in {plain, "unclear"}
    assert high in {low, "unclear"}
    assert (high == "unclear") == (plain == "unclear" or max(chance, 1.0 - chance) < more)


def test_a_message_below_the_asked_probability_is_unclear() -> None:
    message = " ".join(f"{claim} And that is so in every town." for claim in CLAIMS)
    claims, motion = (CLAIMS[0],), "Every town should have buses"
    (reading,) = read_claims(motion, claims, embedder(), message=message)
    sure = max(reading.chance, 1.0 - reading.chance)
    assert reading.of_message
    (below,) = read_claims(motion, claims, embedder(), message=message, sure=min(0.999, sure + 0.001))
    assert below.direction == "unclear"
