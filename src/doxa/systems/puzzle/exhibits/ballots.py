"""Runs about puzzles as their logs hold them: statements, results and scores, and who was plain code in them."""

from collections import defaultdict
from collections.abc import Sequence

from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.systems.puzzle.exhibits.runs import is_simulated
from doxa.systems.puzzle.measures.accuracy import smooth, strict
from doxa.systems.puzzle.measures.sittings import RULES, Answer, most_common_answer
from doxa.systems.puzzle.protocol.debating import PuzzleResult
from doxa.systems.puzzle.protocol.voting import SupervisedResult, VotingResult
from doxa.systems.puzzle.puzzles.reading import read_puzzle
from doxa.systems.puzzle.puzzles.wording import sentence


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


def score_run(log: RunLog) -> dict[str, float]:
    """Return the accuracy of a finished run about a puzzle; empty before its end.

    Of a vote, "puzzles right" is that by complete solution; the other rules have names of their own.
    """
    if not log.finished:
        return {}
    if log.spec.protocol == "puzzle":
        sitting = debate_in(log).sitting
        return _score(sitting.decided, sitting.solution)
    votes = votes_in(log)
    scores = {name: _score(answer, votes.solution) for name, answer in tally_by_rule(votes).items()}
    headline, *others = scores
    further = {f"puzzles right by {name}": scores[name]["puzzles right"] for name in others}
    return {**scores[headline], **further}


def _score(decided: Answer, solution: Sequence[str]) -> dict[str, float]:
    return {"puzzles right": strict(decided, solution), "players right": smooth(decided, solution)}


def tally_by_rule(votes: VotingResult) -> dict[str, Answer]:
    """Return rule → the answer that wins by it, first by complete solution; last a supervised vote's own answer.

    Agents take turns: of answers with as many votes the one given first wins.
    """
    answers = [answer for row in zip(*votes.answers.values(), strict=True) for answer in row]
    confidences = [confidence for row in zip(*votes.confidences.values(), strict=True) for confidence in row]
    rules: dict[str, Answer] = {rule: most_common_answer(answers, rule, confidences) for rule in RULES}
    return {**rules, **({"supervisor": votes.decided} if isinstance(votes, SupervisedResult) else {})}


def debate_in(log: RunLog) -> PuzzleResult:
    """Return the result of a finished debate over a puzzle."""
    debate = log.result(PuzzleResult)
    assert debate is not None, "only a finished run has a result"
    return debate


def votes_in(log: RunLog) -> VotingResult:
    """Return the result of finished votes on a puzzle."""
    votes = log.result(SupervisedResult if log.spec.script.get("supervised") else VotingResult)
    assert votes is not None, "only a finished run has a result"
    return votes


def describe_stand_ins(log: RunLog) -> str:
    """Return sentences on the plain code that answered in place of models, by the calls that it took; '' for none."""
    models: defaultdict[str, set[str]] = defaultdict(set)
    for call in log.calls():
        models[call.role.partition("@")[0]].add(call.model)
    agents, supervisors, judges = (
        sorted(filter(is_simulated, models[role])) for role in ("speaker", "supervisor", "judge")
    )
    all_agents = len(agents) == len(models["speaker"])
    sentences = []
    if agents:
        who = "Agents" if all_agents else "Some agents"
        sentences.append(f"{who} are reasoners of declared strength standing in for models: {', '.join(agents)}.")
    if supervisors and not all_agents:
        sentences.append(f"The supervisor is such a reasoner: {supervisors[0]}.")
    if judges:
        sentences.append("The judge of reasons is plain code.")
    return " ".join(sentences)
