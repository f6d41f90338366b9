"""Offline of the system dialogue."""
