"""A message that is read against the side of its speaker: left unclear, flagged at its turn, counted at the end."""

import json
from pathlib import Path

import pytest

import doxa
from app.calling import called
from doxa.analysis.building import view_of
from doxa.exports.frames import frames
from doxa.judging.transcripts import as_markdown, transcript_lines
from doxa.log.rundir import RunLog, open_run

FOR = "We should introduce compulsory voting because it is good for democracy and raises turnout."

SAID = f"""speaker,text
Violet,{FOR}
Cobalt,{FOR} It is fair.
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("said") / "said.csv"
    path.write_text(SAID)
    return path


def run(said: Path, out: str, *options: str, capsys: pytest.CaptureFixture[str]) -> str:
    model = ("--model", f"recorded:{said}", "--set", "hearing.direction=speaker", "--set", "script.rounds=1")
    return called("run", "compulsory-voting", *model, "--out", str(said.parent / out), *options, capsys=capsys)


@pytest.fixture(scope="module")
def log(said: Path) -> RunLog:
    changes = {"models.speaker": f"recorded:{said}", "hearing.direction": "speaker", "script.rounds": 1}
    return doxa.run("compulsory-voting", out=said.parent / "log", changes=changes)


def test_the_round_s_line_and_the_end_of_the_run_count_it(said: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = " ".join(run(said, "run", capsys=capsys).split())
    assert "turns that contradict their side: 1" in printed
    assert "1 of 2 messages is read against the side of the speaker" in printed
    assert json.loads(run(said, "run", "--json", capsys=capsys))["contradicted"] == 1


def test_the_log_has_the_readings_and_no_claim_is_reversed(log: RunLog) -> None:
    violet, cobalt = (event.body for event in log.events if event.kind == "heard")
    assert (violet.contradicted, cobalt.contradicted) == (False, True)
    assert {claim.polarity for claim in violet.claims} == {1}
    assert {claim.polarity for claim in cobalt.claims} == {0}
    assert 1 in {claim.judged for claim in cobalt.claims}


def test_report_transcript_and_frames_flag_the_turn(log: RunLog) -> None:
    view = view_of(log)
    violet, cobalt = view.turns
    assert (violet.reason, cobalt.reason) == ("", "contradicts its side")
    assert {claim.direction_by for claim in cobalt.claims} == {"against its side"}
    assert "1 of 2 messages is read against the side of the speaker" in view.simulated
    assert [line.flag for line in transcript_lines(log)] == ["", "contradicts its side"]
    assert "**Cobalt** · con · contradicts its side · r01/cobalt" in as_markdown(log, transcript_lines(log))
    assert frames(log.path)["messages"]["hearing"] == ("heard", "contradicted")
    assert set(frames(log.path)["claims"]["direction_by"]) == {"judge", "speaker", "nobody"}


def test_words_of_one_s_own_by_a_recorded_speaker_have_its_declared_side(
    log: RunLog, capsys: pytest.CaptureFixture[str]
) -> None:
    plea = "Fines for staying at home fall on the poor, who already have the least time."
    shown = called("argue", str(log.path), plea, "--agent", "cobalt", capsys=capsys)
    assert "#1 against" in shown
    shown = called("argue", str(log.path), plea, "--agent", "violet", "--side", "con", capsys=capsys)
    assert "#1 against" in shown
    contrary = doxa.argue(open_run(log.path), FOR, speaker="cobalt")
    assert {claim.polarity for claim in contrary.claims} == {0}
    assert any("contradicts its side" in note for note in contrary.notes)
