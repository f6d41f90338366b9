"""Third-party packages, installed in a folder of their own with the files that ``pip install`` writes."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest

from doxa.analysis import missing
from doxa.beliefs.base import kernel_class
from doxa.experiments.contributions import brought_for
from doxa.experiments.reproductions import reproduction_named
from doxa.experiments.scenario import scenario_type
from doxa.humans.data.registry import dataset_named
from doxa.models import declared
from doxa.models.setup import factory_named
from doxa.policies.registry import rule_named, schedule_named
from doxa.protocols.registry import protocol_named
from doxa.records import plugins

LOOKUPS: tuple[Callable[..., Any], ...] = (
    kernel_class,
    reproduction_named,
    dataset_named,
    factory_named,
    declared._declaration_by,
    declared._is_outside,
    rule_named,
    schedule_named,
    protocol_named,
    scenario_type,
    brought_for,
    plugins.shelf_of,
    plugins._offers,
    missing.code_of,
    plugins._registered,
)
"""Functions that cache the plug-ins of their first call."""


class Packages:
    """A folder of installed packages, which is first on the path."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        folder.mkdir()
        monkeypatch.syspath_prepend(str(folder))
        self.forget()

    def install(self, package: str, module: str, groups: dict[str, dict[str, str]], version: str = "0.1.0") -> None:
        """Install a package of one module, ``doxa-delphi`` of ``doxa_delphi.py``, with its entry points by group."""
        snake = package.replace("-", "_")
        (self.folder / f"{snake}.py").write_text(module, encoding="utf-8")
        metadata = self.folder / f"{snake}-{version}.dist-info"
        metadata.mkdir(exist_ok=True)
        (metadata / "METADATA").write_text(f"Name: {package}\nVersion: {version}\n", encoding="utf-8")
        lines = [
            line
            for group, points in groups.items()
            for line in (f"[{group}]", *(f"{name} = {place}" for name, place in points.items()))
        ]
        (metadata / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        self.forget()

    def uninstall(self, package: str) -> None:
        """Uninstall a package."""
        snake = package.replace("-", "_")
        (self.folder / f"{snake}.py").unlink()
        for metadata in self.folder.glob(f"{snake}-*.dist-info"):
            for file in metadata.iterdir():
                file.unlink()
            metadata.rmdir()
        self.forget()

    def forget(self) -> None:
        """Clear the caches of every lookup."""
        for path in self.folder.glob("*.py"):
            sys.modules.pop(path.stem, None)
        sys.path_importer_cache.pop(str(self.folder), None)
        for lookup in LOOKUPS:
            assert isinstance(lookup, _lru_cache_wrapper)
            lookup.cache_clear()


def install_wheel(package: Path, site: Path) -> None:
    """Build a package's wheel and install it into a folder."""
    wheels = site.parent / f"{package.name}-wheel"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(build, cwd=package, check=True, capture_output=True)
    (wheel,) = wheels.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)


def run_python(*words: str, cwd: Path, path: Path) -> str:
    """Return what Python prints in a process of its own, with a folder of packages on its path."""
    environment = {**os.environ, "PYTHONPATH": str(path), "COLUMNS": "100"}
    ended = subprocess.run([sys.executable, *words], cwd=cwd, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


STUBBORN = '''\
"""A kernel of somebody else's."""

from doxa.beliefs.log_odds import LogOdds


class Stubborn(LogOdds):
    pass
'''

STUBBORN_GROUPS = {"doxa.kernels": {"stubborn": "doxa_stubborn:Stubborn"}}

DELPHI = '''\
"""A system of somebody else's: everybody estimates, then everybody speaks."""

from doxa.models.offline.answers import reply
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.steps import Batch, Step
from doxa.system import System
from doxa.tasks.base import Task


class Inputs(Record):
    round: int


class Estimate(Record):
    estimate: float


ESTIMATE = Task(
    name="estimate",
    role="speaker",
    Inputs=Inputs,
    Reply=Estimate,
    stable="You are {{ actor.name }}.",
    request="Round {{ inputs.round }}. Estimate.",
)


class DelphiSettings(Settings):
    """How the panel runs."""

    rounds: int = 2
    """How often everybody estimates."""


def script(spec):
    for number in range(1, spec.script["rounds"] + 1):
        for task in ("estimate", "respond"):
            steps = tuple(step(spec, person, number, task) for person in spec.participants)
            yield Batch(steps=steps, note=f"round {number}")
    return {}


def step(spec, person, number, task):
    others = tuple(other.id for other in spec.participants if other is not person)
    audience = others if task == "respond" else ()
    key = f"r{number:02d}/{person.id}/{task}"
    return Step(key=key, actor=person.id, task=task, audience=audience, inputs={"round": number})


def estimate(request, library):
    return reply(Estimate(estimate=0.5))


SYSTEM = System(
    name="delphi",
    protocols={"delphi": Protocol(Settings=DelphiSettings, script=script)},
    tasks={"estimate": ESTIMATE},
    offline={"estimate": estimate},
)
'''

DELPHI_GROUPS = {"doxa.systems": {"delphi": "doxa_delphi:SYSTEM"}}

ECHO = '''\
"""A model provider of somebody else's."""

from doxa.models.offline import performer as offline


@offline.make.declaration
def make(settings, conditions):
    return offline.make(settings.model_copy(update={"model": "offline"}), conditions)
'''
