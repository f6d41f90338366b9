"""Kernels: pure functions from what an agent met to what it now believes, each contribution itemised."""
