"""What the reproduction of *Can LLM Agents Really Debate?* adds to its file: teams, and runs on puzzles.

Configurations and exhibits are in ``really-debate.toml``. Puzzles are made from the seed, or taken from the user's
files. Runs go to ``OUT/alone/MODEL/SIZE/kN``, ``OUT/debates/CONFIGURATION/SIZE/kN`` and ``OUT/votes/WHO/SIZE/kN``;
puzzle k of a size is the same everywhere.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from doxa.analysis.exhibit import Exhibit
from doxa.errors import UsageError
from doxa.experiments.papers import OFFLINE, LevelSettings, Paper, PaperStudy, read_reproduction
from doxa.experiments.reproductions import Begin, Order, Watch, jobs_for, slug, watching
from doxa.experiments.runner import Cell, Job
from doxa.log.ledger import NAME
from doxa.log.lines import Lines
from doxa.records.base import JsonValue, Record, group_by
from doxa.systems.puzzle.exhibits.benchmark import fig2, propose_teams
from doxa.systems.puzzle.exhibits.runs import (
    ANCHOR,
    Alone,
    DebateRun,
    HeldDebates,
    HeldVotes,
    SoloAnswers,
    benchmark_models,
    count_cost,
)
from doxa.systems.puzzle.files import describe_puzzles, puzzles_by_size
from doxa.systems.puzzle.measures.baselines import CountedProposal, VotedAnswer
from doxa.systems.puzzle.offline.reasoners import PREFIX, PROFILES
from doxa.systems.puzzle.plans import PRESETS
from doxa.systems.puzzle.protocol.debating import PuzzleResult
from doxa.systems.puzzle.protocol.voting import SupervisedResult, VotingResult

R = TypeVar("R", bound=Record)

ANCHOR_TEAM = "het-mix-a"

VARIED = (
    "team", "script.size", "script.puzzle", "script.puzzles", "script.line", "script.confidence", "script.order",
    "script.depth", "script.samples",
)  # fmt: skip
"""Settings that the experiments vary themselves."""


def check_changes(order: Order) -> None:
    """Raise where an order changes a setting that the experiments vary.

    Raises:
        UsageError: one of these settings is changed.
    """
    if taken := [path for path in order.changes if f"{path}.".startswith(tuple(f"{varied}." for varied in VARIED))]:
        raise UsageError(
            f"--set {taken[0]}: the experiments of really-debate vary this setting themselves",
            hint=f"For one debate of your own: doxa run puzzles/anchor --set {taken[0]}=…",
        )


def choose_size(order: Order, wanted: int) -> int:
    """Return one size: the wanted one, or the nearest that an order's files have."""
    if not order.files:
        return wanted
    return min(puzzles_by_size(order.files), key=lambda size: (abs(size - wanted), size))


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """One configuration: its difference from the anchor, and the sizes of puzzle that it debates."""

    name: str
    factor: str
    sizes: tuple[int, ...]
    usual: tuple[int, ...]
    """The sizes that most configurations have."""
    settings: LevelSettings = field(default_factory=dict)

    @property
    def team(self) -> str:
        """Return the name of its team."""
        return str(self.settings.get("team.preset", ANCHOR_TEAM))


def read_configurations(paper: Paper) -> tuple[Configuration, ...]:
    """Return the anchor, C1 to C5, and last C6: the anchor with the sizes that the others lack."""
    factors = paper.experiments["debates"].factors
    usual, further = (tuple(map(int, factors[factor])) for factor in ("size", "C6"))
    changed = [
        Configuration(name=name, factor=factor, sizes=usual, usual=usual, settings=settings)
        for factor, levels in paper.levels.items()
        if factor.startswith("C")
        for name, settings in levels.items()
    ]
    anchor = Configuration(name=ANCHOR, factor=ANCHOR, sizes=usual, usual=usual)
    return (anchor, *changed, replace(anchor, factor="C6", sizes=further))


def choose_sizes(order: Order, configuration: Configuration) -> tuple[int, ...]:
    """Return the sizes of a configuration that an order's files have.

    Where the files have none of them, all of their sizes are taken; C6 adds the sizes that the anchor lacks.
    """
    if not order.files:
        return configuration.sizes
    in_files = tuple(puzzles_by_size(order.files))
    usual = tuple(size for size in configuration.usual if size in in_files) or in_files
    if configuration.factor == "C6":
        return tuple(size for size in in_files if size not in usual)
    return tuple(size for size in configuration.sizes if size in in_files) or usual


def form_teams(order: Order, benchmarks: Sequence[Alone]) -> dict[str, tuple[str, ...]]:
    """Return the models of each team.

    Offline these are the declared presets. Given models form the teams whose cells they fill. The anchor is always
    played; where they do not fill its cells, by the most, the middle and the least accurate of them.
    """
    if order.models == OFFLINE:
        return {name: preset.reasoners for name, preset in PRESETS.items()}
    ranked = [benchmark.model for benchmark in sorted(benchmarks, key=lambda benchmark: -benchmark.accuracy)]
    ranked = ranked or list(order.models)
    makeshift = {
        ANCHOR_TEAM: (ranked[0], ranked[len(ranked) // 2], ranked[-1]),
        "hom-strong": (ranked[0],) * 3,
        "hom-weak": (ranked[-1],) * 3,
    }
    return makeshift | propose_teams(benchmarks)


def teams_of(study: PaperStudy, begin: Begin) -> dict[str, tuple[str, ...]]:
    """Return the models of each team of a study; given models are first asked alone."""
    if study.order.models != OFFLINE and "alone" not in study.values:
        study.values["alone"] = ask_alone(study, begin)
    return form_teams(study.order, study.values.get("alone", ()))


def cast_supervisor(order: Order, teams: Mapping[str, tuple[str, ...]]) -> LevelSettings:
    """Return the changes that make the strongest given model the supervisor; offline none: the scenario names one."""
    if order.models == OFFLINE or any(path.startswith("models.supervisor") for path in order.changes):
        return {}
    return {"models.supervisor": teams["hom-strong"][0]}


@dataclass(frozen=True, kw_only=True)
class PuzzleCondition:
    """What is run on the puzzles of one size."""

    folder: str
    size: int
    changes: LevelSettings
    configuration: Configuration | None = None
    """Of a debate."""


def run_conditions(
    study: PaperStudy, name: str, conditions: Sequence[PuzzleCondition], watch: Watch | None, what: str
) -> list[tuple[PuzzleCondition, Job, Cell]]:
    """Make the runs of conditions on the puzzles of an order, and return each with its condition and its end."""
    planned = [
        (condition, job) for condition in conditions for job in _plan_jobs(study.paper, study.order, name, condition)
    ]
    cells = study.order.run_jobs([job for _, job in planned], watching(watch, what))
    return [(condition, job, cell) for (condition, job), cell in zip(planned, cells, strict=True)]


def _plan_jobs(paper: Paper, order: Order, name: str, condition: PuzzleCondition) -> list[Job]:
    experiment, size = paper.experiments[name], condition.size
    changes: LevelSettings = {**condition.changes, **order.changes, "script.size": size}
    varied: LevelSettings = {"size": size}
    if condition.configuration is not None:
        changes["script.rated"] = name == "rated"
        varied = {"configuration": condition.configuration.name, "size": size}
    folder, trials = order.out / condition.folder / f"size-{size}", order.trials or experiment.trials
    if not order.files:
        return jobs_for(experiment.scenario, changes, folder=folder, trials=trials, varied=varied)
    own: list[dict[str, JsonValue]] = [
        {"script.puzzles": str(path.resolve()), "script.line": placed.line}
        for path, placed in puzzles_by_size(order.files).get(size, [])[:trials]
    ]
    if not own:
        return []
    return jobs_for(experiment.scenario, changes, folder=folder, trials=len(own), varied=varied, own=own)


def ask_alone(study: PaperStudy, begin: Begin) -> tuple[Alone, ...]:
    """Ask every candidate alone, once for each puzzle, and return their benchmarks."""
    order, experiment = study.order, study.paper.experiments["alone"]
    watch = begin("alone", experiment.about)
    size = choose_size(order, int(experiment.factors["size"][0]))
    candidates = [f"{PREFIX}{name}" for name in PROFILES] if order.models == OFFLINE else order.models
    conditions = [
        PuzzleCondition(folder=f"alone/{slug(model)}", size=size, changes={"team.models": [model]})
        for model in candidates
    ]
    return benchmark_models(_ask_models(study, "alone", conditions, watch))


def show_benchmark(benchmarks: Sequence[Alone], order: Order) -> list[Exhibit]:
    """Return Figure 2 with the teams that are played."""
    return fig2(benchmarks, form_teams(order, benchmarks))


def hold_debates(study: PaperStudy, begin: Begin) -> HeldDebates:
    """Hold the debates of the configurations that the wanted exhibits need and whose team can be formed."""
    teams = teams_of(study, begin)
    configurations = read_configurations(study.paper)
    if set(study.wanted) <= {"votes", "fig2", "fig6"}:
        needed = configurations[:1]
    else:
        needed = configurations if "fig3" in study.wanted else configurations[:-1]
    about = f"{len(needed)} configurations, the anchor among them, by number of players"
    watch = begin("debates", about)
    return HeldDebates(
        runs=tuple(_debate(study, "debates", needed, teams, watch, counted="votes" in study.wanted)),
        not_played=tuple(c.name for c in configurations[:-1] if c.team not in teams),
    )


def hold_rated_debates(study: PaperStudy, begin: Begin) -> list[DebateRun]:
    """Hold the debates in which a judge rates every reason."""
    teams, experiment = teams_of(study, begin), study.paper.experiments["rated"]
    watch = begin("rated", experiment.about)
    sizes = tuple(map(int, experiment.factors["size"]))
    usual = read_configurations(study.paper)[0].usual
    configurations = [
        Configuration(name=name, factor="C2", sizes=sizes, usual=usual, settings=settings)
        for name, settings in study.paper.levels["rated"].items()
    ]
    return list(_debate(study, "rated", configurations, teams, watch))


def _debate(
    study: PaperStudy,
    name: str,
    configurations: Sequence[Configuration],
    teams: Mapping[str, tuple[str, ...]],
    watch: Watch | None,
    *,
    counted: bool = False,
) -> Iterator[DebateRun]:
    """Yield the debates of configurations, failed ones included; ``counted``: with what the anchor's cost."""
    order = study.order
    conditions = [
        PuzzleCondition(
            folder=f"debates/{slug(configuration.name)}{'-rated' if name == 'rated' else ''}",
            size=size,
            changes={
                "team.models": list(teams[configuration.team]),
                **{path: setting for path, setting in configuration.settings.items() if path != "team.preset"},
                **cast_supervisor(order, teams),
                "models.judge": order.judge,
            },
            configuration=configuration,
        )
        for configuration in configurations
        if configuration.team in teams
        for size in choose_sizes(order, configuration)
    ]
    for condition, job, cell in run_conditions(study, name, conditions, watch, "debates"):
        assert condition.configuration is not None, "a debate has a configuration"
        yield _read_debate(condition.configuration, condition.size, job, cell, counted=counted)


def _read_debate(configuration: Configuration, size: int, job: Job, cell: Cell, *, counted: bool) -> DebateRun:
    sitting = None
    if cell.status == "finished":
        identity = {"id": f"{size}/{cell.replicate}", "team": configuration.team}
        sitting = _read_result(job.path, PuzzleResult).sitting.model_copy(update=identity)
    cost = count_cost(job.path) if sitting is not None and counted and configuration.factor == ANCHOR else None
    roles, script = job.spec.roles, job.spec.script
    return DebateRun(
        configuration=configuration.name,
        factor=configuration.factor,
        size=size,
        path=cell.path,
        reason=cell.reason,
        models=tuple(roles[agent.role].model for agent in job.spec.participants),
        supervisor=roles["supervisor"].model if script["supervised"] else "",
        judge=roles["judge"].model if script["rated"] else "",
        sitting=sitting,
        cost=cost,
    )


MOST_PROPOSALS = 1000
"""Most proposals of one agent to one puzzle (``script.samples``)."""

SPARE = 1.1
"""Proposals asked for beyond those that would cost a debate's tokens, as replies differ in length."""


def hold_votes(study: PaperStudy, begin: Begin) -> HeldVotes:
    """Ask the anchor's team, and its strongest model alone, as often as the debate with the most calls of each size."""
    teams, anchor = teams_of(study, begin), study.values["debates"].anchor
    watch = begin("votes", study.paper.experiments["votes"].about)
    models = teams[ANCHOR_TEAM]
    calls = _largest_by_size(anchor, lambda debate: debate.sitting.calls if debate.sitting else 0)
    tokens = _largest_by_size(anchor, lambda debate: SPARE * debate.cost.in_proposals if debate.cost else 0)
    # as many as cost at least the calls and the tokens of every debate of that size
    most = {size: min(MOST_PROPOSALS, max(int(count), int(tokens[size]) + 1)) for size, count in calls.items()}

    def ask(folder: str, models: Sequence[str], size: int, samples: int, **more: JsonValue) -> PuzzleCondition:
        changes: LevelSettings = {"team.models": list(models), "script.samples": samples, **more}
        return PuzzleCondition(folder=f"votes/{folder}", size=size, changes=changes)

    team = [ask("team", models, size, -(-count // len(models))) for size, count in most.items()]
    strongest = [ask("strongest", models[:1], size, count) for size, count in most.items()]
    ruled = {"script.supervised": True, **cast_supervisor(study.order, teams)}
    supervised = [
        ask("team-supervised", models, size, max(1, (int(count) - 1) // len(models)), **ruled)
        for size, count in calls.items()
    ]
    return HeldVotes(
        team=tuple(_ask_models(study, "votes", team, watch)),
        strongest=tuple(_ask_models(study, "votes", strongest, watch)),
        supervised=tuple(
            _read_supervised_vote(condition.size, job)
            for condition, job, cell in run_conditions(study, "votes", supervised, watch, "supervised votes")
            if cell.status == "finished"
        ),
    )


def _largest_by_size(debates: Sequence[DebateRun], count: Callable[[DebateRun], float]) -> dict[int, float]:
    finished = [debate for debate in debates if debate.sitting is not None]
    return {size: max(map(count, of_size)) for size, of_size in group_by(finished, lambda run: run.size).items()}


def _ask_models(
    study: PaperStudy, name: str, conditions: Sequence[PuzzleCondition], watch: Watch | None
) -> list[SoloAnswers]:
    """Return the answers of each model in every condition and to every puzzle, without runs that failed."""
    return [
        answers
        for condition, job, cell in run_conditions(study, name, conditions, watch, f"{name} runs")
        if cell.status == "finished"
        for answers in _read_answers(condition.size, job)
    ]


def _read_answers(size: int, job: Job) -> Iterator[SoloAnswers]:
    votes, costs = _read_result(job.path, VotingResult), sorted(count_cost(job.path).steps.items())
    for agent in job.spec.participants:
        own = [cost for step, cost in costs if step.endswith(f"/{agent.id}")]
        rows = zip(votes.answers[agent.id], votes.confidences[agent.id], own, strict=True)
        yield SoloAnswers(
            model=job.spec.roles[agent.role].model,
            puzzle=f"{size}/{job.spec.replicate}",
            solution=votes.solution,
            proposals=tuple(
                CountedProposal(answer=answer, confidence=confidence, calls=cost.calls, tokens=cost.tokens)
                for answer, confidence, cost in rows
            ),
        )


def _read_supervised_vote(size: int, job: Job) -> VotedAnswer:
    vote = _read_result(job.path, SupervisedResult)
    puzzle = f"{size}/{job.spec.replicate}"
    return VotedAnswer(sitting=puzzle, answer=vote.decided, calls=vote.calls, tokens=count_cost(job.path).tokens)


def _read_result(path: Path, kind: type[R]) -> R:
    """Return the result of a finished run's script, read from the log's last line."""
    return kind.model_validate(json.loads(Lines(path / NAME)[-1])["body"]["result"])


PAPER = read_reproduction("doxa.systems.puzzle", "really-debate.toml")


def make_exhibits(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Return the exhibits, whose captions say which files the puzzles are from."""
    exhibits, about = PAPER.make(names, order, begin), describe_puzzles(order.files)
    return [exhibit.model_copy(update={"caption": f"{exhibit.caption} {about}".strip()}) for exhibit in exhibits]


REPRODUCTIONS = {"really-debate": replace(PAPER, make=make_exhibits)}
