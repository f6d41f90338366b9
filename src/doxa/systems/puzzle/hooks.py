"""Debates and votes about a puzzle for the table of measures: every answer of every agent, and the team's decision."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from doxa.analysis.ballots import RoleChange
from doxa.analysis.exhibit import Measured
from doxa.analysis.explain import moves_of, roles_changed
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.hooks import Hooks
from doxa.analysis.story import join_names
from doxa.analysis.view import RunView
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.systems.puzzle.exhibits.ballots import (
    debate_in,
    describe_stand_ins,
    is_debate,
    is_vote,
    score_run,
    sitting_of,
    tally_by_rule,
    votes_in,
)
from doxa.systems.puzzle.measures.accuracy import smooth
from doxa.systems.puzzle.terminal import PuzzleLines, describe_team, show_decision, show_puzzle, show_votes
from doxa.systems.puzzle.views import puzzle_parts, votes_parts
from doxa.systems.puzzle.views import simulated as simulated_in_full
from doxa.terminal.console import plain
from doxa.terminal.pieces import Conclusion, Piece

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


def tell_debate(log: RunLog) -> str:
    """Return the story of a debate over a puzzle, so far where it has not ended."""
    every = list(chapters(log))
    believers = every[-1].minds if every else {}
    names = {participant.id: participant.name for participant in log.spec.participants}
    changed = {
        agent: [change for change in roles_changed(moves_of(every, agent)) if change.before is not None]
        for agent in believers
    }
    movers = {agent: changes for agent, changes in changed.items() if changes}
    still = [names[agent] for agent in changed if agent not in movers]
    head = _tell_changes(movers, still, names, every)
    if not log.finished:
        return f"So far, in a debate that has not ended, {head}."
    return f"{head[0].upper()}{head[1:]}; {_decapitalise(describe_team(sitting_of(log)))}"


def tell_votes(log: RunLog) -> str:
    """Return the story of finished votes on a puzzle; '' before their end."""
    if not log.finished:
        return ""
    votes = votes_in(log)
    answer = tally_by_rule(votes)["solution"]
    right = round(smooth(answer, votes.solution) * len(votes.solution))
    who = join_names([participant.name for participant in log.spec.participants], 4)
    return (
        f"{who} answered alone and without a debate, so nobody could give way; the answer with most votes is right "
        f"about {right} of {len(votes.solution)} players."
    )


def _tell_changes(
    movers: Mapping[str, list[RoleChange]], still: list[str], names: Mapping[str, str], every: list[Chapter]
) -> str:
    if not movers:
        return f"nobody gave way: {join_names(still, 4)} changed none of their roles" if still else "nobody answered"
    gave = join_names([f"{names[agent]} ({_count(changes)})" for agent, changes in movers.items()], 4)
    kept = f", and {join_names(still, 4)} changed none" if still else ""
    changes = [change for agent_changes in movers.values() for change in agent_changes]
    note, count = Counter(change.note for change in changes).most_common(1)[0]
    joined = sum(
        _is_joining(agent, change, every) for agent, agent_changes in movers.items() for change in agent_changes
    )
    why = f"{joined} of {len(changes)} changes took up a role that another agent had given"
    return f"{gave} gave way{kept}; the turning point was {note}, with {count} of the changes, and {why}"


def _is_joining(agent: str, change: RoleChange, every: list[Chapter]) -> bool:
    """Return whether another agent had given the player the new role before the change."""
    place = next((at for at, chapter in enumerate(every) if any(o.key == change.step for o in chapter.outcomes)), 0)
    earlier = every[place - 1].minds if place else {}
    return any(
        (mind.readout.ballot or {}).get(change.player) == change.after
        for other, mind in earlier.items()
        if other != agent
    )


def _count(changes: list[RoleChange]) -> str:
    return f"{len(changes)} role{'s' * (len(changes) != 1)}"


def _decapitalise(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _introduce(spec: RunSpec) -> Iterator[str]:
    """Yield the players' statements, where the run has a puzzle."""
    return show_puzzle(spec) if spec.script.get("puzzle") else iter(())


def _conclude_debate(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return the end of a debate: who was right, and how often each agent changed a role."""
    return Conclusion(
        pieces=_present_decision(log, view),
        facts={"sitting": sitting_of(log).model_dump(mode="json")},
        commands=(f"doxa explain {plain(shlex.quote(str(log.path)))} --agent {log.spec.participants[0].id}",),
        replaces_curves=True,
    )


def _present_decision(log: RunLog, view: Callable[[], RunView]) -> Iterator[Piece]:
    yield from show_decision(log)
    for summary in view().summaries:
        yield f"• {plain(summary.sentence)}"
    yield ""


def _conclude_votes(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return the end of a vote: the answer of most votes, and the solution."""
    return Conclusion(pieces=show_votes(log), replaces_curves=True)


def _stand_ins(log: RunLog) -> str:
    if not log.finished:
        return ""
    words = describe_stand_ins(log)
    return f"{words.removesuffix('.')} (docs/puzzles.md)." if words else ""


def _speaks_in(call: str, agent: str, number: int) -> bool:
    """Return whether a call is an agent's in a debate phase, of any round: an agent's own turns number its rounds."""
    return call.endswith(f"/debate/{agent}#1")


HOOKS = {
    "puzzle": Hooks(
        introduce=_introduce,
        teller=PuzzleLines,
        conclude=_conclude_debate,
        stand_ins=_stand_ins,
        simulated=simulated_in_full,
        parts=puzzle_parts,
        story=tell_debate,
        measures=score_run,
        measured=measure_answers,
        speaks_in=_speaks_in,
    ),
    "puzzle_votes": Hooks(
        introduce=_introduce,
        teller=PuzzleLines,
        conclude=_conclude_votes,
        stand_ins=_stand_ins,
        simulated=simulated_in_full,
        parts=votes_parts,
        story=tell_votes,
        measures=score_run,
        measured=measure_answers,
    ),
}
