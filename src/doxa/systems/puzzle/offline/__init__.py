"""Reasoners: agents of adjustable strength that solve puzzles by plain search, in place of models.

SIMULATED. A reasoner reads the puzzle's text, checks assignments of roles against the statements within the bounds of
its profile, and gives reasons that name statements. It never sees the solution. The numbers of a profile are assumed;
the results of a team of profiles are not.
"""
