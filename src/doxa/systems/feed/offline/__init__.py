"""Offline of the system feed."""
