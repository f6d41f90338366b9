"""Whether a run directory contains the run that is to go on in it; errors name the fields that differ."""

from pathlib import Path

from doxa.errors import DivergedError, ScenarioError
from doxa.log.rundir import read_spec, recorded_spec
from doxa.records.differences import spec_differences
from doxa.records.events import repeated
from doxa.records.spec import RunSpec

LONGEST_VALUE = 200
"""Characters of a setting's value in an error."""


def check_directory(spec: RunSpec, path: Path) -> None:
    """Raise where a directory contains another run.

    Raises:
        ScenarioError: it contains a run of another scenario; the error names the fields that differ.
        DivergedError: its spec was changed after its run began.
    """
    if not (path / "spec.json").exists():
        return
    recorded = read_spec(path)
    check_untouched(path, recorded)
    if recorded.line != spec.line:
        raise ScenarioError(
            f"{path} contains a run of another scenario: {describe_changes(recorded, spec)}",
            hint="Choose another --out, or fork the run: doxa fork DIR --at KEY --set …",
        )


def check_untouched(path: Path, spec: RunSpec) -> None:
    """Raise where spec.json differs from the copy in the log's first event."""
    recorded_fields = recorded_spec(path)
    now = repeated(spec.model_dump(mode="json"))
    if recorded_fields is not None and recorded_fields != now:
        field, old, new = spec_differences(recorded_fields, now)[0]
        raise DivergedError(
            f"{path / 'spec.json'} was changed after the run began: {field} was {old!r}, is {new!r}",
            hint="Put the old value back; to run with other settings, fork the run: doxa fork DIR --at KEY --set …",
        )


def describe_changes(recorded: RunSpec, now: RunSpec) -> str:
    """Return the first fields in which two specs differ, with both values."""
    changed = spec_differences(recorded.model_dump(mode="json"), now.model_dump(mode="json"))
    sentences = [f"{field} was {_shorten(old)}, is {_shorten(new)}" for field, old, new in changed[:3]]
    more = f" (and {len(changed) - 3} more)" if len(changed) > 3 else ""
    return "; ".join(sentences) + more


def _shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"
