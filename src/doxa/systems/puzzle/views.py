"""What the report shows of a debate over a puzzle, and its note where answers are simulated."""

from collections.abc import Sequence
from typing import Literal

from doxa.analysis.drawings import Matrix, MatrixPanel, Square
from doxa.analysis.exhibit import Column, Part, Table
from doxa.analysis.history import Chapter
from doxa.log.rundir import RunLog
from doxa.systems.puzzle.exhibits.ballots import debate_in, describe_stand_ins, read_spoken, tally_votes, votes_in
from doxa.systems.puzzle.measures.sittings import most_common_answer

SIMULATION = "What plain code answered is a simulation: it says nothing about how a language model would have reasoned."

LETTERS = {"knight": "K", "knave": "V", "spy": "S"}
PLAYERS = (Column(name="player"), Column(name="says"))
ROLES = "The role that each agent gives each player: K knight, V knave, S spy; struck out: wrong."
PROPOSED = "The complete solution that each agent proposed most often: K knight, V knave, S spy; struck out: wrong."


def puzzle_parts(log: RunLog, chapters: Sequence[Chapter]) -> dict[str, Part]:
    """Return the report's parts of a debate over a puzzle; empty until it is finished."""
    if not log.finished:
        return {}
    debate, words = debate_in(log), read_spoken(str(log.spec.script["puzzle"]))
    sitting = debate.sitting
    rows = zip(words.players, words.says, sitting.decided, debate.decided_by, sitting.solution, strict=True)
    players = Table(
        title="Puzzle",
        caption=f"The manager: “{words.manager}”",
        place="before",
        columns=(
            *PLAYERS,
            Column(name="team", about="the team's answer"),
            Column(name="by", about="who decided: majority or supervisor"),
            Column(name="solution"),
        ),
        rows=tuple((name, says, team, by or None, role) for name, says, team, by, role in rows),
    )
    panels = _panels(chapters, words.players, sitting.solution)
    roles = Matrix(title="Roles by phase", caption=ROLES, place="before", panels=panels) if panels else None
    return {"puzzle": players, **({"roles": roles} if roles else {})}


def votes_parts(log: RunLog, chapters: Sequence[Chapter]) -> dict[str, Part]:
    """Return the report's parts of a vote on a puzzle; empty until it is finished."""
    if not log.finished:
        return {}
    votes, words = votes_in(log), read_spoken(str(log.spec.script["puzzle"]))
    rows = zip(words.players, words.says, tally_votes(votes), votes.solution, strict=True)
    players = Table(
        title="Puzzle",
        caption=f"The manager: “{words.manager}”",
        place="before",
        columns=(
            *PLAYERS,
            Column(name="most votes", about="the complete solution that was proposed most often"),
            Column(name="solution"),
        ),
        rows=tuple(rows),
    )
    answers = {agent: most_common_answer(proposed, "solution") for agent, proposed in votes.answers.items()}
    squares = tuple(
        tuple(_square(answer[place], right) for answer in answers.values())
        for place, right in enumerate(votes.solution)
    )
    panel = MatrixPanel(rows=words.players, columns=tuple(answers), squares=squares)
    roles = Matrix(title="Proposals", caption=PROPOSED, place="before", panels=(panel,), columns_are="agents")
    return {"puzzle": players, "roles": roles}


def _panels(chapters: Sequence[Chapter], players: Sequence[str], solution: Sequence[str]) -> tuple[MatrixPanel, ...]:
    """Return every agent's roles after each phase: from the last batch of that name in which agents answered."""
    answered = [chapter for chapter in chapters[1:] if any(s.actor in chapter.minds for s in chapter.outcomes)]
    phases = list({chapter.note: chapter for chapter in answered}.values())
    agents = phases[0].minds if phases else ()
    ballots = {agent: [(phase, phase.minds[agent].readout.ballot or {}) for phase in phases] for agent in agents}
    return tuple(
        MatrixPanel(
            agent=agent,
            rows=tuple(players),
            columns=tuple(phase.note for phase in phases),
            squares=tuple(
                tuple(_square(ballot.get(player), right, phase.number) for phase, ballot in ballots[agent])
                for player, right in zip(players, solution, strict=True)
            ),
        )
        for agent in agents
    )


def _square(role: str | None, right: str, batch: int | None = None) -> Square:
    mark: Literal["right", "wrong"] = "right" if role == right else "wrong"
    return Square(value=role, label=LETTERS.get(role or "", ""), mark=mark, batch=batch)


def simulated(log: RunLog) -> str:
    """Return the note on plain code that stood in for models; '' where none did."""
    words = describe_stand_ins(log)
    return f"{words} {SIMULATION}" if words else ""
