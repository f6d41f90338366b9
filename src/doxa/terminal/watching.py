"""What a run prints while it goes on: a teller's lines, and below them whom the run waits for, how long and how fast.

On a terminal a note counts the seconds of the call that waits longest. Elsewhere each turn of a second and more has a
line when it ends. Only calls to language models are shown: other performers answer at once.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from textwrap import shorten
from time import monotonic

from doxa.analysis.hooks import ProgressLine, Teller
from doxa.engine.drive import Progress
from doxa.log.journal import CallRecord
from doxa.minds.seeding import ENGINE
from doxa.models.declared import takes_prompts
from doxa.models.port import Request
from doxa.terminal.console import clock, console, plain
from doxa.terminal.progress import INDENT, WORDS

TICK = 1.0
"""Seconds between two states of the note, and the least duration of a call that is shown."""

HEARERS = ("extractor", "scorer", "embedder")
"""The roles that hear what others say."""

ERASE = "\r\x1b[K"
"""Returns the cursor to the start of the line and clears the line."""


class Watching:
    """A watcher of a run that prints a teller's lines and a note; on a terminal both may be rewritten in place."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._is_open = False
        """Whether the terminal shows a line that is not final."""
        self._has_note = False
        self._calls: dict[str, tuple[Request, float]] = {}
        """Step → its call in flight, and when it began; the one that waits longest first."""
        self._answers: defaultdict[str, deque[CallRecord]] = defaultdict(lambda: deque(maxlen=8))
        """Model → its last answers."""

    def __call__(self, now: Progress) -> None:
        self._print(self._teller.tell(now))

    def close(self) -> None:
        """Print the last lines, and leave the cursor at the start of a line."""
        self._print(self._teller.close())
        if self._is_open:
            console.file.write(ERASE)
            self._is_open = False

    def follow_call(self, request: Request, call: CallRecord | None) -> None:
        """Count the seconds of a call to a language model, and print its turn when it has ended."""
        begun = self._calls.pop(request.step.key, None)
        if not (begun or call) and takes_prompts(request.settings):
            self._calls[request.step.key] = (request, monotonic())
            asyncio.get_running_loop().call_later(TICK, self._tick, request)
        if begun and call:
            self._answers[call.model].append(call)
            if call.seconds >= TICK and request.task.role not in HEARERS and not console.is_terminal:
                console.print(plain(describe_turn(request, call)), soft_wrap=True)
        self.show_note(self.describe_waiting())

    def describe_waiting(self) -> str:
        """Return the call that waits longest, and how many more wait; empty where none has waited for a second."""
        calls = self._calls.values()
        waits = [(request, seconds) for request, began in calls if (seconds := monotonic() - began) >= TICK]
        more = f", and {len(waits) - 1} more" if len(waits) > 1 else ""
        return f"{_describe_call(*waits[0], self._answers)}{more}" if waits else ""

    def show_note(self, note: str) -> None:
        """Show a note below the open line, in place of the note before; on a terminal only."""
        if self._has_note:
            console.file.write(ERASE + "\x1b[A" * self._is_open)  # the cursor goes up to the open line
        self._has_note = bool(note) and console.is_terminal
        if self._has_note:
            lead = "\n" * self._is_open + " " * INDENT
            console.print(f"{lead}[dim]{plain(note)}[/]", end="", no_wrap=True, overflow="ellipsis", crop=True)

    def _tick(self, request: Request) -> None:
        """Show the note anew each second while a call is in flight."""
        if request.step.key in self._calls:
            self.show_note(self.describe_waiting())
            asyncio.get_running_loop().call_later(TICK, self._tick, request)

    def _print(self, lines: Iterable[ProgressLine]) -> None:
        self.show_note("")
        for line in lines:
            if console.is_terminal:
                self._rewrite(line)
            elif line.stays:
                console.print(line.text, soft_wrap=True)
            console.file.flush()

    def _rewrite(self, line: ProgressLine) -> None:
        end = "\n" if line.stays else ""
        console.file.write(ERASE)
        if line.is_cut:
            console.print(line.text, end=end, no_wrap=True, overflow="ellipsis", crop=True)
        else:
            console.print(line.text, end=end, soft_wrap=True)
        self._is_open = not line.stays


def describe_turn(request: Request, call: CallRecord) -> str:
    """Return a line on a turn that has ended: its step, who spoke, for how long, how fast, and the first words."""
    words = shorten(call.text, WORDS, placeholder=" …") or f"no words ({call.status})"
    return f"{request.step.key}  {_describe_call(request, call.seconds, {call.model: [call]})}: {words}"


def mean_speed(calls: Iterable[CallRecord]) -> float:
    """Return the tokens that a model wrote a second while it had calls, time to read included; 0 where unknown."""
    tokens, busy, end = 0, 0.0, 0.0
    for call in sorted((call for call in calls if call.output_tokens), key=lambda call: call.began):
        tokens += call.output_tokens or 0
        busy += max(0.0, call.began + call.seconds - max(call.began, end))
        end = max(end, call.began + call.seconds)
    return tokens / busy if busy else 0.0


def _describe_call(request: Request, seconds: float, answers: Mapping[str, Iterable[CallRecord]]) -> str:
    """Return who speaks, answers or is heard in a call, for how long, and the model's speed where it is known."""
    actor, verb = request.scene.actor, "speaks" if request.task.free_text else "answers"
    name = "everybody" if actor.id == ENGINE else actor.name
    who = f"hearing {name}" if request.task.role in HEARERS else f"{name} {verb}"
    speed = mean_speed(answers.get(request.settings.model, ()))
    return f"{who}, {clock(seconds)}" + (f" ({speed:.{int(speed < 10)}f} tokens/s)" if speed else "")
