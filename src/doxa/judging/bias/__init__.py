"""Biases of judges: controlled probes, and how far votes lean."""
