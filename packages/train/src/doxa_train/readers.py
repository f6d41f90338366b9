"""Training of the readers of roles and of positions: softmax and logistic regression over the shipped trunk, no torch.

    loss = mean −ln p(label | text) + |W|² / (2 C n)   features standardised over the training texts

A message of the corpus of roles is read as a message of a run is: cut into sentences by the rules, and a sentence has
the role of the parts that it covers. One that covers parts of several roles is context and teaches nothing. Claims of
the stance sets stand beside them as messages of one sentence that argues: a bare claim sounds like a neutral remark.
The label of a statement is whether it takes no position. Figures leave every writer out in turn; the kept weights have
seen all writers, and not the test motions and propositions.
"""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.message_sets import POSITIONS, ROLE_MESSAGES, RoleMessage
from doxa.models.embedded.embedder import MODEL_ID, Embedder, embedder
from doxa.models.embedded.positions import position_features
from doxa.models.hearing.markup import plain
from doxa.models.hearing.roles import ROLES, MessageSentence, role_features, with_breaks
from doxa.models.hearing.sentences import sentences
from doxa.records.base import clean, digest
from doxa_train.cards import position_card, role_card
from doxa_train.comparing import Floats
from doxa_train.heldout import open_stances
from doxa_train.orders import Advance, PositionOrder, RoleOrder, Watch, portions
from doxa_train.saving import conclude, content_hash, save_tensors

LEAST_SPREAD = 1e-6
AT_ONCE = 64

Mask = NDArray[np.bool_]
REPORTED_AT = 25
"""A stage tells its progress every so many messages."""

NOBODY = 0
"""The writer of claims of the stance sets, which no figure counts."""


@dataclass(frozen=True)
class RoleRows:
    """Labelled sentences."""

    features: Floats
    roles: NDArray[np.intp]
    """Places in ``ROLES``."""
    writers: NDArray[np.intp]
    tested: NDArray[np.bool_]
    """Whether the motion is held out."""


@dataclass(frozen=True)
class LearnedLabels:
    """Weights (features, classes) and bias of a regression, for features as they come; one class of two labels."""

    weights: Floats
    bias: Floats

    def guesses(self, features: Floats) -> NDArray[np.intp]:
        """Return the likeliest label of each text."""
        scores = features @ self.weights + self.bias
        return np.asarray(scores.argmax(axis=1) if scores.shape[1] > 1 else (scores[:, 0] > 0).astype(np.intp))


def learn(features: Floats, labels: NDArray[Any], order: RoleOrder | PositionOrder) -> LearnedLabels:
    """Return the regression learned from texts."""
    # imported late: only these trainings need it
    from sklearn.linear_model import LogisticRegression

    mean, unit = features.mean(axis=0), 1.0 / np.maximum(features.std(axis=0), LEAST_SPREAD)
    tolerance = 1e-5 if isinstance(order, RoleOrder) else 1e-4
    model: Any = LogisticRegression(C=order.softness, max_iter=order.steps, tol=tolerance)  # type: ignore[no-untyped-call]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the last steps were few says nothing here: figures do
        model.fit((features - mean) * unit, labels)
    weights = model.coef_.T * unit[:, None]
    return LearnedLabels(weights=weights, bias=model.intercept_ - mean @ weights)


def leave_writers_out(
    features: Floats, labels: NDArray[Any], writers: NDArray[np.intp], order: RoleOrder | PositionOrder, watch: Watch
) -> NDArray[np.intp]:
    """Return for every text the label that weights guess which have not seen its writer."""
    guesses = np.zeros(len(labels), dtype=np.intp)
    names = sorted(set(writers.tolist()) - {NOBODY})
    for (writer,) in portions(names, 1, "leaving writers out", watch):
        own = writers == writer
        guesses[own] = learn(features[~own], labels[~own], order).guesses(features[own])
    return guesses


def train_roles(order: RoleOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings, figures and card to the order's folder."""
    messages = ROLE_MESSAGES.read()
    rows = joined(read_rows(messages, embedder(), watch), read_claims(order.claims, embedder(), watch))
    kept = learn(rows.features[~rows.tested], rows.roles[~rows.tested], order)
    guesses = leave_writers_out(rows.features, rows.roles, rows.writers, order, watch)
    save_tensors({"weights": kept.weights, "bias": kept.bias}, order.place.out / "weights.safetensors")
    figures = {
        "sentences": int((rows.writers != NOBODY).sum()),
        "claims": int((rows.writers == NOBODY).sum()),
        "messages": len(messages),
        "writers left out": role_figures(rows, guesses, rows.writers != NOBODY),
        "motions left out": role_figures(rows, kept.guesses(rows.features), rows.tested),
    }
    computed = {"trunk": MODEL_ID, "device": "cpu", "precision": "float64"}
    content = {"messages": content_hash((one.motion, *(part.text for part in one.sentences)) for one in messages)}
    conclude(order, figures, role_card(figures, order), task="roles", computed=computed, content=content)
    return figures


def labelled_sentences(message: RoleMessage) -> tuple[str, list[str | None]]:
    """Return a message as one text, and for each of its sentences by the rules its role; None where it has several."""
    text, places = "", []
    for part in message.sentences:
        text += ("\n" if part.breaks else " ") if text else ""
        places.append((len(text), len(text) + len(part.text), part.role))
        text += part.text
    view = plain(clean(text))
    labels: list[str | None] = []
    for part_read in sentences(view.text):
        start, end = view.place(part_read.start, part_read.end)
        roles = {role for begun, ended, role in places if begun < end and start < ended}
        labels.append(roles.pop() if len(roles) == 1 else None)
    return view.text, labels


def read_rows(messages: Sequence[RoleMessage], embedder: Embedder, watch: Watch) -> RoleRows:
    """Return the features and roles of all labelled sentences of messages."""
    rows: list[tuple[Floats, int, int, bool]] = []
    for message in chain.from_iterable(portions(messages, REPORTED_AT, "reading messages", watch)):
        view, labels = labelled_sentences(message)
        read = role_features(message.motion, with_breaks(view, sentences(view)), embedder) if labels else ()
        rows += [
            (features, ROLES.index(role), message.writer, message.part == "test")
            for features, role in zip(read, labels, strict=True)
            if role is not None
        ]
    return RoleRows(*map(np.array, zip(*rows, strict=True)))


def read_claims(of_set: int, embedder: Embedder, watch: Watch) -> RoleRows:
    """Return claims of the train parts of the stance sets as sentences that argue, up to ``of_set`` of each set."""
    drawn, count = [], Counter[str]()
    for row in sorted(open_stances(), key=lambda row: digest(f"{row.proposition}\n{row.claim}")):
        if count[row.set] < of_set:
            count[row.set] += 1
            drawn.append(role_features(row.proposition, [MessageSentence(row.claim)], embedder)[0])
    watch(Advance(stage="reading claims", done=len(drawn), total=len(drawn)))
    argues = np.full(len(drawn), ROLES.index("argues"))
    return RoleRows(np.stack(drawn), argues, np.full(len(drawn), NOBODY), np.zeros(len(drawn), dtype=bool))


def joined(first: RoleRows, second: RoleRows) -> RoleRows:
    """Return the rows of both."""
    return RoleRows(*(np.concatenate(both) for both in zip(vars(first).values(), vars(second).values(), strict=True)))


def role_figures(rows: RoleRows, guesses: NDArray[np.intp], of: NDArray[np.bool_]) -> dict[str, Any]:
    """Return how often the likeliest role is right on some rows, beside always saying the commonest role.

    Args:
        guesses: of all rows.
    """
    roles, guessed = rows.roles[of], guesses[of]
    ((_, common),) = Counter(roles.tolist()).most_common(1)
    by_role: Mapping[str, Any] = {
        name: {
            "sentences": int((roles == place).sum()),
            "found": _share(guessed[roles == place] == place),
            "right": _share(roles[guessed == place] == place),
        }
        for place, name in enumerate(ROLES)
    }
    return {
        "sentences": len(roles),
        "right": _share(guessed == roles),
        "always the commonest": common / len(roles),
        "roles": by_role,
    }


def _share(hits: NDArray[np.bool_]) -> float | None:
    return float(hits.mean()) if len(hits) else None


def train_positions(order: PositionOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings, figures and card to the order's folder."""
    rows = POSITIONS.read()
    parts = portions([row.text for row in rows], AT_ONCE, "reading statements", watch)
    features = np.concatenate([position_features(texts, embedder()) for texts in parts])
    silent = np.array([row.stance == 0 for row in rows])
    tested = np.array([row.part == "test" for row in rows])
    kept = learn(features[~tested], silent[~tested], order)
    guesses = leave_writers_out(features, silent, np.array([row.writer for row in rows]), order, watch) > 0
    save_tensors({"weights": kept.weights[:, 0], "bias": kept.bias}, order.place.out / "weights.safetensors")
    figures = {
        "statements": len(rows),
        "propositions": len({row.proposition for row in rows}),
        "writers left out": position_figures(silent, guesses),
        "propositions left out": position_figures(silent[tested], kept.guesses(features[tested]) > 0),
    }
    content = {"statements": content_hash((row.proposition, row.text, row.stance) for row in rows)}
    computed = {"trunk": MODEL_ID, "device": "cpu", "precision": "float64"}
    conclude(order, figures, position_card(figures, order), task="positions", computed=computed, content=content)
    return figures


def position_figures(silent: Mask, guesses: Mask) -> dict[str, Any]:
    """Return how often guesses are right, beside always saying that a position is taken."""
    return {
        "statements": len(silent),
        "right": float((guesses == silent).mean()),
        "always a position": float((~silent).mean()),
        "found": float(guesses[silent].mean()),
        "taken for none": float(guesses[~silent].mean()),
    }
