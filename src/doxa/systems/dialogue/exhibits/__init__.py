"""The exhibits of the Belief Engine paper: functions from trials to tables and figures, with the published numbers."""

from doxa.systems.dialogue.exhibits.baselines import fig3, figA1, tableA2
from doxa.systems.dialogue.exhibits.expressed import expression
from doxa.systems.dialogue.exhibits.profiles import fig2_right, figA2_A5, tableA8
from doxa.systems.dialogue.exhibits.sweeps import fig2_left

__all__ = ["expression", "fig2_left", "fig2_right", "fig3", "figA1", "figA2_A5", "tableA2", "tableA8"]
