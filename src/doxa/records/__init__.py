"""Frozen values that every room shares: people, claims, steps, events, specs, and their canonical form.

Nothing here reads a file, a clock or a network. ``canonical`` defines the bytes of the log.
"""
