"""A run in which nothing was heard, or nobody said anything, says so before any result, with the cause."""

import json
from pathlib import Path

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.glance import Glance
from doxa.log.rundir import RunLog
from doxa.models.port import Request, Response
from doxa.records.base import canonical
from doxa.terminal.outcome import conclude
from scenes.stage import Answer, believer, cast, debate, given_up, play, refused, reporter
from scenes.test_hearing import SAID


def unheard(answer: Answer) -> Answer:
    """Return the usual cast whose extractor answers otherwise."""
    return lambda request: answer(request) if request.task.name.startswith("extract") else cast(request)


def no_claims(request: Request) -> str:
    empty = {"claims": []}
    return canonical({"messages": [{"message": 1, **empty}]} if request.task.name.endswith("many") else empty)


def invented(request: Request) -> str:
    return canonical({"claims": [{"snippet": "words that nobody said", "claim": "Trees cool streets."}]})


def says_first(log: RunLog, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what every place says of a run before any result, after a check that they say the same."""
    sentence = view_of(log).story
    assert Glance(log=log).head().view.story == sentence
    conclude(log, json=False, quiet=False)
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.startswith(sentence)
    assert "Nobody moved" not in shown
    conclude(log, json=True, quiet=False)
    facts = json.loads(capsys.readouterr().out)
    assert facts["nothing_heard"] == facts["story"] == sentence
    return sentence


def test_messages_that_gave_no_claim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = play(debate(), tmp_path, unheard(no_claims)).log
    assert says_first(log, capsys) == (
        "Nothing was heard, so that no claim could move anybody: 4 of 4 messages gave no claim."
    )


def test_claims_that_were_refused_are_the_cause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = play(debate(hearing=SAID), tmp_path, unheard(invented)).log
    assert says_first(log, capsys).endswith(
        "4 of 4 messages gave no claim (refused as none: 4 in no sentence of the message)."
    )


def test_messages_that_were_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = play(debate(), tmp_path, unheard(given_up("context_exceeded"))).log
    assert says_first(log, capsys).endswith("4 of 4 messages were lost (4 extract: failed (context_exceeded)).")


def test_replies_that_were_none_and_turns_without_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def answer(request: Request) -> str | Response:
        return refused(request) if request.step.key == "r01/amber" else unheard(lambda request: "nothing")(request)

    assert says_first(play(debate(), tmp_path, answer).log, capsys).endswith(
        "3 of 3 messages were lost (3 extract: unparsed (not_json)); 1 of 4 turns gave no words (1 refused (refusal))."
    )


def test_a_run_in_which_nobody_said_anything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = play(debate(), tmp_path, lambda request: refused(request) if request.task.speaks else cast(request)).log
    assert says_first(log, capsys) == "Nobody said anything: 4 of 4 turns gave no words (4 refused (refusal))."


def test_beliefs_that_claims_do_not_move_hear_none(tmp_path: Path) -> None:
    log = play(debate(reporter("violet", 0.5), reporter("amber", -0.5)), tmp_path).log
    assert "heard" not in view_of(log).story.split(":")[0]


def test_of_a_mixed_cast_it_stands_before_what_moved(tmp_path: Path) -> None:
    log = play(debate(believer("violet", "pro"), reporter("amber", -0.9)), tmp_path, unheard(no_claims)).log
    story = view_of(log).story
    assert story.startswith("Nothing was heard, so that no claim could move anybody")
    assert "Amber" in story


def test_a_run_that_heard_claims_says_nothing_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = play(debate(), tmp_path).log
    assert "Nothing was heard" not in view_of(log).story
    conclude(log, json=True, quiet=False)
    assert "nothing_heard" not in json.loads(capsys.readouterr().out)
