"""A sitting: one process drives one run from its present state to its end or to a clean stop.

``run`` and ``resume`` are thin synchronous functions over ``arun`` and ``aresume``. A run directory that already
contains the same spec is resumed; a directory with another spec is refused, with the field that differs.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, StrictInt, StrictStr, ValidationError

from doxa.analysis.missing import code_of, plugins_of, require_to_drive
from doxa.engine.drive import Progress, Watcher, Watchers, drive
from doxa.engine.gate import Budget, Gate, SharedBudget
from doxa.engine.keeping import keeping
from doxa.engine.turn import Desk
from doxa.engine.under_way import Running
from doxa.errors import (
    BeliefError,
    DamagedLogError,
    DiskError,
    DivergedError,
    DoxaError,
    LogError,
    ModelSetupError,
    NoAnswerError,
    ScenarioError,
    StoppedError,
    did_you_mean,
)
from doxa.experiments.discarding import discard_run, kept_hint
from doxa.experiments.interrupts import in_turn, shared_interrupts
from doxa.experiments.overrides import check_runs
from doxa.experiments.planning import plan
from doxa.experiments.sameness import check_corpora, check_directory, check_plugins, check_untouched, describe_changes
from doxa.experiments.scenario import Scenario, load_scenario
from doxa.experiments.shipped import find_place, name_place
from doxa.log import batches, journal as journals
from doxa.log.formats import VERSION, code_hash, other_code, telling_later
from doxa.log.rundir import RunLike, RunLog, RunWriter, blames_damage, is_finished, open_run, read_spec, writing
from doxa.models.callables import AgentFunction, name_models, with_callables
from doxa.models.conditions import Conditions
from doxa.models.port import Performer, Usage
from doxa.models.prices import cost, price_list
from doxa.models.setup import check_names, performer_for
from doxa.records.amend import models_of
from doxa.records.base import JsonValue
from doxa.records.outside import file_name
from doxa.records.plugins import package_of
from doxa.records.spec import ModelSettings, RunSpec

NOTHING_USED = Usage(input_tokens=0, output_tokens=0)


MakePerformer = Callable[[ModelSettings, Conditions], Performer]


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The conditions of a sitting; nothing here determines an event."""

    conditions: Conditions = Conditions()
    budget: Budget = Budget()
    source: str = ""
    """The scenario's name or path, so that a later sitting can check whether the scenario changed."""
    as_changed: bool = False
    """Whether the sitting goes on although a model states to be another, or a plug-in has other code, than before."""
    changes: Mapping[str, JsonValue] | None = None
    replicate: int = 0
    shared: SharedBudget | None = None
    """What the run may spend together with others; no later sitting knows it."""

    def within(self, budget: Budget | SharedBudget | None) -> "Terms":
        """Return the terms with another budget, or with one that is shared with other runs."""
        if isinstance(budget, SharedBudget):
            return replace(self, shared=budget)
        return replace(self, budget=budget or self.budget)


@dataclass(frozen=True, kw_only=True)
class PlannedRun:
    """A scenario resolved once: all that determines a run's events, and the terms of its first sitting."""

    spec: RunSpec
    terms: Terms


def plan_runs(
    scenario: str | Path | Scenario, changes: Mapping[str, JsonValue] | None = None, replicates: Sequence[int] = (0,)
) -> list[PlannedRun]:
    """Return the planned replicates of a scenario, which is read once.

    Raises:
        ScenarioError, UnknownNameError, CorpusError: as ``check_runs``, ``load_scenario`` and ``plan``.
    """
    check_runs(len(replicates))
    loaded = scenario if isinstance(scenario, Scenario) else load_scenario(scenario, changes)
    terms = Terms(
        conditions=loaded.conditions,
        budget=loaded.budget,
        source="" if isinstance(scenario, Scenario) else _source_of(scenario),
        changes=changes,
    )
    return [
        PlannedRun(spec=plan(loaded, replicate), terms=replace(terms, replicate=replicate)) for replicate in replicates
    ]


def arun(
    scenario: str | Path | Scenario,
    *,
    out: Path | str | None = None,
    changes: Mapping[str, JsonValue] | None = None,
    replicate: int = 0,
    agents: Mapping[str, AgentFunction] | None = None,
    budget: Budget | SharedBudget | None = None,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> Running[Progress, RunLog]:
    """Run a scenario to its end and return its log: await it, make it a task, or iterate over its progress.

    Runs on one loop share the limits of each service, and a ``SharedBudget`` that they are given. A run that is
    cancelled stops at once, and the same call or ``aresume`` continues it.

    Args:
        scenario: a built-in name, a path, or a Scenario.
        out: the run directory; ``runs/NAME-HASH`` when absent. A directory with the same run is resumed.
        changes: dotted path → value, applied before the scenario is validated.
        agents: agent → a Python callable that speaks for it: given an ``AgentTurn``, it returns words.
        budget: replaces the scenario's, or is shared with other runs beside it.
        watch: called with the progress after each batch; what it raises ends the run, which can be resumed.
        make: returns the performer for a role's settings; tests pass their own.

    Raises:
        ScenarioError, CorpusError, ModelSetupError, LogError: the run cannot begin; no model was asked.
        StoppedError, DiskError: the run stopped early and can be resumed.
    """

    async def work(tell: Watcher) -> RunLog:
        speaking = _set_models(scenario, changes, agents) if agents else changes
        (planned,) = plan_runs(scenario, speaking, [replicate])
        path, terms = Path(out) if out else default_directory(planned.spec), planned.terms.within(budget)
        makes = with_callables(planned.spec, agents, make)
        return await seated(planned.spec, path, terms, watch=Watchers(watch, tell), make=makes)

    return Running(work)


def run(
    scenario: str | Path | Scenario,
    *,
    out: Path | str | None = None,
    changes: Mapping[str, JsonValue] | None = None,
    replicate: int = 0,
    agents: Mapping[str, AgentFunction] | None = None,
    budget: Budget | SharedBudget | None = None,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> RunLog:
    """Run a scenario to its end and return its log; arguments and errors as ``arun``."""
    return in_turn(
        lambda: arun(
            scenario, out=out, changes=changes, replicate=replicate, agents=agents, budget=budget, watch=watch,
            make=make,
        )
    )  # fmt: skip


def aresume(
    path: RunLike,
    *,
    agents: Mapping[str, AgentFunction] | None = None,
    budget: Budget | SharedBudget | None = None,
    as_recorded: bool = False,
    as_changed: bool = False,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> Running[Progress, RunLog]:
    """Continue a stopped run to its end and return its log, as ``arun`` does.

    Args:
        budget: replaces the last sitting's budget, or is shared with other runs beside it.
        as_recorded: continue with the recorded spec even though its scenario has changed since.
        as_changed: continue even though a model states to be another, or a plug-in has other code, than before.

    Raises:
        ScenarioError: the scenario changed since; the error names the field.
        MissingPluginError: the run needs a plug-in that is not installed, or cannot be used; the error names it.
    """

    async def work(tell: Watcher) -> RunLog:
        spec, terms = blames_damage(read_stopped_run)(Path(path), as_recorded=as_recorded, models=make is performer_for)
        terms = replace(terms.within(budget), as_changed=as_changed)
        makes = with_callables(spec, agents, make)
        return await seated(spec, Path(path), terms, watch=Watchers(watch, tell), make=makes)

    return Running(work)


@blames_damage
def resume(
    path: RunLike,
    *,
    agents: Mapping[str, AgentFunction] | None = None,
    budget: Budget | SharedBudget | None = None,
    as_recorded: bool = False,
    as_changed: bool = False,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> RunLog:
    """Continue a stopped run to its end and return its log; arguments and errors as ``aresume``."""
    return in_turn(
        lambda: aresume(
            path, agents=agents, budget=budget, as_recorded=as_recorded, as_changed=as_changed, watch=watch, make=make
        )
    )


def _set_models(
    scenario: str | Path | Scenario, changes: Mapping[str, JsonValue] | None, agents: Mapping[str, AgentFunction]
) -> dict[str, JsonValue]:
    """Return the changes of a scenario, with those that let callables speak for agents.

    Raises:
        ScenarioError: the scenario has no such agent.
    """
    known = (scenario if isinstance(scenario, Scenario) else load_scenario(scenario, changes)).agents
    if unknown := [id for id in agents if id not in known]:
        raise ScenarioError(
            f"agents: the scenario has no agent {unknown[0]!r}",
            hint=f"{did_you_mean(unknown[0], known)}Its agents: {', '.join(known)}.",
        )
    models = zip(agents, name_models(agents), strict=True)
    return {**(changes or {}), **{f"agents.{id}.model": model for id, model in models}}


def read_stopped_run(path: Path, *, as_recorded: bool = False, models: bool = True) -> tuple[RunSpec, Terms]:
    """Return the spec and the terms with which a stopped run continues.

    Args:
        models: whether the providers of its models are needed too.

    Raises:
        ScenarioError, DivergedError, MissingPluginError: as ``resume``.
    """
    spec = read_spec(path)
    check_untouched(path, spec)
    require_to_drive(spec, path, models=models and not is_finished(path))
    terms = last_terms(path)
    if terms.source and not as_recorded:
        _same_scenario(spec, terms)
    return spec, terms


def sit(
    spec: RunSpec, path: Path, terms: Terms, *, watch: Watcher | None = None, make: MakePerformer = performer_for
) -> RunLog:
    """Drive one run directory from its present state and return its log, where no loop runs."""
    return in_turn(lambda: seated(spec, path, terms, watch=watch, make=make))


async def seated(
    spec: RunSpec,
    path: Path,
    terms: Terms,
    *,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> RunLog:
    """Drive one run inside a running event loop, together with others, and return its log."""
    check_directory(spec, path)
    if (path / "spec.json").exists() and is_finished(path):
        return open_run(path)
    check_corpora(spec, terms.conditions.corpora)
    if not terms.as_changed:
        check_plugins(spec, path)
    check_prices(spec, terms)
    fresh = not path.exists()
    if (path / batches.NAME).exists():  # what is on its way is collected, and not asked for live too
        said = terms.conditions.model_dump(exclude_defaults=True)
        terms = replace(terms, conditions=Conditions.model_validate({**said, "batch": True}))
    watchers = Watchers(watch)
    try:
        await _driven(spec, path, terms, watchers, make)
    except (BeliefError, ScenarioError) as error:
        if error is watchers.raised:
            raise
        if not (fresh and discard_run(path)):
            error.hint = f"{error.hint} {kept_hint(path)}".lstrip()
        raise
    except NoAnswerError as error:
        error.hint = error.hint.replace("DIR", str(path))
        raise
    except (StoppedError, LogError) as error:
        error.hint = error.hint or _way_on(error, path)
        if isinstance(error, DivergedError) and (origin := other_code(journals.read_sittings(path / journals.NAME))):
            error.hint = f"{error.hint} The log may be right: {origin}."
        raise
    return open_run(path)


def default_directory(spec: RunSpec) -> Path:
    """Return the default directory of a run; the same spec always has the same one."""
    return Path("runs") / f"{file_name(spec.name)}-{spec.hash[:8]}"


def _way_on(error: StoppedError | LogError, path: Path) -> str:
    if isinstance(error, DamagedLogError):  # resumed, it would stop here again
        return f"doxa verify {path} names each line that is not as it was written; put the file back as it was."
    flags = error.flags if isinstance(error, StoppedError) else ""
    return f"Nothing is lost. Continue with: doxa resume {path} {flags}".rstrip()


def last_terms(path: Path) -> Terms:
    """Return the terms of a run's last sitting; DamagedLogError where the journal's are not terms."""
    with telling_later(path):
        sittings = list(journals.read_sittings(path / journals.NAME))
    if not sittings:
        return Terms()
    try:
        recorded = _RecordedTerms.model_validate(sittings[-1].conditions)
    except ValidationError:
        raise DamagedLogError(
            f"{path / journals.NAME}: the last sitting's conditions are not as a run writes them",
            hint="Put the file back as it was.",
        ) from None
    # what is as it is by default was not asked for, so that a model's own conditions may replace it
    said = Conditions.model_validate(recorded.conditions.model_dump(exclude_defaults=True))
    source = find_place(recorded.source)
    return Terms(**dict(recorded) | {"conditions": said.with_places(find_place), "source": source})


class _RecordedTerms(BaseModel):
    """The terms of a sitting as the journal holds them; further entries are not terms."""

    conditions: Conditions
    budget: Budget
    source: StrictStr
    changes: dict[str, JsonValue] | None
    replicate: StrictInt


async def _driven(spec: RunSpec, path: Path, terms: Terms, watch: Watchers, make: MakePerformer) -> None:
    performers: dict[ModelSettings, Performer] = {}

    def performer(settings: ModelSettings) -> Performer:
        if settings not in performers:
            performers[settings] = make(settings, terms.conditions)
        return performers[settings]

    try:
        for settings in models_of(spec):
            performer(settings)  # a model that cannot work says so before anything is asked or written
        with ExitStack() as files:
            run = files.enter_context(writing(path, spec))
            _open_sitting(run, terms)
            if terms.shared:
                terms.shared.join(path, run.journal)
            gate = Gate(terms.budget, run.journal, terms.shared)
            keeper = files.enter_context(keeping(run))
            patience = terms.conditions.give_up_after
            desk = Desk(
                run=run,
                performers=performer,
                gate=gate,
                keeper=keeper,
                patience=patience,
                as_changed=terms.as_changed,
                follow_call=watch.follow_call,
            )
            try:
                with shared_interrupts() as interrupts, interrupts.closing(gate):
                    await drive(desk, watch)
            except DiskError as error:
                error.hint = f"{run.journal.describe_unkept()}{error.hint}"
                raise
    finally:
        for made_performer in performers.values():
            await made_performer.close()


def _open_sitting(run: RunWriter, terms: Terms) -> None:
    points = plugins_of(run.spec)
    run.journal.open_sitting(
        journals.SittingRecord(
            began=round(time.time(), 3),
            doxa=VERSION,
            code=code_hash(),
            conditions={
                "conditions": terms.conditions.with_places(name_place).model_dump(mode="json"),
                "budget": terms.budget.model_dump(mode="json"),
                "source": name_place(terms.source),
                "changes": dict(terms.changes or {}),
                "replicate": terms.replicate,
            },
            plugins={name: package for name, point in points.items() if (package := package_of(point))},
            codes={name: code_of(point.module) for name, point in points.items()},
            as_changed=terms.as_changed,
        )
    )


def _source_of(scenario: str | Path) -> str:
    path = Path(scenario)
    return str(path.resolve()) if path.is_file() else str(scenario)


def _same_scenario(spec: RunSpec, terms: Terms) -> None:
    try:
        now = plan(load_scenario(terms.source, terms.changes), terms.replicate)
    except DoxaError as error:
        raise ScenarioError(
            f"the scenario of this run, {terms.source}, can no longer be planned: {error.message}",
            hint="To continue the run as it was recorded: doxa resume DIR --as-recorded",
        ) from None
    if now.line != spec.line:
        raise ScenarioError(
            f"the scenario {terms.source} changed after the run began: {describe_changes(spec, now)}",
            hint="To continue the run as it was recorded: doxa resume DIR --as-recorded",
        )


def unpriced(spec: RunSpec, conditions: Conditions) -> list[str]:
    """Return the models of a run whose prices are unknown, sorted."""
    prices = price_list(conditions.prices)
    return sorted(
        {settings.model for settings in models_of(spec) if cost(settings.model, NOTHING_USED, prices) is None}
    )


def check_prices(spec: RunSpec, terms: Terms) -> None:
    """Raise where a budget is in money and the price of a model is unknown.

    Raises:
        ModelSetupError: the price of a model is unknown.
        UnknownNameError: no provider of a model's name is installed.
    """
    budgets = [terms.budget, terms.shared.limit] if terms.shared else [terms.budget]
    unknown = unpriced(spec, terms.conditions) if any(budget.usd is not None for budget in budgets) else []
    if unknown:
        check_names(unknown)  # an unknown provider's models have no price either
        raise ModelSetupError(
            f"a budget in dollars cannot be kept: the price of {', '.join(unknown)} is unknown",
            hint="Give a budget in tokens (--max-tokens), or a price file: DOXA_PRICES=FILE (doxa docs models).",
        )
