"""The same spec with the same replies gives the byte-identical log, however calls interleave."""

import json
from random import Random

import pytest

from doxa.analysis.verify import verify
from doxa.log.rundir import read_spec
from scenes.stage import believer, cast_but, debate, play, three


def jittered(seed: int):
    return lambda request: Random(f"{seed} {request.step.key}").random() * 0.004


@pytest.mark.parametrize("spec", [debate(), three(), three("alternate")], ids=["debate", "simultaneous", "alternate"])
def test_a_run_played_twice_is_the_same_run(tmp_path, spec):
    assert play(spec, tmp_path / "once").bytes == play(spec, tmp_path / "again").bytes


@pytest.mark.parametrize("turns", ["simultaneous", "alternate"])
@pytest.mark.parametrize("seed", range(4))
def test_the_order_in_which_replies_arrive_does_not_matter(tmp_path, seed, turns):
    calm = play(three(turns), tmp_path / "calm")
    hasty = play(three(turns), tmp_path / "hasty", latency=jittered(seed))
    assert hasty.bytes == calm.bytes


def test_simultaneous_replies_do_arrive_in_another_order(tmp_path):
    orders = {
        tuple(call.id for call in play(three(), tmp_path / str(seed), latency=jittered(seed)).log.calls())
        for seed in range(3)
    }
    assert len(orders) > 1


def test_the_log_holds_no_clock(tmp_path):
    play(debate(), tmp_path)
    assert not {"began", "seconds", "latency"} & set((tmp_path / "events.jsonl").read_text().split('"'))


def test_a_reply_with_many_decimals_verifies_and_resumes(tmp_path):
    def precise(request):
        return json.dumps({"strengths": [Random(one).random() for one in request.inputs.claims]})

    whole = play(debate(), tmp_path, cast_but(score=precise))
    assert verify(tmp_path).status == "verified"
    again = play(debate(), tmp_path, cast_but(score=precise))
    assert (again.bytes, again.asked) == (whole.bytes, ())


def test_settings_with_many_decimals_verify_and_resume(tmp_path):
    spec = debate(believer("violet", "pro", u=1 / 3, a=0.6123456789012345), believer("amber", "con", u=1 / 7, a=1 / 9))
    whole = play(spec, tmp_path)
    assert verify(tmp_path).status == "verified"
    assert play(read_spec(tmp_path), tmp_path).bytes == whole.bytes


def test_words_of_any_kind_are_carried(tmp_path):
    words = f'Roots break the pavement {chr(0xD800)}\u2028\u0085\r\n\x00 🌳 "quoted" </message>.'
    whole = play(debate(), tmp_path, cast_but(respond=lambda request: words))
    assert verify(tmp_path).status == "verified"
    assert "\ufffd" in whole.body("r01/violet", "outcome").text
    assert play(debate(), tmp_path).bytes == whole.bytes
