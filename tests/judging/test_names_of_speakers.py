"""Names that are words, places or somebody else's stay, and the same names go where they are a speaker's."""

import pytest

from doxa.judging.ballots.scores import ASSIGNMENTS
from doxa.judging.blind.anonymity import identity_remover
from doxa.judging.blind.spans import are_forms_of_one, is_ordinary, is_short_for
from doxa.records.transcripts import Debate, Side, Utterance

NAMES: tuple[tuple[str, Side], ...] = (
    ("Joy Waters", "pro"),
    ("Karim Said", "con"),
    ("An Long", "pro"),
    ("He Ping", "con"),
    ("Jordan Hill", "pro"),
    ("Priya Raman", "con"),
    ("Ángel Domingo Reyes", "pro"),
    ("Ruth Will", "con"),
)


def _hide(text: str) -> str:
    turns = tuple(
        Utterance(
            id=f"t{number}",
            speaker=f"s{number}",
            name=name,
            side=side,
            team="Opening Government" if side == "pro" else "Opening Opposition",
            text=text,
        )
        for number, (name, side) in enumerate(NAMES)
    )
    return identity_remover(Debate(motion="This House would abolish the monarchy", turns=turns), ASSIGNMENTS[0])(text)


@pytest.mark.parametrize(
    "text",
    [
        "Joy, with respect, you have been promising jobs since March.",
        "Joy, with the greatest respect, that was no answer.",
        "Joy, people drop crisps everywhere.",
        "That is wrong. Joy, the trams were never free.",
        "Joy, nobody asked for this.",
        "Joy, on your point about cost, you forgot the buses.",
        "Joy, tickets pay for the drivers.",
        "Joy told us so.",
        "Joy: you promised trams.",
        "Joy, Jordan and Priya are wrong.",
    ],
)
def test_a_word_that_is_spoken_to_goes(text: str) -> None:
    assert "Joy" not in _hide(text)


@pytest.mark.parametrize(
    "text",
    [
        "Joy, hope and charity are free.",
        "Joy, it is said, is brief.",
        "Joy, not fear, should rule us.",
        "Joy, the great aim of life, is brief.",
        "Joy, as the poets say, is brief.",
        "It is an old excuse, and he who makes it, as he said, owns the vase.",
        "He said it was an error, and he told us why.",
        "He's wrong, and the platform said sorry.",
        "An hour later he said no.",
    ],
)
def test_an_ordinary_word_stays(text: str) -> None:
    assert _hide(text) == text


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Karim said no.", "Team B Speaker 1 said no."),
        ("As Ruth will find out, it costs.", "As Team B Speaker 4 will find out, it costs."),
        ("Karim Said said no.", "Team B Speaker 1 said no."),
        ("We heard An say so.", "We heard Team A Speaker 2 say so."),
    ],
)
def test_a_verb_after_a_first_name_stays(text: str, hidden: str) -> None:
    assert _hide(text) == hidden


@pytest.mark.parametrize(
    "text",
    [
        "Jordan and Singapore both sit the same exam.",
        "Egypt, Jordan and Syria share a river.",
        "South Africa and Jordan abstained.",
        "Jordan exports phosphate.",
        "The people of Jordan want water.",
        "Jordan, Egypt and Israel signed.",
    ],
)
def test_a_country_stays(text: str) -> None:
    assert _hide(text) == text


@pytest.mark.parametrize(
    "text", ["Jordan said that Singapore sits it.", "Karim and Jordan both agree.", "Jordan's plan"]
)
def test_a_speaker_with_the_name_of_a_country_goes(text: str) -> None:
    assert "Jordan" not in _hide(text)


@pytest.mark.parametrize(
    "text",
    [
        "Children learn the name of C. V. Raman.",
        "Sir C.V. Raman won the prize.",
        "C V Raman won the prize.",
        "Bhagavathi Raman won the prize.",
        "In Seville the Domingo de Resurrección bullfight opens the season.",
        "They met at Plaza de los Reyes.",
    ],
)
def test_somebody_elses_name_stays(text: str) -> None:
    assert _hide(text) == text


@pytest.mark.parametrize(
    "text", ["P. Raman is right.", "P. V. Raman is right.", "Dr P. Raman is right.", "Á. D. Reyes is right."]
)
def test_a_speakers_own_initials_go_with_the_name(text: str) -> None:
    assert _hide(text).startswith("Team ")


@pytest.mark.parametrize(
    "text",
    [
        "Tony Benn, when he was the honourable member for Chesterfield, brought in a bill.",
        "Tony Benn, the honourable member for Chesterfield, brought in a bill.",
        "She was elected as the Member for Chesterfield.",
        "In Canada the Leader of the Opposition swears the same oath as the Prime Minister.",
        "In Australia, the Prime Minister can be dropped in a night.",
        "The opposition in Athens and the government in Athens agree.",
        "The Opposition in Tartu marched.",
    ],
)
def test_an_office_of_a_country_stays(text: str) -> None:
    assert _hide(text) == text


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("The honourable member for Chesterfield told us so.", "Chesterfield"),
        ("In Canada, the Prime Minister told us, the Crown is free.", "Prime Minister"),
        ("I was asked by the honourable member opposite.", "honourable"),
        ("The Opposition in this debate forgot the King.", "Opposition"),
    ],
)
def test_an_office_of_the_debate_goes(text: str, gone: str) -> None:
    assert gone not in _hide(text)


def test_a_word_and_its_plural_are_ordinary_and_a_name_that_is_no_word_is_not() -> None:
    for name in ("Grace", "summers", "Banks", "Flowers", "Berries", "Freemen", "Waters"):
        assert is_ordinary(name), name
    for name in ("Okafor", "Achterberg", "James", "Noor", "Ali"):
        assert not is_ordinary(name), name


SHORT = (("Sam", "Samuel"), ("Sammy", "Samuel"), ("Jo", "Johanna"), ("Hanna", "Johanna"), ("Toby", "Tobias"),
         ("Bill", "William"), ("Liz", "Elizabeth"), ("Pri", "Priya"))  # fmt: skip
OTHER = (("Willy", "Johanna"), ("Ang", "Ann"), ("Bruce", "Ann"), ("Martin", "Mark"), ("Joy", "Johanna"), ("Sam", "Sam"))


def test_short_forms_of_first_names_are_recognised_and_other_names_are_not() -> None:
    for short, name in SHORT:
        assert is_short_for(short, name), short
        assert are_forms_of_one(name, short), short
    for other, name in OTHER:
        assert not is_short_for(other, name), other
    assert are_forms_of_one("Bob", "Rob")
