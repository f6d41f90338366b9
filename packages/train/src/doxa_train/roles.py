"""Training of the reader of roles: softmax regression over the shipped trunk, without torch.

    loss = mean −ln p(role | sentence) + |W|² / (2 C n)   features standardised over the training sentences

A message of the corpus is read as a message of a run is: cut into sentences by the rules, and a sentence has the role
of the parts that it covers. One that covers parts of several roles is context and teaches nothing. Claims of the stance
sets stand beside them as messages of one sentence that argues: a bare claim sounds like a neutral remark. Figures leave
every writer out in turn; the kept weights have seen all writers, and not the test motions.
"""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.message_sets import ROLE_MESSAGES, RoleMessage
from doxa.models.embedded.embedder import MODEL_ID, Embedder, embedder
from doxa.models.hearing.markup import plain
from doxa.models.hearing.roles import ROLES, MessageSentence, role_features, with_breaks
from doxa.models.hearing.sentences import sentences
from doxa.records.base import clean, digest
from doxa_train.cards import role_card
from doxa_train.comparing import Floats
from doxa_train.heldout import open_stances
from doxa_train.orders import Advance, RoleOrder, Watch
from doxa_train.saving import conclude, content_hash, save_tensors

LEAST_SPREAD = 1e-6
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
class LearnedRoles:
    """Weights and bias of the softmax, for features as they come."""

    weights: Floats
    bias: Floats

    def guesses(self, features: Floats) -> NDArray[np.intp]:
        """Return the likeliest role of each sentence, as places in ``ROLES``."""
        return np.asarray((features @ self.weights + self.bias).argmax(axis=1))


def train_roles(order: RoleOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings, figures and card to the order's folder."""
    out = order.place.out
    out.mkdir(parents=True, exist_ok=True)
    messages = ROLE_MESSAGES.read()
    rows = joined(read_rows(messages, embedder(), watch), read_claims(order.claims, embedder(), watch))
    kept = learn(rows, ~rows.tested, order)
    save_tensors({"weights": kept.weights, "bias": kept.bias}, out / "weights.safetensors")
    figures = {
        "sentences": int((rows.writers != NOBODY).sum()),
        "claims": int((rows.writers == NOBODY).sum()),
        "messages": len(messages),
        "writers left out": role_figures(rows, *_leave_writers_out(rows, order, watch)),
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
    found: list[str | None] = []
    for one in sentences(view.text):
        start, end = view.place(one.start, one.end)
        roles = {role for begun, ended, role in places if begun < end and start < ended}
        found.append(roles.pop() if len(roles) == 1 else None)
    return view.text, found


def read_rows(messages: Sequence[RoleMessage], embedder: Embedder, watch: Watch) -> RoleRows:
    """Return the features and roles of all labelled sentences of messages."""
    features, roles, writers, tested = [], [], [], []
    for number, message in enumerate(messages, 1):
        view, labels = labelled_sentences(message)
        if labels:
            read = role_features(message.motion, with_breaks(view, sentences(view)), embedder)
            for row, role in zip(read, labels, strict=True):
                if role is not None:
                    features.append(row)
                    roles.append(ROLES.index(role))
                    writers.append(message.writer)
                    tested.append(message.part == "test")
        if number % REPORTED_AT == 0 or number == len(messages):
            watch(Advance(stage="reading messages", done=number, total=len(messages)))
    return RoleRows(np.stack(features), np.array(roles), np.array(writers), np.array(tested))


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


def learn(rows: RoleRows, seen: NDArray[np.bool_], order: RoleOrder) -> LearnedRoles:
    """Return the weights learned from some rows."""
    # imported late: only this training needs it
    from sklearn.linear_model import LogisticRegression

    features = rows.features[seen]
    mean, unit = features.mean(axis=0), 1.0 / np.maximum(features.std(axis=0), LEAST_SPREAD)
    settings: dict[str, Any] = {"C": order.softness, "max_iter": order.steps, "tol": 1e-5}
    model: Any = LogisticRegression(**settings)  # type: ignore[no-untyped-call]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the last steps were few says nothing here: figures do
        model.fit((features - mean) * unit, rows.roles[seen])
    weights = model.coef_.T * unit[:, None]
    return LearnedRoles(weights=weights, bias=model.intercept_ - mean @ weights)


def _leave_writers_out(rows: RoleRows, order: RoleOrder, watch: Watch) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return for every sentence the role that weights guess which have not seen its writer, and which have a writer."""
    guesses = np.zeros(len(rows.roles), dtype=np.intp)
    writers = sorted(set(rows.writers.tolist()) - {NOBODY})
    for number, writer in enumerate(writers, 1):
        own = rows.writers == writer
        guesses[own] = learn(rows, ~own, order).guesses(rows.features[own])
        watch(Advance(stage="leaving writers out", done=number, total=len(writers)))
    return guesses, rows.writers != NOBODY


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
