"""The regular expressions that doxa compiles, when a module is imported or later, and whether they read in linear time.

A pattern is quadratic where a long run of white space, letters or words before a rare word is read again from each of
its places. The cost of ``LENGTH`` characters is compared with the cost of as many in four quarters.
"""

import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LENGTH = 10_000
NOTICED = 0.06
"""CPU seconds below which no growth is wrong enough to matter."""
MOST = 2.0
"""The most that the whole may cost of what four quarters cost: 1 where growth is linear, 4 where it is quadratic."""
HOPELESS = 1.5
"""CPU seconds after which a pattern is given up."""
A_SITE = 2
"""The most patterns of one line of code that are held of those compiled late: they differ by a name."""

RUNS = {
    "spaces": " ", "line feeds": "\n", "line feeds and spaces": "\n ", "letters": "a", "capitals": "A",
    "words": "word ", "single letters": "a ", "first person": "I ", "digits": "1 ", "dashes": "-",
    "stops": "a. ", "commas": "a, ", "quotes": "“", "tags": "<a ", "brackets": "[", "heads": "Anna: ", "and": "and ",
    "should": "should ", "titles": "Mr ", "letters of other alphabets": "é漢 ", "addresses": "www.a ",
}  # fmt: skip
HEADS = ("Anna", "I", "# A", "[a", "<v")
"""What stands before a run of spaces."""

compiled: dict[re.Pattern[str], str] = {}
"""Pattern → the line of doxa's code that compiled it first."""
_waiting: list[re.Pattern[str]] = []
_sites: Counter[str] = Counter()


class SlowPatternError(Exception):
    """A pattern was given up."""


def record_patterns() -> None:
    """Record from now on what doxa's code compiles, through functions of ``re`` such as ``re.sub`` too."""
    through = re._compile  # type: ignore[attr-defined]

    def recorded(pattern: str | re.Pattern[str], flags: int) -> re.Pattern[str]:
        made: re.Pattern[str] = through(pattern, flags)
        caller = sys._getframe(2)
        place = Path(caller.f_code.co_filename)
        if "doxa" in place.parts or "doxa_train" in place.parts:
            site = f"{'/'.join(place.parts[-3:])}:{caller.f_lineno}"
            if made not in compiled and isinstance(made.pattern, str):
                compiled[made] = site
                if not _is_importing():
                    _sites[site] += 1
                    _waiting.extend([made] if _sites[site] <= A_SITE else [])
        return made

    re._compile = recorded  # type: ignore[attr-defined]


def _is_importing() -> bool:
    """Return whether a module is imported: one test reads all patterns that are compiled then."""
    frame = sys._getframe(2)
    while frame := frame.f_back:  # type: ignore[assignment]
        if frame.f_code.co_name == "<module>" and "doxa" in frame.f_code.co_filename:
            return True
    return False


def hold_late_patterns() -> None:
    """Hold what was compiled since the last call, and not by an import."""
    while _waiting:
        pattern = _waiting.pop()
        assert not slow_on(pattern), f"{compiled[pattern]} compiles a quadratic pattern: {pattern.pattern}"


def slow_on(pattern: re.Pattern[str]) -> str:
    """Return the first family of texts on which a pattern is slow; '' where there is none."""
    return next((name for name, make in texts().items() if _is_slow(pattern, make)), "")


def texts() -> dict[str, Callable[[int], str]]:
    """Return the families of texts, each a function of the number of characters."""
    runs = {name: lambda length, unit=unit: _end(unit * (length // len(unit))) for name, unit in RUNS.items()}
    heads = {f"{head} and spaces": lambda length, head=head: _end(f"{head}{' ' * length}") for head in HEADS}
    return {**runs, **heads}


def _end(text: str) -> str:
    """Return a text with a rare word at its end."""
    return f"{text}It is good"


def _is_slow(pattern: re.Pattern[str], make: Callable[[int], str]) -> bool:
    text, quarter = make(LENGTH), make(LENGTH // 4)
    for use in (lambda text: [match.end() for match in pattern.finditer(text)], pattern.fullmatch):
        try:
            with giving_up():
                whole = _cost(use, text, 1)
                if whole > NOTICED and min(whole, _cost(use, text, 1)) > MOST * _cost(use, quarter, 4):
                    return True
        except SlowPatternError:
            return True
    return False


def _cost(use: Callable[[str], object], text: str, times: int) -> float:
    begun = time.process_time()
    for _ in range(times):
        use(text)
    return time.process_time() - begun


@contextmanager
def giving_up() -> Iterator[None]:
    """Raise SlowPatternError in a block that computes for too long."""

    def give_up(*_: object) -> None:
        raise SlowPatternError

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, HOPELESS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
