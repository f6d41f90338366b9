"""Commands of the system round table."""
