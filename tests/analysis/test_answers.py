"""What agents answered to questions: counted as it was said, with paired changes, and opposites held together."""

from pathlib import Path
from statistics import fmean, stdev

import pytest

import doxa
from app.browser import find_chromium, open_page
from doxa.analysis.answers import answers_of, draw_answers, measure_answers, score_answers, show_answers
from doxa.analysis.exhibit import Measures, Prose, Series, Table
from doxa.analysis.hooks import exhibits_of
from doxa.analysis.measuring import scores_of
from doxa.models.port import Request
from doxa.records.base import JsonValue, canonical
from doxa.records.cells import Estimate
from doxa.records.questions import SurveyQuestion
from doxa.scoring.student import t_quantile
from scenes.stage import Played, believer, cast, debate, play

SCALE = {"1": "not at all", "7": "entirely"}
SUPPORT = SurveyQuestion(id="support", ask="For?", scale=SCALE)
OPPOSE = SurveyQuestion(id="oppose", ask="Against?", scale=SCALE, opposite_of="support")
VOTE = SurveyQuestion(id="vote", ask="Vote?", choices=("for", "against"))
WHY = SurveyQuestion(id="why", ask="Why?", when=("after",))

SAID: dict[str, JsonValue] = {
    "before/support/violet": 2,
    "before/support/amber": 4,
    "before/support/teal": 7,
    "after/support/violet": 5,
    "after/support/amber": 5,
    "after/support/teal": None,
    "before/oppose/violet": 6,
    "before/oppose/amber": 5,
    "before/oppose/teal": 7,
    "after/oppose/violet": 3,
    "after/oppose/amber": 8,
    "after/oppose/teal": "7",
    "before/vote/violet": "for",
    "before/vote/amber": "against",
    "before/vote/teal": "For",
    "after/vote/violet": "for",
    "after/vote/amber": "for",
    "after/vote/teal": 1,
    "after/why/violet": "Shade, mostly.",
    "after/why/amber": None,
    "after/why/teal": "Roots.",
}
"""Moment, question and agent → the answer, with numbers and words off the scale among them."""


def answered(request: Request) -> str:
    if request.task.name != "answer_survey":
        return cast(request)  # type: ignore[return-value]
    return canonical({"answer": SAID[request.step.key.removeprefix("ask/")]})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    people = (believer("violet", "pro"), believer("amber", "con"), believer("teal"))
    spec = debate(*people, rounds=2, questions=(SUPPORT, OPPOSE, VOTE, WHY))
    return play(spec, tmp_path_factory.mktemp("answers") / "run", answered)


def rows_of(played: Played, name: str) -> list[tuple[object, ...]]:
    (table,) = [exhibit for exhibit in show_answers(played.log) if isinstance(exhibit, Table) and exhibit.name == name]
    return list(table.rows)


def test_every_answer_is_there_as_it_was_said(played: Played) -> None:
    answers = {answer.step.removeprefix("ask/"): answer for answer in answers_of(played.log)}
    assert answers.keys() == SAID.keys()
    missing = {name: answer.missing for name, answer in answers.items() if answer.missing}
    assert missing == {
        "after/support/teal": "dont_know",
        "after/oppose/amber": "off_scale",
        "after/oppose/teal": "off_scale",
        "before/vote/teal": "off_scale",
        "after/vote/teal": "off_scale",
        "after/why/amber": "dont_know",
    }
    assert answers["after/oppose/amber"].text == "8", "a reply off the scale is kept and not moved onto it"
    assert answers["after/oppose/teal"].text == "7", "a word is no number"
    assert {name for name, answer in answers.items() if answer.value is not None} == {
        name for name in SAID if ("support" in name or "oppose" in name) and name not in missing
    }
    asked = [call.id for call in played.log.calls() if call.id.startswith("ask/")]
    assert len(asked) == len(SAID), "nobody is asked again for an answer that is counted"


def test_a_change_is_paired_and_has_a_student_interval(played: Played) -> None:
    (before, after) = [row for row in rows_of(played, "answers") if row[0] == "support"]
    assert before == ("support", "before", pytest.approx(13 / 3), None, 3, 0, 0, 0)
    changes = [5 - 2, 5 - 4]
    half = t_quantile(1) * stdev(changes) / 2**0.5
    assert after[:3] == ("support", "after", 5.0)
    assert isinstance(after[3], Estimate)
    assert (after[3].value, after[3].low, after[3].high) == pytest.approx((2.0, 2.0 - half, 2.0 + half))
    assert after[4:] == (2, 1, 0, 0)


def test_choices_are_shares_and_words_are_counted(played: Played) -> None:
    rows = {(row[0], row[1]): row for row in rows_of(played, "answers")}
    assert rows["vote: for", "before"][2] == 0.5
    assert rows["vote: for", "after"][2] == 1.0
    assert rows["vote: against", "after"][2] == 0.0
    assert rows["vote: for", "after"][4:] == (2, 0, 1, 0)
    assert rows["why", "after"][2:] == (None, None, 2, 1, 0, 0)


def test_opposites_are_held_against_each_other(played: Played) -> None:
    before, after = rows_of(played, "consistency")
    # shares of the scale: violet 1/6 + 5/6, amber 3/6 + 4/6, teal 1 + 1
    assert before == ("oppose", "support", "before", 3, 1, pytest.approx((0 + 1 / 6 + 1) / 3))
    assert after == ("oppose", "support", "after", 1, 0, pytest.approx(0.0))


def test_scores_have_means_changes_and_counts(played: Played) -> None:
    scores = score_answers(played.log)
    assert scores["answer.support.before"] == pytest.approx(13 / 3)
    assert scores["answer.support.after"] == 5.0
    assert scores["answer.support.change"] == 2.0
    assert scores["answer.vote.for.change"] == 0.5
    assert scores["answer.oppose.off_scale"] == 2.0
    assert scores["answer.support.dont_know"] == 1.0
    assert scores_of(played.log)[0].items() >= scores.items()


def test_frames_have_every_answer_of_every_agent(played: Played) -> None:
    rows = [row for row in doxa.frames(played.log.path).measures.rows() if row["instrument"] == "question"]
    assert len(rows) == len(SAID)
    one = next(row for row in rows if (row["who"], row["item"], row["wave"]) == ("amber", "oppose", "after"))
    assert (one["value"], one["low"], one["high"], one["text"]) == (None, 1.0, 7.0, "8")
    assert (one["missing_reason"], one["role"], one["model"]) == ("off_scale", "debater", "scripted")
    batches = {row["wave"]: row["batch"] for row in rows}
    assert batches == {"before": 0, "after": 6}
    apart = [row for row in doxa.frames(played.log.path).measures.rows() if row["instrument"] == "consistency"]
    assert {(row["who"], row["value"]) for row in apart if row["wave"] == "before"} == {
        ("violet", 0.0),
        ("amber", round(1 / 6, 12)),
        ("teal", 1.0),
    }


def test_a_picture_has_a_panel_a_question_and_words_are_quoted(played: Played) -> None:
    series, words = list(draw_answers(played.log))
    assert isinstance(series, Series)
    assert isinstance(words, Prose)
    assert series.x == (0, 2)
    assert [panel.title for panel in series.panels] == ["support", "oppose", "vote"]
    assert [line.values for line in series.panels[2].lines] == [(0.5, 1.0), (0.5, 0.0)]
    assert [quote.text for quote in words.quotes] == ["Shade, mostly.", "Roots."]


def test_a_run_without_questions_shows_nothing_of_them(tmp_path: Path) -> None:
    log = play(debate(rounds=1), tmp_path / "run").log
    assert not [*show_answers(log), *draw_answers(log), *measure_answers(log), *score_answers(log)]


ASKED: dict[str, JsonValue] = {
    "script.rounds": 1,
    "questions": [
        {
            "id": "support",
            "ask": "How far do you agree?",
            "scale": {"0": "not at all", "100": "fully"},
            "agrees": "high",
        },
        {"id": "oppose", "ask": "How far not?", "scale": {"0": "no", "100": "fully"}, "agrees": "low"},
    ],
}


def test_offline_agents_answer_by_their_stance_and_are_marked_simulated(tmp_path: Path) -> None:
    log = doxa.run("compulsory-voting", out=tmp_path / "run", changes=ASKED)
    table = next(exhibit for exhibit in exhibits_of(log, "terminal") if exhibit.name == "answers")
    assert table.title == "Answers to private questions (simulated offline)"
    assert log.ended is not None
    for agent, stance in log.ended.stances.items():
        given = {
            answer.question.id: answer.value
            for answer in answers_of(log)
            if answer.agent == agent and answer.moment == "after"
        }
        assert stance is not None
        assert given == {"support": round(50 + 50 * stance), "oppose": round(50 - 50 * stance)}
    names = {exhibit.name for exhibit in exhibits_of(log, "page")}
    assert {"answers", "answers_by_round"} <= names
    assert any(isinstance(exhibit, Measures) for exhibit in exhibits_of(log, "frames"))


def test_compare_has_changes_with_intervals_by_setting(tmp_path: Path) -> None:
    sweep = doxa.sweep("compulsory-voting", {"belief.u": [0.1, 0.9]}, replicates=3, changes=ASKED, out=tmp_path)
    compared = doxa.compare(sweep, by="belief.u", measures=["answer.support.change"])
    (effect,) = compared.effects
    assert len(effect.blocks) == 3
    assert effect.low is not None
    assert effect.difference is not None
    assert effect.high is not None
    assert effect.low <= effect.difference <= effect.high


def test_compare_has_answers_by_folder(tmp_path: Path) -> None:
    changes: dict[str, dict[str, JsonValue]] = {"few": ASKED, "many": {**ASKED, "script.rounds": 2}}
    for name, asked in changes.items():
        for replicate in range(2):
            doxa.run("compulsory-voting", out=tmp_path / name / str(replicate), replicate=replicate, changes=asked)
    compared = doxa.compare(tmp_path / "few", tmp_path / "many", anyway=True)
    rows = {(row["set"], row["measure"]): row for row in compared.tables["compare-by"].records()}
    means = {name: [score_answers(log)["answer.support.change"] for log in logs(tmp_path / name)] for name in changes}
    many = rows["many", "answer.support.change"]
    assert many["mean"] == pytest.approx(fmean(means["many"]))
    assert many["difference"] == pytest.approx(fmean(means["many"]) - fmean(means["few"]))
    assert many["blocks"] == 2
    assert many["low"] is not None


def logs(folder: Path) -> list[doxa.RunLog]:
    return [doxa.open_run(folder / str(replicate)) for replicate in range(2)]


@pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM")
def test_the_page_shows_table_picture_and_words(played: Played, tmp_path: Path) -> None:
    report = doxa.report(played.log, tmp_path / "report.html")
    with open_page(report) as page:
        assert "Answers to private questions" in page.text("#part-answers")
        cells = page.evaluate("[...document.querySelectorAll('#part-answers tbody tr')].map(r => r.innerText.trim())")
        assert len(cells) == 9
        assert [cell for cell in cells if cell.startswith("vote: for")][1].split("\t")[:3] == [
            "vote: for",
            "after",
            "1.00",
        ]
        drawn = page.text("#part-answers_by_round")
        assert all(title in drawn for title in ("support", "oppose", "vote"))
        assert page.evaluate("document.querySelectorAll('#part-answers_by_round canvas').length") == 3
        assert "Shade, mostly." in page.text("#part-answers_in_words")
        assert page.errors == []
