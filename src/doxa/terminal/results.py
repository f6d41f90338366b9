"""Where a command's result goes: a table for a person, JSON for a program, or JSON to a file."""

import json as jsons
from pathlib import Path
from typing import Any

from pydantic import BaseModel, JsonValue
from rich.highlighter import JSONHighlighter

from doxa.errors import LogError
from doxa.records.visible import unseen
from doxa.terminal.console import console


def harmless(text: str) -> str:
    """Return the JSON of the same value, its unseen controls as JSON escapes."""
    written = (jsons.dumps(character)[1:-1] if unseen(character) else character for character in text)
    return text if text.isascii() else "".join(written)


def print_json(value: Any) -> None:
    """Print a value that holds words of models as JSON."""
    text = harmless(jsons.dumps(value, indent=2, ensure_ascii=False))
    console.print(JSONHighlighter()(text), soft_wrap=True)


def handed_over(found: BaseModel, *, json: bool, out: Path | None, **more: JsonValue) -> bool:
    """Give a result to a program, where one asked for it; False when a person is to read it.

    Raises:
        LogError: the file cannot be written.
    """
    if not (json or out):
        return False
    text = harmless(jsons.dumps({**found.model_dump(mode="json"), **more}, indent=2, ensure_ascii=False))
    if out is None:
        console.file.write(text + "\n")
        return True
    try:
        out.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise LogError(f"{out} cannot be written: {error.strerror}", hint="Give another --out.") from None
    console.print(str(out), soft_wrap=True)
    return True
