"""The Belief Engine paper."""

from doxa.systems.dialogue.reproduction.exhibiting import BELIEF_ENGINE

REPRODUCTIONS = {"belief-engine": BELIEF_ENGINE}
