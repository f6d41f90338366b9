"""Puzzle: a team debates a Knight–Knave–Spy puzzle, or votes on it."""
