"""What the bounds of the reader of roles do on messages by writers whom its weights have not seen.

    .tools/train/bin/python bench/role_bounds.py

Weights are learned ten times, each time without one writer of the corpus, and read that writer's sentences. For each
bound of ``extraction/doing.py`` the share of sentences that it concerns is printed, with the share of these that are
what it takes them for, and the share of the speaker's own arguments that it concerns. Beside the bound for sentences
that say who holds what they tell stand other choices: a lower bound for all sentences, and other numbers.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.message_sets import ROLE_MESSAGES, RoleMessage
from doxa.models.embedded import embedder
from doxa.models.embedded.extraction.doing import (
    ANOTHERS,
    ANOTHERS_AS_SAID,
    ANOTHERS_AS_TOLD,
    GOES_ON,
    GRANTED,
    ROLES,
    SILENT,
    WITNESS,
    SentenceRole,
)
from doxa.models.embedded.extraction.reporting import may_be_witness, names_who_says, tells_of_others
from doxa.models.embedded.extraction.sentences import sentences
from doxa_train.orders import RoleOrder, TrainingPlace
from doxa_train.roles import NOBODY, joined, labelled_sentences, learn, read_claims, read_rows

OWN = ("argues", "elaborates", "cites")
"""Roles of the speaker's own arguments."""
NOT_OWN = ("reports", "concedes", "states", "neutral", "nothing")
TRIED = (0.5, 0.4, 0.3)

Flags = NDArray[np.bool_]


def texts_of(messages: Sequence[RoleMessage]) -> list[str]:
    """Return the sentences that have one role, in the order of ``read_rows``."""
    found: list[str] = []
    for message in messages:
        view, labels = labelled_sentences(message)
        found += [one.text for one, label in zip(sentences(view), labels, strict=True) if label is not None]
    return found


def left_out(messages: Sequence[RoleMessage], order: RoleOrder) -> tuple[NDArray[np.float64], list[str]]:
    """Return the probabilities of each sentence's roles by weights that have not seen its writer, and its own role."""
    own = read_rows(messages, embedder(), lambda _: None)
    rows = joined(own, read_claims(order.claims, embedder(), lambda _: None))
    shares = np.zeros((len(rows.roles), len(ROLES)))
    for writer in sorted(set(rows.writers.tolist()) - {NOBODY}):
        his = rows.writers == writer
        learned = learn(rows, ~his, order)
        scores = rows.features[his] @ learned.weights + learned.bias
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares[his] = scores / scores.sum(axis=1, keepdims=True)
    return shares[: len(own.roles)], [ROLES[role] for role in own.roles]


def main() -> None:
    messages = ROLE_MESSAGES.read()
    shares, labels = left_out(messages, RoleOrder(place=TrainingPlace(out=Path())))
    roles, role = [SentenceRole(*row) for row in shares.tolist()], np.array(labels)
    told = np.array([tells_of_others(text) for text in texts_of(messages)])
    reports = np.array([one.reports for one in roles])
    silenced = np.array([one.makes_no_claim for one in roles])

    def show(name: str, concerned: Flags, meant: Sequence[str]) -> None:
        right = np.isin(role[concerned], meant).mean() if concerned.any() else float("nan")
        lost = concerned[np.isin(role, OWN)].mean()
        caught = concerned[role == "reports"].mean()
        print(f"| {name} | {concerned.mean():.3f} | {right:.2f} | {lost:.3f} | {caught:.3f} |")

    print("| bound | concerns | right | of own arguments | of what others argue |\n|---|---|---|---|---|")
    show(f"silent {SILENT:g} or reports {ANOTHERS:g}", silenced, NOT_OWN)
    show(f"granted {GRANTED:g}", np.array([one.granted >= GRANTED for one in roles]), ("concedes", "reports"))
    show(f"elaborates {GOES_ON:g}", np.array([one.elaborates >= GOES_ON for one in roles]), ("elaborates",))
    texts = texts_of(messages)
    added = np.array([one.is_anothers(text) for one, text in zip(roles, texts, strict=True)]) & ~silenced
    begun = np.array([names_who_says(text) and not may_be_witness(text) for text in texts])
    show(f"in addition: reports {ANOTHERS_AS_SAID:g} and begins with who says it", added & begun, NOT_OWN)
    show(f"… reports {ANOTHERS_AS_TOLD:g} and says who", added & ~begun, NOT_OWN)
    for bound in TRIED:
        unlike = reports >= np.maximum(bound, WITNESS * np.array([one.cites for one in roles]))
        show(f"… {bound:g} and says who", unlike & told & ~silenced, NOT_OWN)
        show(f"… {bound:g}, whatever it says", unlike & ~silenced, NOT_OWN)


if __name__ == "__main__":
    main()
