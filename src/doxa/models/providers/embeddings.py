"""Embeddings from a service, as the int16 rows that the log stores."""

from collections.abc import Sequence

import numpy as np
from pydantic_ai.embeddings import EmbeddingModel

from doxa.errors import BeliefError
from doxa.evidence.vectors import quantise
from doxa.models.port import Response, Usage
from doxa.models.providers.usage import EXCERPT
from doxa.models.providers.wire import listening

AT_ONCE = 256
"""The most texts of a request: services accept up to 2,048, and a failure loses less in a smaller request."""


async def embed_texts(model: EmbeddingModel, texts: tuple[str, ...]) -> Response:
    """Return one row for each text, in order.

    Raises:
        ModelAPIError: the service did not answer.
        LookupError: it did not answer with one finite vector a text.
    """
    rows: list[bytes] = []
    tokens: int | None = 0
    reports: list[str] = []
    revision = model.model_name
    for start in range(0, len(texts), AT_ONCE):
        asked = texts[start : start + AT_ONCE]
        with listening() as heard:
            reply = await model.embed(asked, input_type="document")
        rows += _rows(reply.embeddings, len(asked))
        used = heard.usage.input_tokens if heard.is_read else reply.usage.input_tokens
        tokens = None if tokens is None or used is None else tokens + used
        reports += [heard.reported] if heard.reported else []
        revision = reply.model_name or revision
    usage = Usage(input_tokens=tokens or None, output_tokens=0)
    return Response(vectors=tuple(rows), usage=usage, reported_usage=" ".join(reports)[:EXCERPT], revision=revision)


def _rows(vectors: Sequence[Sequence[float]], expected: int) -> list[bytes]:
    if len(vectors) != expected:
        raise LookupError(f"{expected} vectors were asked for, {len(vectors)} came")
    try:
        return [quantise(np.asarray(vector, dtype=np.float64)) for vector in vectors]
    except (BeliefError, ValueError) as error:
        raise LookupError(f"a vector is not usable: {error}") from None
