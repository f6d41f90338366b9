"""The last step of every polarity training: settings, figures, calibration and card."""

from collections.abc import Mapping, Sequence
from typing import Any

from doxa.models.encoder.folder import revision
from doxa_train.calibration import Floats
from doxa_train.cards import polarity_card
from doxa_train.computing import Machine
from doxa_train.examples import Example
from doxa_train.figures import polarity_report
from doxa_train.orders import CrossOrder, PolarityOrder
from doxa_train.saving import content_hash, save_json, save_settings

Tests = Mapping[str, Sequence[Example]]


def conclude(
    order: PolarityOrder | CrossOrder,
    machine: Machine,
    seen: Sequence[Example],
    tests: Tests,
    logits: Mapping[str, Floats],
) -> dict[str, Any]:
    """Write everything but weights to the order's folder, and return the figures.

    Args:
        seen: the rows of all epochs, each once.
        logits: part → the logits of "for" of its rows.
    """
    out = order.place.out
    hashes = {name: content_hash((*row.pair, row.polarity) for row in rows) for name, rows in tests.items()}
    content = {"training": content_hash((*row.pair, row.polarity) for row in seen), **hashes}
    if isinstance(order, PolarityOrder) and order.teacher:
        content["teacher"] = revision(order.teacher)
    save_settings(out, order, machine.describe(), content, task="polarity")
    figures = polarity_report({name: (_gold(rows), logits[name]) for name, rows in tests.items()})
    save_json(out / "figures.json", figures)
    save_json(out / "calibration.json", figures["calibration"])
    (out / "MODEL_CARD.md").write_text(polarity_card(figures, order), encoding="utf-8")
    (out / "checkpoint.pt").unlink(missing_ok=True)
    return figures


def _gold(rows: Sequence[Example]) -> list[int]:
    return [row.polarity for row in rows if row.polarity is not None]
