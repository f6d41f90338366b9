"""Puzzle: a team proposes solutions, debates the players one after the other, adjusts, and decides by majority.

Can LLM Agents Really Debate, section 4.1. All agents of a phase answer at the same time and see only earlier phases.
For each player a debate phase (whom an agent agrees and disagrees with, why, its own role) and a phase of
self-adjustment (a complete assignment; appendix C). At the end every agent decides; more than half of *all* agents give
a player its role, and a supervisor decides about those players on whom no role has that.
"""

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, stream
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import Batch, Floor, Outcome, Script, Step
from doxa.systems.puzzle.measures import sittings
from doxa.systems.puzzle.measures.sittings import Answer, PlayerRound, Sitting, majority
from doxa.systems.puzzle.protocol.team import (
    ENGINE,
    Decider,
    PuzzleChoice,
    Team,
    answer_of,
    decide_roles,
    reply_of,
    seat_team,
    solution_of,
)
from doxa.systems.puzzle.puzzles.worlds import Role
from doxa.systems.puzzle.tasks.record import Opinion, Phase, Solution


class PuzzleSettings(PuzzleChoice):
    """How the debate runs: the structural factors of Table 1, and what is rated."""

    confidence: Literal["hidden", "visible"] = "hidden"
    """Whether agents see how sure the others say they are."""
    order: Literal["fixed", "agreed"] = "fixed"
    """The order of the players in the debate: that of the puzzle, or the agents' choice by Borda count."""
    depth: int = Field(default=1, ge=1, le=10)
    """Passes over all players."""
    adjusts: Literal["all", "one"] = "all"
    """What an agent answers after a debate: a role for every player (appendix C), or for one (section 4.1)."""
    supervised: bool = True
    """Whether a supervisor decides about players on whom no role has a majority; else these stay without an answer."""
    rated: bool = False
    """Whether a judge who knows the solution rates the reasons that were given (Figure 6)."""


class PuzzleResult(Record):
    """The result of a debate."""

    sitting: Sitting
    players: tuple[str, ...]
    """In the order in which the puzzle names them, which is that of the sitting's answers."""
    order: tuple[str, ...]
    """The players in the order in which they were debated."""
    decided_by: tuple[Decider, ...]
    """Who decided each player's role, in the order of ``players``."""


@dataclass(kw_only=True)
class _Debate:
    """The state of a debate."""

    settings: PuzzleSettings
    team: Team
    proposals: list[Solution] = field(default_factory=list)
    standing: list[Solution] = field(default_factory=list)
    """Each agent's latest answer."""
    rounds: list[PlayerRound] = field(default_factory=list)
    said: list[tuple[str, str, list[Solution], list[Opinion]]] = field(default_factory=list)
    """For each round: its part of step keys, the player, the agents' answers before it, and their opinions."""

    @property
    def players(self) -> tuple[str, ...]:
        return self.team.players

    @property
    def agents(self) -> tuple[Participant, ...]:
        return self.team.agents


Steps = Generator[Batch, Floor, None]


def script(spec: RunSpec) -> Script:
    """Run the debate and return a PuzzleResult."""
    settings = PuzzleSettings.model_validate(spec.script)
    debate = _Debate(settings=settings, team=seat_team(spec, settings, visible=settings.confidence == "visible"))
    floor = yield Batch(steps=debate.team.steps("propose_roles", "proposed"), note="proposals")
    debate.proposals = debate.standing = _solutions(debate, floor)
    debate.team.record_phase(Phase(kind="proposals", solutions=tuple(debate.proposals)))
    order = yield from _settle_order(debate)
    for number in range(debate.settings.depth):
        for place, player in enumerate(order, 1):
            slug = re.sub(r"[^a-z0-9]+", "-", player.lower()).strip("-")
            yield from _round(debate, player, f"p{number + 1}/{place}-{slug}")
    floor = yield Batch(steps=debate.team.steps("decide_roles", "decided"), note="decisions")
    decisions = _solutions(debate, floor)
    debate.team.record_phase(Phase(kind="decisions", solutions=tuple(decisions)))
    final = [solution.roles or {} for solution in decisions]
    decided, decided_by = yield from decide_roles(debate.team, final, supervised=debate.settings.supervised)
    yield from _rate_opinions(debate)
    sitting = _sum_up(debate, final, decided)
    return PuzzleResult(sitting=sitting, players=debate.players, order=order, decided_by=decided_by)


def _settle_order(debate: _Debate) -> Generator[Batch, Floor, tuple[str, ...]]:
    """Return the players in the order of the debate; agents that give no order do not count."""
    if debate.settings.order == "fixed":
        return debate.players
    floor = yield Batch(steps=debate.team.steps("rank_players", "ranked"), note="order")
    replies = [reply_of(outcome) for outcome in debate.team.count_calls(floor.outcomes)]
    return borda(debate.players, [reply["order"] for reply in replies if reply], debate.team.spec.stream_seed)


def _round(debate: _Debate, player: str, key: str) -> Steps:
    """Let the team debate one player, and every agent adjust its answer."""
    note, before = f"round {len(debate.rounds) + 1}", debate.standing
    floor = yield Batch(steps=debate.team.steps("debate_role", f"{key}/debate", {"player": player}), note=note)
    outcomes = debate.team.count_calls(floor.outcomes)
    opinions = [_opinion(agent, outcome) for agent, outcome in zip(debate.agents, outcomes, strict=True)]
    debate.team.record_phase(Phase(kind="debate", player=player, opinions=tuple(opinions)))
    asked = debate.players if debate.settings.adjusts == "all" else (player,)
    steps = debate.team.steps("adjust_roles", f"{key}/adjust", {"player": player, "asked": list(asked)})
    floor = yield Batch(steps=steps, note=note)
    adjusted = _solutions(debate, floor)
    majority_role: Any = majority([(solution.roles or {}).get(player) for solution in adjusted])
    debate.team.record_phase(Phase(kind="adjustment", player=player, solutions=tuple(adjusted), majority=majority_role))
    debate.standing = [_overlay_solution(*pair, asked) for pair in zip(before, adjusted, strict=True)]
    debate.said.append((key, player, before, opinions))
    place = debate.players.index(player)
    answers = tuple(answer_of(solution.roles, debate.players) for solution in debate.standing)
    placed_opinions = tuple(_place_opinion(debate, opinion) for opinion in opinions)
    debate.rounds.append(PlayerRound(player=place, opinions=placed_opinions, answers=answers))


def _rate_opinions(debate: _Debate) -> Steps:
    """Have a judge rate the reasons of every opinion that agrees or disagrees with somebody."""
    steps = {
        (number, place): Step(
            key=f"{key}/rated/{debate.agents[place].id}",
            actor=ENGINE,
            task="rate_reasoning",
            inputs={
                "game": debate.team.game,
                "solution": dict(debate.team.solution),
                "player": player,
                "held": [solution.model_dump(mode="json") for solution in before],
                "opinion": opinion.model_dump(mode="json"),
            },
        )
        for number, (key, player, before, opinions) in enumerate(debate.said)
        for place, opinion in enumerate(opinions)
        if debate.settings.rated and (opinion.agree_with or opinion.disagree_with)
    }
    if not steps:
        return
    floor = yield Batch(steps=tuple(steps.values()), note="ratings")
    for (number, place), outcome in zip(steps, floor.outcomes, strict=True):
        if marks := reply_of(outcome):
            opinions = list(debate.rounds[number].opinions)
            ratings = {"agree_rating": marks["agreement"], "disagree_rating": marks["disagreement"]}
            opinions[place] = opinions[place].model_copy(update=ratings)
            debate.rounds[number] = debate.rounds[number].model_copy(update={"opinions": tuple(opinions)})


def borda(players: tuple[str, ...], orders: list[list[str]], seed: int) -> tuple[str, ...]:
    """Return the players by Borda count: n − 1 points for the first of n in an order, 0 for the last.

    Players with equal points are in a random order drawn from the seed.
    """
    points = {player: sum(len(players) - 1 - order.index(player) for order in orders) for player in players}
    shuffled = sorted(players)
    stream(seed, "ranked", "ties").shuffle(shuffled)
    return tuple(sorted(shuffled, key=lambda player: -points[player]))


def _solutions(debate: _Debate, floor: Floor) -> list[Solution]:
    outcomes = debate.team.count_calls(floor.outcomes)
    return [solution_of(agent, outcome) for agent, outcome in zip(debate.agents, outcomes, strict=True)]


def _opinion(agent: Participant, outcome: Outcome) -> Opinion:
    reply = reply_of(outcome)
    if reply is None:
        return Opinion(agent=agent.name)
    return Opinion(agent=agent.name, **{name: content for name, content in reply.items() if name != "player"})


def _overlay_solution(before: Solution, adjusted: Solution, asked: tuple[str, ...]) -> Solution:
    """Return an agent's answer after an adjustment; without a valid reply, the roles asked for are missing."""
    if len(asked) == 1 and before.roles is not None:
        kept_roles = {name: role for name, role in before.roles.items() if name not in asked}
        return adjusted.model_copy(update={"roles": {**kept_roles, **(adjusted.roles or {})}})
    return adjusted


def _place_opinion(debate: _Debate, opinion: Opinion) -> sittings.DebateOpinion:
    names = [agent.name for agent in debate.agents]
    return sittings.DebateOpinion(
        role=opinion.role,
        agrees=tuple(names.index(other) for other in opinion.agree_with),
        disagrees=tuple(names.index(other) for other in opinion.disagree_with),
    )


def _sum_up(debate: _Debate, final: Sequence[Mapping[str, Role] | None], decided: Answer) -> Sitting:
    spec, players = debate.team.spec, debate.players
    return Sitting(
        id=f"{spec.name}/{spec.seed}/{spec.replicate}",
        solution=tuple(debate.team.solution[player] for player in players),
        agents=tuple(agent.id for agent in debate.agents),
        models=tuple(spec.roles[agent.role].model for agent in debate.agents),
        initial=tuple(answer_of(solution.roles, players) for solution in debate.proposals),
        rounds=tuple(debate.rounds),
        final=tuple(answer_of(roles, players) for roles in final),
        decided=decided,
        confidence=tuple(solution.confidence for solution in debate.proposals),
        depth=debate.settings.depth,
        confidence_visible=debate.settings.confidence == "visible",
        same_order=debate.settings.order == "fixed",
        calls=debate.team.calls,
    )


PUZZLE = Protocol(Settings=PuzzleSettings, Result=PuzzleResult, script=script, roles=("supervisor",))
