"""Tasks of the system feed."""
