"""doxa reproduce really-debate, small: runs become exhibits, published figures beside ours, and votes at equal cost."""

import pytest

from doxa.analysis.exhibit import Figure, Prose, Table
from doxa.errors import DoxaError
from doxa.experiments.papers import read_paper
from doxa.experiments.planning import plan
from doxa.experiments.reproductions import Order, reproduced
from doxa.experiments.scenario import load_scenario
from doxa.systems.puzzle.exhibits.benchmark import levels, propose_teams
from doxa.systems.puzzle.exhibits.regressions import rank_agents
from doxa.systems.puzzle.exhibits.runs import Alone
from doxa.systems.puzzle.reproduction import form_teams, read_configurations
from systems.puzzle.debated_puzzles import DEBATED


def alone(model, accuracy, confidence):
    return Alone(model=model, strict=(0.0, 0.0), smooth=(accuracy, accuracy), stated=(confidence,), missing=0)


def made(tmp_path, *names, puzzles=2, **order):
    told = []
    order = Order(out=tmp_path, trials=puzzles, **order)
    found = reproduced("really-debate", names, order, lambda name, about: told.append(name))
    return {one.name: one for one in found}, told


def test_each_factor_is_changed_alone():
    anchor, *others, difficulties = read_configurations(read_paper("doxa.systems.puzzle", "really-debate.toml"))
    assert (anchor.name, anchor.settings, anchor.sizes) == ("A", {}, (4, 6, 8))
    assert [one.factor for one in others] == ["C1", "C2", "C2", "C2", "C2", "C2", "C3", "C4", "C5"]
    assert all((one.team == "het-mix-a") != (one.factor == "C2") for one in others)
    assert (difficulties.name, difficulties.factor, difficulties.sizes) == ("A", "C6", (5, 7, 9))
    for one in (anchor, *others):
        assert plan(load_scenario("puzzles/anchor", {**one.settings, "script.size": 4})).hash


def test_levels_are_thirds_of_the_range():
    # 0 to 0.9: below 0.3 low, from 0.6 high
    assert levels({"a": 0.0, "b": 0.29, "c": 0.31, "d": 0.61, "e": 0.9}) == {
        "a": "low", "b": "low", "c": "medium", "d": "high", "e": "high",
    }  # fmt: skip
    assert levels({"a": 0.5, "b": 0.5}) == {"a": "medium", "b": "medium"}


def test_a_team_is_proposed_where_every_cell_has_a_model():
    found = [
        alone("a", 0.9, 6.0),
        alone("b", 0.5, 6.0),
        alone("c", 0.1, 6.0),
        alone("d", 0.85, 9.0),
        alone("e", 0.2, 2.0),
    ]
    assert propose_teams(found)["het-mix-a"] == ("a", "b", "c")
    assert propose_teams(found)["hom-strong"] == ("a", "a", "a")
    assert "het-mix-b" not in propose_teams(found)  # nobody is strong and doubtful


def test_models_of_ones_own_play_the_teams_that_they_can():
    found = [alone("x:a", 0.9, 6.0), alone("x:b", 0.2, 6.0)]
    teams = form_teams(Order(out=None, models=("x:a", "x:b")), found)
    assert teams == {"het-mix-a": ("x:a", "x:b", "x:b"), "hom-strong": ("x:a",) * 3, "hom-weak": ("x:b",) * 3}


def test_strongest_and_weakest_are_those_of_the_benchmark():
    benchmarks = (alone("a", 0.9, 6.0), alone("b", 0.5, 6.0))

    def ranked(*models):
        unranked = DEBATED.model_copy(update={"models": models, "strongest": None, "weakest": None})
        sitting = rank_agents(unranked, benchmarks)
        return sitting.strongest, sitting.weakest

    assert ranked("b", "a") == (1, 0)
    assert ranked("a", "b", "a") == (0, 1)
    assert ranked("b", "b") == ranked("a", "unknown") == (None, None)


def test_votes_and_the_benchmark_are_made_of_few_runs(tmp_path):
    changes = {"models.supervisor": "offline:reasoner-strong"}
    found, told = made(tmp_path, "fig2", "votes", puzzles=1, models=("offline:reasoner-strong",), changes=changes)
    assert told == ["alone", "debates", "votes"]
    made_of_votes = ("votes-verdict", "votes", "votes-supervisor", "votes-checked", "votes-players", "votes-costs")
    assert {"fig2", "fig2-models", "fig2-teams", "votes-answer", *made_of_votes} == set(found)
    table = found["votes"]
    assert isinstance(table, Table)
    assert {row[0] for row in table.rows} == {4, 6, 8}
    ways = {row[1:5] for row in table.rows if row[0] == 8}
    pools, rules = ("the team", "its strongest model"), ("solution", "player", "confidence")
    assert ways >= {(of, rule, equal, "no") for of in pools for rule in rules for equal in ("calls", "tokens")}
    assert ("the team", "player", "calls", "yes") in ways
    costs = {row[1:5]: row[5:] for row in found["votes-costs"].rows if row[0] == 4}
    calls, voted_calls, tokens, _ = costs["its strongest model", "solution", "calls", "no"]
    assert calls == voted_calls >= 30
    assert 0.9 * tokens < costs["its strongest model", "solution", "tokens", "no"][3] <= tokens
    assert costs["the debate's proposals", "strict majority", "", "no"][1] == 3
    assert "Simulated offline" in table.caption
    assert [row[0] for row in found["votes-verdict"].rows] == [4, 6, 8]
    assert isinstance(found["votes-answer"], Prose)
    again, _ = made(tmp_path, "votes", puzzles=1, models=("offline:reasoner-strong",), changes=changes)
    assert again["votes"] == table


def test_reasons_are_rated_for_figure_6_alone(tmp_path):
    found, told = made(tmp_path, "fig6", puzzles=1)
    assert told == ["rated"]
    assert isinstance(found["fig6"], Figure)
    rows = found["fig6-numbers"].rows
    assert {(row[0], row[1]) for row in rows} == {
        (team, size) for team in ("het-mix-b", "het-mix-c") for size in (6, 8)
    }


def test_what_the_experiments_vary_cannot_be_set(tmp_path):
    with pytest.raises(DoxaError, match=r"--set script\.depth: the experiments of really-debate vary this"):
        made(tmp_path, "fig3", changes={"script.depth": 3})
