"""What a run of each system writes has the hashes of ``hashes.txt``; ``.ci/run`` holds all outputs to them."""

import os
import subprocess
import sys
from pathlib import Path

from outputs.writing import normalise

TESTS = Path(__file__).parents[1]


def test_no_output_changed(tmp_path: Path) -> None:
    # in a process of its own, where no other test has read a text with the small networks and kept the reading
    words = [sys.executable, "-m", "outputs", "--quick", str(tmp_path)]
    ended = subprocess.run(
        words, cwd=TESTS, env={**os.environ, "PYTHONPATH": str(TESTS)}, capture_output=True, text=True
    )
    hint = "`make outputs` writes the hashes anew; the commit says why they changed"
    assert ended.returncode == 0, f"{hint}\n{ended.stdout}{ended.stderr}"


def test_a_number_that_differs_in_its_last_digit_is_the_same_output() -> None:
    texts = [f'{{"stance":{number},"of":"runs/x"}}' for number in ("0.7071067811865475", "0.7071067811865476")]
    assert len({normalise(text, Path("/nowhere")) for text in texts}) == 1
    assert normalise("0.707106781", Path("/nowhere")) != normalise("0.707116781", Path("/nowhere"))


def test_no_hash_depends_on_the_day(tmp_path: Path) -> None:
    line = "- speaker: `offline`, revision offline/26, 55 calls, {}."
    days = ("2026-11-28", "2026-11-29", "2026-11-28 to 2026-11-29")
    assert len({normalise(line.format(day), tmp_path) for day in days}) == 1
