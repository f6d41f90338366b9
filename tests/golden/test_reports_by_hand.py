"""Who says a sentence: reports that are another's by their form, and sentences that may be a witness's."""

import pytest

from doxa.models.embedded.extraction.concessions import is_anothers
from doxa.models.embedded.extraction.doing import ANOTHERS_AS_SAID, ANOTHERS_AS_TOLD, SentenceRole
from doxa.models.embedded.extraction.reporting import may_be_witness


def reporting(share: float, cites: float = 0.0) -> SentenceRole:
    """Return the role of a sentence that reports with this probability, cites with that, and else argues."""
    return SentenceRole(
        argues=1.0 - share - cites,
        elaborates=0.0,
        cites=cites,
        reports=share,
        concedes=0.0,
        states=0.0,
        neutral=0.0,
        nothing=0.0,
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "There's a fear that small farms would vanish.",
        "There is also a widespread belief that taxes kill jobs.",
        "According to the tobacco industry, smokers would only switch brands.",
        "One often hears that the young do not vote.",
        "Those who want the road closed say the shops would gain.",
        "Those against the mast point to headaches.",
        "The petition claims that the lake is dying.",
        "The central argument of the other side is that jobs are few.",
        "The strongest argument against us is that the bridge is old.",
        "Con's best point is that the money is gone.",
        "My opponent's case hinges on the assumption that rents would fall.",
        "The pro side highlights the new library as a gain for the poor.",
        "My opponent frames the toll as a gift to the rich.",
        "My opponents' best argument is that rents would fall.",
        "The case of the con side hinged on the idea that rents would fall.",
    ],
)
def test_what_is_said_to_be_feared_or_claimed_is_anothers(sentence):
    assert is_anothers(sentence, ["The figures show nothing of the kind."])


@pytest.mark.parametrize(
    "sentence",
    [
        "There is a shop that closed last week.",
        "According to the census, half of the flats are empty.",
        "Those who want to sleep need quiet streets.",
        "The petition has nine thousand names.",
        "My opponent's case rests on the false assumption that rents would fall.",
        "The government's case rests on a single trial.",
        "The strongest argument against plastic bags is that they kill turtles.",
        "The main point of the proposition is that people should be free.",
        "Con's argument is circular.",
        "My opponent's best point is easily answered.",
        "The case against us is built on sand.",
        "The government highlights the danger of lead in its report.",
    ],
)
def test_what_only_looks_like_a_report_is_the_speakers(sentence):
    assert not is_anothers(sentence, ["The figures show nothing of the kind."])


def test_a_plain_report_is_anothers_at_a_lower_bound_than_a_witness():
    between = (ANOTHERS_AS_SAID + ANOTHERS_AS_TOLD) / 2
    assert reporting(between).is_anothers("Commuters say that the line is always late.")
    assert not reporting(between).is_anothers("Nurses say that the ward is always full.")
    assert not reporting(ANOTHERS_AS_SAID - 0.01).is_anothers("Commuters say that the line is always late.")
    assert not reporting(between).is_anothers("Nobody has shown that the promised gains would appear.")
    assert not reporting(between).is_anothers("The whole point of the fee is that fewer cars come.")
    assert not reporting(between).is_anothers("A tattoo says nothing about how somebody lays bricks.")
    assert not reporting(between).is_anothers("Write that in as well, it is cheaper than a surgeon.")
    assert not reporting(0.5, cites=0.4).is_anothers("Nurses say that the ward is always full.")


@pytest.mark.parametrize(
    ("sentence", "may_be"),
    [
        ("A study of forty towns says so.", True),
        ("The OECD says that it pays for itself.", True),
        ("'We sell less now,' says the baker.", True),
        ('The landlord told me, "I would have to close."', True),
        ("Commuters don't believe a word of it.", False),
        ("UK voters say they've had enough.", False),
    ],
)
def test_who_may_be_a_witness(sentence, may_be):
    assert may_be_witness(sentence) is may_be
