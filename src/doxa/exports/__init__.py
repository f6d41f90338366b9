"""Exports: runs as long tables for analysis, and in the formats of other programs."""
