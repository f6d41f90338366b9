"""Engagement on a feed."""
