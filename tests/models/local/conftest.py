"""The tiny model of random weights as a file, and a cache that no other test reads."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from servers.tiny_model import write_model


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a small model that llama.cpp runs; skips where there is no wheel of it."""
    if find_spec("xllamacpp") is None or find_spec("gguf") is None:
        pytest.skip("llama.cpp has no wheel for this platform (xllamacpp)")
    return write_model(tmp_path_factory.mktemp("weights") / "tiny.gguf")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOXA_CACHE", str(tmp_path / "cache"))
