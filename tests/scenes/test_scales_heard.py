"""``hearing.scale``: which tasks a run asks for strengths, what a scenario leaves unsaid, and runs from before it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import doxa
from doxa.analysis.verify import verify
from doxa.analysis.what_if import what_if
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.log.rundir import open_run
from doxa.models.embedded import anchored_strength, embedder, strength
from doxa.records.base import JsonValue
from doxa.records.claims import Claim
from doxa.records.events import EvidenceSeeded, MessageHeard, OutcomeReached
from doxa.records.spec import Hearing, RunSpec
from scenes.stage import Played, debate, play
from servers.openai_server import OpenAIServer

SHORT: dict[str, JsonValue] = {"script.rounds": 1, "script.turns": "simultaneous"}
JUDGED: dict[str, JsonValue] = {**SHORT, "hearing.labels": "judged"}
PERCENTILE: dict[str, JsonValue] = {**JUDGED, "hearing.scale": "percentile"}


def planned(changes: dict[str, JsonValue], scenario: str = "compulsory-voting") -> RunSpec:
    return plan(load_scenario(scenario, changes))


def claims_heard(path: Path) -> Iterator[Claim]:
    for event in open_run(path).events:
        if isinstance(event, MessageHeard):
            yield from event.body.claims


def claims_seeded(path: Path) -> Iterator[Claim]:
    for event in open_run(path).events:
        if isinstance(event, EvidenceSeeded):
            yield from event.body.claims


def test_a_scenario_that_names_no_scale_is_heard_on_the_anchored_one() -> None:
    assert planned(SHORT).hearing.scale == "anchored"
    assert planned(PERCENTILE).hearing.scale == "percentile"


def test_a_spec_without_the_field_is_on_the_earlier_scale() -> None:
    spec = json.loads(planned(PERCENTILE).line)
    assert "scale" not in spec["hearing"]
    assert RunSpec.model_validate(spec).hearing.scale == "percentile"
    assert Hearing().scale == "percentile"


def test_a_run_in_which_nobody_hears_claims_has_no_scale() -> None:
    spec = planned({}, "union")
    assert "scale" not in json.loads(spec.line)["hearing"]


@pytest.fixture(scope="module")
def anchored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return doxa.run("compulsory-voting", changes=JUDGED, out=tmp_path_factory.mktemp("anchored") / "run").path


@pytest.fixture(scope="module")
def percentile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return doxa.run("compulsory-voting", changes=PERCENTILE, out=tmp_path_factory.mktemp("percentile") / "run").path


def test_claims_and_seeds_have_the_strength_of_the_scale(anchored: Path, percentile: Path) -> None:
    for path, scorer in ((anchored, anchored_strength()), (percentile, strength())):
        motion = open_run(path).spec.proposition.text
        claims = list(claims_heard(path))
        seeds = [claim for claim in claims_seeded(path) if "scorer" in claim.strengths]
        assert claims
        assert seeds
        for claim in (*claims, *seeds):
            assert claim.strengths["scorer"] == scorer.strengths(motion, [claim.text], embedder())[0]


def test_both_scales_verify(anchored: Path, percentile: Path) -> None:
    assert verify(anchored).status == verify(percentile).status == "verified"


def test_the_scale_cannot_be_changed_without_asking_again(anchored: Path) -> None:
    with pytest.raises(ScenarioError, match="cannot be recomputed from the log"):
        what_if(open_run(anchored), {"hearing.scale": "percentile"})


def tasks_of(played: Played) -> dict[str, set[str]]:
    """Return the judging steps by the last word of their key, with their tasks."""
    found: dict[str, set[str]] = {}
    for event in played.events:
        if isinstance(event, OutcomeReached) and event.key.endswith(("/classify", "/score")):
            found.setdefault(event.key.rpartition("/")[2], set()).add(event.body.task)
    return found


def test_the_steps_keep_their_keys_under_both_scales(tmp_path: Path) -> None:
    plain = play(debate(), tmp_path / "plain")
    anchored = play(debate(hearing=Hearing(scale="anchored")), tmp_path / "anchored")
    assert tasks_of(plain) == {"classify": {"classify"}, "score": {"score"}}
    assert tasks_of(anchored) == {"classify": {"classify_anchored"}, "score": {"score_anchored"}}


def test_a_hosted_judge_is_asked_for_a_round_together_on_the_anchored_scale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OpenAIServer() as server:
        monkeypatch.setenv("DOXA_BASE_URL", server.base_url)
        models: dict[str, JsonValue] = {
            f"models.{role}": "compatible:test" for role in ("speaker", "extractor", "scorer")
        }
        doxa.run("compulsory-voting", changes={**SHORT, **models}, out=tmp_path / "run")
        prompts = [str(body["messages"][0]["content"]) for body in server.bodies]
    together = [prompt for prompt in prompts if "every claim by itself" in prompt]
    scoring = [prompt for prompt in prompts if "You rate how good" in prompt]
    assert together
    assert scoring
    assert all("already meets the likeliest objection" in prompt for prompt in (*together, *scoring))
