"""Scenario files: what they may say, what a path means, and how a wrong one is told with file, line and nearest key."""

from pathlib import Path

import pytest

from doxa.analysis.what_if import what_if
from doxa.errors import CorpusError, ScenarioError
from doxa.experiments.forking import fork
from doxa.experiments.overrides import apply, combinations, parse_grid, parse_sets
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.shipped import builtin_scenarios, find_file, shipped_file
from doxa.experiments.sitting import run

GOOD = """\
proposition = "We should adopt atheism"

[agents.ada]
side = "pro"

[agents.ben]
side = "con"
belief.u = 0.9

[script]
rounds = 2

[belief]
u = 0.1
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", sorted(builtin_scenarios()))
def test_every_built_in_scenario_can_be_planned_and_says_what_it_is(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.description
    assert plan(scenario).hash == plan(load_scenario(name)).hash


def test_an_agents_own_settings_win_over_the_shared_ones(tmp_path: Path) -> None:
    spec = plan(load_scenario(written(tmp_path, GOOD)))
    assert [one.belief["u"] for one in spec.participants] == [0.1, 0.9]


@pytest.mark.parametrize(
    ("line", "wrong", "told", "hint"),
    [
        ("u = 0.1", "uptake = 0.1", "mine.toml:14: belief.uptake", "Keys here: a, u"),
        ("rounds = 2", "round = 2", "mine.toml:11: script.round:", "Did you mean 'rounds'?"),
        ("rounds = 2", "rounds = 0", "mine.toml:11: script.rounds: input should be greater", ""),
        ('side = "pro"', 'sied = "pro"', "mine.toml:4: agents.ada.sied", "Did you mean 'side'?"),
        ('side = "con"', 'side = "against"', "mine.toml:7: agents.ben.side", ""),
        ("belief.u = 0.9", "belief.u = nan", "mine.toml:8: agents.ben.belief.u", ""),
        ("[script]", "[scrpt]", "mine.toml:10: scrpt", "Did you mean 'script'?"),
        ("[belief]", "[memory]\ntheta = 3\n[belief]", "mine.toml:14: memory.theta", ""),
        ('proposition = "We should adopt atheism"', "", "proposition is missing", ""),
        (' = "We should adopt atheism"', " = ", "not a TOML file", ""),
    ],
)
def test_a_wrong_key_or_value_is_told_with_its_line(
    line: str, wrong: str, told: str, hint: str, tmp_path: Path
) -> None:
    with pytest.raises(ScenarioError) as error:
        plan(load_scenario(written(tmp_path, GOOD.replace(line, wrong))))
    assert told in error.value.message
    assert hint in error.value.hint


def test_seeds_are_common_to_runs_that_differ_in_settings_and_differ_between_replicates(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    first, other = plan(load_scenario(path)), plan(load_scenario(path, {"belief.u": 0.7}))
    assert first.seeds == other.seeds
    assert first.seeds != plan(load_scenario(path), replicate=1).seeds


def test_counter_arguments_are_never_seeds_and_keep_their_order(tmp_path: Path) -> None:
    spec, again = (plan(load_scenario("counter-arguments", {"seeds.sides": "both"})) for _ in range(2))
    seeds = {one.text for seeds in spec.seeds.values() for one in seeds}
    assert not seeds & set(spec.counters)
    assert (len(spec.counters), spec.counters) == (15, again.counters)


def test_a_corpus_of_ones_own_takes_the_place_of_the_shipped_one_by_one_setting(tmp_path: Path) -> None:
    sides = [("pro", "Bees", 0.9), ("con", "Wasps", 0.2)]
    rows = [
        f"We should keep bees,{name} matter for reason number {n} in every garden,{side},{strength}"
        for side, name, strength in sides
        for n in range(12)
    ]
    (tmp_path / "bees.csv").write_text("proposition,text,polarity,strength\n" + "\n".join(rows), encoding="utf-8")
    text = GOOD.replace("We should adopt atheism", "We should keep bees") + '\n[seeds]\ncorpus = "bees.csv"\n'
    log = run(written(tmp_path, text), out=tmp_path / "run")
    assert {one.strength for one in log.spec.seeds["ada"]} == {0.9}
    said = " ".join(one.body.text or "" for one in log.events if one.kind == "outcome" and one.body.task == "respond")
    assert "matter for reason number" in said


def test_a_motion_that_the_corpus_lacks_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(CorpusError) as error:
        plan(load_scenario(written(tmp_path, GOOD.replace("adopt atheism", "adopt theism"))))
    assert "We should adopt atheism" in error.value.hint


def test_sets_read_values_as_toml_does() -> None:
    assert parse_sets(["a.b=0.5", "c=true", "d=[1, 2]", "e=plain words", 'f="0.5"']) == {
        "a.b": 0.5,
        "c": True,
        "d": [1, 2],
        "e": "plain words",
        "f": "0.5",
    }


def test_a_path_below_a_model_that_is_named_plainly_changes_its_table() -> None:
    named = {"models.speaker": "ollama:qwen3", "models.speaker.model": "offline", "models.speaker.seed": 4}
    speaker = load_scenario("compulsory-voting", named).models.speaker
    assert (speaker.model, speaker.seed) == ("offline", 4)


def test_a_path_below_what_is_no_table_is_refused() -> None:
    with pytest.raises(ScenarioError, match="--set seed: input should be a valid integer"):
        load_scenario("compulsory-voting", {"seed.x": 1})


def test_grids_combine_with_the_last_path_fastest() -> None:
    grid = parse_grid(["belief.u=0.1,0.2", "models.speaker=offline,ollama:qwen3"])
    assert [tuple(one.values()) for one in combinations(grid)] == [
        (0.1, "offline"),
        (0.1, "ollama:qwen3"),
        (0.2, "offline"),
        (0.2, "ollama:qwen3"),
    ]


@pytest.mark.parametrize(
    ("parse", "wrong", "why"),
    [
        (parse_grid, "belief.u=0.2,0.20", "has a value twice"),
        (parse_grid, "script.topology=['ring', 'ring']", "has a value twice"),
        (parse_sets, "belief.u", "not path=value"),
        (parse_sets, "=3", "not path=value"),
    ],
)
def test_a_grid_with_a_value_twice_and_a_set_without_path_and_value_are_told(parse, wrong, why) -> None:
    with pytest.raises(ScenarioError, match=why):
        parse([wrong])


@pytest.mark.parametrize("text", [".".join(["a"] * 5000) + " = 1", "a = " + "[" * 300 + "]" * 300])
def test_a_scenario_that_is_nested_without_end_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text(text)
    with pytest.raises(ScenarioError, match=r"deep\.toml: not a TOML file: it is nested"):
        load_scenario(tmp_path / "deep.toml")


def test_a_change_that_is_nested_without_end_is_refused() -> None:
    with pytest.raises(ScenarioError, match="5,000 names"):
        load_scenario("compulsory-voting", {".".join(["a"] * 5000): 1})


TOWN = """
proposition = "We should introduce compulsory voting"
[agents.violet]
side = "pro"
belief.u = 0.9
policy.retrieved = 1
[agents.cobalt]
side = "con"
[agents.teal]
kernel = "degroot"
belief.own_weight = 3.0
[script]
rounds = 1
[belief]
u = 0.2
"""


@pytest.fixture
def town(tmp_path):
    path = tmp_path / "town.toml"
    path.write_text(TOWN, encoding="utf-8")
    return path


def planned(town, **changes):
    spec = plan(load_scenario(town, {path.replace("__", "."): value for path, value in changes.items()}))
    return {agent.id: agent for agent in spec.participants}


@pytest.mark.parametrize(
    ("changes", "violet", "cobalt"),
    [
        ({}, 0.9, 0.2),  # in the file an agent's own value stands
        ({"belief__u": 0.4}, 0.4, 0.4),
        ({"belief__u": 0.4, "agents__violet__belief__u": 0.7}, 0.7, 0.4),  # in either order
        ({"agents__violet__belief__u": 0.7, "belief__u": 0.4}, 0.7, 0.4),
    ],
)
def test_a_shared_path_changes_everybody_but_for_a_change_that_names_an_agent(town, changes, violet, cobalt):
    agents = planned(town, **changes, policy__retrieved=7)
    assert (agents["violet"].belief["u"], agents["cobalt"].belief["u"]) == (violet, cobalt)
    assert {agent.policy.retrieved for agent in agents.values()} == {7}


def test_a_shared_path_reaches_the_rules_that_have_the_setting(town):
    agents = planned(town, belief__own_weight=5.0)
    assert agents["teal"].belief["own_weight"] == 5.0
    assert agents["violet"].belief == planned(town)["violet"].belief


def test_a_rule_for_everybody_is_also_that_of_agents_with_their_own(town):
    agents = planned(town, kernel="hegselmann_krause", belief__bound=0.5)
    assert {agent.kernel for agent in agents.values()} == {"hegselmann_krause"}
    assert {agent.belief["bound"] for agent in agents.values()} == {0.5}


def test_run_what_if_and_fork_agree(town, tmp_path):
    changes = {"belief.u": 0.4}
    log = run(town, out=tmp_path / "run")
    forked = fork(log.path, at="r01/violet", changes=changes, out=tmp_path / "fork")
    ran = run(town, out=tmp_path / "changed", changes=changes)
    recomputed = what_if(ran, changes)
    assert all(point.stance == point.recorded for points in recomputed.curves.values() for point in points)
    other = what_if(forked, changes)
    assert all(points[-1].stance == points[-1].recorded for points in other.curves.values())


def test_seeds_are_drawn_once_for_all_and_of_the_side_of_the_prior():
    changes = {"seeds.drawn": "once", "seeds.sides": "prior", "agents.*.prior.stance": 0.5}
    same = plan(load_scenario("compulsory-voting", changes)).seeds
    assert same["violet"] == same["cobalt"]
    assert {seed.polarity for seed in same["violet"]} == {1}
    apart = plan(load_scenario("compulsory-voting", {**changes, "agents.cobalt.prior.stance": 0.0})).seeds
    assert (apart["violet"], apart["cobalt"]) == (same["violet"], ())
    each = plan(load_scenario("compulsory-voting", {**changes, "seeds.drawn": "each"})).seeds
    assert each["violet"] != each["cobalt"]


def test_a_number_in_a_path_names_an_entry_of_a_list():
    raw = {"script": {"events": [{"round": 1, "text": "x"}, {"round": 2, "text": "y"}]}}
    changed = apply(raw, {"script.events.1.round": 5, "script.events.0": {"round": 9}})
    assert changed["script"]["events"] == [{"round": 9}, {"round": 5, "text": "y"}]
    for path in ("script.events.2.round", "script.events.2", "script.events.first.round"):
        with pytest.raises(ScenarioError, match="the list has 2 entries"):
            apply(raw, {path: 1})


def test_a_file_is_looked_for_beside_the_scenario_then_here_then_beside_the_built_in_ones(tmp_path, monkeypatch):
    name, here, beside = "networks/facebook.edges.gz", tmp_path / "here", tmp_path / "beside"
    here.mkdir()
    monkeypatch.chdir(here)
    assert find_file(name, beside) == shipped_file(name)
    for folder, found in ((here, Path(name)), (beside, beside / name)):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).touch()
        assert find_file(name, beside) == found
    assert find_file("missing.csv", beside) == Path("missing.csv")
    assert shipped_file(f"../scenarios/{name}") is None
