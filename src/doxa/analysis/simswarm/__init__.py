"""Exhibits of SimSwarm's belief formulation: its formula step by step, and its feed beside doxa's."""
