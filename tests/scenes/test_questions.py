"""Questions leave a run as it is: every other request and every other event's body is the same, byte for byte."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import doxa
from doxa.analysis.verify import verify
from doxa.analysis.what_if import what_if
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import scenario_of
from doxa.log.rundir import RunLog
from doxa.protocols.registry import protocol_names
from doxa.records.base import canonical
from doxa.records.questions import SurveyQuestion
from doxa.records.spec import RunSpec
from doxa.records.steps import rendered
from scenes.stage import SURVEY, believer, cast, debate, on, play, play_fork, refused, reporter, three

SCALE = {"0": "not at all", "100": "entirely"}


def is_asked(key: str) -> bool:
    return key.startswith("ask/")


def bodies(log: RunLog) -> list[tuple[str, str, Any]]:
    """Return kind, key and body of every event that is no answer, without the spec's repetition and the seal."""
    plain = []
    for event in log.events:
        body = json.loads(canonical(event.body))
        if event.kind == "opened":
            body["spec"].pop("questions", None)
        if event.kind == "end":
            body["seal"] = ""
        if not is_asked(event.key):
            plain.append((event.kind, event.key, body))
    return plain


def requests(log: RunLog) -> list[tuple[str, str, tuple[str, ...], str, str]]:
    """Return every call that is no answer, as it was asked and answered; calls of one batch arrive in any order."""
    return sorted(
        (call.id, call.request, call.blocks, call.reply_schema, call.text)
        for call in log.calls()
        if not is_asked(call.id)
    )


def same_but_for_answers(asked: RunLog, bare: RunLog) -> None:
    assert requests(asked) == requests(bare)
    assert bodies(asked) == bodies(bare)


SCENES: dict[str, RunSpec] = {
    "alternate": debate(rounds=2),
    "simultaneous": three(rounds=2),
    "self-reports": debate(reporter("violet", 0.5), reporter("amber"), rounds=2),
    "mixed": debate(believer("violet", "pro"), reporter("amber"), rounds=3),
}


@pytest.mark.parametrize("scene", SCENES)
def test_scripted_replies_give_the_same_bytes_with_and_without(tmp_path: Path, scene: str) -> None:
    bare = play(SCENES[scene], tmp_path / "bare")
    asked = play(SCENES[scene].model_copy(update={"questions": SURVEY}), tmp_path / "asked")
    same_but_for_answers(asked.log, bare.log)
    assert sum(is_asked(call) for call in asked.asked) > len(SURVEY)
    assert verify(asked.log.path).status == "verified"


TWO = {"ana": {"side": "pro"}, "ben": {"side": "con"}}
OWN: dict[str, dict[str, Any]] = {
    "feed": {"kernel": "social", "agents": {"ana": {"prior": {"stance": 0.4}}, "ben": {"prior": {"stance": -0.4}}}},
    "persuasion": {"script": {"rounds": 2, "persuader": "ana", "target": "ben"}},
    "round_table": {"script": {"rounds": 2}},
    "dialogue": {"script": {"rounds": 3}},
}
OWN["population"] = {**OWN["feed"], "script": {"rounds": 2}}
OWN["feed"] = {**OWN["feed"], "script": {"rounds": 2}}
READINGS = {"appraising", "embedding", "examining", "judging", "judging_responses", "naming"} | {
    "union_coaching",
    "union_judging",
    "union_probing",
}
"""Protocols in which judges read; no scenario has them."""

PROTOCOLS = sorted(set(protocol_names()) - READINGS - {"conversation"})
"""All protocols that a scenario of agents may have; a conversation plays back words, which is tried below."""


def asking(*, every: int = 1) -> list[dict[str, Any]]:
    return [
        {"id": "support", "ask": "How far do you agree?", "scale": SCALE, "agrees": "high", "every": every},
        {"id": "vote", "ask": "How would you vote?", "choices": ["for", "against"]},
    ]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_protocol_gives_the_same_bytes_with_and_without(tmp_path: Path, protocol: str) -> None:
    tables = {"proposition": "We should subsidize journalism", "protocol": protocol, "agents": TWO, "seed": 5}
    lines = {**tables, **OWN.get(protocol, {})}
    scenario = tmp_path / "mine.toml"
    scenario.write_text("\n".join(f"{name} = {inline(value)}" for name, value in lines.items()))
    bare = doxa.run(scenario, out=tmp_path / "bare")
    asked = doxa.run(scenario, out=tmp_path / "asked", changes={"questions": asking()})
    same_but_for_answers(asked, bare)
    answered = [outcome for outcome in asked.outcomes if is_asked(outcome.key)]
    assert {outcome.status for outcome in answered} == {"ok"}
    moments = list(dict.fromkeys(outcome.key.split("/")[1] for outcome in answered))
    assert (moments[0], moments[-1]) == ("before", "after")
    assert doxa.verify(asked.path).status == "verified"
    doxa.frames(asked.path)


def inline(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {inline(inner)}" for name, inner in value.items()) + " }"
    return json.dumps(value)


def test_who_recites_or_plays_back_words_is_not_asked(tmp_path: Path) -> None:
    changes: dict[str, Any] = {"questions": asking(), "script.rounds": 1}
    log = doxa.run("counter-arguments", out=tmp_path / "run", changes=changes)
    reciters = {agent.id for agent in log.spec.participants if agent.role == "reciter"}
    answering = {outcome.actor for outcome in log.outcomes if is_asked(outcome.key)}
    assert answering == {agent.id for agent in log.spec.participants} - reciters
    with pytest.raises(ScenarioError, match=re.escape("questions.0.of: * names no agent that can answer")):
        doxa.run("real-person", out=tmp_path / "played", changes={"questions": asking()})


def test_questions_are_asked_when_and_of_whom_they_say(tmp_path: Path) -> None:
    questions = (
        SurveyQuestion(id="often", ask="?", every=2),
        SurveyQuestion(id="rounds", ask="?", when=(), every=2, of=("am*",)),
        SurveyQuestion(id="ends", ask="?", of=("violet",)),
    )
    played = play(debate(rounds=4, questions=questions), tmp_path / "run")
    keys = [outcome.key for outcome in played.log.outcomes if is_asked(outcome.key)]
    assert keys == [
        *("ask/before/often/violet", "ask/before/ends/violet", "ask/before/often/amber"),
        *("ask/r02/often/violet", "ask/r02/often/amber", "ask/r02/rounds/amber"),
        *("ask/r04/rounds/amber", "ask/after/often/violet", "ask/after/ends/violet", "ask/after/often/amber"),
    ], "a question that is asked in the end is not asked after the last round too"
    place = {event.key: event.seq for event in played.events if event.kind in ("outcome", "batch")}
    assert place["ask/before/often/violet"] < place["batch/1"]
    assert place["r02/amber"] < place["ask/r02/often/violet"] < place["r03/violet"]


def test_an_answer_is_heard_by_nobody_and_in_no_later_prompt(tmp_path: Path) -> None:
    secret = "the plover nests in May"
    answer = lambda request: canonical({"answer": secret}) if request.task.name == "answer_survey" else cast(request)  # noqa: E731
    questions = (SurveyQuestion(id="why", ask="Why?", every=1),)
    played = play(debate(rounds=2, questions=questions), tmp_path / "run", answer)
    assert all(secret not in rendered(prompt) for prompt in played.prompts.values())
    assert all(secret not in canonical(event.body) for event in played.events if not is_asked(event.key))


def test_a_question_shows_who_one_is_what_was_said_and_the_labels(tmp_path: Path) -> None:
    question = SurveyQuestion(id="support", ask="How far do you agree?", scale={**SCALE, "50": "half"}, unsure=False)
    played = play(debate(rounds=1, questions=(question,)), tmp_path / "run")
    prompt = rendered(played.prompts["ask/after/support/violet#1"])
    assert "How far do you agree?" in prompt
    assert 'from 0 to 100:\n0 means "not at all",\n50 means "half",\n100 means "entirely".' in prompt
    assert "You are Violet." in prompt
    assert "Amber: " in prompt, "what was said is shown"
    assert "null" not in prompt
    assert "What you believe now" in prompt


def test_a_step_without_an_answer_ends_nothing(tmp_path: Path) -> None:
    spec = debate(rounds=1, questions=SURVEY)
    bare = play(debate(rounds=1), tmp_path / "bare")
    asked = play(spec, tmp_path / "asked", on("ask/before/support/violet", refused))
    same_but_for_answers(asked.log, bare.log)
    assert asked.body("ask/before/support/violet", "outcome").status == "refused"


def test_a_fork_keeps_earlier_answers_and_a_what_if_reads_none(tmp_path: Path) -> None:
    whole = play(debate(rounds=3, questions=SURVEY), tmp_path / "whole")
    forked = play_fork(whole.log.path, tmp_path / "fork", at="r02/violet", changes={"agents.amber.belief.u": 0.9})
    assert verify(forked.log.path).status == "verified"
    assert not any(call.startswith(("ask/before", "ask/r01")) for call in forked.asked)
    assert any(call.startswith("ask/r02") for call in forked.asked)
    bare = play(debate(rounds=3), tmp_path / "bare")
    change = {"belief.u": 0.1}
    assert what_if(whole.log, change).curves == what_if(bare.log, change).curves


@pytest.mark.parametrize(
    ("questions", "told"),
    [
        ([{"id": "a", "ask": "?"}, {"id": "a", "ask": "!"}], "questions.1.id: two questions are called 'a'"),
        ([{"id": "a", "ask": "?", "of": ["nobody"]}], "questions.0.of: nobody names no agent"),
        ([{"id": "a", "ask": "?", "scale": SCALE, "opposite_of": "b"}], "questions.0.opposite_of: 'b' is no other"),
        ([{"id": "a", "ask": "?", "scale": {"0": "no"}}], "questions.0: a scale needs labels of its two ends"),
        ([{"id": "a", "ask": "?", "scale": SCALE, "choices": ["x", "y"]}], "questions.0: a question has a scale or"),
        ([{"id": "a", "ask": "?", "choices": ["x", "x"]}], "questions.0: choices are two or more, each once"),
        ([{"id": "a", "ask": "?", "agrees": "high"}], "questions.0: agrees and opposite_of are of questions with"),
        ([{"id": "a", "ask": "?", "when": []}], "questions.0: the question is never asked"),
        ([{"id": "a/b", "ask": "?"}], "questions.0.id: "),
        ([{"ask": "?"}], "questions.0.id is missing"),
        ([{"id": "a", "ask": "?", "scales": SCALE}], "questions.0.scales: there is no such key"),
    ],
)
def test_a_wrong_question_is_refused_with_its_place(questions: list[dict[str, Any]], told: str) -> None:
    tables = {"name": "town", "proposition": "We should adopt atheism", "agents": TWO}
    with pytest.raises(ScenarioError) as error:
        plan(scenario_of({**tables, "questions": questions}, {}, Path()))
    assert str(error.value.message).startswith(told)
