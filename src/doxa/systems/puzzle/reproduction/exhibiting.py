"""From debates to the exhibits of *Can LLM Agents Really Debate?*, by the names that a user asks for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from doxa.analysis.exhibit import Exhibit
from doxa.experiments.reproductions.ordering import Begin, Order
from doxa.experiments.reproductions.registry import Reproduction
from doxa.systems.puzzle.exhibits.benchmark import fig2
from doxa.systems.puzzle.exhibits.outcomes import fig3, table3
from doxa.systems.puzzle.exhibits.predicting import predicted
from doxa.systems.puzzle.exhibits.process import fig4, fig5, fig6
from doxa.systems.puzzle.exhibits.runs import ANCHOR, Asked, Debate
from doxa.systems.puzzle.exhibits.voting import votes
from doxa.systems.puzzle.reproduction.casting import Roster, roster
from doxa.systems.puzzle.reproduction.conditions import (
    RATED_SIZES,
    RATED_TEAMS,
    Configuration,
    configurations,
    difficulties,
)
from doxa.systems.puzzle.reproduction.running import benchmark, checked, debated, voted

ALONE, DEBATES, RATED, VOTES = "alone", "debates", "rated", "votes"
"""The experiments."""


@dataclass(frozen=True, kw_only=True)
class Made:
    """Everything that was run."""

    played: Roster
    debates: list[Debate] = field(default_factory=list)
    rated: list[Debate] = field(default_factory=list)
    team: list[Asked] = field(default_factory=list)
    strongest: list[Asked] = field(default_factory=list)

    @property
    def not_played(self) -> list[str]:
        """The configurations whose team no models form."""
        return [one.name for one in configurations() if one.team not in self.played.teams]

    @property
    def main(self) -> list[Debate]:
        """The debates of the sizes that all configurations have."""
        return [one for one in self.debates if one.factor != "C6"]

    @property
    def anchor(self) -> list[Debate]:
        return [one for one in self.debates if one.factor == ANCHOR]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What an exhibit is made of, and how."""

    needs: tuple[str, ...]
    make: Callable[[Made], list[Exhibit]]


PLANS: dict[str, Plan] = {
    "fig2": Plan(needs=(ALONE,), make=lambda found: fig2(found.played.alone, found.played.teams)),
    "fig3": Plan(needs=(DEBATES,), make=lambda found: fig3(found.debates, found.not_played)),
    "table3": Plan(needs=(DEBATES,), make=lambda found: table3(found.main)),
    "table4": Plan(needs=(ALONE, DEBATES), make=lambda found: predicted(found.main, "smooth")),
    "table5": Plan(needs=(ALONE, DEBATES), make=lambda found: predicted(found.main, "agreement")),
    "fig4": Plan(
        needs=(DEBATES,), make=lambda found: fig4([one for one in found.main if one.factor in (ANCHOR, "C2")])
    ),
    "fig5": Plan(needs=(DEBATES,), make=lambda found: fig5(found.main)),
    "fig6": Plan(needs=(RATED,), make=lambda found: fig6(found.rated)),
    "votes": Plan(needs=(VOTES,), make=lambda found: votes(found.anchor, found.team, found.strongest)),
}
"""The text's figures and tables in its order, and the baselines that it lacks."""


def made(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Run the experiments that exhibits need, all for none, each once, and return the exhibits."""
    checked(order)
    wanted = [one for one in PLANS if not names or one in names]
    needs = {need for one in wanted for need in PLANS[one].needs}
    alone = benchmark(order, begin(ALONE, "each model alone on puzzles of six players")) if _alone(needs, order) else []
    found = Made(played=roster(order, alone))
    if needs & {DEBATES, VOTES}:
        held = _configurations(wanted)
        watch = begin(DEBATES, f"{len(held)} configurations, the anchor among them, by number of players")
        found.debates.extend(debated(held, order, found.played, watch))
    if RATED in needs:
        watch = begin(RATED, "Het-Mix B and C, every reason rated by a judge who knows the solution")
        found.rated.extend(debated(_rated(), order, found.played, watch, rated=True))
    if VOTES in needs:
        _vote(found, order, begin)
    return [exhibit for one in wanted for exhibit in PLANS[one].make(found)]


def _alone(needs: set[str], order: Order) -> bool:
    """Say whether the benchmark is needed: for its own sake, or because models of one's own are cast by it."""
    return ALONE in needs or order.models != ("offline",)


def _configurations(wanted: Sequence[str]) -> tuple[Configuration, ...]:
    if set(wanted) <= {"votes", "fig2", "fig6"}:
        return configurations()[:1]
    return (*configurations(), difficulties()) if "fig3" in wanted else configurations()


def _rated() -> tuple[Configuration, ...]:
    return tuple(Configuration(name=team, factor="C2", team=team, sizes=RATED_SIZES) for team in RATED_TEAMS)


def _vote(found: Made, order: Order, begin: Begin) -> None:
    """Ask the anchor's team, and its strongest model alone, as often as the dearest debate of each size."""
    models = found.played.teams["het-mix-a"]
    most: dict[int, int] = {}
    for one in found.anchor:
        if one.sitting is not None:
            most[one.size] = max(most.get(one.size, 0), one.sitting.calls)
    watch = begin(VOTES, "the anchor's team and its strongest model without a debate, at the cost of one")
    each = {size: -(-calls // len(models)) for size, calls in most.items()}
    found.team.extend(voted(order, "team", models, each, watch))
    found.strongest.extend(voted(order, "strongest", models[:1], most, watch))


REALLY_DEBATE = Reproduction(exhibits=tuple(PLANS), make=made)
