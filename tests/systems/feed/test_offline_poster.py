"""The offline poster and the sentiment judge: what they do to a feed that is given to them."""

import asyncio
import json
from collections import Counter
from dataclasses import replace

import pytest

from doxa.corpora import load_corpus, normalised
from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.records.claims import OnTopic, Readout
from doxa.records.spec import ModelSettings
from doxa.systems.feed.sentiment import make
from doxa.systems.feed.tasks.act_on_feed import FeedItem, Inputs
from doxa.tasks.registry import task_named
from models.offline_scenes import performer, scene_request

MOTION = "We should subsidize journalism"
FOR = "Subsidizing journalism allows more voices to be heard."
AGAINST = "Subsidizing journalism would result in pro-government bias."
ITEMS = (FeedItem(id="p1", author="ana", text=FOR), FeedItem(id="p2", author="ben", text=AGAINST))
POLARITY = {normalised(one.text): one.polarity for one in load_corpus("argkp").motion(MOTION)}


def acted(position, confidence=0.5, times=120, motion=MOTION, corpus=None, others=None, **given):
    """Every action of an agent in so many rounds, after the task's own check of each reply."""
    task = task_named("act_on_feed")
    shown = Readout(stance=position, confidence=confidence, topics=others or {})
    found = []
    for number in range(times):
        inputs = Inputs(**{"round": 2, "items": ITEMS} | given)
        plain, key = inputs.model_dump(mode="json"), f"r{number:02d}/violet"
        request = scene_request("act_on_feed", plain, motion=motion, corpus=corpus, key=key)
        request = replace(request, scene=replace(request.scene, stance=shown))
        text = asyncio.run(performer().perform(request)).text
        found += json.loads(task.parse(text, inputs).model_dump_json())["actions"]
    return found


def test_it_posts_on_its_side_and_likes_what_is_near():
    found = acted(0.8)
    written = [POLARITY[normalised(one["text"])] for one in found if one["action"] == "create_post"]
    assert len(written) > 20
    assert set(written) == {1}, "from a half on it speaks for its own side alone"
    votes = Counter((one["post"], one["vote"]) for one in found if one["action"] == "vote")
    assert set(votes) == {("p1", "like"), ("p2", "dislike")}
    assert votes["p1", "like"] > 10
    assert {one["post"] for one in found if one["action"] in ("reply", "repost")} <= {"p1", "p2"}


def test_the_undecided_speak_for_both_and_the_unsure_less():
    sides = Counter(POLARITY[normalised(one["text"])] for one in acted(0.0) if one["action"] == "create_post")
    assert min(sides[1], sides[-1]) > 5
    assert len(acted(0.9, confidence=1.0)) > 1.5 * len(acted(0.9, confidence=0.0))


def test_it_does_the_same_again_and_only_what_is_open_to_it():
    assert acted(0.4, times=20) == acted(0.4, times=20)
    assert {one["action"] for one in acted(-0.7, allowed=("vote",))} == {"vote"}
    assert acted(-0.7, voted=("p1", "p2"), allowed=("vote",)) == []
    assert len(acted(0.9, confidence=1.0, most=1)) <= 120


def test_a_motion_without_arguments_is_told():
    with pytest.raises(ModelSetupError, match="no arguments on 'Cats should vote'"):
        acted(1.0, motion="Cats should vote", times=40)


def test_each_topic_is_spoken_of_from_its_own_position(tmp_path):
    corpus = tmp_path / "few.csv"
    cats = "Cats rule,cats are clean,pro\nCats rule,cats scratch,con"
    dogs = "Dogs rule,dogs guard,pro\nDogs rule,dogs bark,con"
    corpus.write_text(f"proposition,text,polarity\n{cats}\n{dogs}\n", encoding="utf-8")
    topics = {"topics": ("Cats rule", "Dogs rule"), "others": {"Dogs rule": OnTopic(stance=-0.9)}}
    found = acted(0.9, motion="Cats rule", corpus=str(corpus), items=(), **topics)
    assert {(one["topic"], one["text"]) for one in found} == {(1, "Cats are clean."), (2, "Dogs bark.")}


def test_sentiment_is_the_mood_of_a_text_and_nothing_else():
    judge = make(ModelSettings(model="simswarm"), Conditions())

    def stance(text):
        request = scene_request("judge_stance", {"proposition": MOTION, "speaker": "x", "text": text})
        return json.loads(asyncio.run(judge.perform(request)).text)["stance"]

    assert stance("Subsidies would ruin a wonderful, free and happy press.") > 0.5, "it speaks against, in good words"
    assert stance("A press without money is a terrible loss.") < -0.3
    assert stance("The press costs money.") == 0.0
    with pytest.raises(ModelSetupError, match="cannot carry out 'act_on_feed'"):
        asyncio.run(judge.perform(scene_request("act_on_feed", {"round": 1})))
