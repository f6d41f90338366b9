"""Reasoners: what they see of a puzzle, how bounds and slips tell, and what moves them in a debate."""

import asyncio
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.offline.performer import OfflinePerformer, make, skills
from doxa.models.port import Request
from doxa.records.spec import ModelSettings, Participant, Proposition
from doxa.records.steps import Step
from doxa.systems.puzzle.offline.answering import (
    find_named_players,
    majority_of,
    rate_reasoning,
    refutes,
    standing_of,
    surest_first,
)
from doxa.systems.puzzle.offline.reasoners import (
    HINT,
    PREFIX,
    PROFILES,
    STRONG,
    WEAK,
    Look,
    View,
    lay_out,
    look,
    profile_of,
)
from doxa.systems.puzzle.puzzles.generating import Sort, generate
from doxa.systems.puzzle.puzzles.puzzle import solution
from doxa.systems.puzzle.puzzles.wording import game_text
from doxa.systems.puzzle.tasks.rating import RATE_REASONING, RatingInputs
from doxa.systems.puzzle.tasks.record import Opinion, Phase, PuzzleContext, Solution
from doxa.tasks.base import Scene
from doxa.tasks.registry import tasks as every_task
from models.offline_scenes import library
from systems.puzzle.puzzling import GAME, PLAYERS, RIGHT, WRONG

SIZES = {size: [(game_text(one), solution(one)) for one in generate(Sort(players=size), 25, 7)] for size in (4, 7)}
PERFECT = replace(STRONG, checks=10_000, slip=0.0, misreads=0.0)

RIGHT_ROLES = dict(zip(PLAYERS, RIGHT, strict=True))
WRONG_ROLES = dict(zip(PLAYERS, WRONG, strict=True))


def seeing(profile=PERFECT, game=GAME, misread=()):
    return Look(laid=lay_out(game), profile=profile, random=Random(1), misread=frozenset(misread))


def request(task, model="strong", key="k/amber", seed=1, **inputs):
    inputs = {"game": GAME, "players": PLAYERS, "me": "Amber", **inputs}
    kind = every_task()[task]
    actor = Participant(id="amber", name="Amber")
    return Request(
        step=Step(key=key, actor="amber", task=task, inputs={}),
        inputs=kind.Inputs.model_validate(inputs),
        scene=Scene(actor=actor, proposition=Proposition(text="?"), names={"amber": "Amber"}),
        task=kind,
        prompt=(),
        settings=ModelSettings(model=f"{PREFIX}{model}"),
        seed=seed,
    )


def answered(task, model="strong", **given):
    asked = request(task, model, **given)
    return every_task()[task].parse(skills()[task](asked, library()).text, asked.inputs)


def roles_of(reply):
    return {assignment.name: assignment.role for assignment in reply.players}


def standing(confidence=5, **held):
    solutions = tuple(
        Solution(agent=agent.title(), roles=dict(zip(PLAYERS, roles, strict=True)), confidence=confidence)
        for agent, roles in held.items()
    )
    return Phase(kind="proposals", solutions=solutions)


def said(player="Ann", **roles):
    opinions = tuple(
        Opinion(agent=agent.title(), role=role, disagree_with=("Amber",), disagree_why=why)
        for agent, (role, why) in roles.items()
    )
    return Phase(kind="debate", player=player, opinions=opinions)


def share_adjusted(model, history, keys=60, **inputs):
    """How often, over many draws, an agent ends with another role for Ann than the right one."""
    found = [
        answered("adjust_roles", model, key=f"{place}/amber", history=history, player="Ann", asked=PLAYERS, **inputs)
        for place in range(keys)
    ]
    return sum(roles_of(one)["Ann"] != "spy" for one in found) / keys


def test_without_slips_a_reasoner_sees_exactly_what_is_broken():
    # Ann is no knave and says so falsely as a knight; Ben, a knave, says truly that she lies; Cas, the spy, may say all
    assert seeing().check(RIGHT_ROLES).broken == ()
    assert seeing().check(WRONG_ROLES).broken == (0, 1)
    assert seeing().check({**RIGHT_ROLES, "Cas": "spy"}).broken == (HINT,)


@pytest.mark.parametrize("size", SIZES)
def test_a_search_without_bounds_and_slips_finds_the_solution(size):
    for game, right in SIZES[size]:
        assert seeing(game=game).search() == View(roles=right)


def test_strength_helps_and_size_hurts():
    share = {
        (profile.name, size): sum(
            look(game, profile, seed, "k").search().roles == right for seed, (game, right) in enumerate(SIZES[size])
        )
        for profile, size in product((STRONG, WEAK), SIZES)
    }
    assert all(share["strong", size] > share["weak", size] for size in SIZES)
    assert all(share[name, 4] > share[name, 7] for name in ("strong", "weak"))


def test_a_statement_taken_for_its_opposite_is_seen_broken_until_an_argument_names_it():
    assert seeing(misread=[1]).check(RIGHT_ROLES).broken == (1,)
    assert seeing(misread=[1]).read_again(frozenset([1])).check(RIGHT_ROLES).broken == ()


def test_agents_of_one_profile_misread_alike_and_others_do_not():
    game = SIZES[7][0][0]
    habits = {name: [look(game, one, seed, name).misread for seed in range(40)] for name, one in PROFILES.items()}
    assert habits["weak"] == [look(game, WEAK, seed, "elsewhere").misread for seed in range(40)]
    assert habits["weak"] != habits["weak-certain"]


def test_the_same_request_has_the_same_answer_and_another_step_may_have_another():
    assert answered("propose_roles", "weak") == answered("propose_roles", "weak")
    drawn = [answered("propose_roles", "weak", key=f"{n}/amber", game=SIZES[4][0][0], players=list(SIZES[4][0][1]))
             for n in range(20)]  # fmt: skip
    assert len({tuple(roles_of(one).values()) for one in drawn}) > 1


def test_a_wrong_majority_pulls_the_weak_more_than_the_strong():
    history = [standing(amber=RIGHT, cobalt=WRONG, teal=WRONG), said(cobalt=("knight", ""), teal=("knight", ""))]
    assert share_adjusted("weak", history) > share_adjusted("strong", history) + 0.1
    assert share_adjusted("strong", history) < 0.2


def test_a_sound_argument_moves_a_wrong_agent_more_often_than_a_bare_claim():
    argument = refutes("Amber", View(roles=WRONG_ROLES, broken=(0,)), PLAYERS)
    told = "By the roles of Amber, Ann is a knight, and what Ann states would be false."
    assert argument == told
    # nobody else has an answer, so that no majority pulls
    bare, argued = (
        [standing(amber=WRONG, cobalt=RIGHT), said(cobalt=("spy", why), teal=("knight", ""))] for why in ("", told)
    )
    assert share_adjusted("weak", argued) < share_adjusted("weak", bare)


def test_an_opinion_names_the_statement_that_the_other_breaks():
    found = answered(
        "debate_role",
        history=[standing(amber=RIGHT, cobalt=WRONG, teal=RIGHT)],
        player="Ann",
        others=("Cobalt", "Teal"),
        key="s/amber",
    )
    assert (found.role, found.agree_with, found.disagree_with) == ("spy", ("Teal",), ("Cobalt",))
    assert find_named_players(found.disagree_why, PLAYERS) == ("Ann",)


def test_a_supervisor_answers_for_the_open_players_alone():
    history = [standing(amber=WRONG, cobalt=RIGHT), Phase(kind="decisions", solutions=standing(cobalt=RIGHT).solutions)]
    found = answered("supervise_roles", history=history, asked=("Ben", "Cas"))
    assert roles_of(found) == {"Ben": "knight", "Cas": "knave"}


def test_a_ranking_names_every_player_once():
    assert sorted(answered("rank_players").order) == sorted(PLAYERS)


def test_a_standing_is_the_latest_complete_answer():
    later = Phase(kind="adjustment", player="Ben", solutions=(Solution(agent="Amber", roles={"Ben": "spy"}),
                                                              Solution(agent="Cobalt")))  # fmt: skip
    shown = PuzzleContext(game=GAME, players=PLAYERS, history=(standing(amber=RIGHT, cobalt=WRONG), later))
    assert standing_of(shown)["Amber"] == {"Ann": "spy", "Ben": "spy", "Cas": "knave"}
    whole = later.model_copy(update={"solutions": (Solution(agent="Cobalt"),)})
    assert "Cobalt" not in standing_of(
        PuzzleContext(game=GAME, players=PLAYERS, history=(standing(cobalt=WRONG), whole))
    )


def test_a_visible_confidence_weighs_and_ranks():
    opinions = tuple(Opinion(agent=a, role=r, confidence=c) for a, r, c in (("A", "spy", 9), ("B", "knave", 2)))
    assert majority_of(opinions) == "spy"
    assert majority_of(tuple(one.model_copy(update={"confidence": None}) for one in opinions)) is None
    solutions = tuple(Solution(agent=a, roles=RIGHT_ROLES, confidence=c) for a, c in (("A", 2), ("B", None), ("C", 9)))
    shown = PuzzleContext(game=GAME, players=PLAYERS, history=(Phase(kind="proposals", solutions=solutions),))
    assert surest_first(shown, standing_of(shown)) == ["C", "A", "B"]


@pytest.mark.parametrize(
    ("opinion", "marks"),
    [
        ({"role": "spy"}, (0, 0)),
        ({"role": "knave", "agree_with": ["Cobalt"], "agree_why": "I think so."}, (1, 0)),
        ({"role": "knight", "agree_with": ["Cobalt"], "agree_why": "As I."}, (2, 0)),
        ({"role": "knight", "agree_with": ["Cobalt"], "agree_why": "What Cas states fits."}, (3, 0)),
        ({"role": "spy", "agree_with": ["Teal"], "agree_why": "What Ann and Ben state fits."}, (4, 0)),
        ({"role": "knight", "disagree_with": ["Cobalt"], "disagree_why": "No."}, (0, 1)),
        ({"role": "spy", "disagree_with": ["Cobalt"], "disagree_why": "Not as I."}, (0, 2)),
        ({"role": "knight", "disagree_with": ["Teal"], "disagree_why": "What Ann states does not fit."}, (0, 2)),
        ({"role": "spy", "disagree_with": ["Cobalt"], "disagree_why": "Cas cannot state that."}, (0, 3)),
        ({"role": "spy", "disagree_with": ["Cobalt"], "disagree_why": "Ann cannot state that."}, (0, 4)),
        ({"role": "spy", "disagree_with": ["Cobalt", "Teal"], "disagree_why": "Not as I."}, (0, 1)),
    ],
)
def test_reasons_are_marked_by_the_statements_that_they_name(opinion, marks):
    inputs = RatingInputs(
        game=GAME,
        solution=RIGHT_ROLES,
        player="Ann",
        held=standing(cobalt=WRONG, teal=RIGHT).solutions,
        opinion=Opinion(agent="Amber", **opinion),
    )
    asked = replace(request("propose_roles"), task=RATE_REASONING, inputs=inputs)
    found = RATE_REASONING.parse(rate_reasoning(asked, library()).text, inputs)
    assert (found.agreement, found.disagreement) == marks


def test_an_unknown_profile_is_refused_before_anything_runs():
    with pytest.raises(ModelSetupError, match="no offline model 'offline:reasoner-wek'") as caught:
        make(ModelSettings(model="offline:reasoner-wek"), Conditions())
    assert "Did you mean 'offline:reasoner-weak'?" in caught.value.hint
    assert profile_of("offline").name == "middling"


def test_a_reasoner_does_nothing_but_puzzles():
    asked = replace(request("propose_roles"), task=every_task()["respond"])
    with pytest.raises(ModelSetupError, match="reasons about puzzles only"):
        asyncio.run(OfflinePerformer().perform(asked))


@pytest.mark.parametrize("name", ["strong", "middling", "weak"])
def test_a_profile_is_documented_as_it_is(name):
    page = (Path(__file__).parents[3] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    one = PROFILES[name]
    row = (
        f"| `{PREFIX}{name}` | {one.checks} | {one.slip:.3f} | {one.misreads:.2f} | {one.verifies:.2f} "
        f"| {one.heeds:.2f} | {one.yields_sure:.2f} / {one.yields_unsure:.2f} |"
    )
    assert row in page
