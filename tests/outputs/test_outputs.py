"""The outputs are those whose hashes stand in ``hashes.txt``; ``.ci/run`` holds those of studies to them too."""

import os
from pathlib import Path

from outputs.writing import changed_outputs, normalise, read_hashes, write_outputs


def test_no_output_changed(tmp_path: Path) -> None:
    before = os.getcwd()
    try:
        after = write_outputs(tmp_path, quick=True)
    finally:
        os.chdir(before)
    known = read_hashes()
    changes = changed_outputs({name: known[name] for name in after if name in known}, after)
    assert not changes, "`make outputs` writes the hashes anew; the commit says why they changed"


def test_a_number_that_differs_in_its_last_digit_is_the_same_output() -> None:
    texts = [f'{{"stance":{number},"of":"runs/x"}}' for number in ("0.7071067811865475", "0.7071067811865476")]
    assert len({normalise(text, Path("/nowhere")) for text in texts}) == 1
    assert normalise("0.707106781", Path("/nowhere")) != normalise("0.707116781", Path("/nowhere"))
