"""The task ``extract``: the claims of a message by ``hearing.claims``, the same every time.

The rules do not depend on how the offline speaker phrases a turn.
"""

from collections.abc import Sequence

from doxa.models.embedded import Embedder
from doxa.models.embedded.windows import sentences_of
from doxa.models.hearing.claims import claims_of
from doxa.models.hearing.guards import is_foreign, takes_no_side
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.tasks.extract import ExtractedClaim, Inputs, Reply


def extract(request: Request, library: Library) -> Response:
    """Return the claims of one message."""
    inputs = inputs_of(request, Inputs)
    return reply(Reply(claims=claims_in(inputs.text, inputs.proposition, library.embedder)))


def claims_in(text: str, proposition: str, embedder: Embedder) -> tuple[ExtractedClaim, ...]:
    """Return the claims of a text that its speaker may argue, those that take no side marked."""
    claims = claims_of(text, proposition, embedder)
    return tuple(
        claim.model_copy(update={"sideless": True}) if takes_none else claim
        for claim, takes_none in zip(claims, _sideless(text, claims), strict=True)
    )


def _sideless(text: str, claims: Sequence[ExtractedClaim]) -> list[bool]:
    """Return of each claim whether its words take no side, so that its speaker's side does not count for it either.

    In another language, hedged, or from a writer who ends undecided.
    """
    ends_undecided = bool(claims) and takes_no_side(sentences_of(text)[-1])
    return [ends_undecided or is_foreign(claim.claim) or takes_no_side(claim.claim) for claim in claims]
