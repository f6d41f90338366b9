"""The task ``recite``: the prepared line, unchanged."""

from doxa.models.offline.answers import inputs_of, words
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.tasks.recite import Inputs


def recite(request: Request, library: Library) -> Response:
    """Return the prepared line."""
    return words(inputs_of(request, Inputs).text)
