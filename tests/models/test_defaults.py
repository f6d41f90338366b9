"""The default of ``max_tokens``: one rule for the roles of every plan, and what a user or an old spec said stands."""

from pathlib import Path

import pytest

from doxa.experiments.forking import fork, forked_spec
from doxa.experiments.named_models import settings_of
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.log.rundir import open_run
from doxa.models.defaults import HOSTED, JUDGEMENT, REPLY, THINKING, longest_answer, with_defaults
from doxa.records.base import JsonValue
from doxa.records.spec import RunSpec
from library import Library

OWN = "compatible:x"


def planned(scenario: str = "compulsory-voting", **changes: JsonValue) -> RunSpec:
    return plan(load_scenario(scenario, {path.replace("__", "."): change for path, change in changes.items()}))


@pytest.mark.parametrize(
    ("role", "model", "words", "longest"),
    [
        ("speaker", OWN, None, THINKING + REPLY),
        ("speaker@ana", "ollama:qwen3", 140, THINKING + REPLY),
        ("speaker", OWN, 1350, THINKING + 2700),
        ("extractor", OWN, 1350, THINKING + REPLY),
        ("judge@judge-1", OWN, None, THINKING + JUDGEMENT),
        ("extractor", "openai:gpt-5", None, HOSTED),
        ("embedder", OWN, None, None),
        ("speaker", "offline", None, None),
        ("speaker", "scripted:test", None, None),
    ],
)
def test_the_rule(role: str, model: str, words: int | None, longest: int | None) -> None:
    assert longest_answer(role, model, words) == longest


def test_every_role_of_a_model_has_a_default_in_the_spec() -> None:
    changes: dict[str, JsonValue] = {f"models__{role}": OWN for role in ("speaker", "extractor", "scorer", "judge")}
    spec = planned(**changes, agents__violet__model="anthropic:claude-haiku-4-5")
    assert {role: settings.max_tokens for role, settings in spec.roles.items()} == {
        "speaker": 3072,
        "speaker@violet": HOSTED,
        "extractor": 3072,
        "scorer": 3072,
        "judge": 8192,
        "embedder": None,
    }
    assert planned("union", models__speaker=OWN, script__words=1350).roles["speaker"].max_tokens == THINKING + 2 * 1350
    assert settings_of(OWN).max_tokens == 8192
    assert all(settings.max_tokens is None for settings in planned().roles.values())


@pytest.mark.parametrize(("written", "sent"), [(400, 400), ("provider", None)])
def test_what_a_scenario_says_stands(written: JsonValue, sent: int | None) -> None:
    spec = planned(models__speaker=OWN, models__speaker__max_tokens=written, agents__violet__model="openai:gpt-5")
    assert spec.roles["speaker"].as_sent.max_tokens == spec.roles["speaker@violet"].max_tokens == sent


def test_a_spec_from_before_the_default_keeps_none() -> None:
    spec = planned(models__speaker=OWN, models__speaker__max_tokens="provider")
    recorded = RunSpec.model_validate_json(spec.line).roles["speaker"]
    assert with_defaults("speaker", recorded) == recorded
    assert recorded.max_tokens is None


def test_a_fork_with_another_model_has_that_models_default(library: Library, tmp_path: Path) -> None:
    parent = open_run(library("debate"))
    change = forked_spec(parent, "r02/violet", {"models.speaker": OWN}).amendments[0].set
    assert change == {"models.speaker": OWN, "models.speaker.max_tokens": 3072}
    said = {"models.speaker": OWN, "models.speaker.max_tokens": 100}
    assert forked_spec(parent, "r02/violet", said).amendments[0].set == said
    log = fork(parent.path, at="r02/violet", changes={"belief.u": 0.5}, out=tmp_path / "fork")
    assert log.spec.amendments[0].set == {"belief.u": 0.5}
