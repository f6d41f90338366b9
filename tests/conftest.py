"""For all tests: one BLAS thread a process, as two test processes on two cores would otherwise wait for each other;
Ray's workers run in this environment, not in one that they make after the `uv run` above us.

One hypothesis profile holds for all: the same examples on every machine, none timed, nothing written to disk.
"""

import os

from hypothesis import settings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"  # read when ray is imported, by whichever test comes first

settings.register_profile("laws", derandomize=True, database=None, deadline=None, max_examples=60)
settings.load_profile("laws")
