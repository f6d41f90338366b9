"""The check of a protocol against its contract."""

from pydantic import ValidationError

from doxa.errors import StoppedError
from doxa.protocols.registry import Protocol
from doxa.records.base import Record
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Outcome


def check_protocol(protocol: Protocol, spec: RunSpec, most: int = 10_000) -> int:
    """Raise where a protocol breaks its contract: it ends, its step keys are unique, and failed steps do not stop it.

    Args:
        most: the most batches that it may yield.

    Returns:
        The number of batches it yielded when every step failed, until it ended or stopped because it needs an answer.

    Raises:
        AssertionError: the protocol breaks the contract.
    """
    protocol.Settings()
    _check_spec(protocol, spec)
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
                Outcome(key=step.key, task=step.task, actor=step.actor, status="failed", reason="silence")
                for step in batch.steps
            )
            batch = script.send(Floor(outcomes=failed))
    except StopIteration as done:
        returned = done.value
    except StoppedError:
        return batches  # it needs a step's answer, says so, and can be resumed
    _check_result(protocol, returned)
    return batches


def _check_spec(protocol: Protocol, spec: RunSpec) -> None:
    """Raise where the spec is not one of this protocol: its script table must fit the protocol's Settings."""
    try:
        protocol.Settings.model_validate(spec.script)
    except ValidationError as error:
        fields = ", ".join(".".join(map(str, wrong["loc"])) or "the table" for wrong in error.errors())
        raise AssertionError(
            f"the spec follows the protocol {spec.protocol!r}, and its script table does not fit this one's Settings "
            f"({fields}): plan a scenario whose protocol is this one, such as plan(load_scenario(NAME))"
        ) from None


def _check_result(protocol: Protocol, result: object) -> None:
    """Raise where a script's result is not of the type that its protocol declares."""
    if protocol.Result is None:
        assert isinstance(result, dict), "a script returns a dict, or the record that its protocol declares as Result"
        return
    values = result.model_dump(mode="json") if isinstance(result, Record) else result
    try:
        protocol.Result.model_validate(values)
    except ValidationError as error:
        raise AssertionError(f"the script returned no {protocol.Result.__name__}: {error}") from None


def _check_batch(batch: Batch, keys: set[str], *, first: bool) -> None:
    # by an empty first batch a script gets everybody's stance before anything is said
    assert batch.steps or batch.exposures or first, "a batch has a step, or shows something to somebody"
    for step in batch.steps:
        assert step.key not in keys, f"step key {step.key!r} is used twice"
        keys.add(step.key)
