"""Public values in a terminal, in a notebook and in ``help``: short, however much they hold, and with every attribute.

Functions that take a run take its log or its path.
"""

import dataclasses
import inspect
import pydoc
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import doxa
from doxa import plugin
from doxa.humans.data.registry import read_people
from doxa.humans.values import _read as people_of
from doxa.judging.debates import debate_of_run
from doxa.models.setup import performer_for
from doxa.protocols.registry import protocol_named
from doxa.records.plugins import of_system, systems

LONGEST = 1_000
"""Characters of a representation; that of a log had 184,000."""

LARGEST = 100_000
"""Characters of a value in a notebook, with its style and drawings."""

PARTS = 40
"""Entries of a collection, and values of a class, that are looked at."""

CLASSES = [thing for place in (doxa, plugin) for name in dir(place) if inspect.isclass(thing := getattr(place, name))]
VALUES = {thing.__name__ for thing in CLASSES if dataclasses.is_dataclass(thing) or issubclass(thing, BaseModel)}

SMALL = {
    "Cell", "Column", "Dataset", "Declaration", "FreeText", "Instruction", "Items", "JudgeLayer", "MissingPlugin",
    "Price", "Problem", "PromptPolicy", "Record", "Rule", "Schedule", "Settings", "Weights",
}  # fmt: skip
"""Classes with few fields, whose values this test does not make."""

SLOW = {"EstimateRow", "Fit", "FitTest", "ProfileRow", "Replay", "ScoreRow"}
"""Classes whose values take minutes to make."""


class Followed:
    """A performer whose requests and responses are kept."""

    def __init__(self, performer: doxa.Performer, kept: list[object]) -> None:
        self.performer, self.kept = performer, kept

    async def perform(self, request: plugin.Request) -> plugin.Response:
        response = await self.performer.perform(request)
        self.kept += (request, response)
        return response

    async def close(self) -> None:
        await self.performer.close()


@pytest.fixture(scope="module")
def kept() -> list[object]:
    """Return a list for what a run passes on while it goes."""
    return []


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory, kept: list[object]) -> doxa.RunLog:
    return doxa.run(
        "compulsory-voting",
        out=tmp_path_factory.mktemp("values") / "run",
        changes={"script.rounds": 10},
        watch=kept.append,
        make=lambda settings, conditions: Followed(performer_for(settings, conditions), kept),
    )


def parts_of(value: Any) -> Iterator[Any]:
    """Yield the first entries of a collection, or what the fields of a value hold."""
    if isinstance(value, Mapping):
        yield from list(value.values())[:PARTS]
    elif isinstance(value, list | tuple | set | frozenset):
        yield from list(value)[:PARTS]
    elif dataclasses.is_dataclass(value):
        yield from (getattr(value, field.name) for field in dataclasses.fields(value))
    elif isinstance(value, BaseModel):
        yield from (part for _, part in value)


def look_inside(value: Any, seen: dict[str, list[Any]]) -> None:
    """Add a value and its parts to the values of each public class."""
    if isinstance(value, str | int | float | Path | type(None)) or inspect.isclass(value):
        return
    of_kind = seen.setdefault(type(value).__name__, [])
    if type(value).__name__ in VALUES:
        if len(of_kind) >= PARTS:
            return
        of_kind.append(value)
    for part in parts_of(value):
        look_inside(part, seen)


def values(log: doxa.RunLog, folder: Path) -> Iterator[object]:
    """Yield values of every kind, large ones among them."""
    explained = doxa.explain(log, "violet")
    yield from (log, list(log.events), explained, doxa.verify(log), doxa.what_if(log, {"belief.u": 0.1}))
    yield from (doxa.load_scenario("compulsory-voting"), doxa.load_scenario("union"), debate_of_run(log))
    yield doxa.argue(log, "Fines punish the poor.", speaker="violet")
    judges = doxa.Judges(layers=("rubric",))
    yield from (doxa.transcript(log), doxa.stances(log), judges, doxa.judge(log, judges))
    changes = {"script.rounds": 1}
    yield doxa.estimate("compulsory-voting", changes={**changes, "models.speaker": "openai:gpt-4o-mini"})
    swept = doxa.sweep("compulsory-voting", {"belief.u": [0.2, 0.8]}, replicates=2, changes=changes, out=folder)
    yield from (swept, swept.runs, swept.means, swept.figure, doxa.compare(swept, by="belief.u"))
    yield from (doxa.frames(log), doxa.frames(log).messages, doxa.Prose(title="Long", paragraphs=("word " * 9_000,)))
    yield read_people("persuasiontrace")
    turns: list[doxa.AgentTurn] = []
    speaking = {"violet": lambda turn: turns.append(turn) or "Fines punish the poor."}  # type: ignore[func-returns-value]
    doxa.run("compulsory-voting", changes=changes, out=folder / "spoken", agents=speaking)
    yield turns
    yield next(protocol_named(log.spec.protocol).script(log.spec))
    yield plugin.Met(evidence=[event.body for event in log.events] * 9)  # type: ignore[misc]
    yield from systems()
    fields = ("protocols", "tasks", "hooks", "plans", "roles")
    yield from (part for system in systems() for field in fields for part in of_system(system, field).values())


def test_each_is_short(log: doxa.RunLog, kept: list[object], tmp_path: Path) -> None:
    seen: dict[str, list[Any]] = {}
    for value in (*values(log, tmp_path / "sweep"), *kept):
        look_inside(value, seen)
    assert seen.keys() >= VALUES - SMALL - SLOW
    lengths = {name: max(len(repr(value)) for value in seen[name]) for name in VALUES & seen.keys()}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
    pages = {
        name: max(len(value._repr_html_()) for value in seen[name])
        for name in VALUES & seen.keys()
        if hasattr(seen[name][0], "_repr_html_")
    }
    assert {name: length for name, length in pages.items() if length > LARGEST} == {}
    assert pages.keys() >= {"RunLog", "RunSpec", "Explanation", "TriedArgument", "Claim", "People", "Response"}


def test_a_small_value_is_shown_in_full() -> None:
    usage = plugin.Usage(input_tokens=1_000, output_tokens=2)
    assert str(usage) == repr(usage) == "Usage(input_tokens=1000, output_tokens=2, cached_tokens=None)"


def test_help_has_the_docstrings_of_attributes_and_schemas_do_not() -> None:
    for kind, words in ((doxa.Budget, "usd: US dollars."), (plugin.Task, "(reply) → its text for the report")):
        assert words in pydoc.plain(pydoc.render_doc(kind))
    assert doxa.Budget.model_json_schema()["description"].endswith("may have a larger budget.")


def test_what_takes_a_run_takes_its_log_or_its_path(log: doxa.RunLog, tmp_path: Path) -> None:
    doxa.stances(log)  # a judge reads them, so that they count as people
    for run in (log, log.path, str(log.path)):
        assert doxa.open_run(run).path == log.path
        assert doxa.explain(run, "violet").agent == "violet"
        assert doxa.verify(run).status == "verified"
        assert doxa.what_if(run, {"belief.u": 0.1}).curves.keys() == {"violet", "cobalt"}
        assert doxa.argue(run, "Fines punish the poor.", speaker="violet").effects
        assert len(doxa.frames(run)) == 1
        assert doxa.resume(run).finished
        assert people_of(run, None).rounds
        with pytest.raises(doxa.DoxaError, match="are the same directory"):
            doxa.compare(run, log)
