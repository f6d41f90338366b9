"""Protocol of the system round table."""
