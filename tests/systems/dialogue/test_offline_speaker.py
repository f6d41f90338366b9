"""The offline speaker: real arguments, fitted to stance, memory and dialogue, and nothing said twice."""

import asyncio

import numpy as np
import pytest

from doxa.errors import ModelSetupError
from doxa.models.offline.performer import OfflinePerformer
from doxa.records.claims import Claim
from doxa.records.steps import Message
from doxa.systems.dialogue.offline import phrases
from doxa.tasks.base import RememberedClaim
from models.offline_scenes import FEW, MOTION, debate, library, perform, said, scene_request


@pytest.fixture
def few(tmp_path):
    """A corpus of few arguments."""
    path = tmp_path / "few.csv"
    path.write_text(FEW)
    return path


def shares(stance):
    """Return the share of reasons for the motion over some turns at one stance."""
    polarities = [one.polarity for seed in range(3) for message in debate(stance, 0.0, 2, seed=seed)[::2]
                  for one in said(message.text)]  # fmt: skip
    return np.mean([polarity > 0 for polarity in polarities])


def test_the_share_of_reasons_for_the_motion_rises_with_the_stance():
    found = [shares(stance) for stance in (-0.95, -0.5, -0.3, -0.1, 0.1, 0.3, 0.5, 0.95)]
    assert found == sorted(found)
    assert (found[0], found[-1]) == (0, 1)
    assert 0.3 < found[3] <= 0.5 <= found[4] < 0.7


def test_fifteen_rounds_repeat_no_argument():
    reasons = [one.id for message in debate(0.95, -0.5, 15) for one in said(message.text)]
    assert len(reasons) >= 60
    assert len(reasons) == len(set(reasons))


def test_a_turn_is_of_readable_length():
    lengths = [len(message.text.split()) for stance in (-0.9, 0.05, 0.6) for message in debate(stance, -stance, 5)]
    assert 40 <= min(lengths) <= max(lengths) <= 140  # the most that the task asks for


def test_the_same_request_gets_the_same_turn():
    request = scene_request("respond", {"round": 1}, stance=0.4)
    first, second = (asyncio.run(OfflinePerformer().perform(request)) for _ in range(2))
    assert first == second
    assert (first.cost, first.usage.input_tokens) == (0.0, 0)
    assert perform("respond", {"round": 1}, stance=0.4, seed=99).text != first.text


def test_a_turn_names_the_last_speaker():
    said_before = "Reporters under government control cannot watch the government."
    heard = (Message(key="k0", speaker="amber", text=said_before),)
    text = perform("respond", {"round": 2}, stance=0.7, transcript=heard).text
    assert ("Amber" in text, "Violet" in text) == (True, False)


def test_memory_comes_first():
    claim = Claim(id="c", proposition=MOTION, text="local papers hold small towns together", polarity=1, source="s")
    remembered = (RememberedClaim(claim=claim, strength=0.8, origin="seed"),)
    text = perform("respond", {"round": 1}, stance=0.9, evidence=remembered).text
    assert "Local papers hold small towns together." in text
    heard = (Message(key="k0", speaker="violet", text=text),)
    again = perform("respond", {"round": 2}, stance=0.9, evidence=remembered, transcript=heard).text
    assert "ocal papers" not in again


def test_extremes_grant_nothing():
    granting = {phrase for manner in phrases.MANNERS for phrase in manner.granting}
    turns = [message.text for message in debate(0.95, -0.95, 6)]
    assert not any(phrase in turn for phrase in granting for turn in turns)


def test_without_a_stance_the_side_speaks():
    text = perform("respond", {"round": 1}, actor="amber").text
    assert sum(one.polarity for one in said(text)) < 0


def test_a_corpus_that_runs_out_still_speaks(few):
    turns = debate(0.9, -0.9, 4, motion="Cats rule", corpus=str(few))
    assert all("ats" in turn.text for turn in turns)
    assert all(turn.text for turn in debate(0.0, -0.1, 3, motion="Dogs rule", corpus=str(few)))


def test_an_unknown_motion_says_what_to_do():
    with pytest.raises(
        ModelSetupError, match=r"Motions it knows: We should subsidize journalism.*doxa init.*--model PROVIDER:MODEL"
    ):
        perform("respond", {"round": 1}, motion="We should subsidise journalists")


def test_vectors_are_the_same_with_and_without_the_cache(few, tmp_path, monkeypatch):
    found = []
    for home in ("", str(tmp_path / "cache"), str(tmp_path / "cache"), "/dev/null/nowhere"):
        monkeypatch.setenv("XDG_CACHE_HOME", home)
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        found.append(library().shelf(str(few), "Cats rule").rows)
    assert len(list((tmp_path / "cache/doxa/vectors").iterdir())) == 1
    assert all((rows == found[0]).all() for rows in found)


def test_a_damaged_cache_is_made_again(few, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rows = library().shelf(str(few), "Cats rule").rows
    next((tmp_path / "doxa/vectors").iterdir()).write_bytes(b"\x93NUMPY torn")
    assert (library().shelf(str(few), "Cats rule").rows == rows).all()


def test_an_edited_corpus_is_read_again(few):
    books = library()
    first = books.corpus(str(few))
    assert books.corpus(str(few)) is first
    few.write_text(FEW + "Cats rule,cats keep mice away,pro,0.5\n")
    assert len(books.corpus(str(few)).motion("Cats rule")) == 3
