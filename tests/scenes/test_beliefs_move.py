"""When beliefs move: between batches only, and from what each mind met; self-reports are asked after others' turns."""

import pytest

from doxa.analysis.verify import verify
from doxa.records.spec import Policy
from doxa.records.steps import rendered
from scenes.stage import believer, debate, given_up, on, play, reporter, three


def moves(played):
    return [one for one in played.events if one.kind == "moved"]


@pytest.mark.parametrize("turns", ["simultaneous", "alternate"])
def test_minds_move_after_all_steps_of_a_batch(tmp_path, turns):
    for one in batches(play(three(turns), tmp_path)):
        kinds = [event.kind for event in one]
        assert kinds == sorted(kinds, key=lambda kind: kind == "moved")


def batches(played):
    """Return the events of each batch, without its opening and the run's end."""
    found: list[list] = []
    for one in played.events:
        if one.kind == "batch":
            found.append([])
        elif found and one.kind != "end":
            found[-1].append(one)
    return found


def test_a_move_begins_where_the_last_one_ended(tmp_path):
    played = play(three(), tmp_path)
    now = {who: played.body(f"seeds/{who}", "seeded").trace.after for who in ("violet", "amber", "teal")}
    for one in moves(played):
        assert one.body.trace.before == now[one.body.listener]
        now[one.body.listener] = one.body.trace.after
    assert played.body("end", "end").stances == {who: shown.stance for who, shown in now.items()}


def test_everyone_speaks_from_the_stance_at_the_start_of_the_round(tmp_path):
    # the words of a simultaneous round are composed before anybody has heard them
    played = play(three(), tmp_path)
    for who in ("violet", "amber", "teal"):
        tags = [block.tag for block in played.prompts[f"r01/{who}#1"]]
        assert "said" not in tags
        assert [block.tag for block in played.prompts[f"r02/{who}#1"]].count("said") == 3


def test_admission_reads_the_stance_at_the_start_of_the_batch(tmp_path):
    people = [believer(who, side, confirmation_bias=0.5) for who, side in (("violet", "pro"), ("amber", "con"))]
    played = play(debate(*people, believer("teal"), rounds=3, turns="simultaneous"), tmp_path)
    weakened = 0
    for one in moves(played):
        if one.body.listener != "teal":
            start = one.body.trace.before.stance
            for record in one.body.admitted:
                opposed = record.polarity * start < 0
                weakened += opposed
                assert record.strength == pytest.approx(record.scored * (0.5 if opposed else 1.0), abs=1e-12)
    assert weakened


def test_a_speaker_keeps_its_own_claims_as_its_own(tmp_path):
    played = play(debate(), tmp_path)
    assert {one.origin for one in played.body("batch/1/violet", "moved").admitted} == {"self"}
    assert {one.origin for one in played.body("batch/1/amber", "moved").admitted} == {"peer"}


def test_records_that_a_batch_archived_are_named(tmp_path):
    played = play(debate(rounds=3), tmp_path)
    archived = [record for one in moves(played) for record in one.body.archived]
    assert archived
    assert all(not record.active and record.superseded_by for record in archived)


def test_a_self_report_is_asked_after_the_turn_of_another(tmp_path):
    played = play(debate(reporter("violet", 0.5), reporter("amber", -0.5), rounds=1), tmp_path)
    asked = [one.removesuffix("#1") for one in played.asked]
    assert asked == ["r01/violet", "b001/self_update/amber", "r01/amber", "b002/self_update/violet"]


def test_after_a_round_each_is_asked_once_about_all_it_heard(tmp_path):
    people = [reporter(who) for who in ("violet", "amber", "teal")]
    played = play(debate(*people, turns="simultaneous", rounds=1), tmp_path)
    prompt = rendered(played.prompts["b001/self_update/teal#1"])
    everybody = [played.body(f"r01/{who}", "outcome").text for who in ("violet", "amber", "teal")]
    assert [prompt.count(one) for one in everybody] == [1, 1, 1]
    unshown = [one.model_copy(update={"policy": Policy(recent=0)}) for one in people]
    played = play(debate(*unshown, turns="simultaneous", rounds=1), tmp_path / "unshown")
    prompt = rendered(played.prompts["b001/self_update/teal#1"])
    assert [prompt.count(one) for one in everybody] == [1, 1, 0]


def test_a_self_reported_stance_is_taken_as_it_is(tmp_path):
    played = play(debate(reporter("violet", 0.5), reporter("amber", -0.5)), tmp_path)
    told = played.body("b001/self_update/amber", "outcome").reply["stance"]
    after = played.body("batch/1/amber", "moved").trace.after
    assert (after.stance, after.kind) == (told, "self_report")


def test_a_missing_self_report_leaves_the_last_one_and_says_so(tmp_path):
    spec = debate(reporter("violet", 0.5), reporter("amber", -0.5))
    played = play(spec, tmp_path, on("b001/self_update/amber", given_up("timeout")))
    trace = played.body("batch/1/amber", "moved").trace
    assert (trace.after.stance, trace.notes) == (-0.5, {"self_report": "missing"})
    assert verify(tmp_path).status == "verified"


def test_who_was_not_asked_has_not_failed_to_answer(tmp_path):
    played = play(debate(reporter("violet", 0.5), reporter("amber", -0.5)), tmp_path)
    trace = played.body("batch/1/violet", "moved").trace
    assert (trace.after.stance, trace.notes) == (0.5, {})


def test_a_self_report_out_of_range_is_not_a_report(tmp_path):
    spec = debate(reporter("violet", 0.5), reporter("amber", -0.5))
    played = play(spec, tmp_path, on("b001/self_update/amber", lambda request: '{"stance": -3}'))
    assert played.body("b001/self_update/amber", "outcome").status == "unparsed"
    assert played.body("batch/1/amber", "moved").trace.after.stance == -0.5
