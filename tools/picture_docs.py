"""Take the pictures of README and docs/: the demo's report, and every screen of the studio over small offline runs.

    python tools/picture_docs.py FOLDER                # runs in FOLDER/runs, pictures in docs/: make pictures
    python tools/picture_docs.py FOLDER --only fork    # the pictures of the studio whose name begins so

A run that is in FOLDER already is not made again. ``docs/pictures.txt`` then names what the pictures were taken of, and
``make check`` fails when the pages or the offline judge are others by now. The browser is the one that the tests use
(``$DOXA_CHROMIUM``, or a Chromium on the path).
"""

import argparse
import base64
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from picture_pages import call_doxa, screen

from app.browser import open_page
from docs.pages import PICTURED, picture_sources
from studio.served import StudioPage, served_studio

DOCS = Path(__file__).resolve().parents[1] / "docs"

WIDTH, HEIGHT = 920, 600

REPORT_WIDTH, REPORT_HEIGHT, REPORT_BATCH = 1280, 1460, 17
"""What README shows of the report of its demo: round 9, when Tomas has spoken."""

RUNS = {
    "demo": "run maternity-ward --quiet --out demo",
    "voting": "run compulsory-voting --set script.rounds=6 --quiet --out voting",
    "voting-shy": "fork voting --at r03/violet --set agents.violet.belief.u=0.9 --quiet --out voting-shy",
    "voting-shy-firm": "fork voting-shy --at r05/cobalt --set memory.theta=0.9 --quiet --out voting-shy-firm",
    "uptake": "sweep compulsory-voting --grid belief.u=0.2,0.8 --replicates 3 --set script.rounds=4 --out uptake",
    "journalism": "run feed --set script.rounds=4 --quiet --out journalism",
    "puzzle": "run puzzles/anchor --quiet --out puzzle",
}
"""Folder → the command that makes it."""

OWN_ARGUMENTS = (
    "Children could walk to school without fear of traffic.",
    "Shops gain customers because people who walk stop more often, as in Ghent.",
    "Closing the centre to cars would ruin the shops.",
    "Old people cannot reach the doctor without a car.",
)

ARGUMENT = (
    "Fines for staying at home fall on the poor, who already have the least time. A forced vote is a careless vote."
)


def show_shelf(studio: StudioPage) -> None:
    studio.go("/", ".row.run")


def show_what_if(studio: StudioPage) -> None:
    studio.open_run("voting", "#what-if")
    studio.wait('[data-lever="agents.violet.belief.u"]')
    studio.write('[data-lever="agents.violet.belief.u"] [type=range]', "0.7")
    studio.wait(".ends-table")


def show_your_turn(studio: StudioPage) -> None:
    studio.open_run("voting", "#your-turn")
    studio.write(".your-turn textarea", ARGUMENT)
    studio.choose(".your-turn select", "cobalt")
    studio.press("See what it does", ".your-turn")
    studio.wait("[data-effect]")


def show_fork(studio: StudioPage) -> None:
    studio.open_run("voting", "#turn=r03%2Fviolet")
    studio.press("Fork")
    studio.wait('[data-section="agents.violet.belief"]')
    for section in ("agents.violet", "agents.violet.belief"):
        studio.page.evaluate(f"document.querySelector('[data-section=\"{section}\"]').open = true")
    studio.write('[data-field="agents.violet.belief.u"] input', "0.9", "change")
    studio.press("What would it take?", ".fork")
    studio.wait(".fork .copy")


def show_tree(studio: StudioPage) -> None:
    studio.open_run("voting-shy")
    studio.wait(".tree .mini path")


def show_own(studio: StudioPage) -> None:
    studio.go("/new", ".own")
    studio.write(".own [name=motion]", "The town should close its centre to cars")
    studio.write(".own [name=pro]", "\n".join(OWN_ARGUMENTS[:2]))
    studio.write(".own [name=con]", "\n".join(OWN_ARGUMENTS[2:]))
    studio.page.wait_for("document.querySelectorAll('.readings li:not([data-direction=\"\"])').length === 4")


def show_new(studio: StudioPage) -> None:
    studio.go("/new", "#new .from option:nth-of-type(2)")
    studio.choose("#new .from select", "feed")
    studio.wait('[data-section="script.events"]')
    for section in ("script", "script.events", "script.events.0"):
        studio.page.evaluate(f"document.querySelector('[data-section=\"{section}\"]').open = true")
    studio.page.evaluate("document.querySelector('[data-section=\"script.events\"]').scrollIntoView({block: 'center'})")


def show_comparison(studio: StudioPage) -> None:
    studio.go(f"/compare/{studio.handle('voting')}/{studio.handle('voting-shy')}", ".parted")


def show_sets(studio: StudioPage) -> None:
    studio.go("/sets?first=uptake&first_cell=0&second=uptake&second_cell=1", "[data-end]")


def show_sweep(studio: StudioPage) -> None:
    studio.go("/group?name=uptake", ".mini path")


PICTURES: dict[str, Callable[[StudioPage], None]] = {
    "shelf": show_shelf,
    "run": show_what_if,
    "your-turn": show_your_turn,
    "fork": show_fork,
    "tree": show_tree,
    "own": show_own,
    "new": show_new,
    "compare": show_comparison,
    "sets": show_sets,
    "sweep": show_sweep,
}
"""Name of a picture → what brings the page to it."""


def make_runs(folder: Path) -> None:
    """Make the runs that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, command in RUNS.items():
        if not (folder / name).exists():
            call_doxa(command, folder)


def picture_report(folder: Path) -> None:
    """Write docs/report.png: the demo's report at the round that README tells of."""
    call_doxa("report demo", folder)
    with screen(folder / "demo" / "report.html", REPORT_WIDTH, "light", f"#batch={REPORT_BATCH}") as page:
        time.sleep(1.0)
        clip = {"x": 0, "y": 0, "width": REPORT_WIDTH, "height": REPORT_HEIGHT, "scale": 1}
        shot = page.call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        (DOCS / "report.png").write_bytes(base64.b64decode(shot["data"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="where the runs are made")
    parser.add_argument("--only", default="", help="take only the pictures whose name begins so")
    given = parser.parse_args()
    folder = given.folder.resolve() / "runs"
    make_runs(folder)
    if not given.only:
        picture_report(folder)
        PICTURED.write_text(picture_sources(), encoding="utf-8")
    with served_studio(folder) as server, open_page(server.link, width=WIDTH) as page:
        studio = StudioPage(page=page, studio=server)
        studio.sized(WIDTH, HEIGHT)
        studio.wait(".row.run")
        for name, show in PICTURES.items():
            if name.startswith(given.only):
                show(studio)
                time.sleep(1.0)  # curves and pictures are drawn after what they stand in
                file = DOCS / f"studio-{name}.png"
                file.write_bytes(base64.b64decode(page.call("Page.captureScreenshot", format="png")["data"]))
                print(file)


if __name__ == "__main__":
    main()
