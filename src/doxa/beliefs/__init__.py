"""Kernels: pure functions from an agent's exposures to its new belief, with each contribution itemised."""
