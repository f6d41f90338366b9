"""What more motions would bring to the reader of messages: the same training on a quarter, half and all of them.

    .tools/train/bin/python bench/learning_curve.py OUT [--rows-of 1]

Every training sees as many rows as ``--rows-of`` epochs of all motions: a quarter of the motions four times as often
as all. The motions of a smaller part lie within every larger one. Nothing else differs from ``doxa train messages``,
which sees all motions three times. Needs torch; takes some fifteen minutes of one core for each of the three. The first
column is the network before any of them. Intervals are over motions.
"""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from doxa_train.learning import machine_for
from doxa_train.message_figures import message_report, message_tests
from doxa_train.messages import begin_stack, train_messages
from doxa_train.orders import MESSAGES, Advance, MessageOrder, TrainingPlace
from doxa_train.polarity import predict_logits
from doxa_train.stack import TrunkReader

SHARES = (0.25, 0.5, 1.0)
LOUD = 200
"""Steps between two lines of progress."""


def watch(now: Advance) -> None:
    if now.done % LOUD == 0 or now.done == now.total:
        print(f"  {now.stage}: {now.done} of {now.total} {now.note}", flush=True)


def before(order: MessageOrder, trunk: TrunkReader) -> dict[str, Any]:
    """Return the figures of the network with which the training begins."""
    tests, machine = message_tests(), machine_for(order.place)
    rows = {name: [row for message in messages for row in message.rows] for name, messages in tests.items()}
    trunk.read_texts([text for part in rows.values() for row in part for text in row.pair], watch)
    model = begin_stack(order).to(machine.device).eval()
    logits = {name: predict_logits(model, part, trunk, machine, watch, name) for name, part in rows.items()}
    return message_report(tests, logits)


def table(columns: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the share of messages on the argued side, a row a kind of text and a column a training."""
    rows = next(iter(columns.values()))
    lines = [f"| kind of text | messages | motions | {' | '.join(columns)} |", "|---" * (3 + len(columns)) + "|"]
    for name, first in rows.items():
        cells = [_cell(parts[name]) for parts in columns.values()]
        lines.append(f"| {name} | {first['messages']} | {first['motions']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(part: Mapping[str, Any]) -> str:
    interval = part["accuracy_interval"]
    return f"{part['accuracy']:.3f}" + (f" [{interval[0]:.3f}, {interval[1]:.3f}]" if interval else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rows-of", type=float, default=1, help="epochs of all motions whose rows every training sees")
    chosen = parser.parse_args()
    columns: dict[str, dict[str, Any]] = {}
    trunk: TrunkReader | None = None
    for share in SHARES:
        epochs = max(1, round(chosen.rows_of / share))
        place = TrainingPlace(out=chosen.out / f"share-{share}", threads=1, device="cpu")
        order = MessageOrder(place=place, recipe=replace(MESSAGES, epochs=epochs), share=share)
        trunk = trunk or TrunkReader(machine_for(place))
        if not columns:
            columns["before"] = before(order, trunk)
        columns[f"{share:.0%} of the motions, {epochs} times"] = train_messages(order, watch, trunk)
        print(table({name: {**figures["parts"], **figures["kinds"]} for name, figures in columns.items()}), flush=True)


if __name__ == "__main__":
    main()
