"""The scale of strength in prompts: the anchored tasks state all anchors, the others none."""

import pytest

from doxa.records.claims import ANCHORS, task_on_scale
from doxa.tasks.registry import task_named


@pytest.mark.parametrize("name", ["score", "classify", "classify_many"])
def test_the_anchored_scale_states_every_anchor_and_the_percentile_scale_none(name: str) -> None:
    assert task_on_scale(name, "percentile") == name
    plain, anchored = task_named(name), task_named(task_on_scale(name, "anchored"))
    assert (plain.Inputs, plain.Reply, plain.role) == (anchored.Inputs, anchored.Reply, anchored.role)
    assert all(f"{strength}: {meaning}" in anchored.stable for strength, meaning in ANCHORS.items())
    assert not any(f"{strength}: {meaning}" in plain.stable for strength, meaning in ANCHORS.items())
