"""Tasks of the system round table."""
