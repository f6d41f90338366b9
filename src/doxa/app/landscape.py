"""The map of arguments as one HTML file that opens without a network and can be clicked.

The page beside this module is written by hand. Words of speakers travel as JSON in which no character can end the
element and become text nodes; the page's content security policy admits its one script and style sheet alone.
"""

import html
import json
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from doxa.analysis.exhibit import Table
from doxa.app.report import _ESCAPES, _source
from doxa.experiments.landscapes import Landscape
from doxa.records.canonical import clean

PAGE = Path(__file__).parent / "landscape_page"


def write_landscape(found: Landscape, table: Table, path: Path) -> None:
    """Write a map to a file, which is replaced; ``table`` holds its clusters' numbers."""
    path.write_text(rendered(found, table), encoding="utf-8", newline="\n")


def rendered(found: Landscape, table: Table) -> str:
    """Return the whole page."""
    style, script = _part("page.css"), _part("page.js")
    motion = found.debates[0].debate.motion
    policy = (
        f"default-src 'none'; style-src {_source(style)}; script-src {_source(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    plain = json.dumps(_view(found, table), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Template(_part("page.html")).substitute(
        policy=policy,
        title=html.escape(clean(f"{motion[:120]} · arguments · doxa")),
        style=style,
        script=script,
        view=clean(plain).translate(_ESCAPES),
    )


def _view(found: Landscape, table: Table) -> dict[str, Any]:
    """Return what the page shows."""
    numbers = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    runs = {one.run for one in found.points}
    return {
        "motion": found.debates[0].debate.motion,
        "about": f"{len(found.points)} claims of {len(runs)} debates in {len(found.clusters)} clusters. "
        "Near is alike; directions and distances mean nothing.",
        "caption": table.caption,
        "points": [one.model_dump(mode="json") for one in found.points],
        "clusters": [
            {
                **cluster.model_dump(mode="json"),
                "recurrence": row["in debates"],
                "proposition": row["by Proposition"],
                "survival": row["survive"],
                "standing": row["stand"],
                "wins": row["win rate"],
                "correlation": row["win correlation"],
            }
            for cluster, row in zip(found.clusters, numbers, strict=True)
        ],
        "speeches": {f"{one.run}\n{speech.id}": speech.text for one in found.debates for speech in one.debate.speeches},
    }


@cache
def _part(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")
