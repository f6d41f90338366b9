"""Build the site: `make site`, or with tools and tests on the path `python -m website [--no-pictures]`."""

import argparse
import shutil
import subprocess
import sys

from website import BASE, ROOT, SOURCE
from website.checks import faults_of
from website.gallery import draw_pictures, gallery_entries, gallery_page
from website.navigation import CONTENTS, site_navigation
from website.reference import reference_page
from website.settings import site_settings
from website.staging import stage_pages

SETTINGS = "zensical.toml"
STYLE = ROOT / "tools" / "website" / "extra.css"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-pictures", action="store_true", help="draw none; show those of the last build")
    options = parser.parse_args()
    pages, site = SOURCE / "docs", SOURCE.parent
    pictures = site / "pictures"
    shutil.rmtree(pages, ignore_errors=True)
    stage_pages(pages)
    entries = gallery_entries()
    if not options.no_pictures:
        draw_pictures(entries, pictures, site / "runs")
    (pages / "gallery.md").write_text(gallery_page(entries, pictures), encoding="utf-8")
    if pictures.is_dir():
        shutil.copytree(pictures, pages / "gallery")
    (pages / "python.md").write_text(reference_page(), encoding="utf-8")
    shutil.copy(STYLE, pages / STYLE.name)
    contents = (ROOT / CONTENTS).read_text(encoding="utf-8")
    (SOURCE / SETTINGS).write_text(site_settings(site_navigation(contents)), encoding="utf-8")
    build = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", str(SOURCE / SETTINGS)]
    if built := subprocess.run(build, cwd=SOURCE).returncode:
        sys.exit(built)
    if faults := list(faults_of(SOURCE / "html", BASE)):
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
