"""The body that each service gets: what is known of a reply, as far as its dialect takes it; and what the log says.

One test for each interface, through its own client; what a dialect refuses is not in its body.
"""

from pathlib import Path
from typing import Any

import pytest

from doxa.analysis.verify import verify
from doxa.engine.turn import request_hash, schema_of
from doxa.experiments.sitting import resume, run
from doxa.log.rundir import open_run
from doxa.records.spec import ModelSettings
from servers.asking import ask_model, asking
from servers.openai_server import OpenAIServer

MODELS = {
    "openai": "openai:gpt-5-mini",
    "anthropic": "anthropic:claude-haiku-4-5",
    "google": "google:gemini-2.5-flash",
    "ollama": "ollama:qwen3",
    "compatible": "compatible:tiny",
}
CLAIMS = ["Fewer cars mean cleaner air.", "It takes choices away.", "Buses are slow."]
SCORING = {"proposition": "Ban cars.", "claims": CLAIMS}
PROPOSING = {"game": "A puzzle.", "players": ["Dora", "Tara"]}
EXTRACTING = {"proposition": "Ban cars.", "text": "Cleaner air."}


def sent_schema(server: OpenAIServer, service: str, task: str, inputs: dict, **settings: Any) -> dict[str, Any]:
    """Return the schema in the body that a service gets for a task."""
    ask_model(server, settings.pop("model", MODELS[service]), asking(task, inputs=inputs), **settings)
    body = server.bodies[-1]
    if service == "anthropic":
        return body["output_config"]["format"]["schema"]
    if service == "google":
        config = body["generationConfig"]
        return config.get("responseJsonSchema") or config["response_json_schema"]
    return body["response_format"]["json_schema"]["schema"]


NUMBER = {"type": "number"}
RANGE = {**NUMBER, "minimum": 0, "maximum": 1}
GRID = {**NUMBER, "enum": [0, *(hundredth / 100 for hundredth in range(1, 100)), 1]}
THREE = {"minItems": 3, "maxItems": 3}


@pytest.mark.parametrize(
    ("model", "item", "count"),
    [
        (MODELS["openai"], RANGE, THREE),
        ("openai:ft:gpt-4o-mini:me::1", NUMBER, {}),
        (MODELS["anthropic"], NUMBER, {}),
        (MODELS["google"], RANGE, THREE),
        (MODELS["ollama"], GRID, THREE),
        (MODELS["compatible"], GRID, THREE),
    ],
)
def test_a_scorer_is_told_how_many_scores_and_their_range_as_far_as_its_service_takes_it(
    server: OpenAIServer, model: str, item: dict, count: dict
) -> None:
    schema = sent_schema(server, model.partition(":")[0], "score", SCORING, model=model)
    assert schema["properties"]["strengths"] == {"type": "array", "items": item, **count}


@pytest.mark.parametrize("service", ["openai", "anthropic", "google"])
def test_names_are_an_enum(server: OpenAIServer, service: str) -> None:
    players = sent_schema(server, service, "propose_roles", PROPOSING)["properties"]["players"]
    assert players["items"]["properties"]["name"]["enum"] == ["Dora", "Tara"]
    assert players["items"]["additionalProperties"] is False


@pytest.mark.parametrize("service", ["ollama", "compatible"])
def test_entries_are_named_one_by_one(server: OpenAIServer, service: str) -> None:
    players = sent_schema(server, service, "propose_roles", PROPOSING)["properties"]["players"]
    assert [entry["properties"]["name"]["const"] for entry in players["prefixItems"]] == ["Dora", "Tara"]


@pytest.mark.parametrize(("service", "is_told"), [("openai", True), ("compatible", True), ("google", False)])
def test_lengths_of_texts(server: OpenAIServer, service: str, is_told: bool) -> None:
    schema = sent_schema(server, service, "extract", EXTRACTING)
    claim = schema["properties"]["claims"]["items"]["properties"]
    assert claim["snippet"].get("maxLength") == (len(EXTRACTING["text"]) if is_told else None)
    assert claim["claim"].get("minLength") == (1 if is_told else None)


HEARD = {"models.scorer": "compatible:tiny", "models.extractor": "compatible:tiny", "script.rounds": 1}


def test_the_log_has_the_schema_that_was_asked_for(server: OpenAIServer, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOXA_BASE_URL", server.base_url)
    log = run("compulsory-voting", out=tmp_path / "run", changes=HEARD)
    for call in log.calls():
        if call.role == "scorer":
            scores = log.blobs.schema(call.reply_schema).content["properties"]["strengths"]
            assert scores["minItems"] == scores["maxItems"]
    assert verify(log.path).status == "verified"


def test_a_run_whose_blobs_were_lost_has_its_schemas_again(server: OpenAIServer, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOXA_BASE_URL", server.base_url)
    whole = run("compulsory-voting", out=tmp_path / "run", changes=HEARD)
    schemas = {call.reply_schema for call in whole.calls()}
    events = whole.path / "events.jsonl"
    kept = events.read_bytes()
    events.write_bytes(b"".join(kept.splitlines(keepends=True)[:1]))
    blobs = whole.path / "blobs.jsonl"
    blobs.write_bytes(b"".join(line for line in blobs.read_bytes().splitlines(True) if b'"schema"' not in line))
    asked = server.count
    resume(whole.path)
    assert server.count == asked
    assert events.read_bytes() == kept
    again = open_run(whole.path)
    assert all(again.blobs.schema(name) for name in schemas)


def test_what_is_told_is_in_the_hash_and_other_performers_have_that_of_the_task() -> None:
    def scoring(model: str, claims: list[str], **settings: Any):
        request = asking("score", inputs=SCORING | {"claims": claims})
        object.__setattr__(request, "settings", ModelSettings(model=model, **settings))
        return request

    three, two = (scoring("compatible:tiny", claims) for claims in (CLAIMS, CLAIMS[:2]))
    assert request_hash(three) != request_hash(two)
    assert schema_of(three).content == three.schema
    for request in (scoring("offline", CLAIMS), scoring("compatible:tiny", CLAIMS, structured="prompted")):
        assert schema_of(request).content == request.task.schema()
