"""doxa judge as a user calls it: one transcript offline, a folder beside its audiences, and what it refuses."""

import csv
from pathlib import Path

import pytest

from doxa.errors import CorpusError, LogError, ModelSetupError, OneSidedError, ScenarioError
from doxa.judging.ballots.judged import JudgeFindings, judgement
from doxa.judging.ballots.scores import ASSIGNMENTS, Criteria, JudgeBallot, label_of
from doxa.judging.cases import Judges, case_of_file, estimate
from doxa.judging.commands.judge import judge
from doxa.judging.exhibits.audiences import JudgedDebate, accuracy_table, agreement_table, folder_table, unmatched
from doxa.judging.readers.debates import read_debate
from doxa.judging.readers.votes import Votes, read_votes
from small_debate import MOTION, small_debate


def test_a_transcript_is_judged_offline_and_judged_again_without_being_asked_again(transcript, tmp_path, capsys):
    judge(transcript, out=tmp_path / "out", quiet=True)
    told = capsys.readouterr().out
    assert "Who won, layer by layer" in told
    assert "Judged offline: a simulation" in told.replace("\n", " ")
    (run,) = [one for one in (tmp_path / "out").iterdir() if one.name.startswith("transport-")]
    assert (run / "exhibits" / "arguments.html").is_file()
    calls = (run / "calls.jsonl").read_bytes()
    judge(transcript, out=tmp_path / "out", quiet=True)
    assert (run / "calls.jsonl").read_bytes() == calls
    assert "Who won" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layers": "rubrik"}, "no layer 'rubrik'"),
        ({"layers": "audit"}, "annotated claims"),
        ({"panel": "offline,,offline"}, "has no name"),
        ({"temperature": "warm"}, "from 0 to 2 or 'provider'"),
    ],
)
def test_options_that_fit_no_judge_are_refused(transcript, tmp_path, options, message):
    with pytest.raises(ScenarioError, match=message):
        judge(transcript, **options, out=tmp_path)
    with pytest.raises(LogError, match="does not exist"):
        judge(tmp_path / "nowhere", out=tmp_path)


def test_a_transcript_is_read_with_its_interjections(transcript):
    debate = read_debate(transcript)
    assert debate.motion == MOTION
    assert [one.kind for one in debate.turns[:4]] == ["speech", "speech", "point", "answer"]
    assert debate.turns[2].within == "t02"
    assert debate.speeches[-1].speaker == "Johanna Brandt"


def test_json_lines_and_words_for_sides(tmp_path):
    path = tmp_path / "d.jsonl"
    path.write_text('{"speaker": "A", "side": "For", "text": "x"}\n\n{"speaker": "B", "side": "opp", "text": "y"}')
    assert [one.side for one in read_debate(path, "This House would").turns] == ["pro", "con"]


@pytest.mark.parametrize(
    ("text", "motion", "message"),
    [
        ("speaker,text\nA,x\n", "m", "nobody says who speaks for which side; speakers: A"),
        ("speaker,side,text\nA,left,x\n", "m", "line 2: 'left' is no side"),
        ("speaker,side,text\nA,pro,x\nB,con,y\n", "", "names no motion"),
        ("speaker,side,text\n,pro,x\nB,con,y\n", "m", "line 2: nobody is named"),
        ("speaker,side,text,kind\nA,pro,x,shout\n", "m", "'shout' is no kind"),
        ("speaker,side,text,text\nA,pro,x,y\n", "m", "line 1: two columns are called 'text'"),
        ("speaker,side,text\nA,pro,x,z\n", "m", "line 2: 4 fields, and the header has 3"),
        ('speaker,side,text\nA,pro,"x\n\ny"\nB,left,"y\nz"\n', "m", "line 5: 'left' is no side"),
    ],
)
def test_a_transcript_that_cannot_be_read_says_why(tmp_path, text, motion, message):
    path = tmp_path / "d.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError) as caught:
        read_debate(path, motion)
    assert message in str(caught.value)


def debates_table(folder: Path) -> list[list[str]]:
    return list(csv.reader((folder / "exhibits" / "debates.csv").read_text().splitlines()))


def test_a_debate_with_a_silent_side_is_told_in_the_table_and_the_others_are_judged(transcript, tmp_path, capsys):
    (tmp_path / "alone.csv").write_text("speaker,side,text,motion\nA,pro,x,m\n", encoding="utf-8")
    with pytest.raises(OneSidedError, match="no speech of the side con"):
        judge(tmp_path / "alone.csv", out=tmp_path / "out", quiet=True)
    written(tmp_path, f"{DECIDED}alone,30,70,45,45\n")
    with pytest.raises(SystemExit) as ended:
        judge(tmp_path, out=tmp_path / "out", layers="annotation", quiet=True)
    assert ended.value.code == 1
    told = capsys.readouterr().out
    assert "not judged: alone.csv: nothing was said for Opposition" in told
    assert "there is no debate named" not in told
    judged, alone = debates_table(tmp_path / "out")[1:]
    assert judged[:2] == ["transport.csv", "judged"]
    # no layer names anybody; the audience is what it was: 45/90 − 30/100 = 0.2
    assert alone == [
        "alone.csv",
        "nothing was said for Opposition",
        *[""] * 10,
        "Proposition",
        "20.0",
        "-20.0",
        "decided",
    ]


def test_what_audiences_said_stands_between_the_debates_and_the_agreement_of_judges(transcript, tmp_path, capsys):
    written(tmp_path, f"{DECIDED}transport,30,70,45,45\n")
    judge(tmp_path, out=tmp_path / "out", layers="annotation", quiet=True, verbose=True)
    shown = capsys.readouterr().out
    titles = ["Verdicts and audiences", "Verdicts against audiences", "Agreement of judges and layers"]
    assert sorted(titles, key=shown.index) == titles


def test_votes_without_the_undecided_are_read_and_decided_among_the_decided(tmp_path):
    votes = written(tmp_path, f"{DECIDED}a.csv,30,70,45,45\nb.csv,0,0,1,1\n")
    # 45/90 − 30/100 = 0.2
    assert votes["a.csv"].gains() == pytest.approx((0.2, -0.2))
    assert (votes["a.csv"].winner(), votes["a.csv"].rule("whole")) == ("pro", "decided")
    assert (votes["b.csv"].gains(), votes["b.csv"].winner()) == (None, None)
    refused = {"a,1,x,1,1\n": "before_con: 'x' is not a number", "a,1,1,1,2\na,1,1,2,1\n": "line 3: 'a' has two rows"}
    for rows, message in refused.items():
        with pytest.raises(CorpusError, match=message):
            written(tmp_path, f"{DECIDED}{rows}")


def test_votes_on_no_debate_of_the_folder_are_told():
    votes = {
        name: Votes(before_pro=1, before_con=1, after_pro=1, after_con=1) for name in ("a.csv", "b", "mispelt.csv")
    }
    assert unmatched(votes, ["a.csv", "b.csv", "c.csv"]) == ["mispelt.csv"]


def debated(name, winner, before, after):
    """A debate that a panel of one gives to a side, and whose audience moved from one share to another."""
    high, low = (Criteria(engagement=n, argument=n, rebuttal=n, narrative=n) for n in (8, 3))
    ballots = tuple(
        JudgeBallot(
            judge="j",
            model="m",
            assignment=one,
            a=high if label_of(winner, one) == "A" else low,
            b=low if label_of(winner, one) == "A" else high,
        )
        for one in ASSIGNMENTS
    )
    votes = Votes(before_pro=before, before_con=100 - before, after_pro=after, after_con=100 - after)
    return JudgedDebate(name=name, judgement=judgement(small_debate(), JudgeFindings(ballots=ballots)), votes=votes)


def test_verdicts_stand_beside_audiences():
    debates = [debated("a", "pro", 40, 55), debated("b", "con", 40, 55), debated("c", "pro", 50, 50)]
    rows = {row[0]: row for row in accuracy_table(debates).rows}
    # c's audience did not move: 1 of the other 2
    assert rows["engagement"][1:4] == (2, 1, 0.5)
    assert rows["rubric"][1:4] == (0, 0, None)
    assert folder_table(debates).rows[0][-4:] == ("Proposition", 15.0, -15.0, "decided")
    # pro pro, con con, pro pro: a judge that agrees with itself under both assignments
    assert agreement_table(debates).rows[0][2] == pytest.approx(1.0)
    # three panels of two ballots; of the layers engagement alone decides, so that none can differ
    assert [row[1] for row in agreement_table(debates).rows] == [3, 0]


def written(folder: Path, text: str) -> dict[str, Votes]:
    """Return the votes of a ``votes.csv``."""
    (folder / "votes.csv").write_text(text, encoding="utf-8")
    return read_votes(folder)


DECIDED = "file,before_pro,before_con,after_pro,after_con\n"

UNDECIDED = "file,before_for,before_against,before_undecided,after_for,after_against,after_undecided\n"


def test_the_room_goes_to_the_larger_gain_of_the_whole_audience(tmp_path):
    votes = written(tmp_path, f"{UNDECIDED}a.csv,30,10,60,45,27,28\n")["a.csv"]
    # whole: for 30 → 45 (+15), against 10 → 27 (+17);   decided: for 30/40 → 45/72, and 0.75 > 0.625
    assert votes.gains() == pytest.approx((0.15, 0.17))
    assert (votes.winner(), votes.winner("decided")) == ("con", "con")
    votes = written(tmp_path, f"{UNDECIDED}a.csv,30,20,50,50,35,15\n")["a.csv"]
    # whole: +20 and +15; decided: for 30/50 = .6 → 50/85 = .588: the other side
    assert (votes.winner(), votes.winner("decided")) == ("pro", "con")


def test_audiences_of_different_sizes_are_compared_by_shares(tmp_path):
    votes = written(
        tmp_path, f"{UNDECIDED}a.csv,30,20,50,60,40,100\nb.csv,0.3,0.2,0.5,0.4,0.3,0.3\nc.csv,0,0,0,1,1,1\n"
    )
    assert votes["a.csv"].gains() == pytest.approx((0.0, 0.0))
    # the gains of b are a tenth each
    assert (votes["a.csv"].winner(), votes["b.csv"].winner(), votes["c.csv"].gains()) == (None, None, None)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("file,before_for,before_against,after_for", "the header lacks after_against"),
        ("file,before_for,before_against,after_for,after_against,after_undecided", "lacks before_undecided"),
        ("file,before_for,before_pro,before_against,after_for,after_against", "mean the same"),
        ("file,before_for,before_against,after_for,after_against,during_for", "'during_for' is not a column"),
        ("before_for,before_against,after_for,after_against", "the header has no column for the debate"),
    ],
)
def test_votes_with_other_columns_are_refused(tmp_path, header, message):
    with pytest.raises(CorpusError, match=message):
        written(tmp_path, f"{header}\n{','.join('1' for _ in header.split(','))}\n")


def test_votes_in_percent_and_rows_without_votes_are_read(tmp_path):
    votes = written(tmp_path, f"{UNDECIDED}a.csv,30%,20 %,50%,50%,35%,15%\nb.csv,30,20,50,,,\nc.csv,,,,,,\n")
    assert set(votes) == {"a.csv"}
    assert votes["a.csv"].gains() == pytest.approx((0.2, 0.15))
    assert written(tmp_path, f"{UNDECIDED}") == {}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("30%,20,50%,50%,35%,15%", "some votes before the debate have a percent sign"),
        ("30%,20%,50%,50%,35%,5%", "the percents after the debate sum to 90"),
        ("30,20,50,50,,15", "line 2: after_against: missing"),
        ("30,20,50,-1,3,15", "after_for: '-1' is not a number from 0"),
        ("30,20,50,x,3,15", "after_for: 'x' is not a number"),
    ],
)
def test_votes_that_cannot_be_are_refused(tmp_path, row, message):
    with pytest.raises(CorpusError, match=message):
        written(tmp_path, f"{UNDECIDED}a.csv,{row}\n")


def test_the_rule_is_named_and_can_be_chosen(transcript, tmp_path, capsys):
    folder = tmp_path / "debates"
    folder.mkdir()
    transcript.rename(folder / transcript.name)
    written(folder, f"{UNDECIDED}transport,30,20,50,50,35,15\n")
    judge(folder, out=tmp_path / "out", layers="annotation", quiet=True)
    shown = " ".join(capsys.readouterr().out.split())
    assert "“whole”: the larger gain in percentage points of the whole audience, undecided included" in shown
    assert debates_table(tmp_path / "out")[1][-4:] == ["Proposition", "20.0", "15.0", "whole"]
    judge(folder, out=tmp_path / "out", layers="annotation", room="decided", quiet=True)
    assert "“decided”: the larger gain" in " ".join(capsys.readouterr().out.split())
    assert debates_table(tmp_path / "out")[1][-4:] == ["Opposition", "-1.2", "1.2", "decided"]


def test_an_estimate_is_printed_before_a_hosted_model_is_asked(transcript, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelSetupError):
        judge(transcript, panel="openai:gpt-4o-mini", out=tmp_path / "out")
    assert "Estimate, measured offline: " in capsys.readouterr().out
    judge(transcript, layers="holistic", out=tmp_path / "out")
    assert "Estimate" not in capsys.readouterr().out


def test_many_debates_are_estimated_by_words_from_the_shortest(transcript, tmp_path, monkeypatch):
    judges = Judges(panel=("openai:gpt-4o-mini",), layers=("holistic",))
    cases = [case_of_file(transcript, "", judges, tmp_path / "out")] * 3
    together = estimate(cases, judges)
    monkeypatch.setattr("doxa.judging.cases.DRIVEN", 10)
    scaled = estimate(cases, judges)
    assert (together[1], scaled[1]) == (False, True)
    assert scaled[0].input_tokens == together[0].input_tokens
    assert scaled[0].calls == 3
