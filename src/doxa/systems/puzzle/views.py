"""What runs about puzzles show: statements, answers, who was right, scores, and who was plain code in them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean

from doxa.analysis.building import view_of
from doxa.analysis.drawings import Matrix, MatrixPanel, Square
from doxa.analysis.exhibit import Column, Measured, Measures, Prose, Table
from doxa.analysis.history import chapters
from doxa.analysis.who_does import speakers_of
from doxa.log.rundir import RunLog
from doxa.records.base import group_by
from doxa.records.steps import Outcome
from doxa.systems.puzzle.measures.sittings import (
    RULES,
    Answer,
    Sitting,
    majority_answer,
    most_common_answer,
    smooth,
    strict,
)
from doxa.systems.puzzle.measures.states import contradicts
from doxa.systems.puzzle.protocol.debating import PuzzleResult
from doxa.systems.puzzle.protocol.voting import SupervisedResult, VotingResult
from doxa.systems.puzzle.puzzles.wording import read_puzzle, sentence
from doxa.systems.puzzle.tasks.debating import ADJUST_ROLES, DECIDE_ROLES, PROPOSE_ROLES

SIMULATION = "What plain code answered is a simulation: it says nothing about how a language model would have reasoned."

LETTERS = {"knight": "K", "knave": "V", "spy": "S"}
LEGEND = "K knight, V knave, S spy; struck out: wrong."

ASSIGNING = {task.name: task for task in (PROPOSE_ROLES, ADJUST_ROLES, DECIDE_ROLES)}
"""The tasks in which an agent gives a role to several players."""


def tabulate_debate(log: RunLog) -> list[Table]:
    """Return the statements of the players, the team's answers and the solution of a finished debate."""
    debate = debate_in(log)
    team = Column(name="team", about="the team's answer")
    by = Column(name="by", about="who decided: majority or supervisor")
    answers = (debate.sitting.decided, debate.decided_by, debate.sitting.solution)
    return [_tabulate_puzzle(log, (team, by, "solution"), answers)]


def tabulate_votes(log: RunLog) -> list[Table]:
    """Return the statements of the players, the answer of most votes and the solution of finished votes."""
    votes = votes_in(log)
    most = Column(name="most votes", about="the complete solution that was proposed most often")
    return [_tabulate_puzzle(log, (most, "solution"), (tally_by_rule(votes)["solution"], votes.solution))]


def _tabulate_puzzle(log: RunLog, columns: Sequence[str | Column], answers: Sequence[Sequence[str | None]]) -> Table:
    puzzle = read_puzzle(str(log.spec.script["puzzle"]), 1)
    says = [
        # a statement of two parts has line breaks
        " ".join(sentence(statement, puzzle.players, place).split())
        for place, statement in enumerate(puzzle.statements)
    ]
    rows = zip(puzzle.players, says, *answers, strict=True)
    return Table(
        name="puzzle",
        title="Puzzle",
        caption=f"The manager: “{' '.join(sentence(hint, puzzle.players) for hint in puzzle.hints)}”",
        place="before",
        columns=("player", "says", *columns),
        rows=tuple(tuple(cell or None for cell in row) for row in rows),
    )


def draw_phases(log: RunLog) -> list[Matrix]:
    """Return every agent's roles after each phase of a finished debate: of the last batch of a phase with answers."""
    debate = debate_in(log)
    answered = [
        chapter for chapter in list(chapters(log))[1:] if any(s.actor in chapter.minds for s in chapter.outcomes)
    ]
    phases = list({chapter.note: chapter for chapter in answered}.values())
    columns, panels = tuple(phase.note for phase in phases), []
    for agent in phases[0].minds if phases else ():
        ballots = [(phase.number, phase.minds[agent].readout.ballot or {}) for phase in phases]
        squares = tuple(
            tuple(_square(ballot.get(player), right, number) for number, ballot in ballots)
            for player, right in zip(debate.players, debate.sitting.solution, strict=True)
        )
        panels.append(MatrixPanel(agent=agent, rows=debate.players, columns=columns, squares=squares))
    caption = f"The role that each agent gives each player: {LEGEND}"
    matrix = Matrix(name="roles", title="Roles by phase", caption=caption, place="before", panels=tuple(panels))
    return [matrix] if phases else []


def draw_decisions(log: RunLog) -> list[Matrix]:
    """Return every agent's decision in a finished debate."""
    debate = debate_in(log)
    answers = dict(zip(debate.sitting.agents, debate.sitting.final, strict=True))
    caption = "The role that each agent decided on."
    return [_draw_answers("decisions", "Decisions", caption, debate.players, answers, debate.sitting.solution)]


def draw_proposals(log: RunLog) -> list[Matrix]:
    """Return the complete solution that each agent of finished votes proposed most often."""
    votes = votes_in(log)
    answers = {agent: most_common_answer(proposed, "solution") for agent, proposed in votes.answers.items()}
    caption = f"The complete solution that each agent proposed most often: {LEGEND}"
    return [_draw_answers("roles", "Proposals", caption, votes.players, answers, votes.solution)]


def _draw_answers(
    name: str,
    title: str,
    caption: str,
    players: tuple[str, ...],
    answers: Mapping[str, Answer],
    solution: Sequence[str],
) -> Matrix:
    squares = tuple(
        tuple(_square(answer[place], right) for answer in answers.values()) for place, right in enumerate(solution)
    )
    panel = MatrixPanel(rows=players, columns=tuple(answers), squares=squares)
    return Matrix(name=name, title=title, caption=caption, place="before", panels=(panel,), columns_are="agents")


def _square(role: str | None, right: str | None, batch: int | None = None) -> Square:
    return Square(
        value=role, label=LETTERS.get(role or "", ""), mark="right" if role == right else "wrong", batch=batch
    )


def tell_outcome(log: RunLog) -> list[Prose]:
    """Return who was right in a finished debate, what is odd about its answers, and which roles each agent changed."""
    sitting = debate_in(log).sitting
    sentences = [describe_team(sitting)]
    # Figure 6's third bar
    contradictions = sum(
        contradicts(opinion, [answer[debate_round.player] for answer in before])
        for debate_round, before in zip(sitting.rounds, sitting.after_each, strict=False)
        for opinion in debate_round.opinions
    )
    if contradictions:
        are = "opinion contradicts itself" if contradictions == 1 else "opinions contradict themselves"
        sentences.append(f"{contradictions} {are} (docs/puzzles.md).")
    replies = [event.body.reply for event in log.events if event.kind == "outcome" and event.body.ok]
    unstated = sum(isinstance(reply, dict) and reply.get("confidence", 0) is None for reply in replies)
    if unstated:
        sentences.append(f"Valid answers without a confidence from 1 to 10, which is missing there: {unstated}.")
    summaries = [summary.sentence for summary in view_of(log).summaries]
    return [Prose(name="outcome", title="Who was right", paragraphs=(*sentences, *summaries))]


def tabulate_rules(log: RunLog) -> list[Table]:
    """Return the answers that win finished votes by each rule, and how many players they get right."""
    votes = votes_in(log)
    samples = len(next(iter(votes.answers.values())))
    table = Table(
        name="rules",
        title="Votes by rule",
        caption=f"{samples} proposal{'s' * (samples > 1)} of each agent, no debate (docs/puzzles.md); roles in the "
        f"order of the players, {len(votes.solution)} in all.",
        columns=("by", "roles", "players right"),
        rows=tuple(
            (rule, "".join(LETTERS.get(role or "", "·") for role in answer), count_right(answer, votes.solution))
            for rule, answer in tally_by_rule(votes).items()
        ),
    )
    return [table]


def count_right(answer: Answer, solution: Sequence[str]) -> int:
    """Return how many players an answer gets right."""
    return round(smooth(answer, solution) * len(solution))


def describe_team(sitting: Sitting) -> str:
    """Return a sentence on the players that the team is right about, after the debate and before it."""
    undecided = sitting.decided.count(None)
    decided = f"The team is right about {count_right(sitting.decided, sitting.solution)} of {sitting.size} players"
    decided += f" and has no answer on {undecided}" if undecided else ""
    before = majority_answer(sitting.initial)
    if all(label is None for answer in sitting.initial for label in answer):
        return f"{decided}; no agent had made a valid proposal."
    if not any(before):
        return f"{decided}; its proposals had no majority on any player."
    missing = f", and there was none on {before.count(None)}" if None in before else ""
    right = count_right(before, sitting.solution)
    return f"{decided}; a majority of its proposals was right about {right}{missing}."


def measure_answers(log: RunLog) -> Iterator[Measures]:
    """Yield the role that each agent gave to each player in each answer, with 1 where it is right, once that is known.

    A missing or invalid answer has one row, which says why.
    """
    solution: dict[str, str] = {}
    decided: list[Measured] = []
    if log.finished and log.spec.protocol == "puzzle":
        debate = debate_in(log)
        solution = dict(zip(debate.players, debate.sitting.solution, strict=True))
        team = partial(Measured, who="team", wave="end", role="debater", instrument="decision")
        pairs = zip(debate.players, debate.sitting.decided, strict=True)
        decided = [team(**_score_role(player, role, solution)) for player, role in pairs]
    elif log.finished:
        votes = votes_in(log)
        solution = dict(zip(votes.players, votes.solution, strict=True))
    outcomes = [event.body for event in log.events if event.kind == "outcome" and event.body.task in ASSIGNING]
    answers = [measured for outcome in outcomes for measured in _measure_answer(outcome, solution)]
    yield Measures(name="measures", title="Measures", rows=(*answers, *decided))


def _measure_answer(outcome: Outcome, solution: Mapping[str, str]) -> Iterator[Measured]:
    wave = outcome.key.removesuffix(f"/{outcome.actor}")
    of_answer = partial(Measured, who=outcome.actor, wave=wave, role="debater", step=outcome.key)
    reply = ASSIGNING[outcome.task].reply_of(outcome)
    if reply is None:
        yield of_answer(instrument="answer", item="all", missing=outcome.reason or outcome.status)
        return
    for assignment in reply.players:
        yield of_answer(instrument="answer", **_score_role(assignment.name, assignment.role, solution))
    missing = "" if reply.confidence is not None else "not stated"
    yield of_answer(instrument="confidence", item="all", value=reply.confidence, low=1.0, high=10.0, missing=missing)


def _score_role(player: str, role: str | None, solution: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of a measured role: 1 where it is right, 0 where it is wrong, nothing before that is known."""
    if role is None:
        return {"item": player, "missing": "no role"}
    if player not in solution:
        return {"item": player, "answer": role}
    return {"item": player, "answer": role, "value": float(role == solution[player]), "low": 0.0, "high": 1.0}


def simulated(log: RunLog) -> str:
    """Return the note on plain code that stood in for models; '' where none did."""
    words = describe_stand_ins(log)
    return f"{words} {SIMULATION}" if words else ""


def score_run(log: RunLog) -> dict[str, float]:
    """Return the accuracy of a finished run about a puzzle; empty before its end.

    Of a vote, "puzzles right" is that by complete solution; the other rules have names of their own.
    """
    if not log.finished:
        return {}
    if log.spec.protocol == "puzzle":
        sitting = debate_in(log).sitting
        headline, solution, others = sitting.decided, sitting.solution, dict[str, Answer]()
    else:
        votes = votes_in(log)
        solution, others = votes.solution, tally_by_rule(votes)
        headline = others.pop("solution")
    scores = {"puzzles right": strict(headline, solution), "players right": smooth(headline, solution)}
    return {**scores, **{f"puzzles right by {rule}": strict(answer, solution) for rule, answer in others.items()}}


def count_opinions(log: RunLog) -> dict[str, float]:
    """Return what a finished debate's opinions are like.

    "gained over first proposals" is what the decision is right, less the share of first proposals that are;
    "self-contradicting" the share of opinions; "confidences alike" the share of confidences that equal the commonest.
    """
    sitting = debate_in(log).sitting
    contradicting = [
        contradicts(opinion, [answer[debate_round.player] for answer in before])
        for debate_round, before in zip(sitting.rounds, sitting.after_each, strict=False)
        for opinion in debate_round.opinions
    ]
    stated = [confidence for confidence in sitting.confidence if confidence is not None]
    alone = fmean(strict(answer, sitting.solution) for answer in sitting.initial)
    return {
        "first proposals right": alone,
        "gained over first proposals": strict(sitting.decided, sitting.solution) - alone,
        **({"self-contradicting": fmean(contradicting)} if contradicting else {}),
        **({"confidences alike": max(map(stated.count, stated)) / len(stated)} if len(stated) > 1 else {}),
    }


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
    calls = group_by(log.calls(), lambda call: call.role.partition("@")[0])
    agents, supervisors, judges = (
        sorted({call.model for call in calls.get(role, ()) if call.simulated})
        for role in ("speaker", "supervisor", "judge")
    )
    all_agents = all(call.simulated for call in calls.get("speaker", ()))
    sentences = []
    if agents:
        who = "Agents" if all_agents else " and ".join(speakers_of(log, log.calls()).simulated)
        sentences.append(f"{who} are reasoners of declared strength standing in for models: {', '.join(agents)}.")
    if supervisors and not all_agents:
        sentences.append(f"The supervisor is such a reasoner: {supervisors[0]}.")
    if judges:
        sentences.append("The judge of reasons is plain code.")
    return " ".join(sentences)
