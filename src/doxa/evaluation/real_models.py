"""What a model of the reader's does in doxa's systems: a plan, turns on trial, runs, and effects beside papers'.

    plan ─▶ twenty turns of every exhibit on trial ─▶ the exhibits whose turns are fit, cheapest first, block by block

``real-models.toml`` has the runs and the effects (``published_effects``). What no block shows, as where a judge read
nothing, is not measured. The page is written after each block; a command that was stopped goes on, also on another
machine: its plan is kept in ``OUT/plan.json``, and how a judge's letters are read in ``OUT/models``.
"""

import json
import math
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from statistics import fmean, pstdev
from tempfile import TemporaryDirectory
from typing import Any, cast

from doxa.analysis.exhibit import Exhibit, Table
from doxa.analysis.fitness import LEAST_FIT, fault_of
from doxa.analysis.measuring import scores_of
from doxa.analysis.who_does import heard_bodies
from doxa.engine.gate import Budget
from doxa.errors import BeliefError, CorpusError, LogError, OneSidedError, UsageError
from doxa.evaluation.published_effects import Numbers, decide, estimate_effect, estimate_mean
from doxa.experiments.dry_runs import count_calls
from doxa.experiments.named_models import OFFLINE
from doxa.experiments.papers import ExperimentRun, LevelSettings, Paper, PaperStudy, run_experiment
from doxa.experiments.reproductions import Begin, Order, Reproduction, Watch
from doxa.judging.cases import Judges, case_of_run, judge
from doxa.judging.debates import messages_of
from doxa.judging.stances import plan_stances
from doxa.log.disk import write_text
from doxa.log.rundir import RunLog, open_run, recorded_stances, runs_in
from doxa.log.seals import seal_of
from doxa.models.conditions import Conditions
from doxa.models.examined import examination_of
from doxa.models.known import identity_of, keep, recalled_from
from doxa.models.weighing.calibration import calibration_of
from doxa.records.base import group_by
from doxa.records.cells import Cell, Estimate, write_markdown
from doxa.records.outside import visible
from doxa.records.plugins import Later
from doxa.tasks.judge_stance import stance_read
from doxa.tasks.registry import tasks

FOLDER = Path(__file__).parent
PAPER = Paper.model_validate(
    tomllib.loads((FOLDER / "real-models.toml").read_text(encoding="utf-8").replace("FOLDER", str(FOLDER)))
)

HOURS, HOUR = 12.0, 3_600
"""What all exhibits may take, and the seconds of one."""
SHARES = (1.0, 0.6, 0.4)
"""Of the replicates of exhibits whose replicates fall, from the most on."""
TRIAL, TURNS = "-trial", 20
"""With what the names of experiments on trial end, and how many turns these have."""
LONGEST = 240
"""Characters of a turn that the page shows."""

Turn = tuple[str, str]
"""Why a turn is not fit, or ''; and its words."""


def fill_model(order: Order, levels: Mapping[str, str], changes: LevelSettings) -> LevelSettings:
    """Return the changes of a run with the model in its places, and without what the scenario says."""
    filled = json.loads(json.dumps(changes).replace('"MODEL"', json.dumps(order.models[0])))
    return {path: setting for path, setting in filled.items() if setting != "scenario"}


def read_turns(runs: Sequence[ExperimentRun], order: Order, watch: Watch | None) -> list[Turn]:
    """Return the first turns of finished runs: what speakers answered, or each message where the model only hears."""
    logs = [open_run(run.job.path) for run in runs if run.cell.status == "finished"]
    return [turn for log in logs for turn in list_turns(log, order.models[0])][:TURNS]


def list_turns(log: RunLog, model: str) -> list[Turn]:
    """Return a model's turns in a run; where it only hears, each message, fit where a claim was heard in it."""
    known, answers = tasks(), {call.id: call.text for call in log.calls() if call.model == model}
    made = [outcome for outcome in log.outcomes if outcome.calls and outcome.calls[-1] in answers]
    turns = [outcome for outcome in made if known[outcome.task].role == "speaker"]
    said = [outcome for outcome in turns if known[outcome.task].line or known[outcome.task].says] or turns
    if said:
        return [
            (fault_of(turn) or ("" if turn.ok else turn.reason or turn.status), answers[turn.calls[-1]])
            for turn in said
        ]
    return [("" if body.claims else body.flag or "no claim heard", body.text) for body in heard_bodies(log)]


def read_numbers(runs: Sequence[ExperimentRun], order: Order, watch: Watch | None) -> Numbers:
    """Return the numbers of finished runs."""
    return {
        (run.levels.get("topic", ""), run.job.spec.replicate, run.levels["condition"]): measure_run(
            open_run(run.job.path), order
        )
        for run in runs
        if run.cell.status == "finished"
    }


def measure_run(log: RunLog, order: Order) -> dict[str, float]:
    """Return the numbers of a run; a judge reads a dialogue's messages, and judges a debate, once."""
    curves = [[stance for stance in curve if stance is not None] for curve in recorded_stances(log).values()]
    ends = [curve[-1] for curve in curves if curve]
    moves = [abs(curve[-1] - curve[0]) for curve in curves if curve]
    faults = [fault for fault, _ in list_turns(log, order.models[0])]
    numbers = {
        **({"turns fit": faults.count("") / len(faults)} if faults else {}),
        "tokens, thousands": sum((call.input_tokens or 0) + (call.output_tokens or 0) for call in log.calls()) / 1_000,
        **({"mean move": fmean(moves), "spread after": pstdev(ends)} if ends else {}),
        **{name: score for name, score in scores_of(log)[0].items() if "." not in name},  # no agent's own
    }
    with suppress(LogError, OneSidedError):  # nobody, or only one side, said anything that could be read
        numbers |= READINGS[log.spec.protocol](log, order) if log.spec.protocol in READINGS else {}
    return numbers


def compare_stances(log: RunLog, order: Order) -> dict[str, float]:
    """Return how often the judge reads in a message the side that its speaker maintains, and both stances by turn.

    Stances of a turn are means over the messages in which the judge read one, positive on the side on which their
    speaker began; who began on none has no side.
    """
    reading = plan_stances(log.path, order.judge, "", order.out).read(Budget(), make=order.make)
    everybody = dict(zip(reading.agreement.names, reading.agreement.rows[0], strict=True))
    names = {"gap": "judged from maintained", "same side": "judged on the maintained side"}
    stances = defaultdict[str, list[float]](list)
    for messages in group_by(reading.spoken, lambda message: message.name).values():
        for turn, message in enumerate(messages, start=1):
            pair = messages[0].maintained, message.maintained, reading.stances.get(message.key)
            if pair[0] and None not in pair:
                began, maintained, judged = cast(tuple[float, float, float], pair)
                stances[f"maintained, turn {turn}"].append(math.copysign(1, began) * maintained)
                stances[f"judged, turn {turn}"].append(math.copysign(1, began) * judged)
    means = {name: fmean(each) for name, each in stances.items()}
    return {name: shown for key, name in names.items() if isinstance(shown := everybody[key], float)} | means


def compare_posts(log: RunLog, _: Order) -> dict[str, float]:
    """Return how often the judge read in a post the side that its author held, of posts with both."""
    steps = [step for step in log.outcomes if step.task == "judge_stance"]
    judged = {step.key.removesuffix("/judged"): stance_read(step) for step in steps}
    held = [(post.maintained, read) for post in messages_of(log) if post.maintained and (read := judged.get(post.key))]
    sides = {"posts on their author's side": held, "posts of the opposed on their side": [p for p in held if p[0] < 0]}
    return {name: fmean(own * read > 0 for own, read in pairs) for name, pairs in sides.items() if pairs}


def judge_debate(log: RunLog, order: Order) -> dict[str, float]:
    """Return a debate's points, and whether the model's verdict is the same in both orders, and the offline panel's."""
    panels = [Judges(panel=(panel,), layers=("engagement",), mirrored=True) for panel in (order.models[0], OFFLINE)]
    cases = [case_of_run(log, panel) for panel in panels]
    model, offline = (judge([case], panel, make=order.make)[0] for case, panel in zip(cases, panels, strict=True))
    spoken, mirrored = (verdict.verdict.winner if verdict else None for verdict in (model.spoken, model.mirrored))
    named = [judged.panel.verdict.winner if judged.panel else None for judged in (model, offline)]
    return {
        "points taken": float(sum(turn.kind == "point" for turn in cases[0].debate.turns)),
        "one side in both orders": float(spoken is not None and spoken == mirrored),
        **({"as the offline panel": float(named[0] == named[1])} if all(named) else {}),
    }


def read_metrics(log: RunLog) -> dict[str, float]:
    """Return the mean metrics of a discussion, without those that no turn has."""
    measured = Later("doxa.systems.round_table.exhibits.discussion:measure_discussions").load()([log], "rule")
    return {name: mean for name, mean in measured.rows[-1].metrics.items() if mean is not None}


READINGS: dict[str, Callable[[RunLog, Order], dict[str, float]]] = {
    "dialogue": compare_stances,
    "feed": compare_posts,
    "puzzle": lambda log, _: Later("doxa.systems.puzzle.views:count_opinions").load()(log),
    "round_table": lambda log, _: read_metrics(log),
    "union": judge_debate,
}
"""Protocol → what is read in a run beside the numbers that sweeps show."""


def trim(hours: Callable[[int, int], float], rounds: int, shares: int, limit: float) -> tuple[int, int]:
    """Return the first step of rounds and of replicates with which all fits into a limit, or else the last of both.

    Rounds fall first, then replicates.

    Args:
        hours: (step of rounds, step of replicates) → hours.
        rounds, shares: how many steps there are.
    """
    steps = [*product(range(rounds), [0]), *product([rounds - 1], range(1, shares))]
    return next((step for step in steps if hours(*step) <= limit), steps[-1])


def cut_paper(rounds: int, share: int) -> Paper:
    """Return the paper with the numbers of rounds and of replicates of two steps."""
    falling = {need for plan in PAPER.exhibits.values() if plan.settings.get("falls") for need in plan.needs[1:]}
    experiments = {
        name: experiment.model_copy(
            update={
                "trials": math.ceil(experiment.trials * (SHARES[share] if name in falling else 1.0)),
                "factors": {
                    factor: (levels[min(rounds, len(levels) - 1)],) if factor == "rounds" else levels
                    for factor, levels in experiment.factors.items()
                },
            }
        )
        for name, experiment in PAPER.experiments.items()
    }
    return PAPER.model_copy(update={"experiments": experiments})


def estimate_seconds(order: Order, rounds: int, share: int) -> dict[str, float]:
    """Return the seconds of each exhibit, from dry runs of one replicate; 0 where the model's speed is not known."""
    paper, seconds = cut_paper(rounds, share), dict.fromkeys(PAPER.exhibits, 0.0)
    if examination_of(order.models[0], Conditions()) is None:
        return seconds
    folders = {name: [paper.experiments[need].folder for need in plan.needs] for name, plan in paper.exhibits.items()}
    for name, need in ((name, need) for name, plan in paper.exhibits.items() for need in plan.needs):
        if need.endswith(TRIAL) and folders[name].count(paper.experiments[need].folder) > 1:
            continue  # the trial is the first of the runs
        with TemporaryDirectory() as folder:
            dry = replace(order, out=Path(folder), dry=True, trials=1)
            run_experiment(PaperStudy(paper=paper, order=dry, wanted=(), values={}), need, lambda *_: None)
            uses = count_calls([(path, path / "none") for path in runs_in(dry.out, readings=True)], Conditions())
        seconds[name] += paper.experiments[need].trials * math.fsum(use.seconds or 0.0 for use in uses)
    return seconds


def make_plan(order: Order) -> tuple[tuple[int, int], dict[str, float]]:
    """Return the plan that is kept, or else the first that fits: its steps, and the seconds of each exhibit."""
    path = order.out / "plan.json"
    if not path.exists():
        estimate = cache(partial(estimate_seconds, order))
        most = max(len(experiment.factors.get("rounds", ())) for experiment in PAPER.experiments.values())
        steps = trim(lambda *steps: sum(estimate(*steps).values()) / HOUR, most, len(SHARES), HOURS)
        write_text(path, json.dumps([steps, estimate(*steps)], indent=1))
    steps, seconds = json.loads(path.read_text(encoding="utf-8"))
    return steps, seconds


def tabulate_effects(results: Mapping[str, Numbers], replays: Mapping[str, Table]) -> Table:
    """Return every effect with its n, its interval, the published direction, and whether it is seen."""
    rows: list[tuple[Cell, ...]] = []
    for name, numbers in results.items():
        for effect in cast(list[dict[str, Any]], PAPER.exhibits[name].settings["effects"]):
            n, estimate = estimate_effect(effect, numbers)
            for row in replays[name].records() if "row" in effect and name in replays else ():
                if row.get("method") == effect["row"]:
                    ends = {end: row[f"{effect['column']} {end}".strip()] for end in ("", "low", "high")}
                    bounds = {end or "value": bound for end, bound in ends.items()}
                    n, estimate = effect["n"], Estimate.model_validate(bounds)
            says = effect["words"], n, estimate, effect["published"], effect["source"]
            here = decide(estimate, effect["published"]) if estimate else "not measured" if numbers else "not run yet"
            rows.append((name, *says, here, effect["nature"]))
    columns = ("exhibit", "effect", "n", "difference", "published", "source", "here", "what makes it")
    title = "Effects, and what papers report"
    caption = "Differences are means over n blocks, of replays over n people, with 95 % intervals."
    return Table(name="effects", title=title, caption=caption, columns=columns, rows=tuple(rows))


def tabulate_exhibit(
    name: str, numbers: Numbers, turns: Sequence[Turn], planned: int, seconds: float, seal: str
) -> Table:
    """Return the mean of each of an exhibit's numbers by condition, with intervals over runs; or its turns on trial.

    Args:
        planned: the runs of a condition by the plan.
        seconds: what it takes by the plan.
        seal: of its runs; '' where one has not ended.
    """
    settings = PAPER.exhibits[name].settings
    measures = tuple(dict.fromkeys(measure for run in numbers.values() for measure in run))
    conditions = group_by(numbers, lambda key: key[-1])
    made = [len(keys) for keys in conditions.values()]
    short = f", of {planned} by the plan" if any(runs < planned for runs in made) else ""
    rows: list[tuple[Cell, ...]] = [(f"runs{short}", *made)] if conditions else []
    for measure in measures:
        runs = [[numbers[key][measure] for key in keys if measure in numbers[key]] for keys in conditions.values()]
        found = sum(map(len, runs))
        missing = f", in {found} of {len(numbers)} runs" if found < len(numbers) else ""
        rows.append((f"{measure}{missing}", *map(estimate_mean, runs)))
    tried = f"{count_fit(turns)} of {len(turns)} turns on trial are fit." if turns else "No turn on trial yet."
    sealed = f" Seal of these runs: `{seal}`." if seal else ""
    refused = bool(turns) and not passes(turns)
    is_replay = len(PAPER.exhibits[name].needs) == 1
    state = " Not run, as fewer than half are fit." if refused else "" if rows or is_replay else " Not run yet."
    return Table(
        name=name,
        title=str(settings["title"]),
        caption=f"{settings['about']} By the plan {say_hours(seconds)}. {tried}{state}{sealed}",
        columns=("fault", "turn on trial") if refused else ("mean", *conditions),
        rows=tuple((fault or "fit", visible(words[:LONGEST])) for fault, words in turns) if refused else tuple(rows),
    )


def count_planned(paper: Paper, name: str, order: Order) -> int:
    """Return how many runs an exhibit's conditions have by the plan, each; 0 where it has none of its own."""
    plans = [paper.experiments[need] for need in paper.exhibits[name].needs[1:]]
    return max(((order.trials or plan.trials) * len(plan.factors.get("topic", ("",))) for plan in plans), default=0)


def say_hours(seconds: float) -> str:
    """Return seconds in hours, as words; 0 are not known."""
    return f"{seconds / HOUR:.1f} hours" if seconds else "an unknown number of hours"


def count_fit(turns: Sequence[Turn]) -> int:
    """Return how many turns are fit."""
    return [fault for fault, _ in turns].count("")


def passes(turns: Sequence[Turn]) -> bool:
    """Return whether at least half of the turns on trial are fit, and there are any."""
    return bool(turns) and count_fit(turns) >= LEAST_FIT * len(turns)


def replay_people(name: str, order: Order) -> Table:
    """Return a table of the replay of an exhibit's runs, or of people; or why there is none."""
    settings, folder = cast(dict[str, Any], PAPER.exhibits[name].settings["replay"]), order.out / name
    options = {key: order.models[0] if option == "MODEL" else option for key, option in settings["options"].items()}
    try:
        replay = Later("doxa.humans.values:replay").load()
        people = replay(settings.get("people", folder / "runs"), out=folder / "replayed", **options)
        rows = people.tables.get(settings["table"], [{"no replay": "too few people"}])
    except (BeliefError, CorpusError, LogError, UsageError) as error:
        rows = [{"no replay": error.message}]
    columns = tuple(dict.fromkeys(column for row in rows for column in row))
    cells = tuple(tuple(row.get(column) for column in columns) for row in rows)
    title, caption = f"Replay: {name}", str(settings["says"])
    return Table(name=f"{name}-replay", title=title, caption=caption, columns=columns, rows=cells)


def write_page(
    order: Order,
    steps: tuple[int, int],
    seconds: Mapping[str, float],
    turns: Mapping[str, Sequence[Turn]],
    numbers: Mapping[str, Numbers],
    replays: Mapping[str, Table],
) -> list[Table]:
    """Write the page of what is known so far, by exhibit, and return its tables.

    Args:
        steps: how often rounds and replicates were cut by the plan.
        seconds: what each exhibit takes by the plan.
    """
    tables, whole = [tabulate_effects(numbers, replays)], sum(seconds.values())
    for name in numbers:
        seal = seal_of(order.out / name)
        planned = count_planned(cut_paper(*steps), name, order)
        tables.append(tabulate_exhibit(name, numbers[name], turns.get(name, []), planned, seconds[name], seal))
        tables += [replays[name]] if name in replays else []
    examination = examination_of(order.models[0], Conditions())
    failed = ("nothing" if not examination.failed else ", ".join(examination.failed)) if examination else "not known"
    plan = (
        f"Model: {order.models[0].rpartition('/')[2]}. What it cannot do by `doxa models try`: {failed}. By the plan "
        f"all exhibits take {say_hours(whole)}, but for replays of people. To fit into {HOURS:g} hours, rounds were "
        f"cut {steps[0]} times and replicates {steps[1]} times{', which is not enough' * (whole > HOURS * HOUR)}. "
        f"{describe_judge(order.judge)}"
    )
    rows = [write_markdown(table.names, table.texts()) if table.rows else "" for table in tables]
    parts = [f"### {t.title}\n\n{t.caption}\n\n{shown}".rstrip() for t, shown in zip(tables, rows, strict=True)]
    page = (FOLDER / "real-models.md").read_text(encoding="utf-8")
    write_text(order.out / "real-models.md", page.replace("<!-- results -->", "\n\n".join([plan, *parts])))
    return tables


def describe_judge(model: str) -> str:
    """Return how often the letters of a calibrated judge are right, beside the offline judge."""
    calibration = calibration_of(model, Conditions())
    if calibration is None:
        return "The judge was not calibrated."
    return (
        f"The judge reads stances from probabilities: its likelier side is right of {calibration.right:.2f} of "
        f"{calibration.texts} dev texts, the offline judge's of {calibration.offline:.2f}."
    )


def list_blocks(paper: Paper, name: str, order: Order) -> Iterator[tuple[PaperStudy, str]]:
    """Yield studies of a topic with one replicate more, and their experiment; first those of the first replicates.

    Where more runs are made at once than these are, there are more topics in a study, and then more replicates.
    """
    needs = paper.exhibits[name].needs[1:]
    most = max((order.trials or paper.experiments[need].trials for need in needs), default=0)
    for trials, need in product(range(1, most + 1), needs):
        experiment = paper.experiments[need]
        topics = experiment.factors.get("topic", ("",))
        conditions = math.prod(map(len, experiment.factors.values())) // len(topics)
        width = max(1, order.at_once // conditions)
        if trials < most and trials % max(1, width // len(topics)):
            continue
        for start in range(0, len(topics), width):
            factors = experiment.factors | ({"topic": topics[start : start + width]} if topics != ("",) else {})
            part = paper.model_copy(update={"experiments": {need: experiment.model_copy(update={"factors": factors})}})
            yield PaperStudy(paper=part, order=replace(order, trials=trials), wanted=(), values={}), need


def make_exhibits(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Make the runs of exhibits, all where none is named, and return their tables; the page is written as runs end.

    Calibrations are kept beside the runs, whose specs have them: another machine would find other ones.

    Raises:
        UsageError: more than one model is given.
        StoppedError: interrupted, or the budget is spent; the same call continues.
        ScenarioError, ModelSetupError, LogError: a setting, a model or a kept calibration cannot be used.
    """
    if len(order.models) > 1:
        raise UsageError("real-models takes one model at a time", hint="Give each a command and an --out of its own.")
    with recalled_from(order.out / "models"):
        for model in () if order.dry else {*order.models, order.judge}:
            if calibration := calibration_of(model, Conditions()):
                keep(calibration, identity_of(model, Conditions()), order.out / "models")
        return make_chosen(names, order, begin)


def make_chosen(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Make exhibits with what is known of the models; arguments and errors as ``make_exhibits``."""
    steps, seconds = ((0, 0), dict.fromkeys(PAPER.exhibits, 0.0)) if order.dry else make_plan(order)
    paper, chosen = cut_paper(*steps), [name for name in PAPER.exhibits if not names or name in names]
    turns, replays, numbers = dict[str, list[Turn]](), dict[str, Table](), {name: Numbers() for name in chosen}
    write = partial(write_page, order, steps, seconds, turns, numbers, replays)
    for name in chosen:
        study = PaperStudy(paper=paper, order=replace(order, trials=None), wanted=(), values={})
        turns[name] = run_experiment(study, paper.exhibits[name].needs[0], begin)
        write()
    # the hours of a replay of people are in no dry run: it comes last
    by_cost = sorted(chosen, key=lambda name: (len(paper.exhibits[name].needs) < 2, seconds[name]))
    for name in (name for name in by_cost if order.dry or passes(turns[name])):
        for study, need in list_blocks(paper, name, order):
            numbers[name] |= run_experiment(study, need, begin)
            write()
        if "replay" in paper.exhibits[name].settings and not order.dry:
            replays[name] = replay_people(name, order)
    return [*write()]


REPRODUCTIONS = {
    "real-models": Reproduction(
        exhibits=tuple(PAPER.exhibits),
        about=PAPER.about,
        place="doxa.evaluation:real-models.toml",
        make=make_exhibits,
    )
}
