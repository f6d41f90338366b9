"""Learns what the simulated judge of debates knows (src/doxa/judging/offline/learnt.py), and says how well it judges.

    python tools/learn_offline_judge.py            # learns from the written debates for training, about eight minutes
    python tools/learn_offline_judge.py --check    # exit code 1 where the file would change

It needs scipy, which comes with the environment of development (CONTRIBUTING.md). Each debate is judged in both orders,
with either side made worse in every way and at every dose. What is usual and how much it tells are learnt from the
first sixty debates for training, and how first and last sentences sound from two hundred others. The figures that are
printed are of the debates for development, on which the measures were chosen; ``doxa evaluate judges`` prints those of
the debates for tests, with intervals.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]

from doxa.judging.bias.probes import mirror
from doxa.judging.known import KINDS, known_debates, passages_for, worsen
from doxa.judging.offline.learnt import (
    FARTHEST,
    FILE,
    MEASURES,
    Expected,
    Learnt,
    Measure,
    MeasuredSpeech,
    Places,
    TwoWeights,
    Usual,
    measure_party,
    predictors,
    speeches_of,
    taken_up,
)
from doxa.judging.protocol.steps import show_turn
from doxa.models.embedded import embedder
from doxa.models.offline.shelf import Library
from doxa.records.transcripts import SIDES, Debate, other

OUT = Path(__file__).parents[1] / "src/doxa/judging/offline" / FILE

DEBATES = 60
OTHERS = slice(200, 400)
"""The debates from which first and last sentences are learnt: others, so that those before are new to it."""
DOSES = (0.5, 1.0)
CREDIT = 0.25
"""The share of what a longer speech takes up that is not taken for chance, chosen on the debates for development.

At 0 half the words are no worse than all of them; at 1 whoever says more is thought to answer more. Saying the same
again earns nothing in either case.
"""

SMALL = 0.002
"""The penalty on squared weights."""

RIDGE = 5.0
"""The penalty on squared directions of first and last sentences."""


def speeches_in(debate: Debate, library: Library) -> list[MeasuredSpeech]:
    """Return the speeches of a debate; their parties are sides."""
    turns = debate.speeches
    return speeches_of([show_turn(turn) for turn in turns], [turn.side for turn in turns], debate.motion, library)


def learn_expectations(debates: Sequence[Debate], library: Library) -> tuple[Expected, ...]:
    """Return regressions over mismatched pairs: speeches apart, or of one side, so that neither answers the other."""
    rows, values = [], []
    for debate in debates:
        speeches = speeches_in(debate, library)
        for one, two in permutations(range(len(speeches)), 2):
            if abs(one - two) == 1:
                continue
            half = speeches[one].sentences[: max(2, len(speeches[one].sentences) // 2)]
            for speech in (speeches[one], MeasuredSpeech(speeches[one].party, half, debate.motion, library)):
                rows.append(predictors(speech, speeches[two]))
                values.append(taken_up(speech, speeches[two]))
    design, taken = np.array(rows), np.array(values)
    coefficients = np.linalg.lstsq(design, taken, rcond=None)[0]
    coefficients[0] += CREDIT * coefficients[1] * design[:, 1].mean()
    coefficients[1] *= 1.0 - CREDIT
    deviations = (taken - design @ coefficients).std(axis=0)
    return tuple(
        Expected(coefficients=tuple(np.round(column, 6).tolist()), deviation=round(float(deviation), 6))
        for column, deviation in zip(coefficients.T, deviations, strict=True)
    )


def learn_places(debates: Sequence[Debate], library: Library) -> Places:
    """Return the directions of first and last sentences: ridge regressions of 1 (first, last), −1 (within) and 0."""
    rows: list[NDArray[np.float64]] = []
    marks: list[tuple[float, float]] = []
    for debate in debates:
        for speech in speeches_in(debate, library):
            last = len(speech.sentences) - 1
            if last < 3:
                continue
            rows += list(speech.units)
            marks += [(1.0, 0.0) if place == 0 else (0.0, 1.0) if place == last else (-1.0, -1.0)
                      for place in range(last + 1)]  # fmt: skip
    units, wanted = np.array(rows), np.array(marks)
    units, wanted = units - units.mean(axis=0), wanted - wanted.mean(axis=0)
    directions = np.linalg.solve(units.T @ units + RIDGE * np.eye(units.shape[1]), units.T @ wanted)
    return Places(*np.round(directions.T, 4))


def measured_pairs(
    debates: Sequence[Debate], expected: Sequence[Expected], places: Places, library: Library
) -> Iterator[tuple[str, float, dict[Measure, float], dict[Measure, float]]]:
    """Yield the measures of the whole and of the worse side of every known debate, with its kind and dose."""
    for number, debate in enumerate(debates):
        passages = passages_for(debate, debates)
        for order in (debate, mirror(debate)):
            for side in SIDES:
                for kind in KINDS:
                    for dose in DOSES:
                        speeches = speeches_in(worsen(order, side, kind, dose, passages, number), library)
                        whole, worse = (
                            measure_party(speeches, party, expected, places) for party in (other(side), side)
                        )
                        yield kind, dose, whole, worse


def _standard(measured: Sequence[dict[Measure, float]], usual: dict[Measure, Usual]) -> NDArray[np.float64]:
    rows = [
        [(one[name] - usual[name].mean) / usual[name].deviation if name in one else 0.0 for name in MEASURES]
        for one in measured
    ]
    clipped: NDArray[np.float64] = np.clip(np.array(rows), -FARTHEST, FARTHEST)
    return np.concatenate([np.minimum(clipped, 0.0), np.maximum(clipped, 0.0)], axis=1)


def learn(debates: Sequence[Debate], others: Sequence[Debate], library: Library) -> Learnt:
    """Return what the debates teach; ``others`` teach how first and last sentences sound."""
    places = learn_places(others, library)
    taken = learn_expectations(debates, library)
    pairs = list(measured_pairs(debates, taken, places, library))
    wholes, worse = [pair[2] for pair in pairs], [pair[3] for pair in pairs]
    usual = {name: _usual([one[name] for one in wholes if name in one]) for name in MEASURES}
    differences = _standard(wholes, usual) - _standard(worse, usual)

    def loss(weights: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0.0, -(differences @ weights)).mean() + SMALL * (weights**2).sum())

    count = 2 * len(MEASURES)
    below, above = np.split(minimize(loss, np.zeros(count), bounds=[(0.0, None)] * count).x, 2)
    weights = {
        name: TwoWeights(below=round(float(low), 3), above=round(float(high), 3))
        for name, low, high in zip(MEASURES, below, above, strict=True)
    }
    opening, closing = (tuple(direction.tolist()) for direction in (places.opening, places.closing))
    return Learnt(taken_up=taken, opening=opening, closing=closing, usual=usual, weights=weights)


def _usual(values: Sequence[float]) -> Usual:
    # a measure that hardly varies among whole sides says much when it does; but not without bound
    return Usual(mean=round(float(np.mean(values)), 6), deviation=round(max(float(np.std(values)), 0.02), 6))


def report(learnt: Learnt, debates: Sequence[Debate], library: Library) -> None:
    """Print how often the whole side is preferred, by kind and dose."""
    pairs = list(measured_pairs(debates, learnt.taken_up, learnt.places, library))
    odds = [learnt.log_odds(whole, MEASURES) - learnt.log_odds(worse, MEASURES) for _, _, whole, worse in pairs]
    for kind in KINDS:
        shares = [
            np.mean([gap > 0 for gap, pair in zip(odds, pairs, strict=True) if pair[:2] == (kind, dose)])
            for dose in DOSES
        ]
        print(f"{kind:15}", *(f"dose {dose}: {share:.2f}" for dose, share in zip(DOSES, shares, strict=True)))
    print(f"all: {np.mean([gap > 0 for gap in odds]):.3f} of {len(odds)}")


def _write_json(learnt: Learnt) -> str:
    """Return the content of the file, each list of numbers on one line."""
    text = json.dumps(learnt.model_dump(mode="json"), indent=2)
    return re.sub(r"\[\s*(-?\d[^\[\]]*?)\s*\]", lambda found: f"[{' '.join(found[1].split())}]", text) + "\n"


def main() -> None:
    library = Library(embedder())
    train = known_debates("train")
    learnt = learn(train[:DEBATES], train[OTHERS], library)
    text = _write_json(learnt)
    if "--check" in sys.argv:
        sys.exit(OUT.read_text() != text)
    OUT.write_text(text)
    report(learnt, known_debates("dev"), library)


if __name__ == "__main__":
    main()
