"""A whole debate over a puzzle on a scripted team: who is asked what, who decides, and what is missing stays so."""

import json

import pytest

from doxa.analysis.explain import explain
from doxa.analysis.verify import verify
from doxa.errors import ScenarioError
from doxa.records.steps import rendered
from doxa.systems.puzzle.measures.sittings import MEASURES, curve, smooth, strict
from doxa.systems.puzzle.protocol.debating import PUZZLE, borda
from scenes.stage import play
from systems.puzzle.puzzling import GAME, PLAYERS, RIGHT, WRONG, at, holding, opinion, puzzle, result, sitting, whole

TEAM = holding(amber=RIGHT, cobalt=RIGHT, teal=WRONG)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The debate of a team of which two are right and one is wrong."""
    return play(puzzle(), tmp_path_factory.mktemp("debate") / "run", TEAM)


def test_phases_follow_one_another_and_all_agents_answer_in_each(played):
    batches = [one.body.keys for one in played.events if one.kind == "batch"]
    assert [keys[0].rpartition("/")[0] for keys in batches] == [
        "proposed", "p1/1-ann/debate", "p1/1-ann/adjust", "p1/2-ben/debate", "p1/2-ben/adjust", "p1/3-cas/debate",
        "p1/3-cas/adjust", "decided",
    ]  # fmt: skip
    assert {len(keys) for keys in batches} == {3}
    assert verify(played.log.path).status == "verified"


def test_more_than_half_decide_and_the_measures_get_everything(played):
    found = sitting(played)
    assert (found.solution, found.decided, found.calls) == (RIGHT, RIGHT, 24)
    assert found.initial == found.final == found.rounds[-1].answers == (RIGHT, RIGHT, WRONG)
    assert [one.player for one in found.rounds] == [0, 1, 2]
    opinion_of_teal = found.rounds[0].opinions[2]
    assert (opinion_of_teal.role, opinion_of_teal.agrees, opinion_of_teal.disagrees) == ("knight", (0,), (1,))


def test_half_is_no_majority_and_the_supervisor_is_asked_about_those_players_alone(tmp_path):
    mixed = ("spy", "knave", "spy")  # with amber on Ann, with teal on the others
    team = holding(amber=RIGHT, cobalt=RIGHT, teal=WRONG, violet=mixed)
    played = play(puzzle("amber", "cobalt", "teal", "violet"), tmp_path, team)
    # Ann: spy 3 of 4. Ben: knight 2, knave 2. Cas: knave 2, spy 2
    request = played.prompts["supervised#1"][-1].text
    assert "have not settled Ben, Cas." in request
    assert sitting(played).decided == ("spy", "knight", "knight")
    assert result(played)["decided_by"] == ["majority", "supervisor", "supervisor"]
    assert "What each agent decided in the end:" in rendered(played.prompts["supervised#1"])


def test_a_team_of_broken_models_scores_nothing(tmp_path):
    played = play(puzzle(), tmp_path, lambda request: '{"players": [], "role": "unknown"}')
    found = sitting(played)
    assert found.decided == (None, None, None)
    assert (strict(found.decided, found.solution), smooth(found.decided, found.solution)) == (0.0, 0.0)
    assert [set(curve(found, one)) for one in MEASURES] == [{0.0}] * 4
    assert found.calls == 2 * (3 * (1 + 2 * 3 + 1) + 1)  # every step asked twice, the supervisor's too
    assert {one.body.status for one in played.events if one.kind == "outcome"} == {"unparsed"}
    assert [one for one in played.events if one.kind == "moved"] == []


TWICE = '{"players": [{"name": "Ann", "role": "spy"}, {"name": "Ann", "role": "knight"}], "confidence": 5}'
ANN = "p1/1-ann/debate/amber"


@pytest.mark.parametrize(
    ("key", "text", "advice"),
    [
        ("proposed/amber", whole({"Ann": "spy", "Ben": "knight"}), "You gave no role to Cas."),
        (
            "proposed/amber",
            whole({"Ann": "spy", "Ben": "knight", "Cas": "unknown"}),
            "the field players.2.role was missing",
        ),
        ("proposed/amber", whole({"Ann": "spy", "Ben": "knight", "Dan": "knave"}), "There is no player 'Dan'"),
        ("proposed/amber", TWICE, "Ann more"),
        (ANN, opinion("Ben", "spy"), "The debate is about Ann"),
        (ANN, opinion("Ann", "spy", agree=("Amber",)), "There is no other agent 'Amber'"),
        (ANN, opinion("Ann", "unknown"), "the field role was missing"),
    ],
)
def test_an_answer_that_is_none_is_asked_for_again(tmp_path, key, text, advice):
    played = play(puzzle(), tmp_path, at(key, text, TEAM))
    assert advice in played.prompts[f"{key}#2"][-1].text
    assert sitting(played).initial[0] == RIGHT


def test_what_an_agent_failed_to_answer_is_missing_in_that_round_and_no_longer(tmp_path):
    def answer(request):
        return "no" if request.step.key == "p1/1-ann/adjust/amber" else TEAM(request)

    found = sitting(play(puzzle(), tmp_path, answer))
    assert found.rounds[0].answers[0] == (None, None, None)
    assert found.rounds[1].answers[0] == found.final[0] == RIGHT
    assert smooth(found.rounds[0].answers[0], found.solution) == 0.0


def test_an_agent_sees_the_confidence_of_others_only_where_it_is_visible(tmp_path):
    def answer(request):
        sure = {"amber": 3, "cobalt": 7, "teal": 9}.get(request.step.actor, 5)
        return json.dumps({**json.loads(TEAM(request)), "confidence": sure})

    hidden = rendered(play(puzzle(), tmp_path / "hidden", answer).prompts["p1/1-ann/adjust/amber#1"])
    shown = rendered(play(puzzle(confidence="visible"), tmp_path / "shown", answer).prompts["p1/1-ann/adjust/amber#1"])
    told = "Confidence {} of 10."
    assert told.format(3) in hidden
    assert told.format(7) not in hidden
    assert all(told.format(sure) in shown for sure in (3, 7, 9))


def test_an_agent_is_shown_its_own_words_as_its_own_and_nothing_of_the_phase_it_is_in(played):
    debated, adjusted = (played.prompts[f"p1/1-ann/{phase}/teal#1"] for phase in ("debate", "adjust"))
    assert [block.tag for block in debated] == ["task", "puzzle", "proposals", "request"]
    assert [block.tag for block in adjusted] == ["task", "puzzle", "proposals", "debate", "request"]
    assert adjusted[:3] == debated[:3]
    assert "- Teal: Ann knight, Ben knave, Cas spy." in debated[2].text
    assert "- Amber: Ann spy, Ben knight, Cas knave." in debated[2].text
    assert debated[-1].text.startswith("You are Teal.\n")


def test_an_order_is_agreed_by_borda_count():
    # points of 2, 1, 0. Ann 2 + 0 + 0, Ben 1 + 2 + 1, Cas 0 + 1 + 2
    orders = [["Ann", "Ben", "Cas"], ["Ben", "Cas", "Ann"], ["Cas", "Ben", "Ann"]]
    assert borda(PLAYERS, orders, seed=1) == ("Ben", "Cas", "Ann")


def test_ties_of_an_order_are_broken_by_the_seed_alone():
    found = {borda(PLAYERS, [], seed) for seed in range(40)}
    assert len(found) == 6
    assert borda(PLAYERS, [], 3) == borda(PLAYERS[::-1], [], 3)


def test_agents_that_agree_on_an_order_debate_in_it(tmp_path):
    def answer(request):
        return json.dumps({"order": ["Cas", "Ben", "Ann"]}) if request.task.name == "rank_players" else TEAM(request)

    played = play(puzzle(order="agreed"), tmp_path, answer)
    assert result(played)["order"] == ["Cas", "Ben", "Ann"]
    assert [one.player for one in sitting(played).rounds] == [2, 1, 0]
    assert sitting(played).same_order is False


def test_two_passes_debate_every_player_twice(tmp_path):
    found = sitting(play(puzzle(depth=2), tmp_path, TEAM))
    assert [one.player for one in found.rounds] == [0, 1, 2, 0, 1, 2]
    assert found.depth == 2


def test_asked_for_one_label_an_agent_keeps_its_others(tmp_path):
    def answer(request):
        if request.task.name == "adjust_roles" and request.step.actor == "teal":
            return whole({request.inputs.player: dict(zip(PLAYERS, RIGHT, strict=True))[request.inputs.player]})
        return TEAM(request)

    played = play(puzzle(adjusts="one"), tmp_path, answer)
    found = sitting(played)
    assert [one.answers[2] for one in found.rounds] == [("spy", "knave", "spy"), ("spy", "knight", "spy"), RIGHT]
    assert '"name": "Ann"' in played.prompts["p1/1-ann/adjust/teal#1"][-1].text
    assert '"name": "Ben"' not in played.prompts["p1/1-ann/adjust/teal#1"][-1].text


def test_reasons_are_rated_by_a_judge_who_sees_the_solution(tmp_path):
    played = play(puzzle(rated=True), tmp_path, TEAM)
    assert "The solution: Ann spy, Ben knight, Cas knave." in played.prompts["p1/1-ann/rated/teal#1"][-1].text
    rated = sitting(played).rounds[0].opinions[2]
    assert (rated.agree_rating, rated.disagree_rating) == (3, 2)
    assert sitting(played).calls == 24  # the judge is no part of what the debate costs


def test_a_belief_tells_which_role_changed_and_why(tmp_path):
    def answer(request):
        late = request.step.key == "p1/2-ben/adjust/teal" or request.step.key == "decided/teal"
        return whole(("knight", "knight", "spy")) if late else TEAM(request)

    played = play(puzzle(), tmp_path, answer)
    moves = [one.body for one in played.events if one.kind == "moved" and one.body.listener == "teal"]
    changes = [(item.source, item.why) for body in moves[1:] for item in body.trace.items]
    assert ("p1/2-ben/adjust/teal", "Ben: knave → knight") in changes
    assert played.events[-1].body.stances == dict.fromkeys(("amber", "cobalt", "teal"))
    assert explain(played.log, "teal").moves[-1].after.ballot == {"Ann": "knight", "Ben": "knight", "Cas": "spy"}


def test_agents_have_names_of_their_own(tmp_path):
    spec = puzzle()
    twins = tuple(one.model_copy(update={"name": "Twin"}) for one in spec.participants)
    with pytest.raises(ScenarioError, match="3 agents are named 'Twin'"):
        play(spec.model_copy(update={"participants": twins}), tmp_path, TEAM)


def test_a_puzzle_without_one_solution_is_refused(tmp_path):
    loose = GAME.replace("I am a knave.", "I am a knight.")
    settings = PUZZLE.Settings(puzzle=loose).model_dump(mode="json")
    with pytest.raises(ScenarioError, match=r"script\.puzzle: the puzzle has \d solutions"):
        play(puzzle().model_copy(update={"script": settings}), tmp_path, TEAM)


def test_a_debate_cut_off_anywhere_goes_on_to_the_same_bytes(tmp_path):
    whole_run = play(puzzle("amber", "teal", order="agreed"), tmp_path / "whole", TEAM)
    events, calls = ((whole_run.log.path / name).read_bytes() for name in ("events.jsonl", "calls.jsonl"))
    lines = calls.splitlines(keepends=True)
    for kept in range(0, len(lines), 4):
        path = tmp_path / str(kept)
        path.mkdir()
        for name in ("spec.json", "blobs.jsonl"):
            (path / name).write_bytes((whole_run.log.path / name).read_bytes())
        (path / "calls.jsonl").write_bytes(b"".join(lines[:kept]) + lines[kept][:30])
        (path / "events.jsonl").write_bytes(b"")
        resumed = play(whole_run.log.spec, path, TEAM)
        assert resumed.bytes == events
        assert len(resumed.asked) == len(lines) - kept
