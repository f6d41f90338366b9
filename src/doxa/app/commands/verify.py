"""``doxa verify``: nothing was changed, and every belief move follows from what was met."""

import sys

from doxa.analysis.verify import verify as verify_run
from doxa.app.options import Json, JsonOut, RunDirectory
from doxa.app.results import handed_over
from doxa.app.terminal import console, plain


def verify(directory: RunDirectory, /, *, out: JsonOut = None, json: Json = False) -> None:
    """Recompute a run's every belief move and check that nothing was changed."""
    found = verify_run(directory)
    if handed_over(found, json=json, out=out, status=found.status):
        pass
    elif found.status == "damaged":
        console.print(f"[bold red]damaged[/]: {plain(found.path)}")
        for one in found.problems[:20]:
            where = "–" if one.event is None else f"event {one.event}"
            console.print(f"  {where} {plain(one.key)}: {plain(one.what)}", soft_wrap=True)
        if len(found.problems) > 20:
            console.print(f"  and {len(found.problems) - 20} more")
    elif found.status == "unfinished":
        console.print(
            f"[yellow]unfinished[/]: {found.events} events hold together and {found.moves} belief moves were "
            f"recomputed, but the run has no end yet.\nGo on with: doxa resume {found.path}",
            soft_wrap=True,
        )
    else:
        console.print(f"[green]verified[/]: {found.events} events, {found.moves} belief moves recomputed and equal")
    sys.exit({"verified": 0, "damaged": 1, "unfinished": 2}[found.status])
