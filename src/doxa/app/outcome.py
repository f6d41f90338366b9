"""How a run is announced and how its result is shown: curves, a sentence for each agent, what to do next."""

import shlex
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from doxa.analysis.building import view_of
from doxa.analysis.view import RunView
from doxa.app.simulating import simulating
from doxa.engine.gate import uncounted
from doxa.experiments.sitting import last_terms, unpriced
from doxa.log.rundir import RunLog, is_finished
from doxa.models.conditions import Conditions
from doxa.records.amend import stages_of
from doxa.records.spec import RunSpec
from doxa.terminal.console import COLOURS, console, plain, signed
from doxa.terminal.curves import chart
from doxa.terminal.hooks import terminal_hooks
from doxa.terminal.pieces import Conclusion, Long, Piece, print_pieces
from doxa.terminal.results import print_json

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
    hooks = terminal_hooks(spec.protocol)
    if hooks and hooks.introduce:
        print_pieces(hooks.introduce(spec))


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
    view = cache(lambda: view_of(log))
    hooks = terminal_hooks(log.spec.protocol)
    conclusion = hooks.conclude(log, view) if hooks and hooks.conclude and log.finished else Conclusion()
    if json:
        print_json(conclusion.facts if conclusion.is_whole else {**conclusion.facts, **_facts(log, view())})
        return
    print_pieces(conclusion.pieces if conclusion.is_whole else _common(conclusion, log, view()))
    commands = conclusion.commands if conclusion.is_whole else tuple(_commands(conclusion, log, view()))
    console.print("[dim]next:[/] " + "   [dim]·[/]   ".join(commands), soft_wrap=True)


def _common(conclusion: Conclusion, log: RunLog, view: RunView) -> Iterator[Piece]:
    """Yield what a run came to the way in which most are shown."""
    yield ""
    yield from conclusion.pieces
    if not conclusion.replaces_curves:
        yield from _curves(view)
        for summary in view.summaries:
            yield f"• {plain(summary.sentence)}"
        yield ""
        yield from _heard(view)
    yield _costs(log, view)
    yield ""


def _subject(spec: RunSpec) -> str:
    """Return what is talked about: what the system says, else the proposition."""
    hooks = terminal_hooks(spec.protocol)
    return (hooks.subject(spec) if hooks and hooks.subject else "") or spec.proposition.text


def _has_stances(view: RunView) -> bool:
    return any(point.stance is not None for points in view.curves.values() for point in points)


def _heard(view: RunView) -> Iterator[Piece]:
    """Yield what became of the claims that were heard, so that a run in which nobody moves explains itself."""
    for who, records in view.memory.items():
        met = [record for record in records if record.origin != "seed"]
        if not met:
            continue
        kinds = Counter("counted" if one.active else KINDS.get(one.reason, one.reason) for one in met)
        counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
        name = next(agent.name for agent in view.agents if agent.id == who)
        yield f"[dim]{plain(name)} met {len(met)} claims: {counts}[/]"


def _commands(conclusion: Conclusion, log: RunLog, view: RunView) -> Iterator[str]:
    """Yield the commands that lead on from a run."""
    where = plain(shlex.quote(str(log.path)))
    yield f"doxa report {where}"
    yield from conclusion.commands
    first = view.summaries[0] if view.summaries and _has_stances(view) else None
    if first:
        batch = next((turning.batch for turning in first.turning if turning.kind == "largest move"), None)
        note = view.batches[batch].removeprefix("round ") if batch is not None else ""
        yield f"doxa explain {where} --agent {first.agent}" + (f" --round {note}" if note.isdigit() else "")
        if any("u" in agent.settings for agent in view.agents):
            yield f"doxa whatif {where} --set belief.u=0.6"


def _facts(log: RunLog, view: RunView) -> dict[str, object]:
    """Return what ``--json`` says of every run."""
    costs = [role.cost for role in view.roles]
    return {
        "path": str(log.path),
        "status": view.status,
        "simulated": sorted(role for role, settings in log.spec.roles.items() if settings.simulated),
        "stances": {who: points[-1].stance for who, points in view.curves.items()},
        "start": {who: points[0].stance for who, points in view.curves.items()},
        "calls": sum(role.calls for role in view.roles),
        "cost_usd": None if None in costs else sum(cost or 0 for cost in costs),
    }


def _curves(view: RunView) -> Iterator[Piece]:
    names = {agent.id: agent.name for agent in view.agents}
    curves = {who: [point.stance for point in points] for who, points in view.curves.items()}
    for line in chart(curves, {who: plain(names[who][:1].upper()) for who in curves}):
        yield Long(line)
    ends = []
    for place, (who, points) in enumerate(view.curves.items()):
        name = f"[{COLOURS[place % len(COLOURS)]}]{plain(names[who])}[/]"
        ends.append(f"{name} {signed(points[0].stance)} → {signed(points[-1].stance)}")
    yield f"\n{'   '.join(ends)}\n"


def _costs(log: RunLog, view: RunView) -> str:
    calls = sum(role.calls for role in view.roles)
    costs = [role.cost for role in view.roles]
    spent = sum(cost or 0 for cost in costs)
    price = "cost unknown (no price for a model)" if None in costs else f"${spent:.4f}" if spent else "nothing spent"
    failed = sum(role.failed for role in view.roles)
    trouble = f", {failed} given up" if failed else ""
    return f"[dim]{f'{calls} calls{trouble}, {price}. {plain(simulating(log))}'.rstrip()}[/]"
