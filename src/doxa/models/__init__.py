"""Performers, which carry steps out: offline, scripted, and providers behind one small interface."""
