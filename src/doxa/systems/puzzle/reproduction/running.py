"""Running puzzles: the single-agent benchmark, debates of every configuration, and votes at the cost of a debate.

Puzzles are made from the seed, or taken from files (``reproduction.material``). Runs go to ``OUT/alone/MODEL/SIZE/kN``,
``OUT/debates/CONFIGURATION/SIZE/kN`` and ``OUT/votes/WHO/SIZE/kN``; puzzle k of a size is the same everywhere.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from doxa.errors import UsageError
from doxa.experiments.reproductions.ordering import Order, Watch, slug, watching
from doxa.experiments.runner import Cell, Job
from doxa.log.ledger import NAME
from doxa.log.lines import complete_lines
from doxa.records.base import JsonValue, Record
from doxa.systems.puzzle.exhibits.runs import ANCHOR, Alone, DebateRun, SoloAnswers, SupervisedVote, benchmark_models
from doxa.systems.puzzle.protocol.debating import PuzzleResult
from doxa.systems.puzzle.protocol.voting import SupervisedResult, VotingResult
from doxa.systems.puzzle.reproduction.casting import OFFLINE, Roster, apart, candidates
from doxa.systems.puzzle.reproduction.conditions import BENCHMARK_SIZE, Configuration
from doxa.systems.puzzle.reproduction.costs import count_cost
from doxa.systems.puzzle.reproduction.material import choose_size, choose_sizes, jobs_on_puzzles

R = TypeVar("R", bound=Record)

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
    for path in order.changes:
        if any(path == varied or path.startswith(f"{varied}.") for varied in VARIED):
            raise UsageError(
                f"--set {path}: the experiments of really-debate vary this setting themselves",
                hint=f"For one debate of your own: doxa run puzzles/anchor --set {path}=…",
            )


def benchmark(order: Order, watch: Watch | None) -> list[Alone]:
    """Ask every candidate alone, once for each puzzle, and return their benchmarks."""
    wanted = [(model, {"team.models": [model]}) for model in candidates(order)]
    asked = _ask_models(order, "alone", wanted, (choose_size(order, BENCHMARK_SIZE),), watch)
    return benchmark_models(asked)


def run_debates(
    configurations: Sequence[Configuration],
    order: Order,
    played: Roster,
    watch: Watch | None,
    *,
    rated: bool = False,
    counted: bool = False,
) -> list[DebateRun]:
    """Run the debates of configurations whose team can be formed and return them, failed ones included.

    Args:
        counted: whether tokens of the anchor's debates are counted.
    """
    planned = [
        (configuration, size, job)
        for configuration in configurations
        if configuration.team in played.teams
        for size in choose_sizes(order, configuration)
        for job in _debates(configuration, size, order, played, rated)
    ]
    jobs = [job for _, _, job in planned]
    cells = order.run_jobs(jobs, watching(watch, "debates"))
    return [
        _debate(configuration, size, job, cell, played, counted=counted and configuration.factor == ANCHOR)
        for (configuration, size, job), cell in zip(planned, cells, strict=True)
    ]


def run_votes(
    order: Order, name: str, models: Sequence[str], samples: Mapping[int, int], watch: Watch | None
) -> list[SoloAnswers]:
    """Ask a team, or one model, several times about each puzzle, each time without a debate, and return the answers.

    Args:
        samples: size → proposals of each model.

    Returns:
        one ``SoloAnswers`` for each model of the team, size and puzzle, in this order.
    """
    respondents: list[SoloAnswers] = []
    for size, count in samples.items():
        changes: dict[str, JsonValue] = {"team.models": list(models), "script.samples": count}
        respondents += _ask_models(order, "votes", [(name, changes)], (size,), watch)
    return respondents


def run_supervised_votes(
    order: Order, played: Roster, models: Sequence[str], samples: Mapping[int, int], watch: Watch | None
) -> list[SupervisedVote]:
    """Let a team vote on each puzzle, with a supervisor for players without a majority, and return the votes.

    Args:
        samples: size → proposals of each model.
    """
    jobs: list[tuple[int, Job]] = []
    for size, count in samples.items():
        changes: dict[str, JsonValue] = {
            "team.models": list(models),
            "script.samples": count,
            "script.supervised": True,
            **_cast_supervisor(order, played),
            **order.changes,
            "script.size": size,
        }
        folder = order.out / "votes" / "team-supervised" / f"size-{size}"
        jobs += [(size, job) for job in jobs_on_puzzles(order, "puzzles/votes", changes, size, folder, {"size": size})]
    cells = order.run_jobs([job for _, job in jobs], watching(watch, "supervised votes"))
    return [_supervised_vote(job, cell, size) for (size, job), cell in zip(jobs, cells, strict=True)]


def _supervised_vote(job: Job, cell: Cell, size: int) -> SupervisedVote:
    if cell.status != "finished":
        return SupervisedVote(path=cell.path, size=size, replicate=job.spec.replicate)
    vote, cost = _result(job.path, SupervisedResult), count_cost(job.path)
    return SupervisedVote(
        path=cell.path,
        size=size,
        replicate=job.spec.replicate,
        decided=vote.decided,
        calls=vote.calls,
        tokens=cost.tokens,
    )


def _ask_models(
    order: Order, folder: str, wanted: Sequence[tuple[str, dict[str, Any]]], sizes: Sequence[int], watch: Watch | None
) -> list[SoloAnswers]:
    jobs: list[tuple[int, Job]] = []
    for name, changes in wanted:
        for size in sizes:
            overrides: dict[str, JsonValue] = {**changes, **order.changes, "script.size": size}
            place = order.out / folder / slug(name) / f"size-{size}"
            size_jobs = jobs_on_puzzles(order, "puzzles/votes", overrides, size, place, {"size": size})
            jobs += [(size, job) for job in size_jobs]
    cells = order.run_jobs([job for _, job in jobs], watching(watch, f"{folder} runs"))
    return [
        respondent for (size, job), cell in zip(jobs, cells, strict=True) for respondent in _answers(job, cell, size)
    ]


def _answers(job: Job, cell: Cell, size: int) -> list[SoloAnswers]:
    speaking = {agent.id: job.spec.roles[agent.role].model for agent in job.spec.participants}
    votes = _result(job.path, VotingResult) if cell.status == "finished" else None
    costs = count_cost(job.path).steps if votes is not None else {}
    common = {"path": cell.path, "size": size, "replicate": job.spec.replicate}
    if votes is None:
        lost = {"status": cell.status, "reason": cell.reason}
        return [SoloAnswers(model=model, **common, **lost) for model in speaking.values()]
    return [
        SoloAnswers(
            model=model,
            solution=votes.solution,
            answers=votes.answers[who],
            confidences=votes.confidences[who],
            costs=tuple(cost for step, cost in sorted(costs.items()) if step.endswith(f"/{who}")),
            **common,
        )
        for who, model in speaking.items()
    ]


def _debates(configuration: Configuration, size: int, order: Order, played: Roster, rated: bool) -> Sequence[Job]:
    changes: dict[str, JsonValue] = {
        **played.changes(configuration.team),
        **configuration.changes,
        **_cast_supervisor(order, played),
        "models.judge": order.judge,
        **order.changes,
        "script.size": size,
        "script.rated": rated,
    }
    name = f"{slug(configuration.name)}-rated" if rated else slug(configuration.name)
    folder = order.out / "debates" / name / f"size-{size}"
    varied: dict[str, JsonValue] = {"configuration": configuration.name, "size": size}
    return jobs_on_puzzles(order, "puzzles/anchor", changes, size, folder, varied)


def _cast_supervisor(order: Order, played: Roster) -> dict[str, JsonValue]:
    """Return the changes that make the strongest given model the supervisor; offline none: the scenario names one."""
    if order.models == OFFLINE or any(path.startswith("models.supervisor") for path in order.changes):
        return {}
    return {"models.supervisor": played.teams["hom-strong"][0]}


def _debate(
    configuration: Configuration, size: int, job: Job, cell: Cell, played: Roster, *, counted: bool
) -> DebateRun:
    sitting = _result(Path(cell.path), PuzzleResult).sitting if cell.status == "finished" else None
    if sitting is not None:
        strongest, weakest = apart(sitting.models, played)
        named = {
            "id": f"{size}/{cell.replicate}",
            "strongest": strongest,
            "weakest": weakest,
            "team": configuration.team,
        }
        sitting = sitting.model_copy(update=named)
    cost = count_cost(job.path) if counted and sitting is not None else None
    roles, script = job.spec.roles, job.spec.script
    return DebateRun(
        configuration=configuration.name,
        factor=configuration.factor,
        size=size,
        path=cell.path,
        status=cell.status,
        reason=cell.reason,
        models=tuple(roles[agent.role].model for agent in job.spec.participants),
        supervisor=roles["supervisor"].model if script["supervised"] else "",
        judge=roles["judge"].model if script["rated"] else "",
        sitting=sitting,
        tokens=cost.tokens if cost else None,
        tokens_estimated=cost is not None and cost.estimated,
        in_proposals=cost.in_proposals if cost else None,
    )


def _result(path: Path, kind: type[R]) -> R:
    """Return the result of a finished run's script, read from the log's last line."""
    return kind.model_validate(json.loads(complete_lines(path / NAME)[-1])["body"]["result"])
