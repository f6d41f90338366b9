"""A run as a notebook shows it: the motion, who took part, and every stance as the log records it.

Nothing is folded again and no plug-in is needed, so that any log can be shown.
"""

from typing import TYPE_CHECKING

from doxa.records.events import BatchOpened, BeliefsMoved, EvidenceSeeded, MessageHeard, RunAmended, RunEnded
from doxa.records.notebook import Markup, curves, paragraph, remark, render, table, title

if TYPE_CHECKING:
    from doxa.log.rundir import RunLog

MOST_AGENTS = 12

Stances = list[float | None]


def show_log(log: "RunLog") -> str:
    """Return a run as HTML."""
    stances = recorded_stances(log)
    messages = sum(isinstance(event, MessageHeard) for event in log.events)
    facts = ["finished" if log.finished else "not finished", f"protocol {log.spec.protocol}"]
    facts += [f"{messages:,} messages heard"] if messages else []
    facts += ["simulated offline: plain code wrote what agents say"] if is_spoken_offline(log) else []
    return render(
        title(log.spec.name),
        paragraph(log.spec.proposition.text),
        remark(" · ".join(facts)),
        curves({_name(log, agent): line for agent, line in stances.items()}),
        _tabulate_agents(log, stances),
        remark(str(log.path)),
    )


def recorded_stances(log: "RunLog") -> dict[str, Stances]:
    """Return agent → its stance before the first batch and after each one, as recorded."""
    now: dict[str, float | None] = {}
    snapshots: list[dict[str, float | None]] = []
    for event in log.events:
        if isinstance(event, EvidenceSeeded | BeliefsMoved):
            now[event.body.listener] = event.body.trace.after.stance
        elif isinstance(event, RunAmended):
            now |= {agent: trace.after.stance for agent, trace in event.body.jumps.items()}
        elif isinstance(event, BatchOpened | RunEnded):
            snapshots.append(dict(now))
    if not log.finished:
        snapshots.append(dict(now))
    return {agent: [snapshot.get(agent) for snapshot in snapshots] for agent in now}


def is_spoken_offline(log: "RunLog") -> bool:
    """Return whether plain code speaks for somebody who takes part."""
    roles = {participant.role for participant in log.spec.participants}
    return any(settings.simulated for role, settings in log.spec.roles.items() if role in roles)


def _tabulate_agents(log: "RunLog", stances: dict[str, Stances]) -> Markup:
    rows = []
    for participant in log.spec.participants:
        line = stances.get(participant.id, [])
        start, end = (line[0], line[-1]) if line else (None, None)
        change = None if start is None or end is None else end - start
        rows.append((participant.id, participant.name, participant.side, start, end, change))
    return table(("agent", "name", "side", "start", "now", "change"), rows, most=MOST_AGENTS)


def _name(log: "RunLog", agent: str) -> str:
    """Return an agent's name with its id where the name does not say it."""
    name = log.spec.participant(agent).name
    return name if name.lower() == agent else f"{name} ({agent})"
