"""Measures of the system round table."""
