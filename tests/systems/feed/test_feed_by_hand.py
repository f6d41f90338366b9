"""A feed worked by hand: ranking, what minds meet, content keys, how beliefs are told, and laws of engagement."""

import math

import pytest
from hypothesis import given, strategies as st

from doxa.policies.stance import beliefs, confidence_band, position_band
from doxa.records.claims import OnTopic, Readout
from doxa.systems.feed.protocol.interventions import Interventions
from doxa.systems.feed.protocol.meeting import exposures_in_round, exposures_on_feed, exposures_to_gains, gains
from doxa.systems.feed.protocol.ranking import Board, FeedReader, ShownPost
from doxa.systems.feed.protocol.settings import FeedSettings
from doxa.systems.feed.protocol.wall import Act, Post, Wall, add_posts, apply_acts, content_key
from doxa.systems.feed.tasks.act_on_feed import Action

POSTS = (
    Post(id="a", author="ana", round=1, text="Trees cool streets", stance=0.8),
    Post(id="b", author="ben", round=1, text="Roots break pavements", stance=-0.5),
    Post(id="c", author="cleo", round=2, text="Nobody asked", stance=0.0),
    Post(id="b1", author="ana", round=2, text="They can be cut", parent="b", stance=0.4),
    Post(id="b2", author="cleo", round=2, text="So they do", parent="b", stance=-0.4),
    Post(id="b3", author="ben", round=2, text="I mean it", parent="b", stance=-0.6),
)
READER = FeedReader(id="dora", words=frozenset({"gardens", "trees", "matter"}), positions={"": -0.6})


def act(agent, kind, post="", **given):
    return Act(agent=agent, round=2, place=1, action=Action(action=kind, post=post, **given))


def wall():
    """b: 3 likes, 1 dislike, 1 repost; b1: 1 like."""
    votes = [act(who, "vote", "b", vote="like") for who in ("ana", "cleo", "eve")]
    others = [
        act("finn", "vote", "b", vote="dislike"),
        act("eve", "repost", "b"),
        act("eve", "vote", "b1", vote="like"),
    ]
    return apply_acts(add_posts(Wall(), POSTS), [*votes, *others])


def feed(reader=READER, round=3, at=None, **changes):
    return Board(at or wall(), FeedSettings.model_validate(changes), round, 7).feed(reader)


def ids(shown):
    return [one.post.id for one in shown]


def test_a_feed_is_ranked_by_recency_engagement_and_relevance():
    # in round 3: age of a and b is 1, of c 0
    # a: 0.3/2 + 0.4·log1p(0)            + 0.3·1/3 (trees of trees, cool, streets) = 0.25
    # b: 0.3/2 + 0.4·log1p(3 likes + 1 repost) + 0                                 = 0.15 + 0.4·1.609 = 0.794
    # c: 0.3/1 + 0                       + 0                                       = 0.3
    for ranking, shown in (
        ({}, "bca"),
        ({"relevance": 1.0}, "bac"),  # a has 0.15 + 0.333 = 0.483 and passes c
        ({"engagement": 0.0}, "cab"),  # b has 0.15
        # by agreement, a reader at −0.6: a 1 − 1.4/2 = 0.3, b 1 − 0.1/2 = 0.95, c 1 − 0.6/2 = 0.7
        # a 0.15 + 0.3, b 0.15 + 0.95, c 0.3 + 0.7, all with relevance at 1 and engagement at 0
        ({"relevance": 1.0, "engagement": 0.0, "relevant": "agreement"}, "bca"),
    ):
        assert ids(feed(ranking=ranking)) == list(shown)
    assert (ids(feed(posts=1)), feed(posts=0)) == (["b"], ())


def test_the_sources_ranking_by_hand():
    # the source counts rounds from 0: created 0, 0, 2, 3 for p, q, s, t, so the latest is 3, whatever round it is now
    # recency 1 − (3 − created)/3: p 0, q 0, s 2/3, t 1; dora follows pia; q has 1 like and is reposted
    # p 0.3·1 = 0.3       q 0.4·log1p(1 + 1) + 0.3·0.5 = 0.589       s 0.2 + 0.15 = 0.35       t 0.3 + 0.15 = 0.45
    names = (("p", "pia", 1), ("q", "quinn", 1), ("s", "sam", 3), ("t", "tom", 4))
    written = [Post(id=id, author=author, round=number, text=id) for id, author, number in names]
    reply = Post(id="u", author="tom", round=6, text="u", parent="t")  # the latest round is that of posts, not replies
    likes = [act("pia", "vote", "q", vote="like"), act("sam", "repost", "q")]
    at = apply_acts(add_posts(Wall(), [*written, reply]), [*likes, act("dora", "follow", author="pia")])
    source = {"by": "simswarm"}
    assert ids(feed(at=at, round=8, ranking=source)) == list("qtsp")
    # relevance 2: p 2, q 0.439 + 1, s 0.2 + 1, t 0.3 + 1; without follows p has 1
    assert ids(feed(at=at, round=8, ranking=source | {"relevance": 2})) == list("pqts")
    assert ids(feed(FeedReader(id="eve"), at=at, round=8, ranking=source | {"relevance": 2})) == list("qtsp")
    # strength 0: whom one follows makes no difference; strength 1: p 0.3 and t 0.3 are equal, and q 0.439
    assert ids(feed(at=at, round=8, ranking=source | {"relevance": 2, "echo_chamber_strength": 0})) == list("qtsp")
    ties = {
        tuple(Board(at, FeedSettings(ranking=source | {"echo_chamber_strength": 1}), 8, n).feed(READER))
        for n in range(9)
    }
    assert {"".join(ids(order)) for order in ties} == {"qpts", "qtps"}


def test_posts_of_the_first_round_are_all_recent_in_the_sources_ranking():
    # the latest round is 0 there, and the source divides by 1: recency 1, also for what was there from the start
    first = [Post(id=id, author=id, round=number, text=id) for id, number in (("x", 0), ("y", 1))]
    boards = [Board(add_posts(Wall(), first), FeedSettings(ranking={"by": "simswarm"}), 2, seed) for seed in range(9)]
    assert {"".join(ids(board.feed(READER))) for board in boards} == {"xy", "yx"}


def test_each_repost_counts_where_the_source_counts_them():
    twice = [act("eve", "repost", "a"), act("eve", "repost", "a"), act("ana", "repost", "a")]
    counts = [apply_acts(wall(), twice, reposts=way).engagement.reposts("a") for way in ("first", "every")]
    assert counts == [1, 2], "an agent is never shown its own posts, so those of ana do not count"


def test_replies_stand_below_by_what_they_gathered_then_the_latest_first():
    assert [one.id for one in feed()[0].replies] == ["b1", "b3", "b2"]
    assert [one.id for one in feed(replies=2)[0].replies] == ["b1", "b3"]


def test_nobody_is_shown_its_own_posts_nor_those_of_the_muted():
    assert ids(feed(FeedReader(id="ben"))) == ["c", "a"]
    muting = apply_acts(wall(), [act("dora", "mute", author="ana")])
    assert ids(feed(at=muting)) == ["b", "c"]
    assert [one.id for one in feed(at=muting)[0].replies] == ["b3", "b2"]


def test_nobody_is_shown_its_own_replies():
    others, own = feed(FeedReader(id="ana"))[0], Board(wall(), FeedSettings(), 3, 7).own(FeedReader(id="ben"), ["b"])[0]
    assert (others.post.id, [one.id for one in others.replies]) == ("b", ["b3", "b2"])
    assert (own.post.id, [one.id for one in own.replies]) == ("b", ["b1", "b2"])


def test_an_agent_is_shown_its_own_latest_posts_newest_first():
    names = ["p1", "p2", "p3"]
    written = add_posts(Wall(), [Post(id=name, author="ana", round=1, text=name) for name in names])
    assert ids(Board(written, FeedSettings(own=2), 3, 7).own(FeedReader(id="ana"), names)) == ["p3", "p2"]


def test_in_a_network_posts_come_by_author_or_by_repost():
    network = {"dora": ("eve",), "gus": ("ana",)}  # eve wrote nothing and reposted b
    following = apply_acts(wall(), [act("dora", "follow", author="eve"), act("gus", "follow", author="ana")])
    for reader, shown in ((READER, ["b"]), (FeedReader(id="gus"), ["a"])):
        assert ids(feed(reader, at=following, follows=network)) == shown


def test_news_of_the_round_stands_first_and_is_ranked_afterwards():
    news = add_posts(wall(), [Post(id="n", author="news", round=3, text="A storm", stance=0.1, by="event")])
    assert ids(feed(at=news)) == ["n", "b", "c", "a"]
    # in round 4: b 0.3/3 + 0.644 = 0.744, n 0.3, a 0.1 + 0.1, c 0.15
    assert ids(feed(at=news, round=4)) == ["b", "n", "a", "c"]


def test_posts_of_equal_score_stand_in_an_order_of_each_readers_own():
    many = add_posts(Wall(), [Post(id=f"p{n}", author=f"x{n}", round=1, text="same") for n in range(12)])
    orders = {tuple(ids(feed(FeedReader(id=f"r{n}"), at=many, round=2))) for n in range(8)}
    assert len(orders) > 1
    assert all(sorted(one) == sorted(f"p{n}" for n in range(12)) for one in orders)
    assert feed(FeedReader(id="r1"), at=many, round=2) == feed(FeedReader(id="r1"), at=many, round=2)


@pytest.mark.parametrize(
    ("recency", "orders"),
    [
        (4e-9, {("new", "old")}),  # 4e-9 and 4e-9/2 differ in the ninth decimal
        (4e-10, {("new", "old"), ("old", "new")}),  # 4e-10 and 4e-10/2 are both 0 there, and chance orders them
    ],
)
def test_scores_that_differ_after_the_ninth_decimal_are_equal(recency, orders):
    two = add_posts(Wall(), [Post(id=name, author="ana", round=n, text="same") for n, name in ((1, "old"), (2, "new"))])
    boards = [Board(two, FeedSettings(ranking={"recency": recency}), 3, seed) for seed in range(12)]
    assert {tuple(ids(board.feed(READER))) for board in boards} == orders
    assert {tuple(ids(board.standing())) for board in boards} == orders


def test_a_mind_meets_what_it_was_shown_with_what_that_has_gathered():
    shown = (ShownPost(post=POSTS[1], replies=(POSTS[3],)), ShownPost(post=POSTS[0]), ShownPost(post=POSTS[1]))
    found = exposures_on_feed(wall(), "dora", shown, Interventions())
    assert [(one.message, one.stance, one.likes, one.dislikes) for one in found] == [
        ("b", -0.5, 3, 1),
        ("b1", 0.4, 1, 0),
        ("a", 0.8, 0, 0),
    ]
    assert all(one.shown and one.origin == "peer" for one in found)
    assert [one.message for one in exposures_on_feed(wall(), "ana", shown, Interventions())] == ["b"], (
        "own posts never count"
    )


def test_in_the_original_a_mind_meets_all_posts_of_the_round_and_no_likes():
    found = exposures_in_round(POSTS[:3], "ana")
    assert [(one.message, one.likes) for one in found] == [("b", 0), ("c", 0)]


def test_what_own_posts_gained_is_met_as_ones_own():
    before = apply_acts(add_posts(Wall(), POSTS), [act("ana", "vote", "b", vote="like")])
    after = apply_acts(before, [act("cleo", "vote", "b", vote="like"), act("eve", "vote", "b", vote="dislike")])
    found = exposures_to_gains(after, gains(before.engagement, after.engagement))
    (own,) = found["ben"]
    assert set(found) == {"ben"}
    assert (own.message, own.origin, own.likes, own.dislikes, own.shown) == ("b", "self", 1, 1, True)


def test_a_text_is_known_again_by_its_words_in_the_original_by_round_and_author():
    again = Post(id="z", author="zoe", round=5, text="  trees COOL\nstreets ")
    assert content_key(again, original=False) == content_key(POSTS[0], original=False)
    assert content_key(again, original=True) != content_key(POSTS[0], original=True)
    elsewhere = again.model_copy(update={"topic": "Parks"})
    assert content_key(elsewhere, original=False) != content_key(again, original=False)


@pytest.mark.parametrize(
    ("band_of", "bands"),
    [
        (
            position_band,
            [
                (1.0, "strongly supportive"),
                (0.6, "strongly supportive"),
                (math.nextafter(0.6, 0), "leaning supportive"),
                (0.2, "leaning supportive"),
                (math.nextafter(0.2, 0), "undecided"),
                (math.nextafter(-0.2, 0), "undecided"),
                (-0.2, "leaning opposed"),
                (math.nextafter(-0.6, 0), "leaning opposed"),
                (-0.6, "strongly opposed"),
                (-1.0, "strongly opposed"),
            ],
        ),
        (
            confidence_band,
            [
                (0.75, "firmly held"),
                (0.74, "moderately held"),
                (0.45, "moderately held"),
                (0.2, "tentative"),
                (0, "uncertain"),
            ],
        ),
    ],
)
def test_bands_of_position_and_confidence(band_of, bands):
    for number, band in bands:
        assert band_of(number) == band, number
    for outside in (1.01, -1.01):
        with pytest.raises(ValueError, match=r"lies in \[-?[01], 1\]"):
            band_of(outside)


def test_beliefs_are_told_topic_by_topic():
    shown = Readout(stance=0.3, confidence=0.5, topics={"Parks": OnTopic(stance=-0.7, confidence=0.9)})
    assert beliefs(shown, "Trees").splitlines() == [
        "What you believe now:",
        "- Trees: leaning supportive, moderately held",
        "- Parks: strongly opposed, firmly held",
    ]
    assert beliefs(Readout(stance=None), "Trees") == ""


AGENTS = ("ana", "ben", "cleo", "dora")
WALL = Wall(posts={id: Post(id=id, author=author, round=1, text=id) for id, author in zip("pqr", AGENTS, strict=False)})

KINDS = [{"action": "vote", "vote": "like"}, {"action": "vote", "vote": "dislike"}, {"action": "repost"}]
acts = st.lists(
    st.builds(
        lambda agent, post, kind: Act(agent=agent, round=2, place=1, action=Action(post=post, **kind)),
        st.sampled_from(AGENTS),
        st.sampled_from(sorted(WALL.posts)),
        st.sampled_from(KINDS),
    ),
    max_size=30,
)


@given(acts)
def test_an_agent_has_one_vote_and_one_repost_a_post_and_none_on_its_own(given):
    engagement = apply_acts(WALL, given).engagement
    for post, written in WALL.posts.items():
        others = [act for act in given if act.action.post == post and act.agent != written.author]
        agents = {kind: {act.agent for act in others if act.action.action == kind} for kind in ("vote", "repost")}
        assert engagement.likes.get(post, 0) + engagement.dislikes.get(post, 0) == len(agents["vote"])
        assert engagement.reposts(post) == len(agents["repost"])


@given(acts, st.randoms(use_true_random=False))
def test_the_order_in_which_different_agents_act_changes_no_count(given, random):
    turns = [[act for act in given if act.agent == agent] for agent in AGENTS]
    random.shuffle(turns)
    before, after = (apply_acts(WALL, order).engagement for order in (given, [act for turn in turns for act in turn]))
    assert (before.likes, before.dislikes, before.votes) == (after.likes, after.dislikes, after.votes)
    assert {post: set(agents) for post, agents in before.reposted.items()} == {
        post: set(agents) for post, agents in after.reposted.items()
    }


@given(acts, st.integers(0, 30))
def test_rounds_add_up(given, cut):
    before = apply_acts(WALL, given[:cut])
    assert apply_acts(before, given[cut:]) == apply_acts(WALL, given)
    assert before == apply_acts(WALL, given[:cut]), "the fold leaves alone what it was given"
