"""The tables of the benchmark under shift: a row a domain for each judge, every number, every topic, and the curve.

Abstention is fixed elsewhere: the threshold for one domain is found on all the others.

    t = the lowest sureness at which Σ right / n ≥ AIM · Σ decided / n over the other domains

Sureness is how far the stated probability is from one half. Every domain counts alike, whatever its size. Claims and
messages have thresholds of their own, since two networks with two temperatures state their probabilities. A domain
*misses* where at that threshold fewer than AIM of the decided are right, or fewer than LEAST of its texts are decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from doxa.analysis.exhibit import Cell, Table
from doxa.evaluation.appraising import AppraisingResult
from doxa.evaluation.guesses import (
    FEW,
    Chances,
    Guess,
    measures_by_topic,
    read_guesses,
    shift_measures,
)
from doxa.evaluation.sets import DOMAINS, GoldSet
from doxa.evaluation.tables import MeasuredSet, file_stem
from doxa.log.rundir import RunLog

COLUMNS = {
    "accuracy": "accuracy",
    "coverage": "coverage",
    "right of the decided": "right of the decided",
    "for": "accuracy, for",
    "against": "accuracy, against",
    "ECE": "calibration error",
    "no side: left unclear": "no side, left unclear",
    "both ways: opposed": "both ways, opposed",
    "both ways: alike": "both ways, alike",
    "always for": "always for",
    "always against": "always against",
    "by words": "by words",
}
"""Column → the measure in it."""

WITH_INTERVALS = ("accuracy", "right of the decided")

SHARED_NOTE = (
    "Accuracy, also of the texts for and of those against: of all texts that take a side, unclear as wrong. [95 % "
    "percentile bootstrap interval over topics, 4,000 resamples]. ECE: 15 equal bins of the stated probability, "
    "decided or not; – where a judge states none. No side: of the texts that take none, the share left unclear. "
    "Both ways: of texts judged under a proposition and its opposite, the share decided both times in opposite "
    "directions, as it must be, or alike. Always for, always against, by words (naive Bayes over words of the "
    "train parts): the accuracy of rules that do not read."
)

BY_LETTERS = (
    "Every text, messages too, is read whole from the probabilities of letters, as doxa models calibrate fitted it: no "
    "claims are extracted, and no offline reading takes part."
)

LEVELS = (0.6, 0.7, 0.8, 0.9, 0.95)
"""Probabilities that a user may ask a judge for (``models.extractor.sure``)."""

SHARES = (0.2, 0.4, 0.6, 0.8, 1.0)
"""Shares of the surest texts in the accuracy–coverage table."""


@dataclass(frozen=True, kw_only=True)
class Shifted(MeasuredSet):
    """What one judge made of one domain."""

    guesses: tuple[Guess, ...]
    by_letters: bool = False
    """Whether the judge's directions were read from probabilities of letters."""


def measure_shift(gold: GoldSet, log: RunLog, chances: Chances | None = None) -> Shifted:
    """Read a finished run of a domain and measure it."""
    in_messages = log.spec.hearing.context != "claim"
    guesses = read_guesses(gold, log.result(AppraisingResult) or AppraisingResult(), chances, in_messages=in_messages)
    judge = log.spec.roles["extractor"]
    return Shifted(
        judge=judge.model,
        gold=gold,
        guesses=guesses,
        measures=shift_measures(guesses),
        path=str(log.path),
        by_letters=judge.weighing is not None,
    )


def shift_table(shifted: Sequence[Shifted], seed: int) -> Table:
    """Return one judge's table, a row a domain."""
    judge = shifted[0].judge
    return Table(
        name=f"shift-{file_stem(judge)}",
        title=f"Judgement under shift: {judge}",
        caption=_caption(shifted, seed),
        columns=("domain", "n", "topics", *COLUMNS),
        rows=tuple(_row(domain) for domain in shifted),
        sources=tuple(domain.path for domain in shifted),
    )


def _row(domain: Shifted) -> tuple[Cell, ...]:
    by_name = {measure.name: measure for measure in domain.measures}
    cells = [
        by_name[measure].cell if column in WITH_INTERVALS else by_name[measure].value
        for column, measure in COLUMNS.items()
    ]
    return (domain.gold.name, len(domain.gold.texts), int(by_name["topics"].value or 0), *cells)


def _caption(shifted: Sequence[Shifted], seed: int) -> str:
    few = [
        f"{domain.gold.name} ({topics})"
        for domain in shifted
        if (topics := len({guess.topic for guess in domain.guesses})) < FEW
    ]
    lost = [
        f"{domain.gold.name} ({count})"
        for domain in shifted
        if (count := sum(guess.direction is None for guess in domain.guesses))
    ]
    sampled = any(len(domain.gold.texts) < domain.gold.of for domain in shifted)
    abouts = "; ".join(
        f"{domain.gold.name}: {DOMAINS[domain.gold.name].about if domain.gold.name in DOMAINS else 'your own file'}"
        for domain in shifted
    )
    notes = (
        f"{abouts}.",
        SHARED_NOTE,
        BY_LETTERS if shifted[0].by_letters else "",
        f"Fewer than {FEW} topics, so that the interval says little: {', '.join(few)}." if few else "",
        f"Left out, because a step gave no answer: {', '.join(lost)}." if lost else "",
        f"Sampled with seed {seed}." if sampled else "",
    )
    return " ".join(filter(None, notes))


def shift_long_table(shifted: Sequence[Shifted]) -> Table:
    """Return every number in full, a row each, for programs."""
    return Table(
        name="shift",
        title="Judgement under shift: every number",
        caption="95 % percentile bootstrap intervals over topics.",
        columns=("judge", "domain", "topics", "measure", "value", "low", "high", "n"),
        rows=tuple(
            (
                domain.judge, domain.gold.name, len({guess.topic for guess in domain.guesses}), measure.name,
                measure.value, measure.low, measure.high, measure.n,
            )
            for domain in shifted
            for measure in domain.measures
        ),
        sources=tuple(domain.path for domain in shifted),
        detail=True,
    )  # fmt: skip


def shift_topics_table(shifted: Sequence[Shifted]) -> Table:
    """Return how each topic was read, a row each."""
    return Table(
        name="shift-topics",
        title="Judgement under shift, by topic",
        caption="Of the texts of each topic that take a side.",
        columns=("judge", "domain", "topic", "n", "accuracy", "coverage", "right of the decided"),
        rows=tuple(
            (domain.judge, domain.gold.name, topic, topic_measures[0].n, *(measure.value for measure in topic_measures))
            for domain in shifted
            for topic, topic_measures in measures_by_topic(domain.guesses).items()
        ),
        sources=tuple(domain.path for domain in shifted),
        detail=True,
    )


def shift_curve_table(shifted: Sequence[Shifted]) -> Table:
    """Return the accuracy of each domain's surest texts; no row where no judge states how sure it is."""
    rows = [
        (domain.judge, domain.gold.name, len(sure), *(_accuracy_of_surest(sure, share) for share in SHARES))
        for domain in shifted
        if (sure := _order_by_sureness(domain.guesses))
    ]
    return Table(
        name="shift-curve",
        title="Judgement under shift: how often the surest are right",
        caption="Of the texts that take a side and of which the judge finds one likelier, the given share whose stated "
        "probability is furthest from one half: the share whose likelier side is right, decided or not.",
        columns=("judge", "domain", "n", *(f"surest {share:.0%}" for share in SHARES)),
        rows=tuple(rows),
        sources=tuple(domain.path for domain in shifted),
    )


def shift_levels_table(shifted: Sequence[Shifted]) -> Table:
    """Return what is decided, and right of that, by the probability asked for; no row where no judge states any."""
    rows = [
        (domain.judge, domain.gold.name, len(texts), *(_decided_at(texts, level) for level in (0.5, *LEVELS)))
        for domain in shifted
        if (texts := [guess for guess in domain.guesses if guess.chance is not None and guess.gold.polarity])
    ]
    return Table(
        name="shift-levels",
        title="Judgement under shift: what a surer judge decides",
        caption="Coverage and, after it, the share right of the decided: by the judge's own bounds, and where a "
        "direction needs the given probability too (--sure, models.extractor.sure). Of the texts that take a side and "
        "have a stated probability: of a message, the mean over its claims.",
        columns=("judge", "domain", "n", "own bounds", *(f"{level:g}" for level in LEVELS)),
        rows=tuple(rows),
        sources=tuple(domain.path for domain in shifted),
    )


def _decided_at(texts: Sequence[Guess], level: float) -> Cell:
    """Return coverage and share right where a direction needs a probability."""
    decided = [
        guess.direction == guess.gold.polarity
        for guess in texts
        if guess.direction and guess.chance is not None and max(guess.chance, 1.0 - guess.chance) >= level
    ]
    right = f"{sum(decided) / len(decided):.3f}" if decided else "–"
    return f"{len(decided) / len(texts):.3f}, {right}"


def _order_by_sureness(guesses: Sequence[Guess]) -> list[bool]:
    """Return whether each text's likelier side is right, the surest first."""
    return [text.right for text in sorted(sure_texts(guesses), key=lambda text: -text.sureness) if text.sureness]


def _accuracy_of_surest(ordered: Sequence[bool], share: float) -> Cell:
    surest = ordered[: max(1, round(share * len(ordered)))]
    return sum(surest) / len(surest)


AIM = 0.9
"""The share of the decided that should be right."""
LEAST = 0.4
"""The share of texts that should be decided."""


@dataclass(frozen=True)
class Sure:
    """A text whose side is known: how sure the judge is of it, and whether its likelier side is right."""

    sureness: float
    right: bool
    side: int


def sure_texts(guesses: Sequence[Guess]) -> tuple[Sure, ...]:
    """Return the texts that take a side and for which the judge states a probability."""
    return tuple(
        Sure(abs(guess.chance - 0.5), guess.leans_rightly, guess.gold.polarity)
        for guess in guesses
        if guess.chance is not None and guess.gold.polarity
    )


def find_threshold(domains: Sequence[Sequence[Sure]], aim: float = AIM) -> float | None:
    """Return the lowest sureness at which ``aim`` of the decided are right, domains alike; None where none is enough.

    A text is decided where it is at least that sure.
    """
    ordered = sorted(
        ((text.sureness, 1.0 / len(texts), text.right) for texts in domains for text in texts), key=lambda row: -row[0]
    )
    threshold: float | None = None
    decided = right = 0.0
    for place, (sureness, weight, hit) in enumerate(ordered):
        decided += weight
        right += weight * hit
        last = place + 1 == len(ordered) or ordered[place + 1][0] < sureness
        if last and right >= aim * decided:
            threshold = sureness
    return threshold


def shift_rule_table(shifted: Sequence[Shifted]) -> Table:
    """Return each domain under the threshold that the others give; no row where no judge states how sure it is."""
    rows: list[tuple[Cell, ...]] = []
    for domain in shifted:
        own = sure_texts(domain.guesses)
        others = [
            texts
            for other in shifted
            if other is not domain and (other.judge, other.gold.reads) == (domain.judge, domain.gold.reads)
            for texts in (sure_texts(other.guesses),)
            if texts
        ]
        if own and others:
            rows.append(_rule_row(domain, own, find_threshold(others)))
    missed = [str(name) for _, name, *_, reached in rows if reached == "no"]
    return Table(
        name="shift-rule",
        title="Judgement under shift: abstention with each domain left out",
        caption=f"The threshold of a domain is the lowest stated probability at which {AIM:.0%} of the decided are "
        "right on the other domains that are read alike, each counting alike. Right, for and against: of its decided "
        "texts. A domain that is the only one of its reading has no row. "
        f"Missed, by fewer than {AIM:.0%} right or fewer than {LEAST:.0%} decided: {', '.join(missed) or 'none'}.",
        columns=("judge", "domain", "n", "threshold", "coverage", "right", "for", "against", "reached"),
        rows=tuple(rows),
        sources=tuple(domain.path for domain in shifted),
    )


def _rule_row(domain: Shifted, own: Sequence[Sure], threshold: float | None) -> tuple[Cell, ...]:
    decided = [text for text in own if threshold is not None and text.sureness >= threshold]
    coverage = len(decided) / len(own)
    right = _share([text.right for text in decided])
    sides = [_share([text.right for text in decided if text.side == side]) for side in (1, -1)]
    reached = right is not None and right >= AIM and coverage >= LEAST
    return (
        domain.judge,
        domain.gold.name,
        len(own),
        None if threshold is None else 0.5 + threshold,
        coverage,
        right,
        *sides,
        "yes" if reached else "no",
    )


def _share(hits: Sequence[bool]) -> float | None:
    return sum(hits) / len(hits) if hits else None
