"""Questions that state something and questions that ask, written by hand and taken from people's discussions."""

import pytest

from doxa.minds.places import places_of
from doxa.models.embedded.extraction import claims_of

VOTING = "We should adopt compulsory voting"
CLONING = "We should ban human cloning"
UNIFORM = "We should abandon the use of school uniform"

STATING = {
    "what is clear": (
        UNIFORM,
        "Isn't it obvious that uniforms cost too much?",
        ["It is obvious that uniforms cost too much."],
    ),
    "what is true": (VOTING, "Isn't it true that fines hurt the poor?", ["Fines hurt the poor."]),
    "said formally": (
        VOTING,
        "Is it not clear that fines hurt the poor? Should we not exempt students?",
        ["It is clear that fines hurt the poor.", "We should exempt students."],
    ),
    "the proposition's thing": (
        VOTING,
        "Isn't compulsory voting unfair to the poor?",
        ["Compulsory voting is unfair to the poor."],
    ),
    "what the thing does": (
        VOTING,
        "Doesn't compulsory voting raise turnout?",
        ["Compulsory voting does raise turnout."],
    ),
    "the proposition's act": (
        CLONING,
        "Wouldn't banning human cloning slow medical research?",
        ["Banning human cloning would slow medical research."],
    ),
    "it for the thing": (VOTING, "But doesn’t it cost money?", ["Compulsory voting does cost money."]),
    "what we should do": (
        VOTING,
        "Parties ignore students. Shouldn't we give students a voice?!",
        ["Parties ignore students.", "We should give students a voice."],
    ),
    "can and will": (
        VOTING,
        "Can't we fine landlords instead? Won't there be queues at the polls?",
        ["We can fine landlords instead.", "There will be queues at the polls."],
    ),
    "don't you think": (
        "Artificial intelligence is good for society.",
        # of PersuasionTrace
        "Don't you think that the good outweighs the bad in helping get things done more efficiently?",
        ["The good outweighs the bad in helping get things done more efficiently."],
    ),
    "wouldn't you agree": (VOTING, "Wouldn't you agree fines hurt the poor?", ["Fines hurt the poor."]),
    "a sentence that goes on with it": (
        VOTING,
        "Isn't it unfair to shift workers? They queue for hours.",
        ["It is unfair to shift workers. They queue for hours."],
    ),
    "not denied by what only begins like it": (
        VOTING,
        "Isn't it wrong to fine pensioners? No one checks their health.",
        ["It is wrong to fine pensioners.", "No one checks their health."],
    ),
    "no question": (
        VOTING,
        "Don't forget that fines hurt the poor. I disagree with fines for pensioners.",
        ["Fines hurt the poor."],
    ),
    "without its apostrophe": (VOTING, "isnt it wrong to fine pensioners?", ["It is wrong to fine pensioners."]),
}

ASKING = {
    "no negation": "Is it obvious that fines hurt the poor?",
    "who would": "Who would want queues at the polls?",
    "why should": "Why shouldn't the state fine pensioners?",
    "a choice": "Isn't it the landlords or the tenants who pay the fines?",
    "any": "Isn't there any way around fines for pensioners?",
    "the other person": "Don't you like fines for pensioners?",
    "the other person's mind": "Don't you think so about the fines?",
    "somebody not named": "Won't they just pick names at random?",
    "what was just said": "Isn't that worse than television?",
    "a subject of several words": "Isn't compulsory voting research full of errors?",
    "people in apposition": "Shouldn't we pensioners pay a smaller fine?",
    "a subject that may go on": "Shouldn't everyone in town queue at the polls?",
    "a second question": "Isn't it wrong to fine pensioners and who pays the fines?",
    "denied at once": "Isn't it wrong to fine pensioners? No, it isn't.",
    "denied in other words": "Isn't it wrong to fine pensioners? I disagree.",
    "no mark of a question": "Isn't it wrong to fine pensioners",
    "a condition": "If pensioners forget the day, isn't it wrong to fine them?",
    "sarcasm of the source": "Don't you wish there was a sarcasm feature on the internet?",  # UKPConvArg1
    "of the source": "Wouldn't you rather spend that money where it helps people today?",  # PersuasionTrace
}


@pytest.mark.parametrize(("proposition", "message", "expected"), STATING.values(), ids=list(STATING))
def test_a_negated_question_states_its_positive(proposition, message, expected):
    found = claims_of(message, proposition)
    assert [one.claim for one in found] == expected
    places = places_of([one.snippet for one in found], message)
    assert [message[start:end] for start, end in places] == [one.snippet for one in found]
    for one in found:
        assert [again.claim for again in claims_of(one.claim, proposition)] == [one.claim]


@pytest.mark.parametrize("message", ASKING.values(), ids=list(ASKING))
def test_other_questions_only_ask(message):
    assert claims_of(message, VOTING) == ()


def test_the_words_of_a_question_stay_the_place_of_its_claim():
    message = "Hello! And isn't it clear that fines hurt the poor? Taxes fall."
    first, second = claims_of(message, VOTING)
    assert (first.snippet, second.snippet) == ("isn't it clear that fines hurt the poor?", "Taxes fall.")
