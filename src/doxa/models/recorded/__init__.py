"""The speaker ``recorded:FILE``: agents say the lines of a transcript, word for word and in its order."""

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.recorded.performer import RecordedPerformer
from doxa.records.spec import ModelSettings, file_of

__all__ = ["RecordedPerformer", "make"]


def make(settings: ModelSettings, conditions: Conditions) -> RecordedPerformer:
    """Return the performer; the words themselves are in the run's spec.

    Raises:
        ModelSetupError: the model names no file.
    """
    if not file_of(settings.model):
        raise ModelSetupError(
            f"the model {settings.model!r} names no transcript",
            hint="Write recorded:FILE, a CSV, JSON lines or Markdown file of who said what (doxa docs models).",
        )
    return RecordedPerformer()
