"""The default performer: carries tasks out in plain code over a corpus of real arguments, without a network."""

from doxa.models.offline.performer import OfflinePerformer

__all__ = ["OfflinePerformer"]
