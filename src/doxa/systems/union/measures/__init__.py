"""Measures of an ensemble of union debates."""
