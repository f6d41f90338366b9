"""The scale of strength in prompts: the anchored tasks state all anchors, the others are the questions as ever."""

import hashlib

import pytest

from doxa.records.claims import ANCHORS, task_on_scale
from doxa.tasks.base import TEMPLATES
from doxa.tasks.registry import task_named

AS_EVER = {
    "score": "b2c8ca80a4ce9667",
    "classify": "19aa5748f30880bc",
    "classify_many": "0c9aae663d9b53df",
}
"""Task → hash of its prompt, as before there were anchors but for its example: recorded calls are found by it."""


CLAIMS = ("Trees cool streets.", "Roots break pavements.")


def prompt_hash(name: str) -> str:
    """Return the hash of a prompt as two claims are asked about that are judged alone."""
    task = task_named(name)
    inputs = task.Inputs(proposition="We should plant trees", claims=CLAIMS)
    request = TEMPLATES.from_string(task.request).render(inputs=inputs)
    return hashlib.sha256(f"{task.stable}\x1f{request}".encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", AS_EVER)
def test_the_anchored_scale_states_every_anchor_and_the_percentile_scale_asks_as_ever(name: str) -> None:
    assert task_on_scale(name, "percentile") == name
    assert prompt_hash(name) == AS_EVER[name]
    plain, anchored = task_named(name), task_named(task_on_scale(name, "anchored"))
    assert (plain.Inputs, plain.Reply, plain.role) == (anchored.Inputs, anchored.Reply, anchored.role)
    assert all(f"{strength}: {meaning}" in anchored.stable for strength, meaning in ANCHORS.items())
