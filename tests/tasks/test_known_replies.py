"""What a schema says of a reply that is not written yet: merged at its place, and for the tasks that know something."""

from dataclasses import replace

import jsonschema
import pytest

from conformance.samples import sample
from doxa.errors import DoxaError
from doxa.judging.tasks.deciding import AUDIT_CLAIMS, RANK_TEAMS, Audit, ClaimToAudit, ManyTeams
from doxa.judging.tasks.noting import NOTE_REBUTTALS, Answering, Target
from doxa.judging.tasks.scoring import COMPARE_SPEECHES, SCORE_SPEECH, Comparison, ScoringInputs
from doxa.records.transcripts import ShownTurn
from doxa.systems.feed.tasks.act_on_feed import ACT_ON_FEED, FeedItem, Inputs as FeedInputs
from doxa.systems.puzzle.tasks.debating import (
    DEBATE_ROLE,
    PROPOSE_ROLES,
    RANK_PLAYERS,
    DebateInputs,
)
from doxa.systems.puzzle.tasks.rating import RATE_REASONING, RatingInputs
from doxa.systems.puzzle.tasks.record import Opinion, PuzzleContext
from doxa.systems.union.tasks.reading import COACH, CoachInputs
from doxa.systems.union.tasks.speaking import OFFER_POINT, OfferInputs
from doxa.tasks.classify import CLASSIFY, CLASSIFY_MANY, Inputs as ClassifyInputs, RoundOfClaims as ClassifyManyInputs
from doxa.tasks.extract import EXTRACT, EXTRACT_MANY, Inputs as ExtractInputs, RoundMessages as ExtractManyInputs
from doxa.tasks.known import among, at_most, exactly, narrow_schema, one_for_each, points_of
from doxa.tasks.registry import tasks as every_task
from doxa.tasks.score import SCORE, Inputs as ScoreInputs

PLAIN = {
    "$defs": {"Part": {"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"}}}},
    "type": "object",
    "properties": {
        "parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}},
        "table": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Part"}},
        "mark": {"anyOf": [{"type": "number"}, {"type": "null"}], "title": "Mark"},
    },
}
CLAIMS = ("Fewer cars mean cleaner air.", "It takes choices away.", "Buses are slow.")


def allows(task, inputs, reply) -> bool:
    """Return whether the schema of a reply to these inputs allows a reply."""
    return jsonschema.Draft202012Validator(task.schema_for(inputs)).is_valid(reply)


def test_a_place_below_a_definition_is_written_out_and_the_definition_stays():
    narrowed = narrow_schema(PLAIN, {"parts": exactly(2), "parts[].n": among([1, 2])})
    parts = narrowed["properties"]["parts"]
    assert (parts["minItems"], parts["maxItems"]) == (2, 2)
    assert parts["items"]["properties"] == {"n": {"type": "integer", "enum": [1, 2]}, "s": {"type": "string"}}
    assert narrowed["$defs"] == PLAIN["$defs"]
    assert "minItems" not in PLAIN["properties"]["parts"]


def test_entries_are_named_one_by_one_whatever_else_is_known_of_each():
    known = {**one_for_each("parts", "n", [1, 2]), "parts[].s": {"maxLength": 9}}
    first, second = narrow_schema(PLAIN, known)["properties"]["parts"]["prefixItems"]
    assert first["properties"] == {"n": {"type": "integer", "const": 1}, "s": {"type": "string", "maxLength": 9}}
    assert second["properties"]["n"]["const"] == 2


def test_without_keys_a_list_is_empty():
    assert one_for_each("parts", "n", []) == {"parts": exactly(0)}


def test_a_table_with_known_keys_becomes_an_object():
    table = {"properties": {"a": {}, "b": {}}, "required": ["a", "b"], "additionalProperties": False}
    narrowed = narrow_schema(PLAIN, {"table": table})["properties"]["table"]
    assert narrowed["properties"] == {"a": {"$ref": "#/$defs/Part"}, "b": {"$ref": "#/$defs/Part"}}
    assert narrowed["additionalProperties"] is False


def test_a_known_value_takes_the_place_of_those_that_were_allowed():
    assert narrow_schema(PLAIN, {"mark": {"type": "null"}})["properties"]["mark"] == {"title": "Mark", "type": "null"}


def test_an_unknown_place_is_a_fault_of_the_task():
    with pytest.raises(KeyError):
        narrow_schema(PLAIN, {"no": at_most(1)})


def test_a_task_that_knows_something_of_another_place_is_told_so():
    task = replace(SCORE, known=lambda inputs: {"marks": exactly(1)})
    with pytest.raises(DoxaError, match="'score' knows something of 'marks', which its Reply does not have"):
        task.schema_for(ScoreInputs(proposition="Ban cars.", claims=CLAIMS))


def test_a_text_has_room_for_points_in_any_script():
    assert points_of("")["maxItems"] == 1
    assert points_of("木は夏の通りを涼しくする。根は舗装を壊す。剪定には金がかかる。")["maxItems"] >= 3


@pytest.mark.parametrize("task", [task for task in every_task().values() if task.known], ids=lambda task: task.name)
def test_what_a_task_knows_is_a_schema(task):
    schema = task.schema_for(sample(task.Inputs))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema != task.schema()
    assert not [values for values in enums(schema) if not values]


def enums(node):
    if isinstance(node, list):
        return [values for part in node for values in enums(part)]
    if not isinstance(node, dict):
        return []
    return [*([node["enum"]] if "enum" in node else []), *(values for part in node.values() for values in enums(part))]


def test_a_score_for_every_claim():
    inputs = ScoreInputs(proposition="Ban cars.", claims=CLAIMS)
    assert allows(SCORE, inputs, {"strengths": [0.1, 0.2, 0.3]})
    for strengths in ([0.1, 0.2], [0.1] * 4, [0.1, 0.2, 1.3]):
        assert not allows(SCORE, inputs, {"strengths": strengths})


def test_a_judgement_for_every_claim():
    inputs = ClassifyInputs(proposition="Ban cars.", claims=CLAIMS)
    judgement = {"polarity": "for", "strength": 0.5}
    assert allows(CLASSIFY, inputs, {"judgements": [judgement] * 3})
    assert not allows(CLASSIFY, inputs, {"judgements": [judgement] * 2})


def test_numbered_judgements_of_several_messages():
    inputs = ClassifyManyInputs(proposition="Ban cars.", claims=CLAIMS)

    def numbered(*numbers):
        return {"judgements": [{"polarity": "for", "strength": 0.5, "claim": number} for number in numbers]}

    assert allows(CLASSIFY_MANY, inputs, numbered(1, 2, 3))
    for numbers in [(1, 2), (1, 2, 2), (0, 1, 2)]:
        assert not allows(CLASSIFY_MANY, inputs, numbered(*numbers))


def test_extraction_takes_no_more_points_than_there_is_text():
    inputs = ExtractInputs(proposition="Ban cars.", text="Cleaner air.")
    assert allows(EXTRACT, inputs, {"claims": [{"claim": "The air is cleaner.", "snippet": "Cleaner air."}]})
    assert not allows(EXTRACT, inputs, {"claims": [{"claim": "The air.", "snippet": "x"}] * 3})
    assert not allows(EXTRACT, inputs, {"claims": [{"claim": "The air.", "snippet": "Cleaner air, and more."}]})


def test_every_message_has_its_entry():
    inputs = ExtractManyInputs(proposition="Ban cars.", messages=("Cleaner air.", "Slow buses."))
    assert allows(EXTRACT_MANY, inputs, {"messages": [{"message": 1, "claims": []}, {"message": 2, "claims": []}]})
    assert not allows(EXTRACT_MANY, inputs, {"messages": [{"message": 2, "claims": []}]})


def test_roles_for_the_players_by_name():
    inputs = PuzzleContext(game="A puzzle.", players=("Dora", "Tara"))

    def assigned(*names):
        return {"confidence": 5, "players": [{"name": name, "role": "spy"} for name in names]}

    assert allows(PROPOSE_ROLES, inputs, assigned("Dora", "Tara"))
    for names in [("Dora",), ("Dora", "Dora"), ("Dora", "Nobody")]:
        assert not allows(PROPOSE_ROLES, inputs, assigned(*names))


@pytest.mark.parametrize("others", [(), ("amber", "teal")])
def test_agents_to_agree_with_are_those_that_there_are(others):
    inputs = DebateInputs(game="A puzzle.", players=("Dora", "Tara"), player="Dora", others=others)
    reply = {"player": "Dora", "agree_with": list(others), "disagree_with": [], "role": "spy", "confidence": 5}
    assert allows(DEBATE_ROLE, inputs, reply)
    assert not allows(DEBATE_ROLE, inputs, reply | {"agree_with": ["violet"]})
    assert not allows(DEBATE_ROLE, inputs, reply | {"player": "Tara"})


def test_an_order_of_the_players():
    inputs = PuzzleContext(game="A puzzle.", players=("Dora", "Tara"))
    assert allows(RANK_PLAYERS, inputs, {"order": ["Tara", "Dora"]})
    assert not allows(RANK_PLAYERS, inputs, {"order": ["Tara"]})


def test_a_mark_only_where_there_is_somebody_to_agree_with():
    opinion = Opinion(agent="amber", agree_with=("teal",))
    inputs = RatingInputs(game="A puzzle.", solution={}, player="Dora", opinion=opinion)
    assert allows(RATE_REASONING, inputs, {"agreement": 1, "disagreement": 0})
    for marks in ({"agreement": 0, "disagreement": 0}, {"agreement": 1, "disagreement": 2}):
        assert not allows(RATE_REASONING, inputs, marks)


POST = FeedItem(id="r01/ben/1", author="ben", text="Trees cool a street.")


def test_actions_upon_the_posts_that_were_shown():
    inputs = FeedInputs(round=2, items=(POST,), most=1)
    nothing = {"text": "", "post": "", "author": "", "vote": None, "topic": 1}
    vote = nothing | {"action": "vote", "post": POST.id, "vote": "like"}
    assert allows(ACT_ON_FEED, inputs, {"actions": [vote]})
    assert allows(ACT_ON_FEED, inputs, {"actions": [nothing | {"action": "follow", "author": "ben"}]})
    refused = (
        vote | {"post": "r09/zoe/1"},
        vote | {"vote": None},
        nothing | {"action": "reply", "post": POST.id},
        nothing | {"action": "follow", "author": "zoe"},
        nothing | {"action": "create_post", "text": "A word.", "topic": 2},
    )
    for action in refused:
        assert not allows(ACT_ON_FEED, inputs, {"actions": [action]})
    assert not allows(ACT_ON_FEED, inputs, {"actions": [vote, vote]})


def test_on_an_empty_feed_there_is_nothing_to_act_upon():
    inputs = FeedInputs(round=1, allowed=("vote", "do_nothing"))
    assert allows(ACT_ON_FEED, inputs, {"actions": [{"action": "do_nothing"}]})
    assert not allows(ACT_ON_FEED, inputs, {"actions": [{"action": "vote", "post": "", "vote": "like"}]})
    assert allows(ACT_ON_FEED, FeedInputs(round=1, allowed=("vote",)), {"actions": []})


def test_who_rises_has_words_and_who_does_not_has_none():
    inputs = sample(OfferInputs)
    assert allows(OFFER_POINT, inputs, {"rises": True, "point": "Who pays?"})
    assert allows(OFFER_POINT, inputs, {"rises": False, "point": ""})
    assert not allows(OFFER_POINT, inputs, {"rises": True, "point": ""})
    assert not allows(OFFER_POINT, inputs, {"rises": False, "point": "Who pays?"})


def test_a_coach_names_no_more_arguments_than_were_made():
    inputs = CoachInputs(name="Ada", side="pro", motion="Ban cars.", epoch=1, debates=2, won=1, unanswered=("Buses.",))
    assert allows(COACH, inputs, {"worked": [], "failed": [], "missed": ["Buses."], "advice": "Answer it."})
    assert not allows(COACH, inputs, {"worked": ["Air."], "failed": [], "missed": [], "advice": "Go on."})


TURN = ShownTurn(label="Speaker 1", kind="speech", text="Fewer cars mean cleaner air for everybody.")


@pytest.mark.parametrize("persona", ["", "A doctor."])
@pytest.mark.parametrize("answerable", [True, False])
def test_a_speech_is_scored_on_what_can_be_scored(persona, answerable):
    inputs = ScoringInputs(motion="Ban cars.", speech=TURN, persona=persona, answerable=answerable)
    scores = {"argument": 5, "evidence": 4, "rhetoric": 6}
    right = scores | {"rebuttal": 5 if answerable else None, "persona": 7.5 if persona else None}
    assert allows(SCORE_SPEECH, inputs, right)
    assert not allows(SCORE_SPEECH, inputs, right | {"persona": None if persona else 7})
    assert not allows(SCORE_SPEECH, inputs, right | {"rebuttal": None if answerable else 7})


def test_a_score_for_every_speech():
    inputs = Comparison(motion="Ban cars.", speeches=(TURN, TURN), scores=(5, 6))
    assert allows(COMPARE_SPEECHES, inputs, {"scores": [4, 7]})
    assert not allows(COMPARE_SPEECHES, inputs, {"scores": [4, 7, 5]})


def test_scores_for_the_teams_by_label():
    criteria = dict.fromkeys(("engagement", "argument", "rebuttal", "narrative"), 5)
    inputs = ManyTeams(motion="Ban cars.", labels=("Team A", "Team B"), turns=(TURN,))
    assert allows(RANK_TEAMS, inputs, {"scores": {"Team A": criteria, "Team B": criteria}})
    for labels in (["Team A"], ["Team A", "Team B", "Team C"]):
        assert not allows(RANK_TEAMS, inputs, {"scores": dict.fromkeys(labels, criteria)})


def test_a_fate_for_every_claim_by_id():
    inputs = Audit(motion="Ban cars.", claims=tuple(ClaimToAudit(id=id, by="A", text="x") for id in ("c1", "c2")))

    def fates(*ids):
        return {"fates": [{"claim": id, "fate": "contested"} for id in ids]}

    assert allows(AUDIT_CLAIMS, inputs, fates("c1", "c2"))
    assert not allows(AUDIT_CLAIMS, inputs, fates("c1", "c3"))


def test_rebuttals_of_what_was_said():
    inputs = Answering(motion="Ban cars.", turn=TURN, targets=(Target(id="c1", by="A", text="x"),))
    flags = dict.fromkeys(("addresses_logic", "undermines", "new_information", "direct"), True)
    assert allows(NOTE_REBUTTALS, inputs, {"rebuttals": [{"target": "c1", "text": "No.", **flags}]})
    assert not allows(NOTE_REBUTTALS, inputs, {"rebuttals": [{"target": "c9", "text": "No.", **flags}]})
    nothing_said = inputs.model_copy(update={"targets": ()})
    assert allows(NOTE_REBUTTALS, nothing_said, {"rebuttals": []})
    assert not allows(NOTE_REBUTTALS, nothing_said, {"rebuttals": [{"target": "c1", "text": "No.", **flags}]})
