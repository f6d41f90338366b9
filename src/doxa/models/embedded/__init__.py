"""The small models that doxa ships, in numpy: they work offline, and have the same bits on every processor.

text ─▶ trunk ─▶ embedder (vectors)
            └──▶ polarity (proposition, claim) · message polarity (proposition, window) · strength (claim)
"""

from doxa.models.embedded.anchored import AnchoredStrength, anchored_strength
from doxa.models.embedded.embedder import MODEL_ID, Embedder, embedder
from doxa.models.embedded.polarity import Polarity, message_polarity, polarity
from doxa.models.embedded.strength import Strength, strength

__all__ = [
    "MODEL_ID",
    "AnchoredStrength",
    "Embedder",
    "Polarity",
    "Strength",
    "anchored_strength",
    "embedder",
    "message_polarity",
    "polarity",
    "strength",
]
