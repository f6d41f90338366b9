"""The gallery: every built-in scenario is run offline, and its report is photographed in light and in dark.

Scenarios that compute for long are run with the smaller settings of `SMALLER`; each caption shows the exact command.
Finished runs in the folder are kept, so that a second build only photographs them.
"""

import base64
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from app.browser import Page, find_chromium, open_page
from doxa.experiments.shipped import builtin_scenarios

SMALLER = {"million": {"script.listeners": "20_000"}, "feed-audience": {"script.audience.listeners": "20_000"}}
"""Scenario → settings that keep its run within seconds."""

WIDTH, HEIGHT = 1280, 800
SCHEMES = ("light", "dark")

INTRODUCTION = """\
# Gallery

Every scenario that comes with doxa: what it is, the command that ran it offline, and the first screen of its report
(`doxa report`). `doxa scenarios NAME` prints its file.
Offline the words are simulated ([what that means](offline.md)).
"""


@dataclass(frozen=True, kw_only=True)
class GalleryEntry:
    """A scenario with the command that runs it for the gallery."""

    name: str
    description: str
    settings: dict[str, str]

    @property
    def place(self) -> str:
        """The name in file names and anchors."""
        return self.name.replace("/", "-")

    @property
    def command(self) -> str:
        """The command that a reader types."""
        return " ".join(["doxa run", self.name, *(f"--set {key}={text}" for key, text in self.settings.items())])

    def picture(self, scheme: str) -> str:
        """Return the name of the picture in a color scheme."""
        return f"{self.place}-{scheme}.png"

    def markdown(self, pictures: Path) -> str:
        """Return the entry's part of the page, with those of its pictures that a folder has."""
        drawn = [scheme for scheme in SCHEMES if (pictures / self.picture(scheme)).is_file()]
        lines = [f"![The report of {self.name}](gallery/{self.picture(scheme)}#only-{scheme})" for scheme in drawn]
        return f"## {self.name}\n\n{self.description}\n\n```sh\n{self.command}\n```\n\n" + "\n".join([*lines, ""])


def gallery_entries() -> list[GalleryEntry]:
    """Return an entry for every built-in scenario, by name."""
    return [
        GalleryEntry(
            name=name,
            description=tomllib.loads(path.read_text(encoding="utf-8"))["description"],
            settings=SMALLER.get(name, {}),
        )
        for name, path in sorted(builtin_scenarios().items())
    ]


def gallery_page(entries: list[GalleryEntry], pictures: Path) -> str:
    """Return the page in Markdown, with the pictures of a folder."""
    return "\n".join([INTRODUCTION, *(entry.markdown(pictures) for entry in entries)])


def draw_pictures(entries: list[GalleryEntry], pictures: Path, runs: Path) -> None:
    """Run every scenario into a folder of runs and write the pictures of its report.

    Raises:
        SystemExit: there is no Chromium, or a run fails.
    """
    if find_chromium() is None:
        sys.exit("the gallery needs Chromium: install it (tests/install_chromium.sh), or set DOXA_CHROMIUM to its path")
    pictures.mkdir(parents=True, exist_ok=True)
    for entry in entries:
        print(f"  {entry.command}", flush=True)
        out = runs / entry.place
        settings = [word for key, text in entry.settings.items() for word in ("--set", f"{key}={text}")]
        _doxa("run", entry.name, *settings, "--out", str(out))
        _doxa("report", str(out))
        for scheme in SCHEMES:
            (pictures / entry.picture(scheme)).write_bytes(photograph(out / "report.html", scheme))


def photograph(page: Path, scheme: str) -> bytes:
    """Return a page as PNG, as a browser of 1280 by 800 shows it in a color scheme."""
    with open_page(page, width=WIDTH, height=HEIGHT) as opened:
        _prefer(opened, scheme)
        opened.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return base64.b64decode(opened.call("Page.captureScreenshot", format="png")["data"])


def _prefer(opened: Page, scheme: str) -> None:
    size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
    opened.call("Emulation.setDeviceMetricsOverride", **size)
    opened.call("Emulation.setScrollbarsHidden", hidden=True)
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])


def _doxa(*words: str) -> None:
    process = subprocess.run([sys.executable, "-m", "doxa.app.cli", *words], capture_output=True, text=True)
    if process.returncode:
        sys.exit(f"doxa {' '.join(words)} failed:\n{process.stdout}{process.stderr}")
