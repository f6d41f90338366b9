"""Agents that are Python callables: the same log and resuming as for models, and pages that say who speaks."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import doxa
from doxa.analysis.building import view_of
from doxa.app.cli import main
from doxa.errors import ModelSetupError, ScenarioError
from doxa.experiments.forking import fork
from doxa.experiments.scenario import load_scenario
from doxa.studio.shelf import kind_of_words
from doxa.terminal.outcome import simulating

MOTION = "compulsory-voting"
SHORT = {"script.rounds": 1}
WORDS = "Compulsory voting makes governments listen to the poor, since everybody votes."


def events_of(path: Path) -> bytes:
    return (path / "spec.json").read_bytes() + (path / "events.jsonl").read_bytes()


def speak(turn: doxa.AgentTurn) -> str:
    return WORDS


async def speak_later(turn: doxa.AgentTurn) -> str:
    await asyncio.sleep(0)
    return WORDS


class Speaker:
    async def __call__(self, turn: doxa.AgentTurn) -> str:
        return WORDS


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> doxa.RunLog:
    """A run in which a callable speaks for Violet."""
    path = tmp_path_factory.mktemp("spoken") / "run"
    return doxa.run(MOTION, out=path, changes={"script.rounds": 2}, agents={"violet": speak})


def said_by(log: doxa.RunLog, agent: str) -> list[str | None]:
    return [outcome.text for outcome in log.outcomes if outcome.task == "respond" and outcome.actor == agent]


def test_a_callable_speaks_in_one_line_and_its_log_verifies(spoken: doxa.RunLog, tmp_path: Path) -> None:
    assert said_by(spoken, "violet") == [WORDS, WORDS], "the same words again are no fault of a callable"
    assert not doxa.verify(spoken.path).problems
    again = doxa.run(MOTION, out=tmp_path / "again", changes={"script.rounds": 2}, agents={"violet": speak})
    assert events_of(again.path) == events_of(spoken.path)


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda turn: WORDS, "<lambda>"),
        (speak_later, "speak_later"),
        (partial(speak_later), "partial"),
        (Speaker(), "Speaker"),
    ],
)
def test_whatever_can_be_called_speaks_and_is_named(tmp_path: Path, function: Any, name: str) -> None:
    log = doxa.run(MOTION, out=tmp_path / "run", changes=SHORT, agents={"violet": function})
    assert said_by(log, "violet") == [WORDS]
    assert {call.model for call in log.calls() if call.role == "speaker@violet"} == {f"callable:violet:{name}"}


def test_a_turn_has_what_a_model_would_be_told(tmp_path: Path) -> None:
    turns: list[doxa.AgentTurn] = []

    def note(turn: doxa.AgentTurn) -> str:
        turns.append(turn)
        return WORDS

    log = doxa.run(MOTION, out=tmp_path / "run", changes={"script.rounds": 2}, agents={"cobalt": note})
    first, second = turns
    assert first.agent == "Cobalt"
    assert first.schema is None
    assert first.said == (("Violet", said_by(log, "violet")[0]),)
    assert [name for name, _ in second.said] == ["Violet", "Cobalt", "Violet"]
    assert second.said[1] == ("Cobalt", WORDS)
    assert "We should introduce compulsory voting" in first.prompt
    assert first.request.step.key == "r01/cobalt"


def test_a_callable_sees_the_context_of_its_caller_in_whatever_thread(tmp_path: Path) -> None:
    mark: ContextVar[str] = ContextVar("mark", default="none")
    seen = []

    def note(turn: doxa.AgentTurn) -> str:
        seen.append(mark.get())
        return WORDS

    mark.set("mine")
    doxa.run(MOTION, out=tmp_path / "run", changes=SHORT, agents={"violet": note})
    assert seen == ["mine"]


def test_two_callables_of_one_name_speak_for_two_agents(tmp_path: Path) -> None:
    agents = {name: (lambda turn, name=name: f"{name}: {WORDS}") for name in ("violet", "cobalt")}
    log = doxa.run(MOTION, out=tmp_path / "run", changes=SHORT, agents=agents)
    assert said_by(log, "cobalt") == [f"cobalt: {WORDS}"]
    assert said_by(log, "violet") == [f"violet: {WORDS}"]
    assert view_of(log).badge == "Callables"


def test_pages_and_tables_say_that_a_callable_speaks(spoken: doxa.RunLog, tmp_path: Path) -> None:
    sentence = "Python callables speak for Violet (speak): what they say is neither simulated nor asked of a model"
    view = view_of(spoken)
    assert sentence in view.simulated
    assert view.badge == "Partly simulated"
    assert "what Cobalt said" in view.simulated, "the other agent is simulated, and alone"
    assert sentence in simulating(spoken)
    assert "Python callables speak for Violet (speak)" in spoken._repr_html_()
    frames = doxa.frames(spoken.path)
    kinds = {row["agent"]: row["kind"] for row in frames["agents"].rows()}
    assert kinds == {"violet": "callable", "cobalt": "offline"}
    roles = [json.loads((spoken.path / "spec.json").read_text())["roles"]["speaker@violet"]]
    assert kind_of_words(roles) == "callable"


def test_a_cancelled_run_needs_its_callables_again_and_is_then_the_same(spoken: doxa.RunLog, tmp_path: Path) -> None:
    async def cancel_then_resume() -> None:
        calls = 0

        async def speak(turn: doxa.AgentTurn) -> str:
            nonlocal calls
            calls += 1
            if calls == 2:
                task.cancel()
                await asyncio.sleep(0)
            return WORDS

        task = asyncio.create_task(doxa.arun(MOTION, out=path, changes={"script.rounds": 2}, agents={"violet": speak}))
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(ModelSetupError, match="the Python callable speak speaks, and it was not"):
            await doxa.aresume(path)
        with pytest.raises(ScenarioError, match="nobody speaks by callable:violet:speak_later") as refused:
            await doxa.aresume(path, agents={"violet": speak_later})
        assert "callable:violet:speak" in refused.value.hint
        await doxa.aresume(path, agents={"violet": speak})

    path = tmp_path / "run"
    asyncio.run(cancel_then_resume())
    assert events_of(path) == events_of(spoken.path)
    assert doxa.resume(path).finished, "what is finished needs no callable"


def test_a_fork_is_given_its_callables_too(spoken: doxa.RunLog, tmp_path: Path) -> None:
    change = {"belief.u": 0.9}
    with pytest.raises(ModelSetupError, match="the Python callable speak speaks, and it was not given"):
        fork(spoken.path, at="r02/violet", changes=change, out=tmp_path / "refused")
    child = fork(spoken.path, at="r02/violet", changes=change, out=tmp_path / "fork", agents={"violet": speak})
    assert child.finished
    assert said_by(child, "violet") == [WORDS, WORDS]


def test_the_command_line_says_how_a_run_with_a_callable_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RuntimeError):
        doxa.run(MOTION, out=tmp_path / "run", changes=SHORT, agents={"cobalt": fail})
    monkeypatch.setattr(sys, "argv", ["doxa", "resume", str(tmp_path / "run")])
    with pytest.raises(SystemExit):
        main()
    assert 'run, resume or fork with agents={"cobalt": fail}' in " ".join(capsys.readouterr().err.split())


def fail(turn: doxa.AgentTurn) -> str:
    raise RuntimeError("no words")


def test_what_a_callable_raises_reaches_the_caller_with_a_note_of_where(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no words") as raised:
        doxa.run(MOTION, out=tmp_path / "run", changes=SHORT, agents={"cobalt": fail})
    (note,) = raised.value.__notes__
    assert note == "Raised by the callable fail, asked for agent 'cobalt' in step r01/cobalt. The run can be resumed."
    log = doxa.open_run(tmp_path / "run")
    assert [call.role for call in log.calls()].count("speaker") == 1, "Violet's answer is kept"


def test_lines_that_are_used_up_end_the_run(tmp_path: Path) -> None:
    lines = iter([WORDS])
    with pytest.raises(RuntimeError, match="nothing more to return"):
        doxa.run(MOTION, out=tmp_path / "run", changes={"script.rounds": 2}, agents={"violet": lambda _: next(lines)})


@pytest.mark.parametrize("reply", [None, 3, {"text": WORDS}, [WORDS]])
def test_a_wrong_return_names_the_agent_the_step_and_what_is_wanted(tmp_path: Path, reply: Any) -> None:
    def answer(turn: doxa.AgentTurn) -> Any:
        return reply

    with pytest.raises(ModelSetupError) as refused:
        doxa.run(MOTION, out=tmp_path / "run", changes=SHORT, agents={"violet": answer})
    where = f"the callable answer, asked for agent 'violet' in step r01/violet, returned {type(reply).__name__}: "
    assert refused.value.message.startswith(where)
    assert "words, as a str" in refused.value.hint
    assert doxa.resume(tmp_path / "run", agents={"violet": named_answer}).finished


def named_answer(turn: doxa.AgentTurn) -> str:
    return WORDS


named_answer.__name__ = "answer"


def of_two_kinds(reply: Any) -> Callable[[doxa.AgentTurn], Any]:
    def answer(turn: doxa.AgentTurn) -> Any:
        return WORDS if turn.schema is None else reply

    return answer


REPORTS = {**SHORT, "kernel": "self_report"}


@pytest.mark.parametrize("reply", [{"stance": 0.25}, '{"stance": 0.25}'])
def test_a_step_that_asks_for_more_than_words_takes_a_mapping_or_json(tmp_path: Path, reply: Any) -> None:
    log = doxa.run(MOTION, out=tmp_path / "run", changes=REPORTS, agents={"cobalt": of_two_kinds(reply)})
    assert log.ended is not None
    assert log.ended.stances["cobalt"] == 0.25


@pytest.mark.parametrize(("reply", "problem"), [({"stance": "high"}, "stance"), ({}, "stance"), (None, "NoneType")])
def test_a_mapping_that_the_step_cannot_use_is_refused_with_its_fields(
    tmp_path: Path, reply: Any, problem: str
) -> None:
    with pytest.raises(ModelSetupError, match=problem) as refused:
        doxa.run(MOTION, out=tmp_path / "run", changes=REPORTS, agents={"cobalt": of_two_kinds(reply)})
    assert "self_update/cobalt, returned" in refused.value.message
    assert "a mapping with stance" in refused.value.hint


def test_an_agent_that_a_scenario_lacks_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="no agent 'viollet'") as refused:
        doxa.run(MOTION, out=tmp_path / "run", agents={"viollet": speak})
    assert "violet, cobalt" in refused.value.hint
    assert not (tmp_path / "run").exists()


def test_agents_of_a_scenario_at_hand_are_refused_where_they_would_be_ignored(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="nobody speaks by callable:violet:speak"):
        doxa.run(load_scenario(MOTION), out=tmp_path / "run", agents={"violet": speak})


def test_nobody_waits_for_a_callable_whose_run_was_cancelled(tmp_path: Path) -> None:
    asked, release = Event(), Event()

    def wait(turn: doxa.AgentTurn) -> str:
        asked.set()
        assert release.wait(30)
        return WORDS

    async def main() -> None:
        task = asyncio.create_task(doxa.arun(MOTION, out=tmp_path / "run", changes=SHORT, agents={"violet": wait}))
        while not asked.is_set():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert not release.is_set(), "the loop has closed, and the callable still waits"
    release.set()


def test_a_process_ends_while_a_callable_waits(tmp_path: Path) -> None:
    code = (
        "import doxa, asyncio, time\n"
        "async def main():\n"
        f"    run = doxa.arun('{MOTION}', out={str(tmp_path / 'run')!r}, agents="
        "{'violet': lambda _: time.sleep(600)})\n"
        "    await asyncio.wait_for(run, 3)\n"
        "try: asyncio.run(main())\n"
        "except TimeoutError: print('stopped')\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert told.stdout == "stopped\n", told.stderr
