"""Long debates: what is asked about them grows with their words, and their notes have the ids of whole debates."""

import json

import pytest

from doxa.judging.cases import Judges, case_of_debate, judge
from doxa.judging.protocol.script import UnionJudgingSettings
from doxa.judging.protocol.windowed import choose_alike, cut_passages
from doxa.models.scripted import ScriptedPerformer
from doxa.records.transcripts import Debate, Utterance
from doxa.tasks.registry import tasks
from judging.test_union_judging import FAIR
from small_debate import small_debate

TOPICS = ("fares", "parking", "villages", "emissions", "drivers", "timetables", "taxes", "schools", "hospitals", "jobs")


def long_debate(words: int, turns: int) -> Debate:
    """Return a made debate: sentences of ten words about topics that come round again and again."""
    spoken = []
    for number in range(turns):
        topic, earlier = TOPICS[number % 10], TOPICS[(number - 1) % 10]
        sentences = [
            f"The {topic} of the town cost {number * 7 + place} pounds because {earlier} fail."
            if place % 2
            else f"But what we heard about {earlier} is wrong for {topic} here."
            for place in range(words // turns // 11)
        ]
        side = "pro" if number % 2 == 0 else "con"
        spoken.append(
            Utterance(id=f"t{number + 1}", speaker=side, name=f"Speaker {side}", side=side, text=" ".join(sentences))
        )
    return Debate(motion="This House would make buses free", turns=tuple(spoken))


def annotate_passage(request):
    """Answer the first claim of the other side in every numbered turn, and note one claim a speech."""
    numbered = [turn for turn in request.inputs.turns if turn.number]
    facts = {"addresses_logic": True, "undermines": True, "new_information": False, "direct": True}
    claims = [
        {"turn": turn.number, "text": f"claim of {turn.number}", "base": "principled", "specific": False, "new": True}
        for turn in numbered
        if turn.turn.kind == "speech"
    ]
    rebuttals = []
    for turn in numbered:
        listed = [note.id for note in request.inputs.listed if note.side != turn.side]
        sides = {other.number: other.side for other in numbered}
        own = [
            f"k{place}"
            for place, claim in enumerate(claims, 1)
            if claim["turn"] < turn.number and sides[claim["turn"]] != turn.side
        ]
        if target := next(iter([*listed, *own]), None):
            rebuttals.append({"turn": turn.number, "target": target, "text": "no", **facts})
    return json.dumps({"claims": claims, "rebuttals": rebuttals})


def score_passage(request):
    return json.dumps(
        {
            "scores": [
                {
                    "speech": turn.number,
                    "argument": 6,
                    "rebuttal": 5 if turn.answerable else None,
                    "evidence": 4,
                    "rhetoric": 5,
                    "persona": None,
                }
                for turn in request.inputs.turns
                if turn.number and turn.turn.kind == "speech"
            ]
        }
    )


PASSAGE_BY_PASSAGE = {**FAIR, "annotate_passage": annotate_passage, "score_passage": score_passage}


def make_scripted(prompts=None):
    def answer(request):
        if prompts is not None:
            prompts.append(request)
        return PASSAGE_BY_PASSAGE[request.task.name](request)

    return lambda settings, conditions: ScriptedPerformer(answer)


def test_passages_hold_every_turn_once_and_a_long_speech_is_one_of_its_own():
    debate = long_debate(3_000, 20)
    passages = cut_passages(debate, 400)
    assert [turn for passage in passages for turn in passage] == list(debate.turns)
    assert all(sum(len(turn.text.split()) for turn in passage) <= 400 for passage in passages)
    assert len(cut_passages(debate, 10)) == 20


def test_the_texts_that_share_rare_words_are_chosen_in_their_order():
    texts = [
        "Fares fall for all.",
        "Parking costs more here.",
        "Schools close early for all.",
        "Villages wait for all.",
    ]
    assert choose_alike(texts, ["Who pays for parking, and who for villages?"], 2) == [1, 3]
    assert choose_alike(texts, ["Nothing of it."], 9) == [0, 1, 2, 3]
    assert len(choose_alike(["", "…"], [""], 1)) == 1


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """A long debate, its judgement by scripted judges, and what they were asked."""
    debate, requests = long_debate(6_600, 24), []
    judges = Judges(panel=("scripted:one",))
    case = case_of_debate("long", debate, judges, tmp_path_factory.mktemp("long"))
    assert case.spec.script["context"] == "windowed"
    (judgement,) = judge([case], judges, make=make_scripted(requests))
    return debate, judgement.brought, requests


def test_a_long_debate_is_read_in_passages_and_each_note_has_its_id(read):
    debate, brought, requests = read
    assert not brought.incomplete
    assert [claim.id for claim in brought.annotation.claims] == [f"c{number}.1" for number in range(1, 25)]
    assert [rebuttal.id for rebuttal in brought.annotation.rebuttals] == [f"r{number}.1" for number in range(2, 25)]
    assert {rebuttal.target for rebuttal in brought.annotation.rebuttals} <= {"c1.1", "c2.1"}
    assert [scores.speech for scores in brought.rubric] == [turn.id for turn in debate.turns]
    # what nobody answered is not asked about, and survives
    (audit,) = [request for request in requests if request.task.name == "audit_claims"]
    assert len(audit.inputs.claims) == 2
    assert len(brought.audit) == 24


def test_every_text_that_an_annotator_is_given_stands_in_the_prompt(read):
    passages = [request for request in read[2] if request.task.name == "annotate_passage"]
    assert len(passages) > 3
    for request in passages:
        prompt = "\n".join(block.text for block in request.prompt)
        for turn in request.inputs.turns:
            assert turn.turn.text in prompt
            assert f"{turn.number}. {turn.turn.label}" in prompt
        for note in request.inputs.listed:
            assert f"{note.id} {note.by}: {note.text}" in prompt


def test_short_debates_and_earlier_specs_keep_the_whole_context(tmp_path):
    case = case_of_debate("short", small_debate(), Judges(), tmp_path)
    assert "context" not in case.spec.script
    assert UnionJudgingSettings.model_validate(case.spec.script).context == "whole"
    long = case_of_debate("long", long_debate(6_600, 24), Judges(context="whole"), tmp_path)
    assert "context" not in long.spec.script


def test_an_answer_to_ones_own_side_or_to_what_came_later_is_refused():
    task = tasks()["annotate_passage"]
    turns = [
        {"number": 1, "side": "pro", "turn": {"label": "A (Proposition)", "text": "Free buses."}},
        {"number": 2, "side": "con", "turn": {"label": "B (Opposition)", "text": "They cost."}},
    ]
    inputs = task.Inputs(motion="m", turns=turns, listed=[{"id": "c9", "by": "A", "side": "pro", "text": "x"}])
    claims = [{"turn": number, "text": "t", "base": "assertion", "specific": False, "new": True} for number in (1, 2)]

    def advise(turn, target, claims=claims):
        facts = dict.fromkeys(("addresses_logic", "undermines", "new_information", "direct"), True)
        rebuttal = {"turn": turn, "target": target, "text": "t", **facts}
        return task.check(inputs, task.Reply(claims=claims, rebuttals=[rebuttal]))

    assert advise(2, "k1") == advise(2, "c9") == ""
    for advice, words in (
        (advise(1, "c9"), "not of the other side"),
        (advise(1, "k2"), "came later"),
        (advise(2, "a1"), "neither on the list"),
        (advise(7, "k1"), "no turn with the number 7"),
        (advise(2, "k1", [{**claims[0], "turn": 3}]), "no speech with the number 3"),
    ):
        assert words in advice


def count_tokens(debate, folder, context):
    """Return the tokens of all prompts about a debate, as a dry run counts them, where every speech has six claims."""

    def repeat_claims(answer):
        claims = [{**claim, "text": "A claim of a dozen words " * 2} for claim in json.loads(answer)["claims"]]
        return {"claims": [claim for claim in claims for _ in range(6)]}

    sent = []

    def answer(request):
        sent.append(sum(len(block.text) for block in request.prompt) // 4)
        answer = PASSAGE_BY_PASSAGE[request.task.name](request)
        notes = {"note_claims": {}, "annotate_passage": {"rebuttals": []}}.get(request.task.name)
        return answer if notes is None else json.dumps({**repeat_claims(answer), **notes})

    judges = Judges(panel=("scripted:one",), context=context)
    judge(
        [case_of_debate("long", debate, judges, folder)],
        judges,
        make=lambda settings, conditions: ScriptedPerformer(answer),
    )
    return sum(sent)


def test_twice_the_words_ask_about_twice_the_tokens_and_15_000_words_at_most_300_000(tmp_path):
    debates = [long_debate(words, words // 150) for words in (8_250, 16_500)]
    assert sum(len(turn.text.split()) for turn in debates[1].turns) >= 15_000
    once, twice = (count_tokens(debate, tmp_path, None) for debate in debates)
    assert twice <= 300_000
    assert twice < 2.4 * once
    assert count_tokens(debates[0], tmp_path, "whole") > 3 * once
