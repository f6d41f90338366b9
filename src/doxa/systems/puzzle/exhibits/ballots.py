"""Debates over puzzles for a reader: what an agent answered, in words, and which roles it changed and when."""

from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.systems.puzzle.measures.accuracy import smooth, strict
from doxa.systems.puzzle.measures.sittings import Answer, Sitting
from doxa.systems.puzzle.measures.votes import most_common_answer
from doxa.systems.puzzle.protocol.debating import PuzzleResult
from doxa.systems.puzzle.protocol.voting import VotingResult
from doxa.systems.puzzle.puzzles.reading import read_puzzle
from doxa.systems.puzzle.puzzles.wording import sentence

PROTOCOL, VOTES = "puzzle", "puzzle_votes"


class PuzzleStatements(Record):
    """The statements of a puzzle's players and its manager, in words."""

    players: tuple[str, ...]
    says: tuple[str, ...]
    manager: str


def read_spoken(text: str) -> PuzzleStatements:
    """Return the statements of a puzzle's text, with line breaks within a statement as spaces.

    Raises:
        PuzzleError: the text cannot be read.
    """
    puzzle = read_puzzle(text, 1)
    sentences = [
        " ".join(sentence(statement, puzzle.players, place).split())
        for place, statement in enumerate(puzzle.statements)
    ]
    hints = " ".join(sentence(hint, puzzle.players) for hint in puzzle.hints)
    return PuzzleStatements(players=puzzle.players, says=tuple(sentences), manager=hints)


def is_debate(log: RunLog) -> bool:
    """Return whether a log is that of a finished debate over a puzzle."""
    return log.spec.protocol == PROTOCOL and log.finished


def sitting_of(log: RunLog) -> Sitting:
    """Return the sitting that measures take, from a finished debate over a puzzle."""
    return debate_in(log).sitting


def is_vote(log: RunLog) -> bool:
    """Return whether a log is that of finished votes on a puzzle."""
    return log.spec.protocol == VOTES and log.finished


def score_run(log: RunLog) -> dict[str, float]:
    """Return the accuracy of a finished run about a puzzle; empty for any other run."""
    if is_debate(log):
        sitting = sitting_of(log)
        decided, solution = sitting.decided, sitting.solution
    elif is_vote(log):
        votes = votes_in(log)
        decided, solution = tally_votes(votes), votes.solution
    else:
        return {}
    return {"puzzles right": strict(decided, solution), "players right": smooth(decided, solution)}


def tally_votes(votes: VotingResult) -> Answer:
    """Return the role that most proposals of a vote give each player."""
    return most_common_answer([answer for answers in votes.answers.values() for answer in answers])


def debate_in(log: RunLog) -> PuzzleResult:
    """Return the result of a finished debate over a puzzle."""
    debate = log.result(PuzzleResult)
    assert debate is not None, "only a finished run has a result"
    return debate


def votes_in(log: RunLog) -> VotingResult:
    """Return the result of finished votes on a puzzle."""
    votes = log.result(VotingResult)
    assert votes is not None, "only a finished run has a result"
    return votes
