"""Reproductions by name, a package each: what a paper's every table and figure is made of, planned as runs."""
