"""Named topologies: who hears whom by hand, what holds for any number of agents, and what is refused."""

import pytest
from hypothesis import given, strategies as st

from doxa.errors import ScenarioError
from doxa.systems.round_table.protocol.topologies import TOPOLOGIES, heard_in

FOUR = ("a", "b", "c", "d")


@pytest.mark.parametrize(
    ("topology", "heard"),
    [
        ("all", {"a": "bcd", "b": "acd", "c": "abd", "d": "abc"}),
        ("ring", {"a": "bd", "b": "ac", "c": "bd", "d": "ac"}),
        ("chain", {"a": "b", "b": "ac", "c": "bd", "d": "c"}),
        ("star:b", {"a": "b", "b": "acd", "c": "b", "d": "b"}),
        ("pairs", {"a": "b", "b": "a", "c": "d", "d": "c"}),
        ("none", {"a": "", "b": "", "c": "", "d": ""}),
    ],
)
def test_four_agents_by_hand(topology, heard):
    assert heard_in(topology, FOUR) == {one: tuple(others) for one, others in heard.items()}


@given(st.sampled_from([*TOPOLOGIES, "star:g0"]), st.integers(min_value=1, max_value=9))
def test_hearing_goes_both_ways_and_never_to_oneself(topology, count):
    agents = tuple(f"g{number}" for number in range(count + (count % 2 if topology == "pairs" else 0)))
    heard = heard_in(topology, agents)
    assert list(heard) == list(agents)
    assert all((one in heard[other]) == (other in heard[one]) for one in agents for other in agents)
    assert not [one for one in agents if one in heard[one]]
    assert all(list(others) == sorted(others, key=agents.index) for others in heard.values())


@given(st.integers(min_value=3, max_value=9))
def test_a_ring_is_a_chain_and_one_link_more(count):
    agents = tuple(f"g{number}" for number in range(count))
    links = [sum(map(len, heard_in(one, agents).values())) // 2 for one in ("chain", "ring")]
    assert links == [count - 1, count]


@pytest.mark.parametrize(
    ("topology", "message", "hint"),
    [
        ("rign", "there is no topology 'rign'", "Did you mean 'ring'"),
        ("ring:a", "there is no topology 'ring:a'", "Did you mean 'ring'"),
        ("star", "names no agent", "star:a"),
        ("star:", "names no agent", "star:a"),
        ("star:z", "there is no agent 'z'", "Agents: a, b, c"),
        ("pairs", "even number of agents, and there are 3", ""),
        ("", "there is no topology ''", "all, ring, chain"),
    ],
)
def test_what_is_no_topology_is_refused(topology, message, hint):
    with pytest.raises(ScenarioError, match=message) as caught:
        heard_in(topology, ("a", "b", "c"))
    assert hint in caught.value.hint
    assert caught.value.key == "script.topology"
