"""Forks: the parent's events before the fork stay, the jump is shown, and only later steps are performed again."""

import pytest

from doxa.analysis.history import chapters
from doxa.analysis.verify import verify
from doxa.analysis.what_if import what_if
from doxa.errors import DivergedError, DoxaError, LogError, ScenarioError
from doxa.experiments.forking import forked_spec, inherited_changes
from doxa.records.base import canonical
from scenes.stage import Played, debate, play, play_fork, three

AT = "r02/amber"
"""The fourth turn of a debate: three batches are past."""


@pytest.fixture(scope="module")
def parent(tmp_path_factory) -> Played:
    return play(debate(rounds=3), tmp_path_factory.mktemp("parent") / "run")


@pytest.fixture
def child(parent, tmp_path) -> Played:
    return play_fork(parent.log.path, tmp_path / "child", at=AT, changes={"belief.u": 2.0})


def bodies(played) -> list[str]:
    """Return the bodies of all events but the first, whose spec differs in a fork."""
    return [canonical(one.body) for one in played.events[1:]]


def past(played) -> int:
    """Return the number of events before the batch of the fork's step."""
    return next(one.seq for one in played.events if one.kind == "batch" and AT in one.body.keys)


def test_the_past_is_the_parents(parent, child):
    until = past(parent) - 1
    assert bodies(child)[:until] == bodies(parent)[:until]


def test_the_amendment_stands_before_the_batch_that_it_changes(parent, child):
    amended, opened = child.events[past(parent) : past(parent) + 2]
    assert (amended.kind, amended.key, amended.body.set) == ("amended", AT, {"belief.u": 2.0})
    assert AT in opened.body.keys


@pytest.mark.parametrize("who", ["violet", "amber"])
def test_the_jump_is_what_the_new_setting_makes_of_the_same_memory(parent, child, who):
    jump = child.body(AT, "amended").jumps[who]
    point = what_if(parent.log, {"belief.u": 2.0}).curves[who][3]
    assert (jump.before.stance, jump.after.stance) == (point.recorded, point.stance)
    assert jump.before.stance != jump.after.stance


def test_only_later_steps_are_asked(parent, child):
    later = {one.key for one in child.events[past(child) :] if one.kind == "outcome"}
    assert {call.partition("#")[0] for call in child.asked} == later
    assert AT in later
    assert "r02/violet" not in later


def test_a_fork_verifies(child):
    assert verify(child.log.path).status == "verified"


def test_a_fork_that_is_finished_asks_nothing(parent, child):
    again = play_fork(parent.log.path, child.log.path, at=AT, changes={"belief.u": 2.0})
    assert (again.asked, again.bytes) == ((), child.bytes)


def test_a_fork_names_its_parent(parent, child):
    assert child.log.spec.parent.spec == parent.log.spec_hash
    assert child.log.spec.parent.last == parent.log.last_hash


def test_a_fork_leaves_its_parent_alone(parent, tmp_path):
    before = {one.name: one.read_bytes() for one in parent.log.path.iterdir()}
    play_fork(parent.log.path, tmp_path / "child", at=AT, changes={"belief.u": 2.0})
    assert {one.name: one.read_bytes() for one in parent.log.path.iterdir()} == before


def test_the_batch_is_asked_anew_whole(tmp_path):
    parent = play(three(), tmp_path / "parent")
    child = play_fork(parent.log.path, tmp_path / "child", at="r02/amber", changes={"belief.u": 2.0})
    assert {"r02/violet#1", "r02/amber#1", "r02/teal#1"} <= set(child.asked)
    assert not any(call.startswith("r01") for call in child.asked)


def test_one_agent_can_be_changed_alone(parent, tmp_path):
    child = play_fork(parent.log.path, tmp_path / "child", at=AT, changes={"agents.amber.belief.u": 2.0})
    jumps = child.body(AT, "amended").jumps
    assert jumps["violet"].before == jumps["violet"].after
    assert jumps["amber"].before != jumps["amber"].after


def test_an_agents_own_setting_wins_over_the_shared_one(parent, tmp_path):
    both = {"belief.u": 0.2, "agents.violet.belief.u": 0.8}
    child = play_fork(parent.log.path, tmp_path / "child", at=AT, changes=both)
    minds = list(chapters(child.log))[-1].minds
    assert {who: mind.kernel.settings.u for who, mind in minds.items()} == {"violet": 0.8, "amber": 0.2}


def amendments(played: Played) -> list[tuple[str, dict]]:
    return [(one.at, one.set) for one in played.log.spec.amendments]


def test_a_fork_asked_again_at_its_step_keeps_its_settings(child, tmp_path):
    again = play_fork(child.log.path, tmp_path / "again", at=AT, changes={})
    assert amendments(again) == [(AT, {"belief.u": 2.0})]
    other = play_fork(child.log.path, tmp_path / "other", at=AT, changes={"memory.theta": 0.7})
    assert amendments(other) == [(AT, {"belief.u": 2.0, "memory.theta": 0.7})]


def test_a_fork_of_a_fork_changes_anew_what_it_names(parent, tmp_path):
    own = {"agents.violet.belief.u": 2.0, "agents.amber.memory.theta": 0.7}
    child = play_fork(parent.log.path, tmp_path / "child", at=AT, changes=own)
    again = play_fork(child.log.path, tmp_path / "again", at=AT, changes={"belief.u": 0.2})
    assert amendments(again) == [(AT, {"agents.amber.memory.theta": 0.7, "belief.u": 0.2})]


def test_a_longer_script_asks_the_added_rounds(parent, tmp_path):
    child = play_fork(parent.log.path, tmp_path / "child", at="r03/amber", changes={"script.rounds": 4})
    assert child.body("end", "end").result["rounds"] == 4
    assert not any(call.startswith(("r01", "r02", "r03/violet")) for call in child.asked)


@pytest.mark.parametrize(
    ("changes", "step"),
    [
        ({"agents.violet.persona": "A gardener."}, "r01/violet"),
        ({"agents.amber.prior.mode": "target", "agents.amber.prior.stance": -0.1}, "r01/amber"),
        ({"agents.*.name": "Nobody"}, "r01/violet"),
    ],
)
def test_a_change_of_the_past_is_refused_and_names_the_step(parent, tmp_path, changes, step):
    with pytest.raises(DivergedError, match=f"step {step} was recorded with other inputs"):
        play_fork(parent.log.path, tmp_path / "child", at="r03/violet", changes=changes)


def test_a_step_that_is_not_there_is_refused(parent, tmp_path):
    with pytest.raises(LogError, match="no step 'r09/violet'"):
        play_fork(parent.log.path, tmp_path / "child", at="r09/violet", changes={"belief.u": 2.0})


INVALID = [
    {"belief.uptake": 1},
    {"belief.u": -1},
    {"belief.u.deeper": 1},
    {"memory.theta": 7},
    {"nonsense.u": 1},
    {"script.rounds": 0},
    {"script.rounds": "many"},
    {"models.speaker.temperature": 9},
]


@pytest.mark.parametrize("changes", INVALID, ids=str)
def test_a_change_that_is_not_valid_is_refused_before_anything_is_written(parent, tmp_path, changes):
    with pytest.raises(ScenarioError, match=next(iter(changes)).split(".")[1]):
        play_fork(parent.log.path, tmp_path / "child", at=AT, changes=changes)
    assert not (tmp_path / "child").exists()


def test_a_fork_of_a_fork_keeps_both_changes(parent, child, tmp_path):
    grandchild = play_fork(child.log.path, tmp_path / "grandchild", at="r03/violet", changes={"memory.theta": 0.9})
    assert [one.key for one in grandchild.events if one.kind == "amended"] == [AT, "r03/violet"]
    assert verify(grandchild.log.path).status == "verified"


def test_two_changes_at_one_batch_are_one_whichever_of_its_steps_is_named(tmp_path):
    parent = play(three(), tmp_path / "parent")
    child = play_fork(parent.log.path, tmp_path / "child", at="r02/violet", changes={"belief.u": 2.0})
    grandchild = play_fork(child.log.path, tmp_path / "grandchild", at="r02/amber", changes={"memory.theta": 0.9})
    assert amendments(grandchild) == [("r02/amber", {"belief.u": 2.0, "memory.theta": 0.9})]
    assert [one.note for one in chapters(grandchild.log)] == ["prior", "round 1", "round 2"]
    assert verify(grandchild.log.path).status == "verified"


def test_a_fork_whose_script_ends_before_its_step_is_refused(parent, tmp_path):
    with pytest.raises(DoxaError, match="ended before step"):
        play_fork(parent.log.path, tmp_path / "child", at=AT, changes={"script.rounds": 1, "belief.u": 2.0})


def test_a_fork_cannot_change_the_rule_and_names_what_can(parent, tmp_path):
    with pytest.raises(ScenarioError, match="keeps the belief rules") as error:
        play_fork(parent.log.path, tmp_path / "child", at=AT, changes={"kernel": "degroot"})
    assert "doxa whatif DIR --set kernel=degroot" in (error.value.hint or "")


def test_a_fork_of_a_fork_says_which_changes_of_its_parent_stay(parent, tmp_path):
    own = {"agents.violet.belief.u": 2.0, "agents.amber.memory.theta": 0.7}
    child = play_fork(parent.log.path, tmp_path / "child", at=AT, changes=own)
    spec = forked_spec(child.log, AT, {"belief.u": 0.2})
    fates = {change.path: change.stays for change in inherited_changes(child.log, spec)}
    assert fates == {"agents.violet.belief.u": False, "agents.amber.memory.theta": True}
    later = forked_spec(child.log, "r03/violet", {"belief.u": 0.2})
    assert all(change.stays for change in inherited_changes(child.log, later))
