"""Scenario files, grids, replicates, sittings and forks: from a file to runs."""
