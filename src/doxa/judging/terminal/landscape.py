"""The map of arguments as one HTML file that can be clicked."""

from typing import Any

from doxa.analysis.exhibit import Table
from doxa.judging.exhibits.captions import SIMULATED, offline
from doxa.judging.landscapes import Landscape
from doxa.judging.terminal.standalone import standalone


def landscape_page(found: Landscape, table: Table) -> str:
    """Return the whole page; ``table`` holds the clusters' numbers."""
    motion = found.debates[0].debate.motion
    return standalone("landscape.js", _view(found, table), f"{motion[:120]} · arguments · doxa")


def _view(found: Landscape, table: Table) -> dict[str, Any]:
    """Return what the page shows."""
    numbers = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    runs = {one.run for one in found.points}
    simulated = f" {SIMULATED}" if offline([one.judgement.brought for one in found.debates]) else ""
    return {
        "motion": found.debates[0].debate.motion,
        "about": f"{len(found.points)} claims of {len(runs)} debates in {len(found.clusters)} clusters. "
        f"Near is alike; directions and distances mean nothing.{simulated}",
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
