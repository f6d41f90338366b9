"""The Cambridge Union simulation's ensemble, on six invented speakers in place of the real ones."""
