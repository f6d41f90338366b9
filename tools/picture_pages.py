"""Take a picture of every kind of page that doxa writes, on three widths, light and dark, without a network.

    python tools/picture_pages.py FOLDER                 # writes FOLDER/KIND-WIDTH-light.png and -dark.png
    python tools/picture_pages.py FOLDER --only report   # kinds whose name begins so

The pages are made by doxa's own commands, offline, in FOLDER/made; a page that is there is not made again. The browser
is the one that the tests use (``$DOXA_CHROMIUM``, or a Chromium on the path).
"""

import argparse
import base64
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from app.browser import open_page

DOXA = (sys.executable, "-m", "doxa.app.cli")
WIDTHS = (390, 1280, 1920)
TALLEST = 3000
"""The most pixels of a page that a picture shows."""

RUNS: dict[str, str] = {
    "demo": "run compulsory-voting --quiet --out demo",
    "other": "run compulsory-voting --quiet --set belief.u=0.6 --out other",
    "union": "ensemble union --epochs 1 --runs 2 --quiet --out ensemble",
    "persuasion": "run persuasion --quiet --out persuasion",
    "feed": "run feed --quiet --out feed",
    "crowd": "run feed-audience --quiet --out crowd",
    "million": "run million --set script.listeners=20000 --set script.rounds=10 --quiet --out million",
    "who": "sweep persuasion --grid script.argues=for,against --replicates 8 --quiet --out who "
    "--grid agents.target.model=offline:open,offline:measured,offline:closed,offline:averaging,offline:drifting",
    "land": "run land --quiet --out land",
    "beliefs": "run land-beliefs --quiet --out beliefs",
    "puzzle": "run puzzles/anchor --quiet --out puzzle",
}
"""Run → the command that makes the run."""

DEBATE = "ensemble/epoch-1/run-1"

PAGES: dict[str, tuple[str, str, str]] = {
    "report-dialogue": ("demo", "report demo", "demo/report.html"),
    "report-union": ("union", f"report {DEBATE}", f"{DEBATE}/report.html"),
    "report-persuasion": ("persuasion", "report persuasion", "persuasion/report.html"),
    "report-feed": ("feed", "report feed", "feed/report.html"),
    "report-audience": ("crowd", "report crowd", "crowd/report.html"),
    "report-population": ("million", "report million", "million/report.html"),
    "report-round-table": ("land", "report land", "land/report.html"),
    "report-beliefs": ("beliefs", "report beliefs", "beliefs/report.html"),
    "report-puzzle": ("puzzle", "report puzzle", "puzzle/report.html"),
    "compare": ("demo other", "compare demo other --out compared", "compared/exhibits.html"),
    "ensemble": ("union", "", "ensemble/exhibits/exhibits.html"),
    "judge": ("union", f"judge {DEBATE} --quiet", f"{DEBATE}/readings/*/exhibits/exhibits.html"),
    "argument-map": ("union", f"judge {DEBATE} --quiet", f"{DEBATE}/readings/*/exhibits/arguments.html"),
    "landscape": ("union", "landscape ensemble --out landscape", "landscape/landscape.html"),
    "stances": ("demo", "stances demo --quiet", "demo/readings/*/exhibits/exhibits.html"),
    "metrics": ("land", "metrics land --figures metrics", "metrics/exhibits.html"),
    "audience": ("crowd", "audience crowd --figures audience", "audience/exhibits.html"),
    "reproduce": (
        "",
        "reproduce belief-engine fig2-left --trials 1 --set script.rounds=5 --quiet --out reproduced",
        "reproduced/exhibits/exhibits.html",
    ),
    "replay": (
        "",
        "replay persuasiontrace --sample 30 --replicates 200 --quiet --out replayed",
        "replayed/exhibits/exhibits.html",
    ),
    "who-moves-whom": (
        "who",
        "replay who --scale anchored --replicates 200 --quiet --out replayed-who",
        "replayed-who/exhibits/exhibits.html",
    ),
    "evaluate": ("", "evaluate judgement --sample 20 --quiet --out evaluated", "evaluated/exhibits/exhibits.html"),
}
"""Kind → the runs that it needs, the command that writes its page, and the page."""


def call_doxa(words: str, folder: Path) -> None:
    """Run a doxa command in a folder.

    Raises:
        CalledProcessError: the command failed; what the command printed goes to the standard error.
    """
    result = subprocess.run([*DOXA, *words.split()], cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.stderr.write(f"doxa {words}\n{result.stdout}{result.stderr}")
        result.check_returncode()


def find_page(pattern: str, folder: Path) -> Path | None:
    """Return the page that a pattern names in a folder; None where there is none yet."""
    return next(iter(sorted(folder.glob(pattern))), None)


def make_page(kind: str, folder: Path) -> Path:
    """Return the page of a kind, after making the page and the runs that it needs where they are missing."""
    runs, command, pattern = PAGES[kind]
    for run in runs.split():
        words = RUNS[run].split()
        target = folder / words[words.index("--out") + 1]
        if not target.exists():
            call_doxa(RUNS[run], folder)
    page = find_page(pattern, folder)
    if page is None and command:
        call_doxa(command, folder)
        page = find_page(pattern, folder)
    if page is None:
        raise FileNotFoundError(f"doxa {command} wrote no {pattern} in {folder}")
    return page


@contextmanager
def screen(page: Path, width: int, scheme: str, place: str = "") -> Iterator[Any]:
    """Yield an open page on a screen of a width, in a colour scheme: light or dark."""
    with open_page(page, address=place, width=max(width, 500)) as opened:
        opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        opened.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600
        )
        opened.wait_for("document.readyState === 'complete'")
        yield opened


def take_picture(page: Path, width: int, scheme: str, file: Path) -> None:
    """Write a picture of a page from its top to its end, or to ``TALLEST`` pixels."""
    with screen(page, width, scheme) as opened:
        height = min(TALLEST, int(opened.evaluate("document.documentElement.scrollHeight")))
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        shot = opened.call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(shot["data"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="where pages and pictures are written")
    parser.add_argument("--only", default="", help="take only the kinds whose name begins so")
    given = parser.parse_args()
    made = given.folder / "made"
    made.mkdir(parents=True, exist_ok=True)
    for kind in PAGES:
        if not kind.startswith(given.only):
            continue
        page = make_page(kind, made)
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                file = given.folder / f"{kind}-{width}-{scheme}.png"
                take_picture(page, width, scheme, file)
                print(file)


if __name__ == "__main__":
    main()
