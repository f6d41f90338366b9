"""Write the generated parts of ``docs/`` from the code: scenario keys, command helps, events, providers.

    python tools/write_docs.py            rewrite the files that differ
    python tools/write_docs.py --check    write nothing; exit 1 and name the files that differ

A generated part lies between ``<!-- generated: NAME -->`` and ``<!-- end -->``; everything else is written by hand.
"""

import ast
import inspect
import io
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from rich.console import Console

from doxa.analysis.hooks import Hooks
from doxa.app.cli import app, command_names
from doxa.beliefs.base import GROUP as KERNELS
from doxa.engine.gate import Budget
from doxa.evidence.admission import Admission
from doxa.experiments.contributions import brought_for
from doxa.experiments.panel import PanelScenario, QuotaScenario
from doxa.experiments.scenario import (
    AgentScenario,
    HearingScenario,
    ModelsScenario,
    Scenario,
    SeedsScenario,
    scenario_type,
)
from doxa.log.journal import EXCEPTED, CallRecord, SittingRecord
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration
from doxa.models.offline.accuracy import ACCURACIES
from doxa.models.providers.endpoints import SERVICES
from doxa.protocols.registry import default_protocol, protocol_named, protocol_names
from doxa.records.attributes import attribute_docs
from doxa.records.claims import Claim, Evidence, Exposure, Item, Readout, Trace
from doxa.records.events import (
    AmendedBody,
    BatchBody,
    EndBody,
    HeardBody,
    MovedBody,
    OpenedBody,
    SeededBody,
)
from doxa.records.plugins import of_system, systems
from doxa.records.questions import SurveyQuestion
from doxa.records.spec import (
    Amendment,
    Label,
    ModelSettings,
    PanelFile,
    Parent,
    Participant,
    Policy,
    Prior,
    PromptPolicy,
    Proposition,
    RunSpec,
    SeedArgument,
)
from doxa.records.steps import Outcome
from doxa.system import System
from doxa.systems.feed.protocol.events import TimedEvent
from doxa.systems.feed.protocol.settings import AudienceSettings, Bot, Ranking
from doxa.systems.feed.tasks.population_round import ListenerNetwork
from doxa.systems.round_table.measures import MetricDefinitions
from doxa.tasks.registry import task_named, task_names
from doxa.tasks.wordings import wording_of

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
DOCS = Path(__file__).resolve().parent.parent / "docs"
COLUMNS = 100
PART = re.compile(r"(?P<head><!-- generated: (?P<name>[\w-]+) -->\n).*?(?P<tail><!-- end -->)", re.DOTALL)

Model = type[BaseModel]

SCENARIO: tuple[tuple[str, Model], ...] = (
    ("The file itself", Scenario),
    ("`[agents.ID]`", AgentScenario),
    ("`[panel]`", PanelScenario),
    ("`[[panel.quota]]`", QuotaScenario),
    ("`[memory]`", Admission),
    ("`[policy]`", Policy),
    ("`[policy.prompt]`", PromptPolicy),
    ("`[prior]`", Prior),
    ("`[script.ranking]` of a feed", Ranking),
    ("`[script.audience]` of a feed", AudienceSettings),
    ("`[script.network]` of a population", ListenerNetwork),
    ("`[script.metrics]` of a round table", MetricDefinitions),
    ("`[[script.events]]` of a feed or a population", TimedEvent),
    ("`[script.bots.HANDLE]` of a feed", Bot),
    ("`[seeds]`", SeedsScenario),
    ("`[hearing]`", HearingScenario),
    ("`[[questions]]`", SurveyQuestion),
    ("`[models]`", ModelsScenario),
    ("`[models.ROLE]`", ModelSettings),
    ("`[conditions]`", Conditions),
    ("`[budget]`", Budget),
)

EVENTS: tuple[tuple[str, Model], ...] = (
    ("`opened`", OpenedBody),
    ("`seeded`", SeededBody),
    ("`batch`", BatchBody),
    ("`outcome`", Outcome),
    ("`heard`", HeardBody),
    ("`moved`", MovedBody),
    ("`amended`", AmendedBody),
    ("`end`", EndBody),
)

VALUES: tuple[tuple[str, Model], ...] = tuple(
    (f"`{kind.__name__}`", kind) for kind in (Claim, Evidence, Exposure, Trace, Item, Readout)
)

SPEC: tuple[tuple[str, Model], ...] = tuple(
    (f"`{kind.__name__}`", kind)
    for kind in (RunSpec, Proposition, Participant, PanelFile, SeedArgument, Label, Amendment, Parent)
)

JOURNAL: tuple[tuple[str, Model], ...] = (("`call`", CallRecord), ("`sitting`", SittingRecord))


HOMES: dict[str, tuple[str, str]] = {
    kind.__name__: (page, re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-"))
    for page, models in (("scenario.md", SCENARIO), ("log-format.md", (*EVENTS, *VALUES, *SPEC, *JOURNAL)))
    for title, kind in models
}
"""Model → the page and heading that show its table."""


def tables(models: tuple[tuple[str, Model], ...], page: str) -> str:
    """Return a table with a heading for each model."""
    return "\n\n".join(f"### {title}\n\n{table(kind, page)}" for title, kind in models)


def table(kind: Model, page: str) -> str:
    """Return the fields of a model as a Markdown table: name, type, docstring; in scenarios the default too."""
    if not kind.model_fields:
        return "No keys."
    schema = kind.model_json_schema()
    defaults = page == "scenario.md"
    head = ["key", "type", "default", "what it says"] if defaults else ["field", "type", "what it says"]
    rows = [head, ["---"] * len(head)]
    for name, told in schema["properties"].items():
        row = [f"`{name}`", type_of(told, page)]
        if defaults:
            row.append(default_of(kind, name))
        rows.append([*row, docstrings(kind).get(name) or said_of(told, schema)])
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)


def type_of(told: Mapping[str, Any], page: str) -> str:
    """Return the values that a JSON schema admits, in words."""
    if "$ref" in told:
        return _linked(_referred(told), page)
    if "anyOf" in told:
        kinds = [type_of(one, page) for one in told["anyOf"] if one.get("type") != "null"]
        return " or ".join(kinds) + (" or nothing" if len(kinds) < len(told["anyOf"]) else "")
    if "const" in told:
        return f"`{json.dumps(told['const'])}`"
    if "enum" in told:
        return ", ".join(f"`{json.dumps(one)}`" for one in told["enum"])
    match told.get("type"):
        case "array":
            return f"list of {type_of(told.get('items', {}), page)}"
        case "object":
            inner = type_of(told.get("additionalProperties") or {}, page)
            return "table" if inner == ANYTHING else f"table of {inner}"
        case "string":
            return "text"
        case "boolean":
            return "true or false"
        case "integer" | "number" as kind:
            return f"{'whole number' if kind == 'integer' else 'number'}{_range(told)}"
    return ANYTHING


ANYTHING = "any JSON value"


def _linked(name: str, page: str) -> str:
    if name == "JsonValue":
        return ANYTHING
    if name not in HOMES:
        return f"`{name}`"
    home, heading = HOMES[name]
    shown = "table" if page == home == "scenario.md" else f"`{name}`"
    return f"[{shown}]({'' if page == home else home}#{heading})"


def _referred(told: Mapping[str, Any]) -> str:
    return str(told.get("$ref", "")).rsplit("/", 1)[-1]


def _range(told: Mapping[str, Any]) -> str:
    low, high = told.get("minimum"), told.get("maximum")
    above = told.get("exclusiveMinimum")
    if low is not None and high is not None:
        return f", {low:g} to {high:g}"
    bounds = [] if low is None else [f"{low:g} or more"]
    bounds += [] if above is None else [f"above {above:g}"]
    bounds += [] if high is None else [f"at most {high:g}"]
    return f", {', '.join(bounds)}" if bounds else ""


def default_of(kind: Model, name: str) -> str:
    """Return a key's default as a scenario would write it; for a table only the keys that differ from its defaults."""
    field = kind.model_fields[name]
    if field.is_required():
        return "required"
    if field.default_factory is default_protocol:
        return f"`{json.dumps(default_protocol())}`"
    value = field.default
    if isinstance(value, BaseModel):
        return ", ".join(f"`{key} = {json.dumps(one)}`" for key, one in value.model_dump(exclude_defaults=True).items())
    return "" if field.default_factory or value in (None, "") else f"`{json.dumps(value)}`"


def said_of(told: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the docstring of a key's table, for keys without a docstring of their own."""
    inner = told.get("additionalProperties", told)
    name = _referred(inner if isinstance(inner, dict) else {})
    return markdown(schema.get("$defs", {}).get(name, {}).get("description", "").split("\n\n")[0])


@cache
def docstrings(kind: Model) -> Mapping[str, str]:
    """Return field → its docstring on one line in Markdown, for a model and its bases."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if issubclass(one, BaseModel) and one is not BaseModel:
            found |= _docstrings(one)
    return found


def _docstrings(kind: Model) -> dict[str, str]:
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    pairs = zip(body.body, body.body[1:], strict=False)
    return {
        field.target.id: markdown(words.value.value)
        for field, words in pairs
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(words, ast.Expr)
        and isinstance(words.value, ast.Constant)
        and isinstance(words.value.value, str)
    }


def markdown(text: str) -> str:
    """Return a docstring in Markdown."""
    return " ".join(text.split()).replace("``", "`")


def built_in(group: str) -> Iterator[tuple[EntryPoint, Any]]:
    """Return the entry points of a group that doxa itself registers, loaded, by name."""
    for point in sorted(entry_points(group=group), key=lambda one: one.name):
        if point.value.startswith("doxa."):
            yield point, point.load()


def kernels() -> str:
    """Return a table of settings for each built-in kernel."""
    parts = []
    for point, kind in built_in(KERNELS):
        needs = ", ".join(sorted(kind.needs)) or "nothing"
        about = f"{summary(inspect.getmodule(kind))} Needs: {needs}. Module: `{point.value.partition(':')[0]}`."
        parts.append(f"### `[belief]` of the kernel `{point.name}`\n\n{about}\n\n{table(kind.Settings, 'scenario.md')}")
    return "\n\n".join(parts)


def protocols() -> str:
    """Return a table of settings for each built-in protocol."""
    parts = []
    for name in protocol_names():
        protocol = protocol_named(name)
        about = summary(inspect.getmodule(protocol.script))
        settings = table(protocol.Settings, "scenario.md")
        parts.append(f"### `[script]` of the protocol `{name}`\n\n{about}\n\n{settings}")
    return "\n\n".join(parts)


def summary(thing: object) -> str:
    """Return the first paragraph of a docstring in Markdown."""
    return markdown((inspect.getdoc(thing) or "").split("\n\n")[0])


def excepted() -> str:
    """Return the fields of the journal that verification cannot bind."""
    documented = {"kind": "", "link": ""}
    sitting = ", ".join(f"`{name}`" for name in SittingRecord.model_fields if name not in documented)
    return f"- of a call: {', '.join(f'`{name}`' for name in EXCEPTED)};\n- of a sitting: {sitting}."


def tables_of_systems() -> str:
    """Return the tables and model roles that each system adds to the scenarios of its protocols."""
    parts = []
    for system in systems():
        protocols = " or ".join(f"`{name}`" for name in of_system(system, "protocols"))
        for name, kind in of_system(system, "tables").items():
            readers = [one for one in of_system(system, "protocols") if name in brought_for(one).hooks.tables]
            head = f"### `[{name}]` of the system `{system.name}`"
            about = f"{summary(kind)} For the protocol {' or '.join(f'`{one}`' for one in readers)}."
            parts.append(f"{head}\n\n{about}\n\n{table(kind, 'scenario.md')}")
        if of_system(system, "roles"):
            head = f"### `[models]` of the system `{system.name}`"
            parts.append(f"{head}\n\nFor the protocol {protocols}.\n\n{roles(system)}")
    return "\n\n".join(parts)


def roles(system: Any) -> str:
    """Return the model roles of a system as a Markdown table."""
    models: Any = scenario_type(next(iter(of_system(system, "protocols")))).model_fields["models"].annotation
    kind = _linked("ModelSettings", "scenario.md")
    rows = [["key", "type", "default", "what it says"], ["---"] * 4]
    for name, role in of_system(system, "roles").items():
        rows.append([f"`{name}`", kind, default_of(models, name), markdown(role.help) or summary(ModelSettings)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def providers() -> str:
    """Return a table of the providers that have an address, their extras and their environment variables."""
    rows = ["| write it as | install | key from | address from, or | ", "| --- | --- | --- | --- |"]
    for one in (service for service in SERVICES.values() if service.url):
        keys = " or ".join(f"`{name}`" for name in one.keys)
        rows.append(
            f"| `{one.name}:NAME` | `pip install 'doxa[{one.family}]'` "
            f"| {keys}{'' if one.needs_key else ' (optional)'} "
            f"| `{one.url}`{f', or {one.default_url}' if one.default_url else ' (required)'} |"
        )
    return "\n".join(row.rstrip() for row in rows)


def accuracies() -> str:
    """Return a table of how often the offline judge is right, by kind of text."""
    rows = [
        "| text | number | right | left unclear | right of the others | source | measured by |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind in ACCURACIES.values():
        decided = ("–", "–") if kind.decided is None else (f"{kind.unclear:.3f}", f"{kind.decided:.3f}")
        cells = (
            kind.texts,
            f"{kind.of:,}",
            f"{kind.right:.3f}",
            *decided,
            kind.source,
            f"`{kind.command}`",
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def commands() -> str:
    """Return the help of ``doxa`` and of each command, at a fixed width and without colour."""
    parts = [f"## doxa\n\n{helped([])}"]
    parts += [f"## doxa {name}\n\n{helped(name.split())}" for name in command_names()]
    return "\n\n".join(parts)


def helped(words: list[str]) -> str:
    shown = io.StringIO()
    app.help_print(words, console=Console(file=shown, width=COLUMNS, color_system=None, force_terminal=False))
    lines = [line.rstrip() for line in shown.getvalue().strip().splitlines()]
    return "\n".join(["```text", *lines, "```"])


def fields(kind: type) -> str:
    """Return a table of a dataclass's fields: name and docstring."""
    rows = [f"| `{name}` | {markdown(text)} |" for name, text in attribute_docs(kind).items()]
    return "\n".join(["| field | what it is |", "| --- | --- |", *rows])


def files(language: str, *names: str, package: str = "delphi") -> str:
    """Return files of an example's package as fenced blocks, which the documentation's tests write."""
    blocks = []
    for name in names:
        text = (EXAMPLES / package / name).read_text(encoding="utf-8")
        blocks.append(f"<!-- file: doxa-{package}/{name} -->\n```{language}\n{text}```")
    return "\n\n".join(blocks)


def prompts() -> str:
    """Return the wording of every task whose performer reads one, as a file that a user can change."""
    read = [
        task for name in task_names() if (task := task_named(name)).role not in ("embedder", "listeners", "reciter")
    ]
    return "\n\n".join(f"### `{task.name}`\n\n```text\n{wording_of(task)}```" for task in read)


MAKERS: dict[str, Callable[[], str]] = {
    "record": lambda: fields(System),
    "hooks": lambda: fields(Hooks),
    "delphi-record": lambda: files("python", "doxa_delphi/__init__.py"),
    "delphi-panel": lambda: files("python", "doxa_delphi/panel.py"),
    "delphi-shown": lambda: files("python", "doxa_delphi/shown.py"),
    "delphi-scenario": lambda: files("toml", "doxa_delphi/scenarios/delphi.toml"),
    "declaration": lambda: fields(Declaration),
    "sibyl": lambda: files("python", "doxa_sibyl.py", package="sibyl"),
    "scenario": lambda: tables(SCENARIO, "scenario.md"),
    "systems": tables_of_systems,
    "kernels": kernels,
    "protocols": protocols,
    "commands": commands,
    "prompts": prompts,
    "events": lambda: tables(EVENTS, "log-format.md"),
    "values": lambda: tables(VALUES, "log-format.md"),
    "spec": lambda: tables(SPEC, "log-format.md"),
    "journal": lambda: tables(JOURNAL, "log-format.md"),
    "excepted": excepted,
    "providers": providers,
    "accuracies": accuracies,
}
"""The functions that make the generated parts, by the name in the marker."""


def rewritten(text: str) -> str:
    """Return a page with its generated parts made anew.

    Raises:
        SystemExit: a marker names an unknown part.
    """

    def made(found: re.Match[str]) -> str:
        name = found["name"]
        if name not in MAKERS:
            raise SystemExit(f"there is no generated part {name!r}; there are: {', '.join(sorted(MAKERS))}")
        return f"{found['head']}\n{MAKERS[name]()}\n\n{found['tail']}"

    return PART.sub(made, text)


def main() -> None:
    """Write the pages, or print which ones are stale."""
    check = "--check" in sys.argv[1:]
    stale = False
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        now = rewritten(text)
        if now == text:
            continue
        name = page.relative_to(DOCS.parent)
        if check:
            stale = True
            print(f"{name} is out of date with the code: run `make docs`", file=sys.stderr)
        else:
            page.write_text(now, encoding="utf-8")
            print(f"{name} written")
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
