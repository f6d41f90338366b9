"""What the reproduction of policy-parameterised prompts adds to its file: who speaks, runs read back, several judges.

Settings, experiments and exhibits are in ``policy-prompts.toml``. Runs go to
``OUT/SCENARIO/MODELS/SETTING/RULE/QUERY/kN``, so that exhibits share the runs that they have in common; a judge's
reading of a run goes to ``RUN/readings/``.
"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from doxa.analysis.exhibit import Figure, Table
from doxa.analysis.naming import display_names
from doxa.errors import ScenarioError, UsageError
from doxa.experiments.papers import (
    OFFLINE,
    ExperimentRun,
    LevelSettings,
    PaperStudy,
    read_paper,
    read_reproduction,
)
from doxa.experiments.planning import plan
from doxa.experiments.readings import reading
from doxa.experiments.reproductions import Begin, Order, Watch, watching
from doxa.experiments.runner import Job
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, last_terms
from doxa.log.rundir import RunLog, open_run
from doxa.models.conditions import Conditions
from doxa.models.defaults import with_defaults
from doxa.records.spec import ModelSettings
from doxa.systems.round_table.exhibits.discussion import Origin, origin_of, spoken_in
from doxa.systems.round_table.exhibits.discussions import RULES, Discussion, finished, of_part
from doxa.systems.round_table.exhibits.figures import weights_by_round
from doxa.systems.round_table.exhibits.judges import Judged
from doxa.systems.round_table.exhibits.tables import RowSource, TablePart, effects_of, read_printed, tabulate
from doxa.systems.round_table.protocol.judging_responses import (
    Exchange,
    JudgingResponsesResult,
    JudgingResponsesSettings,
)
from doxa.systems.round_table.tasks import Reply as Judgement

PAPER = read_paper("doxa.systems.round_table", "policy-prompts.toml")
REPRODUCTIONS = {"policy-prompts": read_reproduction("doxa.systems.round_table", "policy-prompts.toml")}

SEED = 11
APART = 1_000
"""Distance between the seeds of queries, so that five queries are five draws; rules and settings share seeds."""

AGENTS = {
    "land": ("farmer", "conservationist", "community"),
    "education": ("teacher", "parent", "policy_maker"),
    "land-five": ("farmer", "conservationist", "community", "farmer_2", "farmer_3"),
}
"""Scenario → its agents, in the order of Table 2 and appendix F."""

PLACES = {"S1": (0, 0, 0), "S2": (1, 2, 0), "S3": (2, 0, 1)}
"""Setting → which of three models speaks for each agent."""

USUAL_PLACES = (0, 1, 2, 1, 2)
"""The same under any other setting: farmers 2 and 3 have the second and third."""


def check_order(order: Order) -> None:
    """Raise where the experiments cannot be run as ordered.

    Raises:
        UsageError: neither one model nor three are given, or a change is to a setting that the experiments vary.
        UnknownNameError, ModelSetupError: a model cannot be used yet.
    """
    if len(order.models) not in (1, 3):
        raise UsageError(
            f"policy-prompts takes one model for all agents, or three, one for each; {len(order.models)} are given",
            hint="For example: --models ollama:qwen3:8b,ollama:llama3:8b,ollama:mistral:7b",
        )
    varied = {path for levels in PAPER.levels.values() for settings in levels.values() for path in settings}
    if taken := sorted(varied & order.changes.keys()):
        raise UsageError(
            f"--set {taken[0]}: the experiments of policy-prompts vary this setting themselves",
            hint=f"For one discussion of your own: doxa run land --set {taken[0]}=…",
        )
    for model in sorted({*order.models, order.judge, *order.judges} - set(OFFLINE)):
        asyncio.run(order.make(ModelSettings(model=model), Conditions()).close())


def seat_speakers(order: Order, levels: Mapping[str, str], changes: LevelSettings) -> LevelSettings:
    """Return the changes of a run with the agents' models, and with the seed of its query."""
    seed = order.changes.get("seed", SEED)
    if not isinstance(seed, int):
        raise ScenarioError(f"seed must be a whole number, not {seed!r}", key="seed")
    place = [*PAPER.levels["query"]].index(levels["query"])
    return {**speakers(levels["scenario"], levels["setting"], order.models), **changes, "seed": seed + APART * place}


def speakers(scenario: str, setting: str, models: tuple[str, ...]) -> LevelSettings:
    """Return the scenario changes that set the agents' models: one for all, or three by the agents' places."""
    if len(models) == 1:
        return {"models.speaker": models[0]}
    places = PLACES.get(setting, USUAL_PLACES)
    return {f"agents.{agent}.model": models[place] for agent, place in zip(AGENTS[scenario], places, strict=False)}


def read_discussions(runs: Sequence[ExperimentRun], order: Order, watch: Watch | None) -> list[Discussion]:
    """Return runs as discussions, failed ones included."""
    return [_read_discussion(run) for run in runs]


def _read_discussion(run: ExperimentRun) -> Discussion:
    log = open_run(run.job.path) if run.cell.status == "finished" else None
    return Discussion(
        **run.levels,
        replicate=run.job.spec.replicate,
        path=str(run.job.path),
        status=run.cell.status,
        reason=run.cell.reason,
        origin=origin_of(log) if log else Origin(),
        spoken=tuple(spoken_in(log)) if log else (),
    )


def judge_discussions(study: PaperStudy, begin: Begin) -> Judged:
    """Return the judgements of every finished discussion on land by every judge of the order; empty without judges."""
    if not study.order.judges:
        return {}
    watch = begin("judges", f"the discussions on land, read by {', '.join(study.order.judges)}")
    return read_judges(study.values["land"], study.order, watch)


def read_judges(discussions: Sequence[Discussion], order: Order, watch: Watch | None = None) -> Judged:
    """Return the judgements of finished discussions by judge and run; a failed reading is reported and left out.

    Raises:
        StoppedError: the runs were interrupted; the same call continues them.
    """
    judged: dict[str, dict[str, dict[str, Judgement | None]]] = {}
    runs = finished(discussions)
    for judge in dict.fromkeys(order.judges):
        settings = with_defaults("judge", ModelSettings(model=judge, temperature=None if judge == "offline" else 0.0))
        jobs = [plan_reading(open_run(run.path), settings) for run in runs]
        cells = order.run_jobs(jobs, watching(watch, f"judged by {judge}"))
        judged[judge] = {
            run.path: result.judged
            for run, cell in zip(runs, cells, strict=True)
            if cell.status == "finished" and (result := open_run(cell.path).result(JudgingResponsesResult))
        }
    return judged


def plan_reading(log: RunLog, judge: ModelSettings) -> Job:
    """Plan the reading in which a judge reads every utterance of a discussion beside the one before it.

    The judge is called under the conditions of the run (endpoints, timeouts).
    """
    turns = {spoken_turn.key: spoken_turn.turn for spoken_turn in spoken_in(log)}
    exchanges = tuple(
        Exchange(
            key=key,
            previous=turns[turn.previous].text,
            speaker=log.spec.participant(turns[turn.previous].agent).name,
            text=turn.text,
        )
        for key, turn in turns.items()
        if turn.previous
    )
    return reading(
        log,
        suffix="responses-judged",
        protocol="judging_responses",
        settings=JudgingResponsesSettings(exchanges=exchanges),
        judge=judge,
        terms=Terms(conditions=last_terms(Path(log.path)).conditions),
    )


def names_of(scenario: str, order: Order) -> dict[str, str]:
    """Return agent id → name of the agents in a scenario's tables, without any run."""
    renamed = {f"agents.{id}.name" for id in AGENTS[scenario]}  # other changes may be of another scenario's agents
    spec = plan(load_scenario(scenario, {path: name for path, name in order.changes.items() if path in renamed}))
    return display_names((id, spec.participant(id).name) for id in AGENTS[scenario])


def tabulate_agents(
    discussions: Sequence[Discussion],
    order: Order,
    *,
    name: str,
    title: str,
    shows: str,
    labels: Sequence[str],
    parts: Sequence[TablePart],
) -> list[Table]:
    """Return tables with a row for each part, rule and agent; arguments as ``tabulate_rules``."""
    rows = [
        RowSource(
            labels=tuple(label for label in (part, rule, called) if label),
            discussions=[run for run in of_part(discussions, scenario, setting) if run.rule == rule],
            agent=agent,
            printed=read_printed(scenario, setting, agent, rule),
        )
        for part, scenario, setting in parts
        for rule in RULES
        for agent, called in names_of(scenario, order).items()
    ]
    return tabulate(name, title, shows, labels, rows, effects_of(parts[0][2]))


def tabulate_models(order: Order, *, scenarios: Sequence[str], printed: Sequence[str]) -> Table:
    """Return the table of who speaks by which model, in the text and here.

    Args:
        printed: the text's models of a scenario's agents.
    """
    models = order.models
    return Table(
        name="table2",
        title="Agents and their models",
        caption="A setting, not a result: the models of the text, and those that spoke here.",
        columns=("scenario", "agent", "text", "here"),
        rows=tuple(
            (scenario, called, printed[place], models[place] if len(models) == 3 else models[0])
            for scenario in scenarios
            for place, called in enumerate(names_of(scenario, order).values())
        ),
    )


def draw_farmer_weights(discussions: Sequence[Discussion], order: Order) -> Figure:
    """Return the figure of the farmer's adaptive weights on the first query."""
    return weights_by_round(discussions, "farmer", "Q1", named=names_of("land", order)["farmer"])
