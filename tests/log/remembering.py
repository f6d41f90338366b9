"""Verifying one log thousands of times: what is computed of the same bytes, or of the same value, is computed once.

``doxa verify`` runs as it is. Only functions are remembered that depend on nothing but what they are given: reading a
line, the canonical text of a record, hashes of records, and a debate under neutral labels. The script is driven again
up to the first problem; an intact log to its end.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from unittest import mock

from pydantic import BaseModel

from doxa.analysis import checking, redriving
from doxa.analysis.checking import Problem
from doxa.judging.blind import anonymity
from doxa.log import formats, journal, shortening
from doxa.records import base as canonical_json, events
from log import forging

KEPT = 20_000
"""Results of a function that are kept."""


class Same:
    """A value that is known by what it is, not by what it holds; it stays alive, so no other value takes its place."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value


class Remembered:
    """Makes records of fields; of the same fields once."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        made = lru_cache(KEPT)(lambda spelled: make(json.loads(spelled)))
        self.validate_python = self.model_validate = lambda fields: made(json.dumps(fields))


class ProblemFoundError(BaseException):
    """The first problem of a log that is driven again; no ``except Exception`` of a script stops it."""


class Alarm(list[Problem]):
    """A list that cannot have an entry."""

    def append(self, problem: Problem) -> None:
        raise ProblemFoundError

    def __iadd__(self, problems: Iterable[Problem]) -> "Alarm":  # type: ignore[misc,override]
        if list(problems):
            raise ProblemFoundError
        return self


@dataclass(kw_only=True)
class FirstProblem(redriving.Redriven):
    """What driving a log again shows, where one problem is enough: whatever follows, the log is not verified."""

    problems: list[Problem] = field(default_factory=Alarm)
    asked_otherwise: list[Problem] = field(default_factory=Alarm)


@contextmanager
def remembering() -> Iterator[None]:
    """Remember, within the block, what verification computes."""
    canonical = canonical_json.canonical
    with ExitStack() as around:
        around.enter_context(mock.patch.object(shortening, "EVENTS", Remembered(events.EVENTS.validate_python)))
        kinds = {name: Remembered(kind.model_validate) for name, kind in journal.KINDS.items()}
        around.enter_context(mock.patch.object(journal, "KINDS", kinds))
        around.enter_context(mock.patch.object(formats, "parse_json", lru_cache(KEPT)(formats.parse_json)))
        around.enter_context(mock.patch.object(canonical_json, "canonical", _by_record(canonical)))
        around.enter_context(
            mock.patch.object(journal.LinkedLine, "link_after", _by_self(journal.LinkedLine.link_after))
        )
        for module in (checking, forging):
            around.enter_context(mock.patch.object(module, "answer_hash", _by_records(journal.answer_hash)))
        around.enter_context(mock.patch.object(redriving, "Redriven", FirstProblem))
        around.enter_context(mock.patch.object(anonymity, "relabel", _by_content(anonymity.relabel)))
        yield


def _by_record(function: Callable[[Any], str]) -> Callable[[Any], str]:
    """Return a function of any value that remembers what it gave for each record: a record never changes."""
    remembered = lru_cache(KEPT)(lambda same: function(same.value))
    return lambda value: remembered(Same(value)) if isinstance(value, BaseModel) else function(value)


def _by_records(function: Callable[[Iterable[Any]], str]) -> Callable[[Iterable[Any]], str]:
    remembered = lru_cache(KEPT)(lambda *same: function([one.value for one in same]))
    return lambda records: remembered(*map(Same, records))


def _by_self(method: Callable[[Any, str], str]) -> Callable[[Any, str], str]:
    remembered = lru_cache(KEPT)(lambda same, text: method(same.value, text))
    return lambda self, text: remembered(Same(self), text)


def _by_content(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return a function of a record and a value that remembers what it gave for the same contents."""
    given: dict[tuple[str, str], Any] = {}

    def remembered(record: BaseModel, value: object) -> Any:
        key = (record.model_dump_json(), value.model_dump_json() if isinstance(value, BaseModel) else repr(value))
        if key not in given:
            given[key] = function(record, value)
        return given[key]

    return remembered
