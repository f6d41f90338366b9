"""The shape of the source: its error tree, its names, and the length of its files and functions."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import doxa
import doxa_train
from doxa import errors

SOURCE = Path(doxa.__file__).parent
TRAINING = Path(doxa_train.__file__).parent
MODULES = [*sorted(SOURCE.rglob("*.py")), *sorted(TRAINING.rglob("*.py"))]
NOT_USED = {"data", "info", "util", "utils", "helper", "helpers", "manager", "handler"}
LONGEST_FILE, LONGEST_FUNCTION = 450, 60

Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def where(path: Path) -> str:
    return str(path.relative_to(TRAINING.parent if path.is_relative_to(TRAINING) else SOURCE))


@cache
def definitions(path: Path) -> tuple[Named, ...]:
    """Return every class and function of a module; a thousand modules are parsed once for all tests."""
    return tuple(node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, Named))


def names() -> Iterator[tuple[str, str]]:
    """Yield every module, class and function, with its place."""
    for path in MODULES:
        yield where(path), path.parent.name if path.stem == "__init__" else path.stem
        yield from ((where(path), one.name) for one in definitions(path))


def words(name: str) -> set[str]:
    """Return the words of a snake_case or CamelCase name."""
    return {one.lower() for one in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def drawn_tree() -> dict[str, str]:
    """Return each class of the docstring's tree with the class above it."""
    above: list[str] = []
    parents: dict[str, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        found = re.match(r"^    ([│├└─ ]*)(\w+Error)\b", line)
        if found:
            depth = len(found[1]) // 4
            above = [*above[:depth], found[2]]
            parents[found[2]] = above[depth - 1] if depth else "Exception"
    return parents


def test_the_drawn_tree_of_errors_is_the_tree():
    classes = [one for _, one in inspect.getmembers(errors, inspect.isclass) if one.__module__ == errors.__name__]
    assert drawn_tree() == {one.__name__: one.__bases__[0].__name__ for one in classes}


def test_every_error_keeps_message_and_hint_apart():
    error = errors.DoxaError("it broke", hint="mend it")
    assert (error.message, error.hint, str(error)) == ("it broke", "mend it", "it broke\nmend it")


def test_no_name_says_nothing():
    idle = [f"{where}: {name}" for where, name in names() if words(name) & NOT_USED or name.startswith("process_")]
    assert idle == ["humans/data/__init__.py: data"], "data of real people are the one thing that is called so"


def test_no_file_is_too_long():
    lengths = {where(path): len(path.read_text().splitlines()) for path in MODULES}
    assert {path: length for path, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_function_is_too_long():
    lengths = {
        f"{where(path)}: {one.name}": (one.end_lineno or 0) - one.lineno + 1
        for path in MODULES
        for one in definitions(path)
        if not isinstance(one, ast.ClassDef)
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def test_every_module_says_what_it_is_for():
    assert [where(path) for path in MODULES if path.read_text()[:3] not in ('"""', 'r""')] == []


CHANGED_IN_PLACE = {"Trust", "History", "Crowd", "Joiner", "_Bench"}
"""Arrays of a million listeners, the state of one script, and the counter of joint calls."""


def test_values_of_the_inner_rooms_are_frozen() -> None:
    rooms = [
        path
        for room in ("evidence", "minds", "beliefs", "scoring", "judging")
        for path in (SOURCE / room).rglob("*.py")
    ]
    made = [node for path in rooms for node in definitions(path) if isinstance(node, ast.ClassDef)]
    marks = {
        node.name: ast.unparse(mark)
        for node in made
        for mark in node.decorator_list
        if "dataclass" in ast.unparse(mark)
    }
    assert {name for name, mark in marks.items() if "frozen=True" not in mark} == CHANGED_IN_PLACE
