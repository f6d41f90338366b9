"""Third-party kernels in this process: an installed distribution that contains only entry points."""

from pathlib import Path

import pytest

from doxa.app.commands.new import plugin_files

STRANGE = {
    "tallying": "conformance.strange_kernels:Tallying",
    "wordless": "conformance.strange_kernels:Wordless",
}


def install_kernels(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Install the kernel that ``doxa new kernel stubborn`` writes, and two kernels of the conformance tests."""
    for path, text in plugin_files("kernel", "stubborn").items():
        (folder / path.name).write_text(text, encoding="utf-8")
    entries = {"stubborn": "doxa_stubborn:Stubborn", **STRANGE}
    noted = folder / "outside-1.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1\n")
    lines = [f"{name} = {place}" for name, place in entries.items()]
    (noted / "entry_points.txt").write_text("\n".join(["[doxa.kernels]", *lines]) + "\n")
    patch.syspath_prepend(str(folder))
