"""One hypothesis profile for all laws: the same examples on every machine, nothing written to disk."""

from hypothesis import settings

settings.register_profile("laws", derandomize=True, database=None, deadline=None, max_examples=60)
settings.load_profile("laws")
