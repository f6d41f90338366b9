"""What a training is asked to do: every option, as ``settings.json`` keeps it, and how its progress is told."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from doxa.records.canonical import canonical, digest
from doxa.training.examples import Mix

Device = Literal["auto", "cpu", "cuda"]
Precision = Literal["auto", "bfloat16", "float32"]


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How weights are moved: AdamW, a rate that rises linearly and falls linearly, and a running mean of weights."""

    epochs: int
    rate: float
    """The highest learning rate."""
    batch: int
    warm_up: float = 0.06
    """Share of all steps while which the rate rises."""
    floor: float = 0.02
    """Share of the highest rate below which it does not fall."""
    decay: float = 0.01
    """Weight decay of matrices; vectors have none."""
    clip: float = 1.0
    """The largest norm of a gradient."""
    dropout: float = 0.1
    keep: float | None = None
    """Share of the running mean of weights that a step keeps; None where the last weights are the result."""
    keep_from: float = 0.5
    """Share of the first epoch after which the running mean begins."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a training computes, and where it writes."""

    out: Path
    seed: int = 1
    threads: int | None = None
    """Of torch on the processor; torch's own choice when None."""
    device: Device = "auto"
    precision: Precision = "auto"


POLARITY = Recipe(epochs=5, rate=1.2e-4, batch=32, keep=0.998)
CROSS = Recipe(epochs=2, rate=4e-5, batch=32, floor=0.0)
QUALITY = Recipe(epochs=3, rate=2e-5, batch=16, warm_up=0.1, floor=0.0)

TAUGHT = Recipe(epochs=14, rate=1.5e-4, batch=32, dropout=0.05, keep=0.998)
"""Where there is a teacher: its answers are finer than labels, and there is more to be learned than by heart."""

TAUGHT_MIX = Mix(strangers=0.2, unlabelled=2.0, framed=0.5, named=0.5)

LATER = replace(TAUGHT, epochs=12, rate=1e-4)
"""Where a training with a teacher goes on from the weights of an earlier one."""

LATER_MIX = replace(TAUGHT_MIX, asking=9)
"""The teacher is asked about two more epochs' pairs."""


@dataclass(frozen=True, kw_only=True)
class PolarityOrder:
    """Train the layers over the shipped trunk, by labels alone or by labels and a teacher."""

    place: Place
    recipe: Recipe = POLARITY
    mix: Mix = field(default_factory=Mix)
    smoothing: float = 0.05
    """How far labels are drawn from 0 and 1, so that the model does not learn to be sure."""
    teacher: Path | None = None
    taught: float = 0.7
    """Weight of the teacher's answers beside people's labels."""
    softness: float = 1.0
    """What the teacher's logits are divided by."""
    start: Path | None = None
    """The folder of an earlier training, whose weights this one goes on from."""
    behind: int = 0
    """Epochs that lie behind those weights; rows are those of the epochs after them."""


@dataclass(frozen=True, kw_only=True)
class StrengthOrder:
    """Learn the line of strength: of ``folds`` groups of debates each is left out once, then the test part alone."""

    place: Place
    folds: int = 16
    only_final: bool = False
    scale: float = 0.15
    """Standard deviation of a state's number beside that of one behind the states, which is 1."""
    penalty: float = 0.01
    """Weight of the squared length of the weights beside the mean loss of a pair."""


@dataclass(frozen=True, kw_only=True)
class CrossOrder:
    """Train an encoder of one's own choice on pairs of proposition and claim."""

    place: Place
    backbone: str
    recipe: Recipe = CROSS
    mix: Mix = field(default_factory=lambda: Mix(flipped=0.15, denied=0.03))
    smoothing: float = 0.05
    frozen_layers: int = 0
    max_tokens: int = 80
    train_words: bool = False
    """Whether the word embeddings learn too."""


@dataclass(frozen=True, kw_only=True)
class QualityOrder:
    """Train an encoder of one's own choice to rate arguments: on convincing pairs (ukp) or rated quality (aqr)."""

    place: Place
    backbone: str
    dataset: Literal["ukp", "aqr"]
    path: Path | None = None
    recipe: Recipe = QUALITY
    folds: int = 16
    only_final: bool = False
    frozen_layers: int = 0
    max_tokens: int = 160


def identity(order: PolarityOrder | CrossOrder | QualityOrder, *more: object) -> str:
    """Return the name of a training: the same for the same options and seed, wherever and on whatever it computes.

    Args:
        more: what tells apart several trainings of one order, as texts.
    """
    options = {
        name: str(option) for name, option in vars(order).items() if name not in ("place", "folds", "only_final")
    }
    return digest(
        canonical({"kind": type(order).__name__, "seed": order.place.seed, **options, "more": list(map(str, more))})
    )


@dataclass(frozen=True, kw_only=True)
class Advance:
    """One step of a stage: ``done`` of ``total``, with what is worth saying."""

    stage: str
    done: int
    total: int
    note: str = ""


Watch = Callable[[Advance], None]


def unwatched(now: Advance) -> None:
    """Take no notice."""
