"""Training of the reader of positions: logistic regression over the shipped trunk, without torch.

    loss = mean −ln p(label | text) + |w|² / (2 C n)      label: whether the text takes no position

Features are standardised over the training statements. Figures leave every writer out in turn; the kept weights have
seen all writers, and not the test propositions.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.message_sets import POSITIONS, PositionRow
from doxa.models.embedded.embedder import MODEL_ID, embedder
from doxa.models.embedded.positions import position_features
from doxa_train.cards import position_card
from doxa_train.comparing import Floats
from doxa_train.orders import Advance, PositionOrder, Watch
from doxa_train.saving import conclude, content_hash, save_tensors

LEAST_SPREAD = 1e-6
AT_ONCE = 64

Mask = NDArray[np.bool_]


def train_positions(order: PositionOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings, figures and card to the order's folder."""
    out = order.place.out
    out.mkdir(parents=True, exist_ok=True)
    rows = POSITIONS.read()
    features = _features(rows, watch)
    silent = np.array([row.stance == 0 for row in rows])
    tested = np.array([row.part == "test" for row in rows])
    weights, bias = learn(features[~tested], silent[~tested], order)
    save_tensors({"weights": weights, "bias": np.array([bias])}, out / "weights.safetensors")
    figures = {
        "statements": len(rows),
        "propositions": len({row.proposition for row in rows}),
        "writers left out": _left_out(features, silent, np.array([row.writer for row in rows]), order),
        "propositions left out": position_figures(silent[tested], features[tested] @ weights + bias > 0),
    }
    content = {"statements": content_hash((row.proposition, row.text, row.stance) for row in rows)}
    computed = {"trunk": MODEL_ID, "device": "cpu", "precision": "float64"}
    conclude(order, figures, position_card(figures, order), task="positions", computed=computed, content=content)
    return figures


def learn(features: Floats, silent: Mask, order: PositionOrder) -> tuple[Floats, float]:
    """Return the weights and the bias for features as they come."""
    # imported late: only such trainings need it
    from sklearn.linear_model import LogisticRegression

    mean, unit = features.mean(axis=0), 1.0 / np.maximum(features.std(axis=0), LEAST_SPREAD)
    model: Any = LogisticRegression(C=order.softness, max_iter=order.steps)  # type: ignore[no-untyped-call]
    model.fit((features - mean) * unit, silent)
    weights = model.coef_[0] * unit
    return weights, float(model.intercept_[0] - mean @ weights)


def position_figures(silent: Mask, guesses: Mask) -> dict[str, Any]:
    """Return how often guesses are right, beside always saying that a position is taken."""
    return {
        "statements": len(silent),
        "right": float((guesses == silent).mean()),
        "always a position": float((~silent).mean()),
        "found": float(guesses[silent].mean()),
        "taken for none": float(guesses[~silent].mean()),
    }


def _left_out(features: Floats, silent: Mask, writers: NDArray[np.intp], order: PositionOrder) -> dict[str, Any]:
    guesses = np.zeros(len(silent), dtype=bool)
    for writer in sorted(set(writers.tolist())):
        own = writers == writer
        weights, bias = learn(features[~own], silent[~own], order)
        guesses[own] = features[own] @ weights + bias > 0
    return position_figures(silent, guesses)


def _features(rows: Sequence[PositionRow], watch: Watch) -> Floats:
    parts = []
    for start in range(0, len(rows), AT_ONCE):
        parts.append(position_features([row.text for row in rows[start : start + AT_ONCE]], embedder()))
        watch(Advance(stage="reading statements", done=min(start + AT_ONCE, len(rows)), total=len(rows)))
    return np.concatenate(parts)
