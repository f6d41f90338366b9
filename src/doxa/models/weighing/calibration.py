"""What ``doxa models calibrate`` found out about a model: how to read its directions, and how often they are right.

Right is the share of dev texts whose likelier side is the labelled one, the mean of the texts for and of those against;
each text was read with an offset that was fitted on the other topics.
"""

from doxa.models.conditions import Conditions
from doxa.models.known import identity_of, recall
from doxa.records.base import Record, Unit
from doxa.records.spec import LetterWeighing, ModelSettings


class HearingCalibration(Record):
    """How a model's directions are read, and how often they were right on dev texts."""

    weighing: LetterWeighing
    texts: int
    """Number of texts that take a side."""
    right: Unit
    """The share that the model's likelier side gets right."""
    offline: Unit
    """The share that the offline judge's likelier side gets right, on the same texts."""

    @property
    def hears_blind(self) -> bool:
        """Whether the model beat the offline judge, so that it hears without the speaker's side."""
        return self.right > self.offline


def calibration_of(model: str, conditions: Conditions) -> HearingCalibration | None:
    """Return what was found out about a model, as ``provider:model``; None where it was not calibrated."""
    return recall(HearingCalibration, identity_of(model, conditions))


def calibrated(settings: ModelSettings, conditions: Conditions) -> ModelSettings:
    """Return a role's settings with the calibration of its model, where there is one and none is set."""
    calibration = calibration_of(settings.model, conditions)
    if calibration is None or settings.weighing is not None:
        return settings
    # a file that was calibrated under another path is the same model
    return settings.model_copy(update={"weighing": calibration.weighing.model_copy(update={"model": settings.model})})


def is_weighed(settings: ModelSettings) -> bool:
    """Return whether a role's directions are read from probabilities: it has its own model's calibration."""
    return settings.weighing is not None and settings.weighing.model == settings.model
