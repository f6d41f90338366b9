"""Commands of the system puzzle."""
