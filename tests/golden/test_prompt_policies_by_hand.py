"""The published schedule walked by hand, the correction, the tiers, and what each block asks for."""

import re

import pytest

from doxa.errors import UnknownNameError
from doxa.policies import registry
from doxa.policies.instructions import TIERED, Instruction, Weights, tier
from doxa.policies.prompting import PolicyInputs, instructions_of, pieces_of
from doxa.policies.registry import Rule, Schedule
from doxa.policies.rules import light, struct
from doxa.policies.schedules import Slips, weights_at
from doxa.records.spec import Participant, Policy, PromptPolicy
from doxa.records.steps import Block, Passage

ADAPTIVE = PromptPolicy(schedule="time_trend", correction="behaviour")

# round → w_M, w_D from 1.0 each, without slips
WALK = [(1.1, 0.9), (1.2, 0.8), (1.3, 0.7), (1.4, 0.6), (1.5, 0.5), (1.6, 0.5), (1.7, 0.5), (1.8, 0.5), (1.9, 0.5)]


def test_the_time_trend_round_by_round():
    walked = [weights_at(ADAPTIVE, number, Slips()) for number in range(1, 10)]
    assert [(one.M, one.D) for one in walked] == WALK
    assert {one.T for one in walked} == {1.0}
    assert weights_at(ADAPTIVE, 10, Slips()).M == weights_at(ADAPTIVE, 11, Slips()).M == 2.0


def test_the_correction_adds_alpha_to_the_round_after_a_slip_and_is_then_forgotten():
    rounds = [Slips(), Slips(evidence=True), Slips(evidence=True), Slips(response=True), Slips()]
    walked = [weights_at(ADAPTIVE, number, slips) for number, slips in enumerate(rounds, 1)]
    # by hand: D .9, .8 + .2, .7 + .2, .6, .5; M 1.1, 1.2, 1.3, 1.4 + .2, 1.5
    assert [one.D for one in walked] == [0.9, 1.0, 0.9, 0.6, 0.5]
    assert [one.M for one in walked] == [1.1, 1.2, 1.3, 1.6, 1.5]


def test_the_correction_stops_at_two():
    policy = PromptPolicy(w_d=1.9, correction="behaviour", alpha=0.4)
    assert weights_at(policy, 3, Slips(evidence=True)).D == 2.0


@pytest.mark.parametrize(
    ("weight", "expected"),
    [(0.0, "low"), (0.84, "low"), (0.85, "mid"), (1.0, "mid"), (1.24, "mid"), (1.25, "high"), (2.0, "high")],
)
def test_a_tier_begins_at_its_lower_bound(weight, expected):
    assert tier(weight) == expected


def test_a_weight_beyond_two_has_no_tier():
    with pytest.raises(ValueError, match=r"\[0, 2\]"):
        tier(2.1)


def pieces(policy=None, memory=True, passages=True):
    farmer = Participant(
        id="farmer", name="Farmer", persona="A hill farmer.", kernel="fixed", policy=Policy(prompt=policy)
    )
    known = (Passage(id="a#1", text="Paths exist.", source="A report"),) if passages else ()
    said = (Block(tag="said", text="Ranger: Open them."),) if memory else ()
    return pieces_of(PolicyInputs(round=1, query="Should paths be opened?", passages=known), farmer, said)


def test_each_component_is_followed_by_what_its_tier_asks():
    asked = pieces(PromptPolicy(w_t=0.5, w_m=1.5, w_d=1.5))
    sent = [block for piece in asked for block in piece.blocks_in_order]
    assert [block.tag for block in sent] == ["Q", "M", "said", "M asks", "T", "T asks", "D", "D asks"]
    assert set(instructions_of(asked)) == {"persona_implicit", "recap", "evidence_twice"}


def test_what_is_not_shown_or_empty_is_not_asked_about():
    assert [one.tag for one in pieces(memory=False, passages=False)] == ["Q", "T"]
    assert [one.tag for one in pieces(PromptPolicy(shows=("M",), rule="light"))] == ["Q", "M", "R"]


def test_light_limits_the_sentences_that_struct_limits_to_three():
    light = instructions_of(pieces(PromptPolicy(rule="light", sentences=4)))
    assert light["at_most"].most == 4
    assert "no more than 4 sentences" in light["at_most"].text
    struct = instructions_of(pieces(PromptPolicy(rule="struct")))
    assert struct["three_sentences"].most == 3
    assert list(struct)[-3:] == ["key_points", "three_sentences", "prefer_evidence"]


PRESCRIBED = {
    ("T", "low"): r"may stay in the background",
    ("T", "mid"): r"show who you are, .* where you stand wherever it bears",
    ("T", "high"): r"^Say first where you stand and what matters most .* only then give your reasons",
    ("M", "low"): r"no need to sum up",
    ("M", "mid"): r"fits the conversation, and bring no point again",
    ("M", "high"): r"^Open with one or two sentences .* left open before anything else",
    ("D", "low"): r"may answer without",
    ("D", "mid"): r"prefer to rest",
    ("D", "high"): r"^Before you conclude, bring at least two concrete items",
}
"""What section 3.2.2 and appendix B ask of each tier, in doxa's words."""


@pytest.mark.parametrize(("component", "level"), PRESCRIBED)
def test_each_tier_asks_what_the_paper_prescribes(component: str, level: str) -> None:
    assert set(PRESCRIBED) == set(TIERED)
    assert re.search(PRESCRIBED[component, level], TIERED[component, level].text)


def test_the_rules_ask_for_what_the_paper_prescribes_in_its_order() -> None:
    light_words = [ask.text for ask in light(PromptPolicy(rule="light", sentences=5))]
    needed = ("straight answer to the question", "one or two pieces of evidence", "respond to what", "5 sentences")
    assert all(part in text for part, text in zip(needed, light_words, strict=True))
    points, answer, evidence = (ask.text for ask in struct(PromptPolicy(rule="struct")))
    assert re.search("3 points of each kind.*supports.*threatens.*disputed.*work together", points)
    assert "3 sentences" in answer
    assert "passages" in evidence


def test_an_unknown_rule_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match="Did you mean 'struct'"):
        pieces(PromptPolicy(rule="strukt"))


def test_a_schedule_is_no_rule():
    with pytest.raises(UnknownNameError, match="no rule is named 'time_trend'"):
        pieces(PromptPolicy(rule="time_trend"))


def test_a_rule_and_a_schedule_of_a_plug_in_are_one_function_each(monkeypatch):
    asks = Instruction(asks="question_last", text="End with a question.", why="It keeps the talk going.")
    mine = {
        "question": Rule(asks=lambda policy: (asks,)),
        "fading": Schedule(weights=lambda begun, number: Weights(T=begun.T / 2**number)),
    }
    monkeypatch.setattr(registry, "plugin_names", lambda group: list(mine))
    monkeypatch.setattr(registry, "plugin", lambda group, name, missing: mine[name])
    assert instructions_of(pieces(PromptPolicy(rule="question")))["question_last"] is asks
    assert weights_at(PromptPolicy(schedule="fading"), 2, Slips()).T == 0.25


def test_struct_asks_for_unwritten_points_unless_the_policy_leaves_this_open():
    words = [struct(PromptPolicy(rule="struct", points=points))[0].text for points in ("unwritten", "free")]
    assert "in this order and without writing it down: from what was said, no more than 3 points" in words[0]
    assert words[1] == words[0].replace(" and without writing it down", "")
    assert "points" not in PromptPolicy(rule="struct").model_dump()
