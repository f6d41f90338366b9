"""A round table on a scripted cast: who acts on what, what is retrieved, and what a slip does to the next prompt."""

import pytest

from doxa.errors import NoAnswerError, ScenarioError
from doxa.models.port import Response
from doxa.records.spec import Policy, PromptPolicy
from scenes.stage import believer, cast, play
from systems.round_table.round_tables import WORDS, answer, names_heard, result, shown, speaker, table


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Three agents for two rounds, all at once."""
    return play(table(), tmp_path_factory.mktemp("table") / "run", answer)


def test_all_agents_of_a_round_act_on_the_same_memory(played):
    assert [shown(played, f"r01/{one}", "said") for one in ("ada", "bo", "cy")] == [[], [], []]
    assert names_heard(played, "ada") == ["Ada", "Bo", "Cy"]
    assert shown(played, "r02/cy", "said") == shown(played, "r02/ada", "said")


def test_in_sequence_each_hears_who_spoke_before_it(tmp_path):
    played = play(table(order="sequential", rounds=1), tmp_path / "run", answer)
    assert [len(shown(played, f"r01/{one}", "said")) for one in ("ada", "bo", "cy")] == [0, 1, 2]
    assert result(played)["turns"]["r01/cy"]["previous"] == "r01/bo"


@pytest.mark.parametrize(
    ("script", "heard"),
    [
        ({"hears": {"ada": ("bo",)}}, [["Ada", "Bo"], ["Ada", "Bo", "Cy"], ["Ada", "Bo", "Cy"]]),
        ({"topology": "star:bo"}, [["Ada", "Bo"], ["Ada", "Bo", "Cy"], ["Bo", "Cy"]]),
        ({"topology": "star:bo", "hears": {"ada": ("cy",)}}, [["Ada", "Cy"], ["Ada", "Bo", "Cy"], ["Bo", "Cy"]]),
    ],
)
def test_a_topology_says_who_hears_whom_and_hears_makes_exceptions(tmp_path, script, heard):
    apart = play(table(**script), tmp_path / "run", answer)
    assert [names_heard(apart, one) for one in ("ada", "bo", "cy")] == heard


def test_a_stance_is_moved_only_by_words_that_a_topology_lets_an_agent_hear(tmp_path):
    people = [believer(name, side) for name, side in (("ada", "pro"), ("bo", "neutral"), ("cy", "con"))]
    played = play(table(*people, knowledge={}, topology="chain", rounds=1), tmp_path / "run", answer)
    moved = {event.body.listener: event.body for event in played.events if event.kind == "moved"}
    heard = {name: [exposure.speaker for exposure in body.exposures] for name, body in moved.items()}
    assert heard == {"ada": ["ada", "bo"], "bo": ["ada", "bo", "cy"], "cy": ["bo", "cy"]}


def test_an_agent_that_hears_nobody_has_its_own_words_before_it(tmp_path):
    played = play(table(topology="none"), tmp_path / "run", answer)
    assert names_heard(played, "ada") == ["Ada"]
    turns = result(played)["turns"]
    assert turns["r02/ada"]["previous"] == "r01/ada"
    alone = result(play(table(topology="none", previous="last_by_another"), tmp_path / "alone", answer))["turns"]
    assert (alone["r02/ada"]["previous"], alone["r02/ada"]["responds"]) == ("", None)


def test_passages_come_by_the_query_first_and_by_the_dialogue_afterwards(tmp_path):
    spec = table(queries={"Q1": "Shall old railways become paths?"}, query="Q1", passages=1)
    played = play(spec, tmp_path / "run", answer)
    turns = result(played)["turns"]
    assert turns["r01/ada"]["passages"] == ["a#3"]
    assert turns["r02/ada"]["passages"] == ["a#2"]
    assert WORDS["rail"] in shown(played, "r01/ada", "D")[0]
    assert shown(played, "r01/bo", "D") == []


def test_a_slip_raises_the_weight_of_the_next_round_and_its_tier(tmp_path):
    # w_D(0) 1.1: mid; +0.2 after a round without evidence: high
    ada = speaker("ada", w_d=1.1, w_m=1.1, correction="behaviour")
    played = play(table(ada, speaker("bo"), rounds=3), tmp_path / "run", answer)
    assert "prefer to rest" in shown(played, "r01/ada", "D asks")[0]
    assert "at least two" in shown(played, "r02/ada", "D asks")[0]
    # round 1 had nobody to respond to; in round 2 Ada did not, by the judge
    assert "Go on from what was said" in shown(played, "r02/ada", "M asks")[0]
    assert "Open with one or two sentences" in shown(played, "r03/ada", "M asks")[0]


def test_the_judge_reads_a_turn_beside_the_last_utterance(played, tmp_path):
    turns = result(played)["turns"]
    assert turns["r01/bo"]["responds"] is None
    assert {key: turns[key]["previous"] for key in ("r02/ada", "r02/cy")} == {"r02/ada": "r01/cy", "r02/cy": "r01/cy"}
    assert [turns[f"r02/{one}"]["responds"] for one in ("ada", "bo", "cy")] == [False, True, False]
    others = result(play(table(previous="last_by_another"), tmp_path / "other", answer))["turns"]
    assert others["r02/cy"]["previous"] == "r01/bo"


def test_without_a_judge_nothing_is_judged(tmp_path):
    played = play(table(judged=False), tmp_path / "run", answer)
    assert not [one for one in played.asked if "judged" in one]
    assert result(played)["turns"]["r02/ada"]["responds"] is None


@pytest.mark.parametrize(
    ("persona", "shows", "stance"),
    [
        ("Keeps sheep.", ("T", "M", "D"), 1.0),
        # it is measured against a persona that the prompt leaves out, too
        ("Keeps sheep.", ("M", "D"), 1.0),
        ("", ("T", "M", "D"), None),
    ],
)
def test_turns_are_measured_by_their_vectors(tmp_path, persona, shows, stance):
    alone = play(table(speaker("ada", persona=persona, shows=shows)), tmp_path / "run", answer)
    turns = result(alone)["turns"]
    assert bool(shown(alone, "r01/ada", "T")) == ("T" in shows)
    assert (turns["r01/ada"]["non_repetition"], turns["r01/ada"]["stance"]) == (1.0, stance)
    assert turns["r02/ada"]["non_repetition"] < 0.2


def test_an_agent_without_a_stance_is_shown_no_scale(played):
    tags = {block.tag for block in played.prompts["r01/ada#1"]}
    assert not tags & {"scale", "stance", "memory"}


def test_a_belief_that_is_kept_joins_the_policy(tmp_path):
    violet = believer("violet", "pro").model_copy(update={"policy": Policy(prompt=PromptPolicy(rule="struct"))})

    def says(request):
        return answer(request) if request.task.name != "embed" else cast(request)

    played = play(table(violet, believer("amber", "con"), knowledge={}), tmp_path / "run", says)
    tags = [block.tag for block in played.prompts["r02/violet#1"]]
    assert tags[-3:] == ["R asks", "memory", "request"]
    assert "Speak from exactly there" in played.prompts["r02/violet#1"][-1].text
    assert played.events[-1].body.stances["violet"] is not None


def test_without_vectors_nothing_is_retrieved_in_their_place(tmp_path):
    def mute(request):
        return Response(vectors=()) if request.task.name == "embed" else answer(request)

    with pytest.raises(NoAnswerError, match="cannot be retrieved"):
        play(table(), tmp_path / "run", mute)


@pytest.mark.parametrize("script", [{"hears": {"ada": ("nobody",)}}, {"query": "Q9"}, {"topology": "star:eve"}])
def test_a_name_that_is_not_there_is_refused(tmp_path, script):
    with pytest.raises(ScenarioError, match="there is no"):
        play(table(**script), tmp_path / "run", answer)


def test_the_same_spec_gives_the_same_bytes(played, tmp_path):
    assert play(table(), tmp_path / "other", answer).bytes == played.bytes
