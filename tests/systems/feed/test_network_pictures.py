"""The picture of who hears whom: numbers known by hand, a sample that stays, and one layout for all openings."""

import gzip

import networkx
import numpy as np
import pytest

import doxa
from doxa.analysis.building import view_of
from doxa.log.blobs import FOLDER, SUFFIX
from doxa.log.rundir import open_run
from doxa.scoring.polarisation import sides
from doxa.systems.feed import listener_views
from doxa.systems.feed.arrays.edges import compress
from doxa.systems.feed.exhibits import network
from doxa.systems.feed.exhibits.audience import begin_of, positions_of
from doxa.systems.feed.exhibits.network import NODES, draw_listener_network, draw_network, lay_out, sample_nodes
from systems.feed.feed_stage import agent, feed, played, post

SCENARIO = """
proposition = "We should subsidize journalism"
protocol = "population"
kernel = "degroot"
seed = 3
[script]
rounds = 3
follows = 0
engine = "numpy"
[script.network]
file = "town.edges.gz"
[agents.for]
prior.stance = 0.5
"""
PATH = compress(np.array([0, 1, 2]), np.array([1, 2, 3]), 4, mutual=True)


def edges_of(graph):
    ends = np.array(graph.edges())
    return compress(ends[:, 0], ends[:, 1], len(graph), mutual=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("town")
    (folder / "town.toml").write_text(SCENARIO)
    with gzip.open(folder / "town.edges.gz", "wt") as file:
        file.write("10 11\n11 12\n12 13\n")
    return doxa.run(folder / "town.toml", out=folder / "run").path


def test_sides_and_lines_are_counted_by_hand():
    stances = [np.array([0.5, 0.4, -0.3, 0.0]), np.array([0.5, 0.4, 0.3, np.nan])]
    drawn = draw_network(PATH, lay_out(PATH), stances.__getitem__, 1, of="listeners")
    # lines 0–1, 1–2, 2–3; ends by degree: 3 of 6 for and 2 of 6 against, so 1/4 + 1/9; then 5 of 6 for, so 25/36
    assert drawn.caption == (
        "All 4 listeners; a line joins two of whom one hears the other (3 lines are drawn). "
        "At the start, 2 of 4 stood for and 1 against, and 33% of all lines joined two of one side (by chance 36% "
        "would). After round 1, 3 of 4 stood for and 0 against, and 67% of all lines joined two of one side (by chance "
        "69% would)."
    )
    assert drawn.links == ((0, 1), (1, 2), (2, 3))
    assert drawn.stances == ((0.5, 0.5), (0.4, 0.4), (-0.3, 0.3), (0.0, None))


def test_without_lines_no_share_of_lines_is_told():
    alone = compress(np.array([0]), np.array([0]), 2, mutual=True)
    drawn = draw_network(alone, lay_out(alone), lambda _: np.array([0.1, -0.1]), 0, of="listeners")
    assert drawn.caption.endswith("(0 lines are drawn). At the start, 1 of 2 stood for and 1 against.")


def test_of_a_large_network_the_same_sample_is_drawn_each_time():
    edges = edges_of(networkx.barabasi_albert_graph(3000, 4, seed=2))
    nodes = sample_nodes(edges)
    assert nodes == sample_nodes(edges)
    assert (len(set(nodes)), list(nodes)) == (NODES, sorted(nodes))
    layout = lay_out(edges)
    assert layout[0] == nodes
    joined = networkx.Graph(layout[1])
    assert max(map(len, networkx.connected_components(joined))) > 0.9 * NODES, "walks keep neighbours together"
    heard = {tuple(sorted((one, int(other)))) for one in nodes for other in edges.rows(one, one + 1).heard}
    assert {(nodes[one], nodes[other]) for one, other in layout[1]} == {
        pair for pair in heard if set(pair) <= set(nodes)
    }


@pytest.mark.parametrize(
    "graph",
    [
        networkx.path_graph(1),
        networkx.empty_graph(900),
        networkx.Graph([(place, place + 1) for place in range(0, 900, 2)]),
    ],
    ids=["one", "nobody hears anybody", "pairs"],
)
def test_any_network_has_a_layout_within_its_frame(graph):
    ends = np.array(graph.edges(), np.int64).reshape(-1, 2)
    nodes, _, places = lay_out(compress(ends[:, 0], ends[:, 1], len(graph), mutual=True))
    assert len(places) == len(nodes) == min(len(graph), NODES)
    assert np.abs(np.array(places)).max() <= 1.0


def test_a_second_opening_shows_the_same_bytes(run):
    first = view_of(open_run(run)).model_dump_json()
    network._lay_out_shard.cache_clear()
    assert view_of(open_run(run)).model_dump_json() == first


def test_the_page_has_the_listeners_where_the_shards_have_them(run):
    log = open_run(run)
    drawn = view_of(log).parts["network"]
    waves = [begin_of(log), *(positions_of(log, number) for number in (1, 2, 3))]
    assert (drawn.nodes, drawn.batches, drawn.of) == (("0", "1", "2", "3"), (0, 1, 2, 3), "listeners")
    assert drawn.stances == tuple(tuple(round(float(at), 3) for at in path) for path in zip(*waves, strict=True))


def test_the_network_that_comes_with_doxa_is_the_one_of_snap(tmp_path):
    log = doxa.run("friends", out=tmp_path / "friends", changes={"script.rounds": 1})
    view = view_of(open_run(log.path))
    assert "All 150 listeners" in view.parts["network"].caption
    assert len(view.parts["network"].links) == 1693  # the source's file has 3,386 lines, each edge in both directions
    assert view.middle == "none", "no voice moves, and the parts show the listeners"


def test_of_a_long_run_some_rounds_are_kept_with_the_last(monkeypatch):
    monkeypatch.setattr(network, "VALUES", 8)
    drawn = draw_network(PATH, lay_out(PATH), lambda batch: np.full(4, batch / 10), 7, of="listeners")
    assert drawn.batches == (0, 4, 7)
    assert drawn.stances[0] == (0.0, 0.4, 0.7)


def test_the_figure_has_a_colour_for_each_fifth_of_the_scale(run):
    (figure,) = draw_listener_network(open_run(run))
    start, _, end = figure.panels
    assert [line.label for line in start.lines] == [f"stance = {at:g}" for at in (-0.8, -0.4, 0, 0.4, 0.8)]
    ends = [-1.0, -0.6, -0.2, 0.2, 0.6, 1.0]
    for panel, stances in ((start, begin_of(open_run(run))), (end, positions_of(open_run(run), 3))):
        assert [len(line.x) for line in panel.lines] == np.histogram(stances, ends)[0].tolist()
        assert len(panel.links.x) == 3 * 3
    assert (start.title, end.title) == ("start", "after round 3")


def test_a_changed_shard_is_said_and_the_rest_is_shown(run, tmp_path):
    copied = tmp_path / "copy"
    for path in run.rglob("*"):
        if path.is_file():
            target = copied / path.relative_to(run)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    shard = next(dict(one.reply)["network"] for one in open_run(run).outcomes)
    (copied / FOLDER / f"{shard}{SUFFIX}").write_bytes(b"changed")
    parts = view_of(open_run(copied)).parts
    assert "was changed" in parts["listeners"].note
    assert "network" not in parts
    assert len(parts["audience"].rows) == 3


def test_agents_of_a_feed_are_drawn_along_their_network(tmp_path):
    follows = {"ana": ["ben"], "ben": [], "cleo": ["ben"]}
    spec = feed(*(agent(id, at) for id, at in {"ana": 0.5, "ben": -0.5, "cleo": 0.2}.items()), follows=follows)
    acts = {("ben", 1): [post("They can be cut")]}
    drawn = view_of(played(spec, tmp_path / "run", acts, {"They can be cut": -0.9}).log).parts["network"]
    assert (drawn.of, drawn.nodes, drawn.links) == ("agents", ("ana", "ben", "cleo"), ((0, 1), (1, 2)))
    assert drawn.stances[0][0] == 0.5 > drawn.stances[0][-1], "Ana heard Ben, who is against"


def test_two_camps_without_a_gap_are_not_told_as_one_mean(run, monkeypatch):
    assert sides([3, 1, 0, 4]) == [(pytest.approx(-0.625), 0.5), (pytest.approx(0.75), 0.5)]

    def told(counts, bimodality):
        reply = {**dict(open_run(run).outcomes[-1].reply), "counts": counts, "bimodality": bimodality}
        monkeypatch.setattr(listener_views, "replies_of", lambda log: [reply])
        (table,) = listener_views.show_audience(open_run(run))
        return table.caption.split("At the end: ")[1].split(". Whom")[0]

    camps = [0] * 5 + [10] * 10 + [4] * 10 + [10] * 10 + [0] * 5
    # on each side 100 about ±0.5 and 20 about ±0.125: (100·0.5 + 20·0.125) / 120
    assert told(camps, 0.7) == "50% about −0.44, 50% about +0.44, with no gap between them"
    assert told(camps, 0.5) == "100% about +0.00"
    assert told([0] * 10 + [5, 5] + [0] * 16 + [5, 5] + [0] * 10, 0.9) == "50% about −0.45, 50% about +0.45"
