"""The task ``embed``: one int16 row a text, by the small sentence encoder."""

from doxa.models.offline.answers import inputs_of, rows
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.tasks.embed import Inputs


def embed(request: Request, library: Library) -> Response:
    """Embed each text."""
    return rows(library.embedder.rows(inputs_of(request, Inputs).texts))
