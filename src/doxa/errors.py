"""Every exception that doxa raises on purpose.

    DoxaError
    ├── ScenarioError          a scenario, an override or a grid is not valid
    ├── UnknownNameError       no kernel, protocol, model, corpus … of that name
    │   └── MissingPluginError     a log rests on a plug-in that is not there
    ├── PluginError            an installed plug-in that cannot be used
    ├── BeliefError            numbers that a kernel or the memory cannot take
    │   └── UnreachablePriorError   no common factor on the seeds reaches the target stance
    ├── CorpusError            an argument corpus that cannot be read or is too small
    ├── OneSidedError          a debate in which nothing was said for a side, so that nobody can judge it
    ├── PuzzleError            a logic puzzle that cannot be read, or cannot be made as asked
    ├── LogError               a run directory that cannot be used
    │   ├── LockedError        another process is running it
    │   ├── DamagedLogError    bytes are not what was written
    │   └── DivergedError      the run, driven again, is not the one that was recorded
    ├── ModelError             a model could not answer
    │   ├── ModelSetupError    never will as it is set up: key, name, parameter, quota
    │   └── ModelCallError     not this time, after every retry; becomes a ``failed`` outcome
    └── StoppedError           the run stopped early and can be resumed

Messages say what happened, where, and what to do. ``DoxaError.hint`` is that last part.
"""

import difflib
from collections.abc import Iterable


class DoxaError(Exception):
    """Base of all errors that doxa raises on purpose; ``hint`` says what to do about it."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class ScenarioError(DoxaError):
    """A scenario, an override or a grid is not valid; ``key`` is the dotted path at fault, where one is."""

    def __init__(self, message: str, *, hint: str = "", key: str = "") -> None:
        super().__init__(message, hint=hint)
        self.key = key


class UnknownNameError(DoxaError):
    """No kernel, protocol, model, corpus … of that name is installed."""


class MissingPluginError(UnknownNameError):
    """A log rests on a plug-in that is not installed here, or cannot be used: it cannot be read or driven on whole."""


class PluginError(DoxaError):
    """An installed plug-in that cannot be used: it does not load, or two packages bring one ``name``."""

    def __init__(self, message: str, *, name: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.name = name

    @property
    def sentence(self) -> str:
        """The message as a sentence, for the hint of another error."""
        return f"{self.message[:1].upper()}{self.message[1:]}."


class BeliefError(DoxaError):
    """A number that a kernel or the memory cannot take: NaN, infinite, or out of range."""


class UnreachablePriorError(BeliefError):
    """No common factor on the seeds' weight gives the target stance."""


class CorpusError(DoxaError):
    """An argument corpus that cannot be read, or that lacks what a scenario asks of it."""


class OneSidedError(DoxaError):
    """A debate in which nothing was said for a side, so that nobody can judge it; ``silent`` names the side."""

    def __init__(self, message: str, *, silent: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.silent = silent


class PuzzleError(DoxaError):
    """A logic puzzle that cannot be read, or cannot be made as asked; ``line`` counts from 1, 0 where there is none."""

    def __init__(self, message: str, *, hint: str = "", line: int = 0) -> None:
        super().__init__(message, hint=hint)
        self.line = line


class LogError(DoxaError):
    """A run directory that cannot be used."""


class LockedError(LogError):
    """Another process is running this directory."""


class DamagedLogError(LogError):
    """Bytes in a run directory are not those that were written."""


class DivergedError(LogError):
    """The run, driven again, is not the one that was recorded."""


class ModelError(DoxaError):
    """A model could not answer."""


class ModelSetupError(ModelError):
    """A model will never answer as it is set up: key, name, rejected parameter, exhausted quota."""


class ModelCallError(ModelError):
    """A call was given up after every retry; ``status`` is the word that the log keeps."""

    def __init__(self, message: str, *, status: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.status = status


class StoppedError(DoxaError):
    """The run stopped early (budget, interrupt, full disk) and can be resumed; ``flags`` is what that needs."""

    def __init__(self, message: str, *, hint: str = "", flags: str = "") -> None:
        super().__init__(message, hint=hint)
        self.flags = flags


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return how a hint begins where a known name is near the one that was given; empty where none is."""
    near = difflib.get_close_matches(name, list(known), 1)
    return f"Did you mean {near[0]!r}? " if near else ""
