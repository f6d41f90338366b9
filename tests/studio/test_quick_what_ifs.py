"""A what-if takes over from the recorded fold what would come out the same; the numbers are those of a whole fold."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import doxa
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.what_if import recompute
from doxa.experiments.forking import fork
from doxa.log.rundir import RunLog, open_run
from doxa.minds import mind
from doxa.records.amend import amended_spec

CHANGES: list[dict[str, float | str]] = [
    {"belief.u": 0.7},
    {"agents.violet.belief.u": 0.7},
    {"memory.theta": 0.9},
    {"agents.cobalt.memory.confirmation_bias": 0.5},
    {"memory.confirmation_bias": 0.3, "belief.a": 0.1},
    {"agents.violet.prior.stance": 0.3},
    {"hearing.direction": "speaker"},
    {},
]


@pytest.fixture(scope="module")
def biased(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fork in which settings changed on the way, with a confirmation bias."""
    folder = tmp_path_factory.mktemp("quick")
    parent = doxa.run(
        "compulsory-voting", changes={"script.rounds": 4, "memory.confirmation_bias": 0.4}, out=folder / "parent"
    )
    key = [event.key for event in parent.events if event.kind == "heard"][3]
    fork(folder / "parent", at=key, changes={"belief.u": 0.5}, out=folder / "fork")
    return folder / "fork"


def folded_whole(log: RunLog, changes: dict[str, float | str], without: Sequence[str]) -> list[Chapter]:
    return list(chapters(log, respec=lambda spec: amended_spec(spec, changes), without=without))


@pytest.mark.parametrize("changes", CHANGES)
@pytest.mark.parametrize("struck", [0, 1, 3])
def test_the_numbers_are_those_of_a_whole_fold(biased: Path, changes: dict[str, float | str], struck: int) -> None:
    log = open_run(biased)
    claims = [claim.id for event in log.events if event.kind == "heard" for claim in event.body.claims]
    without = claims[len(claims) // 2 :][:struck]
    found = recompute(log, list(chapters(log)), changes, without)
    whole = folded_whole(log, changes, without)
    for agent, points in found.curves.items():
        assert [point.stance for point in points] == [chapter.minds[agent].readout.stance for chapter in whole]


def test_everything_of_the_fold_is_the_same(biased: Path) -> None:
    log = open_run(biased)
    known, changes = list(chapters(log)), {"agents.violet.belief.u": 0.7}
    quick = list(chapters(log, respec=lambda spec: amended_spec(spec, changes), known=known))
    for one, other in zip(quick, folded_whole(log, dict(changes), ()), strict=True):
        assert one.folded == other.folded
        assert one.refolded_jumps == other.refolded_jumps
        assert {agent: list(each.memory.records) for agent, each in one.minds.items()} == {
            agent: list(each.memory.records) for agent, each in other.minds.items()
        }


def test_what_does_not_change_is_not_read_again(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = open_run(finished)
    known = list(chapters(log))
    admitted = []
    monkeypatch.setattr(mind, "admit", lambda *given, **named: admitted.append(given))
    recompute(log, known, {"belief.u": 0.7}, ())
    assert admitted == []
