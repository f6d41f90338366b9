"""Turns one after the other: each agent's prompt shows who spoke before it in the round, also resumed and forked."""

from itertools import product

import pytest

from doxa.analysis.verify import verify
from doxa.errors import StoppedError
from doxa.experiments.forking import fork
from doxa.experiments.sitting import resume, run
from doxa.log.rundir import open_run
from doxa.systems.round_table.exhibits.discussion import read_result

AGENTS = ("farmer", "conservationist", "community")
CHANGES = {"script.rounds": 2, "script.order": "sequential"}


def words_shown(log, key):
    """Return the texts of the dialogue in the prompt of a turn."""
    call = next(call for call in log.calls() if call.id == f"{key}#1")
    blocks = [log.blobs.block(name) for name in call.blocks]
    return " ".join(block.text for block in blocks)


def turns_in(path):
    return [event for event in open_run(path).events if event.kind == "outcome" and event.body.task == "discuss"]


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return run("land", out=tmp_path_factory.mktemp("runs") / "sequential", changes=CHANGES)


def test_a_prompt_shows_who_spoke_before_in_the_round_and_nobody_after(log):
    turns = read_result(log).turns
    for number, (place, agent) in product((1, 2), enumerate(AGENTS)):
        shown = words_shown(log, f"r{number:02d}/{agent}")
        is_shown = [turns[f"r{number:02d}/{other}"].text in shown for other in AGENTS]
        assert is_shown == [True] * place + [False] * (3 - place)


def test_all_at_once_a_prompt_shows_nobody_of_the_round(tmp_path):
    together = run("land", out=tmp_path / "run", changes={"script.rounds": 1})
    turns = read_result(together).turns
    for agent in AGENTS:
        assert not any(turns[f"r01/{other}"].text in words_shown(together, f"r01/{agent}") for other in AGENTS)


def test_the_utterance_before_is_that_of_the_last_speaker_also_in_round_one(log):
    turns = read_result(log).turns
    before = [turns[f"r{number:02d}/{agent}"].previous for number in (1, 2) for agent in AGENTS]
    assert before == ["", "r01/farmer", "r01/conservationist", "r01/community", "r02/farmer", "r02/conservationist"]
    assert turns["r01/conservationist"].responds is not None


def test_a_sequential_discussion_verifies_and_resumes_to_the_same_words(log, tmp_path):
    assert verify(log.path).status == "verified"
    batches: list[object] = []

    def interrupt(progress: object) -> None:
        batches.append(progress)
        if len(batches) == 6:
            raise StoppedError("stopped by the test")

    with pytest.raises(StoppedError):
        run("land", out=tmp_path / "run", changes=CHANGES, watch=interrupt)
    assert 1 <= len(turns_in(tmp_path / "run")) < 6
    resume(tmp_path / "run")
    assert (tmp_path / "run/events.jsonl").read_bytes() == (log.path / "events.jsonl").read_bytes()


def test_a_fork_in_the_middle_of_a_round_keeps_who_spoke_before_it(log, tmp_path):
    changed = fork(log.path, at="r02/community", changes={"policy.prompt.rule": "struct"}, out=tmp_path / "fork")
    turns, own = read_result(log).turns, read_result(open_run(changed.path)).turns
    assert [key for key in turns if own[key].text != turns[key].text] in ([], ["r02/community"])
    assert own["r02/conservationist"].text in words_shown(changed, "r02/community")
    assert verify(changed.path).status == "verified"
