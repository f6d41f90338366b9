"""Listeners who hear one another: as their kernels, as closed forms, from any file, after a cut, and under verify."""

import gzip
import shutil

import numpy as np
import pytest

import doxa
from doxa.beliefs.base import Met, build_kernel
from doxa.beliefs.classic import DeffuantWeisbuch
from doxa.errors import DoxaError, LogError, ScenarioError, StoppedError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import plan_runs, sit
from doxa.models.setup import performer_for
from doxa.records.claims import Exposure
from doxa.records.spec import Prior
from doxa.systems.feed.arrays import audience as arrays, edges as network
from doxa.systems.feed.arrays.audience import begun_at, make_shard, shards_of
from doxa.systems.feed.arrays.edges import compress
from doxa.systems.feed.arrays.performer import ArrayPerformer
from doxa.systems.feed.arrays.workers import Workers
from doxa.systems.feed.exhibits.audience import begin_of, listener_history, positions_of
from doxa.systems.feed.tasks.population_round import Audience, ListenerNetwork, Posts

SCENARIO = """
proposition = "We should subsidize journalism"
protocol = "population"
kernel = "degroot"
seed = 3
[script]
rounds = 12
follows = 0
engine = "numpy"
[script.network]
file = "town.edges"
[agents.for]
count = 3
spread = 0.4
prior.stance = 0.3
"""
SIZE = 20
GRAINS = 5
RULES = {
    "social": {"trust_learning_rate": 1.2, "step": 0.2},
    "degroot": {"own_weight": 0.5},
    "friedkin_johnsen": {"susceptibility": 0.8},
    "hegselmann_krause": {"bound": 0.6},
    "deffuant_weisbuch": {"threshold": 1.0, "convergence": 0.3},
    "voter": {"seed": 7},
    "fixed": {},
}
DRAWN = np.random.Generator(np.random.Philox(4))


def pairs_of(kind):
    ends = [(one, other) for one in range(SIZE) for other in range(SIZE)]
    every = {
        "ring": [(one, (one + 1) % SIZE) for one in range(SIZE)],
        "path": [(one, one + 1) for one in range(SIZE - 1)],
        "star": [(one, 0) for one in range(1, SIZE)],
        "complete": ends,
        "two that never meet": [(one, other) for one, other in ends if (one < 8) == (other < 8)],
        "isolated nodes": [(0, 1), (1, 2), (2, 0)],
        "self-loops alone": [(one, one) for one in range(SIZE)],
        "repeated edges": [(one, (one * 7 + 1) % SIZE) for one in range(SIZE)] * 3,
        "grid": [(one, one + step) for one in range(SIZE - 5) for step in (1, 5)],
        "bipartite": [(one, other) for one, other in ends if one < 6 <= other],
        "random": [ends[place] for place in DRAWN.integers(0, len(ends), 60)],
        "hubs": [(one, int(other * one)) for one, other in enumerate(DRAWN.random(SIZE) ** 3)],
    }
    return every[kind]


KINDS = ["ring", "path", "star", "complete", "two that never meet", "isolated nodes", "self-loops alone"]
KINDS += ["repeated edges", "grid", "bipartite", "random", "hubs"]


def neighbours(pairs, mutual):
    both = {*pairs, *((other, one) for one, other in pairs)} if mutual else set(pairs)
    return {one: sorted(other for end, other in both if end == one != other) for one in range(SIZE)}


def audience_of(kernel, follows, engine="numpy", order="together"):
    return Audience(
        size=SIZE,
        seed=5,
        voices=(0.9, -0.7, 0.2),
        follows=follows,
        alike=0.0,
        start="even",
        spread=0.0,
        contents=9 + 2 * GRAINS + 1,
        kernel=kernel,
        belief=RULES[kernel],
        engine=engine,
        precision="float64",
        network=ListenerNetwork(order=order),
        grain=1 / GRAINS,
    )


def rounds():
    return [Posts(stances=(0.9 - n / 10, -0.7, 0.2 + n / 5), contents=(n % 2, 2, 3 + n)) for n in range(4)]


def stance_of(state):
    """Return a state's position unrounded, which a readout is not."""
    return (
        state.positions[""] if hasattr(state, "positions") else getattr(state, "position", getattr(state, "stance", 0))
    )


class Listeners:
    """One plain kernel a listener, who hears voices by their posts and the others where they stand."""

    def __init__(self, audience, follows, heard):
        self.heard = [[f"v{voice}" for voice in row] + [*heard[one]] for one, row in enumerate(follows)]
        self.kernels, self.states = [], []
        self.standing = list(map(float, begun_at(audience)))
        for listener, start in enumerate(self.standing):
            own = {"seed": audience.belief["seed"] + listener} if audience.kernel == "voter" else {}
            self.kernels.append(build_kernel(audience.kernel, {**audience.belief, **own}))
            self.states.append(self.kernels[-1].init(Prior(mode="target", stance=start), ())[0])

    def move(self, listener, heard, standing, posts):
        """Let a listener hear some of those whom it hears, where they stood."""
        exposures = []
        for other in heard:
            voice = int(other[1:]) if isinstance(other, str) else None
            stance = standing[other] if voice is None else posts.stances[voice]
            content = f"near {round(stance * GRAINS)}" if voice is None else f"{posts.contents[voice]}"
            where = {"message": str(other), "speaker": str(other), "origin": "peer", "shown": True}
            exposures.append(Exposure(**where, stance=stance, content=content))
        kernel = self.kernels[listener]
        self.states[listener], _ = kernel.step(self.states[listener], Met(exposures=tuple(exposures)))
        return stance_of(self.states[listener])

    def together(self, posts, draws):
        before = list(self.standing)
        self.standing = [self.move(one, self.heard[one], before, posts) for one in range(SIZE)]

    def random(self, posts, draws):
        for one in np.argsort(draws[0]):
            self.standing[one] = self.move(one, self.heard[one], self.standing, posts)

    def encounters(self, posts, draws):
        able = [one for one in range(SIZE) if self.heard[one]]
        for first, second in draws.T if able else ():
            one = able[int(first) % len(able)]
            other = self.heard[one][int(second) % len(self.heard[one])]
            before = list(self.standing)
            self.standing[one] = self.move(one, [other], before, posts)
            if not isinstance(other, str) and isinstance(self.kernels[one], DeffuantWeisbuch):
                self.standing[other] = self.move(other, [one], before, posts)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kernel", sorted(RULES))
@pytest.mark.parametrize(("follows", "mutual"), [(0, True), (2, False)])
@pytest.mark.parametrize("order", ["together", "random", "encounters"])
def test_listeners_stand_where_their_kernels_lead_them(order, kernel, kind, follows, mutual, monkeypatch):
    monkeypatch.setattr(arrays, "BLOCK", 4)
    monkeypatch.setattr(arrays, "SHARD", 8)  # three shards, whose listeners hear each other
    pairs = pairs_of(kind)
    edges = compress(*np.array(pairs).T, SIZE, mutual=mutual)
    for engine in ("numpy", "numba") if kernel == "social" else ("numpy",):
        audience = audience_of(kernel, follows, engine, order)
        shards = [make_shard(audience, low, high, edges) for low, high in shards_of(audience)]
        assert len(shards) == (3 if order == "together" else 1)
        workers = Workers()
        workers.seat(shards)
        followed = np.concatenate([shard.follows for shard in shards])
        plain = Listeners(audience, followed, neighbours(pairs, mutual))
        for number, posts in enumerate(rounds(), 1):
            workers.meet(posts, number)
            draws = np.random.Philox(key=[5, (1 << 63) + number]).random_raw(2 * SIZE).reshape(2, SIZE)
            getattr(plain, order)(posts, draws)
            assert workers.standing() == pytest.approx(np.array(plain.standing), abs=1e-12)


def town(folder, text, changes=None, name="town.edges"):
    (folder / name).write_text(text)
    (folder / "town.toml").write_text(SCENARIO.replace("town.edges", name))
    return load_scenario(str(folder / "town.toml"), changes or {})


def run(folder, text, changes=None, out="run"):
    (planned,) = plan_runs(town(folder, text, changes))
    return sit(planned.spec, folder / out, planned.terms)


RING = "".join(f"{one} {(one + 1) % 30}\n" for one in range(30))


def test_degroot_is_a_power_of_its_matrix_and_ends_in_the_weighted_mean(tmp_path):
    log = run(tmp_path, RING + "0 15\n", {"script.rounds": 400})
    links = np.eye(30) + np.roll(np.eye(30), 1, 0) + np.roll(np.eye(30), -1, 0)
    links[0, 15] = links[15, 0] = 1
    degrees = links.sum(1)
    start = begin_of(log)
    for number in (1, 7, 400):
        power = np.linalg.matrix_power(links / degrees[:, None], number)
        assert positions_of(log, number) == pytest.approx(power @ start, abs=1e-11)
    assert positions_of(log, 400) == pytest.approx(np.full(30, degrees @ start / degrees.sum()), abs=1e-2)


def test_friedkin_johnsen_ends_at_its_closed_form(tmp_path):
    log = run(tmp_path, RING, {"script.rounds": 80, "kernel": "friedkin_johnsen", "belief.susceptibility": 0.6})
    walk = (np.eye(30) + np.roll(np.eye(30), 1, 0) + np.roll(np.eye(30), -1, 0)) / 3
    end = np.linalg.solve(np.eye(30) - 0.6 * walk, 0.4 * begin_of(log))
    assert positions_of(log, 80) == pytest.approx(end, abs=1e-11)


@pytest.mark.parametrize("kernel", sorted(RULES))
def test_a_listener_of_a_run_is_computed_again_by_its_kernel(tmp_path, kernel):
    changes = {"kernel": kernel, "script.rounds": 4, "script.follows": 2}
    log = run(tmp_path, "ann,ben\nben,cleo\ncleo,ann\ndora,cleo\n", changes)
    history = listener_history(log, 2)
    assert all(abs(one.after - one.stored) <= 1e-11 for one in history)
    assert {one.speaker for one in history[0].exposures[2:]} == {"listener ann", "listener ben", "listener dora"}
    assert doxa.verify(log.path).status == "verified"


PAIRS = [("3", "1"), ("1", "20"), ("20", "3")]


def same_edges(folder):
    """Yield the names of files with the same edges in every form."""
    lines = [f"{one}{{}}{other}" for one, other in PAIRS]
    (folder / "snap.txt").write_text(
        "# Undirected graph\n# FromNodeId\tToNodeId\n" + "\n".join(lines).format(*"\t\t\t")
    )
    (folder / "loose.edges").write_text("\n\n" + "\n".join(lines).format("  ", " ", "   ") + "\n")
    (folder / "head.csv").write_text("source,target\n" + "\n".join(lines).format(*",,,") + "\n", encoding="utf-8-sig")
    (folder / "more.csv").write_text("".join(f'"{one}";{other};0.5\n' for one, other in PAIRS))
    (folder / "packed.edges.gz").write_bytes(gzip.compress((folder / "loose.edges").read_bytes()))
    parquet, arrow = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pyarrow")
    columns = {"a": [int(one) for one, _ in PAIRS], "b": [int(other) for _, other in PAIRS], "c": [1, 2, 3]}
    parquet.write_table(arrow.table(columns), folder / "table.parquet")
    return "snap.txt", "loose.edges", "head.csv", "more.csv", "packed.edges.gz", "table.parquet"


def test_every_form_of_a_file_gives_the_same_network_with_its_names(tmp_path):
    shards = set()
    for name in same_edges(tmp_path):
        (tmp_path / "town.toml").write_text(SCENARIO.replace("town.edges", name))
        spec = plan(load_scenario(str(tmp_path / "town.toml")))
        shards.add(spec.script["network"]["shard"])
        assert spec.script["listeners"] == 3
        assert str(tmp_path) not in spec.line.decode()
    assert len(shards) == 1
    content, _, _ = network.make_network(ListenerNetwork(), tmp_path / "snap.txt", 5, 0)
    (tmp_path / "shard.npz").write_bytes(content)
    with np.load(tmp_path / "shard.npz") as stored:
        assert stored["ids"].tolist() == [1, 3, 20]
        assert stored["starts"].tolist() == [0, 2, 4, 6, 6, 6]
        assert stored["heard"].tolist() == [1, 2, 0, 2, 0, 1]
    assert network.map_edges(tmp_path / "shard.npz").heard.tolist() == [1, 2, 0, 2, 0, 1]


@pytest.mark.parametrize(
    ("text", "ids", "heard"),
    [
        ("1 2\n2 3\n", [1, 2, 3], [1, 2]),
        ("9 x\n3 9\n", ["3", "9", "x"], [1, 2]),  # names that are no numbers are sorted as words
        ("1 2\n# a comment in the middle\n\n2 3\n", [1, 2, 3], [1, 2]),
        ("007 1\n1 7\n", [1, 7], [1, 0]),  # the same number is the same listener
        ("7 1\n1 007\n# read line by line\n", [1, 7], [1, 0]),
        ("1 2#3\n", ["1", "2#3"], [1]),
        ("1.0 2\n", ["1.0", "2"], [1]),
        ("2,1,x\n1 3 y\n", [1, 2, 3], [2, 0]),
        ("-1\t99999999999\n", [-1, 99999999999], [1]),
        ("1 99999999999999999999\n", ["1", "99999999999999999999"], [1]),
    ],
)
def test_edges_are_the_same_whether_numpy_can_read_them_or_not(tmp_path, text, ids, heard, monkeypatch):
    (tmp_path / "town.edges").write_text(text)
    for lines in (1 << 17, 1):
        monkeypatch.setattr(network, "LINES", lines)
        network.read_edges.cache_clear()
        edges, names = network.read_edges(tmp_path / "town.edges", "", mutual=False)
        assert names.tolist() == ids
        assert edges.heard.tolist() == heard


def test_a_table_of_edges_that_is_none_is_refused(tmp_path):
    pytest.importorskip("pyarrow.parquet")
    (tmp_path / "town.parquet").write_bytes(b"PAR1")
    with pytest.raises(ScenarioError, match=r"town\.parquet cannot be read"):
        plan(town(tmp_path, "1 2", {"script.network.file": "town.parquet"}))


@pytest.mark.parametrize(
    ("text", "changes", "message"),
    [
        ("", {}, "has no edges"),
        ("# a\n1 2\n3\n", {}, r"town\.edges:3: a line needs two names"),
        ("1 2\n2 3\n", {"script.listeners": 2}, "town.edges names 3 listeners"),
        ("1 2\n", {"script.network.sha256": "0" * 64}, "was changed: its SHA-256 was 000000000000…"),
        ("1 2\n", {"script.network.file": "other.edges"}, "cannot be read"),
        ("1 2\n", {"script.network": {}}, "name a file or a generator"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path, text, changes, message):
    with pytest.raises(ScenarioError, match=message):
        plan(town(tmp_path, text, changes))


def test_a_file_too_large_for_the_memory_is_refused_before_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(network, "available_memory", lambda: 1200)
    with pytest.raises(ScenarioError, match=r"too large for the 0\.0 GB") as refused:
        plan(town(tmp_path, RING))
    assert "The largest edge list that fits" in refused.value.hint


DRAWN_NETWORKS = {
    "watts_strogatz_graph": ({"k": 4, "p": 0.1}, 80),
    "barabasi_albert_graph": ({"m": 3}, 3 * 37),
    "stochastic_block_model": ({"sizes": [10, 30], "p": [[1.0, 0.0], [0.0, 0.0]]}, 45),
    "gn_graph": ({}, 39),
}


@pytest.mark.parametrize("generator", DRAWN_NETWORKS)
def test_a_network_is_drawn_from_the_seed_and_again_where_its_shard_is_gone(tmp_path, generator):
    parameters, links = DRAWN_NETWORKS[generator]
    table = {"generator": generator, "parameters": parameters}
    log = run(tmp_path, "", {"script.network": table, "script.listeners": 40, "script.rounds": 2})
    shard = log.spec.script["network"]["shard"]
    heard = network.map_edges(log.path / "shards" / f"{shard}.npz").heard
    assert len(heard) == (links if generator == "gn_graph" else 2 * links)
    copy = shutil.copytree(log.path, tmp_path / "copy")
    events = (copy / "events.jsonl").read_bytes().splitlines(keepends=True)
    (copy / "events.jsonl").write_bytes(b"".join(events[:3]))
    shutil.rmtree(copy / "shards")
    assert doxa.resume(copy).lines == log.lines


BLOCKS = [[0.5, 1783.5 / 4880], [1783.5 / 4880, 0.5]]


@pytest.mark.parametrize(
    ("generator", "parameters"),
    [
        ("barabasi_albert_graph", {"m": 22}),
        ("watts_strogatz_graph", {"k": 44, "p": 0.9}),
        ("random_regular_graph", {"d": 44}),
        ("gnp_random_graph", {"p": 44 / 101}),
        ("stochastic_block_model", {"sizes": [61, 40], "p": BLOCKS}),
    ],
)
def test_a_generated_network_that_no_memory_could_hold_is_refused_with_the_most_that_fit(
    tmp_path, generator, parameters, monkeypatch
):
    # each of 101 listeners begins 22 edges, on average
    monkeypatch.setattr(network, "available_memory", lambda: 7200 * 100 + 1)
    table = {"generator": generator, "parameters": parameters}
    with pytest.raises(ScenarioError, match=r"script\.listeners = 101") as refused:
        plan(town(tmp_path, "", {"script.network": table, "script.listeners": 101}))
    assert refused.value.hint == "The most that fit are 100 listeners."
    if "sizes" not in parameters:
        assert plan(town(tmp_path, "", {"script.network": table, "script.listeners": 100}))


def test_parameters_of_no_use_are_refused_by_the_generator(tmp_path):
    for parameters in ({"k": "six", "p": 0.1}, {"sizes": [20, 10], "p": [[0.1]]}):
        name = "watts_strogatz_graph" if "k" in parameters else "stochastic_block_model"
        table = {"generator": name, "parameters": parameters}
        with pytest.raises(ScenarioError, match=r"script\.network\.parameters: "):
            plan(town(tmp_path, "", {"script.network": table, "script.listeners": 30}))


class Cut(ArrayPerformer):
    """Goes as far as a round, and then the process is gone."""

    async def perform(self, request):
        if request.inputs.round == 12:
            raise StoppedError("the power is gone")
        return await super().perform(request)


def cut(folder, changes=None):
    (planned,) = plan_runs(folder / "town.toml", changes)

    def make(settings, conditions):
        return Cut(files=conditions.files) if settings.model == "arrays" else performer_for(settings, conditions)

    with pytest.raises(StoppedError, match="power"):
        sit(planned.spec, folder / "cut", planned.terms, make=make)
    return folder / "cut"


@pytest.mark.parametrize("left", ["everything", "no state", "no shard of the network", "no file"])
def test_a_run_that_was_cut_off_goes_on_to_the_same_bytes(tmp_path, left):
    whole = run(tmp_path, RING)
    stopped = cut(tmp_path)
    shard = stopped / "shards" / f"{whole.spec.script['network']['shard']}.npz"
    if left == "no state":
        shutil.rmtree(stopped / "shards" / "state")
    if left == "no shard of the network":
        shard.unlink()
    if left == "no file":
        (tmp_path / "town.edges").unlink()
    again = doxa.resume(stopped, as_recorded=left == "no file")
    assert again.lines == whole.lines
    assert shard.exists()


def test_a_run_without_its_network_says_what_became_of_the_file(tmp_path):
    whole = run(tmp_path, RING)
    shard = whole.spec.script["network"]["shard"]
    stopped = cut(tmp_path)
    (stopped / "shards" / f"{shard}.npz").unlink()
    (tmp_path / "town.edges").write_text("1 2\n")
    network.read_edges.cache_clear()
    with pytest.raises(DoxaError, match=r"script.network.sha256 was .*; script.network.shard was"):
        doxa.resume(stopped)
    with pytest.raises(DoxaError, match=r"town\.edges was changed: its SHA-256 was"):
        doxa.resume(stopped, as_recorded=True)


@pytest.mark.parametrize("order", ["random", "encounters"])
def test_listeners_who_move_in_turn_go_on_to_the_same_bytes_and_have_no_history_alone(tmp_path, order):
    changes = {"script.network.order": order, "kernel": "deffuant_weisbuch"}
    whole = run(tmp_path, RING, changes)
    stopped = cut(tmp_path, changes)
    assert doxa.resume(stopped).lines == whole.lines
    assert doxa.verify(stopped).status == "verified"
    assert (positions_of(whole, 1) != begin_of(whole)).any()
    with pytest.raises(LogError, match="move one after the other"):
        listener_history(whole, 2)


def test_verify_finds_an_edited_and_a_missing_network(tmp_path):
    log = run(tmp_path, RING, {"script.rounds": 3})
    path = log.path / "shards" / f"{log.spec.script['network']['shard']}.npz"
    path.write_bytes(path.read_bytes().replace(b"\x01\0\0\0\x1d\0\0\0", b"\x02\0\0\0\x1d\0\0\0", 1))
    problems = [problem.what for problem in doxa.verify(log.path).problems]
    assert problems == [f"shard {path.stem[:12]}… was changed after it was written"] * 3
    path.unlink()
    assert "is missing" in doxa.verify(log.path).problems[0].what
