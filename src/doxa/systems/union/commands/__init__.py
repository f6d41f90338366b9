"""Commands of the system union."""
