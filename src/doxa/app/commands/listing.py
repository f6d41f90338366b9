"""``doxa list``, ``show``, ``scenarios`` and ``docs``: what is installed, and each thing in full."""

import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter
from pydantic import BaseModel
from rich.table import Column, Table

import doxa
from doxa.app.catalogue import CatalogueEntry, find_entries, list_entries, module_text, own_text, plural
from doxa.errors import DoxaError, UnknownNameError, did_you_mean
from doxa.experiments.scenario import Scenario, load_scenario
from doxa.experiments.shipped import builtin_scenarios, find_scenario, refused_scenarios
from doxa.models.setup import describe
from doxa.records.plugins import GUIDE
from doxa.terminal.console import Json, complain, console, plain


def list_installed(
    kind: Annotated[
        str | None,
        Parameter(help="One kind: scenarios, systems, protocols, kernels, policies, datasets, models, formats …"),
    ] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List what is installed."""
    entries = list_entries(kind or "")
    if json:
        console.print_json(data=[_as_json(entry) for entry in entries])
        return
    for entry_kind, of_kind in groupby(entries, key=lambda entry: entry.kind):
        console.print(f"[bold]{plain(plural(entry_kind))}[/]")
        _print_table((entry.name, _describe(entry)) for entry in of_kind)
    console.print(f"[dim]One of them in full: doxa show NAME. The documentation: {GUIDE}[/]", soft_wrap=True)


def _describe(entry: CatalogueEntry) -> str:
    """Return what an entry is, with the package that brings it, as markup."""
    return plain(entry.about) + (f" [dim]({plain(entry.package)})[/]" if entry.package else "")


def _print_table(rows: Iterable[tuple[str, str]], first: str = "", second: str = "") -> None:
    """Print names with their descriptions, which are markup, below headings where the first column has one."""
    columns = Column(first, no_wrap=True), second
    table = Table(*columns, box=None, padding=(0, 2), header_style="dim", show_header=bool(first))
    for name, about in rows:
        table.add_row(plain(name), about)
    console.print(table)


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
        console.print_json(data=[_as_json(entry) | _in_full(entry) for entry in entries])
        return
    for place, entry in enumerate(entries):
        if place:
            console.print()
        _print(entry)


def _as_json(entry: CatalogueEntry) -> dict[str, Any]:
    facts = {name: getattr(entry, name) for name in ("kind", "name", "about", "package", "place")}
    return facts | {"package": entry.package or "doxa"}


def _in_full(entry: CatalogueEntry) -> dict[str, Any]:
    settings = _settings_of(entry.thing)
    return {"description": _text_of(entry), "settings": settings.model_json_schema() if settings else None}


def _print(entry: CatalogueEntry) -> None:
    """Print an entry; that of a file is valid TOML, so that the output can be the start of one's own file."""
    head = f"{entry.kind} {entry.name}, of {entry.package or 'doxa'}: {entry.place}"
    if isinstance(entry.thing, Path):
        console.file.write(f"# {head}\n{_text_of(entry)}")
        return
    console.print(
        f"[bold]{plain(entry.kind)} {plain(entry.name)}[/], of {plain(head.partition(', of ')[2])}", soft_wrap=True
    )
    facts = () if entry.thing is None else _facts(entry)
    for line in (*map(plain, _text_of(entry).splitlines()), *facts):
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
        yield from _readiness(entry.name)
    if use := USES.get(entry.kind):
        words = use.format(name=entry.name, type=type(entry.thing).__name__.lower())
        yield f"\n[dim]to use it:[/] {plain(words)}"
    if module := sys.modules.get(entry.place.partition(":")[0]):
        yield f"[dim]its source:[/] {plain(inspect.getsourcefile(module) or 'unknown')}"


USES = {
    "kernel": "doxa run SCENARIO --set kernel={name}",
    "policy": '{type} = "{name}" in [policy.prompt] of a scenario (doxa docs discussions)',
    "dataset": "doxa replay {name}",
    "judge-layer": "doxa judge DIR --layers {name}",
    "measure": "doxa frames RUN, doxa sweep SCENARIO, doxa compare SWEEP --by KEY --measure {name}",
    "ranker": "doxa run feed --set script.ranking.by={name}",
    "protocol": 'protocol = "{name}" in a scenario (doxa docs scenario)',
    "reproduction": "doxa reproduce {name}",
    "model": "doxa run SCENARIO --model {name}:MODEL (doxa docs models)",
}
"""Kind → how a thing of the kind is used."""


def _default_of(value: Any) -> str:
    return value.__class__.__name__ if isinstance(value, BaseModel) else f"default {value!r}"


def _settings_of(thing: Any) -> type[BaseModel] | None:
    """Return the settings of a plug-in; None where it has none."""
    settings = getattr(thing, "Settings", None)
    is_model = inspect.isclass(settings) and issubclass(settings, BaseModel) and bool(settings.model_fields)
    return settings if is_model else None


def _readiness(name: str) -> Iterator[str]:
    """Yield whether a provider can be used, and what is missing."""
    for status in describe():
        if status.name == name:
            yield f"\n[bold]{'ready' if status.ready else 'not set up'}[/]  {plain(status.example)}"
            for step in status.todo:
                yield f"  {plain(step)}"


def scenarios(
    name: Annotated[str | None, Parameter(help="Print the file of this scenario, to start your own from.")] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the built-in scenarios."""
    if name is not None:
        console.file.write(find_scenario(name).read_text(encoding="utf-8"))
        return
    refused: list[DoxaError] = [*refused_scenarios()]
    loaded: dict[str, Scenario] = {}
    for scenario_name in sorted(builtin_scenarios()):
        try:
            loaded[scenario_name] = load_scenario(scenario_name)
        except DoxaError as error:
            refused.append(error)
    if json:
        console.print_json(
            data={scenario_name: scenario.model_dump(mode="json") for scenario_name, scenario in loaded.items()}
        )
        return
    _print_table(((name, plain(scenario.description)) for name, scenario in loaded.items()), "scenario", "what it is")
    for refusal in refused:
        complain(refusal, "left out")


FOLDER = Path(doxa.__file__).parent / "docs"
"""The folder of the pages; in a clone, a link to the folder beside ``src``."""


AROUND = 150
"""The characters of a passage that are shown before a word, and half of those behind it."""

GENERATED = ("cli", "scenario")
"""The pages that say what help says."""

MOST_PASSAGES = 8
"""The passages that a search shows."""


def docs(
    *words: Annotated[str, Parameter(help="A page by name, such as offline; or words, which are searched for.")],
) -> None:
    """Read a page of the documentation, or search all of them."""
    found = [] if not words or (len(words) == 1 and _bare(words[0]) in pages()) else find_passages(words)
    if len(words) == 1 and not found:
        console.file.write(find_page(words[0]).read_text(encoding="utf-8"))
    elif words:
        if not found:
            raise UnknownNameError(f"no passage has the words {' '.join(words)!r}", hint="Try fewer, or shorter ones.")
        for passage in found[:MOST_PASSAGES]:
            console.print(f"[bold]{plain(passage.place)}[/]   [dim]doxa docs {plain(passage.page)}[/]", soft_wrap=True)
            console.print(f"{plain(_around(passage.text, words))}\n")
        if len(found) > MOST_PASSAGES:
            console.print(f"[dim]and {len(found) - MOST_PASSAGES} more passages; another word narrows them[/]")
    else:
        _list_pages()


def _list_pages() -> None:
    _print_table(((name, plain(_title(path))) for name, path in pages().items()), "page", "what it is about")
    console.print(f"They lie in {plain(str(FOLDER))}, and are published at {GUIDE}", soft_wrap=True)


class FoundPassage(NamedTuple):
    """A paragraph of a page that has what was searched for."""

    page: str
    place: str
    """The headings above it."""
    text: str


def find_passages(words: Sequence[str]) -> list[FoundPassage]:
    """Return the paragraphs that have all words, or a heading above has; such headings first, help last."""
    wanted = [word.casefold() for word in words]
    found: list[tuple[int, FoundPassage]] = []
    for page, path in pages().items():
        headings: list[str] = []
        for text in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
            if text.startswith("#"):
                depth = len(text) - len(text.lstrip("#"))
                headings = [*headings[: depth - 1], text.partition("\n")[0].lstrip("# ")]
            above, own = " › ".join(headings), text.casefold()
            missing = [word for word in wanted if word not in own]
            if not missing or (len(missing) < len(wanted) and all(word in above.casefold() for word in missing)):
                rank = sum(word not in above.casefold() for word in wanted) + len(wanted) * (page in GENERATED)
                found.append((rank, FoundPassage(page=page, place=above, text=text)))
    return [passage for _, passage in sorted(found, key=itemgetter(0))]


def _around(text: str, words: Sequence[str]) -> str:
    """Return what stands around the first of some words, on one line and without the frames of help."""
    flat = " ".join(re.sub("[─│╭╮╰╯]+", " ", text).split())
    at = min((place for word in words if (place := flat.casefold().find(word.casefold())) >= 0), default=0)
    start, end = max(0, at - AROUND), at + 2 * AROUND
    return f"{'…' * (start > 0)}{flat[start:end]}{'…' * (end < len(flat))}"


def pages() -> dict[str, Path]:
    """Return every page by name, such as ``offline`` and ``decisions/007-plug-ins-by-name``."""
    paths = sorted(FOLDER.glob("*.md")) + sorted(FOLDER.glob("*/*.md"))
    return {path.relative_to(FOLDER).with_suffix("").as_posix(): path for path in paths}


def find_page(name: str) -> Path:
    """Return the file of a page, given its name with or without ``docs/`` and ``.md``.

    Raises:
        UnknownNameError: there is no such page.
    """
    every = pages()
    bare = _bare(name)
    if bare not in every:
        hint = f"{did_you_mean(bare, every)}Pages: {', '.join(every)}."
        raise UnknownNameError(f"no page is named {name!r}", hint=hint)
    return every[bare]


def _bare(name: str) -> str:
    return name.removeprefix("docs/").removesuffix(".md")


def _title(path: Path) -> str:
    """Return the first heading of a page."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("# ") for line in lines if line.startswith("# ")), "")
