"""Write the outputs of the trained networks in torch, for the test that compares the run-time without torch to them.

    python tools/judge_reference.py POLARITY STRENGTH tests/models/judges_reference.json

POLARITY and STRENGTH are folders that ``doxa train`` wrote. Needs torch (``pip install 'doxa[train]'``). Outputs are
computed in float32 with the weights as trained; the run-time stores them in twelve bits.
"""

import argparse
import json
from pathlib import Path

import torch
from safetensors.torch import load_file

from doxa.corpora.argument_sets import RANKED_ARGUMENTS
from doxa.corpora.stances import read_stances
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.strength import surface
from doxa.models.embedded.trunk import BRANCHING, LEVELS
from doxa_train.learning import Machine
from doxa_train.stack import (
    BertLayer,
    PolarityStack,
    TrunkReader,
    TrunkReading,
    fill_layer,
    load_earlier_weights,
    shipped_weights,
)

MACHINE = Machine(torch.device("cpu"), half=False)
EVERY_STANCE = 97
EVERY_ARGUMENT = 79


def seen(text: str, reading: TrunkReading, about: torch.Tensor) -> torch.Tensor:
    """Return the input features of the strength line, with the layers above the branch computed anew."""
    states = reading.states.float()[None]
    everywhere = torch.ones((1, 1, states.shape[1]), dtype=torch.bool)
    means = [states[0].mean(0)]
    for number in range(BRANCHING, max(LEVELS)):
        layer = BertLayer().eval()
        fill_layer(layer, shipped_weights(), number)
        states = layer(states, everywhere)
        means.append(states[0].mean(0))
    return torch.cat([*means, torch.tensor(surface(text)), (reading.vector @ about)[None]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("polarity", "strength", "target"):
        parser.add_argument(name, type=Path)
    chosen = parser.parse_args()
    torch.set_grad_enabled(False)
    trunk = TrunkReader(MACHINE)
    rows = [*read_stances("argkp", "test"), *read_stances("ibm", "test")][::EVERY_STANCE]
    pairs = [(canonical(row.proposition), sentence(row.claim)) for row in rows]
    arguments = [(canonical(one.proposition), sentence(one.text)) for one in RANKED_ARGUMENTS.read()[::EVERY_ARGUMENT]]
    trunk.read_texts([text for pair in pairs + arguments for text in pair], lambda advance: None)
    polarity = PolarityStack(0.0).eval()
    load_earlier_weights(polarity, chosen.polarity)
    temperature = json.loads((chosen.polarity / "calibration.json").read_text(encoding="utf-8"))["temperature"]
    readings = [[trunk.reading(text) for text in column] for column in zip(*pairs, strict=True)]
    chances = torch.sigmoid(polarity(*readings) / temperature).tolist()
    line = load_file(chosen.strength / "weights.safetensors")
    items = [seen(text, trunk.reading(text), trunk.reading(about).vector) for about, text in arguments]
    raw = [float(one @ line["weights"] + line["bias"]) for one in items]
    told = {
        "polarity": [
            {"proposition": proposition, "claim": claim, "probability": round(chance, 5)}
            for (proposition, claim), chance in zip(pairs, chances, strict=True)
        ],
        "strength": [
            {"proposition": about, "claim": text, "raw": round(score, 5)}
            for (about, text), score in zip(arguments, raw, strict=True)
        ],
    }
    chosen.target.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
