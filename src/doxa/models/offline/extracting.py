"""The task ``extract``: the claims of a message by the rules of ``embedded.extraction``, the same every time.

The rules do not depend on how the offline speaker phrases a turn. Which sentences argue, and which report, concede or
say nothing on the matter, a trained reader of roles says too. In a long message the offline judge of direction decides
which sentence of an argument stands for it: one that speaks for the argument's side.
"""

from collections.abc import Sequence

from doxa.models.embedded import Embedder
from doxa.models.embedded.extraction import claims_of
from doxa.models.embedded.guards.hedges import ends_undecided, takes_no_side
from doxa.models.embedded.guards.languages import is_foreign
from doxa.models.embedded.guards.relevance import off_topic, takes_up
from doxa.models.embedded.phrasing import canonical
from doxa.models.embedded.roles import role_reader
from doxa.models.embedded.windows import contexts_of
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.directing import read_chances
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.tasks.extract import ExtractedClaim, Inputs, Reply


def extract(request: Request, library: Library) -> Response:
    """Return the claims of one message."""
    inputs = inputs_of(request, Inputs)
    return reply(Reply(claims=claims_in(inputs.text, inputs.proposition, library.embedder)))


def claims_in(text: str, proposition: str, embedder: Embedder) -> tuple[ExtractedClaim, ...]:
    """Return the claims of a text that its speaker may argue, those of joined arguments chosen by direction."""

    def leans(claims: Sequence[str]) -> list[float]:
        return [2.0 * chance - 1.0 for chance in read_chances(proposition, claims, embedder)]

    claims = claims_of(text, proposition, leans, role_reader().read(proposition, text, embedder))
    return tuple(
        claim.model_copy(update={"sideless": True}) if takes_none else claim
        for claim, takes_none in zip(claims, _sideless(text, proposition, claims, embedder), strict=True)
    )


def _sideless(text: str, proposition: str, claims: Sequence[ExtractedClaim], embedder: Embedder) -> list[bool]:
    """Return of each claim whether its words take no side, so that its speaker's side does not count for it either.

    In another language, hedged, from a writer who ends undecided, or in a message that is about something else.
    """
    if not claims:
        return []
    words = [claim.claim for claim in claims]
    far = off_topic(canonical(proposition), words, embedder)
    is_elsewhere = all(apart and not takes_up(text, said) for said, apart in zip(words, far, strict=True))
    if is_elsewhere or ends_undecided(contexts_of(text)[-1]):
        return [True] * len(claims)
    return [is_foreign(said) or takes_no_side(said) for said in words]
