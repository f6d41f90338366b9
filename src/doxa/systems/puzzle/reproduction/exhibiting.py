"""Makes the exhibits of *Can LLM Agents Really Debate?*, by the names that a user asks for, from debates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from doxa.analysis.exhibit import Exhibit
from doxa.experiments.reproductions.ordering import Begin, Order
from doxa.experiments.reproductions.registry import Reproduction
from doxa.systems.puzzle.exhibits.benchmark import fig2
from doxa.systems.puzzle.exhibits.outcomes import fig3, table3
from doxa.systems.puzzle.exhibits.process import fig4, fig5, fig6
from doxa.systems.puzzle.exhibits.regressions import tabulate_regression
from doxa.systems.puzzle.exhibits.runs import ANCHOR, DebateRun, SoloAnswers, SupervisedVote
from doxa.systems.puzzle.exhibits.voting import votes
from doxa.systems.puzzle.reproduction.casting import Roster, roster
from doxa.systems.puzzle.reproduction.conditions import (
    RATED_SIZES,
    RATED_TEAMS,
    Configuration,
    configurations,
    difficulties,
)
from doxa.systems.puzzle.reproduction.material import describe_puzzles
from doxa.systems.puzzle.reproduction.running import (
    benchmark,
    check_changes,
    run_debates,
    run_supervised_votes,
    run_votes,
)

ALONE, DEBATES, RATED, VOTES = "alone", "debates", "rated", "votes"
"""The experiments."""


@dataclass(frozen=True, kw_only=True)
class PuzzleRuns:
    """Everything that was run."""

    played: Roster
    debates: list[DebateRun] = field(default_factory=list)
    rated: list[DebateRun] = field(default_factory=list)
    team: list[SoloAnswers] = field(default_factory=list)
    strongest: list[SoloAnswers] = field(default_factory=list)
    supervised: list[SupervisedVote] = field(default_factory=list)

    @property
    def not_played(self) -> list[str]:
        """Return the configurations whose team no models form."""
        return [configuration.name for configuration in configurations() if configuration.team not in self.played.teams]

    @property
    def main(self) -> list[DebateRun]:
        """Return the debates of the sizes that all configurations have."""
        return [debate for debate in self.debates if debate.factor != "C6"]

    @property
    def anchor(self) -> list[DebateRun]:
        return [debate for debate in self.debates if debate.factor == ANCHOR]


@dataclass(frozen=True, kw_only=True)
class PuzzleExhibitPlan:
    """The experiments that an exhibit needs, and the function that makes it."""

    needs: tuple[str, ...]
    make: Callable[[PuzzleRuns], list[Exhibit]]


PLANS: dict[str, PuzzleExhibitPlan] = {
    "fig2": PuzzleExhibitPlan(needs=(ALONE,), make=lambda findings: fig2(findings.played.alone, findings.played.teams)),
    "fig3": PuzzleExhibitPlan(needs=(DEBATES,), make=lambda findings: fig3(findings.debates, findings.not_played)),
    "table3": PuzzleExhibitPlan(needs=(DEBATES,), make=lambda findings: table3(findings.main)),
    "table4": PuzzleExhibitPlan(
        needs=(ALONE, DEBATES), make=lambda findings: tabulate_regression(findings.main, "smooth")
    ),
    "table5": PuzzleExhibitPlan(
        needs=(ALONE, DEBATES), make=lambda findings: tabulate_regression(findings.main, "agreement")
    ),
    "fig4": PuzzleExhibitPlan(
        needs=(DEBATES,),
        make=lambda findings: fig4([debate for debate in findings.main if debate.factor in (ANCHOR, "C2")]),
    ),
    "fig5": PuzzleExhibitPlan(needs=(DEBATES,), make=lambda findings: fig5(findings.main)),
    "fig6": PuzzleExhibitPlan(needs=(RATED,), make=lambda findings: fig6(findings.rated)),
    "votes": PuzzleExhibitPlan(
        needs=(VOTES,),
        make=lambda findings: votes(findings.anchor, findings.team, findings.strongest, findings.supervised),
    ),
}
"""Exhibit → its plan: the text's figures and tables in its order, and the baselines that it lacks."""


def make_exhibits(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Run each experiment that the named exhibits need once and return the exhibits; without names, all of them."""
    check_changes(order)
    wanted = [name for name in PLANS if not names or name in names]
    needs = {need for name in wanted for need in PLANS[name].needs}
    alone = benchmark(order, begin(ALONE, "each model alone on puzzles of one size")) if _alone(needs, order) else []
    findings = PuzzleRuns(played=roster(order, alone))
    if needs & {DEBATES, VOTES}:
        planned = _configurations(wanted)
        watch = begin(DEBATES, f"{len(planned)} configurations, the anchor among them, by number of players")
        findings.debates.extend(run_debates(planned, order, findings.played, watch, counted=VOTES in needs))
    if RATED in needs:
        watch = begin(RATED, "Het-Mix B and C, every reason rated by a judge who knows the solution")
        findings.rated.extend(run_debates(_select_rated_configurations(), order, findings.played, watch, rated=True))
    if VOTES in needs:
        _vote(findings, order, begin)
    exhibits = [exhibit for name in wanted for exhibit in PLANS[name].make(findings)]
    about = describe_puzzles(order)
    return [exhibit.model_copy(update={"caption": f"{exhibit.caption} {about}".strip()}) for exhibit in exhibits]


def _alone(needs: set[str], order: Order) -> bool:
    """Return whether the benchmark is needed: for an exhibit, or to form teams from given models."""
    return ALONE in needs or order.models != ("offline",)


def _configurations(wanted: Sequence[str]) -> tuple[Configuration, ...]:
    if set(wanted) <= {"votes", "fig2", "fig6"}:
        return configurations()[:1]
    return (*configurations(), difficulties()) if "fig3" in wanted else configurations()


def _select_rated_configurations() -> tuple[Configuration, ...]:
    return tuple(Configuration(name=team, factor="C2", team=team, sizes=RATED_SIZES) for team in RATED_TEAMS)


def _vote(findings: PuzzleRuns, order: Order, begin: Begin) -> None:
    """Ask the anchor's team, and its strongest model alone, as often as the debate with the most calls of each size."""
    models = findings.played.teams["het-mix-a"]
    watch = begin(VOTES, "the anchor's team and its strongest model without a debate, at the calls and tokens of one")
    most = _count_proposals(findings.anchor)
    samples = {size: -(-count // len(models)) for size, count in most.items()}
    findings.team.extend(run_votes(order, "team", models, samples, watch))
    findings.strongest.extend(run_votes(order, "strongest", models[:1], most, watch))
    calls = _largest_by_size(findings.anchor, lambda debate: debate.sitting.calls if debate.sitting else 0)
    within = {size: max(1, (int(count) - 1) // len(models)) for size, count in calls.items()}
    findings.supervised.extend(run_supervised_votes(order, findings.played, models, within, watch))


MOST_PROPOSALS = 1000
"""Most proposals of one agent to one puzzle (``script.samples``)."""

SPARE = 1.1
"""Proposals asked for beyond those that would cost a debate's tokens, as replies differ in length."""


def _count_proposals(debates: Sequence[DebateRun]) -> dict[int, int]:
    """Return size → as many proposals as cost at least the calls and the tokens of every debate of that size."""
    calls = _largest_by_size(debates, lambda debate: debate.sitting.calls if debate.sitting else 0)
    tokens = _largest_by_size(debates, lambda debate: SPARE * (debate.in_proposals or 0))
    return {size: min(MOST_PROPOSALS, max(int(count), int(tokens[size]) + 1)) for size, count in calls.items()}


def _largest_by_size(debates: Sequence[DebateRun], count: Callable[[DebateRun], float]) -> dict[int, float]:
    largest: dict[int, float] = {}
    for debate in debates:
        if debate.sitting is not None:
            largest[debate.size] = max(largest.get(debate.size, 0), count(debate))
    return largest


REALLY_DEBATE = Reproduction(exhibits=tuple(PLANS), make=make_exhibits, takes_files="puzzles")
