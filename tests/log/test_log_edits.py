"""Verification finds every single edit of every field of every file, in a small run of each kind.

Here a seeded sample; ``make test-long`` enumerates all edits and prints found/all, as ``bench/faults.py --whole`` does.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from doxa.analysis.verify import verify
from doxa.log.journal import EXCEPTED, CallRecord, SittingRecord
from log.edits import Edit, edits_of, forgeries_of, is_found
from log.kinds import MAKERS
from log.remembering import remembering

QUICK = ("dialogue", "round table", "votes", "feed", "troubles", "joint hearing")
"""Kinds of runs that are made in a second."""

SAMPLE = 30


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {}


@pytest.fixture
def run(request: pytest.FixtureRequest, runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of the kind, made once."""
    kind = request.param
    if kind not in runs:
        runs[kind] = MAKERS[kind](tmp_path_factory.mktemp("edits") / "run")
        assert verify(runs[kind]).status == "verified"
    return runs[kind]


def missed(run: Path, edits: list[Edit], *, forged: bool) -> list[str]:
    with remembering():
        return [str(edit) for edit in edits if not is_found(run, edit, forged=forged)]


@pytest.mark.parametrize("run", QUICK, indirect=True)
def test_a_sample_of_edits_is_found(run: Path) -> None:
    assert missed(run, Random("plain").sample(list(edits_of(run)), SAMPLE), forged=False) == []


@pytest.mark.parametrize("run", QUICK, indirect=True)
def test_a_sample_of_forgeries_is_found(run: Path) -> None:
    assert missed(run, Random("forged").sample(list(forgeries_of(run, each=1)), SAMPLE // 3), forged=True) == []


@pytest.mark.parametrize("forged", [False, True], ids=["plain", "forged"])
@pytest.mark.parametrize("run", ["votes"], indirect=True)
def test_verification_says_the_same_where_results_are_remembered(run: Path, forged: bool) -> None:
    every = list(edits_of(run))
    edits = Random("same").sample(list(forgeries_of(run, each=1)) if forged else every, SAMPLE)
    unseen = [edit for edit in every if edit.path == ("seconds",)]
    said = [is_found(run, edit, forged=forged) for edit in (*edits, *unseen)]
    with remembering():
        again = [is_found(run, edit, forged=forged) for edit in (*edits, *unseen)]
    assert again == said
    assert said == [True] * SAMPLE + [not forged] * len(unseen)


@pytest.mark.long
@pytest.mark.parametrize("run", MAKERS, indirect=True)
def test_every_edit_is_found(run: Path, record_property: Callable[[str, object], None]) -> None:
    edits = list(edits_of(run))
    unseen = missed(run, edits, forged=False)
    record_property("score", f"{len(edits) - len(unseen)}/{len(edits)} edits found")
    assert unseen == []


@pytest.mark.long
@pytest.mark.parametrize("run", MAKERS, indirect=True)
def test_every_forgery_is_found(run: Path, record_property: Callable[[str, object], None]) -> None:
    forgeries = list(forgeries_of(run, each=3))
    unseen = missed(run, forgeries, forged=True)
    record_property("score", f"{len(forgeries) - len(unseen)}/{len(forgeries)} forgeries found")
    assert unseen == []


def test_every_field_of_a_call_is_bound_or_excepted() -> None:
    """A field that is added is bound; one that may differ between equal answers belongs under EXCEPTED."""
    bound = {"kind", "id", "role", "model", "request", "blocks", "reply_schema", "status", "text", "finish", "declared"}
    assert set(CallRecord.model_fields) == bound | set(EXCEPTED) | {"link"}
    excepted = {"kind", "link", "began", "doxa", "code", "conditions", "plugins", "codes", "as_changed"}
    assert set(SittingRecord.model_fields) == excepted
