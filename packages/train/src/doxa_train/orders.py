"""Orders of trainings: every option, as ``settings.json`` records it, and the reports of progress."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from doxa.records.base import Member, canonical, digest
from doxa_train.examples import Mix

Device = Literal["auto", "cpu", "cuda"]
Precision = Literal["auto", "bfloat16", "float32"]


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """The optimisation: AdamW, a rate that rises and falls linearly, and a running mean of weights."""

    epochs: int
    rate: float
    """The highest learning rate."""
    batch: int
    warm_up: float = 0.06
    """Share of all steps during which the rate rises."""
    floor: float = 0.02
    """The lowest rate, as a share of the highest."""
    decay: float = 0.01
    """Weight decay of matrices; vectors have none."""
    clip: float = 1.0
    """The largest norm of a gradient."""
    dropout: float = 0.1
    keep: float | None = None
    """The decay of the running mean of weights; None: the last weights are the result."""
    keep_from: float = 0.5
    """The share of the first epoch after which the running mean begins."""


@dataclass(frozen=True, kw_only=True)
class TrainingPlace:
    """A training's folder, seed, threads, device and precision."""

    out: Path
    seed: int = 1
    threads: int | None = None
    """Torch's threads on the processor; torch's own choice when None."""
    device: Device = "auto"
    precision: Precision = "auto"


POLARITY = Recipe(epochs=5, rate=1.2e-4, batch=32, keep=0.998)
CROSS = Recipe(epochs=2, rate=4e-5, batch=32, floor=0.0)
CROSS_MESSAGES = Recipe(epochs=3, rate=4e-5, batch=32, floor=0.0)
QUALITY = Recipe(epochs=3, rate=2e-5, batch=16, warm_up=0.1, floor=0.0)

TAUGHT = Recipe(epochs=14, rate=1.5e-4, batch=32, dropout=0.05, keep=0.998)
"""The recipe with a teacher: its answers are finer than labels, so that more epochs help without overfitting."""

TAUGHT_MIX = Mix(strangers=0.2, unlabelled=2.0, framed=0.5, named=0.5)

LATER = replace(TAUGHT, epochs=12, rate=1e-4)
"""The recipe for continuing from the weights of an earlier training with a teacher."""

LATER_MIX = replace(TAUGHT_MIX, asking=9)
"""The teacher answers the pairs of two more epochs."""


@dataclass(frozen=True, kw_only=True)
class PolarityOrder:
    """An order to train the polarity layers over the shipped trunk, with labels alone or with a teacher too."""

    place: TrainingPlace
    recipe: Recipe = POLARITY
    mix: Mix = field(default_factory=Mix)
    smoothing: float = 0.05
    """How far labels are moved from 0 and 1, so that the model does not become overconfident."""
    teacher: Path | None = None
    taught: float = 0.7
    """Weight of the teacher's answers; people's labels have the remaining weight."""
    softness: float = 1.0
    """The temperature that divides the teacher's logits."""
    start: Path | None = None
    """The folder of an earlier training, from whose weights this training continues."""
    behind: int = 0
    """The number of epochs of the earlier trainings; rows are those of the epochs after them."""


@dataclass(frozen=True, kw_only=True)
class AnchoringRecipe:
    """The options of strength on the anchored scale: ``models.embedded.anchored`` has the formula."""

    scale: float = 0.15
    """The standard deviation of features from states; that of the other features is 1."""
    axes: int = 32
    landmarks: int = 250
    width: float = 0.01
    line: float = 0.1
    """The factor of the features in the linear part, which limits it beside the landmarks."""
    comparisons: float = 2.5
    """α: how much people's comparisons count beside the ratings."""
    margin: float = 15.0
    """κ: the margin of a comparison for a difference of 1 in strength."""
    penalty: float = 0.03


@dataclass(frozen=True, kw_only=True)
class StrengthOrder:
    """An order to train both strength models; each of ``folds`` groups of debates is left out once."""

    place: TrainingPlace
    folds: int = 16
    only_final: bool = False
    scale: float = 0.15
    """The standard deviation of features from states; that of the other features is 1."""
    penalty: float = 0.01
    """The factor λ of the weights' squared length in the loss."""
    anchoring: AnchoringRecipe = field(default_factory=AnchoringRecipe)


@dataclass(frozen=True, kw_only=True)
class PositionOrder:
    """An order to train the reader of positions."""

    place: TrainingPlace
    softness: float = 1e-3
    """C: how little the weights' squared length counts in the loss."""
    steps: int = 1000
    """The most steps of the optimiser (L-BFGS)."""


@dataclass(frozen=True, kw_only=True)
class RoleOrder(PositionOrder):
    """An order to train the reader of roles."""

    softness: float = 3e-3
    claims: int = 500
    """Claims of each stance set that stand beside the messages, at most."""


MESSAGES = Recipe(epochs=3, rate=1.5e-4, batch=32, dropout=0.05, keep=0.995)


@dataclass(frozen=True, kw_only=True)
class MessageOrder:
    """An order to train the reader of messages, which goes on from a polarity model."""

    place: TrainingPlace
    recipe: Recipe = MESSAGES
    start: Path | None = None
    """The folder of a polarity training; None: the weights that doxa ships."""
    smoothing: float = 0.05
    flipped: float = 0.25
    """Share of rows whose motion is negated."""
    claims: float = 0.1
    """Claims of the stance sets, for each row of a message."""
    share: float = 1.0
    """The share of the written debates' training motions that teach; a smaller share lies within every larger one."""
    kept: float = 0.3
    """The share of the weights that the training began with in those that it leaves (Wortsman et al. 2022): less is
    learned of these debates, and less is lost of what was read before."""


@dataclass(frozen=True, kw_only=True)
class EncoderOrder:
    """The options of every order to train an encoder of the user's choice."""

    place: TrainingPlace
    backbone: str
    frozen_layers: int = 0


@dataclass(frozen=True, kw_only=True)
class CrossOrder(EncoderOrder):
    """An order to train an encoder of the user's choice on pairs of proposition and claim."""

    recipe: Recipe = CROSS
    mix: Mix = field(default_factory=lambda: Mix(flipped=0.15, denied=0.03))
    smoothing: float = 0.05
    max_tokens: int = 80
    train_words: bool = False
    """Whether the word embeddings are trained too."""


@dataclass(frozen=True, kw_only=True)
class CrossMessageOrder(EncoderOrder):
    """An order to train an encoder of the user's choice on windows of messages and on labelled claims.

    The options that it shares with ``MessageOrder`` and ``CrossOrder`` mean the same there.
    """

    recipe: Recipe = CROSS_MESSAGES
    smoothing: float = 0.05
    flipped: float = 0.25
    claims: float = 1.0
    """Labelled claims of the stance sets, for each row of a message, as far as there are as many."""
    share: float = 1.0
    max_tokens: int = 256
    train_words: bool = False


@dataclass(frozen=True, kw_only=True)
class QualityOrder(EncoderOrder):
    """An order to train an encoder of the user's choice to rate arguments, on pairs (ukp) or quality ratings (aqr)."""

    dataset: Literal["ukp", "aqr"]
    path: Path | None = None
    recipe: Recipe = QUALITY
    folds: int = 16
    only_final: bool = False
    max_tokens: int = 160


def identity(order: PolarityOrder | MessageOrder | CrossOrder | CrossMessageOrder | QualityOrder, *more: object) -> str:
    """Return a hash that identifies a training: the same for the same options and seed, on any machine and folder.

    Args:
        more: what distinguishes several trainings of one order, converted to text.
    """
    options = {
        name: str(option) for name, option in vars(order).items() if name not in ("place", "folds", "only_final")
    }
    return digest(
        canonical({"kind": type(order).__name__, "seed": order.place.seed, **options, "more": list(map(str, more))})
    )


@dataclass(frozen=True, kw_only=True)
class Advance:
    """The progress of a stage: ``done`` of ``total``, with a note."""

    stage: str
    done: int
    total: int
    note: str = ""


Watch = Callable[[Advance], None]


def unwatched(now: Advance) -> None:
    """Ignore the progress."""


def portions(rows: Sequence[Member], size: int, stage: str, watch: Watch) -> Iterator[Sequence[Member]]:
    """Yield rows by so many at once, and report each portion when it is done."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
        watch(Advance(stage=stage, done=min(start + size, len(rows)), total=len(rows)))
