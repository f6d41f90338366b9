"""Print which outputs changed since their hashes were written, and write them anew: ``make outputs``.

python -m outputs [FOLDER]: with a folder, the outputs stay there, to be compared with another's.
python -m outputs --quick FOLDER: a run of each system; no hash is written, and a change is an error.
"""

import os
import sys
import tempfile
from pathlib import Path

from outputs.writing import HASHES, changed_outputs, read_hashes, write_outputs

if __name__ == "__main__":
    quick = "--quick" in sys.argv
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path([*sys.argv[1:], temporary][quick]).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        hashes = write_outputs(folder, quick=quick)
        os.chdir("/")  # a temporary folder can be removed when nobody stands in it
    known = read_hashes()
    changes = changed_outputs({name: known[name] for name in hashes if name in known} if quick else known, hashes)
    print("\n".join(changes) or f"no change in {len(hashes)} outputs")
    if not quick:
        HASHES.write_text("".join(f"{digest} {name}\n" for name, digest in sorted(hashes.items())), encoding="utf-8")
    sys.exit(quick and bool(changes))
