"""Judges of known consistency: votes that follow the label or the order, and one reply to every speech."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from doxa.analysis.hooks import exhibits_of
from doxa.analysis.verify import verify
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.scores import (
    ASSIGNMENTS,
    Criteria,
    JudgeBallot,
    count_panel_votes,
    find_followers,
)
from doxa.judging.cases import Judges, JudgingCase, case_of_file, judge
from doxa.judging.exhibits.audiences import JudgedDebate, folder_table
from doxa.judging.exhibits.judgements import exhibits
from doxa.log.rundir import open_run
from doxa.models.port import Request
from doxa.models.scripted import ScriptedPerformer
from judging.test_union_judging import FAIR, HIGH, LOW, Answer

BY_LABEL, BY_ORDER = "names Team A under both labels", "names another side in mirrored order"
SCRIPTED = Judges(panel=("scripted:one", "scripted:two"))
MIRRORED = Judges(panel=("scripted:one", "scripted:two"), mirrored=True)


def cast(labels: str, judge: str = "judge-1") -> list[JudgeBallot]:
    """Return a judge's ballots under both assignments: A, B, or - for equal scores."""
    high, low = Criteria(**HIGH), Criteria(**LOW)
    return [
        JudgeBallot(
            judge=judge, model=f"scripted:{judge}", assignment=assignment,
            a=high if label == "A" else low, b=high if label == "B" else low,
        )
        for assignment, label in zip(ASSIGNMENTS, labels, strict=True)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("spoken", "mirrored", "why"),
    [
        ("AB", "", ""),  # Proposition, whatever its label
        ("BA", "BA", ""),  # Opposition in either order
        ("--", "--", ""),  # sees no difference
        ("A-", "", ""),
        ("AA", "", BY_LABEL),
        ("BB", "BB", "names Team B under both labels"),
        ("AB", "BA", BY_ORDER),
        ("AB", "--", ""),
    ],
)
def test_a_judge_that_follows_the_label_or_the_order_is_undetermined(spoken: str, mirrored: str, why: str) -> None:
    followers = find_followers(cast(spoken), cast(mirrored) if mirrored else ())
    assert followers == ({"judge-1": why} if why else {})


def test_votes_of_followers_do_not_count() -> None:
    ballots = [*cast("AB", "fair"), *cast("AA", "by label"), *cast("BB", "by the other")]
    panel = count_panel_votes(ballots, find_followers(ballots))
    assert panel is not None
    assert (panel.verdict.winner, panel.verdict.pro, panel.verdict.con) == ("pro", 2, 0)
    assert panel.verdict.because.startswith("2 judges undetermined; ")
    assert not panel.verdict.undetermined
    assert not panel.independent  # one judge is left


def first_label(request: Request) -> str:
    return json.dumps({"a": HIGH, "b": LOW})


def first_speaker(request: Request) -> str:
    is_a = request.inputs.turns[0].label.startswith("Team A")
    return json.dumps({"a": HIGH if is_a else LOW, "b": LOW if is_a else HIGH})


def no_difference(request: Request) -> str:
    return json.dumps({"a": LOW, "b": LOW})


def hold(path: Path, folder: Path, judges: Judges = SCRIPTED, **parts: Answer) -> tuple[JudgingCase, DebateJudgement]:
    """Judge a transcript by scripted judges."""
    case = case_of_file(path, "", judges, folder)
    return case, ask(case, judges, **parts)


def ask(case: JudgingCase, judges: Judges, **parts: Answer) -> DebateJudgement:
    answer = {**FAIR, **parts}
    (judged,) = judge(
        [case],
        judges,
        make=lambda settings, conditions: ScriptedPerformer(lambda request: answer[request.task.name](request)),
    )
    return judged


def rows_of(case: JudgingCase, judged: DebateJudgement, table: str) -> list[dict[str, Any]]:
    return next(exhibit for exhibit in exhibits(case.debate, judged) if exhibit.name == table).records()


@pytest.mark.parametrize(
    ("answer", "judges", "why"),
    [
        (first_label, SCRIPTED, BY_LABEL),
        (first_speaker, MIRRORED, BY_ORDER),
    ],
)
def test_a_panel_that_follows_label_or_order_is_undetermined_wherever_its_vote_stands(
    transcript: Path, tmp_path: Path, answer: Answer, judges: Judges, why: str
) -> None:
    case, judged = hold(transcript, tmp_path, judges, judge_teams=answer)
    assert judged.verdicts["engagement"].undetermined
    assert judged.final.decided_by == "annotation"
    assert (
        "Undetermined: engagement, since every judge's votes follow the label or the order." in judged.final.statement
    )
    rows = {row["layer"]: row for row in rows_of(case, judged, "verdicts")}
    assert (rows["engagement"]["winner"], rows["engagement"]["Proposition"]) == ("undetermined", None)
    assert {row["undetermined"] for row in rows_of(case, judged, "ballots")} == {why}
    folder = folder_table([JudgedDebate(name="debate", judgement=judged)])
    assert folder.records()[0]["engagement"] == "undetermined"
    assert "Undetermined judges, over all debates: 2." in folder.caption
    log = open_run(case.path)
    (measures,) = exhibits_of(log, "frames")
    missing = {(row.who, row.instrument) for row in measures.rows if row.missing == "undetermined"}
    assert missing == {("panel", "verdict"), ("judge-1", "vote"), ("judge-2", "vote")}
    assert verify(case.path).problems == ()


def test_judges_who_see_no_difference_stay_undecided(transcript: Path, tmp_path: Path) -> None:
    case, judged = hold(transcript, tmp_path, MIRRORED, judge_teams=no_difference)
    assert (judged.verdicts["engagement"].winner, judged.verdicts["engagement"].undetermined) == (None, False)
    assert "undetermined" not in judged.final.statement.lower()
    assert "undetermined" not in rows_of(case, judged, "ballots")[0]


def test_a_judgement_from_before_stays_as_it_was(transcript: Path, tmp_path: Path) -> None:
    case = case_of_file(transcript, "", MIRRORED, tmp_path)
    script = {name: setting for name, setting in case.spec.script.items() if name != "consistency"}
    before = replace(case, spec=case.spec.model_copy(update={"script": script}))
    judged = ask(before, MIRRORED, judge_teams=first_speaker)
    assert (judged.final.winner, judged.final.decided_by) == ("pro", "engagement")
    assert verify(before.path).problems == ()
    # the tables say all the same whose votes follow the order, and flag no reply whose reason was not kept
    assert {row["undetermined"] for row in rows_of(before, judged, "ballots")} == {BY_ORDER}
    assert "flag" not in rows_of(before, judged, "rubric")[0]
    assert case_of_file(transcript, "", Judges(tally="published"), tmp_path).spec.script["consistency"] == "unchecked"


@pytest.mark.parametrize("reasons", ["one", "own"])
def test_one_whole_reply_to_three_unlike_speeches_is_flagged(transcript: Path, tmp_path: Path, reasons: str) -> None:
    def score(request: Request) -> str:
        reason = "Fine." if reasons == "one" else f"Fine, {request.inputs.speech.label}."
        scores = {"argument": 5.5, "rebuttal": 4 if request.inputs.answerable else None, "evidence": 4, "rhetoric": 6}
        return json.dumps({**scores, "persona": None, "reason": reason})

    case, judged = hold(transcript, tmp_path, score_speech=score)
    flags = [row.get("flag") for row in rows_of(case, judged, "rubric")]
    assert len(flags) > 3
    caption = exhibits(case.debate, judged)[0].caption
    (measures,) = exhibits_of(open_run(case.path), "frames")
    marked = [row for row in measures.rows if row.answer == "same whole reply to unlike speeches"]
    if reasons == "own":
        assert not any(flags)
        assert not marked
        assert "Flagged" not in caption
    else:
        alike = len(flags) - 1  # the first speech has no rebuttal to score
        assert flags == [None] + [f"same whole reply to {alike} unlike speeches"] * alike
        assert f"Flagged: {alike} speeches got one whole reply" in caption
        assert f"Flagged: {alike} speeches" in folder_table([JudgedDebate(name="debate", judgement=judged)]).caption
        assert len({row.item for row in marked}) == alike
        assert all(speech.scores for speech in judged.brought.rubric)  # nothing is removed


def test_the_offline_judge_gives_unlike_speeches_unlike_replies(transcript: Path, tmp_path: Path) -> None:
    judges = Judges()
    case = case_of_file(transcript, "", judges, tmp_path)
    (judged,) = judge([case], judges)
    assert "flag" not in rows_of(case, judged, "rubric")[0]
    assert not judged.verdicts["engagement"].undetermined
