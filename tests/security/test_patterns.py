"""Every regular expression of doxa reads ten thousand characters of any kind in linear time."""

import importlib
import pkgutil
import re
from collections.abc import Callable
from contextlib import suppress

import pytest

import doxa
import patterns
from doxa.judging.blind.naming import Naming
from doxa.judging.blind.sides import team_finders
from doxa.models.hearing.motions import plain_motion

FEWEST = 380
"""The patterns that there are, at least."""


def import_everything() -> None:
    """Import every module of doxa but those that need torch."""
    for module in pkgutil.walk_packages(doxa.__path__, "doxa."):
        if not module.name.endswith("__main__"):
            with suppress(ModuleNotFoundError):
                importlib.import_module(module.name)


def test_every_pattern_reads_any_text_in_linear_time(record_property: Callable[[str, object], None]) -> None:
    import_everything()
    Naming([("Ann Lee", "A"), ("Dr Joy de Stone-Grey", "B"), ("Samuel O'Jordan", "C")])
    team_finders({"opening government": "A", "Reds": "B"})
    plain_motion("The city should lift the ban")
    assert len(patterns.compiled) > FEWEST
    slow = {
        f"{site} {pattern.pattern}": on
        for pattern, site in patterns.compiled.items()
        if (on := patterns.slow_on(pattern))
    }
    record_property("score", f"{len(patterns.compiled) - len(slow)}/{len(patterns.compiled)} patterns are linear")
    assert slow == {}


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (r"\s+and\b", r"(?<!\s)\s++and\b"),
        (r"(?:\w+ )+but", r"\bbut"),
        (r"\A\s*(?:-\s*)?\s*:", r"\A\s*+(?:-\s*+)?:"),
        (r"(?:a|a )*b", r"(?<![a ])[a ]*+b"),
    ],
)
def test_a_quadratic_pattern_is_found_and_its_linear_form_is_not(wrong: str, right: str) -> None:
    assert patterns.slow_on(re.compile(wrong))
    assert not patterns.slow_on(re.compile(right))


def test_patterns_that_functions_compile_late_are_recorded() -> None:
    Naming([("Perdita Quell", "A")])
    late = [pattern.pattern for pattern in patterns.compiled if "Quell" in pattern.pattern]
    assert late
