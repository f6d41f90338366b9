"""A moderator after each round of a dialogue: goes on, ends it, or puts a question to an agent, as logged steps."""

import json
from pathlib import Path

import pytest

import doxa
from doxa.analysis.verify import verify
from doxa.errors import ScenarioError
from doxa.models.person.turns import PersonsAnswer, PersonTurn
from people.sitting import person_at

SCENARIO = """
proposition = "We should introduce compulsory voting"
script.rounds = 4
[agents.chair]
plays = "moderator"
model = "person"
[agents.violet]
side = "pro"
[agents.cobalt]
side = "con"
"""

QUESTION = "What about people who hold no view at all?"


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    (tmp_path / "talk.toml").write_text(SCENARIO)
    return tmp_path / "talk.toml"


def decide(turn: PersonTurn) -> PersonsAnswer:
    """Put a question after the first round, and end after the second."""
    decisions = {
        "m01.1/chair": {"decision": "ask", "agent": "cobalt", "question": QUESTION},
        "m01.2/chair": {"decision": "continue", "agent": "", "question": ""},
        "m02.1/chair": {"decision": "end", "agent": "", "question": ""},
    }
    return PersonsAnswer(text=json.dumps(decisions[turn.step]))


def test_a_moderator_asks_and_ends(talk: Path, tmp_path: Path) -> None:
    with person_at(tmp_path / "run", decide) as shown:
        log = doxa.run(talk, out=tmp_path / "run")
    keys = [one.key for one in log.outcomes if one.task in ("respond", "moderate", "recite")]
    first = ["r01/violet", "r01/cobalt", "m01.1/chair", "m01.1/question", "m01.1/cobalt", "m01.2/chair"]
    assert keys == [*first, "r02/violet", "r02/cobalt", "m02.1/chair"]
    assert log.ended.result["rounds"] == 2
    assert shown[0].answer_schema["properties"]["agent"]["enum"] == ["", "violet", "cobalt"]
    answer = next(call for call in log.calls() if call.id == "m01.1/cobalt#1")
    words = " ".join(log.blobs.block(block).text for block in answer.blocks)
    assert QUESTION in words
    assert "It is your turn to answer Chair" in words
    assert "chair" not in log.ended.stances
    assert verify(log.path).problems == ()


def test_a_question_to_nobody_is_asked_about_again(talk: Path, tmp_path: Path) -> None:
    def ask_nobody(turn: PersonTurn) -> PersonsAnswer:
        end = {"decision": "end", "agent": "", "question": ""}
        return PersonsAnswer(text=json.dumps(end if turn.attempt == 2 else end | {"decision": "ask", "agent": "ada"}))

    with person_at(tmp_path / "run", ask_nobody) as shown:
        log = doxa.run(talk, out=tmp_path / "run")
    assert [turn.attempt for turn in shown] == [1, 2]
    assert "Nobody who can be asked is called 'ada'" in shown[1].blocks[-1].text
    assert log.ended.result["rounds"] == 1


def test_plain_code_lets_a_discussion_go_on_as_it_would_without_a_moderator(talk: Path, tmp_path: Path) -> None:
    moderated = doxa.run(talk, changes={"agents.chair.model": "offline"}, out=tmp_path / "run")
    talk.write_text(SCENARIO.replace('[agents.chair]\nplays = "moderator"\nmodel = "person"\n', ""))
    alone = doxa.run(talk, out=tmp_path / "alone")
    assert moderated.ended.stances == alone.ended.stances
    assert moderated.ended.result["rounds"] == 4


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"protocol": "round_table"}, "round_table has no moderator"),
        ({"agents.violet.plays": "moderator"}, "one agent moderates, and others speak"),
    ],
)
def test_a_moderator_that_cannot_be_is_refused(talk: Path, change: dict[str, str], told: str) -> None:
    with pytest.raises(ScenarioError, match=told):
        doxa.run(talk, changes=change)
