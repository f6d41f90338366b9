"""What every plug-in must keep to; doxa's own tests run these over all that are installed, yours may as well."""

import inspect
import math
from typing import Any, get_args

from doxa.beliefs.base import Kernel, Met, Need
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue
from doxa.records.claims import Evidence, Exposure
from doxa.records.people import Prior
from doxa.records.readout import Readout
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Outcome

SIGNATURES = {"init": ["self", "prior", "seeds"], "step": ["self", "state", "met"], "readout": ["self", "state"]}


def check_kernel(kind: type[Kernel[Any]]) -> None:
    """Hold a kernel to the contract of ``doxa.beliefs.base``.

    Parameter names, default settings, a bounded and finite stance, the same answer to the same question, a state
    that ``step`` leaves alone, and a trace that begins and ends at the readouts.

    Raises:
        AssertionError: it breaks the contract; the message says which part.
    """
    for method, names in SIGNATURES.items():
        found = list(inspect.signature(getattr(kind, method)).parameters)
        assert found == names, f"{kind.__name__}.{method} takes {found}, the contract says {names}"
    assert kind.needs <= set(get_args(Need)), f"{kind.__name__}.needs names something unknown: {kind.needs}"
    kernel = kind(kind.Settings())
    for seeds in ((), _evidence(6, "seed", 0)):
        state, trace = kernel.init(Prior(), seeds)
        assert trace.after == kernel.readout(state), "the trace of init must end at the readout"
        _check_steps(kernel, state, seeds)


def _check_steps(kernel: Kernel[Any], state: Any, seeds: tuple[Evidence, ...]) -> None:
    for count in range(4):
        met = _met(seeds, count)
        shown = kernel.readout(state)
        after, trace = kernel.step(state, met)
        again, same = kernel.step(state, met)
        assert kernel.readout(state) == shown, "step must leave the state that it was given as it was"
        assert (again, same) == (after, trace), "step must give the same answer to the same question"
        assert trace.before == shown, "the trace must begin at the readout before"
        assert trace.after == kernel.readout(after), "the trace must end at the readout after"
        _check_readout(trace.after)
        state = after


def _check_readout(shown: Readout) -> None:
    if shown.stance is not None:
        assert math.isfinite(shown.stance), "a stance is finite"
        assert -1.0 <= shown.stance <= 1.0, f"a stance lies in [-1, 1], not at {shown.stance}"


def _met(seeds: tuple[Evidence, ...], count: int) -> Met:
    reply: dict[str, JsonValue] = {"assignment": {"Ann": "knight"}, "confidence": count}
    exposures = (
        Exposure(message=f"m{count}", speaker="other", origin="peer", stance=0.5, likes=count, shown=True),
        Exposure(message=f"own{count}", speaker="self", origin="self", reply=reply),
    )
    report = 0.25 * count - 0.5 if count else None
    return Met(exposures=exposures, evidence=(*seeds, *_evidence(count, "peer", 1)), self_report=report)


def _evidence(count: int, origin: Any, shift: int) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            claim=f"{origin}{place}",
            polarity=1 if (place + shift) % 2 else -1,
            strength=(place + 1) / (count + 1),
            origin=origin,
            active=True,
        )
        for place in range(count)
    )


def check_protocol(protocol: Protocol, spec: RunSpec, most: int = 10_000) -> int:
    """Hold a protocol to the contract: it ends, its step keys are unique, and silence does not stop it.

    Returns:
        The number of batches it yielded when every step failed.

    Raises:
        AssertionError: it breaks the contract.
    """
    protocol.Settings()
    script = protocol.script(spec)
    keys: set[str] = set()
    batches = 0
    try:
        batch = next(script)
        while True:
            batches += 1
            assert batches <= most, f"the protocol yielded more than {most} batches"
            _check_batch(batch, keys, first=batches == 1)
            failed = tuple(
                Outcome(key=one.key, task=one.task, actor=one.actor, status="failed", reason="silence")
                for one in batch.steps
            )
            batch = script.send(Floor(outcomes=failed))
    except StopIteration as done:
        result = done.value
    assert isinstance(result, dict), "a script returns its result as a dict"
    return batches


def _check_batch(batch: Batch, keys: set[str], *, first: bool) -> None:
    # an empty first batch is how a script learns where everybody stands before anything is said
    assert batch.steps or batch.exposures or first, "a batch has a step, or shows something to somebody"
    for one in batch.steps:
        assert one.key not in keys, f"step key {one.key!r} is used twice"
        keys.add(one.key)
