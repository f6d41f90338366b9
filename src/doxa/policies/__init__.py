"""Prompt policies, stance instructions and schedules: pure functions from state to instructions."""
