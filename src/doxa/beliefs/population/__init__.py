"""Belief rules over arrays: a million listeners under the same rule as one, within 1e-12 of its kernel."""
