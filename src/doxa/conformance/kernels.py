"""The check of a kernel against its contract in ``doxa.beliefs.base``.

``check_kernel`` starts the kernel under many priors and seeds, steps each start through one course of batches, and
checks every answer against the laws of readouts and items. Then it repeats all steps in another order on a new kernel,
whose answers must be the same. A call may change neither the kernel nor its module: their attributes are compared.
"""

import inspect
import math
import sys
from collections.abc import Iterator
from copy import copy, deepcopy
from dataclasses import dataclass
from types import FunctionType
from typing import Any, get_args

from doxa.beliefs.base import Contributing, Kernel, Met, Need, Weighing
from doxa.conformance.items import PRIORS, ItemHistory, check_begun, check_declared, check_moved, course, seed_sets
from doxa.errors import UnreachablePriorError
from doxa.records.claims import Evidence, Readout, Trace
from doxa.records.spec import Prior

SIGNATURES = {"init": ["self", "prior", "seeds"], "step": ["self", "state", "met"], "readout": ["self", "state"]}
OFFERED = {Contributing: ("contributions", ["self", "state"]), Weighing: ("weigh", ["self", "state", "origin"])}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One step of a course: its arguments and what the kernel returned."""

    place: int
    state: Any
    met: Met
    after: Any
    trace: Trace


def check_kernel(kind: type[Kernel[Any]]) -> None:
    """Raise where a kernel breaks the contract of ``doxa.beliefs.base``.

    The contract: parameter names; default settings; a finite stance in [−1, 1] under every prior; the same answer to
    the same question whatever was asked before; a state that ``step`` does not change, and no state elsewhere; traces
    that begin and end at the readouts; items that add up to the move and name sources that the kernel was given.

    Raises:
        AssertionError: the kernel breaks the contract; the message says which part, and what to do.
    """
    _check_signatures(kind)
    assert kind.needs <= set(get_args(Need)), f"{kind.__name__}.needs names something unknown: {kind.needs}"
    answers = [answer for seeds in seed_sets() for prior in PRIORS for answer in _taken_through(kind, prior, seeds)]
    _check_repeated(kind, answers)


def _check_signatures(kind: type[Kernel[Any]]) -> None:
    offered = [signature for offer, signature in OFFERED.items() if issubclass(kind, offer)]
    for method, names in (*SIGNATURES.items(), *offered):
        parameters = list(inspect.signature(getattr(kind, method)).parameters)
        assert parameters == names, f"{kind.__name__}.{method} takes {parameters}, the contract says {names}"


def _taken_through(kind: type[Kernel[Any]], prior: Prior, seeds: tuple[Evidence, ...]) -> Iterator[Answer]:
    """Yield every answer of one course; none where the kernel refuses a prior that the seeds cannot reach."""
    kernel = kind(kind.Settings())
    start = _begin(kernel, prior, seeds)
    if start is None:
        return
    state, trace = start
    given_so_far = ItemHistory(items=check_declared(kernel, trace.after))
    given_so_far.add(Met(evidence=seeds))
    check_begun(kernel, state, trace, given_so_far)
    for place, met in enumerate(course(seeds)):
        answer = _step(kernel, state, met, place)
        given_so_far.add(met)
        check_moved(kernel, state, answer.after, met, answer.trace, given_so_far)
        yield answer
        state = answer.after


def _begin(kernel: Kernel[Any], prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[Any, Trace] | None:
    name = type(kernel).__name__
    settings = ", ".join(f"{field}={setting!r}" for field, setting in prior.model_dump(exclude_defaults=True).items())
    under = f"under Prior({settings}) with {len(seeds)} seeds"
    attributes = picture_attributes(kernel)
    try:
        state, trace = kernel.init(prior, seeds)
        readout = kernel.readout(state)
        again = kernel.init(prior, seeds)
    except UnreachablePriorError:
        assert prior.mode == "target", f"{name}.init refuses {under}: only a target stance may be out of reach"
        return None
    except Exception as error:  # such as a number that a readout does not accept
        raise AssertionError(
            f"{name}.init gives no valid readout {under}: {type(error).__name__}: {error}. "
            "Begin at a finite stance in [-1, 1] under every prior"
        ) from error
    _check_unchanged(kernel, "init", attributes)
    _check_readout(readout, f"{name}.init, {under}")
    assert trace.after == readout, f"the trace of init must end at the readout: {name}, {under}"
    assert again == (state, trace), f"{name}.init must give the same answer to the same question, {under}"
    return state, trace


def _step(kernel: Kernel[Any], state: Any, met: Met, place: int) -> Answer:
    """Return the answer to one step, asked twice; neither call may change the state or the kernel."""
    name = type(kernel).__name__
    before, readout, attributes = deepcopy(state), kernel.readout(state), picture_attributes(kernel)
    try:
        after, trace = kernel.step(state, met)
        ends_at = kernel.readout(after)
    except Exception as error:  # such as a number that a readout does not accept
        raise AssertionError(
            f"{name}.step gives no valid readout: {type(error).__name__}: {error}. "
            "Keep the stance finite and in [-1, 1] whatever the batch contains"
        ) from error
    again, same = kernel.step(state, met)
    assert (again, same) == (after, trace), f"{name}.step must give the same answer to the same question"
    assert state == before, f"{name}.step must not change the state that it was given: return a new one"
    assert kernel.readout(state) == readout, f"{name}.step must not change the state that it was given"
    _check_unchanged(kernel, "step", attributes)
    assert trace.before == readout, f"the trace of {name}.step must begin at the readout before"
    assert trace.after == ends_at, f"the trace of {name}.step must end at the readout after"
    _check_readout(ends_at, f"{name}.step")
    return Answer(place=place, state=before, met=met, after=deepcopy(after), trace=trace)


def _check_readout(readout: Readout, where: str) -> None:
    if readout.stance is not None:
        assert math.isfinite(readout.stance), f"a stance is finite, not {readout.stance}: {where}"
        assert -1.0 <= readout.stance <= 1.0, f"a stance lies in [-1, 1], not at {readout.stance}: {where}"
    assert readout.log_odds is None or math.isfinite(readout.log_odds), f"log-odds are finite: {where}"


def _check_unchanged(kernel: Kernel[Any], method: str, attributes: dict[str, Any]) -> None:
    now = _attributes(kernel)
    changed = sorted(name for name in now.keys() | attributes.keys() if not _is_same(now, attributes, name))
    assert not changed, (
        f"{type(kernel).__name__}.{method} changed {', '.join(changed)}: a kernel has no attributes that change; "
        "put what the next step needs into the state"
    )


def _check_repeated(kind: type[Kernel[Any]], answers: list[Answer]) -> None:
    """Repeat all steps on a new kernel from the last places to the first, so that the order of questions differs."""
    kernel = kind(kind.Settings())
    elsewhere = (
        f"{kind.__name__}.step gives another answer to the same state and batch when asked in another order, or on a "
        "new kernel: it keeps state in the instance, the class or the module; put it into the state"
    )
    for answer in sorted(answers, key=lambda answer: -answer.place):
        try:
            same = kernel.step(deepcopy(answer.state), answer.met) == (answer.after, answer.trace)
        except Exception as error:  # a new kernel lacks what the first one kept
            raise AssertionError(f"{elsewhere}; it failed with {type(error).__name__}: {error}") from error
        assert same, elsewhere


PLAIN = (dict, list, set, str, int, float, tuple, bytearray, type(None))
"""The types in which a module can keep state; its other values are code, or imported when first used."""


def picture_attributes(instance: object) -> dict[str, Any]:
    """Return attribute → present value; containers are copied, so that later changes can be detected."""
    return {name: _copied(attribute) for name, attribute in _attributes(instance).items()}


def _attributes(instance: object) -> dict[str, Any]:
    """Return the present attributes as ``self.name``, ``Class.name`` and ``module.name``."""
    attributes = {f"self.{name}": attribute for name, attribute in getattr(instance, "__dict__", {}).items()}
    shared = {
        f"{kind.__name__}.{name}": attribute
        for kind in type(instance).__mro__[:-1]
        for name, attribute in vars(kind).items()
        if not name.startswith("__") and not isinstance(attribute, FunctionType)
    }
    return {**attributes, **shared, **_globals(instance)}


def _globals(instance: object) -> dict[str, Any]:
    """Return the values in the modules of an object's classes that a call could change, by name."""
    return {
        f"{module}.{name}": attribute
        for module in {kind.__module__ for kind in type(instance).__mro__[:-1]} & sys.modules.keys()
        for name, attribute in vars(sys.modules[module]).items()
        if not name.startswith("__") and isinstance(attribute, PLAIN)
    }


def _copied(value: Any) -> Any:
    return copy(value) if isinstance(value, dict | list | set | bytearray) or hasattr(value, "__array__") else value


def _is_same(now: dict[str, Any], before: dict[str, Any], name: str) -> bool:
    if name not in now or name not in before:
        return False
    same: Any = now[name] is before[name] or now[name] == before[name]
    return bool(same.all()) if hasattr(same, "all") else bool(same)
