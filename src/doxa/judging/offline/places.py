"""Whether a sentence sounds like the first or the last one of a speech.

    opening    w · v of the speech's first sentence      closing    u · v of its last sentence

v is the sentence's unit vector. w and u were learnt by ridge regression (``tools/learn_offline_judge.py``): 1 for the
first (last) sentence of a written speech, −1 for a sentence within it. A speech that was cut off has no end, and one
whose sentences changed places has neither, however long it is.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.judging.offline.speeches import MeasuredSpeech

FEWEST_SENTENCES = 2
"""The fewest sentences of a speech that has a beginning and an end."""

DECIMALS = 6


@dataclass(frozen=True)
class Places:
    """The directions in the space of vectors in which first and last sentences lie."""

    opening: NDArray[np.float64]
    closing: NDArray[np.float64]

    def measure_opening(self, speech: MeasuredSpeech) -> float | None:
        """Return how much a speech's first sentence sounds like one; None for a single sentence."""
        return self._measure(speech, 0, self.opening)

    def measure_closing(self, speech: MeasuredSpeech) -> float | None:
        """Return how much a speech's last sentence sounds like one; None for a single sentence."""
        return self._measure(speech, -1, self.closing)

    def _measure(self, speech: MeasuredSpeech, place: int, direction: NDArray[np.float64]) -> float | None:
        if len(speech.sentences) < FEWEST_SENTENCES:
            return None
        return round(float(speech.units[place] @ direction), DECIMALS)
