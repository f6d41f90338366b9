"""Offline of the system round table."""
