"""Output of a command's result as JSON, to the terminal or to a file."""

import json as jsons
from pathlib import Path
from typing import Any

from pydantic import BaseModel, JsonValue
from rich.highlighter import JSONHighlighter

from doxa.log.disk import write_text
from doxa.records.outside import unseen
from doxa.terminal.console import console


def harmless(text: str) -> str:
    """Return a JSON text with its invisible control characters as JSON escapes."""
    written = (jsons.dumps(character)[1:-1] if unseen(character) else character for character in text)
    return text if text.isascii() else "".join(written)


def print_json(value: Any) -> None:
    """Print a value as JSON; its texts may be words of models."""
    text = harmless(jsons.dumps(value, indent=2, ensure_ascii=False))
    console.print(JSONHighlighter()(text), soft_wrap=True)


def handed_over(result: BaseModel, *, json: bool, out: Path | None, **more: JsonValue) -> bool:
    """Write a result as JSON if ``--json`` or ``--out`` was given; return whether it was written.

    Raises:
        LogError: the file cannot be written.
    """
    if not (json or out):
        return False
    text = harmless(jsons.dumps({**result.model_dump(mode="json"), **more}, indent=2, ensure_ascii=False))
    if out is None:
        console.file.write(text + "\n")
        return True
    write_text(out, text + "\n")
    console.print(str(out), soft_wrap=True)
    return True
