"""Debates and votes about a puzzle for the table of measures: every answer of every agent, and the team's decision."""

from collections.abc import Iterator, Mapping

from doxa.exports.hooks import Measured
from doxa.log.rundir import RunLog
from doxa.records.steps import Outcome
from doxa.systems.puzzle.exhibits.ballots import debate_in, is_debate, is_vote, votes_in

TASKS = ("propose_roles", "adjust_roles", "decide_roles")
"""The tasks in which an agent gives a role to several players."""


def measure_answers(log: RunLog) -> Iterator[Measured]:
    """Yield the role that each agent gave to each player in each answer, with 1 where it is right, once that is known.

    A missing or invalid answer has one row, which says why.
    """
    solution = _solution(log)
    for event in log.events:
        if event.kind == "outcome" and event.body.task in TASKS:
            yield from _answers(event.body, solution)
    if is_debate(log):
        debate = debate_in(log)
        for player, role in zip(debate.players, debate.sitting.decided, strict=True):
            yield _role("team", "decision", player, "end", role, solution)


def _answers(outcome: Outcome, solution: Mapping[str, str]) -> Iterator[Measured]:
    wave = outcome.key.removesuffix(f"/{outcome.actor}")
    reply = outcome.reply if outcome.ok and isinstance(outcome.reply, dict) else None
    players = reply.get("players") if reply else None
    if reply is None or not isinstance(players, list):
        yield Measured(
            who=outcome.actor,
            instrument="answer",
            item="all",
            wave=wave,
            role="debater",
            step=outcome.key,
            missing=outcome.reason or outcome.status,
        )
        return
    for given in players:
        if isinstance(given, dict):
            answer = _role(outcome.actor, "answer", str(given["name"]), wave, given.get("role"), solution)
            yield answer.model_copy(update={"step": outcome.key})
    confidence = reply.get("confidence")
    yield Measured(
        who=outcome.actor,
        instrument="confidence",
        item="all",
        wave=wave,
        role="debater",
        step=outcome.key,
        value=float(confidence) if isinstance(confidence, int | float) else None,
        low=1.0,
        high=10.0,
        missing="" if isinstance(confidence, int | float) else "not stated",
    )


def _role(who: str, instrument: str, player: str, wave: str, role: object, solution: Mapping[str, str]) -> Measured:
    known = player in solution and role is not None
    return Measured(
        who=who,
        instrument=instrument,
        item=player,
        wave=wave,
        role="debater",
        value=float(role == solution[player]) if known else None,
        low=0.0 if known else None,
        high=1.0 if known else None,
        answer=str(role) if role is not None else "",
        missing="" if role is not None else "no role",
    )


def _solution(log: RunLog) -> dict[str, str]:
    """Return player → its right role; empty until the run has ended."""
    if is_debate(log):
        debate = debate_in(log)
        return dict(zip(debate.players, debate.sitting.solution, strict=True))
    if is_vote(log):
        votes = votes_in(log)
        return dict(zip(votes.players, votes.solution, strict=True))
    return {}
