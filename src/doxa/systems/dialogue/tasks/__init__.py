"""Tasks of the system dialogue."""
