"""doxa: a laboratory for deliberation among language-model agents whose beliefs can be inspected.

The names below are the public interface: functions, and the types that they take and return. They load on first use, so
that ``import doxa`` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_HOMES = {
    "Budget": "doxa.engine.gate",
    "Cell": "doxa.experiments.runner",
    "ComparisonResult": "doxa.experiments.sweep_results",
    "Conditions": "doxa.models.conditions",
    "DoxaError": "doxa.errors",
    "EstimateRow": "doxa.humans.values",
    "Explanation": "doxa.analysis.explain",
    "Figure": "doxa.analysis.exhibit",
    "Fit": "doxa.humans.values",
    "FitTest": "doxa.humans.values",
    "Frame": "doxa.exports.frame",
    "Frames": "doxa.exports.frames",
    "LedgerRow": "doxa.analysis.ledger",
    "MissingPlugin": "doxa.analysis.missing",
    "ModelSettings": "doxa.records.spec",
    "MoveRow": "doxa.analysis.explain",
    "PairedEffect": "doxa.analysis.sweep_runs",
    "Performer": "doxa.models.port",
    "Problem": "doxa.analysis.checking",
    "ProfileRow": "doxa.humans.values",
    "Progress": "doxa.engine.drive",
    "Prose": "doxa.analysis.exhibit",
    "Readout": "doxa.records.claims",
    "Replay": "doxa.humans.values",
    "RunLog": "doxa.log.rundir",
    "RunSpec": "doxa.records.spec",
    "Scenario": "doxa.experiments.scenario",
    "ScoreRow": "doxa.humans.values",
    "SweepResult": "doxa.experiments.sweep_results",
    "SweepRun": "doxa.analysis.sweep_runs",
    "SweepRuns": "doxa.analysis.sweep_runs",
    "Table": "doxa.analysis.exhibit",
    "TriedArgument": "doxa.experiments.arguing",
    "TurningPoint": "doxa.analysis.explain",
    "Verification": "doxa.analysis.verify",
    "WhatIf": "doxa.analysis.what_if",
    "WhatIfPoint": "doxa.analysis.what_if",
    "argue": "doxa.experiments.arguing",
    "compare": "doxa.experiments.sweep_results",
    "explain": "doxa.analysis.explain",
    "fit": "doxa.humans.values",
    "frames": "doxa.exports.frames",
    "load_scenario": "doxa.experiments.scenario",
    "open_run": "doxa.log.rundir",
    "read_sweep": "doxa.experiments.sweep_results",
    "replay": "doxa.humans.values",
    "resume": "doxa.experiments.sitting",
    "run": "doxa.experiments.sitting",
    "sweep": "doxa.experiments.sweep_results",
    "test": "doxa.humans.values",
    "verify": "doxa.analysis.verify",
    "what_if": "doxa.analysis.what_if",
}

__all__ = [
    "Budget",
    "Cell",
    "ComparisonResult",
    "Conditions",
    "DoxaError",
    "EstimateRow",
    "Explanation",
    "Figure",
    "Fit",
    "FitTest",
    "Frame",
    "Frames",
    "LedgerRow",
    "MissingPlugin",
    "ModelSettings",
    "MoveRow",
    "PairedEffect",
    "Performer",
    "Problem",
    "ProfileRow",
    "Progress",
    "Prose",
    "Readout",
    "Replay",
    "RunLog",
    "RunSpec",
    "Scenario",
    "ScoreRow",
    "SweepResult",
    "SweepRun",
    "SweepRuns",
    "Table",
    "TriedArgument",
    "TurningPoint",
    "Verification",
    "WhatIf",
    "WhatIfPoint",
    "__version__",
    "argue",
    "compare",
    "explain",
    "fit",
    "frames",
    "load_scenario",
    "open_run",
    "read_sweep",
    "replay",
    "resume",
    "run",
    "sweep",
    "test",
    "verify",
    "what_if",
]

if TYPE_CHECKING:
    from doxa.analysis.checking import Problem
    from doxa.analysis.exhibit import Figure, Prose, Table
    from doxa.analysis.explain import Explanation, MoveRow, TurningPoint, explain
    from doxa.analysis.ledger import LedgerRow
    from doxa.analysis.missing import MissingPlugin
    from doxa.analysis.sweep_runs import PairedEffect, SweepRun, SweepRuns
    from doxa.analysis.verify import Verification, verify
    from doxa.analysis.what_if import WhatIf, WhatIfPoint, what_if
    from doxa.engine.drive import Progress
    from doxa.engine.gate import Budget
    from doxa.errors import DoxaError
    from doxa.experiments.arguing import TriedArgument, argue
    from doxa.experiments.runner import Cell
    from doxa.experiments.scenario import Scenario, load_scenario
    from doxa.experiments.sitting import resume, run
    from doxa.experiments.sweep_results import ComparisonResult, SweepResult, compare, read_sweep, sweep
    from doxa.exports.frame import Frame
    from doxa.exports.frames import Frames, frames
    from doxa.humans.values import EstimateRow, Fit, FitTest, ProfileRow, Replay, ScoreRow, fit, replay, test
    from doxa.log.rundir import RunLog, open_run
    from doxa.models.conditions import Conditions
    from doxa.models.port import Performer
    from doxa.records.claims import Readout
    from doxa.records.spec import ModelSettings, RunSpec
else:

    def __getattr__(name: str) -> object:
        """Return a public name, imported now. Hidden from type checkers, so that they report unknown names."""
        if name not in _HOMES:
            raise AttributeError(f"module 'doxa' has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)
