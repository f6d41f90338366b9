"""Discussions at a round table, under prompt policies."""
