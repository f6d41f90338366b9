"""Make the weights that doxa carries from what ``doxa train polarity`` or ``doxa train strength`` wrote.

    python tools/pack_judge.py SOURCE TARGET [--exact]

SOURCE is the folder given to ``--out``. Matrices are stored in twelve bits a number, the rest as it is (the line of
strength has none); what was fitted and measured goes along as text.
"""

import argparse
from pathlib import Path

import numpy as np
from convert_minilm import Tensors, stored
from safetensors.numpy import load_file, save_file

TEXTS = ("calibration.json", "figures.json", "settings.json", "MODEL_CARD.md")


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--exact", action="store_true", help="keep float32, to compare with")
    chosen = parser.parse_args()
    pack(chosen.source, chosen.target, chosen.exact)


if __name__ == "__main__":
    main()
