"""The task ``extract``: the claims of a message by the rules of ``embedded.extraction``, the same every time.

The rules do not depend on how the offline speaker phrases a turn.
"""

from doxa.models.embedded.extraction import claims_of
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.tasks.extract import Inputs, Reply


def extract(request: Request, library: Library) -> Response:
    """Return the claims of one message."""
    inputs = inputs_of(request, Inputs)
    return reply(Reply(claims=claims_of(inputs.text, inputs.proposition)))
