"""Print which outputs changed since their hashes were written, and write them anew: ``make outputs``.

python -m outputs [FOLDER]: with a folder, the outputs stay there, to be compared with another's.
"""

import os
import sys
import tempfile
from pathlib import Path

from outputs.writing import HASHES, changed_outputs, read_hashes, write_outputs

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(*sys.argv[1:2] or [temporary]).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        hashes = write_outputs(folder)
        os.chdir("/")  # a temporary folder can be removed when nobody stands in it
    changes = changed_outputs(read_hashes(), hashes)
    print("\n".join(changes) or f"no change in {len(hashes)} outputs")
    HASHES.write_text("".join(f"{digest} {name}\n" for name, digest in sorted(hashes.items())), encoding="utf-8")
