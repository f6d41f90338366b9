"""Extensions against brute force on every subset, and what holds of any argument graph."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.errors import BeliefError
from doxa.judging.ballots.annotation import Annotation, ClaimNote, RebuttalNote
from doxa.judging.graph import attacks as attack_sets
from doxa.judging.graph.attacks import (
    Attacks,
    attack_graph,
    attacks,
    components,
    grounded,
    preferred,
    stable,
    undecided_components,
)
from doxa.judging.graph.standing import is_tree, standings, strengths, tree_extensions


@st.composite
def graphs(draw: st.DrawFn, most: int = 6) -> Attacks:
    names = [f"a{n}" for n in range(draw(st.integers(0, most)))]
    every = list(itertools.product(names, names))
    return attacks(names, draw(st.sets(st.sampled_from(every), max_size=12)) if every else ())


@st.composite
def debates(draw: st.DrawFn, most: int = 9) -> Attacks:
    """Graphs as annotations make them: everything answers one earlier thing, one way or mutually."""
    names = [f"n{n}" for n in range(draw(st.integers(1, most)))]
    pairs = []
    for place, one in enumerate(names[1:], 1):
        if draw(st.integers(0, 3)):
            target = names[draw(st.integers(0, place - 1))]
            pairs += [(one, target), *([(target, one)] if draw(st.booleans()) else [])]
    return attacks(names, pairs)


def beaten(graph: Attacks, members: frozenset[str]) -> set[str]:
    return {target for attacker, target in graph.pairs if attacker in members}


def admissible(graph: Attacks) -> list[frozenset[str]]:
    """Every set free of conflict that attacks whatever attacks it, by trying all subsets."""
    sets = [
        frozenset(one) for n in range(len(graph.arguments) + 1) for one in itertools.combinations(graph.arguments, n)
    ]
    return [
        one
        for one in sets
        if not beaten(graph, one) & one
        and all(attacker in beaten(graph, one) for attacker, target in graph.pairs if target in one)
    ]


def brute_grounded(graph: Attacks) -> frozenset[str]:
    """The smallest admissible set that holds whatever it defends."""
    complete = [
        one
        for one in admissible(graph)
        if all(
            argument in one
            for argument in graph.arguments
            if all(attacker in beaten(graph, one) for attacker, target in graph.pairs if target == argument)
        )
    ]
    return min(complete, key=len)


@settings(max_examples=120, deadline=None)
@given(graphs())
def test_extensions_are_those_of_brute_force(graph):
    sets = admissible(graph)
    largest = {one for one in sets if not any(one < other for other in sets)}
    whole = {one for one in sets if len(one | beaten(graph, one)) == len(graph.arguments)}
    assert grounded(graph) == brute_grounded(graph)
    assert set(preferred(graph)) == largest
    assert preferred(graph).count == len(largest)
    assert set(stable(graph)) == whole
    assert preferred(graph).always == frozenset.intersection(*largest)
    assert stable(graph).sometimes == frozenset().union(*whole)


@settings(max_examples=100, deadline=None)
@given(debates())
def test_a_debate_is_counted_as_it_is_listed(graph):
    listed = preferred(graph)
    found = standings(graph)
    assert set(listed) == set(stable(graph))  # no odd cycle
    assert (found.preferred, found.stable) == (listed.count, listed.count)
    assert {one for one, stands in found.arguments.items() if stands.preferred == "all"} == listed.always
    assert {one for one, stands in found.arguments.items() if stands.preferred != "none"} == listed.sometimes
    assert all(map(is_tree, undecided_components(graph)))


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_the_grounded_extension_lies_in_every_preferred_one_and_parts_cover_the_graph(graph):
    assert all(grounded(graph) <= one for one in preferred(graph))
    assert sorted(one for part in components(graph) for one in part.arguments) == sorted(graph.arguments)
    assert frozenset().union(*(part.pairs for part in components(graph))) == graph.pairs


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_strengths_solve_their_equation(graph):
    found = strengths(graph)
    for one in graph.arguments:
        assert found[one] == pytest.approx(1 / (1 + sum(found[other] for other in graph.attackers[one])), abs=1e-9)


def test_an_odd_cycle_has_one_empty_preferred_extension_and_no_stable_one():
    graph = attacks("abc", [("a", "b"), ("b", "c"), ("c", "a")])
    assert list(preferred(graph)) == [frozenset()]
    found = standings(graph)
    assert (found.preferred, found.stable) == (1, 0)
    assert {one.stable for one in found.arguments.values()} == {None}
    assert found.differing == ("a", "b", "c")  # undecided by the grounded, in none of the preferred


def notes(*rebuttals: RebuttalNote) -> Annotation:
    claim = ClaimNote(id="c", speech="s1", speaker="p1", side="pro", text="t", base="principled")
    return Annotation(claims=(claim,), rebuttals=rebuttals)


def answer(id: str, side: str, target: str, undermines: bool) -> RebuttalNote:
    return RebuttalNote(id=id, speech=f"s-{id}", speaker=side, side=side, target=target, undermines=undermines)


def test_undermining_attacks_one_way_and_contesting_both():
    assert attack_graph(notes(answer("r", "con", "c", True))).pairs == {("r", "c")}
    assert attack_graph(notes(answer("r", "con", "c", False))).pairs == {("r", "c"), ("c", "r")}
    assert attack_graph(notes(answer("r", "pro", "c", True))).pairs == frozenset()


def test_a_claim_survives_where_what_undermines_it_is_undermined_itself():
    graph = attack_graph(notes(answer("r", "con", "c", True), answer("q", "pro", "r", True)))
    assert grounded(graph) == {"c", "q"}
    # q is not attacked: 1;   r: 1 / (1 + 1) = 1/2;   c: 1 / (1 + 1/2) = 2/3
    assert strengths(graph) == {"c": pytest.approx(2 / 3), "r": 0.5, "q": 1.0}


def test_a_contested_claim_is_undecided_when_grounded_and_in_one_of_two_preferred_extensions():
    found = standings(attack_graph(notes(answer("r", "con", "c", False))))
    assert (found.arguments["c"].grounded, found.arguments["c"].preferred, found.preferred) == ("undecided", "some", 2)
    assert found.differing == ()
    # s = 1 / (1 + s): s² + s = 1, the golden ratio's 0.618
    assert found.arguments["c"].strength == pytest.approx(0.618034, abs=1e-6)


def test_a_claim_with_many_contested_answers_is_counted_not_listed():
    # c ↔ r1 … r30, each rᵢ ↔ qᵢ: with c, every q: 1 way; without c, one of rᵢ, qᵢ for each i, and some r: 2³⁰ − 1
    answers = [answer(f"r{n}", "con", "c", False) for n in range(30)]
    further = [answer(f"q{n}", "pro", f"r{n}", False) for n in range(30)]
    assert standings(attack_graph(notes(*answers, *further))).preferred == 2**30


def test_more_extensions_than_can_be_listed_are_refused(monkeypatch):
    monkeypatch.setattr(attack_sets, "MOST", 2)
    graph = attacks("abc", itertools.permutations("abc", 2))
    with pytest.raises(BeliefError, match="more than 2 extensions"):
        preferred(graph)
    assert not is_tree(graph)
    assert tree_extensions(attacks("a", [])).always == {"a"}


def test_a_graph_that_does_not_fit_together_is_refused():
    with pytest.raises(BeliefError, match="names an argument twice"):
        attacks("aa", [])
    with pytest.raises(BeliefError, match="which is no argument"):
        attacks("a", [("a", "b")])
