"""doxa: a laboratory for deliberation among language-model agents whose beliefs can be inspected.

The names below are the public interface; they load on first use, so that ``import doxa`` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "DoxaError": "doxa.errors",
    "load_scenario": "doxa.experiments.scenario",
    "run": "doxa.experiments.sitting",
    "resume": "doxa.experiments.sitting",
    "open_run": "doxa.log.rundir",
    "verify": "doxa.analysis.verify",
    "explain": "doxa.analysis.explain",
    "what_if": "doxa.analysis.what_if",
}

__all__ = [
    "DoxaError",
    "__version__",
    "explain",
    "load_scenario",
    "open_run",
    "resume",
    "run",
    "verify",
    "what_if",
]

if TYPE_CHECKING:
    from doxa.analysis.explain import explain
    from doxa.analysis.verify import verify
    from doxa.analysis.what_if import what_if
    from doxa.errors import DoxaError
    from doxa.experiments.scenario import load_scenario
    from doxa.experiments.sitting import resume, run
    from doxa.log.rundir import open_run


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'doxa' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
