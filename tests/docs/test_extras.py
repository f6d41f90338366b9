"""Messages name an extra through one helper, so that Rich never takes the brackets for markup."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from doxa.errors import DoxaError
from doxa.records.plugins import GUIDE, guide_page, install_command
from doxa.terminal.console import complain, console, plain

ROOT = Path(__file__).resolve().parents[2]
HELPER = ROOT / "src" / "doxa" / "records" / "plugins.py"
FILES = sorted(path for path in (ROOT / "src" / "doxa").rglob("*.py") if path != HELPER)
FORMED = ("doxa[", "doxa\\[")


def trees(*words: str) -> Iterator[tuple[Path, ast.AST]]:
    """Yield each file that has one of these words, and its syntax tree."""
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in words):
            yield path, ast.parse(text)


def parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}


def above(node: ast.AST, parent_of: dict[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    while node in parent_of:
        node = parent_of[node]
        yield node


def is_help(path: Path, node: ast.AST, parent_of: dict[ast.AST, ast.AST]) -> bool:
    """Return whether a text is help, which is printed without markup: of commands by name, or of an option."""
    ancestors = list(above(node, parent_of))
    named = {target.id for one in ancestors if isinstance(one, ast.Assign) for target in one.targets}
    return (
        bool(named & {"HELPS", "PARTS"})
        or path.name == "helps.py"
        or any(isinstance(one, ast.keyword) and one.arg == "help" for one in ancestors)
    )


def is_safe(node: ast.AST, parent_of: dict[ast.AST, ast.AST]) -> bool:
    """Return whether a command is an error's hint, which complain() escapes, a declaration's data, or escaped."""
    for one in above(node, parent_of):
        if isinstance(one, ast.keyword) and one.arg in ("hint", "lacking"):
            return True
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "plain":
            return True
    return False


def test_no_message_writes_the_command_itself():
    wrong = []
    for path, tree in trees("doxa[", "doxa\\"):
        parent_of = parents(tree)
        for node in ast.walk(tree):
            has_brackets = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if has_brackets and any(form in node.value for form in FORMED) and not is_help(path, node, parent_of):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert wrong == [], "use doxa.records.plugins.install_command"


def test_every_command_is_escaped_before_it_is_printed():
    calls, wrong = 0, []
    for path, tree in trees("install_command"):
        parent_of = parents(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "install_command":
                calls += 1
                # what sets up a model is data, which `doxa models` prints through plain(); notebooks are no terminal
                if not is_safe(node, parent_of) and "models" not in path.parts and path.name != "exhibit.py":
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert calls >= 10
    assert wrong == [], "print it through plain(), or give it as hint="


def test_the_brackets_are_printed(capsys):
    console.print(plain(install_command("plots")))
    complain(DoxaError("no", hint=install_command("plots")), "error")
    said = capsys.readouterr()
    assert "pip install 'doxa[plots]'" in said.out
    assert "pip install 'doxa[plots]'" in said.err


def test_every_named_extra_exists():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {
        node.args[0].value
        for _, tree in trees("install_command")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "install_command"
        if isinstance(node.args[0], ast.Constant)
    }
    assert {"plots", "landscape"} <= named <= set(extras)


def test_the_documentation_has_the_address_that_the_project_names():
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"].get("urls", {})
    assert urls.get("Documentation", GUIDE) == GUIDE
    assert guide_page("models") == f"{GUIDE}models/"
