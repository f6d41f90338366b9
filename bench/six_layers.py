"""What six learning layers would bring to the reader of messages, where the shipped one has three over a frozen trunk.

    .tools/train/bin/python bench/six_layers.py OUT [--epochs 2] [--rate 8e-5]

Both networks begin as one function, the shipped polarity network, and see the same rows in the same order; in the
second the embedder's three lower layers learn too. doxa cannot run it. Needs torch; takes an hour and a half of one
core, and 6 GB. Intervals are over motions.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from learning_curve import table, watch
from torch import nn

from doxa.models.embedded.trunk import BRANCHING
from doxa_train.learning import machine_for
from doxa_train.messages import begin_stack, train_messages
from doxa_train.orders import MESSAGES, MessageOrder, TrainingPlace
from doxa_train.stack import (
    BertLayer,
    PolarityStack,
    TrunkReader,
    TrunkReading,
    fill_layer,
    pad_states,
    shipped_weights,
)

RATE = 8e-5
"""The highest rate where the lower layers learn too: they hold what was learned from a thousand million pairs."""


class DeepStack(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """The polarity network with the trunk's layers learning too; readings hold the states before the first layer."""

    def __init__(self, upper: PolarityStack) -> None:
        super().__init__()
        self.upper = upper
        self.below = nn.ModuleList([BertLayer() for _ in range(BRANCHING)])
        for number, layer in enumerate(self.below):
            fill_layer(layer, shipped_weights(), number)

    @property
    def encoder(self) -> nn.Module:
        return self.upper.encoder

    def forward(self, propositions: Sequence[TrunkReading], claims: Sequence[TrunkReading]) -> Any:
        """Return one logit a pair; shape (pairs,)."""
        return self.upper(self._read(propositions), self._read(claims))

    def _read(self, readings: Sequence[TrunkReading]) -> list[TrunkReading]:
        """Return the readings with the states after the lower layers; a text that stands twice is read once."""
        different = list({id(one): one for one in readings}.values())
        places = {id(one): place for place, one in enumerate(different)}
        states, present = pad_states([one.states for one in different], self.upper.segment.device)
        for layer in self.below:
            states = layer(states, present[:, None], self.upper.dropout if self.training else 0.0)
        return [TrunkReading(states[places[id(one)]][: len(one.states)], one.vector) for one in readings]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=RATE, help="the highest rate of the training of six layers")
    chosen = parser.parse_args()
    place = TrainingPlace(out=chosen.out / "three", threads=1, device="cpu")
    three = MessageOrder(place=place, recipe=replace(MESSAGES, epochs=chosen.epochs))
    six = replace(three, place=replace(place, out=chosen.out / "six"), recipe=replace(three.recipe, rate=chosen.rate))
    torch.set_num_threads(1)
    deep = TrunkReader(machine_for(place), branching=0)
    columns = {
        "three layers learn": train_messages(three, watch),
        "six layers learn": train_messages(six, watch, deep, begin=lambda order: DeepStack(begin_stack(order))),
    }
    print(table({name: {**figures["parts"], **figures["kinds"]} for name, figures in columns.items()}), flush=True)


if __name__ == "__main__":
    main()
