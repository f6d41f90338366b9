"""Turns without words are recorded with their status; no words are made up and the debate continues."""

import pytest

from doxa.analysis.verify import verify
from doxa.errors import ModelSetupError, NoAnswerError, StoppedError
from doxa.log.rundir import open_run
from doxa.models.port import Response
from scenes.stage import cast, debate, given_up, on, play, refused, reporter, three

SILENCES = {
    "refused": (refused, "refused", "refusal"),
    "filtered": (lambda request: Response(finish="content_filter"), "refused", "content_filter"),
    "empty": (lambda request: "  ", "unparsed", "empty"),
    "failed": (given_up("timeout"), "failed", "timeout"),
}
silences = pytest.mark.parametrize(("answer", "status", "reason"), SILENCES.values(), ids=list(SILENCES))


@silences
def test_a_silent_turn_is_recorded_as_what_it_was(tmp_path, answer, status, reason):
    outcome = play(debate(), tmp_path, on("r01/amber", answer)).body("r01/amber", "outcome")
    assert (outcome.status, outcome.reason, outcome.text, outcome.reply) == (status, reason, None, None)


@silences
def test_nobody_hears_a_silent_turn(tmp_path, answer, status, reason):
    played = play(debate(), tmp_path, on("r01/amber", answer))
    assert [one for one in played.events if one.kind == "heard" and one.key == "r01/amber"] == []
    assert [one for one in played.events if one.kind == "moved" and one.key.startswith("batch/2/")] == []
    assert not any("r01/amber/" in call for call in played.asked)


@silences
def test_the_debate_goes_on_after_a_silent_turn(tmp_path, answer, status, reason):
    played = play(debate(), tmp_path, on("r01/amber", answer))
    end = played.body("end", "end")
    assert end.result == {"rounds": 2, "silent_turns": 1}
    assert end.outcomes[status] == 1
    assert played.body("r02/amber", "outcome").ok
    assert verify(tmp_path).status == "verified"


def test_a_silent_turn_is_missing_from_later_prompts(tmp_path):
    played = play(debate(), tmp_path, on("r01/amber", refused))
    said = [block.text for block in played.prompts["r02/violet#1"] if block.tag == "said"]
    assert [one.partition(":")[0] for one in said] == ["Violet"]


def test_one_silent_turn_of_a_round_leaves_the_others_heard(tmp_path):
    played = play(three(), tmp_path, on("r01/amber", refused))
    exposures = played.body("batch/1/violet", "moved").exposures
    assert [one.message for one in exposures] == ["r01/violet", "r01/teal"]


def test_when_nobody_says_a_word_nobody_moves(tmp_path):
    played = play(debate(), tmp_path, lambda request: refused(request) if request.task.speaks else cast(request))
    end = played.body("end", "end")
    assert end.result["silent_turns"] == 4
    assert end.stances == {who: played.body(f"seeds/{who}", "seeded").trace.after.stance for who in ("violet", "amber")}


def test_a_truncated_turn_counts_and_says_so(tmp_path):
    def cut_off(request):
        return Response(text="Roots break the pavement and", finish="length")

    outcome = play(debate(), tmp_path, on("r01/amber", cut_off)).body("r01/amber", "outcome")
    assert (outcome.status, outcome.reason, outcome.text) == ("ok", "truncated", "Roots break the pavement and")


def test_calls_given_up_with_an_answer_in_between_never_stop_a_run(tmp_path):
    """A run stops at the fifth call given up in a row."""

    def answer(request):
        return (given_up("timeout") if request.task.speaks and request.step.actor == "violet" else cast)(request)

    assert play(debate(rounds=6), tmp_path, answer).body("end", "end").outcomes["failed"] == 6


def test_without_its_seeds_nobody_can_begin(tmp_path):
    with pytest.raises(NoAnswerError, match=r"seeds/embed/1 ended as failed \(timeout\)"):
        play(debate(), tmp_path, on("seeds/embed/1", given_up("timeout")))


def broken(error: Exception):
    def answer(request):
        raise error

    return answer


@pytest.mark.parametrize("error", [ModelSetupError("no key"), RuntimeError("a plug-in's own fault"), OSError("gone")])
def test_when_one_of_a_round_breaks_nothing_new_is_asked(tmp_path, error):
    asked = []

    def answer(request):
        asked.append(request.step.key)
        return on("r01/violet", broken(error))(request)

    with pytest.raises(type(error), match=str(error)):
        play(three(), tmp_path, answer)
    assert not {"r01/amber/extract", "r01/teal/extract"} & set(asked)


def test_a_batch_that_stops_records_no_outcome_though_one_was_answered(tmp_path):
    stopped = on("r01/amber", broken(StoppedError("interrupted")))
    with pytest.raises(StoppedError, match="interrupted"):
        play(debate(reporter("violet"), reporter("amber"), turns="simultaneous"), tmp_path, stopped)
    log = open_run(tmp_path)
    assert [call.id for call in log.calls()] == ["r01/violet#1"]
    assert (log.events[-1].key, log.events[-1].kind) == ("batch/1", "batch")


def test_after_a_breakdown_the_run_goes_on_where_it_stood(tmp_path):
    whole = play(three(), tmp_path / "whole")
    with pytest.raises(ModelSetupError):
        play(three(), tmp_path / "broken", on("r02/teal/score", broken(ModelSetupError("no quota"))))
    mended = play(three(), tmp_path / "broken")
    assert mended.bytes == whole.bytes
    assert "r01/violet#1" not in mended.asked
