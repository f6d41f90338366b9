"""A transcript of a small debate in a file of its own."""

from pathlib import Path

import pytest

from small_debate import as_csv


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "transport.csv"
    path.write_text(as_csv(), encoding="utf-8")
    return path
