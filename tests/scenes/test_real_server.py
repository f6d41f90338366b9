"""doxa end to end with a real inference server: llama.cpp's, with a tiny model of random weights made here.

The model answers nonsense. Its decoder is held to the schema of each reply, so that a whole answer always has the right
shape; what remains (an answer cut at its limit, an empty text, players in a wrong order) has a status that says so.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.verify import verify
from doxa.errors import ModelCallError, ModelSetupError
from doxa.log.rundir import RunLog
from doxa.models.conditions import Conditions
from doxa.models.port import Request
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from doxa.terminal.report import write_report
from servers.asking import asking
from servers.llama_server import MISSING, LlamaServer, has_wheel
from servers.real_runs import MODEL, SCENARIOS, VECTORS, Endings, check_run, judge_run, run_kind
from servers.tiny_model import CONTEXT

pytestmark = pytest.mark.skipif(not has_wheel(), reason=MISSING)

HONEST = {"empty", "not_json", "wrong_shape"}
"""Reasons why an answer of random weights is none."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LlamaServer]:
    with LlamaServer(tmp_path_factory.mktemp("llama")) as running:
        yield running


@pytest.fixture(autouse=True)
def there(server: LlamaServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the words come from one server, and the vectors from another with the same interface."""
    monkeypatch.setenv("DOXA_BASE_URL", server.base_url)
    monkeypatch.setenv("OLLAMA_BASE_URL", server.embeddings_url)


def assert_honest(*logs: RunLog) -> Endings:
    """Check that every whole answer has its shape, and that every other ending has a reason that can be."""
    endings = Endings()
    for log in logs:
        endings.add(log)
    assert not endings.shapeless
    assert {ending.rpartition(" ")[2] for ending in endings.others} <= HONEST
    return endings


def test_a_short_dialogue_end_to_end(tmp_path: Path) -> None:
    log = run_kind("dialogue", tmp_path / "run", longest=60, changes={"script.rounds": 1, "models.embedder": VECTORS})
    assert log.finished
    endings = assert_honest(log)
    assert endings.ok > sum(endings.others.values())
    vectors = [call for call in log.calls() if call.role == "embedder"]
    assert {(call.model, call.status) for call in vectors} == {(VECTORS, "ok")}
    write_report(view_of(log), tmp_path / "report.html")
    check_run(log, ask_again=True)


def ask(server: LlamaServer, model: str, request: Request) -> None:
    urls = {"compatible": server.base_url, "ollama": server.embeddings_url}
    performer = performer_for(ModelSettings(model=model), Conditions(base_urls=urls, tries=2, first_wait_s=0.01))

    async def answered() -> None:
        try:
            await performer.perform(request)
        finally:
            await performer.close()

    asyncio.run(answered())


def test_a_prompt_or_text_that_is_too_long_fails_alone(server: LlamaServer) -> None:
    for model, task, inputs in (
        (MODEL, "respond", {"round": 1}),
        (VECTORS, "embed", {"texts": ["word " * CONTEXT]}),
    ):
        with pytest.raises(ModelCallError) as caught:
            ask(server, model, asking(task, "word " * CONTEXT, inputs=inputs))
        assert caught.value.status == "context_exceeded"


def test_a_server_that_has_no_embeddings_says_how_to_start_it(server: LlamaServer) -> None:
    with pytest.raises(ModelSetupError, match=r"does not offer what the role needs.*--embeddings"):
        ask(server, MODEL, asking("embed", inputs={"texts": ["Trees cool a street."]}))


@pytest.mark.long
@pytest.mark.parametrize("kind", SCENARIOS)
def test_a_run_of_every_kind(kind: str, tmp_path: Path, record_property) -> None:
    log = run_kind(kind, tmp_path / "run")
    endings = assert_honest(log)
    record_property("score", f"{endings.calls} calls, {endings.ok} replies, {dict(endings.others)}")
    write_report(view_of(log), tmp_path / "report.html")
    check_run(log, ask_again=False)
    check_run(log, ask_again=True)


@pytest.mark.long
def test_a_judgement(tmp_path: Path, record_property) -> None:
    reading = judge_run(run_kind("union", tmp_path / "run", longest=80))
    endings = assert_honest(reading)
    record_property("score", f"{endings.calls} calls, {endings.ok} replies, {dict(endings.others)}")
    assert verify(reading.path).status == "verified"
