"""What a protocol must keep to."""

from doxa.protocols.registry import Protocol
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Outcome


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
