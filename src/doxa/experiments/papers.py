"""A paper as data: one TOML file with its experiments and exhibits, and one runner for all papers.

An experiment is a scenario under every combination of the levels of its factors; a level is a name with the settings
that it changes. An exhibit names the experiments that it needs and the function that makes it from their runs. What is
irregular is a function that the file names as ``module:function``.
"""

import csv
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product
from typing import Any, Literal

from pydantic import Field

from doxa.analysis.exhibit import Exhibit
from doxa.errors import UsageError
from doxa.experiments.reproductions import Begin, Order, Reproduction, Watch, jobs_for, slug, watching
from doxa.experiments.runner import Cell, Job
from doxa.records.base import JsonValue, Settings
from doxa.records.plugins import Later

OFFLINE = ("offline",)

ORDER = "order"
"""The need of an exhibit's function that also takes the order."""

UNSET = "unset"
"""The value of a setting that a level removes, as TOML has no null."""

LevelSettings = dict[str, JsonValue]


class Experiment(Settings):
    """Runs that are made together."""

    about: str = ""
    """What the terminal says as it begins."""
    scenario: str = ""
    factors: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Factor → its levels here; the first factor varies slowest."""
    trials: int = 1
    """Replicates of each combination of levels, as in the paper."""
    trials_offline: int | None = None
    """Replicates offline, where more of them add little; by default those of the paper."""
    models: int | None = None
    """How many models it takes; with another number it has no runs."""
    judged: bool = False
    """Whether the order's judge is the runs' own (``models.judge``)."""
    folder: str = "{experiment}/{models}"
    """Where runs go, by factor, ``experiment``, ``scenario``, ``models``; ``{factor!s}`` keeps capitals and spaces."""
    adjust: str = ""
    """(order, level names by factor, changes) → the changes of a run, where the levels do not say everything."""
    read: str = ""
    """(runs, order, watch) → what exhibits are made of, one value a run."""
    run: str = ""
    """(study, begin) → the same, for an experiment that is no combination of levels; it runs them itself."""


class ExhibitPlan(Settings):
    """What an exhibit is made of, and by which function."""

    needs: tuple[str, ...] = ()
    """Experiments, whose values the function takes in this order; ``order`` stands for the order."""
    make: str
    """(value of each need, further settings by keyword) → an exhibit, or several."""
    settings: dict[str, JsonValue] = Field(default_factory=dict, alias="with")


class Paper(Settings):
    """A reproduction file."""

    about: str
    """The paper, in one line."""
    models: Literal["each", "one", "together"] = "each"
    """Every model of the order speaks in runs of its own, or only one is taken, or all speak in the same runs."""
    check: str = ""
    """(order) → None; raises where the order cannot be run."""
    compares_judges: bool = False
    takes_files: str = ""
    levels: dict[str, dict[str, LevelSettings]] = Field(default_factory=dict)
    """Factor → level → the settings that it changes, by dotted path."""
    experiments: dict[str, Experiment]
    """In the order in which they are run."""
    exhibits: dict[str, ExhibitPlan]
    """In the paper's order."""

    def changes(self, levels: Mapping[str, str]) -> LevelSettings:
        """Return the settings that levels change."""
        return {
            path: None if setting == UNSET else setting
            for factor, level in levels.items()
            for path, setting in self.levels.get(factor, {}).get(level, {}).items()
        }


@dataclass(frozen=True, kw_only=True)
class ExperimentRun:
    """One run of an experiment: what was varied, and how the run ended."""

    scenario: str
    models: str
    """The models that speak, by commas."""
    levels: Mapping[str, str]
    """Factor → level."""
    changes: LevelSettings
    """The settings that the levels change."""
    job: Job
    cell: Cell


@dataclass(frozen=True, kw_only=True)
class PaperStudy:
    """What an order has run so far; a function that runs an experiment reads it."""

    paper: Paper
    order: Order
    wanted: tuple[str, ...]
    """The exhibits to make."""
    values: dict[str, Any]
    """Experiment → what its runs came to, of those that have ended."""


def read_paper(package: str, name: str) -> Paper:
    """Return the paper of a file in a package, such as ``doxa.systems.dialogue`` and ``belief-engine.toml``."""
    return Paper.model_validate(tomllib.loads((resources.files(package) / name).read_text(encoding="utf-8")))


def read_reproduction(package: str, name: str) -> Reproduction:
    """Return the paper of a file as a plug-in; the arguments are those of ``read_paper``."""
    paper = read_paper(package, name)
    return Reproduction(
        exhibits=tuple(paper.exhibits),
        about=paper.about,
        place=f"{package}:{name}",
        make=lambda exhibits, order, begin: make_exhibits(paper, exhibits, order, begin),
        compares_judges=paper.compares_judges,
        takes_files=paper.takes_files,
    )


def make_exhibits(paper: Paper, names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Run each experiment that the named exhibits need once and return the exhibits; without names, all of them.

    Raises:
        UsageError: the paper does not take so many models, or its own check refuses the order.
        StoppedError: the runs were interrupted; the same call continues them.
        ScenarioError, ModelSetupError: a setting or a model cannot be used; nothing of its experiment has run.
    """
    if paper.models == "one" and len(order.models) > 1:
        raise UsageError("this paper is reproduced with one model at a time", hint="Give one model with --models.")
    if paper.check:
        _function(paper.check)(order)
    wanted = tuple(name for name in paper.exhibits if not names or name in names)
    needed = {need for name in wanted for need in paper.exhibits[name].needs}
    study = PaperStudy(paper=paper, order=order, wanted=wanted, values={})
    for name in paper.experiments:
        if name in needed:
            study.values[name] = run_experiment(study, name, begin)
    return [exhibit for name in wanted for exhibit in _make_exhibit(paper.exhibits[name], study)]


def run_experiment(study: PaperStudy, name: str, begin: Begin) -> Any:
    """Return what the runs of an experiment came to, failed ones included; none where it takes other models."""
    experiment, order = study.paper.experiments[name], study.order
    if experiment.models not in (None, len(order.models)):
        return []
    if experiment.run:
        return _function(experiment.run)(study, begin)
    watch = begin(name, experiment.about)
    return _function(experiment.read)(run_levels(study.paper, name, order, watch), order, watch)


def run_levels(paper: Paper, name: str, order: Order, watch: Watch | None = None) -> list[ExperimentRun]:
    """Make the runs of an experiment and return them, by model, level and replicate."""
    apart = order.models if paper.models == "each" else (",".join(order.models),)
    combinations = list(product(*paper.experiments[name].factors.values()))
    planned = [
        (models, levels, job)
        for models in apart
        for combination in combinations
        for levels in [dict(zip(paper.experiments[name].factors, combination, strict=True))]
        for job in plan_levels(paper, name, order, models, levels)
    ]
    cells = order.run_jobs([job for _, _, job in planned], watching(watch, "runs"))
    return [
        ExperimentRun(
            scenario=paper.experiments[name].scenario,
            models=models,
            levels=levels,
            changes=paper.changes(levels),
            job=job,
            cell=cell,
        )
        for (models, levels, job), cell in zip(planned, cells, strict=True)
    ]


def plan_levels(paper: Paper, name: str, order: Order, models: str, levels: Mapping[str, str]) -> list[Job]:
    """Return the planned replicates of one combination of levels."""
    experiment = paper.experiments[name]
    judge: LevelSettings = {"models.judge": order.judge} if experiment.judged else {}
    settings = {**judge, **paper.changes(levels), **order.changes}
    changes = order.name_models(None if paper.models == "together" else models, settings)
    if experiment.adjust:
        changes = _function(experiment.adjust)(order, levels, changes)
    trials = experiment.trials
    if order.models == OFFLINE and experiment.trials_offline is not None:
        trials = experiment.trials_offline
    places = {"experiment": name, "scenario": experiment.scenario, "models": models.replace(",", "+"), **levels}
    return jobs_for(
        experiment.scenario,
        changes,
        folder=order.out / experiment.folder.format(**{factor: _Place(place) for factor, place in places.items()}),
        trials=order.trials or trials,
        varied=levels,
    )


@cache
def read_published(package: str, *keys: str) -> dict[tuple[str, ...], dict[str, float]]:
    """Return the numbers that a paper prints, as ``published.csv`` of a package holds them.

    Args:
        keys: the columns that name a line; every other column is a number, or empty where the paper prints none.
    """
    return {
        tuple(row[key] for key in keys): {
            column: float(cell) for column, cell in row.items() if column not in keys and cell
        }
        for row in csv.DictReader((resources.files(package) / "published.csv").read_text(encoding="utf-8").splitlines())
    }


class _Place(str):
    """A level's name as part of a path: ``{factor}`` is made fit for one, ``{factor!s}`` is the name itself."""

    def __format__(self, spec: str) -> str:
        return format(slug(str(self)), spec)

    def __str__(self) -> str:
        return "".join(self)  # a plain text, which formats as itself


def _make_exhibit(plan: ExhibitPlan, study: PaperStudy) -> Sequence[Exhibit]:
    needs = [study.order if need == ORDER else study.values[need] for need in plan.needs]
    exhibits = _function(plan.make)(*needs, **plan.settings)
    return [exhibits] if isinstance(exhibits, Exhibit) else list(exhibits)


def _function(place: str) -> Any:
    return Later(place).load()
