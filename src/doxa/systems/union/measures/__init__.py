"""Judging a debate between two sides: what judges note about it, and the arithmetic that makes verdicts of notes."""
