"""The systems: one folder each, that nothing below knows by name."""
