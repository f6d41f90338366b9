"""The public interface: few names, all documented and found; methods from outside need nothing else."""

import ast
import inspect
import pydoc
import re
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest

import doxa
from doxa import plugin
from doxa.app.commands.new import EXAMPLE, PACKAGES, plugin_files

SURFACES = [(doxa, 80), (plugin, 40)]
FUNCTIONS = [value for name in dir(doxa) if inspect.isfunction(value := getattr(doxa, name))]
RESULTS = (doxa.Explanation, doxa.Verification, doxa.WhatIf)
GUIDE = EXAMPLE.parents[1] / "docs" / "extending.md"
WRITTEN = {str(path): text for kind in PACKAGES for path, text in plugin_files(kind, "own").items()}
OUTSIDE = {
    **{str(path): path.read_text(encoding="utf-8") for path in EXAMPLE.parent.rglob("*.py")},
    **{path: text for path, text in WRITTEN.items() if path.endswith(".py")},
    "extending.md": "\n".join(re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.M | re.S)),
}
"""Place → the code of a plug-in, as examples, templates and the guide show it."""


def classes(hint: Any) -> Iterator[type]:
    """Return every class of doxa in an annotation, also within unions, tuples and callables."""
    if inspect.isclass(hint) and hint.__module__.startswith("doxa."):
        yield hint
    for part in hint if isinstance(hint, list) else get_args(hint):
        yield from classes(part)


def imports(code: str) -> Iterator[str]:
    """Yield the modules of doxa from which code imports."""
    for statement in ast.walk(ast.parse(code)):
        match statement:
            case ast.ImportFrom(module=str(module)):
                yield module
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases)


def test_every_type_that_a_function_takes_or_returns_or_a_result_holds_is_public() -> None:
    for public in (*FUNCTIONS, *RESULTS):
        named = {kind.__name__ for hint in get_type_hints(public).values() for kind in classes(hint)}
        assert named <= set(dir(doxa)), public


@pytest.mark.parametrize(("surface", "most"), SURFACES)
def test_names_are_few_and_sorted_and_an_unknown_one_is_refused(surface: ModuleType, most: int) -> None:
    assert dir(surface) == surface.__all__ == sorted(surface.__all__)
    assert len([name for name in dir(surface) if not name.startswith("_")]) <= most
    with pytest.raises(AttributeError, match=f"module '{surface.__name__}' has no attribute 'NoSuchThing'"):
        surface.NoSuchThing  # noqa: B018


@pytest.mark.parametrize(("surface", "most"), SURFACES)
def test_help_lists_every_name_with_what_it_is(surface: ModuleType, most: int) -> None:
    shown = pydoc.plain(pydoc.render_doc(surface))
    for name in (name for name in dir(surface) if not name.startswith("_")):
        thing = getattr(surface, name)
        assert re.search(rf"\b{name}\b", shown), name
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name


def test_no_name_is_in_both() -> None:
    assert set(dir(doxa)) & set(dir(plugin)) == set()


@pytest.mark.parametrize("place", OUTSIDE)
def test_code_of_plug_ins_imports_from_the_public_names_alone(place: str) -> None:
    assert {module for module in imports(OUTSIDE[place]) if module.split(".")[0] == "doxa"} <= {"doxa", "doxa.plugin"}


def test_importing_doxa_loads_nothing_else() -> None:
    told = "import sys, doxa; print([name for name in sys.modules if name.startswith('doxa.') or name == 'pydantic'])"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "[]\n"
