"""An encoder of polarity or of messages as a network of directions, which stands behind the same guards as doxa's own.

    p(for | motion) = σ(score / T)

T and the threshold below which a direction is unclear were fitted in training.
"""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from doxa.errors import ModelSetupError
from doxa.models.embedded import Embedder
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.encoder.folder import FROM_TRAINING, MESSAGES, Folder

if TYPE_CHECKING:
    from doxa.models.encoder.network import Encoder

DECIMALS = 4

STEEPEST = 60.0
"""The largest logit in magnitude: e to its power is still finite."""


class EncoderNetwork:
    """The network of one folder, loaded when it is first asked."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    @property
    def reads_messages(self) -> bool:
        """Whether it learned from windows of messages, beside single claims."""
        return self._folder.told.task == MESSAGES

    def probabilities(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return for each text the probability in [0, 1] that it speaks for a proposition, to four decimals.

        A text without a letter or digit has 0.5.

        Raises:
            ModelSetupError: the encoder was not calibrated.
        """
        temperature, _ = self._calibration
        logits = [min(max(raw / temperature, -STEEPEST), STEEPEST) for raw in self.scores(proposition, claims)]
        return [
            round(1.0 / (1.0 + math.exp(-logit)), DECIMALS) if any(map(str.isalnum, claim)) else 0.5
            for claim, logit in zip(claims, logits, strict=True)
        ]

    def clear(self, probability: float) -> bool:
        """Return whether a probability is enough for a direction."""
        _, threshold = self._calibration
        return max(probability, 1.0 - probability) >= threshold

    def scores(self, proposition: str, claims: Sequence[str]) -> list[float]:
        """Return the raw scores of texts, in their order."""
        about = (canonical(proposition),) if self._folder.told.pair else ()
        return self._encoder.answers([(*about, sentence(claim)) for claim in claims])

    @property
    def _calibration(self) -> tuple[float, float]:
        fitted = self._folder.told.calibration
        if fitted.temperature is None or fitted.threshold is None:
            raise uncalibrated(self._folder)
        return fitted.temperature, fitted.threshold

    @cached_property
    def _encoder(self) -> "Encoder":
        from doxa.models.encoder.network import restored

        return restored(self._folder)


def uncalibrated(folder: Folder) -> ModelSetupError:
    """Return the error of an encoder whose training fitted nothing that turns its scores into answers."""
    return ModelSetupError(f"{folder.path} contains an encoder that was not calibrated", hint=FROM_TRAINING)
