"""Sweeps: the runs of a grid of settings as values, their table and figure, and comparisons by a setting."""
