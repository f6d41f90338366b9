"""A round table at its edges: one agent, silence, the same words again, little or no knowledge, own models."""

import pytest

from doxa.records.spec import ModelSettings
from doxa.records.steps import Passage
from doxa.systems.round_table.measures import METRICS, MeasuredTurn
from scenes.stage import play
from systems.round_table.round_tables import answer, names_heard, result, shown, speaker, table


def turns_of(played):
    return result(played)["turns"]


def metrics_of(turn):
    return {name: metric(MeasuredTurn.model_validate(turn)) for name, metric in METRICS.items()}


@pytest.mark.parametrize("topology", ["all", "ring", "chain", "star:ada", "none"])
def test_one_agent_talks_to_itself(tmp_path, topology):
    played = play(table(speaker("ada"), topology=topology), tmp_path / "run", answer)
    assert names_heard(played, "ada") == ["Ada"]
    assert turns_of(played)["r02/ada"]["previous"] == "r01/ada"


def test_one_agent_has_nobody_else_to_respond_to(tmp_path):
    played = play(table(speaker("ada"), previous="last_by_another"), tmp_path / "run", answer)
    assert not [one for one in played.asked if "judged" in one]
    assert metrics_of(turns_of(played)["r02/ada"])["responsiveness"] == 0.0


@pytest.mark.parametrize("nothing", ["", " \n "])
def test_an_empty_utterance_is_no_turn_and_is_counted(tmp_path, nothing):
    def silent(request):
        return nothing if request.step.key == "r01/bo" else answer(request)

    played = play(table(previous="last_by_another"), tmp_path / "run", silent)
    turns = turns_of(played)
    assert result(played)["silent_turns"] == 1
    assert "r01/bo" not in turns
    assert names_heard(played, "ada") == ["Ada", "Cy"]
    # the first words after the silence are a first utterance
    assert turns["r02/bo"]["non_repetition"] == 1.0
    assert (turns["r02/bo"]["no_evidence"], turns["r02/bo"]["no_response"]) == (False, False)


def test_when_nobody_speaks_the_table_ends_without_turns(tmp_path):
    played = play(table(), tmp_path / "run", lambda request: "" if request.task.name == "discuss" else answer(request))
    assert (result(played)["turns"], result(played)["silent_turns"]) == ({}, 6)


def test_the_same_words_again_are_not_new_whoever_said_them_first(tmp_path):
    def parrot(request):
        return "Sheep graze here." if request.task.name == "discuss" else answer(request)

    turns = turns_of(play(table(), tmp_path / "run", parrot))
    assert [turn["non_repetition"] for turn in turns.values()] == [1.0] * 3 + [0.0] * 3


def test_without_knowledge_nothing_is_retrieved_and_no_evidence_is_missed(tmp_path):
    ada = speaker("ada", correction="behaviour")
    played = play(table(ada, speaker("bo"), knowledge={}), tmp_path / "run", answer)
    assert not [one for one in played.asked if "knowledge" in one or "retrieval" in one]
    turn = turns_of(played)["r02/ada"]
    assert (turn["passages"], turn["evidence"], turn["no_evidence"]) == ([], None, False)
    assert metrics_of(turn)["evidence usage"] is None
    assert shown(played, "r02/ada", "D asks") == []


def test_with_no_passages_asked_for_knowledge_is_not_read(tmp_path):
    played = play(table(passages=0), tmp_path / "run", answer)
    assert shown(played, "r01/ada", "D") == []
    assert [one for one in played.asked if "embed" in one] == ["measured/embed/1#1"]


def test_a_base_with_fewer_passages_than_asked_for_gives_what_it_has(tmp_path):
    one = {"ada": [Passage(id="a#1", text="Sheep worry when loose dogs come")]}
    turns = turns_of(play(table(knowledge=one), tmp_path / "run", answer))
    assert (turns["r01/ada"]["passages"], turns["r01/bo"]["passages"]) == (["a#1"], [])


def test_agents_that_share_a_base_have_it_embedded_once(tmp_path):
    base = [Passage(id=f"a#{n}", text=text) for n, text in enumerate(("Hedges", "Sheep", "Railways"), 1)]
    played = play(table(knowledge={"ada": base, "bo": base}), tmp_path / "run", answer)
    assert [one for one in played.asked if one.startswith("knowledge")] == ["knowledge/embed/1#1"]
    turns = turns_of(played)
    assert turns["r02/ada"]["passages"] == turns["r02/bo"]["passages"]


def test_an_agent_speaks_with_a_model_of_its_own(tmp_path):
    heard = {}

    def listened(request):
        if request.task.name == "discuss":
            heard[request.step.actor] = request.settings.temperature
        return answer(request)

    spec = table(speaker("ada", role="speaker@ada"), speaker("bo"), rounds=1)
    own = {"speaker@ada": ModelSettings(model="scripted", temperature=0.1)}
    play(spec.model_copy(update={"roles": {**spec.roles, **own}}), tmp_path / "run", listened)
    assert heard == {"ada": 0.1, "bo": None}


def test_each_agent_is_asked_under_a_policy_of_its_own(tmp_path):
    people = (speaker("ada", rule="struct"), speaker("bo", rule="light", w_t=0.5), speaker("cy", shows=("T", "D")))
    played = play(table(*people), tmp_path / "run", answer)
    asks = {one.id: " ".join(shown(played, f"r02/{one.id}", "R asks")) for one in people}
    assert "no more than 3 sentences" in asks["ada"]
    assert "straight answer" in asks["bo"]
    assert asks["cy"] == ""
    assert shown(played, "r02/ada", "T asks") != shown(played, "r02/bo", "T asks")
    assert shown(played, "r02/cy", "said") == []
