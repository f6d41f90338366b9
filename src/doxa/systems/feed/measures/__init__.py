"""Measures of the system feed."""
