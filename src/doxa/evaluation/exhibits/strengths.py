"""The agreement of strengths on the anchored scale: hosted scorers, raters and the embedded scorer, two by two."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from doxa.analysis.exhibit import Cell, Table
from doxa.corpora.ratings import STRENGTH_RATINGS
from doxa.evaluation.exhibits.exhibits import JudgeEvaluation
from doxa.evaluation.exhibits.gold import RATED, GoldSet
from doxa.models.embedded import anchored_strength, embedder
from doxa.scoring.bootstrap import clustered_correlation
from doxa.scoring.ranking import pearson

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
    yield f"judge: {evaluation.judge}", {key: one.whole.strength for key, one in found.items() if one.whole is not None}


def _read_embedded(gold: GoldSet) -> Strengths:
    claims: dict[str, list[tuple[str, str]]] = {}
    for text in gold.texts:
        claims.setdefault(text.proposition, []).append((text.key, text.text))
    return {
        key: strength
        for proposition, rows in claims.items()
        for (key, _), strength in zip(
            rows,
            anchored_strength().strengths(proposition, [text for _, text in rows], embedder()),
            strict=True,
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
        _short(bias),
        _short(difference),
    )


def _correlate(pairs: Sequence[tuple[float, float]], motions: Sequence[str]) -> str | None:
    r = pearson(*zip(*pairs, strict=True))
    if r is None or len(pairs) < FEW or len(set(motions)) < FEW:
        return None if r is None else _short(r)
    interval = clustered_correlation(pairs, motions)
    return f"{_short(r)} [{_short(interval.low)}, {_short(interval.high)}]"


def _short(number: float) -> str:
    return f"{number:.3f}".replace("-", "−")
