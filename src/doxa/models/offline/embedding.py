"""The task ``embed``: one int16 row a text, by the small sentence encoder; rows of lasting texts are cached on disk."""

from doxa.models.offline.answers import inputs_of, rows
from doxa.models.offline.shelf import Library
from doxa.models.offline.vectors_cache import cached_rows
from doxa.models.port import Request, Response
from doxa.tasks.embed import Inputs


def embed(request: Request, library: Library) -> Response:
    """Return the vector of each text."""
    inputs = inputs_of(request, Inputs)
    model = library.embedder
    return rows(cached_rows(inputs.texts, model) if inputs.lasting else model.rows(inputs.texts))
