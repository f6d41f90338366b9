"""Convert the output of ``doxa train polarity``, ``messages`` or ``strength`` to the weights that doxa ships.

    python tools/pack_judge.py SOURCE TARGET [--exact] [--notes FILE]

SOURCE is the folder given to ``--out``. Matrices are stored in twelve bits a number, other tensors unchanged (the line
of strength has no matrix). Polarity and messages are measured anew on the held-out parts with the stored weights,
without torch: calibration, figures and card come from that. Those of strength are copied. Notes are appended to the
card.
"""

import argparse
import json
import textwrap
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from convert_minilm import Tensors, stored
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from doxa.models.embedded import Embedder
from doxa.models.embedded.polarity import message_polarity, polarity
from doxa.models.offline.directing import DirectionReader, read_chances
from doxa_train.cards import WIDTH, message_card, polarity_card
from doxa_train.examples import Example, Mix, held_out_rows, strangers
from doxa_train.figures import FITTED_ON, confidences, polarity_report, probabilities
from doxa_train.message_figures import message_report, message_tests
from doxa_train.orders import MessageOrder, PolarityOrder, Recipe, TrainingPlace
from doxa_train.saving import save_json

TEXTS = ("calibration.json", "figures.json", "settings.json", "MODEL_CARD.md")

STRANGERS = 1000

NOTHING_SAID = (
    "Of {texts} test claims against propositions of other debates, with no content word in common, {decided:.3f} are "
    "decided, where all should be unclear."
)

AS_CARRIED = """Figures are of the weights as they are carried, in twelve bits (`tools/pack_judge.py`), their products
computed in eight, without torch."""


def pack(source: Path, target: Path, exact: bool) -> None:
    """Write ``weights.safetensors`` and the texts of a training folder to a target folder."""
    target.mkdir(parents=True, exist_ok=True)
    kept: Tensors = {}
    for name, value in sorted(load_file(source / "weights.safetensors").items()):
        kept |= stored(name, value.astype(np.float32), exact)
    save_file(kept, target / "weights.safetensors")
    (target / "weights.safetensors").chmod(0o644)
    for name in TEXTS:
        if (source / name).is_file():
            (target / name).write_text((source / name).read_text(encoding="utf-8"), encoding="utf-8")


def measured(target: Path) -> None:
    """Write calibration, figures and card of a folder's polarity weights, measured with the run-time."""
    found = {}
    for name, rows in held_out_rows().items():
        found[name] = _gold(rows), _logits(target, rows)
        print(f"{name}: {len(rows)} read", flush=True)
    figures = polarity_report(found, {name: _read_chances(target, held_out_rows()[name]) for name in FITTED_ON})
    figures["strangers"] = _strangers(target, figures["calibration"])
    save_json(target / "figures.json", figures)
    save_json(target / "calibration.json", figures["calibration"])
    (target / "MODEL_CARD.md").write_text(polarity_card(figures, _order(target)), encoding="utf-8")
    added(target / "MODEL_CARD.md", textwrap.fill(NOTHING_SAID.format(**figures["strangers"]), WIDTH))


def measured_messages(target: Path) -> None:
    """Write calibration, figures and card of a folder's weights for messages, measured with the run-time."""
    tests = message_tests()
    found = {}
    for name, messages in tests.items():
        found[name] = _logits(target, [row for message in messages for row in message.rows])
        print(f"{name}: {len(messages)} read", flush=True)
    figures = message_report(tests, found)
    save_json(target / "figures.json", figures)
    save_json(target / "calibration.json", figures["calibration"])
    told: dict[str, Any] = json.loads((target / "settings.json").read_text(encoding="utf-8"))["order"]
    place = TrainingPlace(out=target, seed=told["place"]["seed"])
    order = MessageOrder(place=place, recipe=Recipe(**told["recipe"]))
    (target / "MODEL_CARD.md").write_text(message_card(figures, order), encoding="utf-8")


def _logits(target: Path, rows: Sequence[Example]) -> NDArray[np.float64]:
    model, embedder = polarity(target), Embedder()
    logits: list[float] = []
    for proposition, group in groupby(rows, key=lambda row: row.proposition):
        logits += model.logits(proposition, [row.claim for row in group], embedder)
    return np.array(logits)


def _read_chances(target: Path, rows: Sequence[Example]) -> list[float]:
    """Return the probabilities of "for" of single claims as the offline judge reads them with these weights."""
    reader = DirectionReader(claims=polarity(target), windows=message_polarity(), reads_personal=False)
    embedder, chances = Embedder(), list[float]()
    for proposition, group in groupby(rows, key=lambda row: row.proposition):
        chances += read_chances(proposition, [row.claim for row in group], embedder, reader=reader)
    return chances


def _strangers(target: Path, calibration: dict[str, Any]) -> dict[str, float]:
    """Return the share of claims unrelated to a proposition that are decided nevertheless."""
    logits = _logits(target, strangers(STRANGERS))
    sure, _ = confidences([1] * len(logits), probabilities(logits, calibration["temperature"]))
    return {"texts": len(logits), "decided": float(np.mean(np.array(sure) >= calibration["threshold"]))}


def added(card: Path, note: str) -> None:
    """Append a paragraph to a card."""
    card.write_text(f"{card.read_text(encoding='utf-8').rstrip()}\n\n{note.strip()}".rstrip() + "\n", encoding="utf-8")


def _gold(rows: tuple[Example, ...]) -> list[int]:
    return [row.polarity for row in rows if row.polarity is not None]


def _order(target: Path) -> PolarityOrder:
    """Return the training order for the card, from the settings that the training saved."""
    told: dict[str, Any] = json.loads((target / "settings.json").read_text(encoding="utf-8"))["order"]
    return PolarityOrder(
        place=TrainingPlace(out=target, seed=told["place"]["seed"]),
        mix=Mix(**told["mix"]),
        recipe=Recipe(**told["recipe"]),
        taught=told["taught"],
        teacher=Path(told["teacher"]) if told["teacher"] else None,
        start=Path(told["start"]) if told["start"] else None,
        behind=told["behind"],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--exact", action="store_true", help="keep float32, to compare with")
    parser.add_argument("--notes", type=Path, help="Markdown for the card's end")
    chosen = parser.parse_args()
    pack(chosen.source, chosen.target, chosen.exact)
    if (chosen.target / "calibration.json").is_file():
        settings = json.loads((chosen.target / "settings.json").read_text(encoding="utf-8"))
        (measured_messages if settings["task"] == "messages" else measured)(chosen.target)
        added(chosen.target / "MODEL_CARD.md", "" if chosen.exact else AS_CARRIED)
    if chosen.notes:
        added(chosen.target / "MODEL_CARD.md", chosen.notes.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
