"""What holds of votes and reposts whatever agents do."""

from hypothesis import given, strategies as st

from doxa.systems.feed.protocol.wall import Engagement, Mark, add_marks

AGENTS = ("ana", "ben", "cleo", "dora")
AUTHORS = {"p1": "ana", "p2": "ben", "p3": "cleo"}

marks = st.lists(
    st.builds(
        lambda agent, post, kind: Mark(agent=agent, post=post, kind=kind, author=AUTHORS[post]),
        st.sampled_from(AGENTS),
        st.sampled_from(sorted(AUTHORS)),
        st.sampled_from(("like", "dislike", "repost")),
    ),
    max_size=30,
)


@given(marks)
def test_an_agent_has_one_vote_and_one_repost_a_post_and_none_on_its_own(given):
    found = add_marks(Engagement(), given)
    for post, author in AUTHORS.items():
        voters = {one.agent for one in given if one.post == post and one.kind != "repost"} - {author}
        assert found.likes.get(post, 0) + found.dislikes.get(post, 0) == len(voters)
        reposters = {one.agent for one in given if one.post == post and one.kind == "repost"} - {author}
        assert found.reposts(post) == len(reposters)


@given(marks, st.randoms(use_true_random=False))
def test_the_order_in_which_different_agents_act_changes_no_count(given, random):
    turns = [[one for one in given if one.agent == agent] for agent in AGENTS]
    random.shuffle(turns)
    one, other = add_marks(Engagement(), given), add_marks(Engagement(), [mark for turn in turns for mark in turn])
    assert (one.likes, one.dislikes, one.votes) == (other.likes, other.dislikes, other.votes)
    assert {post: set(who) for post, who in one.reposted.items()} == {
        post: set(who) for post, who in other.reposted.items()
    }


@given(marks, st.integers(0, 30))
def test_rounds_add_up(given, cut):
    before = add_marks(Engagement(), given[:cut])
    assert add_marks(before, given[cut:]) == add_marks(Engagement(), given)
    assert before == add_marks(Engagement(), given[:cut]), "the fold leaves alone what it was given"
