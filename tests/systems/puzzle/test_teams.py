"""Teams of a scenario: presets, sizes and models become agents, and what is said of an agent stays."""

import pytest

from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.shipped import builtin_scenarios, find_scenario
from doxa.systems.puzzle.offline.reasoners import profile_of
from doxa.systems.puzzle.plans import PRESETS


def speaking(changes):
    spec = plan(load_scenario("puzzles/anchor", changes))
    return {one.id: spec.roles[one.role].model.removeprefix("offline:reasoner-") for one in spec.participants}


def test_a_scenario_in_a_folder_is_found_by_its_path():
    assert "puzzles/anchor" in builtin_scenarios()
    assert find_scenario("puzzles/anchor").name == "anchor.toml"


@pytest.mark.parametrize(
    ("changes", "models"),
    [
        ({}, ["strong", "middling", "weak"]),
        # a larger team has the strongest again, a smaller one loses the weakest
        ({"team.size": 5}, ["strong", "middling", "weak", "strong", "strong"]),
        ({"team.size": 2}, ["strong", "middling"]),
        ({"team.models": ["openai:a", "google:b"], "agents.cobalt.model": "ollama:c"}, ["openai:a", "ollama:c"]),
        ({"models.speaker": "openai:a"}, ["openai:a"] * 3),
    ],
)
def test_a_team_seats_its_models_in_order(changes, models):
    assert speaking(changes) == dict(zip(("amber", "cobalt", "teal", "violet", "ochre"), models, strict=False))


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_seats_three_declared_profiles_or_three_named_models(name):
    assert len(speaking({"team.preset": name})) == 3
    assert all(profile_of(model) for model in PRESETS[name].reasoners)
    assert all(":" in one for one in speaking({"team.preset": name, "team.cast": "published"}).values())


@pytest.mark.parametrize(
    ("changes", "supervisor"),
    [
        ({}, ("offline:reasoner-strong", 0.0)),
        ({"team.preset": "hom-weak"}, ("offline:reasoner-strong", 0.0)),
        ({"models.speaker": "openai:a"}, ("openai:a", 0.0)),
        ({"team.models": ["openai:a", "google:b"]}, ("openai:a", 0.0)),
        ({"team.cast": "published", "models.speaker.temperature": "provider"}, ("openai:gpt-5-nano", None)),
        ({"models.speaker": "openai:a", "models.supervisor": "offline"}, ("offline", 0.0)),
        ({"models.speaker": "openai:a", "models.supervisor.temperature": 0.5}, ("openai:a", 0.5)),
    ],
)
def test_a_supervisor_that_is_not_named_is_the_teams_first_model(changes, supervisor):
    found = plan(load_scenario("puzzles/anchor", changes)).roles["supervisor"]
    assert (found.model, found.temperature) == supervisor


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"team.preset": "het-mix-e"}, "there is no team 'het-mix-e'"),
        ({"team.preset": ""}, "neither a preset nor models"),
        ({"team.size": 0}, "team.size"),
        ({"team.sise": 3}, "there is no such key"),
        ({"agents.pink.model": "offline"}, "there is no agent 'pink'"),
    ],
)
def test_what_is_wrong_with_a_team_is_told(changes, words):
    with pytest.raises(ScenarioError, match=words):
        load_scenario("puzzles/anchor", changes)


def test_the_spec_holds_the_puzzle_and_replicates_have_puzzles_of_their_own():
    scenario = load_scenario("puzzles/anchor")
    first, second = plan(scenario, 0), plan(scenario, 1)
    assert first.script["puzzle"] != second.script["puzzle"]
    assert "Message from the game manager:" in first.script["puzzle"]
    deeper = plan(load_scenario("puzzles/anchor", {"script.depth": 2, "team.preset": "hom-weak"}), 0)
    assert deeper.script["puzzle"] == first.script["puzzle"]
    assert plan(load_scenario("puzzles/votes"), 0).script["puzzle"] == first.script["puzzle"]


def test_a_puzzle_of_ones_own_gives_its_size():
    text = plan(load_scenario("puzzles/anchor", {"script.size": 4})).script["puzzle"]
    own = plan(load_scenario("puzzles/anchor", {"script.puzzle": text}))
    assert (own.script["size"], own.script["puzzle"]) == (4, text)
