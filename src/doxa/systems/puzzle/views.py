"""What the report shows of a debate over a puzzle, and what it says of its answers."""

from collections.abc import Sequence

from doxa.analysis.history import Chapter
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.systems.puzzle.exhibits.ballots import result_of, sitting_of, spoken

REASONED = (
    "Answers of this run were given by reasoners of declared strength, plain code that stands in for models: "
    "{models}. It is a simulation: it says nothing about how a language model would have reasoned."
)


class PlayerView(Record):
    """One player of a puzzle."""

    name: str
    says: str
    """Untrusted, as is the name: a puzzle of one's own may say anything."""
    solution: str
    decided: str | None
    """The team's answer; None where it has none."""
    by: str
    """majority, supervisor, or nothing where nobody decided."""


class RolesView(Record):
    """Every agent's roles when a phase of a debate was over."""

    batch: int
    note: str
    roles: dict[str, dict[str, str]]
    """Agent → player → role, as its belief holds it."""


class PuzzleView(Record):
    """A finished debate over a puzzle."""

    players: tuple[PlayerView, ...]
    manager: str
    """What the manager says."""
    phases: tuple[RolesView, ...]
    """The last batch of the proposals, of every round, and of the decisions."""


def puzzle_view(log: RunLog, told: Sequence[Chapter]) -> PuzzleView | None:
    """Return a debate over a puzzle; None until it is finished."""
    if not log.finished:
        return None
    found, words, by = sitting_of(log), spoken(str(log.spec.script["puzzle"])), result_of(log)["decided_by"]
    rows = zip(words.players, words.says, found.solution, found.decided, by, strict=True)
    last = {one.note: one for one in told[1:] if any(step.actor in one.minds for step in one.outcomes)}
    return PuzzleView(
        players=tuple(PlayerView(name=n, says=s, solution=r, decided=d, by=b) for n, s, r, d, b in rows),
        manager=words.manager,
        phases=tuple(
            RolesView(
                batch=one.number,
                note=one.note,
                roles={who: dict(mind.readout.ballot or {}) for who, mind in one.minds.items()},
            )
            for one in last.values()
        ),
    )


def simulated(log: RunLog) -> str:
    """Say which reasoners stood in for models."""
    speaking = {log.spec.roles[one.role] for one in log.spec.participants}
    speaking |= {one for role, one in log.spec.roles.items() if role == "supervisor"}
    reasoners = sorted({one.model for one in speaking if one.simulated})
    return REASONED.format(models=", ".join(reasoners)) if reasoners else ""
