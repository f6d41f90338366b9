"""What a scenario or a change of settings from the page may not name: servers, keys, price files, files and folders.

The page sends text. Whatever system it is for, and whichever of its settings names a file, a value that could be the
path of one is refused: absolute paths, those that go up, and whatever is there on this machine. Names of what doxa
ships are no such paths. A run directory that somebody sent is treated alike before one of its models is asked.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from doxa.errors import LogError, ScenarioError
from doxa.experiments.sitting import last_terms
from doxa.log.rundir import RunLog
from doxa.records.amend import MIDWAY, SHARED, models_of
from doxa.records.base import JsonValue

MODEL = re.compile(r"[A-Za-z0-9_-]+(:[A-Za-z0-9][A-Za-z0-9._/@:-]*)?")
"""A model as ``provider:model``; an address of a server is none."""

FILES = ("recorded", "encoder")
"""Providers whose name is followed by a file or a folder."""

SERVERS = ("base_urls", "prices", "corpora")
"""Run conditions that name servers and files."""

NOT_HERE = "A scenario of the studio cannot name it; write it into a file and give that to doxa run in a terminal."

LONGEST_PATH = 4096

IN_TERMINAL = "Look at it first; then give the command in a terminal: doxa {} {}"


def refuse_reach(plain: Mapping[str, Any], root: Path) -> None:
    """Check that the tables of a text name no server, file or folder.

    Args:
        root: the studio's folder; relative names are looked for below it too.

    Raises:
        ScenarioError: they do.
    """
    for place, value in _texts(plain):
        path = ".".join(place)
        if place[0] == "conditions" and len(place) > 1 and place[1] in SERVERS:
            raise ScenarioError(f"{path} names a server or a file", hint=NOT_HERE, key=path)
        if (len(place) == 2 and place[0] == "models") or place[-1] in ("model", "models"):
            refuse_address(path, value)
        refuse_path(path, value, root)


def refuse_changes(changes: Mapping[str, JsonValue], root: Path) -> None:
    """Check that changes of a run's settings name no server, file or folder.

    Raises:
        ScenarioError: one does.
    """
    for path, value in changes.items():
        names = path.split(".")
        if names[0] not in (*MIDWAY, *SHARED, "agents", "script", "seed"):
            raise ScenarioError(f"{path} is not changed from here", hint=NOT_HERE)
        for place, text in _texts({path: value}):
            if names[0] == "models" or names[-1] == "model":
                refuse_address(path, text)
            refuse_path(".".join(place), text, root)


def refuse_address(path: str, value: str) -> None:
    """Check that a model is ``provider:model``.

    Raises:
        ScenarioError: it could be a server or a file.
    """
    provider = value.partition(":")[0]
    if not MODEL.fullmatch(value) or "//" in value or ".." in value or provider in FILES:
        raise ScenarioError(f"{path}: {value!r} is not provider:model", hint=NOT_HERE, key=path)


def refuse_path(path: str, value: str, root: Path) -> None:
    """Check that a text is not the path of a file.

    Raises:
        ScenarioError: it could be.
    """
    text = value.strip()
    if not text or "\n" in text or len(text) > LONGEST_PATH:
        return
    is_path = text.startswith(("/", "~", "\\")) or ".." in re.split(r"[/\\]", text)
    if is_path or any(_is_there(base, text) for base in (Path.cwd(), root, root / "scenarios")):
        raise ScenarioError(f"{path}: {value!r} is a file or folder", hint=NOT_HERE, key=path)


def refuse_far_models(log: RunLog, root: Path, verb: str) -> None:
    """Check that a run's own directory sends nobody's words or keys elsewhere when its models are asked again.

    Raises:
        LogError: it names a server, a price file, or a file outside the folder for a model.
    """
    hint = IN_TERMINAL.format(verb, log.path)
    conditions = last_terms(log.path).conditions
    for provider, address in conditions.base_urls.items():
        raise LogError(f"this run's directory sends what {provider} is asked to {address}", hint=hint)
    if conditions.prices:
        raise LogError(f"this run's directory names a price file: {conditions.prices}", hint=hint)
    for settings in models_of(log.spec):
        provider, _, file = settings.model.partition(":")
        if provider in FILES and not Path(file).expanduser().resolve().is_relative_to(root.resolve()):
            raise LogError(f"this run's directory names a file outside the folder: {settings.model}", hint=hint)


def _is_there(base: Path, text: str) -> bool:
    try:
        return os.path.lexists(base / text)
    except (OSError, ValueError):
        return False


def _texts(value: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every text with its place; a text in a list has the place of the list."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(inner, (*above, str(name)))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, above)
    elif isinstance(value, str):
        yield above, value
