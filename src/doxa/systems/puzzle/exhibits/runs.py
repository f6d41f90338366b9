"""Runs about puzzles as tables and figures use them: debates, models asked alone, votes, and what each cost.

Costs are calls, and tokens as models reported them. Offline nothing is reported: four characters of prompts and replies
then count as a token, for debates and votes alike.
"""

from collections.abc import Sequence
from pathlib import Path

from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog, open_run
from doxa.models.declared import is_simulated_here
from doxa.records.base import Record, group_by
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.measures.baselines import CountedProposal, VotedAnswer
from doxa.systems.puzzle.measures.sittings import Sitting, smooth, strict

ANCHOR = "A"


CHARACTERS = 4
"""Characters of an estimated token."""


class StepCost(Record):
    """What one step took, repetitions included."""

    calls: int
    tokens: float


class RunCost(Record):
    """What the agents and the supervisor of a run took; a judge of reasons is no part of a debate."""

    steps: dict[str, StepCost]
    estimated: bool
    """Whether tokens were estimated, since no model reported any."""

    @property
    def tokens(self) -> float:
        """Return the tokens of all steps."""
        return sum(step.tokens for step in self.steps.values())

    @property
    def in_proposals(self) -> float:
        """Return how many proposals like the shortest of the run's own would cost its tokens."""
        proposals = [cost.tokens for step, cost in self.steps.items() if step.startswith("proposed/")]
        return self.tokens / shortest if (shortest := min(proposals, default=0.0)) else 0.0


class DebateRun(Record):
    """One run of one configuration."""

    configuration: str
    """``A`` for the anchor, else the name of the change."""
    factor: str
    """``A``, or the controlled experiment that it belongs to, C1 to C6."""
    size: int
    path: str
    reason: str = ""
    """Why it failed; '' where it finished."""
    models: tuple[str, ...] = ()
    """Who the agents are."""
    supervisor: str = ""
    """The model of the supervisor; '' where the team has none."""
    judge: str = ""
    """The model that rates the reasons; '' where nobody does."""
    sitting: Sitting | None = None
    cost: RunCost | None = None
    """What agents and supervisor took; None where it was not counted."""

    @property
    def simulated(self) -> bool:
        """Whether all agents are declared reasoners."""
        return bool(self.models) and all(map(is_simulated_here, self.models))


class HeldDebates(Record):
    """The debates of all configurations, failed ones included."""

    runs: tuple[DebateRun, ...]
    not_played: tuple[str, ...] = ()
    """The configurations that were not run because no models fit their team."""

    @property
    def main(self) -> tuple[DebateRun, ...]:
        """Return the debates of the sizes that all configurations have."""
        return tuple(run for run in self.runs if run.factor != "C6")

    @property
    def anchor(self) -> tuple[DebateRun, ...]:
        """Return the anchor's debates of these sizes."""
        return tuple(run for run in self.runs if run.factor == ANCHOR)


class SoloAnswers(Record):
    """One model's answers to one puzzle, asked on its own."""

    model: str
    puzzle: str
    """Size and replicate, as the id of a sitting on it."""
    solution: tuple[str, ...]
    proposals: tuple[CountedProposal, ...]


class HeldVotes(Record):
    """Votes on the anchor's puzzles without a debate; without runs that failed."""

    team: tuple[SoloAnswers, ...]
    """Proposals of the anchor's team, as many as cost what its debates cost."""
    strongest: tuple[SoloAnswers, ...]
    """As many proposals of its strongest model."""
    supervised: tuple[VotedAnswer, ...] = ()
    """Votes of the team with a supervisor, at the calls of the debates."""


class Alone(Record):
    """A model in the single-agent benchmark."""

    model: str
    strict: tuple[float, ...]
    """For each puzzle, 1 where it got all players right, else 0."""
    smooth: tuple[float, ...]
    """For each puzzle, the share of players that it got right."""
    stated: tuple[float, ...]
    """The confidences that it stated, 1 to 10."""
    size: int = 6
    """Players of the puzzles."""
    unstated: int = 0
    """How many valid answers state no confidence from 1 to 10."""
    missing: int
    """How many puzzles have no valid answer."""

    @property
    def n(self) -> int:
        """Return the number of puzzles."""
        return len(self.smooth)

    @property
    def accuracy(self) -> float:
        """Return the mean share of players that it got right."""
        return mean(self.smooth)


def sittings_of(debates: Sequence[DebateRun]) -> list[Sitting]:
    """Return the sittings of the debates that ran to their end."""
    return [debate.sitting for debate in debates if debate.sitting is not None]


def benchmark_models(asked: Sequence[SoloAnswers]) -> tuple[Alone, ...]:
    """Return each model's benchmark over its first answers, in the order given."""
    benchmarks = []
    for model, of_model in group_by(asked, lambda answers: answers.model).items():
        first = [respondent.proposals[0] for respondent in of_model]
        pairs = [(respondent.proposals[0].answer, respondent.solution) for respondent in of_model]
        benchmarks.append(
            Alone(
                model=model,
                strict=tuple(strict(*pair) for pair in pairs),
                smooth=tuple(smooth(*pair) for pair in pairs),
                stated=tuple(proposal.confidence for proposal in first if proposal.confidence is not None),
                size=len(of_model[0].solution),
                missing=sum(None in proposal.answer for proposal in first),
                unstated=sum(proposal.confidence is None and None not in proposal.answer for proposal in first),
            )
        )
    return tuple(benchmarks)


def count_cost(path: Path) -> RunCost:
    """Return what the steps of a run took."""
    log = open_run(path)
    calls = [call for call in log.calls() if call.role != "judge"]
    estimated = not any(call.input_tokens or call.output_tokens for call in calls)
    steps = {
        step: StepCost(calls=len(asked), tokens=sum(_tokens(call, log, estimated) for call in asked))
        for step, asked in group_by(calls, lambda call: call.id.rpartition("#")[0]).items()
    }
    return RunCost(steps=steps, estimated=estimated)


def _tokens(call: CallRecord, log: RunLog, estimated: bool) -> float:
    if not estimated:
        return (call.input_tokens or 0) + (call.output_tokens or 0)
    characters = sum(len(log.blobs.block(block).text) for block in call.blocks) + len(call.text or "")
    return characters / CHARACTERS
