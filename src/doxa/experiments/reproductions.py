"""Reproductions of papers by name, as systems bring them, and the order for one: models, directory, budget, trials.

A reproduction runs the experiments that the requested exhibits need and returns the exhibits, with published numbers
beside doxa's. Finished runs are not repeated when an order is given again. Replicate k has the same seeds and random
streams in every condition.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from doxa.analysis.exhibit import Exhibit
from doxa.engine.gate import Budget
from doxa.errors import UnknownNameError, UsageError, did_you_mean
from doxa.experiments.dry_runs import imitate
from doxa.experiments.named_models import name_models
from doxa.experiments.runner import Cell, Job, Place, Watch as RunnerWatch, run_within
from doxa.experiments.sitting import MakePerformer, plan_runs
from doxa.models.setup import performer_for
from doxa.records.base import JsonValue
from doxa.records.plugins import installed, shelf_of, take_plugin

Watch = Callable[[str, int, int, Cell], None]
"""Called with (the part that is run, number of runs that ended, number of all, the run that ended)."""

Begin = Callable[[str, str], Watch | None]
"""Called with (name, what it is about) when a part of a reproduction begins; returns the watcher of its runs."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """An order for a reproduction: with which models, into which directory, within which budget."""

    out: Path
    models: tuple[str, ...] = ("offline",)
    hear: str | None = None
    """Who extracts claims and reads their direction; None: a language model that speaks also hears."""
    sure: float | None = None
    """The probability that an offline judge, or an encoder, needs to say for or against; None: its own bounds."""
    judge: str = "offline"
    judges: tuple[str, ...] = ()
    """Judges that read the same finished runs and are compared; only for a reproduction that compares judges."""
    changes: dict[str, JsonValue] = field(default_factory=dict)
    """Changes to every scenario, such as fewer rounds for a first look."""
    files: tuple[Path, ...] = ()
    """Files in place of material that doxa makes itself; only for a reproduction that takes them."""
    trials: int | None = None
    """Replicates of each condition; the text's number when absent."""
    max_cost: float | None = None
    """US dollars for all runs together."""
    max_tokens: int | None = None
    """Input and output tokens for all runs together."""
    on: Place = "here"
    at_once: int = 8
    dry: bool = False
    """Ask no model: the offline performer stands in for every one, to count what would be asked."""

    @property
    def make(self) -> MakePerformer:
        """What makes the performers of all runs."""
        return imitate if self.dry else performer_for

    def name_models(self, model: str | None, changes: Mapping[str, JsonValue] | None = None) -> dict[str, JsonValue]:
        """Return the changes that let a model speak, and that name who hears it; then the others."""
        return name_models(model, self.hear, changes, sure=self.sure)

    def run_jobs(self, jobs: Sequence[Job], watch: RunnerWatch | None = None) -> list[Cell]:
        """Make runs within the order's budget and return how each ended, in the order given.

        Raises:
            StoppedError, UnknownNameError, ModelSetupError: as ``run_within``.
        """
        return run_within(
            jobs,
            Budget(usd=self.max_cost, tokens=self.max_tokens),
            self.out,
            larger="--max-tokens" if self.max_cost is None else "--max-usd",
            on=self.on,
            at_once=self.at_once,
            watch=watch,
            make=self.make,
        )


def jobs_for(
    source: str,
    changes: Mapping[str, JsonValue],
    *,
    folder: Path,
    trials: int,
    varied: Mapping[str, JsonValue],
    own: Sequence[Mapping[str, JsonValue]] = (),
) -> list[Job]:
    """Return the planned replicates of one condition, in ``folder/k0`` and so on.

    Args:
        own: further changes of each replicate, such as its puzzle; none where empty.
        source: the scenario, by name or file.
        varied: the settings that distinguish the condition, by dotted path.

    Raises:
        ScenarioError: the scenario cannot be read, or is not valid with these changes.
    """
    if own:
        replicates = [plan_runs(source, {**changes, **own[place]}, [place])[0] for place in range(trials)]
    else:
        replicates = plan_runs(source, changes, range(trials))
    return [
        Job(spec=run.spec, path=folder / f"k{run.spec.replicate}", terms=run.terms, set=dict(varied))
        for run in replicates
    ]


def watching(watch: Watch | None, what: str) -> RunnerWatch | None:
    """Return a watcher of runs that also passes on which part they belong to."""
    return (lambda number, total, cell: watch(what, number, total, cell)) if watch else None


def slug(text: str) -> str:
    """Return a name in a form that can be part of a path."""
    return re.sub(r"[^a-z0-9.=]+", "-", text.lower()).strip("-")


Make = Callable[[Sequence[str], Order, Begin], list[Exhibit]]
"""(names of exhibits, all where empty; the order; called as parts begin) → the exhibits, in the paper's order."""


@dataclass(frozen=True, kw_only=True)
class Reproduction:
    """A plug-in that reproduces a paper."""

    exhibits: tuple[str, ...]
    """Names of its tables and figures, in the paper's order."""
    make: Make
    about: str = ""
    """One line on the paper, for ``doxa list``; by default what the docstring of ``make`` or its module says."""
    place: str = ""
    """The file that describes it, for ``doxa show``."""
    compares_judges: bool = False
    """Whether it can compare several judges (``--judges``)."""
    takes_files: str = ""
    """What files it takes in place of material that doxa makes itself, such as ``puzzles``; '' for none."""


def reproduction_names() -> list[str]:
    """Return the names of all installed reproductions, sorted."""
    return sorted(shelf_of("reproductions"))


@cache
def reproduction_named(name: str) -> Reproduction:
    """Return the reproduction of a name.

    Raises:
        UnknownNameError: no reproduction of that name is installed.
        PluginError: the reproduction cannot be used.
    """
    reproduction = take_plugin("reproductions", name, Reproduction)
    if reproduction is None:
        raise UnknownNameError(
            f"no reproduction is named {name!r}",
            hint=installed(name, reproduction_names(), shelf_of("reproductions").notes),
        )
    return reproduction


def reproduced(name: str, exhibits: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Return exhibits of a paper, all when none is named, after the runs that they need.

    Raises:
        UnknownNameError: there is no such reproduction, or no such exhibit in it.
        StoppedError: interrupted; the same call continues.
        UsageError: the order cannot be run.
    """
    reproduction = reproduction_named(name)
    if order.trials is not None and order.trials < 1:
        raise UsageError(f"--trials {order.trials}: nothing would be run", hint="Leave it out for the paper's number.")
    for exhibit in exhibits:
        if exhibit not in reproduction.exhibits:
            raise UnknownNameError(
                f"no exhibit is named {exhibit!r}",
                hint=f"{did_you_mean(exhibit, reproduction.exhibits)}Exhibits: {', '.join(reproduction.exhibits)}.",
            )
    if order.judges and not reproduction.compares_judges:
        raise UsageError(f"{name} does not compare judges", hint="Leave --judges out; --judge sets the judge.")
    if order.files and not reproduction.takes_files:
        raise UsageError(f"{name} takes no file of puzzles", hint="Leave --puzzle-file out.")
    return reproduction.make(exhibits, order, begin)
