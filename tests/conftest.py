"""For all tests: one BLAS thread a process. Two test processes on two cores would otherwise wait for one another."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
