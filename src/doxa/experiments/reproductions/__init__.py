"""Reproductions by name: what a paper's every table and figure is made of, planned as runs."""
