"""Laws of the measures of puzzle debates: bounds, what implies what, and who the agents are does not matter."""

from hypothesis import given, strategies as st

from doxa.systems.puzzle.measures.baselines import majority_vote
from doxa.systems.puzzle.measures.sittings import (
    MEASURES,
    DebateOpinion,
    PlayerRound,
    Sitting,
    area_of,
    curve,
    majority,
    majority_answer,
    most,
    smooth,
    strict,
)
from doxa.systems.puzzle.measures.states import moves, transition_counts

ROLES = ("knight", "knave", "spy")
labels = st.sampled_from((*ROLES, None))


@st.composite
def sittings(draw):
    players, agents = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    answer = st.tuples(*[labels] * players)
    answers = st.tuples(*[answer] * agents)
    held = st.builds(
        PlayerRound, player=st.integers(0, players - 1), answers=answers, opinions=st.just((DebateOpinion(),) * agents)
    )
    return Sitting(
        id="drawn",
        solution=draw(st.tuples(*[st.sampled_from(ROLES)] * players)),
        agents=tuple("abcde"[:agents]),
        models=("m",) * agents,
        initial=draw(answers),
        rounds=tuple(draw(st.lists(held, max_size=4))),
        final=draw(answers),
        decided=draw(answer),
    )


def turned(sitting):
    """The same sitting with its agents in the opposite order."""
    rounds = tuple(one.model_copy(update={"answers": one.answers[::-1]}) for one in sitting.rounds)
    return sitting.model_copy(update={"initial": sitting.initial[::-1], "rounds": rounds})


@given(sittings())
def test_everything_is_a_share_and_agreement_of_all_is_agreement_of_most(sitting):
    curves = {one: curve(sitting, one) for one in MEASURES}
    assert all(0 <= value <= 1 for values in curves.values() for value in values)
    assert all(every <= most for every, most in zip(curves["agree_all"], curves["agree_major"], strict=True))
    # right as a whole is right at every player
    assert all((whole == 1) == (part == 1) for whole, part in zip(curves["strict"], curves["smooth"], strict=True))


@given(sittings())
def test_the_order_of_agents_does_not_matter(sitting):
    other = turned(sitting)
    assert [curve(sitting, one) for one in MEASURES] == [curve(other, one) for one in MEASURES]
    assert transition_counts(sitting) == transition_counts(other)


@given(sittings())
def test_every_agent_has_one_transition_a_round_or_had_given_no_role(sitting):
    silent = sum(move.before is None for move in moves(sitting))
    assert sum(transition_counts(sitting).values()) + silent == len(sitting.rounds) * len(sitting.agents)


@given(sittings())
def test_an_area_lies_between_the_lowest_and_the_highest_value(sitting):
    for one in MEASURES:
        values = curve(sitting, one)[1:]
        found = area_of(sitting, one)
        assert (found is None) == (not values)
        if values:
            assert min(values) - 1e-12 <= found <= max(values) + 1e-12


@given(sittings())
def test_one_more_missing_label_never_helps(sitting):
    vote = majority_vote(sitting).answer
    worse = ((None,) * sitting.size, *sitting.initial[1:])
    missing = sitting.model_copy(update={"initial": worse})
    assert smooth(sitting.initial[0], sitting.solution) >= smooth(worse[0], sitting.solution) == 0
    assert curve(missing, "agree_all")[0] == 0
    assert strict(vote, sitting.solution) >= strict(majority_answer(worse), sitting.solution)


@given(st.lists(labels, min_size=1, max_size=6))
def test_a_majority_leads(given_labels):
    leading = majority(given_labels)
    assert leading is None or (leading == most(given_labels) and given_labels.count(leading) * 2 > len(given_labels))
