"""The tables of a judgement evaluation: Table A3 and strength for each judge, every number, and agreement."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from doxa.analysis.exhibit import Cell, Table
from doxa.evaluation.appraising import Appraisal, AppraisingResult
from doxa.evaluation.exhibits.gold import ABOUT, GoldSet
from doxa.evaluation.exhibits.measures import STRENGTHS, Measure, measures
from doxa.evaluation.exhibits.published import SAMPLE, TABLE_A3
from doxa.log.rundir import RunLog
from doxa.scoring.agreement import alpha

PAPER = f"paper ({SAMPLE})"


@dataclass(frozen=True, kw_only=True)
class Evaluated:
    """What one judge made of one gold set."""

    judge: str
    scorer: str
    gold: GoldSet
    found: Mapping[str, Appraisal]
    measures: tuple[Measure, ...]
    path: str


def evaluated(gold: GoldSet, log: RunLog) -> Evaluated:
    """Read a finished appraising run and measure it against its gold."""
    found = appraisals_of(log)
    return Evaluated(
        judge=log.spec.roles["extractor"].model,
        scorer=log.spec.roles["scorer"].model,
        gold=gold,
        found=found,
        measures=measures(gold, found),
        path=str(log.path),
    )


def appraisals_of(log: RunLog) -> dict[str, Appraisal]:
    """Return what a finished appraising run found, by the key of the text."""
    result = log.result(AppraisingResult)
    return result.appraisals if result else {}


def judge_tables(told: Sequence[Evaluated], seed: int) -> list[Table]:
    """Return one judge's tables: Table A3's rows on labelled texts, and strength on ranked ones."""
    labelled = [each for each in told if not each.gold.ranked]
    ranked = [each for each in told if each.gold.ranked]
    return [*([_table_a3(labelled, seed)] if labelled else ()), *(_strength(each, seed) for each in ranked)]


def _table_a3(told: Sequence[Evaluated], seed: int) -> Table:
    by_set = [{one.name: one for one in each.measures} for each in told]
    rows = [(name, _published(name), *(written(found[name]) for found in by_set)) for name in by_set[0]]
    return Table(
        name=f"tableA3-{_slug(told[0].judge)}",
        title=f"Judgement layer (Table A3): {told[0].judge}",
        caption=f"{_samples(told, seed)} [95 % percentile bootstrap interval over texts, 4,000 resamples]. The paper's "
        "figures are of its own sample of other data. Coverage: the share not judged unclear; accuracy: of the "
        "decided; macro-F1 counts unclear as missed. Strongest claim: the extracted claim of highest strength. Every "
        "gold text is one argument.",
        columns=("measure", PAPER, *(f"{each.gold.name} {each.gold.part}" for each in told)),
        rows=tuple(rows),
        sources=tuple(each.path for each in told),
    )


def _strength(each: Evaluated, seed: int) -> Table:
    found = {one.name: one for one in each.measures}
    rules = {"judge": f"judge: {each.judge}", "scorer": f"scorer: {each.scorer}", "length": "length in characters"}
    rows = [
        (label, *(written(found[f"strength, {rule}: {what}"]) for what in STRENGTHS), _published_strength(rule))
        for rule, label in rules.items()
    ]
    near = found[f"strength, length: {STRENGTHS[-1]}"].n
    lost = int(found["texts with a lost answer"].value or 0)
    return Table(
        name=f"strength-{_slug(each.judge)}",
        title=f"Strength against people's ranking: {each.judge}",
        caption=f"{_samples([each], seed)} {near:,} of the pairs differ in length by less than a fifth of the longer. "
        f"{lost} texts with a lost answer. Correlations within one side of a debate, mean over sides; pairs: share in "
        "people's order, ties half. [95 % percentile bootstrap interval over sides]. Pearson r of the paper: its own "
        "sample of other data, rated for quality.",
        columns=("strength by", *STRENGTHS, PAPER),
        rows=tuple(rows),
        sources=(each.path,),
    )


def long_table(told: Sequence[Evaluated]) -> Table:
    """Return every number in full, a row each, for programs."""
    rows: list[tuple[Cell, ...]] = [
        (each.judge, each.scorer, each.gold.name, each.gold.part, one.name, one.value, one.low, one.high, one.n,
         TABLE_A3.get(one.name))
        for each in told
        for one in each.measures
    ]  # fmt: skip
    return Table(
        name="judgement",
        title="Judgement layer: every number",
        caption="95 % percentile bootstrap intervals; published: the paper's own sample of other data.",
        columns=("judge", "scorer", "set", "part", "measure", "value", "low", "high", "n", "published"),
        rows=tuple(rows),
        sources=tuple(each.path for each in told),
    )


def agreement(told: Sequence[Evaluated]) -> Table:
    """Return Krippendorff's α of every two judges on each set, and of all where there are more than two."""
    sets = dict.fromkeys(each.gold.name for each in told)
    rows = [row for name in sets for row in _agreements([each for each in told if each.gold.name == name])]
    return Table(
        name="agreement",
        title="Agreement of judges",
        caption="Krippendorff's α on whole texts. Direction is nominal: once with unclear as missing (texts that both "
        "decided), once with unclear as a category of its own. Strength is on the interval scale: the judge's own, and "
        "the scorer's where it was asked. – : not judged, or nothing to disagree about.",
        columns=(
            "set", "judges", "texts", "direction, unclear missing", "direction, unclear a category",
            "strength, judge", "strength, scorer",
        ),
        rows=tuple(rows),
        sources=tuple(each.path for each in told),
    )  # fmt: skip


def _agreements(judged: Sequence[Evaluated]) -> Iterator[tuple[Cell, ...]]:
    groups = list(combinations(judged, 2))
    for group in [*groups, tuple(judged)] if len(judged) > 2 else groups:
        keys = [one.key for one in group[0].gold.texts]
        whole = [[each.found[key].whole for each in group] for key in keys]
        yield (
            group[0].gold.name,
            " / ".join(each.judge for each in group),
            len(keys),
            alpha([[one.polarity or None if one else None for one in unit] for unit in whole], "nominal"),
            alpha([[one.polarity if one else None for one in unit] for unit in whole], "nominal"),
            alpha([[one.strength if one else None for one in unit] for unit in whole], "interval"),
            alpha([[each.found[key].score for each in group] for key in keys], "interval"),
        )


def written(one: Measure) -> Cell:
    """Write a measure with its interval; counts as they are."""
    if one.value is None:
        return None
    if one.name.startswith("texts"):
        return int(one.value)
    if one.low is None or one.high is None:
        return _short(one.value)
    return f"{_short(one.value)} [{_short(one.low)}, {_short(one.high)}]"


def _short(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


def _published(name: str) -> Cell:
    return _short(TABLE_A3[name]) if name in TABLE_A3 else None


def _published_strength(rule: str) -> Cell:
    name = f"strength, {rule}: Pearson r"
    return f"Pearson r {_short(TABLE_A3[name])}" if name in TABLE_A3 else None


def _samples(told: Sequence[Evaluated], seed: int) -> str:
    sizes = "; ".join(
        f"{each.gold.name}: {len(each.gold.texts):,} of {each.gold.of:,} ({ABOUT[each.gold.name]})"
        + (f", {len(each.gold.pairs):,} pairs" if each.gold.ranked else "")
        for each in told
    )
    sampled = any(len(each.gold.texts) < each.gold.of for each in told)
    return f"{sizes}.{f' Sampled with seed {seed}.' if sampled else ''}"


def _slug(text: str) -> str:
    return "".join(char if char.isalnum() or char in ".-" else "-" for char in text).strip("-")
