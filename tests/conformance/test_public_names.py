"""The public interface: all types that a public function takes or returns are public, and load when asked for."""

import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import doxa

ROOT = Path(__file__).resolve().parents[2]

PUBLIC = {name: getattr(doxa, name) for name in doxa.__all__}
FUNCTIONS = [value for value in PUBLIC.values() if inspect.isfunction(value)]
RESULTS = (doxa.Explanation, doxa.Verification, doxa.WhatIf)


def classes(hint: Any) -> Iterator[type]:
    """Return every class of doxa in an annotation, also within unions, tuples and callables."""
    if inspect.isclass(hint) and hint.__module__.startswith("doxa."):
        yield hint
    for part in hint if isinstance(hint, list) else get_args(hint):
        yield from classes(part)


def test_every_type_that_a_function_takes_or_returns_or_a_result_holds_is_public() -> None:
    for public in (*FUNCTIONS, *RESULTS):
        named = {kind.__name__ for hint in get_type_hints(public).values() for kind in classes(hint)}
        assert named <= PUBLIC.keys(), public


def test_names_are_sorted_and_an_unknown_one_is_refused() -> None:
    assert doxa.__all__ == sorted(doxa.__all__)
    with pytest.raises(AttributeError, match="NoSuchThing"):
        doxa.NoSuchThing  # noqa: B018


def test_importing_doxa_loads_nothing_else() -> None:
    told = "import sys, doxa; print([name for name in sys.modules if name.startswith('doxa.') or name == 'pydantic'])"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "[]\n"
