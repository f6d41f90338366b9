"""``doxa show``: one installed thing in full: a scenario's file, or a plug-in's description, settings and place."""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from doxa.app.catalogue import CatalogueEntry, find_entries, module_text, own_text
from doxa.models.setup import describe as describe_models
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json


def show(
    name: Annotated[
        str, Parameter(help="A scenario, system, kernel, policy, data set, model, format …: see doxa list.")
    ],
    /,
    *,
    kind: Annotated[str, Parameter(help="Its kind, where several kinds use the name.")] = "",
    json: Json = False,
) -> None:
    """Show one installed thing in full."""
    entries = find_entries(name, kind)
    if json:
        console.print_json(data=[_as_json(entry) for entry in entries])
        return
    for place, entry in enumerate(entries):
        if place:
            console.print()
        _print(entry)


def _as_json(entry: CatalogueEntry) -> dict[str, Any]:
    settings = _settings_of(entry.thing)
    return {
        "kind": entry.kind,
        "name": entry.name,
        "about": entry.about,
        "package": entry.package or "doxa",
        "place": entry.place,
        "description": _text_of(entry),
        "settings": settings.model_json_schema() if settings else None,
    }


def _print(entry: CatalogueEntry) -> None:
    """Print an entry; that of a file is valid TOML, so that the output can be the start of one's own file."""
    head = f"{entry.kind} {entry.name}, of {entry.package or 'doxa'}: {entry.place}"
    if isinstance(entry.thing, Path):
        console.file.write(f"# {head}\n{_text_of(entry)}")
        return
    console.print(
        f"[bold]{plain(entry.kind)} {plain(entry.name)}[/], of {plain(head.partition(', of ')[2])}", soft_wrap=True
    )
    if entry.thing is None:
        console.print(plain(entry.about), soft_wrap=True)
        return
    for line in _text_of(entry).splitlines():
        console.print(plain(line), soft_wrap=True)
    for line in _facts(entry):
        console.print(line, soft_wrap=True)


def _text_of(entry: CatalogueEntry) -> str:
    """Return the file, or the description of a plug-in: its own and its module's where they differ."""
    if isinstance(entry.thing, Path):
        return entry.thing.read_text(encoding="utf-8")
    if entry.thing is None:
        return entry.about
    parts = [own_text(entry.thing), module_text(entry.place)]
    return "\n\n".join(dict.fromkeys(part for part in parts if part)) or entry.about


def _facts(entry: CatalogueEntry) -> Iterator[str]:
    """Yield what stands below a description: settings, parts, and how the thing is used."""
    if settings := _settings_of(entry.thing):
        yield "\n[bold]settings[/]"
        for name, field in settings.model_fields.items():
            default = "required" if field.is_required() else _default_of(field.get_default(call_default_factory=True))
            about = " ".join((field.description or "").split())
            yield f"  {plain(name)} [dim]({plain(default)})[/]  {plain(about)}"
    if exhibits := getattr(entry.thing, "exhibits", ()):
        yield f"\n[bold]exhibits[/]  {plain(', '.join(exhibits))}"
    if entry.kind == "model":
        yield from _status(entry.name)
    if use := USES.get(entry.kind):
        words = use.format(name=entry.name, type=type(entry.thing).__name__.lower())
        yield f"\n[dim]to use it:[/] {plain(words)}"
    if module := sys.modules.get(entry.place.partition(":")[0]):
        yield f"[dim]its source:[/] {plain(inspect.getsourcefile(module) or 'unknown')}"


USES = {
    "kernel": "doxa run SCENARIO --set kernel={name}",
    "policy": '{type} = "{name}" in [policy.prompt] of a scenario (doxa docs discussions)',
    "dataset": "doxa replay {name}",
    "protocol": 'protocol = "{name}" in a scenario (doxa docs scenario)',
    "reproduction": "doxa reproduce {name}",
    "model": "doxa run SCENARIO --model {name}:MODEL (doxa docs models)",
}
"""Kind → how a thing of the kind is used."""


def _default_of(value: Any) -> str:
    if value is PydanticUndefined:
        return "required"
    return value.__class__.__name__ if isinstance(value, BaseModel) else f"default {value!r}"


def _settings_of(thing: Any) -> type[BaseModel] | None:
    """Return the settings of a plug-in; None where it has none."""
    settings = getattr(thing, "Settings", None)
    is_model = inspect.isclass(settings) and issubclass(settings, BaseModel) and bool(settings.model_fields)
    return settings if is_model else None


def _status(name: str) -> Iterator[str]:
    """Yield whether a provider can be used, and what is missing."""
    for status in describe_models():
        if status.name == name:
            yield f"\n[bold]{'ready' if status.ready else 'not set up'}[/]  {plain(status.example)}"
            for step in status.todo:
                yield f"  {plain(step)}"
