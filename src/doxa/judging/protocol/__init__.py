"""Judging a finished debate in layers."""
