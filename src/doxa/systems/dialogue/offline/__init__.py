"""A dialogue offline: speakers who pick and put together real arguments."""

from doxa.systems.dialogue.offline.speaking import respond

SKILLS = {"respond": respond}
