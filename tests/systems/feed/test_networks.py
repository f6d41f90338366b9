"""Who follows whom: edge lists, generators, and one agent table for many agents."""

import pytest

from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.systems.feed.plans import NetworkScenario, followers

AGENTS = ("ana", "ben", "cleo", "dora")

SCENARIO = """
proposition = "We should subsidize journalism"
protocol = "feed"
kernel = "social"
[script]
rounds = 1
[agents.pro]
count = 3
spread = 0.2
prior.stance = 0.9
[agents.ben]
prior.stance = -0.5
"""


def made(agents=AGENTS, seed=1, **given):
    return followers(NetworkScenario(**given), agents, ("echo",), seed)


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return str(path)


def scenario(tmp_path, extra="", changes=None):
    return load_scenario(written(tmp_path / "town.toml", SCENARIO + extra), changes)


def test_an_edge_list_is_read(tmp_path):
    path = written(tmp_path / "edges.csv", "follower,followed\n# a remark\nana,ben\n\ncleo echo\nana,ana\n")
    assert made(file=path, mutual=False) == {"ana": ["ben"], "ben": [], "cleo": ["echo"], "dora": []}
    assert made(file=path) == {"ana": ["ben"], "ben": ["ana"], "cleo": ["echo"], "dora": []}


@pytest.mark.parametrize("separator", [",", ";", "\t", " "])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_an_edge_list_has_any_separator_and_a_byte_order_mark(tmp_path, separator, encoding):
    path = tmp_path / "edges.csv"
    path.write_text(f"follower{separator}followed\nana{separator}ben\n", encoding=encoding)
    assert made(file=str(path), mutual=False) == {"ana": ["ben"], "ben": [], "cleo": [], "dora": []}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ana,ben\nana,zoe\n", r"edges.csv:2: nobody here is called 'zoe'"),
        ("ana\n", r"edges.csv:1: a line needs two names, follower and followed"),
        (None, "cannot be read"),
    ],
)
def test_a_missing_file_and_a_wrong_line_of_an_edge_list_are_told(tmp_path, text, message):
    path = tmp_path / "edges.csv"
    with pytest.raises(ScenarioError, match=message):
        made(file=str(path) if text is None else written(path, text))


def test_a_generator_is_drawn_from_the_seed():
    ring = made(generator="watts_strogatz_graph", parameters={"k": 2, "p": 0.0})
    assert ring == {"ana": ["ben", "dora"], "ben": ["ana", "cleo"], "cleo": ["ben", "dora"], "dora": ["ana", "cleo"]}
    many = tuple(f"a{number}" for number in range(30))
    given = {"generator": "gnp_random_graph", "parameters": {"p": 0.2}}
    assert made(many, 1, **given) == made(many, 1, **given) != made(many, 2, **given)


def test_an_empty_table_is_no_network(tmp_path):
    assert made() == {}
    assert plan(scenario(tmp_path, "[network]\n")).script["follows"] == {}


def test_a_directed_generator_stays_directed():
    assert sum(map(len, made(generator="gn_graph").values())) == 3, "each newcomer follows one"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"file": "edges.csv", "generator": "complete_graph"}, "a file or a generator, not both"),
        ({"generator": "small_world"}, "networkx has no generator 'small_world'"),
        ({"generator": "watts_strogatz_graph"}, "missing 2 required"),
        ({"generator": "watts_strogatz_graph", "parameters": {"k": 9, "p": 0.1}}, "k>n"),
        ({"generator": "stochastic_block_model", "parameters": {"sizes": [2, 1], "p": [[1, 0], [0, 1]]}}, "3 nodes"),
    ],
)
def test_a_generator_that_cannot_be_used_is_told(given, message):
    with pytest.raises(ScenarioError, match=message):
        made(**given)


def test_a_table_stands_for_many_agents_with_priors_of_their_own(tmp_path):
    spec = plan(scenario(tmp_path))
    assert {one.id: one.name for one in spec.participants} == {
        "pro-1": "Pro 1",
        "pro-2": "Pro 2",
        "pro-3": "Pro 3",
        "ben": "Ben",
    }
    stances = [one.prior.stance for one in spec.participants]
    assert len(set(stances)) == 4
    assert all(0.7 <= one <= 1.0 for one in stances[:3])
    assert plan(scenario(tmp_path)) == spec
    assert plan(scenario(tmp_path), 1).participants[0].prior != spec.participants[0].prior


def test_a_spread_needs_a_prior(tmp_path):
    with pytest.raises(ScenarioError, match=r"agents.cleo.spread: there is no prior stance to draw priors around"):
        plan(scenario(tmp_path, "[agents.cleo]\nspread = 0.1\n"))


def test_a_network_stands_in_the_spec_with_its_content_and_not_its_place(tmp_path):
    written(tmp_path / "edges.csv", "pro-1,ben\n")
    spec = plan(scenario(tmp_path, '[network]\nfile = "edges.csv"\n'))
    assert spec.script["follows"] == {"ben": ["pro-1"], "pro-1": ["ben"], "pro-2": [], "pro-3": []}
    assert str(tmp_path) not in spec.line.decode()


def test_a_network_and_posts_belong_to_feeds(tmp_path):
    network = {"protocol": "dialogue", "network": {"generator": "complete_graph"}}
    for changes, message in (
        (network, "the protocol dialogue has no network"),
        ({"kernel": "log_odds"}, "log_odds, the belief rule of pro, needs claims"),
    ):
        with pytest.raises(ScenarioError, match=message):
            plan(scenario(tmp_path, changes=changes))
