"""How a run is announced and how its result is shown: curves, a sentence for each agent, what to do next."""

import json as jsons
import shlex
from collections import Counter
from pathlib import Path

from doxa.analysis.building import view_of
from doxa.analysis.view import RunView
from doxa.app.simulating import simulating
from doxa.engine.gate import uncounted
from doxa.experiments.sitting import last_terms, unpriced
from doxa.log.rundir import RunLog, is_finished
from doxa.models.conditions import Conditions
from doxa.records.amend import stages_of
from doxa.records.plugins import face_of
from doxa.records.spec import RunSpec
from doxa.terminal.console import COLOURS, console, plain, signed
from doxa.terminal.curves import chart

KINDS = {"duplicate": "near-duplicates", "repeated": "own words said again", "replaced": "replaced by stronger ones"}

NAMED = 6
"""Agents that an announcement names."""


def announce(spec: RunSpec, path: Path, conditions: Conditions) -> None:
    """Say what is about to run, with which models, and where it goes; and where nobody knows what it will cost."""
    console.print(f"[bold]{plain(_subject(spec))}[/]")
    sided = any(one.side != "neutral" for one in spec.participants)
    agents = ", ".join(
        plain(one.name) + (f" [dim]({one.side})[/]" if sided else "") for one in spec.participants[:NAMED]
    )
    if more := len(spec.participants[NAMED:]):
        agents += f" and {more:,} more"
    console.print(f"{agents}   [dim]speaking: {plain(_speaking(spec))}[/]")
    ended = is_finished(path)
    done = " (finished already: nothing is asked again)" if ended else ""
    console.print(
        f"[dim]seed {spec.seed}, replicate {spec.replicate}, written to {plain(str(path))}{done}[/]", soft_wrap=True
    )
    if (unknown := unpriced(spec, conditions)) and not ended:
        console.print(
            f"[yellow]The price of {plain(', '.join(unknown))} is unknown, and so is what this costs; --max-tokens "
            "limits it.[/]",
            soft_wrap=True,
        )
    console.print()
    face = face_of(spec.protocol)
    if face and face.head:
        face.head(spec)


def _speaking(spec: RunSpec) -> str:
    """Return whose words are heard: the models of the start, and the step from which others speak."""
    told: list[str] = []
    known, here = None, True
    for at, stage in stages_of(spec):
        roles = [stage.roles[one.role] for one in stage.participants if one.role.startswith("speaker")]
        here &= all(one.simulated for one in roles)
        models = ", ".join(sorted({one.model for one in roles}))
        if models != known:
            told.append(f"{models} from {at} on" if at else models)
        known = models
    return "; ".join(told) + (" (simulated offline, no model is called)" if here else "")


def conclude(log: RunLog, *, json: bool, quiet: bool) -> None:
    """Show what a run came to, and whether its budget could hold it back."""
    _concluded(log, json=json, quiet=quiet)
    missed = uncounted(last_terms(log.path).budget, log.calls())
    if missed and not (json or quiet):
        told = ", ".join(f"{count} of {plain(model)}" for model, count in missed.most_common())
        console.print(
            f"[yellow]Answers that did not say what they used: {told}. The budget did not count them.[/]",
            soft_wrap=True,
        )


def _concluded(log: RunLog, *, json: bool, quiet: bool) -> None:
    if quiet and not json:
        console.print(plain(str(log.path)), soft_wrap=True)
        return
    face = face_of(log.spec.protocol)
    if face and face.conclude:
        face.conclude(log, json=json)
        return
    view = view_of(log)
    if json:
        console.print_json(jsons.dumps(_summary(log, view)))
        return
    console.print()
    whole = bool(face.found(log, view)) if face and face.found and log.finished else False
    if not whole:
        _curves(view)
        for one in view.summaries:
            console.print(f"• {plain(one.sentence)}")
        console.print()
        _heard(view)
    _costs(log, view)
    _next(log, view)


def _subject(spec: RunSpec) -> str:
    """Return what is talked about: what the system says, else the proposition."""
    face = face_of(spec.protocol)
    asked = face.subject(spec) if face and face.subject else ""
    return str(asked or spec.proposition.text)


def _has_stances(view: RunView) -> bool:
    return any(point.stance is not None for points in view.curves.values() for point in points)


def _heard(view: RunView) -> None:
    """Say what became of the claims that were heard, so that a run in which nobody moves explains itself."""
    for who, records in view.memory.items():
        met = [one for one in records if one.origin != "seed"]
        if not met:
            continue
        kinds = Counter("counted" if one.active else KINDS.get(one.reason, one.reason) for one in met)
        told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
        name = next(one.name for one in view.agents if one.id == who)
        console.print(f"[dim]{plain(name)} met {len(met)} claims: {told}[/]")


def _next(log: RunLog, view: RunView) -> None:
    first = view.summaries[0] if view.summaries and _has_stances(view) else None
    where = plain(shlex.quote(str(log.path)))
    told = [f"doxa report {where}"]
    face = face_of(log.spec.protocol)
    told += face.onward(log) if face and face.onward and log.finished else []
    if first:
        batch = next((one.batch for one in first.turning if one.kind == "largest move"), None)
        note = view.batches[batch].removeprefix("round ") if batch is not None else ""
        told.append(f"doxa explain {where} --agent {first.agent}" + (f" --round {note}" if note.isdigit() else ""))
        if any("u" in one.settings for one in view.agents):
            told.append(f"doxa whatif {where} --set belief.u=0.6")
    console.print("\n[dim]next:[/] " + "   [dim]·[/]   ".join(told), soft_wrap=True)


def _summary(log: RunLog, view: RunView) -> dict[str, object]:
    face = face_of(log.spec.protocol)
    own: dict[str, object] = face.summary(log) if face and face.summary and log.finished else {}
    return {
        **own,
        "path": str(log.path),
        "status": view.status,
        "simulated": sorted(role for role, one in log.spec.roles.items() if one.simulated),
        "stances": {who: points[-1].stance for who, points in view.curves.items()},
        "start": {who: points[0].stance for who, points in view.curves.items()},
        "calls": sum(one.calls for one in view.roles),
        "cost_usd": None if any(one.cost is None for one in view.roles) else sum(one.cost or 0 for one in view.roles),
    }


def _curves(view: RunView) -> None:
    names = {one.id: one.name for one in view.agents}
    curves = {who: [point.stance for point in points] for who, points in view.curves.items()}
    for line in chart(curves, {who: plain(names[who][:1].upper()) for who in curves}):
        console.print(line, soft_wrap=True)
    ends = []
    for place, (who, points) in enumerate(view.curves.items()):
        name = f"[{COLOURS[place % len(COLOURS)]}]{plain(names[who])}[/]"
        ends.append(f"{name} {signed(points[0].stance)} → {signed(points[-1].stance)}")
    console.print(f"\n{'   '.join(ends)}\n")


def _costs(log: RunLog, view: RunView) -> None:
    calls = sum(one.calls for one in view.roles)
    known = [one.cost for one in view.roles]
    spent = sum(cost or 0 for cost in known)
    cost = "cost unknown (no price for a model)" if None in known else f"${spent:.4f}" if spent else "nothing spent"
    failed = sum(one.failed for one in view.roles)
    trouble = f", {failed} given up" if failed else ""
    console.print(f"[dim]{f'{calls} calls{trouble}, {cost}. {plain(simulating(log))}'.rstrip()}[/]")
