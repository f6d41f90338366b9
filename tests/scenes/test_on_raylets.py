"""On a cluster of three raylets runs have the bytes of one process, and are refused where no disk is shared."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.errors import ClusterError, StoppedError
from doxa.experiments.sweeping import run_sweep
from doxa.systems.feed.arrays import audience
from raylets import addressed, logs, on_raylets, planned, population, positions, raylets

pytest.importorskip("ray")


@pytest.fixture(scope="module")
def joined(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """Three raylets that were started in another directory than this process's, named in RAY_ADDRESS."""
    with raylets(3, tmp_path_factory.mktemp("elsewhere")) as cluster, addressed(cluster):
        yield cluster


@pytest.mark.long
@on_raylets
def test_a_sweep_on_raylets_has_the_bytes_of_one_process_beside_the_driver(
    joined: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = run_sweep(planned(tmp_path / "here", 1))
    monkeypatch.chdir(tmp_path)
    there = run_sweep(planned(Path("ray"), 1), on="ray")
    assert [cell.status for cell in here] == [cell.status for cell in there] == ["finished"] * 2
    assert [cell.stances for cell in here] == [cell.stances for cell in there]
    assert [Path(cell.path).parent for cell in there] == [Path("ray")] * 2
    assert logs(tmp_path / "here") == logs(tmp_path / "ray")
    assert len(logs(tmp_path / "here")) == 2
    assert not list((tmp_path / "ray").glob(".*"))


@on_raylets
def test_a_population_on_raylets_has_the_bytes_of_one_process(
    joined: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SHARD", audience.BLOCK)  # three shards
    workers = random.Random(22).choice([2, 3])
    here, there = population(tmp_path / "here", 0), population(tmp_path / "there", workers)
    assert there.lines == here.lines
    assert positions(there) == positions(here)
    assert len(positions(here)) == 9


@pytest.mark.parametrize("workers", [2, 3])
@pytest.mark.parametrize("kernel", ["social", "degroot"])
@on_raylets
def test_listeners_who_hear_one_another_on_raylets_have_the_bytes_of_one_process(
    joined: object, tmp_path: Path, kernel: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SHARD", audience.BLOCK)  # three shards, whose listeners hear each other
    network = {"generator": "watts_strogatz_graph", "parameters": {"k": 6, "p": 0.3}}
    changes = {"kernel": kernel, "script.network": network}
    here, there = population(tmp_path / "here", 0, **changes), population(tmp_path / "there", workers, **changes)
    assert there.lines == here.lines
    assert positions(there) == positions(here)
    assert len(positions(here)) == 10  # and the network


@on_raylets
def test_a_directory_that_raylets_do_not_share_is_refused_before_any_run(
    joined: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not Path("/proc/self/cwd").exists():
        pytest.skip("only Linux has a path that each process sees differently")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClusterError, match="run directories need a disk that all nodes of the cluster share: node "):
        run_sweep(planned(Path("/proc/self/cwd/runs/one")), on="ray")
    assert not list(tmp_path.iterdir())


@pytest.mark.long
@on_raylets
def test_on_ray_as_here_a_spent_budget_stops_resumably_and_does_not_fail(joined: object, tmp_path: Path) -> None:
    stops = []
    for on in ("here", "ray"):
        poor, rich = (planned(tmp_path / on, **{"budget.tokens": tokens}) for tokens in (0, 1000))
        with pytest.raises(StoppedError, match=r"the budget of 0 tokens is spent \(0\)") as stop:
            run_sweep(poor, on=on)
        stops.append((stop.value.message, stop.value.hint, stop.value.flags))
        assert {cell.status for cell in run_sweep(rich, on=on)} == {"finished"}
    assert stops[0] == stops[1]
    assert "continues with a larger budget" in stops[1][1]
