"""How a run is announced and how its result is shown: curves, a sentence for each agent, what to do next."""

import json as jsons
from pathlib import Path

from doxa.analysis.building import view_of
from doxa.analysis.view import RunView
from doxa.app.curves import chart
from doxa.app.terminal import COLOURS, console, plain, signed
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec


def announce(spec: RunSpec, path: Path) -> None:
    """Say what is about to run, with which models, and where it goes."""
    console.print(f"[bold]{plain(spec.proposition.text)}[/]")
    models = {one.model for role, one in spec.roles.items() if role.startswith("speaker")}
    offline = " (simulated offline, no model is called)" if models == {"offline"} else ""
    agents = ", ".join(f"{plain(one.name)} [dim]({one.side})[/]" for one in spec.participants)
    console.print(f"{agents}   [dim]speaking: {plain(', '.join(sorted(models)))}{offline}[/]")
    console.print(f"[dim]seed {spec.seed}, replicate {spec.replicate}, written to {path}[/]\n", soft_wrap=True)


def conclude(log: RunLog, *, json: bool, quiet: bool) -> None:
    """Show what a finished run came to."""
    view = view_of(log)
    if json:
        console.print_json(jsons.dumps(_summary(log, view)))
        return
    if quiet:
        console.print(str(log.path), soft_wrap=True)
        return
    _curves(view)
    for one in view.summaries:
        console.print(f"• {plain(one.sentence)}")
    _costs(view)
    first = view.summaries[0].agent if view.summaries else "AGENT"
    console.print(
        f"\n[dim]next:[/] doxa report {log.path}   [dim]·[/]   doxa explain {log.path} --agent {first} --round 7"
        f"   [dim]·[/]   doxa whatif {log.path} --set belief.u=0.6",
        soft_wrap=True,
    )


def _summary(log: RunLog, view: RunView) -> dict[str, object]:
    return {
        "path": str(log.path),
        "status": view.status,
        "simulated": bool(view.simulated),
        "stances": {who: points[-1].stance for who, points in view.curves.items()},
        "start": {who: points[0].stance for who, points in view.curves.items()},
        "calls": sum(one.calls for one in view.roles),
        "cost_usd": None if any(one.cost is None for one in view.roles) else sum(one.cost or 0 for one in view.roles),
    }


def _curves(view: RunView) -> None:
    names = {one.id: one.name for one in view.agents}
    console.print()
    curves = {who: [point.stance for point in points] for who, points in view.curves.items()}
    for line in chart(curves, {who: plain(names[who][:1].upper()) for who in curves}):
        console.print(line, soft_wrap=True)
    ends = []
    for place, (who, points) in enumerate(view.curves.items()):
        name = f"[{COLOURS[place % len(COLOURS)]}]{plain(names[who])}[/]"
        ends.append(f"{name} {signed(points[0].stance)} → {signed(points[-1].stance)}")
    console.print(f"\n{'   '.join(ends)}\n")


def _costs(view: RunView) -> None:
    calls = sum(one.calls for one in view.roles)
    known = [one.cost for one in view.roles]
    spent = sum(cost or 0 for cost in known)
    cost = "cost unknown (no price for a model)" if None in known else f"${spent:.4f}" if spent else "nothing spent"
    failed = sum(one.failed for one in view.roles)
    trouble = f", {failed} given up" if failed else ""
    console.print(f"\n[dim]{calls} calls{trouble}, {cost}. {view.simulated}[/]")
