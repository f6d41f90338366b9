"""A person can do an agent's steps in every system: what the form asks for is what the step takes."""

from pathlib import Path
from typing import Any

import pytest

import doxa
from doxa.analysis.verify import verify
from doxa.models.person.turns import PersonsAnswer, PersonTurn
from doxa.records.base import canonical
from people.sitting import person_at

SHORT = {
    "land": ("farmer", {"script.rounds": 1}),
    "feed": ("for", {"script.rounds": 2}),
    "puzzles/anchor": ("amber", {}),
    "puzzles/votes": ("amber", {}),
    "union": ("imani", {"script.words": 60}),
    "persuasion": ("target", {"script.rounds": 1}),
}
"""Scenario → the agent whose steps a person does, and changes that make it short."""


def filled(wanted: dict[str, Any]) -> Any:
    """Return a value that a form allows, as somebody who fills it in quickly would give."""
    if "properties" in wanted:
        return {field: filled(below) for field, below in wanted["properties"].items()}
    if "items" in wanted:
        known = wanted.get("prefixItems", [])
        return [*map(filled, known), *[filled(wanted["items"])] * (wanted.get("minItems", 0) - len(known))]
    if "const" in wanted:
        return wanted["const"]
    if "enum" in wanted:
        return wanted["enum"][0]
    if wanted.get("optional"):
        return None
    kinds = {"boolean": False, "string": "It is so because people need it.", "null": None}
    return kinds[wanted["type"]] if wanted["type"] in kinds else wanted.get("minimum", 1)


def quick(turn: PersonTurn) -> PersonsAnswer:
    words = f"In step {turn.step} I say this because people need it and it costs little."
    return PersonsAnswer(text=words if turn.answer_schema is None else canonical(filled(turn.answer_schema)))


@pytest.mark.parametrize("scenario", SHORT)
def test_a_person_does_every_step_of_an_agent(tmp_path: Path, scenario: str) -> None:
    agent, changes = SHORT[scenario]
    with person_at(tmp_path / "run", quick) as shown:
        log = doxa.run(scenario, changes=changes | {f"agents.{agent}.model": "person"}, out=tmp_path / "run")
    asked = {turn.step for turn in shown}
    done = [outcome for outcome in log.outcomes if outcome.key in asked]
    assert asked
    assert len(done) == len(asked)
    assert [(one.key, one.status, one.reason) for one in done if one.status != "ok"] == []
    assert not any("JSON" in block.text for turn in shown for block in turn.blocks)
    assert verify(log.path).problems == ()
