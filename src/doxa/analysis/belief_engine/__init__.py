"""The exhibits of the Belief Engine's text, by name: trials in, tables and figures out, published numbers beside."""

from doxa.analysis.belief_engine.baselines import fig3, figA1, tableA2
from doxa.analysis.belief_engine.expressed import expression
from doxa.analysis.belief_engine.profiles import fig2_right, figA2_A5, tableA8
from doxa.analysis.belief_engine.sweeps import fig2_left

__all__ = ["expression", "fig2_left", "fig2_right", "fig3", "figA1", "figA2_A5", "tableA2", "tableA8"]
