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


def numbered(*numbers):
    return {"judgements": [{**JUDGEMENT, "claim": number} for number in numbers]}


def assigned(*names):
    return {"confidence": 5, "players": [{"name": name, "role": "spy"} for name in names]}


def fates(*ids):
    return {"fates": [{"claim": id, "fate": "contested"} for id in ids]}


def rebuttal(target):
    flags = dict.fromkeys(("addresses_logic", "undermines", "new_information", "direct"), True)
    return {"rebuttals": [{"target": target, "text": "No.", **flags}]}


ABOUT = {"proposition": "Ban cars.", "claims": CLAIMS}
JUDGEMENT = {"polarity": "for", "strength": 0.5}
PUZZLE = {"game": "A puzzle.", "players": ("Dora", "Tara")}
TO_RATE = RatingInputs(
    game="A puzzle.", solution={}, player="Dora", opinion=Opinion(agent="amber", agree_with=("teal",))
)
POST = FeedItem(id="r01/ben/1", author="ben", text="Trees cool a street.")
NOTHING = {"text": "", "post": "", "author": "", "vote": None, "topic": 1}
VOTE = NOTHING | {"action": "vote", "post": POST.id, "vote": "like"}
TO_COACH = CoachInputs(name="Ada", side="pro", motion="Ban cars.", epoch=1, debates=2, won=1, unanswered=("Buses.",))
TURN = ShownTurn(label="Speaker 1", kind="speech", text="Fewer cars mean cleaner air for everybody.")
CRITERIA = dict.fromkeys(("engagement", "argument", "rebuttal", "narrative"), 5)
TEAMS = ("Team A", "Team B", "Team C")
TO_ANSWER = Answering(motion="Ban cars.", turn=TURN, targets=(Target(id="c1", by="A", text="x"),))

CASES = {
    "a score for every claim": (
        (SCORE, ScoreInputs(**ABOUT)),
        [{"strengths": [0.1, 0.2, 0.3]}],
        [{"strengths": strengths} for strengths in ([0.1, 0.2], [0.1] * 4, [0.1, 0.2, 1.3])],
    ),
    "a judgement for every claim": (
        (CLASSIFY, ClassifyInputs(**ABOUT)),
        [{"judgements": [JUDGEMENT] * 3}],
        [{"judgements": [JUDGEMENT] * 2}],
    ),
    "numbered judgements of several messages": (
        (CLASSIFY_MANY, ClassifyManyInputs(**ABOUT)),
        [numbered(1, 2, 3)],
        [numbered(1, 2), numbered(1, 2, 2), numbered(0, 1, 2)],
    ),
    "no more points than there is text": (
        (EXTRACT, ExtractInputs(proposition="Ban cars.", text="Cleaner air.")),
        [{"claims": [{"claim": "The air is cleaner.", "snippet": "Cleaner air."}]}],
        [
            {"claims": [{"claim": "The air.", "snippet": "x"}] * 3},
            {"claims": [{"claim": "The air.", "snippet": "Cleaner air, and more."}]},
        ],
    ),
    "every message has its entry": (
        (EXTRACT_MANY, ExtractManyInputs(proposition="Ban cars.", messages=("Cleaner air.", "Slow buses."))),
        [{"messages": [{"message": 1, "claims": []}, {"message": 2, "claims": []}]}],
        [{"messages": [{"message": 2, "claims": []}]}],
    ),
    "roles for the players by name": (
        (PROPOSE_ROLES, PuzzleContext(**PUZZLE)),
        [assigned("Dora", "Tara")],
        [assigned("Dora"), assigned("Dora", "Dora"), assigned("Dora", "Nobody")],
    ),
    "an order of the players": (
        (RANK_PLAYERS, PuzzleContext(**PUZZLE)),
        [{"order": ["Tara", "Dora"]}],
        [{"order": ["Tara"]}],
    ),
    "a mark only where there is somebody to agree with": (
        (RATE_REASONING, TO_RATE),
        [{"agreement": 1, "disagreement": 0}],
        [{"agreement": 0, "disagreement": 0}, {"agreement": 1, "disagreement": 2}],
    ),
    "actions upon the posts that were shown": (
        (ACT_ON_FEED, FeedInputs(round=2, items=(POST,), most=1)),
        [{"actions": [VOTE]}, {"actions": [NOTHING | {"action": "follow", "author": "ben"}]}],
        [
            {"actions": [VOTE | {"post": "r09/zoe/1"}]},
            {"actions": [VOTE | {"vote": None}]},
            {"actions": [NOTHING | {"action": "reply", "post": POST.id}]},
            {"actions": [NOTHING | {"action": "follow", "author": "zoe"}]},
            {"actions": [NOTHING | {"action": "create_post", "text": "A word.", "topic": 2}]},
            {"actions": [VOTE, VOTE]},
        ],
    ),
    "on an empty feed there is nothing to act upon": (
        (ACT_ON_FEED, FeedInputs(round=1, allowed=("vote", "do_nothing"))),
        [{"actions": [{"action": "do_nothing"}]}],
        [{"actions": [{"action": "vote", "post": "", "vote": "like"}]}],
    ),
    "nothing to do is no action": ((ACT_ON_FEED, FeedInputs(round=1, allowed=("vote",))), [{"actions": []}], []),
    "who rises has words and who does not has none": (
        (OFFER_POINT, sample(OfferInputs)),
        [{"rises": True, "point": "Who pays?"}, {"rises": False, "point": ""}],
        [{"rises": True, "point": ""}, {"rises": False, "point": "Who pays?"}],
    ),
    "a coach names no more arguments than were made": (
        (COACH, TO_COACH),
        [{"worked": [], "failed": [], "missed": ["Buses."], "advice": "Answer it."}],
        [{"worked": ["Air."], "failed": [], "missed": [], "advice": "Go on."}],
    ),
    "a score for every speech": (
        (COMPARE_SPEECHES, Comparison(motion="Ban cars.", speeches=(TURN, TURN), scores=(5, 6))),
        [{"scores": [4, 7]}],
        [{"scores": [4, 7, 5]}],
    ),
    "scores for the teams by label": (
        (RANK_TEAMS, ManyTeams(motion="Ban cars.", labels=TEAMS[:2], turns=(TURN,))),
        [{"scores": dict.fromkeys(TEAMS[:2], CRITERIA)}],
        [{"scores": dict.fromkeys(TEAMS[:1], CRITERIA)}, {"scores": dict.fromkeys(TEAMS, CRITERIA)}],
    ),
    "a fate for every claim by id": (
        (
            AUDIT_CLAIMS,
            Audit(motion="Ban cars.", claims=tuple(ClaimToAudit(id=id, by="A", text="x") for id in ("c1", "c2"))),
        ),
        [fates("c1", "c2")],
        [fates("c1", "c3")],
    ),
    "rebuttals of what was said": ((NOTE_REBUTTALS, TO_ANSWER), [rebuttal("c1")], [rebuttal("c9")]),
    "no rebuttal where nothing was said": (
        (NOTE_REBUTTALS, TO_ANSWER.model_copy(update={"targets": ()})),
        [{"rebuttals": []}],
        [rebuttal("c1")],
    ),
}


def check_replies(task, inputs, allowed, refused):
    schema = jsonschema.Draft202012Validator(task.schema_for(inputs))
    assert [reply for reply in allowed if not schema.is_valid(reply)] == []
    assert [reply for reply in refused if schema.is_valid(reply)] == []


@pytest.mark.parametrize(("asked", "allowed", "refused"), CASES.values(), ids=CASES)
def test_a_schema_allows_what_answers_the_inputs_and_nothing_else(asked, allowed, refused):
    check_replies(*asked, allowed, refused)


@pytest.mark.parametrize("others", [(), ("amber", "teal")])
def test_agents_to_agree_with_are_those_that_there_are(others):
    reply = {"player": "Dora", "agree_with": list(others), "disagree_with": [], "role": "spy", "confidence": 5}
    refused = [reply | {"agree_with": ["violet"]}, reply | {"player": "Tara"}]
    check_replies(DEBATE_ROLE, DebateInputs(**PUZZLE, player="Dora", others=others), [reply], refused)


@pytest.mark.parametrize("persona", ["", "A doctor."])
@pytest.mark.parametrize("answerable", [True, False])
def test_a_speech_is_scored_on_what_can_be_scored(persona, answerable):
    right = {"argument": 5, "evidence": 4, "rhetoric": 6}
    right |= {"rebuttal": 5 if answerable else None, "persona": 7.5 if persona else None}
    refused = [right | {"persona": None if persona else 7}, right | {"rebuttal": None if answerable else 7}]
    inputs = ScoringInputs(motion="Ban cars.", speech=TURN, persona=persona, answerable=answerable)
    check_replies(SCORE_SPEECH, inputs, [right], refused)
