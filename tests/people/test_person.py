"""A person does an agent's steps: asked once each, shown no beliefs, answered once, and heard as anybody is."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import doxa
from app.calling import called
from doxa.analysis.building import view_of
from doxa.analysis.verify import verify
from doxa.errors import DoxaError, ModelSetupError, ScenarioError, UsageError
from doxa.exports.finding import find_runs
from doxa.exports.opened import opened
from doxa.exports.tables.runs import list_agents
from doxa.models.person.mailbox import FOLDER, Mailbox
from doxa.models.person.turns import PersonsAnswer, PersonTurn
from people.sitting import LINES, as_transcript, line_of, person_at
from people.test_every_task import quick

CHANGES = {"script.rounds": 2, "agents.violet.model": "person"}


def ends(log: doxa.RunLog) -> dict[str, float | None]:
    """Return agent → its last stance."""
    assert log.ended
    return dict(log.ended.stances)


def asked(id: str = "0" * 16) -> PersonTurn:
    return PersonTurn(
        id=id,
        step="r01/violet",
        attempt=1,
        agent="violet",
        name="Violet",
        blocks=(),
        answer_schema=None,
        asked=1.0,
        limit_s=None,
    )


def test_words_of_a_person_move_minds_as_the_same_words_of_a_transcript_do(tmp_path: Path) -> None:
    with person_at(tmp_path / "run") as shown:
        log = doxa.run("compulsory-voting", changes=CHANGES, out=tmp_path / "run")
    recorded = CHANGES | {"agents.violet.model": f"recorded:{as_transcript(tmp_path / 'talk')}"}
    played = doxa.run("compulsory-voting", changes=recorded, out=tmp_path / "played")
    assert [turn.step for turn in shown] == list(LINES)
    assert ends(log) == ends(played)
    assert verify(log.path).problems == ()
    assert not (log.path / FOLDER).exists()


def test_what_was_shown_is_what_the_log_has_and_holds_no_belief(tmp_path: Path) -> None:
    with person_at(tmp_path / "run") as shown:
        log = doxa.run("compulsory-voting", changes=CHANGES, out=tmp_path / "run")
    calls = {call.id: call for call in log.calls()}
    for turn in shown:
        assert [block.id for block in turn.blocks] == list(calls[f"{turn.step}#1"].blocks)
        words = " ".join(block.text for block in turn.blocks)
        assert "JSON" not in words
        assert "You are firmly for" not in words
        assert "What you know" not in words
    model = doxa.run("compulsory-voting", changes={"script.rounds": 1}, out=tmp_path / "model")
    first = next(call for call in model.calls() if call.id == "r01/violet#1")
    assert "You are firmly for" in " ".join(model.blobs.block(block).text for block in first.blocks)


def test_words_about_json_are_shown_whole_and_instructions_about_it_are_not(tmp_path: Path) -> None:
    words = "A JSON file is no ballot, since anybody can change it."
    talk = as_transcript(tmp_path / "talk", {"r01/cobalt": words, "r02/cobalt": words}, "Cobalt")
    recorded = {"agents.cobalt.model": f"recorded:{talk}"}
    with person_at(tmp_path / "run") as shown:
        doxa.run("compulsory-voting", changes=CHANGES | recorded, out=tmp_path / "run")
    assert "A JSON file is no ballot" in " ".join(block.text for block in shown[1].blocks)


def test_why_an_answer_could_not_be_read_is_shown(tmp_path: Path) -> None:
    def wrong_first(turn: PersonTurn) -> PersonsAnswer:
        return PersonsAnswer(text='{"confidence": 99}') if turn.attempt == 1 else quick(turn)

    with person_at(tmp_path / "run", wrong_first) as shown:
        log = doxa.run("puzzles/votes", changes={"agents.amber.model": "person"}, out=tmp_path / "run")
    again = next(turn for turn in shown if turn.attempt == 2)
    assert "was missing or not as described" in again.blocks[-1].text
    assert verify(log.path).problems == ()


def test_blocks_that_a_model_was_shown_before_have_ids_of_their_own_for_a_person(tmp_path: Path) -> None:
    """The puzzle's rules, which a model and a person share, lose a line about JSON for the person."""
    doxa.run("puzzles/votes", out=tmp_path / "models")
    with person_at(tmp_path / "run", quick):
        log = doxa.run("puzzles/votes", changes={"agents.amber.model": "person"}, out=tmp_path / "run")
    assert verify(log.path).problems == ()


def test_pages_and_tables_say_that_a_person_spoke(tmp_path: Path) -> None:
    with person_at(tmp_path / "run"):
        log = doxa.run("compulsory-voting", changes=CHANGES, out=tmp_path / "run")
    told = view_of(log).simulated
    assert "A person speaks for Violet: these words are neither simulated nor a model's" in told
    assert "put together, offline, what Cobalt said" in told
    assert view_of(log).story.endswith("Violet is a person; the stance drawn here is the rule's account.")
    (place,) = find_runs(log.path).runs
    assert {row["agent"]: row["kind"] for row in list_agents(opened(place))} == {
        "violet": "person",
        "cobalt": "offline",
    }


def test_a_limit_ends_a_turn_with_an_outcome_and_the_run_goes_on(tmp_path: Path) -> None:
    changes = CHANGES | {"models.speaker.limit_s": 3}
    with person_at(tmp_path / "run", lambda turn: None if turn.step == "r01/violet" else line_of(turn)):
        log = doxa.run("compulsory-voting", changes=changes, out=tmp_path / "run")
    ends = {
        outcome.key: (outcome.status, outcome.reason)
        for outcome in log.outcomes
        if outcome.task == "respond" and outcome.actor == "violet"
    }
    assert ends == {"r01/violet": ("failed", "timeout"), "r02/violet": ("ok", "")}
    assert verify(log.path).problems == ()


def test_who_leaves_is_asked_nothing_more(tmp_path: Path) -> None:
    box = Mailbox(tmp_path / "run")

    def leave(turn: PersonTurn) -> None:
        box.leave(turn.agent)

    with person_at(tmp_path / "run", leave) as shown:
        log = doxa.run("compulsory-voting", changes=CHANGES, out=tmp_path / "run")
    assert [turn.step for turn in shown] == ["r01/violet"]
    assert [outcome.reason for outcome in log.outcomes if outcome.task == "respond" and outcome.actor == "violet"] == [
        "left",
        "left",
    ]


def test_a_run_that_was_stopped_asks_on_and_nothing_twice(tmp_path: Path) -> None:
    def stop(progress: doxa.Progress) -> None:
        if progress.batch.steps[0].key == "r01/cobalt":
            raise DoxaError("the machine went off")

    with person_at(tmp_path / "run") as first, pytest.raises(DoxaError, match="went off"):
        doxa.run("compulsory-voting", changes=CHANGES, out=tmp_path / "run", watch=stop)
    with person_at(tmp_path / "run") as then:
        log = doxa.resume(tmp_path / "run")
    assert [turn.step for turn in (*first, *then)] == list(LINES)
    assert [
        outcome.text for outcome in log.outcomes if outcome.task == "respond" and outcome.actor == "violet"
    ] == list(LINES.values())


def test_an_answer_that_no_journal_has_yet_is_found_again(tmp_path: Path) -> None:
    """The process died between the answer and its record: the answer is taken, and nobody is asked."""
    with person_at(tmp_path / "once") as shown:
        once = doxa.run("compulsory-voting", changes=CHANGES, out=tmp_path / "once")
    box = Mailbox(tmp_path / "run")
    for turn in shown:
        box.ask(turn)
        box.give(turn.id, line_of(turn))
    log = doxa.run("compulsory-voting", changes=CHANGES, out=tmp_path / "run")
    assert ends(log) == ends(once)


def test_a_mailbox_keeps_drafts_and_takes_one_answer(tmp_path: Path) -> None:
    box, turn = Mailbox(tmp_path), asked()
    assert box.pending() == ()
    assert box.draft(turn.id) == ""
    with pytest.raises(UsageError, match="nobody asks this"):
        box.give(turn.id, PersonsAnswer(text="too early"))
    box.ask(turn)
    box.keep_draft(turn.id, "Fines fall")
    assert Mailbox(tmp_path).draft(turn.id) == "Fines fall"
    assert box.show(turn.id) == Mailbox(tmp_path).show(turn.id)
    box.give(turn.id, PersonsAnswer(text="Fines fall on the poor."))
    with pytest.raises(UsageError, match="answered already"):
        box.give(turn.id, PersonsAnswer(text="No."))
    assert box.given(turn.id) == PersonsAnswer(text="Fines fall on the poor.")
    assert box.pending() == ()
    box.keep_draft(turn.id, "too late")
    assert box.draft(turn.id) == ""


def test_a_mailbox_that_is_removed_while_it_is_read_has_nothing_pending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Mailbox(tmp_path)
    box.ask(asked())

    def removed(path: Path) -> Iterator[os.DirEntry[str]]:
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "scandir", removed)
    assert box.pending() == ()


def test_a_person_has_no_name_and_no_ear(tmp_path: Path) -> None:
    with pytest.raises(ModelSetupError, match="names somebody"):
        doxa.run("compulsory-voting", changes={"agents.violet.model": "person:ada"}, out=tmp_path / "run")
    with pytest.raises(DoxaError, match="cannot be the extractor"):
        doxa.run("compulsory-voting", changes={"models.extractor.model": "person"}, out=tmp_path / "run")


def test_a_sweep_asks_nobody_and_a_dry_run_imitates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ScenarioError, match="a sweep, which makes several runs at once, asks nobody"):
        doxa.sweep("compulsory-voting", {"belief.u": [0.2, 0.4]}, changes=CHANGES, out=tmp_path / "sweep")
    sets = [word for path, given in CHANGES.items() for word in ("--set", f"{path}={given}")]
    assert "nothing" in called("run", "compulsory-voting", *sets, "--dry-run", capsys=capsys)
