"""The contents of prompts: what all are told, then the growing transcript; judges see only their inputs."""

from itertools import pairwise

import pytest

from doxa.analysis.calls import prefix_shares
from doxa.records.spec import Policy
from doxa.records.steps import rendered
from scenes.stage import POINTS, believer, debate, on, play, three

JUDGES = ("extract", "classify", "score", "embed")


def turns_of(played, who):
    return [prompt for call, prompt in played.prompts.items() if call.startswith("r") and call.endswith(f"/{who}#1")]


def said(prompt) -> list[str]:
    return [block.id for block in prompt if block.tag == "said"]


def test_the_first_block_is_everybodys_and_never_changes(tmp_path):
    played = play(debate(rounds=4), tmp_path)
    turns = [*turns_of(played, "violet"), *turns_of(played, "amber")]
    assert len({tuple(block.id for block in prompt if block.part == "system") for prompt in turns}) == 1
    assert {prompt[0].tag for prompt in turns} == {"task"}


@pytest.mark.parametrize("who", ["violet", "amber"])
def test_the_transcript_only_grows_at_its_end(tmp_path, who):
    turns = [said(prompt) for prompt in turns_of(play(debate(rounds=4), tmp_path), who)]
    assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(turns))
    assert len(turns[-1]) > len(turns[0])


def test_what_changes_comes_last(tmp_path):
    last = turns_of(play(debate(rounds=2), tmp_path), "amber")[-1]
    assert [block.tag for block in last] == [
        "task",
        "opening",
        "said",
        "said",
        "said",
        "memory",
        "request",
    ]


def test_most_of_a_prompt_repeats_the_one_before(tmp_path):
    played = play(debate(rounds=4), tmp_path)
    tasks = {outcome.key: outcome.task for outcome in played.log.outcomes}
    shares = prefix_shares(played.log.calls(), played.log.blobs, tasks)["respond"]
    assert shares[0] == 0.0 < 0.3 < min(shares[1:])
    assert max(shares[1:]) > 0.6


def test_a_long_transcript_is_cut_at_its_beginning(tmp_path):
    people = [
        believer(who, side).model_copy(update={"policy": Policy(recent=4)})
        for who, side in (("violet", "pro"), ("amber", "con"))
    ]
    counts = [len(said(prompt)) for prompt in turns_of(play(debate(*people, rounds=6), tmp_path), "violet")]
    assert counts == [0, 2, 4, 6, 4, 6]


def test_no_more_records_than_the_policy_says(tmp_path):
    people = [
        believer(who, side).model_copy(update={"policy": Policy(retrieved=2)})
        for who, side in (("violet", "pro"), ("amber", "con"))
    ]
    for prompt in turns_of(play(debate(*people, rounds=3), tmp_path), "violet"):
        (memory,) = [block.text for block in prompt if block.tag == "memory"]
        assert sum(text in memory for _, _, text in POINTS) == 2


@pytest.mark.parametrize("task", JUDGES)
def test_a_judge_sees_its_inputs_alone(tmp_path, task):
    played = play(three(), tmp_path)
    prompts = [prompt for call, prompt in played.prompts.items() if f"/{task}" in call]
    assert prompts
    assert all([block.tag for block in prompt] == ["task", "request"] for prompt in prompts)


def test_a_judge_is_not_told_what_was_said_before(tmp_path):
    played = play(debate(), tmp_path, on("r01/violet", lambda request: "Roots break the pavement of Elm Row."))
    later = [prompt for call, prompt in played.prompts.items() if call.startswith("r02/violet/")]
    assert later
    assert not any("Elm Row" in rendered(prompt) or "Amber" in rendered(prompt) for prompt in later)


def test_prompts_are_in_the_log_as_they_were_sent(tmp_path):
    played = play(debate(), tmp_path)
    for call in played.log.calls():
        assert tuple(played.log.blobs.block(name) for name in call.blocks) == played.prompts[call.id]
