"""Debates over puzzles for a reader: what an agent answered, in words, and which roles it changed and when."""

from collections.abc import Iterator, Sequence
from typing import Any

from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.records.readout import Readout
from doxa.records.steps import Outcome
from doxa.systems.puzzle.measures.accuracy import smooth, strict
from doxa.systems.puzzle.measures.sittings import Answer, Sitting
from doxa.systems.puzzle.measures.votes import most_common_answer
from doxa.systems.puzzle.puzzles.reading import read_puzzle
from doxa.systems.puzzle.puzzles.wording import sentence

PROTOCOL, VOTES = "puzzle", "puzzle_votes"


class Spoken(Record):
    """What the players of a puzzle and its manager say, in words."""

    players: tuple[str, ...]
    says: tuple[str, ...]
    manager: str


def spoken(text: str) -> Spoken:
    """Return what a puzzle's text says, line breaks within a statement as spaces.

    Raises:
        PuzzleError: it cannot be read.
    """
    puzzle = read_puzzle(text, 1)
    said = [" ".join(sentence(one, puzzle.players, place).split()) for place, one in enumerate(puzzle.statements)]
    hints = " ".join(sentence(one, puzzle.players) for one in puzzle.hints)
    return Spoken(players=puzzle.players, says=tuple(said), manager=hints)


class Change(Record):
    """One role that an agent changed."""

    player: str
    before: str | None
    """None where it had not given the player a valid role."""
    after: str
    note: str
    """Which round, or which phase."""
    step: str
    """The reply that changed it."""


def is_debate(log: RunLog) -> bool:
    """Say whether a log is that of a finished debate over a puzzle."""
    return log.spec.protocol == PROTOCOL and log.finished


def sitting_of(log: RunLog) -> Sitting:
    """Return what the measures are taken of, from a finished debate over a puzzle."""
    return Sitting.model_validate(result_of(log)["sitting"])


def is_vote(log: RunLog) -> bool:
    """Say whether a log is that of finished votes on a puzzle."""
    return log.spec.protocol == VOTES and log.finished


def scored(log: RunLog) -> dict[str, float]:
    """Return how right a finished run about a puzzle is; nothing for a run about anything else."""
    if is_debate(log):
        found = sitting_of(log)
        decided, solution = found.decided, found.solution
    elif is_vote(log):
        told = result_of(log)
        decided, solution = voted(told), tuple(told["solution"])
    else:
        return {}
    return {"puzzles right": strict(decided, solution), "players right": smooth(decided, solution)}


def voted(told: dict[str, Any]) -> Answer:
    """Return the role that most proposals of a vote give each player, given what its script returned."""
    return most_common_answer([tuple(one) for answers in told["answers"].values() for one in answers])


def result_of(log: RunLog) -> dict[str, Any]:
    """Return what the script of a finished run returned."""
    assert log.ended is not None, "only a finished run has a result"
    return log.ended.result


def changes(note: str, before: Readout, after: Readout, sources: Sequence[str]) -> Iterator[Change]:
    """Yield the roles that differ between two readouts of a ballot.

    Args:
        sources: the replies of the batch; the last is named.
    """
    told = before.ballot or {}
    for player, role in (after.ballot or {}).items():
        if told.get(player) != role:
            yield Change(
                player=player, before=told.get(player), after=role, note=note, step=sources[-1] if sources else ""
            )


def ballot_sentence(name: str, found: Sequence[Change]) -> str:
    """Say in one sentence how often an agent changed its mind, and where last."""
    first = [one for one in found if one.before is None]
    later = [one for one in found if one.before is not None]
    if not first:
        return f"{name} gave no valid answer."
    if not later:
        return f"{name} kept to the roles that it proposed."
    players, last = len({one.player for one in later}), later[-1]
    times = f"{len(later)} role{'s' if len(later) > 1 else ''}, of {players} player{'s' if players > 1 else ''}"
    return (
        f"{name} changed {times}; the last was {last.player}, from {last.before} to {last.after}, "
        f"in {last.note} by {last.step}."
    )


def words_of(outcome: Outcome) -> str:
    """Return a valid reply of a debate over a puzzle in words; '' for anything else."""
    reply: Any = outcome.reply if outcome.ok else None
    match reply:
        case {"players": [*rows], "confidence": sure}:
            roles = ", ".join(f"{row['name']} {row['role']}" for row in rows)
            return f"{roles}. Confidence {sure} of 10. {reply.get('reasoning', '')}".strip()
        case {"player": player, "role": role, "agree_with": agree, "disagree_with": disagree}:
            told = [f"{player} is a {role}."]
            for word, whom, why in (("Agrees", agree, "agree_why"), ("Disagrees", disagree, "disagree_why")):
                if whom:
                    told.append(f"{word} with {', '.join(whom)}: {reply.get(why) or 'no reason given'}")
            return " ".join(told)
        case {"order": [*order]}:
            return f"Debate in this order: {', '.join(order)}."
    return ""
