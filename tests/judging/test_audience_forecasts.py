"""Verdicts as forecasts of the room: Brier scores and calibration by hand, and the command on a folder with votes."""

import json

import pytest

from doxa.app.cli import app
from doxa.errors import CorpusError
from doxa.judging.ballots.judged import JudgeFindings, judgement
from doxa.judging.exhibits.audiences import RoomForecast, calibration, calibration_error, forecast_table, forecasts
from small_debate import small_debate


def forecast(chance, room, named=None):
    return RoomForecast(by="judge", debate=f"{chance}{room}", chance=chance, named=named, room=room)


def test_brier_scores_and_calibration_by_hand():
    found = [
        forecast(0.9, "pro", "pro"),
        forecast(0.9, "con", "pro"),
        forecast(0.1, "con", "con"),
        forecast(1.0, "pro", "pro"),
    ]
    assert [round(one.brier, 4) for one in found] == [0.01, 0.81, 0.01, 0.0]
    low, high = calibration(found)
    assert (low.debates, low.won, high.debates, high.won) == (1, 0, 3, 2)
    # bins: |0.1 − 0| · 1/4 + |2.8/3 − 2/3| · 3/4
    assert calibration_error(found) == pytest.approx(0.1 / 4 + (2.8 - 2) / 4)
    row = forecast_table(found, "").rows[0]
    assert row[:4] == ("judge", 4, 4, 0.75)
    assert row[6] == pytest.approx(0.83 / 4, abs=1e-3)


def test_rules_that_judge_nothing_stand_beside_the_judges():
    judged = judgement(small_debate(), JudgeFindings(holistic="pro"), "rates")
    found = forecasts([("one", judged, "con"), ("two", judged, "con"), ("three", judged, "pro")])
    chances = {(one.by, one.debate): one.chance for one in found}
    # of the two other debates Proposition won one, or none: (k + 1) / (n + 2)
    expected = {
        ("holistic", "one"): 1.0, ("even", "one"): 0.5, ("Opposition always", "two"): 0.0,
        ("base rate", "one"): 0.5, ("base rate", "three"): 0.25,
    }  # fmt: skip
    assert {key: chances[key] for key in expected} == expected


TRANSCRIPT = """\
speaker,side,text,motion
Ann Lee,proposition,"Fares keep people off buses because a fare is a tenth of an hour's wage.",Make buses free
Bo Noor,opposition,"A bus that does not come is not free; money from fares pays for frequency.",Make buses free
"""


@pytest.fixture
def voted(tmp_path):
    folder = tmp_path / "voted"
    folder.mkdir()
    for name in ("a", "b", "c"):
        (folder / f"{name}.csv").write_text(TRANSCRIPT, encoding="utf-8")
    return folder


def evaluate(folder, out, capsys):
    app(
        ["evaluate", "judges", str(folder), "--layers", "holistic", "--out", str(out), "--json"],
        result_action="return_value",
    )
    return json.loads(capsys.readouterr().out)


def test_a_folder_with_votes_is_compared_with_its_audiences(voted, tmp_path, capsys):
    (voted / "votes.csv").write_text(
        "file,before_for,before_against,before_undecided,after_for,after_against,after_undecided\n"
        "a.csv,30,20,50,50,35,15\nb.csv,40,40,20,42,50,8\nc.csv,40,40,20,42,42,16\nlost.csv,1,1,1,2,1,0\n",
        encoding="utf-8",
    )
    found = evaluate(voted, tmp_path / "out", capsys)
    assert found["debates"] == 2
    assert found["notes"] == [
        "votes.csv: there is no debate named lost.csv.",
        "Left out, since no side won the room: 1.",
    ]
    rows = {row["judge"]: row for row in found["audience-forecasts"]}
    assert rows["Opposition always"]["right"] == 0.5
    assert rows["even"]["Brier"] == 0.25
    assert {"holistic", "more words", "last speaker"} <= rows.keys()


def test_votes_of_which_nobody_wins_are_refused(voted, tmp_path, capsys):
    rows = "file,before_pro,before_con,after_pro,after_con\na.csv,1,1,1,1\n"
    (voted / "votes.csv").write_text(rows, encoding="utf-8")
    with pytest.raises(CorpusError, match="of no debate of the folder does a side win the room"):
        evaluate(voted, tmp_path / "out", capsys)
