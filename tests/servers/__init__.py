"""Servers that the tests run over loopback."""
