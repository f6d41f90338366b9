"""The tables of a judgement evaluation: Table A3 and strength of each judge, all numbers, and agreement.

Table A3 is of "Belief Engine": its judgement layer on 100 rows of Argument Quality Ranking (Gretz et al. 2019). The
paper's sample is of other data than doxa's, so that its figures are shown for orientation and are no target.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from doxa.analysis.exhibit import Cell, Table
from doxa.corpora.ratings import STRENGTH_RATINGS
from doxa.evaluation.appraising import Appraisal, AppraisingResult
from doxa.evaluation.measures import STRENGTHS, JudgeMeasure, measures
from doxa.evaluation.sets import ABOUT, AQR, RATED, GoldSet
from doxa.log.rundir import RunLog
from doxa.models.embedded import anchored_strength, embedder
from doxa.records.base import group_by
from doxa.records.cells import Estimate, write_number
from doxa.scoring.agreement import alpha
from doxa.scoring.bootstrap import clustered_correlation
from doxa.scoring.ranking import pearson

SAMPLE = "100 rows of AQR"

TABLE_A3: dict[str, float] = {
    "extraction rate": 0.970,
    "exactly one claim": 0.770,
    "more than one claim": 0.200,
    "strongest claim: accuracy": 0.969,
    "strongest claim: macro-F1": 0.969,
    "strength, judge: Pearson r": 0.089,
    "strength, scorer: Pearson r": 0.720,
}
"""Measure → the value in the paper."""


PAPER = f"paper ({SAMPLE})"


@dataclass(frozen=True, kw_only=True)
class MeasuredSet:
    """The measures of one judge on one gold set or domain."""

    judge: str
    gold: GoldSet
    measures: tuple[JudgeMeasure, ...]
    path: str
    """Of the run."""


@dataclass(frozen=True, kw_only=True)
class JudgeEvaluation(MeasuredSet):
    """A judge's appraisals and measures on one gold set."""

    scorer: str
    found: Mapping[str, Appraisal]


def measure_run(gold: GoldSet, log: RunLog) -> JudgeEvaluation:
    """Return the measures of a finished appraising run against its gold labels."""
    result = log.result(AppraisingResult)
    appraisals = result.appraisals if result else {}
    return JudgeEvaluation(
        judge=log.spec.roles["extractor"].model,
        scorer=log.spec.roles["scorer"].model,
        gold=gold,
        found=appraisals,
        measures=measures(gold, appraisals),
        path=str(log.path),
    )


def judge_tables(evaluations: Sequence[JudgeEvaluation], seed: int) -> list[Table]:
    """Return one judge's tables: Table A3's rows on labelled texts, and strength on ranked ones."""
    labelled = [evaluation for evaluation in evaluations if not evaluation.gold.is_ranked]
    ranked = [evaluation for evaluation in evaluations if evaluation.gold.is_ranked]
    return [*([_table_a3(labelled, seed)] if labelled else ()), *(_strength(evaluation, seed) for evaluation in ranked)]


def _table_a3(evaluations: Sequence[JudgeEvaluation], seed: int) -> Table:
    by_set = [{measure.name: measure for measure in evaluation.measures} for evaluation in evaluations]
    names = dict.fromkeys(name for measure_by_name in by_set for name in measure_by_name)
    is_papers_set = all(one.gold.name == AQR for one in evaluations)
    whose = "100 rows of this set" if is_papers_set else "its own sample of other data"
    return Table(
        name=f"tableA3-{file_stem(evaluations[0].judge)}",
        title=f"Judgement layer (Table A3): {evaluations[0].judge}",
        caption=f"{_samples(evaluations, seed)} [95 % percentile bootstrap interval over texts, 4,000 resamples]. The "
        f"paper's figures are of {whose}. Coverage: the share not judged unclear; accuracy: of the "
        "decided; macro-F1 counts unclear as missed. Strongest claim: the extracted claim of highest strength. Every "
        "gold text is one argument.",
        columns=("measure", PAPER, *(f"{evaluation.gold.name} {evaluation.gold.part}" for evaluation in evaluations)),
        rows=tuple(
            (name, TABLE_A3.get(name), *(own[name].cell if name in own else None for own in by_set)) for name in names
        ),
        sources=tuple(evaluation.path for evaluation in evaluations),
    )


def _strength(evaluation: JudgeEvaluation, seed: int) -> Table:
    measure_by_name = {measure.name: measure for measure in evaluation.measures}
    rules = {
        "judge": f"judge: {evaluation.judge}",
        "scorer": f"scorer: {evaluation.scorer}",
        "length": "length in characters",
    }
    rows = [
        (
            label,
            *(measure_by_name[f"strength, {rule}: {statistic}"].cell for statistic in STRENGTHS),
            _published_strength(rule),
        )
        for rule, label in rules.items()
    ]
    near = measure_by_name[f"strength, length: {STRENGTHS[-1]}"].n
    lost = int(measure_by_name["texts with a lost answer"].value or 0)
    return Table(
        name=f"strength-{file_stem(evaluation.judge)}",
        title=f"Strength against people's ranking: {evaluation.judge}",
        caption=f"{_samples([evaluation], seed)} {near:,} of the pairs differ in length by less than a fifth of the "
        f"longer. {lost} texts with a lost answer. Correlations within one side of a debate, mean over sides; pairs: "
        "share in people's order, ties half. [95 % percentile bootstrap interval over sides]. Pearson r of the paper: "
        "its own sample of other data, rated for quality.",
        columns=("strength by", *STRENGTHS, PAPER),
        rows=tuple(rows),
        sources=(evaluation.path,),
    )


def long_table(evaluations: Sequence[JudgeEvaluation]) -> Table:
    """Return all numbers at full precision, one a row, for programs."""
    rows = [
        (
            evaluation.judge, evaluation.scorer, evaluation.gold.name, evaluation.gold.part, measure.name,
            measure.value, measure.low, measure.high, measure.n, TABLE_A3.get(measure.name),
        )
        for evaluation in evaluations
        for measure in evaluation.measures
    ]  # fmt: skip
    return Table(
        name="judgement",
        title="Judgement layer: every number",
        caption="95 % percentile bootstrap intervals; published: the paper's own sample of other data.",
        columns=("judge", "scorer", "set", "part", "measure", "value", "low", "high", "n", "published"),
        rows=tuple(rows),
        sources=tuple(evaluation.path for evaluation in evaluations),
    )


def agreement(evaluations: Sequence[JudgeEvaluation]) -> Table:
    """Return Krippendorff's α of every two judges on each set, and of all judges where there are more than two."""
    rows = [
        row
        for name in dict.fromkeys(evaluation.gold.name for evaluation in evaluations)
        for row in _agreements([evaluation for evaluation in evaluations if evaluation.gold.name == name])
    ]
    return Table(
        name="agreement",
        title="Agreement of judges",
        caption="Krippendorff's α on whole texts. Direction is nominal: once with unclear as missing (texts that both "
        "decided), once with unclear as a category of its own. Strength is on the interval scale: the judge's own, and "
        "the scorer's where it rated texts. – : not judged, or all answers are the same.",
        columns=(
            "set", "judges", "texts", "direction, unclear missing", "direction, unclear a category",
            "strength, judge", "strength, scorer",
        ),
        rows=tuple(rows),
        sources=tuple(evaluation.path for evaluation in evaluations),
    )  # fmt: skip


def _agreements(evaluations: Sequence[JudgeEvaluation]) -> Iterator[tuple[Cell, ...]]:
    groups = list(combinations(evaluations, 2))
    for group in [*groups, tuple(evaluations)] if len(evaluations) > 2 else groups:
        keys = [text.key for text in group[0].gold.texts]
        judgements = [[evaluation.found[key].whole for evaluation in group] for key in keys]
        polarities = [[judgement.polarity if judgement else None for judgement in unit] for unit in judgements]
        strengths = [[judgement.strength if judgement else None for judgement in unit] for unit in judgements]
        yield (
            group[0].gold.name,
            " / ".join(evaluation.judge for evaluation in group),
            len(keys),
            alpha([[polarity or None for polarity in unit] for unit in polarities], "nominal"),
            alpha(polarities, "nominal"),
            alpha(strengths, "interval"),
            alpha([[evaluation.found[key].score for evaluation in group] for key in keys], "interval"),
        )


def _published_strength(rule: str) -> Cell:
    name = f"strength, {rule}: Pearson r"
    return f"Pearson r {write_number(TABLE_A3[name])}" if name in TABLE_A3 else None


def _samples(evaluations: Sequence[JudgeEvaluation], seed: int) -> str:
    golds = [evaluation.gold for evaluation in evaluations]
    sizes = "; ".join(
        f"{gold.name}: {len(gold.texts):,} of {gold.of:,} ({ABOUT[gold.name]})"
        + (f", {len(gold.pairs):,} pairs" if gold.is_ranked else "")
        for gold in golds
    )
    sampled = any(len(gold.texts) < gold.of for gold in golds)
    return f"{sizes}.{f' Sampled with seed {seed}.' if sampled else ''}"


def file_stem(text: str) -> str:
    """Return a name as it may stand in the name of a file."""
    return "".join(char if char.isalnum() or char in ".-" else "-" for char in text).strip("-")


Strengths = Mapping[str, float]
"""Key of a text → its strength."""

RATERS = "raters"
EMBEDDED = "embedded scorer"

LENGTHS: Mapping[str, Callable[[int], float]] = {
    "length in characters": float,
    "log of length": lambda length: math.log(1 + length),
}
"""Baselines that read nothing; without a scale they have neither bias nor difference."""

FEW = 3
"""Fewer texts, or texts of a single motion, have no interval."""


def strength_tables(evaluations: Sequence[JudgeEvaluation]) -> list[Table]:
    """Return a table for each rated set of how strengths agree; none without such a set."""
    sets = {evaluation.gold.name: evaluation.gold for evaluation in evaluations if evaluation.gold.name in RATED}
    return [_strength_table(gold, [one for one in evaluations if one.gold.name == name]) for name, gold in sets.items()]


def _strength_table(gold: GoldSet, evaluations: Sequence[JudgeEvaluation]) -> Table:
    return Table(
        name=f"strengths-{gold.name}",
        title=f"Agreement of strengths on the anchored scale: {gold.name}",
        caption=f"{len(gold.texts):,} of {gold.of:,} claims. r: Pearson's, [95 % percentile bootstrap interval over "
        "motions, 4,000 resamples]; bias: mean of the first minus the second; difference: mean of its magnitude. The "
        "raters are language models, and nobody has compared them with people on this scale. Of the ratings' motions "
        "the embedded scorer learned from four in five: --sets ratings-new has the others.",
        columns=("strength by", "beside", "claims", "r", "bias", "difference"),
        rows=tuple(_rows(gold, evaluations)),
        sources=tuple(evaluation.path for evaluation in evaluations),
    )


def _rows(gold: GoldSet, evaluations: Sequence[JudgeEvaluation]) -> Iterator[tuple[Cell, ...]]:
    motions = {text.key: text.topic or text.proposition for text in gold.texts}
    raters = {text.key: text.convincing for text in gold.texts if text.convincing is not None}
    embedded = _read_embedded(gold)
    for evaluation in evaluations:
        for name, strengths in _name_strengths(evaluation):
            yield _compare(name, RATERS, strengths, raters, motions)
            yield _compare(name, EMBEDDED, strengths, embedded, motions)
    yield _compare(EMBEDDED, RATERS, embedded, raters, motions)
    seconds = {f"{one.set}-{one.id}": one.second for one in STRENGTH_RATINGS.read() if one.second is not None}
    yield _compare("another rater", RATERS, {key: seconds[key] for key in raters if key in seconds}, raters, motions)
    for name, measure in LENGTHS.items():
        lengths = {text.key: measure(len(text.text)) for text in gold.texts}
        pairs = [(lengths[key], raters[key]) for key in raters]
        yield (name, RATERS, len(pairs), _correlate(pairs, [motions[key] for key in raters]), None, None)


def _name_strengths(evaluation: JudgeEvaluation) -> Iterator[tuple[str, Strengths]]:
    """Yield the strengths of the scorer, and those of the judge as extractor, with their names."""
    found = evaluation.found
    yield f"scorer: {evaluation.scorer}", {key: one.score for key, one in found.items() if one.score is not None}
    judged = {key: one.whole.strength for key, one in found.items() if one.whole}
    yield f"judge: {evaluation.judge}", {key: strength for key, strength in judged.items() if strength is not None}


def _read_embedded(gold: GoldSet) -> Strengths:
    return {
        text.key: strength
        for proposition, texts in group_by(gold.texts, lambda text: text.proposition).items()
        for text, strength in zip(
            texts, anchored_strength().strengths(proposition, [text.text for text in texts], embedder()), strict=True
        )
    }


def _compare(
    name: str, other: str, strengths: Strengths, others: Strengths, motions: Mapping[str, str]
) -> tuple[Cell, ...]:
    """Return the row of two strengths on the texts that have both."""
    keys = [key for key in strengths if key in others]
    pairs = [(strengths[key], others[key]) for key in keys]
    if not pairs:
        return (name, other, 0, None, None, None)
    differences = [first - second for first, second in pairs]
    bias, difference = sum(differences) / len(pairs), sum(map(abs, differences)) / len(pairs)
    return (
        name,
        other,
        len(pairs),
        _correlate(pairs, [motions[key] for key in keys]),
        bias,
        difference,
    )


def _correlate(pairs: Sequence[tuple[float, float]], motions: Sequence[str]) -> Cell:
    r = pearson(*zip(*pairs, strict=True))
    if r is None or len(pairs) < FEW or len(set(motions)) < FEW:
        return r
    interval = clustered_correlation(pairs, motions)
    return Estimate(value=r, low=interval.low, high=interval.high)
