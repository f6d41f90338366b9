"""Reproductions of papers by name: the runs that the tables and figures of a paper are made of."""
