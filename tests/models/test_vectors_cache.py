"""Vectors kept for other runs: the same bytes with and without, whatever happened to the files."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from doxa.experiments.sitting import run
from doxa.models.cache import VARIABLE, cache_folder
from doxa.models.embedded import Embedder, embedder
from doxa.models.offline import vectors_cache
from doxa.models.offline.vectors_cache import cached_rows

TEXTS = ["Paths are open.", "Gates stay shut."]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept/vectors"


def silent(monkeypatch):
    """Let nothing be embedded any more."""

    def read(self, texts):
        raise AssertionError(f"{texts} embedded again")

    monkeypatch.setattr(Embedder, "rows", read)


def test_what_was_embedded_once_is_read(folder, monkeypatch):
    rows = cached_rows(TEXTS, embedder())
    assert rows == embedder().rows(TEXTS)
    silent(monkeypatch)
    assert cached_rows(TEXTS, embedder()) == rows


@pytest.mark.parametrize("other", [TEXTS[::-1], TEXTS[:1], ["Paths are open.", "Gates stay shut!"]])
def test_other_texts_are_other_content(folder, other):
    cached_rows(TEXTS, embedder())
    assert cached_rows(other, embedder()) == embedder().rows(other)
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda held: b"",
        lambda held: held[:-1],
        lambda held: held + b"\0",
        lambda held: held[:-1] + bytes([held[-1] ^ 1]),
        lambda held: bytes([held[0] ^ 1]) + held[1:],
    ],
    ids=["empty", "torn", "longer", "one bit in the rows", "one bit in the sum"],
)
def test_a_damaged_file_is_made_again(folder, damage):
    rows = cached_rows(TEXTS, embedder())
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(damage(whole))
    assert cached_rows(TEXTS, embedder()) == rows
    assert kept.read_bytes() == whole


def test_weights_of_ones_own_are_not_kept(folder):
    own = Embedder(Path("weights/of/mine"))
    assert own.identity is None
    assert cached_rows([], own) == ()
    assert not folder.exists()


def test_where_it_lies(tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert cache_folder("vectors") == tmp_path / ".cache/doxa/vectors"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert cache_folder("vectors") == tmp_path / ".cache/doxa/vectors"
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    assert cache_folder("vectors") == Path("/elsewhere/doxa/vectors")
    monkeypatch.setenv(VARIABLE, "~/mine")
    assert cache_folder("vectors") == tmp_path / "mine/vectors"


def test_a_run_gives_the_same_bytes_with_and_without(tmp_path, monkeypatch):
    logs = []
    for kept in ("kept", "kept", "/dev/null/nowhere"):
        monkeypatch.setenv(VARIABLE, str(tmp_path / kept))
        path = tmp_path / str(len(logs))
        run("land", out=path, changes={"script.rounds": 1})
        logs.append((path / "events.jsonl").read_bytes())
    assert logs[0] == logs[1] == logs[2]
    assert len(list((tmp_path / "kept/vectors").iterdir())) == 3  # one an agent


def test_a_reader_beside_writers_sees_whole_files(tmp_path):
    place, held = tmp_path / "vectors" / "one.rows", b"x" * 100_000
    vectors_cache._write_rows(place, held)
    with ThreadPoolExecutor(2) as pool:
        writing = [pool.submit(vectors_cache._write_rows, place, held) for _ in range(60)]
        read = [vectors_cache._read_rows(place, len(held)) for _ in range(200)]
        assert [one.result() for one in writing] == [None] * 60
    assert set(read) == {held}
    assert [one.name for one in place.parent.iterdir()] == ["one.rows"]
