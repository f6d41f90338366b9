"""Neither the page nor the terminal room contains the name of a system or a protocol."""

import ast
import re
from pathlib import Path

import pytest

import doxa.terminal
from doxa.records.plugins import plugin_names, shelf_of

VIEWER = Path(__file__).resolve().parents[2] / "viewer" / "src"
TERMINAL = Path(doxa.terminal.__file__).parent

NAMES = sorted({*plugin_names("doxa.systems"), *shelf_of("protocols")})


def literals(path: Path) -> set[str]:
    """Return the strings in a module, and the keys and fields by which a script reads a value."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        nodes = ast.walk(ast.parse(text))
        return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {found[1] for found in re.finditer(r"""["'`]([\w ]+)["'`]""", text)} | set(re.findall(r"\.(\w+)", text))


def test_names_are_looked_for() -> None:
    assert len(NAMES) > 8


@pytest.mark.parametrize(
    "path",
    [*sorted(VIEWER.glob("*.ts*")), *sorted(TERMINAL.glob("*.py"))],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_no_system_or_protocol_is_named(path: Path) -> None:
    assert literals(path) & set(NAMES) == set()
