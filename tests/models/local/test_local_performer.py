"""A model in a file performs as any other: it speaks, hears by schema, costs nothing, and its file is in the hash."""

import asyncio
import json
import os
import shutil
import signal
import urllib.error
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest

from doxa.analysis.verify import verify
from doxa.errors import ModelSetupError, ScenarioError
from doxa.experiments.forking import forked_spec
from doxa.experiments.named_models import settings_of
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import resume, run
from doxa.log.rundir import RunLog
from doxa.models.conditions import Conditions
from doxa.models.limits import limiter_for
from doxa.models.local import server
from doxa.models.local.performer import LocalPerformer
from doxa.models.local.server import server_for
from doxa.models.local.weights import read_model_file
from doxa.models.port import Response
from doxa.models.retries import GivenUpError
from doxa.models.setup import describe, performer_for
from doxa.records.spec import ModelSettings
from servers.asking import asking
from servers.tiny_model import write_model

SPEAKING = asking("respond", inputs={"round": 1})


def local(path: Path, **conditions: Any) -> LocalPerformer:
    settings = settings_of(f"local:{path}", role="speaker").model_copy(update={"max_tokens": 20})
    performer = performer_for(settings, Conditions(first_wait_s=0.01, **conditions))
    assert isinstance(performer, LocalPerformer)
    return performer


def answers_of(performer: LocalPerformer, *requests: Any) -> list[Response]:
    async def ask() -> list[Response]:
        try:
            return list(await asyncio.gather(*(performer.perform(request) for request in requests)))
        finally:
            await performer.close()

    return asyncio.run(ask())


def run_with(path: Path, out: Path, **changes: Any) -> RunLog:
    model = f"local:{path}"
    small = {"script.rounds": 1, "models.speaker": model, "models.speaker.max_tokens": 30}
    return run("compulsory-voting", out=out, changes={**small, **changes})


def test_nothing_starts_before_the_first_request(tiny: Path) -> None:
    performer = local(tiny)
    assert performer._server._process is None
    assert asyncio.run(performer.read_capacity()).slots == 2
    asyncio.run(performer.close())
    assert not server._SERVERS


def test_an_answer_has_words_counts_and_no_cost(tiny: Path) -> None:
    (answer,) = answers_of(local(tiny), SPEAKING)
    assert answer.text
    assert 0 < answer.usage.output_tokens <= 20
    assert answer.cost == 0.0
    assert answer.revision == f"tiny.gguf {read_model_file(tiny).weights.sha256[:12]}"


def test_what_nobody_said_suits_a_slow_model(tiny: Path) -> None:
    unsaid, said = local(tiny), local(tiny, timeout_s=5.0, concurrency=3)
    assert (unsaid._conditions.timeout_s, unsaid._conditions.concurrency) == (600.0, 2)
    assert (said._conditions.timeout_s, said._conditions.concurrency) == (5.0, 3)
    for performer in (unsaid, said):
        asyncio.run(performer.close())


def test_two_roles_share_one_process_and_its_slots(tiny: Path) -> None:
    first, second = local(tiny), local(tiny)
    most = []

    async def ask() -> None:
        asked = [performer.perform(SPEAKING) for performer in (first, second) for _ in range(4)]
        watching = asyncio.create_task(watch())
        await asyncio.gather(*asked)
        watching.cancel()
        await first.close()
        await second.close()

    async def watch() -> None:
        while True:
            most.append(limiter_for(first._endpoint.place, first._conditions).active)
            await asyncio.sleep(0.005)

    assert first._server is second._server
    asyncio.run(ask())
    assert max(most) == 2


def test_a_process_that_dies_is_started_by_the_next_try(tiny: Path) -> None:
    performer = local(tiny)
    starts = performer._server.start

    def dies_at_first() -> str:
        url = starts()
        performer._server.start = starts  # type: ignore[method-assign]
        assert performer._server._process
        os.kill(performer._server._process.pid, signal.SIGKILL)
        return url

    performer._server.start = dies_at_first  # type: ignore[method-assign]
    (answer,) = answers_of(performer, SPEAKING)
    assert [attempt.status for attempt in answer.tries] == ["connection"]
    assert "its log ends: " in answer.tries[0].message
    assert answer.text


def test_a_seeded_request_has_the_same_answer_again_where_one_is_answered_at_a_time(tiny: Path) -> None:
    settings = settings_of(f"local:{tiny}", 0.7, "speaker").model_copy(update={"max_tokens": 20, "seed": 4})
    requests = [asking("respond", text, inputs={"round": 1}) for text in ("One.", "Two.", "One.")]
    words = []
    for _ in range(2):
        performer = performer_for(settings, Conditions(concurrency=1))
        assert isinstance(performer, LocalPerformer)
        words.append([answer.text for answer in answers_of(performer, *requests)])
    assert words[0] == words[1]
    assert words[0][0] == words[0][2] != words[0][1]


def test_a_reply_fits_its_schema(tiny: Path) -> None:
    request = asking("extract", inputs={"proposition": "Ban cars.", "text": "Cars are loud. Buses are slow."})
    settings = ModelSettings(model=f"local:{tiny}", temperature=1.0, max_tokens=400, seed=3)
    performer = performer_for(settings, Conditions())
    assert isinstance(performer, LocalPerformer)
    (answer,) = answers_of(performer, request)
    assert answer.finish == "stop"
    jsonschema.validate(json.loads(answer.text), request.schema)


def test_a_call_that_is_given_up_is_not_worked_on(tiny: Path) -> None:
    performer = local(tiny, timeout_s=0.5, tries=1, concurrency=1)
    performer._sampling |= {"max_tokens": 30_000, "extra_body": {"ignore_eos": True}}

    async def give_up() -> bool:
        with pytest.raises(GivenUpError, match="no complete reply within timeout_s"):
            await performer.perform(SPEAKING)
        await asyncio.sleep(2.5)  # llama.cpp looks once a second whether anybody waits, unless another answer ends
        is_working = _is_working(performer)
        await performer.close()
        return is_working

    assert not asyncio.run(give_up())


def _is_working(performer: LocalPerformer) -> bool:
    with closing(HTTPConnection(urlsplit(performer._endpoint.base_url).netloc)) as connection:
        connection.request("GET", "/slots", headers={"authorization": f"Bearer {performer._server.key}"})
        return bool(json.load(connection.getresponse())[0]["is_processing"])


def test_a_key_is_needed_and_is_in_no_file(tiny: Path, tmp_path: Path) -> None:
    log = run_with(tiny, tmp_path / "run")
    assert verify(log.path).status == "verified"
    assert all(call.cost == 0.0 for call in log.calls())
    assert not any(b"Bearer" in file.read_bytes() for file in log.path.iterdir())
    running = server_for(tiny, read_model_file(tiny), 1)
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(f"{running.start()}/chat/completions", b"{}")
    running.close()


def test_a_spec_has_the_file_and_the_tried_sampler_of_speakers(tiny: Path, tmp_path: Path) -> None:
    spec = run_with(tiny, tmp_path / "run", **{"models.scorer": f"local:{tiny}"}).spec
    assert spec.roles["speaker"].weights == spec.roles["scorer"].weights == read_model_file(tiny).weights
    assert spec.roles["extractor"].weights is None
    assert (spec.roles["speaker"].dry_multiplier, spec.roles["scorer"].dry_multiplier) == (0.8, None)
    assert set("0123456789") < set(spec.roles["speaker"].dry_sequence_breakers or ()), "a number may be said again"
    plain = settings_of("offline").model_dump_json()
    assert "dry" not in plain
    assert "weights" not in plain


def test_another_file_stops_a_resume_and_verification_needs_none(tiny: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(tiny, tmp_path / "model.gguf"))
    log = run_with(file, tmp_path / "run")
    events = log.path / "events.jsonl"
    kept = events.read_bytes()
    events.write_bytes(b"".join(kept.splitlines(keepends=True)[:5]))
    sums = [read_model_file(file).weights.sha256]
    write_model(file, seed=23)
    sums.append(read_model_file(file).weights.sha256)
    with pytest.raises(ModelSetupError) as raised:
        resume(log.path, as_recorded=True)
    assert all(sum in raised.value.message for sum in sums)
    events.write_bytes(kept)
    file.unlink()
    assert verify(log.path).status == "verified"


def test_a_changed_file_is_a_changed_scenario(tiny: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(tiny, tmp_path / "model.gguf"))
    scenario = load_scenario("compulsory-voting", {"models.speaker": f"local:{file}"})
    before = plan(scenario)
    write_model(file, seed=23)
    assert before.hash != plan(scenario).hash


def test_a_fork_with_a_local_model_has_its_file_and_loses_it_with_another(tiny: Path, tmp_path: Path) -> None:
    log = run_with(tiny, tmp_path / "run")
    further = forked_spec(log, "r01/violet", {"models.speaker": "compatible:x"}).amendments[0].set
    assert further["models.speaker.weights"] is None
    assert further["models.speaker.dry_multiplier"] is None
    assert further["models.speaker.dry_sequence_breakers"] is None
    same = forked_spec(log, "r01/violet", {"models.speaker": f"local:{tiny}"}).amendments[0].set
    assert not [path for path in same if "dry" in path]
    back = forked_spec(log, "r01/violet", {"models.scorer": f"local:{tiny}"}).amendments[0].set
    assert back["models.scorer.weights"] == read_model_file(tiny).weights.model_dump()
    assert "models.scorer.dry_multiplier" not in back


def test_hosted_services_refuse_what_only_llama_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    for model in ("openai:gpt-4o-mini", "ollama:qwen3"):
        with pytest.raises(ModelSetupError, match="does not take dry_multiplier or top_k"):
            performer_for(ModelSettings(model=model, top_k=5, dry_multiplier=0.8))


@pytest.mark.parametrize("setting", [{"min_p": 2}, {"top_k": -1}, {"repeat_penalty": 0}, {"dry_allowed_length": 0}])
def test_a_sampler_setting_has_a_range(setting: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError):
        load_scenario("compulsory-voting", {f"models.speaker.{name}": value for name, value in setting.items()})


def test_the_list_of_models_says_how_a_file_is_named() -> None:
    (status,) = (status for status in describe() if status.name == "local")
    assert status.example == "local:FILE.gguf"
    assert status.key == "not needed"
