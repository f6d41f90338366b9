"""Every exception that doxa raises on purpose.

    DoxaError
    ├── UsageError             a command was given words that it does not take
    ├── ScenarioError          a scenario, an override or a grid is not valid
    ├── UnknownNameError       no kernel, protocol, model, corpus … of that name
    │   └── MissingPluginError     a log needs a plug-in that is not installed
    ├── PluginError            an installed plug-in that cannot be used
    ├── BeliefError            numbers that a kernel or the memory does not accept
    │   └── UnreachablePriorError   no common factor on the seeds reaches the target stance
    ├── CorpusError            an argument corpus that cannot be read or is too small
    ├── OneSidedError          a debate in which a side said nothing, so that nobody can judge it
    ├── PuzzleError            a logic puzzle that cannot be read, or cannot be made as asked
    ├── LogError               a run directory that cannot be used
    │   ├── LockedError        another process uses the directory
    │   ├── DiskError          the disk did not take a file: it is full, or has a fault; the same call goes on
    │   ├── DamagedLogError    the bytes are not those that were written
    │   ├── NewerLogError      a later doxa wrote it in a format that this one cannot read
    │   └── DivergedError      the run, driven again, differs from the recorded one
    ├── ModelError             a model could not answer
    │   ├── ModelSetupError    it never will as it is set up: key, name, parameter, quota
    │   │   └── ClusterError        the Ray cluster that is to compute cannot be reached or used
    │   └── ModelCallError     it did not after every retry; becomes a ``failed`` outcome
    │       └── NoWordsError        a transcript or a person has no words for this turn
    ├── NoAnswerError          a step without whose answer the run cannot go on gave none; resuming does not help
    └── StoppedError           the run stopped early and can be resumed

Messages say what happened, where, and what to do. ``DoxaError.hint`` is that last part.
"""

import difflib
from collections.abc import Iterable

KEPT = "Nothing that was recorded is lost."


class DoxaError(Exception):
    """Base of all errors that doxa raises on purpose; ``hint`` says what to do about it."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class UsageError(DoxaError):
    """A command was given words that it does not take, or that do not go together."""


class ScenarioError(DoxaError):
    """A scenario, an override or a grid is not valid; ``key`` is the dotted path at fault, or empty."""

    def __init__(self, message: str, *, hint: str = "", key: str = "") -> None:
        super().__init__(message, hint=hint)
        self.key = key


class UnknownNameError(DoxaError):
    """No kernel, protocol, model, corpus … of that name is installed."""


class MissingPluginError(UnknownNameError):
    """A log needs a plug-in that is not installed or cannot be used, so that it cannot be fully read or continued."""


class PluginError(DoxaError):
    """An installed plug-in cannot be used: it does not load, or two packages register the same ``name``."""

    def __init__(self, message: str, *, name: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.name = name

    @property
    def sentence(self) -> str:
        """The message as a sentence, for use in another error's hint."""
        return f"{self.message[:1].upper()}{self.message[1:]}."


class BeliefError(DoxaError):
    """A number is NaN, infinite or out of range, so that a kernel or the memory does not accept it."""


class UnreachablePriorError(BeliefError):
    """No common factor on the seeds' weight gives the target stance."""


class CorpusError(DoxaError):
    """An argument corpus cannot be read, or lacks what a scenario needs from it."""


class OneSidedError(DoxaError):
    """A debate cannot be judged because one side, named by ``silent``, said nothing."""

    def __init__(self, message: str, *, silent: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.silent = silent


class PuzzleError(DoxaError):
    """A logic puzzle cannot be read, or cannot be made as asked; ``line`` counts from 1, 0 where there is none."""

    def __init__(self, message: str, *, hint: str = "", line: int = 0) -> None:
        super().__init__(message, hint=hint)
        self.line = line


class LogError(DoxaError):
    """A run directory cannot be used."""


class LockedError(LogError):
    """Another process uses this run directory."""


class DiskError(LogError):
    """The disk did not take what was to be written: it is full, or has a fault. The same call goes on afterwards.

    Args:
        remedy: the beginning of the sentence that says what to do first.
    """

    def __init__(self, message: str, *, remedy: str = "See to the disk") -> None:
        super().__init__(message, hint=f"{KEPT} {remedy}, then give the same call again.")


class DamagedLogError(LogError):
    """Bytes in a run directory are not those that were written."""


class NewerLogError(LogError):
    """A log of a later format than this doxa reads."""


class DivergedError(LogError):
    """The run, driven again, differs from the recorded one."""


class ModelError(DoxaError):
    """A model could not answer."""


class ModelSetupError(ModelError):
    """A model will never answer as it is set up: key, name, rejected parameter, exhausted quota."""


class ClusterError(ModelSetupError):
    """The Ray cluster that is to compute cannot be reached or used: address, version, disk, or Ray is not installed."""


class ModelCallError(ModelError):
    """A call was given up after every retry; ``status`` is the word that the log records.

    Args:
        again: of a performer of another package: whether only this try failed, so that doxa tries again.
        retry_after: seconds that the service asks to wait before.
    """

    def __init__(
        self, message: str, *, status: str, hint: str = "", again: bool = False, retry_after: float | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.status = status
        self.again = again
        self.retry_after = retry_after


class NoWordsError(ModelCallError):
    """A recorded speaker or a person has no words for a step; the run goes on, and asking again would find none."""

    def __init__(self, message: str, *, status: str = "no_line") -> None:
        super().__init__(message, status=status)


class NoAnswerError(DoxaError):
    """A step without whose answer a run cannot go on gave none; resumed, the run would find the same reply again."""

    def __init__(self, message: str) -> None:
        super().__init__(
            message,
            hint="What was answered is kept. Mend that role's model, then ask again: doxa fork DIR --failed",
        )


class StoppedError(DoxaError):
    """The run stopped early (budget, interrupt, full disk) and can be resumed with the options in ``flags``."""

    def __init__(self, message: str, *, hint: str = "", flags: str = "") -> None:
        super().__init__(message, hint=hint)
        self.flags = flags


def did_you_mean(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the beginning of a hint that proposes the known name nearest to ``name``; empty where none is near.

    Args:
        cutoff: the least similarity, from 0 to 1.
    """
    near = difflib.get_close_matches(name, list(known), 1, cutoff)
    return f"Did you mean {near[0]!r}? " if near else ""
