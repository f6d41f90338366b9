"""Prompts as real debates send them: laid out so that a provider's prefix cache can serve most of each."""

from pathlib import Path

import pytest

from doxa.analysis.calls import prefix_shares
from doxa.experiments.sitting import run


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_from_round_three_on_four_fifths_of_a_prompt_repeat_the_one_before(seed: int, tmp_path: Path) -> None:
    log = run("compulsory-voting", out=tmp_path / "run", changes={"seed": seed, "script.rounds": 8})
    shares = prefix_shares(log.calls(), log.blobs)
    assert set(shares) == {"violet", "cobalt"}
    for found in shares.values():
        assert len(found) == 8
        assert min(found[2:]) >= 0.80
