"""Scores, votes, metrics and effects: arithmetic over words and beliefs."""
