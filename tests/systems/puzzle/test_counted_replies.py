"""What a model said is counted: contradictions are kept, roles are read in any letters, confidence is missing alone."""

import json

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.verify import verify
from doxa.systems.puzzle.measures.states import behaviour_table
from doxa.systems.puzzle.tasks.debating import find_name, find_role, read_confidence
from scenes.stage import play
from systems.puzzle.puzzling import RIGHT, WRONG, at, holding, opinion, puzzle, result, sitting, whole

TEAM = holding(amber=RIGHT, cobalt=RIGHT, teal=WRONG)


def asked_again(played):
    return [key for key in played.prompts if key.endswith("#2")]


def test_a_role_in_other_letters_is_that_role():
    words = {
        "knight": ("Knight", "ｋｎｉｇｈｔ", "The Knights"),
        "knave": ("KNAVES", "**knave**"),
        "spy": ("spies", " a Spy."),
    }
    assert {role: {*map(find_role, said)} for role, said in words.items()} == {role: {role} for role in words}
    for word in ("unknown", "not a knight", "knight or knave", "", 3, None):
        assert find_role(word) == word


def test_a_name_in_other_letters_is_that_name_where_it_is_one():
    assert find_name("TEAL", ("Amber", "Teal")) == "Teal"
    assert find_name("ann", ("Ann", "ANN")) == "ann"


def test_roles_in_other_letters_cost_no_second_call(tmp_path):
    loud = tuple(role.upper() for role in RIGHT)
    played = play(puzzle(), tmp_path, at("proposed/amber", whole(loud), TEAM))
    assert asked_again(played) == []
    assert sitting(played).initial[0] == RIGHT
    assert verify(tmp_path).status == "verified"


def test_a_confidence_is_a_whole_number_from_1_to_10():
    for odd in (0, 11, 7.5, "high", "8/10", None, True, [7]):
        assert read_confidence(odd) is None
    assert [read_confidence(stated) for stated in (10, "9", " 1 ", 3.0)] == [10, 9, 1, 3]


@pytest.mark.parametrize("odd", [{"confidence": "high"}, {}])
def test_an_odd_or_absent_confidence_is_missing_alone(tmp_path, odd):
    reply = {name: said for name, said in json.loads(whole(RIGHT)).items() if name != "confidence"} | odd
    played = play(puzzle(), tmp_path, at("proposed/amber", json.dumps(reply), TEAM))
    assert asked_again(played) == []
    assert sitting(played).initial[0] == RIGHT
    assert sitting(played).confidence[0] is None
    assert "- Amber: Ann spy, Ben knight, Cas knave. Reasoning" in played.prompts["p1/1-ann/debate/teal#1"][2].text


@pytest.mark.parametrize("rated", [True, False])
def test_an_agent_agreed_and_disagreed_with_at_once_is_a_contradiction_that_is_kept_and_counted(tmp_path, rated):
    torn = opinion("Ann", "spy", agree=("Teal", "teal"), disagree=("Teal",))
    played = play(puzzle(rated=rated), tmp_path, at("p1/1-ann/debate/amber", torn, TEAM))
    assert asked_again(played) == []
    kept = sitting(played).rounds[0].opinions[0]
    assert (kept.role, kept.agrees, kept.disagrees) == ("spy", (2,), (2,))
    counts = {count.kind: count.n for count in behaviour_table([sitting(played)])}
    assert counts["self-contradicting"] >= 1
    # rounds that nobody rated are left out of everything else
    assert (counts["rational"] > 0) == rated


def test_neutral_prompts_say_nothing_of_majorities_or_of_how_to_weigh(tmp_path):
    split = holding(amber=RIGHT, cobalt=WRONG, teal=("knave", "spy", "knight"))
    played = play(puzzle(depth=1), tmp_path, split)
    words = " ".join(block.text for prompt in played.prompts.values() for block in prompt).lower()
    for coaching in ("majority", "more than half", "weigh", "keep it", "change your answer", "stands now", "check it"):
        assert coaching not in words, coaching
    assert any(key.startswith("supervised") for key in played.prompts)


@pytest.mark.parametrize(
    ("invalid", "sentence"),
    [
        ("", "Teal gave no valid answer."),
        ("decided", "Teal gave its roles first in decisions and changed none of them."),
    ],
)
def test_who_answers_never_or_late_is_not_said_to_have_kept_anything(tmp_path, invalid, sentence):
    def answer(request):
        late = invalid and request.step.key.startswith(invalid)
        return "no" if request.step.actor == "teal" and not late else TEAM(request)

    summaries = {one.agent: one.sentence for one in view_of(play(puzzle(), tmp_path, answer).log).summaries}
    assert summaries["teal"] == sentence
    assert summaries["amber"] == "Amber gave its roles first in proposals and changed none of them."


def test_a_team_without_a_supervisor_leaves_players_without_a_majority_open(tmp_path):
    split = holding(amber=RIGHT, cobalt=WRONG, teal=("knave", "spy", "knight"))
    played = play(puzzle(supervised=False), tmp_path, split)
    assert result(played)["decided_by"] == ["", "", ""]
    assert sitting(played).decided == (None, None, None)
    assert not any(key.startswith("supervised") for key in played.prompts)
