"""Whether distance from training says of single claims where the judge is wrong, beside its own confidence.

    .tools/train/bin/python bench/claim_abstention.py

How far a claim is from training say *claim* (its cosine to the nearest training claim), *motion* (that of its motion to
the nearest training motion), *likeness* (the cosine of claim and motion) and *length*; *opposite* is the probability of
the same side under the motion's opposite. A logistic regression of confidence with some of these is fitted on the dev
parts of ArgKP, IBM and Perspectrum, each counting alike, to whether the likelier side is right. Printed is the share
right of the surest two fifths of each domain of single claims, and of the whole domain.
"""

from dataclasses import dataclass
from random import Random
from statistics import fmean

import numpy as np
from abstention import predicted
from numpy.typing import NDArray

from doxa.evaluation.sets import shift_set
from doxa.evaluation.shift import LEAST
from doxa.models.embedded import embedder
from doxa.models.embedded.phrasing import canonical
from doxa.models.offline.directing import read_chances
from doxa_train.heldout import open_stances, stances
from doxa_train.opposites import draw_negation

FITTED_ON = ("argkp", "ibm", "perspectrum")
DOMAINS = ("crowd", "wikipedia", "debate-sites", "everyday", "negated")
RULES: dict[str, tuple[int, ...]] = {
    "confidence": (0,),
    "… likeness": (0, 3),
    "… claim, motion": (0, 1, 2),
    "… opposite": (0, 5),
    "all with length": (0, 1, 2, 3, 4, 5),
}
"""Name of a rule → the columns that it uses."""

Labelled = tuple[str, str, int]
"""Proposition, claim and side."""


@dataclass(frozen=True)
class Told:
    """Claims with a side: what is known of each, shape (n, 6), and whether its likelier side is right."""

    rows: NDArray[np.float64]
    right: NDArray[np.float64]


@dataclass(frozen=True)
class Training:
    """The vectors of all training claims and motions."""

    claims: NDArray[np.float32]
    motions: NDArray[np.float32]


def told(labelled: list[Labelled], training: Training) -> Told:
    """Read claims, motion by motion."""
    rows, right = [], []
    for motion in dict.fromkeys(motion for motion, _, _ in labelled):
        claims = [(claim, side) for about, claim, side in labelled if about == motion]
        texts = [claim for claim, _ in claims]
        chances = read_chances(motion, texts, embedder())
        others = read_chances(draw_negation(canonical(motion), Random(0)), texts, embedder())
        (about,) = embedder().embed([canonical(motion)])
        vectors = np.array(embedder().embed(texts))
        near = float((training.motions @ about).max())
        for (claim, side), chance, other, vector in zip(claims, chances, others, vectors, strict=True):
            opposite = 1 - other if chance > 0.5 else other
            words = float(np.log1p(len(claim.split())))
            nearest = float((training.claims @ vector).max())
            rows.append(
                (_logit(max(chance, 1 - chance)), nearest, near, float(vector @ about), words, _logit(opposite))
            )
            right.append(float((chance - 0.5) * side > 0))
    return Told(np.array(rows), np.array(right))


def _logit(chance: float) -> float:
    bounded = min(0.999, max(0.001, chance))
    return float(np.log(bounded / (1 - bounded)))


def main() -> None:
    seen = open_stances()
    training = Training(
        np.array(embedder().embed(sorted({row.claim for row in seen}))),
        np.array(embedder().embed(sorted({canonical(row.proposition) for row in seen}))),
    )
    dev = [told([(s.proposition, s.claim, s.polarity) for s in stances(name, "dev")], training) for name in FITTED_ON]
    rows, hits = np.vstack([part.rows for part in dev]), np.concatenate([part.right for part in dev])
    weights = np.concatenate([np.full(len(part.right), 1 / len(part.right)) for part in dev])
    print("| domain | n | all |", " | ".join(RULES), "|\n" + "|---" * (3 + len(RULES)) + "|")
    for name in DOMAINS:
        texts = [(text.proposition, text.text, text.polarity) for text in shift_set(name).texts if text.polarity]
        own = told(texts, training)
        cells = []
        for columns in RULES.values():
            use = list(columns)
            sure = np.array(predicted(rows[:, use], hits, weights, own.rows[:, use]))
            surest = np.argsort(-sure, kind="stable")[: round(LEAST * len(sure))]
            cells.append(f"{fmean(own.right[surest]):.3f}")
        print(f"| {name} | {len(texts)} | {fmean(own.right):.3f} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
