"""A dialogue or a persuasion offline: speakers who pick and put together real arguments, and declared targets."""

from doxa.systems.dialogue.offline import persuading
from doxa.systems.dialogue.offline.speaking import respond

SKILLS = {"respond": respond, **persuading.SKILLS}
