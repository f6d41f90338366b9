"""For all tests: one BLAS thread a process, as two test processes on two cores would otherwise wait for each other;
Ray's workers run in this environment, not in one that they make after the `uv run` above us. Bytecode is written, so
that the hundreds of processes that tests start do not compile every file again.

One hypothesis profile holds for all: the same examples on every machine, none timed, nothing written to disk.

Finished runs that several tests read are the fixture ``library`` (``library.py``); ``server`` is a model's server
(``servers/fixtures.py``).

What doxa compiles of regular expressions is recorded from here on, and every test holds those that it compiled late
(``patterns.py``).

A test that counts something (found/all) records it as the property ``score``; the summary lists the scores.
"""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

import patterns

patterns.record_patterns()  # before doxa is imported

pytest_plugins = ["library", "servers.fixtures"]

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"  # read when ray is imported, by whichever test comes first

settings.register_profile("laws", derandomize=True, database=None, deadline=None, max_examples=60)
settings.load_profile("laws")


@pytest.fixture(autouse=True)
def _late_patterns_are_linear() -> Iterator[None]:
    yield
    patterns.hold_late_patterns()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the scores that tests recorded, also those of other worker processes."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    scored = [report for report in reports if getattr(report, "when", "") == "call"]
    lines = [
        f"{report.nodeid}: {score}" for report in scored for name, score in report.user_properties if name == "score"
    ]
    if lines:
        terminalreporter.section("scores")
        for line in sorted(lines):
            terminalreporter.line(line)
