"""What holds of votes and reposts whatever agents do."""

from hypothesis import given, strategies as st

from doxa.systems.feed.protocol.wall import Act, Post, Wall, apply_acts
from doxa.systems.feed.tasks.act_on_feed import Action

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
