"""Blobs: what is asked for and is not there."""

from pathlib import Path

import pytest

from doxa.errors import DamagedLogError
from doxa.log.blobs import Blobs


@pytest.mark.parametrize("kind", ["block", "vector"])
def test_what_is_missing_is_named_by_twelve_characters_of_its_id(kind: str, tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs.jsonl", writable=False)
    with pytest.raises(DamagedLogError, match=r" 0123456789ab… is missing from blobs\.jsonl"):
        getattr(blobs, kind)("0123456789abcdef")
