"""The map of arguments as an interactive HTML file."""

from typing import Any

from doxa.analysis.exhibit import Table
from doxa.judging.exhibits.captions import describe_simulation
from doxa.judging.landscapes import Landscape
from doxa.judging.terminal.standalone import standalone


def landscape_page(landscape: Landscape, table: Table) -> str:
    """Return the HTML page of a map; ``table`` is the table of its clusters."""
    motion = landscape.debates[0].debate.motion
    return standalone("landscape.js", _view(landscape, table), f"{motion[:120]} · arguments · doxa")


def _view(landscape: Landscape, table: Table) -> dict[str, Any]:
    """Return the view that the page draws, as a JSON object."""
    numbers = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    runs = {point.run for point in landscape.points}
    simulated = describe_simulation([debate.judgement.brought for debate in landscape.debates])
    return {
        "motion": landscape.debates[0].debate.motion,
        "about": f"{len(landscape.points)} claims of {len(runs)} debates in {len(landscape.clusters)} clusters. "
        f"Claims near one another are alike; directions and distances mean nothing. {simulated}".rstrip(),
        "caption": table.caption,
        "points": [point.model_dump(mode="json") for point in landscape.points],
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
            for cluster, row in zip(landscape.clusters, numbers, strict=True)
        ],
        "speeches": {
            f"{judged_debate.run}\n{speech.id}": speech.text
            for judged_debate in landscape.debates
            for speech in judged_debate.debate.speeches
        },
    }
