"""The feed that comes with doxa, small and offline: it runs, verifies, goes on after a cut, and can be forked."""

import pytest

from doxa.analysis.verify import verify
from doxa.analysis.what_if import what_if
from doxa.experiments.forking import fork
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import resume, run
from doxa.log.rundir import open_run
from doxa.systems.feed.exhibits.story import story_of
from systems.feed.feed_stage import halved

SMALL = {
    "script.rounds": 3,
    "agents.for.count": 4,
    "agents.against.count": 4,
    "network.parameters.sizes": [4, 4],
    "script.bots.echo.first": 1,
}


@pytest.fixture
def small(library):
    return open_run(library.keep("small feed", lambda path: run("feed", out=path, changes=SMALL)))


def test_the_scenario_has_two_camps_an_event_and_a_bot():
    spec = plan(load_scenario("feed"))
    stances = [one.prior.stance for one in spec.participants]
    assert (sum(one > 0 for one in stances), sum(one < 0 for one in stances), len(stances)) == (12, 12, 24)
    assert ([one["round"] for one in spec.script["events"]], set(spec.script["bots"])) == ([5], {"echo"})
    edges = [(who, one) for who, whom in spec.script["follows"].items() for one in whom]
    across = sum(who.split("-")[0] != one.split("-")[0] for who, one in edges)
    assert 0 < across < len(edges) / 2, "each camp follows its own most"


def test_it_runs_and_verifies(small):
    assert verify(small.path).status == "verified"
    story = story_of(small)
    assert {one.by for one in story.posts.values()} == {"agent", "bot"}
    assert story.feed.silent == 0, "the offline poster never acts against the rules"
    assert any(one.trace.before.stance != one.trace.after.stance for one in story.meetings)


def test_cut_off_it_goes_on_to_the_same_bytes(small, tmp_path):
    assert resume(halved(small, tmp_path / "cut")).lines == small.lines


def test_other_minds_and_another_way(small, tmp_path):
    still = what_if(small, {"belief.step": 0.0})
    assert all(points[-1].stance == points[0].stance for points in still.curves.values())
    other = fork(small.path, at="r02/for-1", changes={"belief.step": 0.0}, out=tmp_path / "fork")
    moved = [one for one in story_of(other).meetings if one.round >= 2]
    assert moved
    assert all(one.trace.before.stance == one.trace.after.stance for one in moved)
