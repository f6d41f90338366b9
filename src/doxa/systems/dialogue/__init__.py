"""Dialogues (the Belief Engine)."""
