"""The rooms below the systems, and the app, contain no name of a system or a protocol as a literal.

tests/app/test_report_names.py checks the page. Docstrings may name a system as an example.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import doxa
from doxa.protocols.registry import protocol_names
from doxa.records.plugins import systems

ROOT = Path(doxa.__file__).parent
ROOMS = (
    "analysis", "app", "beliefs", "conformance", "conversations", "corpora", "engine", "evidence", "experiments",
    "exports", "log", "minds", "models", "policies", "protocols", "records", "scoring", "studio", "system.py",
    "tasks", "terminal",
)  # fmt: skip

WORDS = {"naming", "embedding", "judging", "evaluation", "listening", "training", "conversation"}
"""Names of rooms and of what readers do that are plain words of other things too, such as a model's role."""


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the strings of a module that are not docstrings."""
    statements = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    docstrings = {id(value) for value in statements if isinstance(value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node


def modules(room: str) -> list[Path]:
    path = ROOT / room
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def test_no_system_or_protocol_stands_here_as_a_literal() -> None:
    names = {*(system.name for system in systems()), *protocol_names()} - WORDS
    assert names >= {"dialogue", "feed", "puzzle", "round_table", "union"}
    found = [
        f"{path.relative_to(ROOT)}:{literal.lineno} {literal.value!r}"
        for room in ROOMS
        for path in modules(room)
        for literal in literals(ast.parse(path.read_text(encoding="utf-8")))
        if literal.value in names or any(f"protocol {name}" in literal.value for name in names)
    ]
    assert found == []


def test_every_room_is_held_to_it_or_is_one_that_registers() -> None:
    registering = {"systems", "judging", "humans", "evaluation", "training"}
    rooms = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    assert rooms - registering == {room for room in ROOMS if room != "system.py"}
