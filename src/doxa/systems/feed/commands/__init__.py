"""Commands of the system feed."""
