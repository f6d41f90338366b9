"""For all tests: one BLAS thread a process, as two test processes on two cores would otherwise wait for each other;
Ray's workers run in this environment, not in one that they make after the `uv run` above us; no example is timed."""

import os

from hypothesis import settings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"  # read when ray is imported, by whichever test comes first

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
