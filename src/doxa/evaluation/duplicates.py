"""The cosine from which two texts count as one argument: precision, recall and F1 of thresholds on judged pairs.

ArgKP: pairs of arguments of one motion and side. They are the same where both match a key point, and different where
they match different ones and each is labelled as not matching the other's; other pairs are undecided and omitted.
Perspectrum: pairs of perspectives of one claim and stance. They are the same in one cluster, different in two; pairs
with the same words are omitted. Every pair counts once. As in admission, a pair whose cosine is at least the threshold
counts as the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exhibit import Cell, Table
from doxa.corpora import load_corpus
from doxa.corpora.argument_sets import DEBATED_CLAIMS, MATCHES, PERSPECTIVES, PerspectiveCluster, clusters_of_claims
from doxa.corpora.corpus import normalised
from doxa.errors import BeliefError
from doxa.evidence.vectors import cosines, integers
from doxa.models.embedded import MODEL_ID, embedder
from doxa.records.base import Record, group_by, stream
from doxa.records.cells import Estimate
from doxa.scoring.bootstrap import RESAMPLES, central_range, draw_multinomial

Floats = NDArray[np.float64]
Embed = Callable[[Sequence[str]], Floats]
"""Texts → integer rows, the form of vectors in the log."""

Watch = Callable[[str, int, int], None]
"""Called with (set, number of topics done, number of all)."""

GRID = tuple(round(0.30 + step / 100, 2) for step in range(66))
"""The thresholds that are compared: .30 to .95 by .01."""

SHOWN = tuple(round(0.30 + step * 0.05, 2) for step in range(14))

TEXTS = {
    0.45: "text: θ_self, matched baselines and profiles",
    0.50: "text: θ_self, model sweeps",
    0.60: "text: θ, matched baselines and profiles",
    0.80: "text: θ, model sweeps",
    0.85: "text: θ, replay of people",
}
"""The thresholds of Belief Engine, Table A5 and appendix B, which uses another embedder."""

SEED = 42


@dataclass(frozen=True, kw_only=True)
class PairedTexts:
    """The texts of one motion or claim, and pairs of them that are the same argument (True) or not (False)."""

    name: str
    texts: tuple[str, ...]
    pairs: tuple[tuple[int, int, bool], ...]


class Threshold(Record):
    """The scores of a threshold; precision is None where no pair counts as the same."""

    theta: float
    precision: float | None
    recall: float
    f1: float
    low: float
    high: float
    """The 95 % bootstrap interval of F1 over topics."""


class Separation(Record):
    """The scores of every threshold on one data set."""

    name: str
    topics: int
    texts: int
    same: int
    different: int
    thresholds: tuple[Threshold, ...]
    best: float
    """The threshold of highest F1; the lowest of several."""
    best_low: float
    best_high: float
    """The 95 % bootstrap interval of the best threshold over topics."""

    @property
    def everything(self) -> float:
        """The F1 of calling every pair the same, which a threshold has to exceed."""
        return 2 * self.same / (2 * self.same + self.different)

    def at(self, theta: float) -> Threshold:
        """Return the scores of one threshold of the grid."""
        return next(threshold for threshold in self.thresholds if threshold.theta == theta)


def argkp_topics() -> Iterator[PairedTexts]:
    """Yield each motion of ArgKP with its decided pairs, both sides together."""
    labels = {
        argument: {match.key_point: match.matches for match in matches}
        for argument, matches in group_by(MATCHES.read(), lambda match: match.argument).items()
    }
    for motion, arguments in load_corpus("argkp").motions.items():
        labelled = [argument for argument in arguments if any(labels.get(argument.id, {}).values())]
        pairs = (
            (first, second, same)
            for first, second in combinations(range(len(labelled)), 2)
            if labelled[first].polarity == labelled[second].polarity
            and (same := _same_point(labels[labelled[first].id], labels[labelled[second].id])) is not None
        )
        yield PairedTexts(name=motion, texts=tuple(argument.text for argument in labelled), pairs=tuple(pairs))


def _same_point(first: dict[str, bool], second: dict[str, bool]) -> bool | None:
    """Return whether two arguments match one key point; None where the labels do not decide it."""
    ours, theirs = ({point for point, matches in labels.items() if matches} for labels in (first, second))
    if ours & theirs:
        return True
    settled = all(point in second for point in ours) and all(point in first for point in theirs)
    return False if settled else None


def perspectrum_topics() -> Iterator[PairedTexts]:
    """Yield each claim of Perspectrum with the pairs of its perspectives of one stance."""
    pool = {perspective.id: perspective.text for perspective in PERSPECTIVES.read()}
    for claim in DEBATED_CLAIMS.read():
        places = _map_places(clusters_of_claims()[claim.id])
        texts = tuple(pool[id] for id in places)
        words = [normalised(text) for text in texts]
        positions = list(places.values())
        pairs = (
            (first, second, bool(positions[first][1] & positions[second][1]))
            for first, second in combinations(range(len(positions)), 2)
            if positions[first][0] == positions[second][0] and words[first] != words[second]
        )
        yield PairedTexts(name=claim.id, texts=texts, pairs=tuple(pairs))


def _map_places(clusters: Sequence[PerspectiveCluster]) -> dict[str, tuple[int, frozenset[int]]]:
    """Return perspective → (stance, clusters that it is in)."""
    places: dict[str, tuple[int, frozenset[int]]] = {}
    for number, cluster in enumerate(clusters):
        for id in cluster.perspectives:
            before = places[id][1] if id in places else frozenset[int]()
            places[id] = (cluster.polarity, before | {number})
    return places


SOURCES: dict[str, Callable[[], Iterator[PairedTexts]]] = {"argkp": argkp_topics, "perspectrum": perspectrum_topics}


def topics_of(name: str, sample: int | None = None, seed: int = 0) -> list[PairedTexts]:
    """Return a set's topics that have a pair, or a sample of them, drawn with a seed.

    Raises:
        BeliefError: the sample is larger than the set, or below 2.
    """
    topics = [topic for topic in SOURCES[name]() if topic.pairs]
    if sample is None:
        return topics
    if not 2 <= sample <= len(topics):
        raise BeliefError(
            f"a sample of {sample} topics is requested and {name!r} has {len(topics)}", hint=f"Give 2 to {len(topics)}."
        )
    places = stream(seed, name, "topic-sample").sample(range(len(topics)), sample)
    return [topics[place] for place in sorted(places)]


def separation(name: str, topics: Sequence[PairedTexts], embed: Embed, watch: Watch | None = None) -> Separation:
    """Return the scores of every threshold on the pairs of topics."""
    counts = np.zeros((len(topics), len(GRID), 3))
    for place, topic in enumerate(topics):
        counts[place] = _count_pairs(topic, embed(topic.texts))
        if watch:
            watch(name, place + 1, len(topics))
    scores = _f1(np.tensordot(draw_multinomial([1] * len(topics)), counts, axes=1))
    low, high = central_range(scores)
    best_low, best_high = central_range(np.asarray(GRID)[np.argmax(scores, axis=1)])
    total = counts.sum(axis=0)
    pairs = [same for topic in topics for _, _, same in topic.pairs]
    return Separation(
        name=name,
        topics=len(topics),
        texts=sum(len(topic.texts) for topic in topics),
        same=sum(pairs),
        different=len(pairs) - sum(pairs),
        thresholds=tuple(
            _threshold(theta, total[place], float(low[place]), float(high[place])) for place, theta in enumerate(GRID)
        ),
        best=GRID[int(np.argmax(_f1(total)))],
        best_low=float(best_low),
        best_high=float(best_high),
    )


def _count_pairs(topic: PairedTexts, rows: Floats) -> Floats:
    """Return the number of right, wrong and missed pairs at every threshold; shape (thresholds, 3)."""
    alike = [
        cosine
        for first, group in groupby(topic.pairs, key=lambda pair: pair[0])
        for cosine in cosines(rows[first], rows[[second for _, second, _ in group]]).tolist()
    ]
    same = np.array([pair[2] for pair in topic.pairs])
    taken = np.array(alike)[None, :] >= np.array(GRID)[:, None]
    right, wrong = (taken & same).sum(axis=1), (taken & ~same).sum(axis=1)
    return np.stack([right, wrong, same.sum() - right], axis=1).astype(np.float64)


def _f1(counts: Floats) -> Floats:
    right, wrong, missed = counts[..., 0], counts[..., 1], counts[..., 2]
    whole = 2 * right + wrong + missed
    return np.where(whole > 0, 2 * right / np.where(whole > 0, whole, 1.0), 0.0)


def _threshold(theta: float, counts: Floats, low: float, high: float) -> Threshold:
    right, wrong, missed = (float(count) for count in counts)
    return Threshold(
        theta=theta,
        precision=right / (right + wrong) if right + wrong else None,
        recall=right / (right + missed) if right + missed else 0.0,
        f1=float(_f1(counts)),
        low=low,
        high=high,
    )


def duplicates_table(separations: Sequence[Separation], model: str, seed: int, sampled: bool) -> Table:
    """Return the thresholds .30 to .95 by .05 and the best of each set; each set has its own columns."""
    thetas = sorted({*SHOWN, *(separation.best for separation in separations)})
    columns = [f"{separation.name} {score}" for separation in separations for score in ("precision", "recall", "F1")]
    sizes = ". ".join(_describe(separation) for separation in separations)
    return Table(
        name="duplicates",
        title="Near-duplicates: thresholds of cosine similarity",
        caption=f"Vectors: {model}. {sizes}. {f'Topics sampled with seed {seed}. ' if sampled else ''}[95 % percentile "
        f"bootstrap interval over topics, {RESAMPLES:,} resamples]. ArgKP: arguments of one motion and side, the same "
        "where both match one key point. Perspectrum: perspectives of one claim and stance, the same in one cluster.",
        columns=("θ", *columns, "note"),
        rows=tuple(
            (
                f"{theta:.2f}",
                *(cell for separation in separations for cell in _cells(separation.at(theta))),
                _note(theta, separations),
            )
            for theta in thetas
        ),
    )


def _describe(separation: Separation) -> str:
    """Return the sizes of one data set and its best threshold in words."""
    return (
        f"{separation.name}: {separation.topics:,} topics, {separation.texts:,} texts, {separation.same:,} pairs that "
        f"say the same and {separation.different:,} that do not; best F1 at θ = {separation.best:.2f} "
        f"[{separation.best_low:.2f}, {separation.best_high:.2f}]; taking every pair for the same has F1 "
        f"{separation.everything:.3f}"
    )


def _cells(threshold: Threshold) -> tuple[Cell, ...]:
    return (threshold.precision, threshold.recall, Estimate(value=threshold.f1, low=threshold.low, high=threshold.high))


def _note(theta: float, separations: Sequence[Separation]) -> str:
    best = [f"best F1 on {separation.name}" for separation in separations if separation.best == theta]
    return "; ".join([*best, *([TEXTS[theta]] if theta in TEXTS else [])])


MODEL = f"{MODEL_ID} (offline)"


def separations(sample: int | None = None, seed: int = 0, watch: Watch | None = None) -> list[Separation]:
    """Return the scores of every threshold on both data sets.

    Args:
        sample: the number of topics of each set; all when absent.

    Raises:
        BeliefError: the sample is larger than a set, or below 2.
    """
    sets = {name: topics_of(name, sample, seed) for name in SOURCES}
    embed = embedder().rows
    return [
        separation(name, topics, lambda texts: np.stack([integers(row) for row in embed(texts)]), watch)
        for name, topics in sets.items()
    ]
