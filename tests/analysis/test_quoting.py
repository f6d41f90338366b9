"""Quotations of claims leave frames of speech out, keep evidence, denials and hedges, and never empty a claim."""

import random

import pytest
from hypothesis import given, strategies as st

from doxa.analysis.causes import quoted_claim
from doxa.corpora.message_sets import CONVERSATIONS, OWN_MESSAGES
from doxa.models.hearing.sentences import sentences

NAMES = ("Cobalt", "Violet")
BARE = "Fines fall hardest on the poor."

FRAMED = (
    "One thing on the other side deserves a hearing: fines fall hardest on the poor.",
    "I grant that fines fall hardest on the poor.",
    "As Cobalt said, fines fall hardest on the poor.",
    "As you rightly pointed out, Cobalt, fines fall hardest on the poor.",
    "Cobalt is right that fines fall hardest on the poor.",
    "According to Cobalt, fines fall hardest on the poor.",
    "Nobody disputes that fines fall hardest on the poor.",
    "To be perfectly honest with you, fines fall hardest on the poor.",
    "The strongest argument against me is this: fines fall hardest on the poor.",
)

KEPT = (
    "You say that turnout matters, but fines fall hardest on the poor.",
    "Studies show that fines fall hardest on the poor.",
    "I do not think that fines fall hardest on the poor.",
    "I used to think that fines fall hardest on the poor.",
    "Many people feel that they are being watched.",
    "To say that fines work is to mock the poor.",
    "If you are poor, fines fall hardest on you.",
    "The claim that fines work is false.",
    "The law has one flaw: fines fall hardest on the poor.",
    "Voting is like jury duty: everybody serves.",
    "It is important that everybody votes.",
)


@pytest.mark.parametrize("claim", FRAMED)
def test_a_frame_of_speech_is_no_part_of_a_quoted_claim(claim: str) -> None:
    assert quoted_claim(claim, NAMES) == BARE


@pytest.mark.parametrize("claim", KEPT)
def test_what_belongs_to_a_claim_is_kept(claim: str) -> None:
    assert quoted_claim(claim, NAMES) == claim


def test_only_names_of_those_who_take_part_are_frames() -> None:
    assert quoted_claim("Mill believes that liberty needs limits.", NAMES) == "Mill believes that liberty needs limits."
    assert quoted_claim("According to Mill, liberty needs limits.", NAMES) == "According to Mill, liberty needs limits."


def test_most_sentences_of_people_and_models_are_quoted_whole_and_the_rest_loses_a_few_words() -> None:
    """Of messages that were not written for this test; what is left is always the end of the sentence, or its start."""
    texts = [message.text for message in (*OWN_MESSAGES.read(), *CONVERSATIONS.read())]
    drawn = [sentence.text for text in random.Random(26).sample(texts, 150) for sentence in sentences(text)]
    pairs = [(" ".join(text.split()), quoted_claim(text)) for text in drawn]
    changed = [(text, quoted) for text, quoted in pairs if text != quoted]
    assert 0.02 < len(changed) / len(pairs) < 0.25
    assert all(quoted.rstrip(".").lower() in text.lower() for text, quoted in changed)
    assert all(len(text.split()) - len(quoted.split()) <= 30 for text, quoted in changed)


@given(st.text(max_size=300), st.lists(st.text(max_size=20), max_size=3))
def test_any_text_and_any_names_can_be_quoted(text: str, names: list[str]) -> None:
    quoted = quoted_claim(text, names)
    assert bool(quoted.strip()) == bool(text.strip())
    assert quoted_claim(quoted, names) == quoted
