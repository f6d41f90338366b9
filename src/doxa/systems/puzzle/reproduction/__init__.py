"""*Can LLM Agents Really Debate?*"""

from doxa.systems.puzzle.reproduction.exhibiting import REALLY_DEBATE

REPRODUCTIONS = {"really-debate": REALLY_DEBATE}
