"""Whether more than a judge's own probability says where it is wrong: rules of abstention, each domain left out once.

    python bench/abstention.py [SAMPLE]

Of the messages of the benchmark under shift (SAMPLE of each domain, 120 if not given) the offline judge's windows give
a side. How sure it is that the side is right is told by: *confidence*, the mean probability of the windows;
*agreement*, the same where the claims read alone have the same side, else none; *spread*, the confidence of the least
sure window on that side; *nearness*, a logistic regression of all of these with the length and with the cosine of the
proposition to the nearest motion of the written debates' train part. Regression and thresholds are fixed on the other
domains, each counting alike: the lowest at which nine in ten of the decided are right. Printed are the coverage and the
share right of the domain that was left out, and the share right of its surest 40 %.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.message_sets import WRITTEN_DEBATES
from doxa.evaluation.sets import DOMAINS, shift_set
from doxa.evaluation.shift import AIM, LEAST, Sure, find_threshold
from doxa.models.embedded import embedder, message_polarity
from doxa.models.embedded.extraction import claims_of
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.windows import windows_of
from doxa.models.offline.directing import read_chances, read_message

SAMPLE = 120
STEPS = 400


@dataclass(frozen=True)
class Read:
    """A message with what the judge makes of it."""

    side: int
    chance: float
    alone: float
    """The mean probability of its claims, each read alone."""
    least: float
    """The probability of the window that speaks least for the message's side, toward that side."""
    words: int
    near: float

    @property
    def guess(self) -> int:
        return 1 if self.chance > 0.5 else -1

    @property
    def features(self) -> tuple[float, ...]:
        agreed = (self.alone - 0.5) * self.guess
        return (abs(self.chance - 0.5), agreed, self.least - 0.5, float(np.log(self.words)), self.near)


def read_domain(name: str, sample: int, motions: NDArray[np.float32]) -> list[Read]:
    """Return the messages of a domain that take a side."""
    found = []
    for text in shift_set(name, sample=sample).texts:
        windows = [sentence(window) for window in windows_of(text.text)]
        if not text.polarity or not windows:
            continue
        chance = read_message(text.proposition, text.text, embedder())
        if chance == 0.5:
            continue
        claims = [claim.claim for claim in claims_of(text.text, text.proposition)]
        alone = fmean(read_chances(text.proposition, claims, embedder())) if claims else 0.5
        by_window = message_polarity().probabilities(canonical(text.proposition), windows, embedder())
        least = min(each if chance > 0.5 else 1 - each for each in by_window)
        (vector,) = embedder().embed([canonical(text.proposition)])
        near = float((motions @ vector).max())
        found.append(Read(text.polarity, chance, alone, least, len(text.text.split()), near))
    return found


Score = Callable[[Sequence[Read], Sequence[Sequence[Read]]], list[float]]
"""(messages, the other domains) → how sure each message's side is."""


def by_confidence(messages: Sequence[Read], others: Sequence[Sequence[Read]]) -> list[float]:
    return [abs(one.chance - 0.5) for one in messages]


def by_agreement(messages: Sequence[Read], others: Sequence[Sequence[Read]]) -> list[float]:
    return [abs(one.chance - 0.5) if (one.alone - 0.5) * one.guess > 0 else 0.0 for one in messages]


def by_spread(messages: Sequence[Read], others: Sequence[Sequence[Read]]) -> list[float]:
    return [max(0.0, one.least - 0.5) for one in messages]


def by_nearness(messages: Sequence[Read], others: Sequence[Sequence[Read]]) -> list[float]:
    """Score by a logistic regression that was fitted to the other domains, each counting alike."""
    rows = np.array([one.features for own in others for one in own])
    hits = np.array([one.guess == one.side for own in others for one in own], dtype=float)
    weights = np.array([1.0 / len(own) for own in others for _ in own])
    return predicted(rows, hits, weights, np.array([one.features for one in messages]))


def predicted(
    rows: NDArray[np.float64], hits: NDArray[np.float64], weights: NDArray[np.float64], asked: NDArray[np.float64]
) -> list[float]:
    """Return the probability of a hit for each asked row, by a logistic regression fitted to weighted rows."""
    centre, unit = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    scaled = np.column_stack([(rows - centre) / unit, np.ones(len(rows))])
    line = np.zeros(scaled.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-scaled @ line))
        line += 0.5 * (scaled.T @ (weights * (hits - chances)) / weights.sum() - 0.01 * line)
    return list(1 / (1 + np.exp(-((asked - centre) / unit @ line[:-1] + line[-1]))))


RULES: dict[str, Score] = {
    "confidence": by_confidence,
    "agreement": by_agreement,
    "spread": by_spread,
    "nearness": by_nearness,
}


def sure_of(messages: Sequence[Read], rule: Score, others: Sequence[Sequence[Read]]) -> list[Sure]:
    scores = rule(messages, others)
    return [Sure(score, one.guess == one.side, one.side) for one, score in zip(messages, scores, strict=True)]


def main() -> None:
    sample = int(sys.argv[1]) if sys.argv[1:] else SAMPLE
    motions = embedder().embed(sorted({canonical(one.motion) for one in WRITTEN_DEBATES.read("train")}))
    names = [name for name, domain in DOMAINS.items() if domain.reads == "message"]
    read = {name: read_domain(name, sample, motions) for name in names}
    read = {name: messages for name, messages in read.items() if len(messages) >= 20}
    print(f"{'domain':<18} {'n':>4}  " + "  ".join(f"{rule + ': cov, right, top 40 %':<36}" for rule in RULES))
    reached = dict.fromkeys(RULES, 0)
    for name, messages in read.items():
        cells = []
        for rule, score in RULES.items():
            others = [own for other, own in read.items() if other != name]
            threshold = find_threshold([sure_of(own, score, others) for own in others])
            own = sorted(sure_of(messages, score, others), key=lambda one: -one.sureness)
            decided = [one for one in own if threshold is not None and one.sureness >= threshold]
            right = fmean(one.right for one in decided) if decided else float("nan")
            surest = fmean(one.right for one in own[: max(1, round(LEAST * len(own)))])
            reached[rule] += right >= AIM and len(decided) >= LEAST * len(own)
            cells.append(f"{len(decided) / len(own):.3f}  {right:.3f}  {surest:.3f}")
        print(f"{name:<18} {len(messages):>4}  " + "  ".join(f"{cell:<36}" for cell in cells), flush=True)
    print("domains with nine in ten right at a coverage of .40: ", reached)


if __name__ == "__main__":
    main()
