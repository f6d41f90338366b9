"""Scores, votes, metrics and effects: arithmetic over what was said and believed."""
