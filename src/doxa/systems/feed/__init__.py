"""Feeds (SimSwarm) and populations that listen."""
