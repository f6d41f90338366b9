"""A dialogue or a persuasion offline: speakers who put together arguments of a corpus, and declared targets."""

from doxa.models.offline.answers import reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.dialogue.moderating import Moderation
from doxa.systems.dialogue.offline.persuading import answer_persuader, persuade, probe_stance
from doxa.systems.dialogue.offline.speaking import respond


def moderate(request: Request, library: Library) -> Response:
    """Return the answer of plain code, which has no reason to step in: the discussion goes on."""
    return reply(Moderation(decision="continue"))


SKILLS = {
    "moderate": moderate,
    "respond": respond,
    "persuade": persuade,
    "answer_persuader": answer_persuader,
    "probe_stance": probe_stance,
}
