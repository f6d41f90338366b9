"""Each reason why a cluster cannot be joined has words of its own, and comes in bounded time."""

import builtins
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.errors import ClusterError, DoxaError
from doxa.models.cluster import joining, nodes
from doxa.models.cluster.trial import TOKEN_WORDS
from raylets import on_raylets, ray_files, raylets

pytest.importorskip("ray")


def refusal(address: str, monkeypatch: pytest.MonkeyPatch) -> DoxaError:
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(ClusterError) as refused:
        joining.join_cluster(needs="--on ray", without="leave out --on ray")
    return refused.value


@pytest.fixture
def listening() -> Iterator[str]:
    """Yield the address of a port that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ordinary = builtins.__import__

    def without_ray(name: str, *rest: object) -> object:
        if name == "ray":
            raise ImportError("No module named 'ray'")
        return ordinary(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_ray)
    refused = refusal("auto", monkeypatch)
    assert "Ray is not installed, which --on ray needs" in refused.message
    assert refused.hint == "pip install 'doxa[ray]', or leave out --on ray."


@pytest.mark.parametrize("address", ["nonsense", "host", ":6379", "host:port", "ray://host"])
def test_an_address_that_is_none_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no address of a cluster" in refusal(address, monkeypatch).message


def test_a_port_where_nothing_listens_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no cluster answers at 127.0.0.1:1: " in refusal("127.0.0.1:1", monkeypatch).message


def test_a_server_that_never_answers_is_given_up(listening: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "JOIN_SECONDS", 0.5)
    refused = refusal(listening, monkeypatch)
    assert refused.message == f"the cluster at {listening} cannot be joined: no answer within 0.5 s"
    assert "unset it" in refused.hint


@pytest.mark.parametrize(
    ("reason", "problem", "hint"),
    [
        (TOKEN_WORDS, "asks for a token", "RAY_AUTH_MODE=token"),
        (
            "Version mismatch: … Ray: 2.50.0",
            "has another version of Ray or Python: Version mismatch: … Ray: 2.50.0",
            "",
        ),
    ],
    ids=["token", "version"],
)
def test_a_refusal_of_the_cluster_is_put_in_words(
    reason: str, problem: str, hint: str, listening: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setattr(joining, "try_address", lambda address, seconds: reason)
    refused = refusal(listening, monkeypatch)
    assert problem in refused.message
    assert hint in refused.hint


def test_this_machines_token_is_shown_to_no_other_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert joining._is_this_machine("127.0.0.1:6379")
    assert not joining._is_this_machine("192.0.2.99:6379")
    assert not joining._is_this_machine("no-such-host.invalid:6379")


@pytest.mark.long
@on_raylets
def test_a_real_cluster_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with raylets(1) as cluster:
        import ray
        from ray._private.ray_constants import KV_NAMESPACE_CLUSTER

        store = ray._raylet.GcsClient(address=cluster.address)
        versions = json.loads(store.internal_kv_get(b"CLUSTER_METADATA", namespace=KV_NAMESPACE_CLUSTER))
        changed = json.dumps({**versions, "ray_version": "2.50.0"}).encode()
        store.internal_kv_put(b"CLUSTER_METADATA", changed, True, KV_NAMESPACE_CLUSTER)
        assert "2.50.0" in refusal(cluster.address, monkeypatch).message


@pytest.mark.long
@on_raylets
@pytest.mark.parametrize("named", ["", "auto", "127.0.0.1:PORT"])
def test_beside_a_plain_ray_start_a_population_is_computed(named: str, tmp_path: Path) -> None:
    """Such a cluster asks for a token, which doxa finds for an address of this machine as Ray does for ``auto``."""
    with ray_files() as files, socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        server.close()
        environment = {**os.environ, "HOME": str(tmp_path), "RAY_TMPDIR": str(files.parent)}
        del environment["RAY_AUTH_MODE"]
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--num-cpus=1"]
        options = [f"--port={port}", "--include-dashboard=false", "--disable-usage-stats"]
        with subprocess.Popen([*command, *options], env=environment, stdout=subprocess.DEVNULL) as head:
            try:
                wait_for_file(files / "ray_current_cluster")
                environment |= {"RAY_ADDRESS": named.replace("PORT", str(port))} if named else {}
                settings = ["script.listeners=500", "script.rounds=1", "conditions.population_workers=2"]
                command = [sys.executable, "-m", "doxa.app.cli", "run", "million", "--quiet", "--out", "run"]
                call = [*command, *(f"--set={setting}" for setting in settings)]
                done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
                assert (done.returncode, done.stderr) == (0, "")
            finally:
                head.terminate()  # `ray stop` would end everybody's clusters on this machine


def wait_for_file(path: Path) -> None:
    end = time.monotonic() + 120
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.1)
    assert path.exists()


@pytest.mark.parametrize(
    ("reason", "problem"),
    [("does not see it", "does not see it"), ("cannot write to it", "cannot write to it"), ("", "what it writes to")],
)
def test_a_disk_that_a_node_lacks_is_refused_and_nothing_is_left(
    reason: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {"10.0.0.7 (abcdef01)": (tmp_path / "answer", reason)}
    monkeypatch.setattr(nodes, "ask_nodes", lambda ray, question, *words: answers)
    with (
        pytest.raises(ClusterError, match=rf"all nodes of the cluster share: node 10.0.0.7 \(abcdef01\) {problem}"),
        nodes.sharing_disk(FakeRay(), [tmp_path / "out" / "run"]),
    ):
        raise AssertionError("a run was made")
    assert not list(tmp_path.iterdir())


class FakeRay:
    """A cluster of one node."""

    def nodes(self) -> list[dict[str, object]]:
        return [{"Alive": True, "NodeID": "abcdef0123", "NodeManagerAddress": "10.0.0.7"}]


def test_a_node_with_another_doxa_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "ask_nodes", lambda ray, question, *words: {"10.0.0.7 (abcdef01)": ("0.0.1", "1234")})
    with pytest.raises(ClusterError, match=r"node 10.0.0.7 \(abcdef01\) of the cluster runs another doxa: 0.0.1"):
        nodes.check_nodes(FakeRay())
