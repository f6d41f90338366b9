"""Reasoners: agents of adjustable strength that solve puzzles by plain search, in place of models.

SIMULATED. A reasoner reads the puzzle's text, holds assignments of roles against the statements within the bounds of
its profile, and gives reasons that name statements. It is never told the solution. What is written into a profile is
assumed; what a team of profiles comes to is not.
"""
