"""Which of an extractor's entries are claims: those that the message says; the others are refused with a reason."""

import json
from itertools import product

import pytest
from hypothesis import given, strategies as st

from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.minds.accepting import accept_claims
from doxa.minds.hearing import hear
from doxa.minds.labels import words_of
from doxa.models.hearing.claims import claims_of
from doxa.records.spec import Hearing, Proposition
from doxa.records.steps import Message, Outcome
from doxa.tasks.extract import EXTRACT, Inputs
from replies.labelled import LabelledReply, read_replies

MOTION = "We should introduce compulsory voting"
SAID = Hearing(claims="said", unplaced="drop")
CANONICAL = Hearing(claims="canonical", unplaced="drop")
MESSAGE = "Look, “fines” hurt the poor most. And a blank ballot is a ballot, too: nobody is forced to choose."


def entry(claim: str, snippet: str) -> dict[str, str]:
    return {"claim": claim, "snippet": snippet}


def words(text: str) -> list[str]:
    return [word.text for word in words_of(text)]


def test_the_words_of_the_message_are_the_claim_and_the_sentence_of_the_extractor_is_a_note():
    paraphrase = "Penalties burden people with low incomes."
    (claim,), refused = accept_claims([entry(paraphrase, '"fines" hurt the poor most')], MESSAGE, MOTION, SAID)
    assert (claim["claim"], claim["snippet"], claim["note"]) == (*["“fines” hurt the poor most"] * 2, paraphrase)
    assert MESSAGE[slice(*claim["place"])] == claim["claim"]
    assert refused == {}


def test_a_sentence_of_the_same_words_stays_as_the_extractor_wrote_it():
    (claim,), _ = accept_claims([entry("Fines hurt the poor most.", '"fines" hurt the poor')], MESSAGE, MOTION, SAID)
    assert claim["note"] == "Fines hurt the poor most."
    (claim,), _ = accept_claims([entry("Fines hurt the poor.", '"fines" hurt the poor')], MESSAGE, MOTION, SAID)
    assert claim["claim"] == "Fines hurt the poor."
    assert "note" not in claim


def test_canonical_claims_are_the_sentences_of_the_extractor():
    paraphrase = "Penalties burden people with low incomes."
    (claim,), _ = accept_claims([entry(paraphrase, '"fines" hurt the poor most')], MESSAGE, MOTION, CANONICAL)
    assert (claim["claim"], claim["snippet"]) == (paraphrase, "“fines” hurt the poor most")


@pytest.mark.parametrize("settings", [SAID, CANONICAL])
@pytest.mark.parametrize("snippet", ["what nobody said", "", "…", "“"])
def test_a_claim_without_words_of_the_message_is_unplaced(settings, snippet):
    assert accept_claims([entry("Fines hurt.", snippet)], MESSAGE, MOTION, settings) == ([], {"unplaced": 1})


@pytest.mark.parametrize("claims", ["said", "canonical"])
def test_an_unplaced_claim_is_kept_where_a_scenario_says_so_and_has_no_place(claims):
    settings = Hearing(claims=claims, unplaced="keep")
    (claim,), refused = accept_claims([entry("Ships are cheap.", "what nobody said")], MESSAGE, MOTION, settings)
    assert (claim["claim"], claim["place"], refused) == ("Ships are cheap.", None, {})


MOTIONS = {
    "We should introduce compulsory voting": (
        "We should introduce compulsory voting.",
        "we should NOT introduce compulsory voting!",
        "We shouldn't introduce compulsory voting",
        "We should never introduce compulsory voting.",
    ),
    "The town can close its centre to cars": ("The town cannot close its centre to cars", "The town can't close its "
    "centre to cars"),
    "Israel should not lift the blockade": ("Israel should lift the blockade.",),
}  # fmt: skip


@pytest.mark.parametrize(("motion", "text"), [(motion, text) for motion, texts in MOTIONS.items() for text in texts])
def test_the_motion_and_its_negation_are_no_claims(motion, text):
    for settings in (SAID, CANONICAL):
        assert accept_claims([entry(text, text)], f"I say: {text} Yes.", motion, settings) == ([], {"motion": 1})


def test_a_reason_beside_the_motion_is_a_claim():
    text = "We should introduce compulsory voting because fines work"
    accepted, refused = accept_claims([entry(text, text)], text, MOTION, SAID)
    assert ([claim["claim"] for claim in accepted], refused) == ([text], {})


def demo_messages() -> list[tuple[str, str]]:
    """Return the turns of the shipped recorded debate, each with the debate's motion."""
    spec = plan(load_scenario("maternity-ward"))
    (recorded,) = spec.recorded.values()
    return [(line.text, spec.proposition.text) for lines in recorded.lines.values() for line in lines]


def test_a_whole_message_of_the_demo_with_the_motion_as_its_claim_is_none():
    messages = demo_messages()
    assert len(messages) > 20
    for (text, motion), settings in product(messages, (SAID, CANONICAL)):
        accepted, refused = accept_claims([entry(motion, text)], text, motion, settings)
        is_long = len(words(text)) > 50
        assert settings == SAID or not accepted
        assert refused == ({"motion": 1} if settings == CANONICAL else {"whole": 1} if is_long else {})
        assert all(claim["claim"] == text for claim in accepted)


def test_a_long_sentence_is_no_whole_message_of_several_points():
    text = "Voting " + "and voting " * 60 + "is a duty"
    assert accept_claims([entry(text, text)], text, MOTION, SAID)[1] == {}
    assert accept_claims([entry(text, text)], f"{text}. Thanks.", MOTION, SAID)[1] == {"whole": 1}


@pytest.mark.parametrize("settings", [SAID, CANONICAL])
def test_a_claim_that_another_says_already_is_a_duplicate(settings):
    again = [
        entry("Fines hurt the poor most.", "“fines” hurt the poor most"),
        entry("fines hurt the poor most", "fines” hurt the poor most."),
        entry("Fines hurt the poor", "fines” hurt the poor"),
    ]
    accepted, refused = accept_claims(again, MESSAGE, MOTION, settings)
    assert (len(accepted), refused) == (1, {"duplicate": 2})


def test_a_snippet_that_a_decoder_cut_is_widened_to_whole_words():
    (claim,), _ = accept_claims([entry("It is free.", "a blank ballot is a ballot, too: nobody is for")], MESSAGE,
                                MOTION, SAID)  # fmt: skip
    assert claim["claim"].endswith("nobody is forced")


def test_unchecked_claims_are_taken_as_they_come():
    entries = [entry(MOTION, "what nobody said")] * 13
    accepted, refused = accept_claims(entries, MESSAGE, MOTION, Hearing())
    assert ([claim["claim"] for claim in accepted], refused) == ([MOTION] * 13, {})


PIECES = st.sampled_from([*MESSAGE.split(), MOTION, MESSAGE, MESSAGE[:40], "never", "“", ". ", "\n", "not said"])
TEXTS = st.lists(PIECES, min_size=1, max_size=6).map(" ".join)


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=6), st.lists(PIECES, max_size=12).map(" ".join))
def test_every_claim_has_words_of_its_message_and_none_twice(pairs, message):
    accepted, refused = accept_claims([entry(*pair) for pair in pairs], message, MOTION, SAID)
    said = f" {' '.join(words(message))} "
    texts = [" ".join(words(claim["claim"])) for claim in accepted]
    assert all(f" {text} " in said for text in texts)
    assert len(set(texts)) == len(texts)
    assert len(accepted) + sum(refused.values()) == len(pairs)


def test_the_claims_of_the_offline_extractor_are_said_already():
    for text, motion in demo_messages():
        entries = [claim.model_dump() for claim in claims_of(text, motion)]
        accepted, refused = accept_claims(entries, text, motion, SAID)
        assert not refused
        assert [claim["claim"] for claim in accepted] == [one["claim"] for one in entries]


def extractions() -> list[LabelledReply]:
    return [one for one in read_replies() if one.recorded["task"] == "extract_reply" and one.label != "copied"]


def heard_from(reply: LabelledReply, settings: Hearing):
    """Return the message of a recorded extraction and its body as heard, with a judge that answers the same to all."""
    request = reply.recorded["messages"][-1]["content"]
    text = request.partition("<message>\n")[2].rpartition("\n</message>")[0]
    parsed = EXTRACT.parse(reply.recorded["reply"], Inputs(proposition=MOTION, text=text))
    hearing = hear(Message(key="m", speaker="ada", text=text), Proposition(text=MOTION), settings)
    steps = next(hearing)
    try:
        steps = hearing.send((outcome(steps[0], parsed.model_dump(mode="json")),))
        hearing.send(tuple(outcome(step, answer(step)) for step in steps))
    except StopIteration as done:
        return text, done.value
    raise AssertionError


def outcome(step, reply) -> Outcome:
    return Outcome(key=step.key, task=step.task, actor=step.actor, status="ok", reply=reply)


def answer(step):
    count = len(step.inputs.get("claims", step.inputs.get("texts", ())))
    judgement = {"polarity": "for", "strength": 0.5, "tags": []}
    return {"judgements": [judgement] * count, "strengths": [0.5] * count, "vectors": [""] * count}


@pytest.mark.parametrize("reply", extractions(), ids=lambda reply: str(reply.number))
def test_a_recorded_extraction_gives_no_claim_that_nobody_said(reply):
    assert reply.label == "not_in_message"
    proposed = len(json.loads(reply.recorded["reply"])["claims"])
    text, heard = heard_from(reply, SAID)
    said = " ".join(words(text))
    assert all(" ".join(words(claim.text)) in said for claim in heard.claims)
    assert len(heard.claims) + sum(heard.refused.values()) == proposed
    _, canonical = heard_from(reply, CANONICAL)
    assert not canonical.claims


def test_thirteen_claims_of_a_message_of_two_lines_are_none():
    reply = next(one for one in extractions() if len(json.loads(one.recorded["reply"])["claims"]) == 13)
    _, heard = heard_from(reply, SAID)
    assert (heard.claims, heard.refused) == ((), {"unplaced": 13})
    assert len(heard_from(reply, Hearing())[1].claims) == 13


@pytest.mark.parametrize("settings", [SAID, CANONICAL])
def test_a_sentence_of_the_message_is_a_claim_whatever_is_quoted_beside_it(settings):
    sentence = "A blank ballot is a ballot, too: nobody is forced to choose."
    (claim,), refused = accept_claims([entry(sentence, MOTION)], MESSAGE, MOTION, settings)
    assert (claim["claim"], claim["snippet"], refused) == (sentence, sentence[0].lower() + sentence[1:], {})
