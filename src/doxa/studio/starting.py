"""The addresses that start, stop and fork runs. Each is a command in a process of its own, which the page shows.

The form of a fork has the settings that may change at a turn, with their values there.
"""

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.routing import Route

from doxa.beliefs.base import kernel_class
from doxa.errors import ScenarioError, UsageError
from doxa.evidence.admission import Admission
from doxa.experiments.arguing import settings_at
from doxa.experiments.dry_runs import Forecast
from doxa.experiments.forking import estimate_fork, fork_start, forked_spec
from doxa.experiments.overrides import parse_value
from doxa.log.disk import make_folders, write_text
from doxa.log.rundir import RunLog
from doxa.protocols.registry import protocol_named
from doxa.records.base import JsonValue, Record
from doxa.records.events import BatchOpened
from doxa.records.spec import Hearing, ModelSettings, Participant, Policy
from doxa.studio import scenarios
from doxa.studio.asking import address, setting_text
from doxa.studio.guard import refuse_changes, refuse_far_models
from doxa.studio.opened import OpenedRuns
from doxa.studio.own_motion import TypedArguments, read_arguments
from doxa.studio.processes import Children, command, stop
from doxa.studio.scenarios import add_table, change_text, new_entry, read_text
from doxa.studio.schemas import Former, Section, schema_of
from doxa.studio.shelf import RunShelf, handle_of
from doxa.studio.spoken import BroughtConversation, keep_spoken, listening_words

SCENARIOS = "scenarios"
"""The folder, below the studio's, of the scenarios that its form wrote."""


FRAMES = "frames"
"""The folder, within a run's or a folder's of runs, of the tables that ``doxa frames`` writes."""


class Draft(Record):
    """A scenario's text from the page, and a change of it."""

    text: str
    place: tuple[str | int, ...] = Field(default=(), max_length=20)
    """The value to change; empty to change nothing."""
    value: JsonValue = None
    """The new value; None takes it out of the text."""
    toml: bool = False
    """Whether the value is TOML as text."""
    add: bool = False
    """Whether a new table is added at the place."""


class Begin(Record):
    """A run to start."""

    text: str
    name: str = ""
    """The built-in scenario that the text began as."""
    max_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)


class ForkAt(Record):
    """A fork to start."""

    at: str
    set: dict[str, JsonValue] = Field(default_factory=dict)
    max_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    dry: bool = False
    """Whether nothing is started, and the answer is what it would take."""


class Tables(Record):
    """Tables to write."""

    to: Literal["csv", "jsonl", "parquet", "convokit"] = "csv"
    name: str = ""
    """The folder of runs; the run's own in its address."""


@dataclass(frozen=True, kw_only=True)
class Starting:
    """What starts, stops and continues runs."""

    shelf: RunShelf
    runs: OpenedRuns
    children: Children

    def routes(self) -> list[Route]:
        return [
            address("/api/scenarios", lambda request: scenarios.scenario_names()),
            address(
                "/api/scenarios/{name:path}",
                lambda request: {"text": scenarios.scenario_text(request.path_params["name"])},
            ),
            address("/api/draft", self.draft, takes=Draft),
            address("/api/estimate", self.estimate, takes=Draft),
            address("/api/readings", lambda request, typed: read_arguments(typed), takes=TypedArguments),
            address("/api/begin", self.begin, takes=Begin),
            address(
                "/api/conversation",
                lambda request, spoken: keep_spoken(spoken, self.shelf.root)[1],
                takes=BroughtConversation,
            ),
            address("/api/listen", self.listen, takes=BroughtConversation),
            address("/api/runs/{run}/stop", self.stop, posts=True),
            address("/api/runs/{run}/resume", self.resume, posts=True),
            address("/api/runs/{run}/fork-form", self.fork_form),
            address("/api/runs/{run}/fork", self.fork, takes=ForkAt),
            address("/api/runs/{run}/frames", self.write_tables, takes=Tables),
            address("/api/group/frames", self.write_tables, takes=Tables),
            address("/api/commands/{number:int}", self.report),
        ]

    def draft(self, request: Request, draft: Draft) -> scenarios.Checked:
        text = draft.text
        if draft.place and draft.add:
            text = add_table(text, draft.place, new_entry(read_text(text), draft.place))
        elif draft.place:
            is_written = draft.toml and isinstance(draft.value, str)
            text = change_text(text, draft.place, parse_value(str(draft.value)) if is_written else draft.value)
        return scenarios.check(text, self.shelf.root)

    def estimate(self, request: Request, draft: Draft) -> dict[str, JsonValue]:
        return scenarios.estimate(draft.text, self.shelf.root)

    def begin(self, request: Request, wanted: Begin) -> dict[str, JsonValue]:
        checked = scenarios.check(wanted.text, self.shelf.root)
        if checked.error:
            raise ScenarioError(checked.error, hint=checked.hint)
        _require_bound(paid=checked.paid, max_usd=checked.usd if wanted.max_usd is None else wanted.max_usd)
        name = f"{_word(wanted.name or checked.proposition)}-{sha256(wanted.text.encode()).hexdigest()[:8]}"
        file, out = self.shelf.root / SCENARIOS / f"{name}.toml", self.shelf.root / name
        make_folders(file.parent)
        write_text(file, wanted.text)
        return self._start(["run", str(file), "--out", str(out), "--quiet", *_bound(wanted.max_usd)], out)

    def listen(self, request: Request, spoken: BroughtConversation) -> dict[str, JsonValue]:
        path, _ = keep_spoken(spoken, self.shelf.root)
        out = self.shelf.root / f"{_word(path.stem)}-{sha256(spoken.model_dump_json().encode()).hexdigest()[:8]}"
        return self._start(listening_words(spoken, path, out), out)

    def stop(self, request: Request) -> dict[str, JsonValue]:
        stop(self._path(request))
        return {}

    def resume(self, request: Request) -> dict[str, JsonValue]:
        path = self._path(request)
        refuse_far_models(self.runs.open(path).log, self.shelf.root, "resume")
        return self._start(["resume", str(path), "--quiet"], path)

    def fork_form(self, request: Request) -> list[JsonValue]:
        log = self.runs.open(self._path(request)).log
        return [section.model_dump(mode="json") for section in fork_form(log, request.query_params.get("at", ""))]

    def fork(self, request: Request, wanted: ForkAt) -> dict[str, JsonValue]:
        path = self._path(request)
        log = self.runs.open(path).log
        refuse_changes(wanted.set, self.shelf.root)
        refuse_far_models(log, self.shelf.root, "fork")
        spec = forked_spec(log, fork_start(log, wanted.at, wanted.set)[0], wanted.set)
        out = path.with_name(f"{path.name}-fork-{spec.hash[:8]}")
        sets = [word for name, value in wanted.set.items() for word in ("--set", f"{name}={setting_text(value)}")]
        words = ["fork", str(path), "--at", wanted.at, *sets, "--out", str(out), "--quiet", *_bound(wanted.max_usd)]
        paid = scenarios.is_paid(spec)
        if wanted.dry:
            forecast = estimate_fork(log, wanted.at, wanted.set) if paid else Forecast(runs=1, models=())
            return {"paid": paid, "expense": scenarios.expense_of(forecast), "command": command(words)}
        _require_bound(paid=paid, max_usd=wanted.max_usd)
        return self._start(words, out)

    def write_tables(self, request: Request, wanted: Tables) -> dict[str, JsonValue]:
        """Return the process that writes the tables of a run or a folder into its own folder ``frames``."""
        directory = self._path(request) if "run" in request.path_params else self.shelf.folder(wanted.name)
        words = ["frames", str(directory), "--to", wanted.to]
        return {"number": self.children.start(words), "command": command(words), "files": str(directory / FRAMES)}

    def report(self, request: Request) -> dict[str, JsonValue]:
        handle = request.query_params.get("run", "")
        return {
            **self.children.report(request.path_params["number"]),
            "there": any(row.handle == handle and row.events for row in self.shelf.rows()),
        }

    def _path(self, request: Request) -> Path:
        return self.shelf.path(request.path_params["run"])

    def _start(self, words: list[str], out: Path) -> dict[str, JsonValue]:
        return {
            "number": self.children.start(words),
            "command": command(words),
            "run": handle_of(str(out.relative_to(self.shelf.root))),
        }


def _require_bound(*, paid: bool, max_usd: float | None) -> None:
    if paid and max_usd is None:
        raise UsageError("this run asks models that may cost money", hint="Give a bound in US dollars first.")


def _bound(max_usd: float | None) -> list[str]:
    return [] if max_usd is None else ["--max-usd", str(max_usd)]


def _word(name: str) -> str:
    """Return a name as that of a folder."""
    kept = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in os.path.basename(name))
    return kept.strip("-")[:60] or "run"


MOST_AGENTS = 48
"""Agents that have a section of their own; those of more are changed by the command."""

NOT_MIDWAY = ("corpus",)
"""Settings of a model that name files."""


def fork_form(log: RunLog, at: str) -> tuple[Section, ...]:
    """Return what may change in a fork at a turn: of agents, hearing and models; and of the script, from the start."""
    spec, _ = settings_at(log, _number_of(log, at))
    people = spec.participants[:MOST_AGENTS]
    text: dict[str, Any] = {
        "agents": {
            person.id: {
                "belief": dict(person.belief),
                "memory": dict(person.memory),
                "policy": person.policy.model_dump(mode="json"),
            }
            for person in people
        },
        "hearing": {name: getattr(spec.hearing, name) for name in Hearing.model_fields},
        "models": {role: settings.model_dump(mode="json") for role, settings in spec.roles.items()},
        "script": dict(spec.script),
    }
    former = Former(text=text, leaves_out=lambda place: place[-1] in NOT_MIDWAY)
    agents = [_agent_section(former, person) for person in people]
    models = [former.section(schema_of(ModelSettings), ("models", role), role) for role in spec.roles]
    script = former.section(schema_of(protocol_named(spec.protocol).Settings), ("script",), "script, from the start")
    return (
        *agents,
        former.section(schema_of(Hearing), ("hearing",), "hearing"),
        Section(path="models", place=("models",), title="models", kind="names", sections=tuple(models)),
        script.model_copy(update={"sections": (), "meaning": ""}),
    )


def _number_of(log: RunLog, at: str) -> int:
    """Return the number of the batch in which a step is; that of the last where it is in none."""
    batches = [event.body.keys for event in log.events if isinstance(event, BatchOpened)]
    return next((number for number, keys in enumerate(batches, 1) if at in keys), len(batches))


def _agent_section(former: Former, person: Participant) -> Section:
    place, kinds = ("agents", person.id), dict[str, type[BaseModel]](policy=Policy)
    if person.kernel:
        kinds = {"belief": kernel_class(person.kernel).Settings, "memory": Admission, **kinds}
    parts = tuple(former.section(schema_of(kind), (*place, name), name) for name, kind in kinds.items())
    return Section(path=f"agents.{person.id}", place=place, title=person.name, kind="table", sections=parts)
