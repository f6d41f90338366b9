"""Protocols: pure scripts that yield batches of steps and read like the methods section of a paper."""
