"""Puzzle: a team proposes solutions, debates the players one after the other, adjusts, and decides by majority.

Can LLM Agents Really Debate, section 4.1. All agents of a phase answer at the same time and see only earlier phases.
For each player a debate phase (whom an agent agrees and disagrees with, why, its own role) and a phase of
self-adjustment (a complete assignment; appendix C). At the end every agent decides; more than half of *all* agents give
a player its role, and a supervisor decides about those players on whom no role has that.
"""

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, stream
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import ENGINE, Batch, Floor, Outcome, Script, Step
from doxa.systems.puzzle.measures.sittings import DebateOpinion, PlayerRound, Sitting
from doxa.systems.puzzle.protocol.team import (
    Decider,
    PuzzleChoice,
    Solutions,
    Team,
    decide_roles,
    reply_of,
    role_of_majority,
    seat_team,
)
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


@dataclass(frozen=True, kw_only=True)
class _Round:
    """The debate about one player."""

    key: str
    """Its part of step keys."""
    player: str
    before: Solutions
    """The agents' answers before it."""
    opinions: tuple[Opinion, ...]
    after: Solutions


Marks = Mapping[tuple[int, int], Mapping[str, int]]
"""(round, agent) by place → the judge's marks for its reasons."""


def script(spec: RunSpec) -> Script:
    """Run the debate and return a PuzzleResult."""
    settings = PuzzleSettings.model_validate(spec.script)
    team = seat_team(spec, settings, visible=settings.confidence == "visible")
    proposals = team.read_solutions((yield from team.ask("propose_roles", "proposed", "proposals")))
    team.record_phase(Phase(kind="proposals", solutions=proposals))
    order = team.players
    if settings.order == "agreed":
        replies = map(reply_of, (yield from team.ask("rank_players", "ranked", "order")))
        # agents that give no order do not count
        order = borda(order, [reply["order"] for reply in replies if reply], spec.stream_seed)
    rounds: list[_Round] = []
    for number, (place, player) in product(range(1, settings.depth + 1), enumerate(order, 1)):
        slug = re.sub(r"[^a-z0-9]+", "-", player.lower()).strip("-")
        before, note = rounds[-1].after if rounds else proposals, f"round {len(rounds) + 1}"
        asked = team.players if settings.adjusts == "all" else (player,)
        rounds.append((yield from _hold_round(team, player, f"p{number}/{place}-{slug}", note, before, asked)))
    decisions = team.read_solutions((yield from team.ask("decide_roles", "decided", "decisions")))
    team.record_phase(Phase(kind="decisions", solutions=decisions))
    decided, decided_by = yield from decide_roles(team, decisions, supervised=settings.supervised)
    marks = (yield from _rate_opinions(team, rounds)) if settings.rated else {}
    sitting = Sitting(
        id=f"{spec.name}/{spec.seed}/{spec.replicate}",
        solution=tuple(team.solution[player] for player in team.players),
        agents=tuple(agent.id for agent in team.agents),
        models=tuple(spec.roles[agent.role].model for agent in team.agents),
        initial=team.answers_of(proposals),
        rounds=tuple(_place_round(team, number, debated, marks) for number, debated in enumerate(rounds)),
        final=team.answers_of(decisions),
        decided=decided,
        confidence=tuple(proposal.confidence for proposal in proposals),
        depth=settings.depth,
        confidence_visible=settings.confidence == "visible",
        same_order=settings.order == "fixed",
        calls=team.calls,
    )
    return PuzzleResult(sitting=sitting, players=team.players, order=order, decided_by=decided_by)


def _hold_round(
    team: Team, player: str, key: str, note: str, before: Solutions, asked: tuple[str, ...]
) -> Generator[Batch, Floor, _Round]:
    """Let the team debate one player, and every agent adjust its answer for some players."""
    outcomes = yield from team.ask("debate_role", f"{key}/debate", note, {"player": player})
    opinions = tuple(_opinion(agent, outcome) for agent, outcome in zip(team.agents, outcomes, strict=True))
    team.record_phase(Phase(kind="debate", player=player, opinions=opinions))
    inputs = {"player": player, "asked": list(asked)}
    adjusted = team.read_solutions((yield from team.ask("adjust_roles", f"{key}/adjust", note, inputs)))
    majority_role = role_of_majority(adjusted, player)
    team.record_phase(Phase(kind="adjustment", player=player, solutions=adjusted, majority=majority_role))
    after = tuple(_overlay_solution(*pair, asked) for pair in zip(before, adjusted, strict=True))
    return _Round(key=key, player=player, before=before, opinions=opinions, after=after)


def _rate_opinions(team: Team, rounds: Sequence[_Round]) -> Generator[Batch, Floor, Marks]:
    """Have a judge mark the reasons of every opinion that agrees or disagrees with somebody."""
    steps = {
        (number, place): Step(
            key=f"{debated.key}/rated/{team.agents[place].id}",
            actor=ENGINE,
            task="rate_reasoning",
            inputs={
                "game": team.game,
                "solution": dict(team.solution),
                "player": debated.player,
                "held": [solution.model_dump(mode="json") for solution in debated.before],
                "opinion": opinion.model_dump(mode="json"),
            },
        )
        for number, debated in enumerate(rounds)
        for place, opinion in enumerate(debated.opinions)
        if opinion.agree_with or opinion.disagree_with
    }
    if not steps:
        return {}
    floor = yield Batch(steps=tuple(steps.values()), note="ratings")
    replies = zip(steps, map(reply_of, floor.outcomes), strict=True)
    return {place: reply for place, reply in replies if reply}


def borda(players: tuple[str, ...], orders: list[list[str]], seed: int) -> tuple[str, ...]:
    """Return the players by Borda count: n − 1 points for the first of n in an order, 0 for the last.

    Players with equal points are in a random order drawn from the seed.
    """
    points = {player: sum(len(players) - 1 - order.index(player) for order in orders) for player in players}
    shuffled = sorted(players)
    stream(seed, "ranked", "ties").shuffle(shuffled)
    return tuple(sorted(shuffled, key=lambda player: -points[player]))


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


def _place_round(team: Team, number: int, debated: _Round, marks: Marks) -> PlayerRound:
    """Return a round as measures read it: players and agents by their places, with the judge's marks."""
    names = [agent.name for agent in team.agents]
    opinions = tuple(
        DebateOpinion(
            role=opinion.role,
            agrees=tuple(map(names.index, opinion.agree_with)),
            disagrees=tuple(map(names.index, opinion.disagree_with)),
            agree_rating=marks.get((number, place), {}).get("agreement"),
            disagree_rating=marks.get((number, place), {}).get("disagreement"),
        )
        for place, opinion in enumerate(debated.opinions)
    )
    answers = team.answers_of(debated.after)
    return PlayerRound(player=team.players.index(debated.player), opinions=opinions, answers=answers)


PUZZLE = Protocol(Settings=PuzzleSettings, Result=PuzzleResult, script=script, roles=("supervisor",))
