"""The runs that are open in the studio, folded once and kept: a what-if then folds only its own side.

At most ``MOST`` runs are kept; the one that was looked at longest ago is given up first, and read again when needed.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from doxa.analysis.building import view_of
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.missing import require_plugins
from doxa.analysis.view import RunView
from doxa.analysis.what_if import WhatIf, recompute
from doxa.beliefs.registry import kernel_class, kernel_names
from doxa.errors import DoxaError
from doxa.evidence.admission import Admission
from doxa.log import journal, ledger
from doxa.log.rundir import RunLog, open_run
from doxa.records.base import JsonValue, Record, Settings
from doxa.records.people import Participant

MOST = 10


class Lever(Record):
    """One number of one agent that a what-if can change."""

    path: str
    name: str
    meaning: str
    value: float
    low: float
    high: float


class AgentLevers(Record):
    agent: str
    name: str
    rule: str
    levers: tuple[Lever, ...]


class Levers(Record):
    """Everything that a what-if can change, but for claims, which the view has."""

    agents: tuple[AgentLevers, ...]
    rules: tuple[str, ...]


@dataclass(kw_only=True)
class Opened:
    """A run as it stood when it was read."""

    stamp: tuple[int, int]
    log: RunLog
    _chapters: list[Chapter] | None = None
    _view: RunView | None = None

    @property
    def etag(self) -> str:
        return f'"{self.log.last_hash[:24]}-{self.stamp[1]:x}"'

    def view(self) -> RunView:
        """Return what the page shows of it, as the report shows it."""
        if self._view is None:
            self._view = view_of(self.log)
        return self._view

    def what_if(self, changes: Mapping[str, JsonValue], without: Sequence[str]) -> WhatIf:
        """Return every stance recomputed, exactly as ``doxa whatif`` does."""
        return recompute(self.log, self.folded(), changes, without)

    def folded(self) -> list[Chapter]:
        """Return the run's chapters as they were recorded, folded once."""
        if self._chapters is None:
            require_plugins(self.log)
            self._chapters = list(chapters(self.log))
        return self._chapters


@dataclass(kw_only=True)
class OpenedRuns:
    """The runs that were looked at last."""

    _kept: OrderedDict[Path, Opened] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def open(self, path: Path) -> Opened:
        """Return a run, read again where its files changed.

        Raises:
            LogError, DamagedLogError, NewerLogError: as ``open_run``.
        """
        stamp = _size(path / ledger.NAME), _size(path / journal.NAME)
        with self._lock:
            known = self._kept.get(path)
        if known is None or known.stamp != stamp:
            known = Opened(stamp=stamp, log=open_run(path))
        with self._lock:
            self._kept[path] = known
            self._kept.move_to_end(path)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return known


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def levers_of(log: RunLog) -> Levers:
    """Return what a what-if of a run can change: the belief and memory settings of each believer, and its rule."""
    return Levers(
        agents=tuple(
            AgentLevers(
                agent=one.id, name=one.name, rule=one.kernel, levers=(*_belief_levers(one), *_memory_levers(one))
            )
            for one in log.spec.participants
            if one.kernel
        ),
        rules=tuple(name for name in kernel_names() if _is_usable(name)),
    )


def _is_usable(name: str) -> bool:
    """Return whether a rule can stand in for another one: its defaults are whole and it reads claims or posts."""
    try:
        kind = kernel_class(name)
        kind.Settings()
    except (DoxaError, ValueError):
        return False
    return bool(kind.needs & {"claims", "posts"})


def _belief_levers(participant: Participant) -> list[Lever]:
    settings = kernel_class(participant.kernel or "").Settings
    return _levers(f"agents.{participant.id}.belief", settings, participant.belief)


def _memory_levers(participant: Participant) -> list[Lever]:
    return _levers(f"agents.{participant.id}.memory", Admission, participant.memory)


def _levers(path: str, kind: type[Settings], values: Mapping[str, JsonValue]) -> list[Lever]:
    """Return a slider for each number among some settings, within the limits that their kind declares."""
    fields: dict[str, Any] = kind.model_json_schema().get("properties", {})
    return [
        Lever(
            path=f"{path}.{name}",
            name=name.replace("_", " "),
            meaning=str(fields.get(name, {}).get("description", "")),
            value=value,
            low=float(fields.get(name, {}).get("minimum", min(0.0, value))),
            high=_most(float(value), fields.get(name, {}).get("maximum")),
        )
        for name, value in values.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]


def _most(value: float, limit: float | None) -> float:
    """Return where a slider ends: at the setting's limit, or well above its value where that is far away."""
    near = max(1.0, 2.0 * value)
    return near if limit is None else min(near, float(limit))
