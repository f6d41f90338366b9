"""The models of the teams: declared reasoners offline, or benchmarked models that fill the cells of Table 2."""

from dataclasses import dataclass

from doxa.experiments.reproductions.ordering import Order
from doxa.records.base import JsonValue
from doxa.systems.puzzle.exhibits.benchmark import propose_teams
from doxa.systems.puzzle.exhibits.runs import Alone
from doxa.systems.puzzle.offline.reasoners import PREFIX, PROFILES
from doxa.systems.puzzle.plans import PRESETS

OFFLINE = ("offline",)


@dataclass(frozen=True, kw_only=True)
class Roster:
    """The benchmarked models, and the teams that they form."""

    alone: tuple[Alone, ...]
    teams: dict[str, tuple[str, ...]]

    def accuracy(self, model: str) -> float | None:
        """Return a model's accuracy alone; None where it was not benchmarked."""
        return next((benchmark.accuracy for benchmark in self.alone if benchmark.model == model), None)

    def changes(self, team: str) -> dict[str, JsonValue]:
        """Return the changes to a scenario that set a team."""
        return {"team.models": list(self.teams[team])}


def candidates(order: Order) -> tuple[str, ...]:
    """Return the models that are benchmarked: those given, or every reasoner's profile."""
    return tuple(f"{PREFIX}{profile_name}" for profile_name in PROFILES) if order.models == OFFLINE else order.models


def roster(order: Order, alone: list[Alone]) -> Roster:
    """Return the models of each team.

    Offline these are the declared presets. Given models form the teams whose cells they fill. The anchor is always
    played; where they do not fill its cells, by the most, the middle and the least accurate of them.
    """
    if order.models == OFFLINE:
        return Roster(alone=tuple(alone), teams={name: preset.reasoners for name, preset in PRESETS.items()})
    teams = propose_teams(alone)
    ranked = [benchmark.model for benchmark in sorted(alone, key=lambda benchmark: -benchmark.accuracy)] or list(
        order.models
    )
    teams.setdefault("het-mix-a", (ranked[0], ranked[len(ranked) // 2], ranked[-1]))
    teams.setdefault("hom-strong", (ranked[0],) * 3)
    teams.setdefault("hom-weak", (ranked[-1],) * 3)
    return Roster(alone=tuple(alone), teams=teams)


def apart(models: tuple[str, ...], played: Roster) -> tuple[int | None, int | None]:
    """Return the indices of the strongest and the weakest agent; None where unknown or shared."""
    accuracies = [played.accuracy(model) for model in models]
    known_accuracies = [accuracy for accuracy in accuracies if accuracy is not None]
    if len(known_accuracies) < len(accuracies) or known_accuracies.count(min(known_accuracies)) > 1:
        return None, None
    # an added agent has the strongest model too, so either of the two is the strongest
    return accuracies.index(max(known_accuracies)), accuracies.index(min(known_accuracies))
