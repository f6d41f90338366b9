"""A model's file is fetched from a hub once, and every way in which it cannot be has a message and a remedy."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub import constants
from huggingface_hub.utils import close_session

from doxa.errors import ModelSetupError
from doxa.models.local import hub
from servers.hub_server import TOKEN, HubServer

FILES = "/{repo_id}/resolve/{revision}/{filename}"
CONTENT = bytes(range(256)) * 512
MODEL = "local:hf/org/repo/small.gguf"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """Return a hub with one repository, and an empty cache, as huggingface_hub would have read both at its import."""
    with HubServer({"org/repo": {"small.gguf": CONTENT, "part/large.gguf": b"GGUF", "README.md": b"words"}}) as running:
        monkeypatch.setattr(constants, "ENDPOINT", running.url)
        monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", running.url + FILES)
        monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield running
    close_session()


def refusal(model: str = MODEL) -> str:
    with pytest.raises(ModelSetupError) as raised:
        hub.fetch(model)
    return f"{raised.value.message} | {raised.value.hint}"


def test_a_file_is_fetched_with_its_size_stated_first(server: HubServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert hub.fetch(MODEL).read_bytes() == CONTENT
    assert "Fetching small.gguf of org/repo, 0.1 MB, into " in capsys.readouterr().err


def test_a_file_may_lie_in_a_folder(server: HubServer) -> None:
    assert hub.fetch("local:hf/org/repo/part/large.gguf").read_bytes() == b"GGUF"


def test_a_file_in_the_cache_is_used_without_asking(server: HubServer) -> None:
    first = hub.fetch(MODEL)
    server.requests.clear()
    assert hub.fetch(MODEL) == first
    assert server.requests == []


def test_a_broken_download_goes_on_where_it_broke_off(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "DOWNLOAD_CHUNK_SIZE", 1_000)
    server.breaks_after = [5_000]
    assert hub.fetch(MODEL).read_bytes() == CONTENT
    assert [wanted for method, _, wanted in server.requests if method == "GET"] == ["", "bytes=5000-"]


def test_a_slow_hub_is_waited_for(server: HubServer) -> None:
    server.wait = 0.005
    assert hub.fetch(MODEL).read_bytes() == CONTENT


def test_a_missing_file_lists_the_others(server: HubServer) -> None:
    assert refusal("local:hf/org/repo/huge.gguf") == (
        "local:hf/org/repo/huge.gguf: org/repo has no file huge.gguf | Its .gguf files: small.gguf, part/large.gguf."
    )


def test_a_missing_repository_may_be_a_private_one(server: HubServer) -> None:
    message = refusal("local:hf/org/other/small.gguf")
    assert f"{server.url} has no repository org/other that you may read" in message
    assert "export HF_TOKEN=" in message


def test_a_gated_repository_wants_its_terms_accepted(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.gated = {"org/repo"}
    assert f"Accept them at {server.url}/org/repo, then: export HF_TOKEN=" in refusal()
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert hub.fetch(MODEL).read_bytes() == CONTENT


def test_offline_mode_uses_the_cache_and_nothing_else(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE forbids to fetch it | Unset HF_HUB_OFFLINE, or fetch the file" in refusal()
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    hub.fetch(MODEL)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert hub.fetch(MODEL).read_bytes() == CONTENT


def test_without_a_network_the_file_can_come_from_elsewhere(monkeypatch: pytest.MonkeyPatch, server: HubServer) -> None:
    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", "http://127.0.0.1:9" + FILES)
    message = refusal()
    assert "could not be fetched from http://127.0.0.1:9: " in message
    assert message.endswith("Try again, or fetch the file on another machine and name it as local:PATH/FILE.gguf.")


def test_a_full_disk_is_noticed_before_anything_is_fetched(server: HubServer) -> None:
    server.claims = 10**18
    assert "small.gguf of org/repo takes 1000000000.0 GB, and " in refusal()
    assert [method for method, _, _ in server.requests] == ["HEAD"]


@pytest.mark.parametrize("name", ["repo/small.gguf", "org//small.gguf", ""])
def test_a_name_has_three_parts(name: str) -> None:
    assert "Write local:hf/ORGANISATION/REPOSITORY/FILE.gguf." in refusal(f"local:hf/{name}")


def test_a_name_that_no_repository_can_have_is_refused(server: HubServer) -> None:
    assert "could not be fetched" in refusal("local:hf/org/a b/small.gguf")


def test_without_the_client_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    assert refusal().endswith("pip install 'doxa[local]'")


def test_the_clients_own_variables_hold(server: HubServer, tmp_path: Path) -> None:
    script = f"from doxa.models.local import hub; print(hub.fetch({MODEL!r}))"
    places = {"HF_ENDPOINT": server.url, "HF_HOME": str(tmp_path / "home")}
    asked = subprocess.run([sys.executable, "-c", script], env=os.environ | places, capture_output=True, check=True)
    assert Path(asked.stdout.decode().strip()).is_relative_to(tmp_path / "home" / "hub")
