"""What a decoder is told forbids no reply that doxa takes: the schema of each reply in a run allows the reply."""

from pathlib import Path

import jsonschema
import pytest

from doxa.tasks.base import Task
from doxa.tasks.extract import LONGEST
from log.kinds import MAKERS

QUICK = ("feed", "puzzle", "union")
LONG = ("dialogue", "judgement", "round table")


def shortened(plain):
    """Return a reply with claims no longer than a model is asked for: longer ones are taken all the same."""
    if isinstance(plain, list):
        return [shortened(entry) for entry in plain]
    if not isinstance(plain, dict):
        return plain
    cut = {name: plain[name][:LONGEST] for name in ("snippet", "claim") if isinstance(plain.get(name), str)}
    return {name: shortened(entry) for name, entry in plain.items()} | cut


@pytest.mark.parametrize("kind", [*QUICK, *(pytest.param(kind, marks=pytest.mark.long) for kind in LONG)])
def test_every_reply_that_is_taken_was_allowed(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parse = Task.parse
    told: set[str] = set()

    def parse_allowed(task, text, inputs, prompt=()):
        reply = parse(task, text, inputs, prompt)
        schema = task.schema_for(inputs)
        if schema is not None:
            told.add(task.name)
            plain = shortened(reply.model_dump(mode="json"))
            jsonschema.validate(plain, schema, cls=jsonschema.Draft202012Validator)
        return reply

    monkeypatch.setattr(Task, "parse", parse_allowed)
    MAKERS[kind](tmp_path / "run")
    assert told
