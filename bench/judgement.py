"""How fast the embedded judge is: embedding, polarity and strength of claims that are not cached.

    python bench/judgement.py

Claims are ArgKP's and IBM's test parts, in batches of one proposition as a run judges them; the median of five rounds
is printed. Bounds are the speed if only matrix products took time, at the machine's speed on a large product. Processor
time is that of all threads together; it is more meaningful than claims a second where other work shares the cores.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import numpy as np

from doxa.corpora.stances import LabelledClaim, read_stances
from doxa.models.embedded import Embedder, Polarity, Strength, polarity, strength
from doxa.models.embedded.blocks import side_by_side
from doxa.models.embedded.embedder import Recall
from doxa.models.embedded.exact import ExactProduct
from doxa.models.embedded.phrasing import sentence
from doxa.models.embedded.trunk import LAYERS, trunk

BATCH = 64
ROUNDS = 5
TURN = 40
"""Claims judged one by one."""

SQUARE = 384 * 384
WEIGHTS_A_LAYER = 12 * SQUARE
"""Multiplications for a token in a layer: four square matrices and two that are four times as wide."""


def batches(rows: list[LabelledClaim]) -> Iterator[tuple[str, list[str]]]:
    """Yield propositions with up to ``BATCH`` claims."""
    for proposition, group in groupby(rows, key=lambda row: row.proposition):
        claims = [sentence(row.claim) for row in group]
        for start in range(0, len(claims), BATCH):
            yield proposition, claims[start : start + BATCH]


def forgetting() -> tuple[Polarity, Strength]:
    """Return the models with empty caches."""
    direction = replace(polarity(), known=Recall(0), propositions=Recall(1))
    return direction, replace(strength(), known=Recall(0))


def judged(proposition: str, claims: list[str], embedder: Embedder) -> None:
    """Judge claims as a run does, in its order."""
    direction, force = forgetting()
    direction.probabilities(proposition, claims, embedder)
    force.strengths(proposition, claims, embedder)
    embedder.rows(claims)


def judging(rows: list[LabelledClaim]) -> tuple[float, float]:
    """Return the seconds for judging all claims, and the milliseconds of processor time a claim."""
    embedder = Embedder()
    began, worked = time.perf_counter(), time.process_time()
    for proposition, claims in batches(rows):
        judged(proposition, claims, embedder)
    return time.perf_counter() - began, (time.process_time() - worked) / len(rows) * 1000


def embedded_a_second(rows: list[LabelledClaim]) -> float:
    embedder = Embedder()
    began = time.perf_counter()
    for _, claims in batches(rows):
        embedder.embed(claims)
    return len(rows) / (time.perf_counter() - began)


def operations(rows: list[LabelledClaim]) -> tuple[float, float]:
    """Return the operations of the matrix products for a claim's vector, and for its direction; strength has none.

    Direction computes two whole layers over the claim; in the third, queries, keys and values of every token, and the
    remaining products of one token. The proposition is read once for all claims of a batch, and not counted.
    """
    claim = tokens(rows)
    layers = claim * (2 * WEIGHTS_A_LAYER + 3 * SQUARE) + 9 * SQUARE
    head = 6 * 384 * 256
    return 2 * claim * LAYERS * WEIGHTS_A_LAYER, 2 * (layers + head)


def tokens(rows: list[LabelledClaim]) -> float:
    return float(np.mean([len(trunk(None).tokenizer.encode(sentence(row.claim)).ids) for row in rows]))


def products_a_second(through: ExactProduct) -> float:
    """Return the operations a second, on all cores, of a large product: queries, keys and values of 1,024 tokens."""
    states, cores = np.ones((1024, 384), dtype=np.float32), os.cpu_count() or 1
    times = []
    for _ in range(20):
        began = time.perf_counter()
        side_by_side(lambda _: through(states), range(cores))
        times.append(time.perf_counter() - began)
    return cores * 2 * states.size * 3 * 384 / min(times)


def turn_milliseconds(rows: list[LabelledClaim]) -> float:
    """Return the median time of judging one claim of a known proposition."""
    embedder = Embedder()
    embedder.embed([rows[0].proposition])
    times = []
    for row in rows[:TURN]:
        began = time.perf_counter()
        judged(row.proposition, [sentence(row.claim)], embedder)
        times.append(time.perf_counter() - began)
    return sorted(times)[TURN // 2] * 1000


def main() -> None:
    began = time.perf_counter()
    trunk(None), polarity(), strength()
    print(f"all three models loaded in {time.perf_counter() - began:.2f} s")
    parts = {"ArgKP test": list(read_stances("argkp", "test")), "IBM test": list(read_stances("ibm", "test"))}
    taken = 0.0
    for name, rows in parts.items():
        seconds, spent = sorted(judging(rows) for _ in range(ROUNDS))[ROUNDS // 2]
        taken += seconds
        embedding, (vector, direction) = embedded_a_second(rows), operations(rows)
        speed = products_a_second(trunk(None).layers[0].mix)
        print(
            f"{name}: {len(rows)} claims, {len(rows) / seconds:.0f} judged a second "
            f"(bound {speed / (vector + direction):.0f}), {embedding:.0f} embedded a second "
            f"(bound {speed / vector:.0f}); {spent:.1f} ms of processor time a claim; "
            f"a single claim {turn_milliseconds(rows):.0f} ms"
        )
        print(
            f"  {tokens(rows):.1f} tokens a claim; {vector / 1e6:.0f} million operations a vector, "
            f"{direction / 1e6:.0f} a direction; all cores do {speed / 1e9:.0f} thousand million a second"
        )
    print(f"both: {sum(map(len, parts.values())) / taken:.0f} judged a second")


if __name__ == "__main__":
    main()
