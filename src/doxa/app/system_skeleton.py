"""The text of a system plug-in's skeleton: the Delphi panel of ``examples/``, under another name.

It is a whole method that runs: a task, a script, an offline skill, hooks, one scenario and one test.
"""

from pathlib import Path

import doxa

EXAMPLE = Path(doxa.__file__).parent / "examples" / "delphi"

KINDS = {".py", ".toml"}
"""Endings of the example's files."""


def system_name(name: str) -> str:
    """Return the name that a system, its protocol and its scenario are registered under."""
    return name.replace("-", "_").lower()


def system_files(name: str) -> dict[Path, str]:
    """Return the files of a system plug-in, by path."""
    snake = system_name(name)
    camel = "".join(word.capitalize() for word in snake.split("_"))
    root = Path(f"doxa-{snake.replace('_', '-')}")
    changes = {"doxa-delphi": root.name, "DELPHI": snake.upper(), "Delphi": camel, "delphi": snake}
    files = sorted(path for path in EXAMPLE.rglob("*") if path.suffix in KINDS)
    return {
        root / _renamed(str(path.relative_to(EXAMPLE)), changes): _renamed(path.read_text(encoding="utf-8"), changes)
        for path in files
    }


def _renamed(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        text = text.replace(old, new)
    return text
