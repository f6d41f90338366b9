"""Whether a run directory contains the run that is to go on in it; errors name the fields that differ."""

from collections.abc import Mapping
from pathlib import Path

from doxa.analysis.missing import code_of, plugins_of
from doxa.corpora.loading import load_corpus
from doxa.engine.turn import AS_CHANGED
from doxa.errors import DivergedError, ScenarioError
from doxa.log import journal as journals
from doxa.log.rundir import read_spec, recorded_spec
from doxa.records.differences import spec_differences
from doxa.records.events import repeated
from doxa.records.plugins import package_of
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


def check_corpora(spec: RunSpec, places: Mapping[str, str]) -> None:
    """Raise where a corpus has other content than when the run began; DivergedError.

    Args:
        places: corpus → where it lies now.
    """
    for name, recorded_hash in spec.corpora.items():
        if load_corpus(places.get(name, name)).hash != recorded_hash:
            raise DivergedError(f"the corpus {name} changed after this run began", hint="Put the old corpus back.")


def check_plugins(spec: RunSpec, path: Path) -> None:
    """Raise where a plug-in has other code than in the last sitting; DivergedError."""
    points = plugins_of(spec)
    sittings = list(journals.read_sittings(path / journals.NAME)) if points else []
    for name, point in points.items() if sittings else ():
        if (code := code_of(point.module)) != sittings[-1].codes.get(name, code):
            raise DivergedError(
                f"the {name} has other code than before: it is that of {package_of(point)} now, and was that of "
                f"{sittings[-1].plugins.get(name, 'another package')}",
                hint=f"Put the old code back, or go on with the new: doxa resume {path} {AS_CHANGED}",
            )
