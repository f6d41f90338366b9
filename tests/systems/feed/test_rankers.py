"""Rankers worked by hand, on a board and in runs, and the settings that planning refuses."""

import numpy as np
import pytest

from doxa.analysis.verify import verify
from doxa.errors import DoxaError, PluginError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.records.plugins import plugin_names
from doxa.records.steps import rendered
from doxa.scoring.rankers import GROUP, ranker_named, ranks_for_all, sample_posts, score_posts
from doxa.systems.feed.protocol.ranking import Board, FeedReader
from doxa.systems.feed.protocol.settings import FeedSettings
from doxa.systems.feed.protocol.wall import Act, Post, Wall, add_posts, apply_acts
from doxa.systems.feed.tasks.act_on_feed import Action
from systems.feed.feed_stage import agent, feed, played, post, upon

POSTS = (
    Post(id="a", author="ana", round=1, text="a", stance=0.9),
    Post(id="b", author="ben", round=2, text="b", stance=-0.2),
    Post(id="c", author="cleo", round=3, text="c"),
)
LIKES = {"a": "pqr", "b": "ps", "c": "q"}
POSITIONS = {"p": 0.5, "q": 0.1, "r": 1.0, "s": -0.4, "t": -0.9, "u": 0.0}
"""Three are for it, two against it, and u is neither."""


def act(who, **given):
    return Act(agent=who, round=3, place=1, action=Action(**given))


def wall():
    likes = [act(who, action="vote", vote="like", post=id) for id, voters in LIKES.items() for who in voters]
    others = [act("t", action="repost", post="c"), act("dora", action="follow", author="ben")]
    return apply_acts(add_posts(Wall(), POSTS), [*likes, *others])


def order(by, seed=7, **ranking):
    positions = {who: {"": position} for who, position in POSITIONS.items()}
    board = Board(wall(), FeedSettings(ranking={"by": by, **ranking}), 4, seed, positions)
    return "".join(shown.post.id for shown in board.feed(FeedReader(id="dora", positions={"": -0.6})))


@pytest.mark.parametrize(
    ("by", "orders"),
    [
        ("chronological", {"cba"}),
        ("popularity", {"abc", "acb"}),  # 3, 2, and 1 like with 1 repost
        ("follows", {"bca"}),  # she follows ben
        ("similarity", {"bac"}),  # 1 − 0.4/2 = 0.8, 1 − 1.5/2 = 0.25, and 0 without a stance
        ("bridging", {"bac", "bca"}),  # a: 3 of 3 for, 0 of 2 against; b: 1 of 3 and 1 of 2, so 1/3; c: 1 of 3 and 0
        ("random", {"abc", "acb", "bac", "bca", "cab", "cba"}),
        ("simswarm", {"bca", "cba"}),  # 0.4·log1p(3) + 0.15 = 0.705; both others 0.4·log1p(2) + 0.45 = 0.889
    ],
)
def test_a_ranker_by_hand(by, orders):
    assert {order(by, seed) for seed in range(60)} == orders


def test_a_bridging_post_is_liked_by_a_share_of_the_smaller_camp():
    liked = {"liked_for": np.array([1.0, 1 / 3, 1 / 3]), "liked_against": np.array([0.0, 1 / 2, 0.0])}
    assert ranker_named("bridging")(liked, {}, 4).tolist() == pytest.approx([0, 1 / 3, 0])


def test_settings_reach_the_ranker():
    # recency 0, 0.5 and 1, each times 2: c is 2.589, b 1.739 and a 0.705
    assert order("simswarm", recency=2) == "cba"
    assert order("simswarm", parameters={"recency": 2}) == "cba"


def test_an_audience_can_have_the_rankers_that_rank_alike_for_all():
    alike = {name for name in plugin_names(GROUP) if ranks_for_all(name, ranker_named(name))}
    assert alike == {"bridging", "chronological", "popularity", "random"}
    board = Board(wall(), FeedSettings(ranking={"by": "chronological"}), 4, 7)
    assert [shown.post.id for shown in board.standing()] == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("ranking", "message"),
    [
        ({"by": "bridge"}, "no ranker is named 'bridge'"),
        ({"by": "popularity", "recency": 1.0}, "the ranker popularity has no 'recency'"),
        ({"by": "popularity", "relevant": "nothing"}, "the ranker popularity has no 'relevant'"),
        ({"by": "simswarm", "parameters": {"echo": 1}}, "the ranker simswarm has no 'echo'"),
        ({"echo_chamber_strength": 0.2}, "the formula without a ranker has no 'echo_chamber_strength'"),
        ({"parameters": {"calm": 1}}, "the formula without a ranker has no 'calm'"),
    ],
)
def test_what_a_ranker_does_not_take_is_refused(ranking, message):
    with pytest.raises(DoxaError, match=message):
        plan(load_scenario("feed", changes={f"script.ranking.{key}": given for key, given in ranking.items()}))


@pytest.mark.parametrize("scores", [np.zeros(3), np.full(24, np.nan), np.zeros((24, 1))])
def test_scores_that_are_not_one_finite_number_a_post_are_refused(scores):
    with pytest.raises(PluginError, match="the ranker 'mine' did not return one finite score for each of 24 posts"):
        score_posts("mine", lambda *arrays: scores, *sample_posts(1), 9)


def test_a_run_is_ranked_by_what_both_camps_like_and_is_verified(tmp_path):
    people = (agent("ana", 0.5), agent("ben", -0.5), agent("cleo", 0.4), agent("dora", -0.4), agent("eve", 0.1))
    table = {
        ("ana", 1): [post("Trees cool streets")],
        ("ben", 1): [post("Roots break pavements")],
        ("cleo", 2): [upon("vote", id, vote="like") for id in ("r01/ana/1", "r01/ben/1")],
        ("dora", 2): [upon("vote", "r01/ben/1", vote="like")],
        ("eve", 2): [upon("vote", "r01/ana/1", vote="like")],
    }
    for by, first in (("bridging", "ben"), ("similarity", "ana")):
        run = played(feed(*people, ranking={"by": by}), tmp_path / by, table)
        shown = rendered(run.prompts["r03/cleo#1"])
        assert (shown.index("[r01/ben/1]") < shown.index("[r01/ana/1]")) == (first == "ben"), by
        assert verify(run.log.path).status == "verified"
