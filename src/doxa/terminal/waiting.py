"""What a run waits for: who speaks or is heard now, for how long, and how fast the model wrote its last answers.

On a terminal a note counts the seconds of the call that waits longest. Elsewhere each turn of a second and more is
printed when it ends. Only calls to language models are shown: other performers answer at once.
"""

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from textwrap import shorten

from doxa.log.journal import CallRecord
from doxa.minds.seeding import ENGINE
from doxa.models.port import Request
from doxa.models.setup import is_language_model
from doxa.terminal.console import console, plain
from doxa.terminal.progress import WORDS, clock

TICK = 1.0
"""Seconds between two states of the note, and the least duration of a call that is shown."""

LAST = 8
"""How many answers of a model give its speed."""


class Waiting:
    """Follows the calls of a run; whoever inherits from it shows the note."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._calls: dict[str, tuple[Request, float]] = {}
        """Step → its call in flight, and when it began; the one that waits longest first."""
        self._answers: defaultdict[str, deque[CallRecord]] = defaultdict(lambda: deque(maxlen=LAST))
        self._timer: asyncio.TimerHandle | None = None

    def show_note(self, note: str) -> None:
        """Show a note in place of the one before; an empty one shows nothing."""

    def begin_call(self, request: Request) -> None:
        """Count the seconds of a call to a language model."""
        if is_language_model(request.settings.model):
            self._calls[request.step.key] = (request, self._now())
            self._timer = self._timer or self._call_later()

    def end_call(self, request: Request, call: CallRecord | None) -> None:
        """Print the turn that a call was, where output is not a terminal; take the note away with the last call."""
        self._calls.pop(request.step.key, None)
        if call and is_language_model(call.model):
            self._answers[call.model].append(call)
            if not console.is_terminal and call.seconds >= TICK and not _is_hearing(request):
                console.print(plain(describe_turn(request, call)), soft_wrap=True)
                console.file.flush()
        if self._timer and not self._calls:
            self._timer.cancel()
            self._timer = None
            self.show_note("")

    def describe(self) -> str:
        """Return the note: the call that waits longest, and how many more wait; empty where it has just begun."""
        request, began = next(iter(self._calls.values()))
        seconds = self._now() - began
        more = f", and {len(self._calls) - 1} more" if len(self._calls) > 1 else ""
        speed = mean_speed(self._answers[request.settings.model])
        return f"{_describe_call(request, seconds, speed)}{more}" if seconds >= TICK else ""

    def _call_later(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(TICK, self._tick)

    def _tick(self) -> None:
        self.show_note(self.describe())
        self._timer = self._call_later()


def describe_turn(request: Request, call: CallRecord) -> str:
    """Return a line on a turn that ended: its step, who spoke, for how long, how fast, and the first words."""
    words = f"“{shorten(call.text, WORDS, placeholder=' …')}”" if request.task.free_text else ""
    ending = words if call.status == "ok" else f"no answer ({call.status})"
    line = f"{request.step.key}  {_describe_call(request, call.seconds, mean_speed([call]))}"
    return f"{line}: {ending}" if ending else line


def mean_speed(calls: Iterable[CallRecord]) -> float:
    """Return the tokens that a model wrote a second while it had calls, time to read included; 0 where unknown."""
    tokens, busy, end = 0, 0.0, 0.0
    for call in sorted(calls, key=lambda call: call.began):
        if call.output_tokens:
            tokens += call.output_tokens
            busy += max(0.0, call.began + call.seconds - max(call.began, end))
            end = max(end, call.began + call.seconds)
    return tokens / busy if busy else 0.0


def _describe_call(request: Request, seconds: float, speed: float) -> str:
    """Return who speaks, answers or is heard in a call, for how long, and at what speed where that is known."""
    actor, verb = request.scene.actor, "speaks" if request.task.free_text else "answers"
    if _is_hearing(request):
        who = f"hearing {'everybody' if actor.id == ENGINE else actor.name}"
    else:
        who = f"the {request.task.role} answers" if actor.id == ENGINE else f"{actor.name} {verb}"
    rate = f"{speed:.0f}" if speed >= 10 else f"{speed:.1f}"
    return f"{who}, {clock(seconds)}" + (f" ({rate} tokens/s)" if speed else "")


def _is_hearing(request: Request) -> bool:
    return request.task.role in ("extractor", "scorer")
