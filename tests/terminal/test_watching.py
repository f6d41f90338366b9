"""What a run shows while it waits for a model: who, for how long, how fast; offline runs show nothing of it."""

import io
import re
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from doxa.analysis.hooks import ProgressLine
from doxa.errors import ModelCallError
from doxa.experiments.sitting import run
from doxa.log.journal import CallRecord
from doxa.models.conditions import Conditions
from doxa.models.port import Performer, Request, Response, Usage
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings, Participant
from doxa.terminal import watching
from doxa.terminal.console import console
from doxa.terminal.watching import Watching, describe_turn, mean_speed
from servers.asking import asking

MODEL = "compatible:slow"
WORDS = "Cars fill the streets that children need."


SPEECHES = {"violet": WORDS, "cobalt": "A bus cannot carry what a plumber needs at work."}

SCENARIO = """
proposition = "We should adopt atheism"
kernel = "fixed"
models.speaker = "MODEL"
script.rounds = 1
agents.violet.side = "pro"
agents.cobalt.side = "con"
"""


class Teller:
    """Gives the lines that a test wants."""

    def __init__(self, *lines: ProgressLine) -> None:
        self._lines = iter(lines)

    def tell(self, now: object):
        yield next(self._lines)

    def close(self):
        yield from self._lines


class Clock:
    """A clock that stands where a test puts it."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def call(model: str = MODEL, began: float = 0.0, seconds: float = 4.0, **fields) -> CallRecord:
    fields = {"status": "ok", "text": WORDS, "output_tokens": 48, **fields}
    record = {"id": "r01/respond#1", "role": "speaker", "request": "", "blocks": (), "reply_schema": ""}
    return CallRecord(**record, model=model, began=began, seconds=seconds, **fields)


def request(actor: str = "Violet", task: str = "respond", model: str = MODEL, **inputs) -> Request:
    base = asking(task, inputs=inputs or {"round": 1})
    participant = Participant(id="-" if actor == "-" else actor.lower(), name=actor)
    step = base.step.model_copy(update={"key": f"r01/{participant.id}/{task}"})
    scene = replace(base.scene, actor=participant)
    return replace(base, step=step, scene=scene, settings=ModelSettings(model=model))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def waits(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Watching:
    """A watcher whose note a test asks for; nothing ticks."""
    monkeypatch.setattr(watching, "monotonic", clock)
    monkeypatch.setattr(watching, "asyncio", Mock())
    return Watching(Teller())


def answer(waits: Watching, asked: Request, answered: CallRecord) -> None:
    waits.follow_call(asked, None)
    waits.follow_call(asked, answered)


def test_the_note_counts_the_seconds_and_has_no_speed_before_an_answer(waits: Watching, clock: Clock):
    waits.follow_call(request(), None)
    assert waits.describe_waiting() == ""
    clock.now += 34.4
    assert waits.describe_waiting() == "Violet speaks, 34 s"


def test_the_speed_is_that_of_the_models_last_answers_and_of_no_other_model(waits: Watching, clock: Clock):
    answer(waits, request(), call())
    answer(waits, request(model="compatible:other"), call("compatible:other", output_tokens=4000))
    waits.follow_call(request("Amber"), None)
    clock.now += 70
    assert waits.describe_waiting() == "Amber speaks, 1:10 min (12 tokens/s)"


def test_of_several_calls_the_longest_waiting_is_shown(waits: Watching, clock: Clock):
    hearing = request(task="extract", proposition="Ban cars.", text=WORDS)
    waits.follow_call(hearing, None)
    clock.now += 5
    waits.follow_call(request("Amber"), None)
    waits.follow_call(request("Teal"), None)
    clock.now += 5
    assert waits.describe_waiting() == "hearing Violet, 10 s, and 2 more"
    waits.follow_call(hearing, call())
    assert waits.describe_waiting() == "Amber speaks, 5 s (12 tokens/s), and 1 more"


def test_a_joint_call_hears_everybody(waits: Watching, clock: Clock):
    waits.follow_call(request("-", "extract_many", proposition="Ban cars.", messages=[WORDS, WORDS]), None)
    clock.now += 3
    assert waits.describe_waiting() == "hearing everybody, 3 s"


def test_calls_at_once_give_the_speed_of_the_model_and_an_idle_time_none_of_it():
    together = [call(began=0.0, seconds=10.0, output_tokens=50), call(began=0.0, seconds=10.0, output_tokens=50)]
    assert mean_speed(together) == 10.0
    assert mean_speed([*together, call(began=100.0, seconds=5.0, output_tokens=50)]) == 10.0
    assert mean_speed([call(output_tokens=None)]) == 0.0


def test_a_turn_is_its_step_seconds_speed_and_first_words():
    assert describe_turn(request(), call()) == f"r01/violet/respond  Violet speaks, 4 s (12 tokens/s): {WORDS}"
    failed = call(status="timeout", text="", output_tokens=None, seconds=120.0)
    assert describe_turn(request(), failed) == "r01/violet/respond  Violet speaks, 2:00 min: no words (timeout)"


class Notes(Watching):
    """Keeps the notes of a run."""

    def __init__(self) -> None:
        super().__init__(Teller())
        self.notes: list[str] = []

    def __call__(self, _: object) -> None:
        self.notes.append("(batch)")

    def show_note(self, note: str) -> None:
        self.notes.append(note)


def slow(seconds: float, status: str = ""):
    """Return what makes performers: of the slow model one that takes its time, of every other the usual one."""

    def answer(request: Request) -> Response:
        if status:
            raise ModelCallError("no answer", status=status)
        return Response(text=SPEECHES[request.step.actor], usage=Usage(output_tokens=30))

    def make(settings: ModelSettings, conditions: Conditions | None = None) -> Performer:
        usual = settings.model != MODEL
        return performer_for(settings, conditions) if usual else ScriptedPerformer(answer, lambda _: seconds)

    return make


def run_slowly(path: Path, watch, make=performer_for, model: str = MODEL) -> None:
    scenario = path.with_suffix(".toml")
    scenario.write_text(SCENARIO.replace("MODEL", model))
    run(scenario, out=path, watch=watch, make=make)


def test_a_run_notes_the_slow_turns_and_takes_the_note_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watching, "TICK", 0.05)
    watch = Notes()
    run_slowly(tmp_path / "run", watch, slow(0.3))
    kinds = [re.sub(r", 0 s.*", "", note) for note in watch.notes]
    assert list(dict.fromkeys(filter(None, kinds))) == ["Violet speaks", "(batch)", "Cobalt speaks"]
    assert kinds[-2:] == ["", "(batch)"]


def test_an_offline_run_and_quick_answers_are_not_noted(tmp_path: Path):
    watch = Notes()
    run_slowly(tmp_path / "offline", watch, model="offline")
    run_slowly(tmp_path / "quick", watch, slow(0.0))
    assert set(watch.notes) <= {"(batch)", ""}


@pytest.mark.parametrize(("status", "ending"), [("", f": {WORDS}"), ("timeout", ": no words (timeout)")])
def test_without_a_terminal_a_slow_turn_has_a_line_when_it_ends(
    status: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(watching, "TICK", 0.05)
    run_slowly(tmp_path / "run", Notes(), slow(0.1, status))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(", ")[0] for line in lines] == ["r01/violet  Violet speaks", "r01/cobalt  Cobalt speaks"]
    assert lines[0].endswith(ending)


def test_without_a_terminal_quick_turns_have_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run_slowly(tmp_path / "run", Notes(), slow(0.0))
    assert capsys.readouterr().out == ""


def screen(written: str) -> list[str]:
    """Return what a terminal shows of what was written: line ends, returns, cursor up and erasing are obeyed."""
    lines, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[[\d;]*[A-Za-z]|[\s\S]", written):
        if part == "\n":
            row, column = row + 1, 0
            lines += [""] * (row + 1 - len(lines))
        elif part == "\r":
            column = 0
        elif part == "\x1b[A":
            row -= 1
        elif part == "\x1b[K":
            lines[row] = lines[row][:column]
        elif not part.startswith("\x1b"):
            lines[row] = lines[row][:column].ljust(column) + part + lines[row][column + 1 :]
            column += 1
    return [line.rstrip() for line in lines]


def test_on_a_terminal_the_note_stands_below_the_open_line_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch):
    terminal = io.StringIO()
    monkeypatch.setattr(console, "_file", terminal)
    monkeypatch.setattr(console, "_force_terminal", True)
    monkeypatch.setattr(console, "_width", 40)
    first, ended, second = "round 1  Violet +0.2", "round 1  Violet +0.3", "round 2  Violet +0.4"
    watch = Watching(
        Teller(ProgressLine(first, stays=False), ProgressLine(ended), ProgressLine(second), ProgressLine("end"))
    )
    watch.show_note("Violet speaks, 1 s")
    assert screen(terminal.getvalue()) == ["           Violet speaks, 1 s"]
    watch(None)
    assert screen(terminal.getvalue()) == [first]
    watch.show_note("Amber speaks, 9 s")
    watch.show_note("Amber speaks, 10 s, and 14 more of all the others")
    assert screen(terminal.getvalue()) == [first, "           Amber speaks, 10 s, and 14 m…"]
    watch(None)
    watch.show_note("Violet speaks, 2 s")
    watch.close()
    assert screen(terminal.getvalue()) == [ended, second, "end", ""]
