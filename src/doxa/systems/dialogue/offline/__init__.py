"""A dialogue or a persuasion offline: speakers who put together arguments of a corpus, and declared targets."""

from doxa.systems.dialogue.offline.persuading import answer_persuader, persuade, probe_stance
from doxa.systems.dialogue.offline.speaking import respond

SKILLS = {
    "respond": respond,
    "persuade": persuade,
    "answer_persuader": answer_persuader,
    "probe_stance": probe_stance,
}
