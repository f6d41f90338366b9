"""``doxa evaluate``: evaluates judges against people's labels, and the threshold of near-duplicates."""

import json as jsons
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Annotated, Literal

from cyclopts import App, Parameter

from doxa.analysis.exhibit import Table
from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError
from doxa.evaluation.duplicates import MODEL, duplicates_table, separations
from doxa.evaluation.judges import judges
from doxa.evaluation.judging import EvaluationOrder, Stage, evaluate as evaluated, evaluate_shift, plan_stages
from doxa.evaluation.sets import DEFAULTS, DOMAINS, RATED, SETS, UKP
from doxa.evaluation.shift import (
    Shifted,
    shift_curve_table,
    shift_levels_table,
    shift_long_table,
    shift_rule_table,
    shift_table,
    shift_topics_table,
)
from doxa.evaluation.system import HELPS, PARTS
from doxa.evaluation.tables import JudgeEvaluation, MeasuredSet, agreement, judge_tables, long_table, strength_tables
from doxa.log.disk import write_text
from doxa.log.journal import total_cost
from doxa.log.rundir import open_run
from doxa.records.claims import Scale
from doxa.terminal.console import (
    Json,
    Open,
    Quiet,
    Tokens,
    Usd,
    clock,
    console,
    describe_cost,
    print_written,
    temperature_of,
)
from doxa.terminal.exhibits import print_exhibits, write_exhibits
from doxa.terminal.progress import StageLine

evaluate = App(name="evaluate", help=HELPS["evaluate"], help_format="plaintext", version_flags=())
evaluate.command(judges, help=PARTS["evaluate judges"])

Seed = Annotated[int, Parameter(help="Seed of the sample: the same seed draws the same texts.")]
JudgeNames = Annotated[
    tuple[str, ...], Parameter(name="--judge", help="A judge, as provider:model. May be repeated.", negative=())
]
StrengthScorer = Annotated[
    str | None,
    Parameter(help="The scorer of strength on ukp and ratings, as provider:model; the judge itself when absent."),
]
HeardIn = Annotated[
    Literal["claim", "message"] | None,
    Parameter(help="Read direction from a claim alone, or in its message; by default what a run does with the judge."),
]
GoldSets = Annotated[
    str | None,
    Parameter(
        help=f"Gold sets, by commas: {', '.join(SETS)}; {', '.join(DEFAULTS)} when absent. With --shift: domains."
    ),
]
Shift = Annotated[
    bool, Parameter(help="Show the benchmark under shift: kinds of text that differ from training.", negative=())
]
LabelledFile = Annotated[
    Path | None,
    Parameter(
        help="Your own labelled messages, as CSV or JSON lines: proposition, text, polarity, optionally topic. A "
        "row of the benchmark under shift; alone without --shift."
    ),
]
OutsideSet = Annotated[
    Literal["aqr"] | None, Parameter(help="A data set that does not come with doxa, in the place of --sets.")
]
Part = Annotated[
    Literal["test", "dev", "train"],
    Parameter(help="Which part of the sets. Doxa's own models were trained and tuned on train and dev."),
]
OfScale = Annotated[Scale, Parameter(help="What a strength means: hearing.scale (doxa docs scenario).")]
Sample = Annotated[int | None, Parameter(help="How many texts of each set; all when absent, or 100 of aqr.")]
Temperature = Annotated[str, Parameter(help='Of hosted judges; "provider" sends none, which some models require.')]
Folder = Annotated[Path, Parameter(help="The folder of runs and exhibits; finished runs in it are not repeated.")]


DatasetFile = Annotated[Path | None, Parameter(help="Where the CSV file of --dataset lies.")]


@evaluate.command(help=PARTS["evaluate judgement"])
def judgement(
    *,
    judge: JudgeNames = ("offline",),
    strength: StrengthScorer = None,
    sets: GoldSets = None,
    shift: Shift = False,
    file: LabelledFile = None,
    dataset: OutsideSet = None,
    path: DatasetFile = None,
    part: Part = "test",
    scale: OfScale = "anchored",
    sample: Sample = None,
    seed: Seed = 0,
    context: HeardIn = None,
    temperature: Temperature = "0",
    out: Folder = Path("runs/judgement"),
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    quiet: Quiet = False,
    open: Open = False,
    json: Json = False,
) -> None:
    """Show how well a judge reads arguments that people labelled."""
    shifted, named = shift or file is not None, _name_sets(sets, shift=shift, file=file, dataset=dataset, path=path)
    _check_scorer(strength, named, dataset)
    if shifted and part != "test":
        raise ScenarioError("the benchmark under shift has no parts", hint="Leave --part out.")
    order = EvaluationOrder(
        judges=judge,
        strength=strength,
        sets=named,
        shift=shifted,
        file=file,
        aqr=path,
        part=part,
        scale=scale,
        sample=sample,
        seed=seed,
        context=context,
        temperature=temperature_of(temperature),
        out=out,
        budget=Budget(usd=max_usd, tokens=max_tokens),
    )
    lines = None if quiet or json else TextProgress(plan_stages(order))
    evaluations: Sequence[MeasuredSet]
    try:
        if shifted:
            domains = evaluate_shift(order, lines)
            tables, summary, evaluations = _make_shift_tables(domains, seed), _sum_up_shift(domains, order), domains
        else:
            labelled = evaluated(order, lines)
            tables = [*_make_tables(labelled, seed), long_table(labelled)]
            summary, evaluations = _summary(labelled, order), labelled
    finally:
        if lines:
            lines.line.close()
    folder = out / ("exhibits-shift" if shifted else "exhibits-aqr" if dataset else "exhibits")
    _write_tables(tables, summary, folder, quiet=quiet, json=json, open=open)
    if not (quiet or json):
        _print_spending([evaluation.path for evaluation in evaluations])


def _check_scorer(strength: str | None, named: Sequence[str], dataset: str | None) -> None:
    """Raise where a scorer is named and no set is scored."""
    if strength is not None and not {UKP, *RATED} & set(named) and dataset is None:
        raise ScenarioError(
            f"--strength applies to the sets {', '.join((UKP, *RATED))} only",
            hint=f"Add {UKP} to --sets, or leave --strength out.",
        )


def _name_sets(
    sets: str | None, *, shift: bool, file: Path | None, dataset: str | None, path: Path | None
) -> tuple[str, ...]:
    """Return the sets or domains that are asked for; refuse options that do not go together."""
    if (dataset is None) != (path is None):
        raise ScenarioError(
            "IBM-ArgQ-Rank-30kArgs does not come with doxa" if dataset else "--path is for --dataset aqr",
            hint="Give both: --dataset aqr --path FILE, or neither.",
        )
    if dataset and (sets is not None or shift or file):
        raise ScenarioError("--dataset stands in the place of sets and domains", hint="Leave the others out.")
    if dataset or (sets is None and file and not shift):
        return ()
    if sets is not None:
        return tuple(name.strip() for name in sets.split(","))
    return tuple(DOMAINS) if shift else DEFAULTS


@evaluate.command(help=PARTS["evaluate duplicates"])
def duplicates(
    *,
    sample: Annotated[int | None, Parameter(help="How many topics of each set; all when absent.")] = None,
    seed: Seed = 0,
    out: Annotated[Path, Parameter(help="The folder of the table.")] = Path("runs/duplicates"),
    quiet: Quiet = False,
    open: Open = False,
    json: Json = False,
) -> None:
    """Show from which similarity two texts count as one argument."""
    line = StageLine()

    def watch(name: str, done: int, total: int) -> None:
        line.show(f"topics of {name}", (done, total))

    set_separations = separations(sample, seed, None if quiet or json else watch)
    line.close()
    table = duplicates_table(set_separations, MODEL, seed, sampled=sample is not None)
    summary = {
        "embedder": MODEL,
        "sample": sample,
        "seed": seed,
        "sets": [separation.model_dump() for separation in set_separations],
    }
    _write_tables([table], summary, out, quiet=quiet, json=json, open=open)


def _make_tables(evaluations: Sequence[JudgeEvaluation], seed: int) -> list[Table]:
    judges = list(dict.fromkeys(evaluation.judge for evaluation in evaluations))
    tables = [
        table
        for judge in judges
        for table in judge_tables([evaluation for evaluation in evaluations if evaluation.judge == judge], seed)
    ]
    tables += strength_tables(evaluations)
    return [*tables, agreement(evaluations)] if len(judges) > 1 else tables


def _make_shift_tables(domains: Sequence[Shifted], seed: int) -> list[Table]:
    judges = list(dict.fromkeys(domain.judge for domain in domains))
    tables = [shift_table([domain for domain in domains if domain.judge == judge], seed) for judge in judges]
    sure = (shift_curve_table(domains), shift_levels_table(domains), shift_rule_table(domains))
    return [*tables, *(table for table in sure if table.rows), shift_long_table(domains), shift_topics_table(domains)]


def _sum_up_shift(domains: Sequence[Shifted], order: EvaluationOrder) -> dict[str, object]:
    rows = [{"judge": domain.judge, "domain": domain.gold.name, **_sum_up_set(domain)} for domain in domains]
    return {"sample": order.sample, "seed": order.seed, "results": rows}


def _sum_up_set(measured: MeasuredSet, **more: object) -> dict[str, object]:
    """Return what the summary says of a set or a domain under one judge, ``more`` before its run."""
    gold, measures = measured.gold, [measure.model_dump() for measure in measured.measures]
    return {"texts": len(gold.texts), "of": gold.of, **more, "run": measured.path, "measures": measures}


def _write_tables(
    tables: Sequence[Table], summary: Mapping[str, object], folder: Path, *, quiet: bool, json: bool, open: bool
) -> None:
    """Write tables and summary to files, and print them or the summary as JSON."""
    written = write_exhibits(tables, folder, title="Evaluation of judges on labelled texts")
    write_text(folder / "summary.json", jsons.dumps(summary, indent=1, ensure_ascii=False) + "\n")
    if json:
        console.print_json(jsons.dumps(summary))
        return
    print_exhibits((table for table in tables if table.name != "judgement" and not quiet), verbose=True)
    print_written(tables, written, more=1, open=open)


def _summary(evaluations: Sequence[JudgeEvaluation], order: EvaluationOrder) -> dict[str, object]:
    return {
        "part": order.part,
        "sample": order.sample,
        "seed": order.seed,
        "results": [
            {
                "judge": evaluation.judge,
                "scorer": evaluation.scorer,
                "set": evaluation.gold.name,
                **_sum_up_set(evaluation, pairs=len(evaluation.gold.pairs)),
            }
            for evaluation in evaluations
        ],
        "agreement": agreement(evaluations).records(),
    }


def _print_spending(runs: Sequence[str]) -> None:
    calls = [call for path in runs for call in open_run(path).calls()]
    cost = describe_cost(total_cost(calls))
    failed = Counter(call.status for call in calls if call.status != "ok")
    trouble = (
        f", given up: {', '.join(f'{count} {status}' for status, count in failed.most_common())}" if failed else ""
    )
    console.print(f"[dim]{len(calls)} calls{trouble}, {cost}; kept in the runs' calls.jsonl.[/]")


class TextProgress:
    """The progress of all runs: each run's judged texts, the cost so far, and the time left for all."""

    def __init__(self, stages: Sequence[Stage], *, states_time: bool = False) -> None:
        """Take the stages that are shown.

        Args:
            states_time: whether a line states, after the first texts, how long all of them take.
        """
        self._began = monotonic() if states_time else None
        self._stages = {stage.path for stage in stages}
        self._total = sum(len(stage.gold.texts) for stage in stages)
        self._done: dict[Path, int] = {}
        self._costs: dict[Path, float | None] = {}
        self.line = StageLine()

    def __call__(self, stage: Stage, now: Progress) -> None:
        if stage.path not in self._stages:
            return
        if self._began and now.asked:
            seconds = (monotonic() - self._began) / now.asked * self._total
            console.print(f"About {clock(seconds)} for all {self._total} texts, by the first {now.asked}.")
            self._began = None
        done, _, total = now.batch.note.partition(" of ")
        self._done[stage.path], self._costs[stage.path] = int(done), now.cost
        known = [cost for cost in self._costs.values() if cost is not None]
        self.line.show(
            f"{stage.spec.roles['extractor'].model} on {stage.gold.name}",
            (int(done), int(total)),
            every=(sum(self._done.values()), self._total),
            asked=now.asked > 0,
            cost=sum(known) if len(known) == len(self._costs) else None,
        )
