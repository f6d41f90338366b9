"""The text of a kernel plug-in's skeleton: one module, one line of ``pyproject.toml``, one test."""

from pathlib import Path

PYPROJECT = """\
[project]
name = "doxa-{dashed}"
version = "0.1.0"
requires-python = ">=3.11"
dependencies = ["doxa"]

[project.entry-points."doxa.kernels"]
{snake} = "doxa_{snake}:{camel}"

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
"""

MODULE = '''\
"""Kernel ``{snake}``: say here what the rule is, its equation, and its source.

This one moves the stance S toward the mean polarity of the active records, each of n by rate·(p − S) / n: replace it
by your rule. ``doxa.beliefs.base`` describes what else a kernel may offer, such as contributions and weights.
"""

from dataclasses import dataclass
from typing import ClassVar

from doxa.beliefs.base import Items, Met, Need
from doxa.records.base import Settings, Unit
from doxa.records.canonical import tidy
from doxa.records.claims import Evidence
from doxa.records.people import Prior
from doxa.records.readout import Item, Readout, Trace


class {camel}Settings(Settings):
    """The keys of a scenario's [belief] table."""

    rate: Unit = 0.1
    """How far the stance moves in one batch, in [0, 1]."""


@dataclass(frozen=True, kw_only=True)
class {camel}State:
    """Only what the next step needs."""

    stance: float = 0.0


class {camel}:
    """See the module."""

    Settings: ClassVar[type[{camel}Settings]] = {camel}Settings
    needs: ClassVar[frozenset[Need]] = frozenset({{"claims"}})
    items: ClassVar[Items] = Items(unit="S")
    """The items of a step are parts of the stance: they add up to its move."""

    def __init__(self, settings: {camel}Settings) -> None:
        self.settings = settings

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[{camel}State, Trace]:
        state = {camel}State(stance=prior.stance or 0.0)
        return state, Trace(before=self.readout({camel}State()), after=self.readout(state))

    def step(self, state: {camel}State, met: Met) -> tuple[{camel}State, Trace]:
        active = [record for record in met.evidence if record.active]
        pulls = [self.settings.rate * (record.polarity - state.stance) / len(active) for record in active]
        now = {camel}State(stance=tidy(state.stance + sum(pulls)))
        items = tuple(
            Item(source=record.claim, origin=record.origin, polarity=record.polarity, after=tidy(pull))
            for record, pull in zip(active, pulls, strict=True)
        )
        return now, Trace(items=items, before=self.readout(state), after=self.readout(now))

    def readout(self, state: {camel}State) -> Readout:
        return Readout(stance=state.stance)
'''

TEST = '''\
"""doxa's own conformance test, run over this kernel."""

from doxa.conformance import check_kernel
from doxa_{snake} import {camel}


def test_conforms():
    check_kernel({camel})
'''


def kernel_name(name: str) -> str:
    """Return the name that a kernel is registered under."""
    return name.replace("-", "_").lower()


def kernel_files(name: str) -> dict[Path, str]:
    """Return the files of a kernel plug-in, by path."""
    snake = kernel_name(name)
    names = {
        "snake": snake,
        "dashed": snake.replace("_", "-"),
        "camel": "".join(word.capitalize() for word in snake.split("_")),
    }
    root = Path(f"doxa-{names['dashed']}")
    return {
        root / "pyproject.toml": PYPROJECT.format(**names),
        root / f"doxa_{snake}.py": MODULE.format(**names),
        root / "test_conformance.py": TEST.format(**names),
    }
