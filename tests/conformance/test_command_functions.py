"""What commands do, functions do: fork, report, judge, transcript, listen, stances, estimate; on a log or its path."""

import csv
import io
from pathlib import Path

import pytest

import doxa

SHORT = {"script.rounds": 1}
MOTION = "Voting should be compulsory."


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> doxa.RunLog:
    return doxa.run("compulsory-voting", out=tmp_path_factory.mktemp("functions") / "run", changes=SHORT)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Return a conversation from outside."""
    file = tmp_path / "talk.csv"
    file.write_text("speaker,side,text\nAna,pro,Fines raise turnout.\nBen,con,Fines punish the poor.\n")
    return file


def test_a_fork_is_of_a_log_or_a_path(log: doxa.RunLog, tmp_path: Path) -> None:
    for number, run in enumerate((log, str(log.path))):
        fork = doxa.fork(run, at="r01/cobalt", changes={"belief.u": 0.9}, out=tmp_path / str(number))
        assert fork.finished
        assert fork.spec.parent is not None


def test_a_report_is_written_beside_its_run_or_where_it_is_wanted(log: doxa.RunLog, tmp_path: Path) -> None:
    assert doxa.report(log) == log.path / "report.html"
    assert doxa.report(log.path, tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_transcript_is_lines_and_texts(log: doxa.RunLog) -> None:
    transcript = doxa.transcript(log)
    assert [line.agent for line in transcript.lines] == ["violet", "cobalt"]
    assert transcript.write().startswith(f"# {log.spec.proposition.text}")
    assert len(list(csv.DictReader(io.StringIO(transcript.write("csv"))))) == 2
    assert transcript.lines[0].text[:20] in transcript._repr_html_()


def test_a_run_and_a_file_are_judged(log: doxa.RunLog, talk: Path, tmp_path: Path) -> None:
    judges = doxa.Judges(layers=("rubric",))
    judged = doxa.judge(log, judges)
    assert list(judged.judgements) == [str(log.path)]
    assert judged.judgements[str(log.path)].final.statement in judged._repr_html_()
    assert judged.tables["verdicts"].rows
    outside = doxa.judge(talk, judges, motion=MOTION, out=tmp_path / "judged")
    assert list(outside.judgements) == ["talk.csv"]
    both = doxa.judge(log.path.parent, judges, out=tmp_path / "judged")
    assert list(both.judgements) == ["run"]


def test_stances_of_a_run_and_of_a_file(log: doxa.RunLog, talk: Path, tmp_path: Path) -> None:
    read = doxa.stances(log)
    assert read.stances.keys() == {line.step for line in doxa.transcript(log).lines}
    assert len(read.messages.rows) == 2
    assert read.agreement.title in read._repr_html_()
    assert doxa.stances(talk, motion=MOTION, out=tmp_path).stances.keys() == {"t001", "t002"}


def test_listeners_of_a_file_and_of_a_run(log: doxa.RunLog, talk: Path, tmp_path: Path) -> None:
    heard = doxa.listen(talk, {"Kim": {"u": 0.6}}, motion=MOTION, out=tmp_path / "kim")
    assert doxa.explain(heard, "kim").moves
    grid = doxa.listen(log, grid={"u": [0.2, 0.8]}, out=tmp_path / "grid")
    assert len([agent for agent in grid.spec.participants if agent.id.startswith("grid-")]) == 2


def test_an_estimate_is_of_a_run_a_sweep_or_a_fork(log: doxa.RunLog, tmp_path: Path) -> None:
    changes = {**SHORT, "models.speaker": "openai:gpt-4o-mini"}
    one = doxa.estimate("compulsory-voting", changes=changes)
    assert (one.runs, one.calls) == (1, 2)
    swept = doxa.estimate("compulsory-voting", {"belief.u": [0.2, 0.8]}, replicates=3, changes=changes)
    assert (swept.runs, swept.calls) == (6, 12)
    assert doxa.estimate(log, at="r01/cobalt", changes={"models.speaker": "openai:gpt-4o-mini"}).calls == 1
