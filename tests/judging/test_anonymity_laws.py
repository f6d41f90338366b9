"""Nothing of names, sides, offices and introductions survives anonymisation, under either label assignment."""

import re

import pytest
from hypothesis import given, settings, strategies as st

from doxa.judging.ballots.scores import ASSIGNMENTS
from doxa.judging.blind.anonymity import anonymise, identity_remover, labels_of
from doxa.judging.blind.roles import INTRODUCED, introduces
from doxa.records.transcripts import Debate, Definitions, Term, Utterance
from small_debate import small_debate

NAMES = (
    "Dr Ana María Ruiz-Okafor",
    "Will Grace MP",
    "Professor J. K. van der Meer",
    "Siobhán O'Neill",
    "Baroness Uchenna Price of Ely",
    "LI Wei",
)
PARTS = (
    "Ana",
    "María",
    "Maria",
    "Ruiz",
    "Okafor",
    "Meer",
    "Siobhán",
    "Siobhan",
    "O'Neill",
    "Uchenna",
    "Wei",
)

SIDES = re.compile(
    r"\b(?:propos\w*|opposition|oppos(?:e|es|ed|ing|ers?)|prop|opp|government|affirmative|ayes?|noe?s)\b", re.I
)
OFFICES = re.compile(r"\b(?:honou?rable|learned|leader of|prime minister|whip|member|professor|baroness|dr|mp)\b", re.I)


def named(*texts: str) -> Debate:
    """A debate of six whose speeches hold the given texts, three on each side."""
    turns = []
    for place, name in enumerate(NAMES):
        text = texts[place] if place < len(texts) else "We have more to say."
        side = "pro" if place % 2 == 0 else "con"
        turns.append(Utterance(id=str(place), speaker=f"s{place}", name=name, side=side, text=text))
    return Debate(motion="This House would abolish exams", turns=tuple(turns))


def hidden(text: str) -> list[str]:
    """A text as it reads under both assignments, when the first speaker says it."""
    return [anonymise(named(text), one).turns[0].text for one in ASSIGNMENTS]


WORDS = (
    "exams",
    "measure",
    "memory,",
    "not",
    "judgement.",
    "pupils",
    "who",
    "cram",
    "forget;",
    "and",
    "so\n",
    "‘we’",
    "2019",
)
FORMS = (
    *PARTS,
    *(one.upper() for one in PARTS),
    *(f"{one}'s" for one in PARTS),
    *NAMES,
    "Dr. Ruiz",
    "Prof van der Meer",
    "Lady Price",
    "Mr O’Neill",
    "ruiz-okafor",
    "meer",
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(FORMS + WORDS), min_size=1, max_size=14))
def test_no_name_survives_wherever_it_stands(said):
    for text in hidden(" ".join(said)):
        assert not [one for one in PARTS if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text, re.IGNORECASE)]
        assert not re.search(r"\bWill\b", text)


SIDED = (
    "The Opposition says so.", "We on the Proposition say so.", "First prop was wrong, and second opp, too.",
    "The Leader of the Opposition nods.", "The Deputy Prime Minister nods.", "The Government Whip left.",
    "Opening Government spoke well.", "Side Opposition has no answer.", "I beg to propose this motion.",
    "I rise to oppose.", "We oppose tonight's motion.", "Vote for the motion!", "Vote against this House.",
    "The ayes have it.", "Go through the noes lobby.", "The proposers are many and the opposers few.",
    "The affirmative case fails.", "I speak in favour of the motion.", "She spoke in opposition to the motion.",
    "Support the motion.", "They reject this motion.", "Defeat the motion!",
)  # fmt: skip
OFFICED = (
    "The honourable member is mistaken.", "My right honourable friend, the Member for Ely, agrees.",
    "My learned friend forgets.", "The MP is mistaken.", "Our professor forgets.", "The baroness nods.",
    "The honourable lady opposite forgets.", "The noble Lord is wrong.", "The hon. gentleman sat down.",
    "The member opposite sat down.",
)  # fmt: skip
INTRODUCTIONS = (
    ("My name is Jo and I study pigs.", "My name is … and I study pigs."),
    ("I am a professor of law at Leeds.", "I am …."),
    ("I'm the member of Parliament for Ely.", "I'm …."),
    ("I stand here as a surgeon.", "I stand here as …."),
    ("Speaking as a farmer, I disagree.", "Speaking as …, I disagree."),
    ("As a philosopher, I ask what this means.", "As …, I ask what this means."),
    ("As a member of Parliament I have seen it.", "As … I have seen it."),
    ("I have spent twenty years as a nurse.", "I have spent twenty years as …."),
    ("I am one of your undergraduate students.", "I am …."),
    ("As your president, let me say this.", "As …, let me say this."),
)
NO_INTRODUCTIONS = (
    "I'm afraid they don't pay the tax.", "Let me introduce a number.", "Suppose I am a farmer by a river.",
    "She said: “I am a nurse.”", "I am no doctor.", "I am a bit worried the minister forgets.",
    "As a rule, I pay.", "I'm a firm believer in exams.", "As a student, you pay half.",
)  # fmt: skip


@pytest.mark.parametrize("sentence", SIDED)
def test_no_word_for_a_side_survives(sentence):
    for text in hidden(f"Exams measure memory. {sentence} Pupils cram."):
        assert not SIDES.search(text)
        assert not re.search(r"\b(?:for|against|support|reject|defeat|favour)\b", text, re.I)
        assert text.startswith("Exams measure memory. ")
        assert text.endswith(" Pupils cram.")


@pytest.mark.parametrize("sentence", OFFICED)
def test_no_office_that_stands_for_a_speaker_survives(sentence):
    for text in hidden(f"Exams measure memory. {sentence} Pupils cram."):
        assert not OFFICES.search(text)


@pytest.mark.parametrize(("sentence", "left"), INTRODUCTIONS)
def test_of_an_introduction_only_the_words_that_say_who_somebody_is_go(sentence, left):
    for text in hidden(f"Exams measure memory. {sentence} Pupils cram."):
        assert text == f"Exams measure memory. {left.replace('…', INTRODUCED)} Pupils cram."
    assert introduces(sentence)


@pytest.mark.parametrize("sentence", NO_INTRODUCTIONS)
def test_what_is_no_introduction_stays(sentence):
    assert hidden(sentence) == [sentence, sentence]


@pytest.mark.parametrize(
    "said",
    ["We heard Grace.", "Grace told us so.", "GRACE is wrong.", "Lady Price nods.", "So Price, and Grace, dodge."],
)
def test_a_name_that_is_an_ordinary_word_goes_where_it_is_said_as_a_name(said):
    for text in hidden(said):
        assert not re.search(r"\b(?:grace|price)\b", text, re.IGNORECASE)


@pytest.mark.parametrize(
    "said", ["Grace is no virtue.", "The price rose.", "Will you answer?", "The Will", "Grace Kelly sang.", "May I?"]
)
def test_an_ordinary_word_that_is_also_a_name_stays(said):
    assert hidden(said) == [said, said]


def test_the_place_after_a_title_is_no_name():
    assert hidden("The fens at Ely flood.")[0] == "The fens at Ely flood."


@pytest.mark.parametrize(
    "sentence",
    [
        "Exams measure memory, as opposed to judgement.",
        "Rents prop up a market.",
        "A student who crams will forget; that may be grace.",
        "I am a firm believer in trust.",
        "The government sets exams, and a government can be wrong.",
        "The case for trust is strong, and the case against exams stronger.",
        "For against every rule there stands a reason.",
    ],
)
def test_ordinary_sentences_are_left_alone(sentence):
    assert hidden(sentence) == [sentence, sentence]


def test_the_two_assignments_differ_in_their_labels_alone():
    first, second = (anonymise(small_debate(), one) for one in ASSIGNMENTS)
    swapped = str.maketrans("AB", "BA")
    for one, other in zip(first.turns, second.turns, strict=True):
        assert one.label.translate(swapped) == other.label
        assert re.sub(r"Team [AB]", "Team", one.text) == re.sub(r"Team [AB]", "Team", other.text)


def test_speakers_are_numbered_in_the_order_of_their_speeches():
    labels = labels_of(small_debate(), "pro is B").speakers
    assert labels["Dr Maren Oyelaran"] == "Team B Speaker 1"
    # Iris Kallio rises on a point before she speaks, and still speaks second
    assert labels["Iris Kallio"] == "Team A Speaker 2"


def test_definitions_and_the_motion_are_hidden_like_speeches():
    found = Definitions(
        terms=(Term(term="exam", meaning="what Ruiz-Okafor calls a test"),), framing="Proposition wins if …"
    )
    debate = named("We begin.").model_copy(update={"definitions": found, "motion": "This House regrets Dr Ruiz-Okafor"})
    shown = anonymise(debate, "pro is A")
    assert shown.motion == "This House regrets Team A Speaker 1"
    assert shown.definitions.terms[0].meaning == "what Team A Speaker 1 calls a test"
    assert shown.definitions.framing == "Team A wins if …"


def test_a_motion_keeps_its_words_and_a_bench_that_is_called_government_loses_its_name():
    debate = named("The Government says so; a government may.")
    motion = "Exams should be set by the Government"
    benched = tuple(one.model_copy(update={"team": "Opening Government"}) for one in debate.turns)
    plain = debate.model_copy(update={"motion": motion})
    assert anonymise(plain, "pro is A").motion == motion
    assert anonymise(plain, "pro is A").turns[0].text == "The Government says so; a government may."
    british = plain.model_copy(update={"turns": benched})
    assert anonymise(british, "pro is A").turns[0].text == "Team A says so; a government may."
    assert anonymise(british, "pro is A").motion == motion


def test_a_name_part_that_two_share_names_neither():
    turns = [
        Utterance(id=str(place), speaker=str(place), name=name, side=side, text="x")
        for place, (name, side) in enumerate((("Ann Lee", "pro"), ("Bo Lee", "con")))
    ]
    replaced = identity_remover(Debate(motion="m", turns=tuple(turns)), "pro is A")
    assert replaced("Ann Lee and Bo; Lee said") == "Team A Speaker 1 and Team B Speaker 1; a speaker said"
