"""Belief rules over arrays: the kernels' rules for a million listeners at once, within 1e-12 of the kernels."""
