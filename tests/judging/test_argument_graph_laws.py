"""Standings against brute force on every subset, and what holds of any argument graph."""

import itertools

import pytest
from hypothesis import given, settings, strategies as st

from doxa.errors import BeliefError
from doxa.judging.ballots.annotation import Annotation, ClaimNote, RebuttalNote
from doxa.judging.graph import Attacks, attack_graph, attacks, components, grounded, standings, strengths


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


@settings(max_examples=150, deadline=None)
@given(debates())
def test_standings_are_those_of_brute_force(graph):
    sets = admissible(graph)
    largest = {one for one in sets if not any(one < other for other in sets)}
    found = standings(graph)
    assert grounded(graph) == brute_grounded(graph)
    assert largest == {one for one in sets if len(one | beaten(graph, one)) == len(graph.arguments)}, "no odd cycle"
    assert (found.preferred, found.stable) == (len(largest), len(largest))
    shares = {one: sum(one in extension for extension in largest) for one in graph.arguments}
    told = {one: standing.preferred for one, standing in found.arguments.items()}
    assert told == {
        one: "all" if share == len(largest) else "some" if share else "none" for one, share in shares.items()
    }


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_the_grounded_extension_of_any_graph_is_that_of_brute_force_and_parts_cover_the_graph(graph):
    assert grounded(graph) == brute_grounded(graph)
    assert sorted(one for part in components(graph) for one in part.arguments) == sorted(graph.arguments)
    assert frozenset().union(*(part.pairs for part in components(graph))) == graph.pairs


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_strengths_solve_their_equation(graph):
    found = strengths(graph)
    for one in graph.arguments:
        assert found[one] == pytest.approx(1 / (1 + sum(found[other] for other in graph.attackers[one])), abs=1e-9)


def test_answers_that_go_round_in_a_circle_are_refused():
    for pairs in ([("a", "b"), ("b", "c"), ("c", "a")], [("a", "a")], itertools.permutations("abc", 2)):
        with pytest.raises(BeliefError, match="go round in a circle"):
            standings(attacks("abc", pairs))


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


def test_a_graph_that_does_not_fit_together_is_refused():
    with pytest.raises(BeliefError, match="names an argument twice"):
        attacks("aa", [])
    with pytest.raises(BeliefError, match="which is no argument"):
        attacks("a", [("a", "b")])
