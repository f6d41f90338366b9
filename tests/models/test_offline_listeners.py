"""The offline listeners: extraction, classification, scoring, judging, and the plain tasks."""

import ast
import asyncio
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from doxa.corpora import load_corpus
from doxa.errors import ModelSetupError
from doxa.models import offline
from doxa.models.hearing.claims import claims_of
from doxa.models.hearing.sentences import sentences
from doxa.models.offline.claims import move_stance
from doxa.models.offline.saying import looks
from doxa.records.base import clean
from doxa.tasks.base import Task
from doxa.tasks.recite import RECITE
from doxa_train.examples import strangers
from models.offline_scenes import FEW, MOTION, debate, perform, performer, reply, said, scene_request


def test_a_turn_yields_its_arguments():
    turn = (
        "Good evening, everyone! I am for the motion. Moreover, subsidies keep local newspapers alive. Why not? "
        "On the other side, there is this: the state could punish critical reporters."
    )
    assert [extracted.claim for extracted in claims_of(turn, MOTION)] == [
        "Subsidies keep local newspapers alive.",
        "The state could punish critical reporters.",
    ]


def test_most_of_what_the_speaker_argues_is_heard_and_little_else():
    turns = [message.text for message in debate(0.95, -0.3, 5)]
    heard = [one.snippet for text in turns for one in claims_of(text, MOTION)]
    reasons = [one for text in turns for one in said(text)]
    from_reasons = [snippet for snippet in heard if said_within(snippet, reasons)]
    assert len(from_reasons) >= 0.85 * len(heard)
    assert len(from_reasons) >= 0.85 * len(reasons)


def said_within(snippet, reasons):
    letters = re.sub(r"\W", "", snippet.lower())
    return any(letters in re.sub(r"\W", "", one.text.lower()) for one in reasons)


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=400)
    | st.lists(st.sampled_from(["So", "I", "tax,", "vote:", ".", "?", "\n", "“", "e.g.", "🙂"])).map(" ".join)
)
@example("<script>alert('taxes ruin shops')</script>. \ud800 lone surrogates break things")
def test_snippets_stand_in_the_text_letter_for_letter(text):
    for one in claims_of(text, MOTION):
        assert one.snippet in clean(text)
        assert one.claim.strip()


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_sentences_know_their_places(text):
    found = sentences(text)
    assert all(one.text == text[one.start : one.end] == one.text.strip() for one in found)
    assert all(first.end <= second.start for first, second in pairwise(found))


@pytest.mark.parametrize(
    "text", ["", "   ", "?!", "a" * 100_000, "tax, " * 20_000, "no. " * 25_000, "🙂" * 1000, "." * 100_000]
)
def test_hostile_texts_are_heard_quickly(text):
    claims = reply("extract", {"proposition": MOTION, "text": text}).claims
    assert all(len(one.snippet) <= 600 for one in claims)


def test_directions_agree_with_the_labels_of_a_motion_that_no_training_saw():
    motion = "Social media platforms should be regulated by the government"
    some = load_corpus("argkp").motion(motion)[::4]
    assert {one.part for one in some} == {"test"}
    inputs = {"proposition": motion, "claims": [one.text for one in some]}
    judged = [one.polarity for one in reply("classify", inputs).judgements]
    clear = [(word, one.polarity) for word, one in zip(judged, some, strict=True) if word != "unclear"]
    assert len(clear) >= 0.7 * len(some)
    assert np.mean([(word == "for") == (polarity > 0) for word, polarity in clear]) >= 0.8


def test_what_has_nothing_to_do_with_the_proposition_is_mostly_unclear():
    some = strangers(60)
    judged = [reply("classify", {"proposition": one.proposition, "claims": [one.claim]}).judgements[0] for one in some]
    assert np.mean([one.polarity == "unclear" for one in judged]) > 3 / 4
    inputs = {"proposition": "Bananas are berries", "claims": ["", "🙂"]}
    assert [one.polarity for one in reply("classify", inputs).judgements] == ["unclear", "unclear"]


def test_the_speaker_has_a_taste_for_reasons():
    assert looks("") == 0.0
    assert looks("It is good.") < looks("It is good because it prevents 4,000 deaths a year in poor countries.") <= 1.0


def test_strength_follows_the_corpus_where_it_rates_a_text(tmp_path):
    path = tmp_path / "few.csv"
    path.write_text(FEW)
    inputs = {"proposition": "Cats rule", "claims": ["Cats are quiet, and clean!", "Cats purr."]}
    strengths = reply("score", inputs, corpus=str(path)).strengths
    assert strengths[0] == 0.9
    assert strengths[1] == reply("score", inputs).strengths[1]
    assert reply("score", inputs).strengths[0] != 0.9


def test_judged_stance_follows_the_assigned_one():
    assigned, judged = [], []
    for stance in (-0.9, -0.5, -0.1, 0.1, 0.5, 0.9):
        for message in debate(stance, 0.0, 3)[::2]:
            inputs = {"proposition": MOTION, "speaker": "Violet", "text": message.text}
            assigned.append(stance)
            judged.append(reply("judge_stance", inputs).stance)
    assert np.corrcoef(assigned, judged)[0, 1] >= 0.65
    assert np.mean(judged[:6]) < np.mean(judged[6:12]) < np.mean(judged[12:])


def test_a_text_without_a_stance_is_judged_zero():
    for text in ("", "Hello there.", "🙂"):
        read = reply("judge_stance", {"proposition": MOTION, "speaker": "V", "text": text})
        assert (read.stance, read.clear) == (0.0, False)
    assert reply("judge_stance", {"proposition": MOTION, "speaker": "V", "text": "I oppose the motion."}).clear


def test_listeners_share_no_phrases_with_the_speaker():
    folder = Path(offline.__file__).parent
    speaking = {phrase.lower() for phrase in constants(folder.parents[1] / "systems/dialogue/offline/phrases.py")}
    listening = [folder / f"{name}.py" for name in ("judging", "claims")]
    for path in [*listening, *(folder.parent / "hearing").glob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not modules & {"doxa.systems.dialogue.offline.phrases", "doxa.systems.dialogue.offline.speaking"}
        for cue in constants(path):
            assert not any(phrase in cue.lower() for phrase in speaking if phrase.count(" ") >= 2)


def constants(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_self_updates_take_a_small_step_towards_what_was_heard():
    assert move_stance(0.3, []) == 0.3
    assert move_stance(0.0, [1.0, 0.5]) == pytest.approx(0.1125)
    against = [one.text for one in load_corpus("argkp").motion(MOTION) if one.polarity < 0][:4]
    stance = reply("self_update", {"previous": 0.5, "heard": against}).stance
    assert 0.2 < stance < 0.5
    assert reply("self_update", {"previous": -1.0, "heard": []}).stance == -1.0


def test_reciting_changes_nothing_and_embedding_gives_a_row_a_text():
    assert perform("recite", {"text": " Any  line. "}).text == " Any  line. "
    response = perform("embed", {"texts": ["one", "", "one"]})
    assert [len(row) for row in response.vectors] == [384, 384, 384]
    assert response.vectors[0] == response.vectors[2]


def test_a_task_that_cannot_be_done_offline_says_what_can_do_it():
    other = Task(name="compose_opera", role="coach", Inputs=RECITE.Inputs, Reply=RECITE.Reply, stable="", request="")
    request = replace(scene_request("recite", {"text": "x"}), task=other)
    with pytest.raises(ModelSetupError, match=r"compose_opera.*\n.*models\.coach\.model"):
        asyncio.run(performer().perform(request))


def test_replies_are_canonical_json():
    text = perform("extract", {"proposition": MOTION, "text": "Subsidies keep papers alive."}).text
    assert json.loads(text) == {
        "claims": [{"claim": "Subsidies keep papers alive.", "snippet": "Subsidies keep papers alive."}]
    }
