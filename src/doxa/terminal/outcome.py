"""What a run prints around its progress: the announcement before, a line a round, the outcome, what was simulated."""

import os
import shlex
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from doxa.analysis.building import story_of, view_of
from doxa.analysis.calls import count_truncated, reasons_of_giving_up
from doxa.analysis.drawings import Series, SeriesLine, SeriesPanel
from doxa.analysis.exhibit import Prose
from doxa.analysis.fitness import count_faults, describe_faults, describe_silence
from doxa.analysis.hooks import exhibits_of, hooks_of
from doxa.analysis.measuring import scores_of
from doxa.analysis.tabulating import values_of
from doxa.analysis.view import RunView
from doxa.analysis.who_does import (
    RoleLine,
    count_lost,
    count_refused,
    count_roles,
    count_unplaced,
    describe_model_hearing,
    describe_offline_hearing,
    describe_others_words,
    describe_unread,
    heard_bodies,
    is_done_offline,
    list_offline_roles,
    list_persons,
    plan_roles,
    speakers_of,
)
from doxa.engine.gate import uncounted
from doxa.engine.keeping import VARIABLE, count_kept
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.sitting import PlannedRun, Terms, default_directory, last_terms, sit, unpriced
from doxa.experiments.starting import check_start
from doxa.log.journal import total_cost
from doxa.log.rundir import RunLog, is_finished, list_simulated
from doxa.log.seals import seal_of
from doxa.models.conditions import Conditions
from doxa.models.declared import takes_prompts
from doxa.records.amend import models_of
from doxa.records.base import JsonValue
from doxa.records.cells import join_names
from doxa.records.spec import RunSpec
from doxa.terminal.batches import announce_batches
from doxa.terminal.console import (
    console,
    describe_cost,
    plain,
    print_calls,
    print_json,
    print_publishing_call,
    print_reasons,
    show_dry_run,
)
from doxa.terminal.exhibits import print_exhibit
from doxa.terminal.progress import RoundLines
from doxa.terminal.seat import seat_at_terminal
from doxa.terminal.watching import Watching

KINDS = {"duplicate": "near-duplicates", "repeated": "own words said again", "replaced": "replaced by stronger ones"}

NAMED = 6
"""Most agents that an announcement names."""


def carry_out(planned: PlannedRun, out: Path | None, *, dry_run: bool, quiet: bool, json: bool) -> None:
    """Drive a planned run and print its result; of a dry run, what it would take."""
    spec, terms = planned.spec, planned.terms
    path = out or default_directory(spec)
    if dry_run:
        show_dry_run(rehearse([Rehearsal(spec=spec, path=path, conditions=terms.conditions)]), json=json)
        return
    with show_progress(spec, path, terms, is_shown=not (quiet or json)) as lines:
        log = sit(spec, path, terms, watch=lines)
    conclude(log, json=json, quiet=quiet)


def name_budget(usd: float | None, tokens: int | None) -> dict[str, JsonValue]:
    """Return a command's limits as changes of a scenario."""
    budget: dict[str, JsonValue] = {"budget.usd": usd, "budget.tokens": tokens}
    return {path: limit for path, limit in budget.items() if limit is not None}


def announce(spec: RunSpec, path: Path, conditions: Conditions, services: Container[str] = ()) -> None:
    """Print who hears and why, what a run is about, who does it and where; a warning where its cost is unknown.

    Args:
        services: those that the run asks, as ``check_start`` returns them.
    """
    hooks = hooks_of(spec.protocol)
    if hearing := describe_model_hearing(spec, conditions):
        console.print(plain(hearing), soft_wrap=True)
    console.print(f"[bold]{plain((hooks.subject(spec) if hooks.subject else '') or spec.proposition.text)}[/]")
    sided = any(participant.side != "neutral" for participant in spec.participants)
    agents = ", ".join(
        plain(participant.name) + (f" [dim]({participant.side})[/]" if sided else "")
        for participant in spec.participants[:NAMED]
    )
    if more := len(spec.participants[NAMED:]):
        agents += f" and {more:,} more"
    console.print(agents)
    _show_roles(plan_roles(spec))
    if hearing := describe_offline_hearing(spec):
        console.print(f"[dim]{plain(hearing)}[/]")
    if others := describe_others_words(spec):
        console.print(f"[dim]{plain(others)}[/]")
    elif not any(takes_prompts(settings) for settings in models_of(spec)):
        lead = "Simulated offline: no" if all(settings.simulated for settings in models_of(spec)) else "No"
        console.print(f"[dim]{lead} language model is called.[/]")
    if 0 < len(simulated := list_simulated(spec)) < len(spec.participants):
        console.print(f"[dim]Simulated offline: the words of {plain(join_names(simulated, NAMED))}.[/]")
    ended = is_finished(path)
    done = " (finished already: nothing is asked again)" if ended else ""
    console.print(
        f"[dim]seed {spec.seed}, replicate {spec.replicate}, written to {plain(str(path))}{done}[/]", soft_wrap=True
    )
    if (unknown := unpriced(spec, conditions)) and not ended:
        console.print(
            f"[yellow]The price of {plain(', '.join(unknown))} is unknown, and so is the cost of this run; limit it "
            "with --max-tokens.[/]",
            soft_wrap=True,
        )
    if not ended and (name := os.environ.get(VARIABLE)):
        kept, known = count_kept(Path(name), spec, path, services)
        console.print(
            f"[dim]Of {kept:,} answers kept in {plain(name)}, {known:,} are known to fit calls of this run; these and "
            "others that fit are taken, at no cost.[/]",
            soft_wrap=True,
        )
    console.print()
    if hooks.introduce:
        for line in hooks.introduce(spec):
            console.print(line)


def _show_roles(lines: Sequence[RoleLine]) -> None:
    """Print who does each role, the roles of one model in one line."""
    heads = [", ".join(line.roles) for line in lines]
    width = max(map(len, heads), default=0)
    for head, line in zip(heads, lines, strict=True):
        console.print(f"[dim]{plain(head.ljust(width))}[/]   {plain(line.models)}", soft_wrap=True)


def conclude(log: RunLog, *, json: bool, quiet: bool) -> None:
    """Print the result of a run, and a warning where its budget did not count all answers."""
    if quiet and not json:
        console.print(plain(str(log.path)), soft_wrap=True)
        return
    view = view_of(log)
    story = story_of(log, lambda: view)
    if json:
        print_json(_facts(log, view) | {"story": story, "seal": seal_of(log.path)} | _trouble(log))
        return
    _show_conclusion(log, view, story)
    print_reasons(reasons_of_giving_up(log.calls()))
    if truncated := ", ".join(f"{count} of {plain(role)}" for role, count in count_truncated(log.calls()).items()):
        console.print(
            f"[yellow]Answers cut at their longest: {truncated}. A larger limit: --set models.ROLE.max_tokens=N, in a "
            "context with room for it.[/]",
            soft_wrap=True,
        )
    if missed := uncounted(last_terms(log.path).budget, log.calls()):
        missed_calls = ", ".join(f"{count} of {plain(model)}" for model, count in missed.most_common())
        console.print(
            f"[yellow]Answers that did not say what they used: {missed_calls}. The budget did not count them.[/]",
            soft_wrap=True,
        )


def _show_conclusion(log: RunLog, view: RunView, story: str) -> None:
    hooks = hooks_of(log.spec.protocol)
    console.print(f"\n[bold]{plain(story)}[/]\n")
    exhibits = exhibits_of(log, "terminal") if log.finished else []
    for exhibit in [*exhibits, *(() if hooks.shows_stances and exhibits else _show_stances(view))]:
        print_exhibit(exhibit, {agent.id: agent.name for agent in log.spec.participants})
    console.print(_costs(log))
    _show_roles(count_roles(log.calls()))
    if hearing := describe_offline_hearing(log.spec):
        console.print(f"[dim]{plain(hearing)}[/]")
    if faults := describe_faults(log.outcomes):
        console.print(f"[yellow]{plain(faults)}[/]")
    if unread := describe_unread(log.spec, heard_bodies(log)):
        console.print(f"[yellow]{plain(unread)}[/]")
    console.print()
    print_calls("next", *_commands(log, view))
    print_publishing_call(log.path)


def _trouble(log: RunLog) -> dict[str, object]:
    """Return what went wrong in a run, for ``--json``: words that are no speech, messages that were not heard, claims
    that were refused, calls that were given up, answers that were cut."""
    counts = {
        "no_speech": dict(count_faults(log.outcomes)),
        "turns_cut": sum(bool(outcome.cut) for outcome in log.outcomes),
        "not_heard": dict(count_lost(heard_bodies(log))),
        "claims_refused": dict(count_refused(heard_bodies(log))),
        "contradicted": sum(body.contradicted for body in heard_bodies(log)),
        "claims_in_no_message": count_unplaced(heard_bodies(log))[0],
        "given_up": [reason.model_dump(mode="json") for reason in reasons_of_giving_up(log.calls())],
        "truncated": count_truncated(log.calls()),
    }
    return {name: count for name, count in counts.items() if count}


def _show_stances(view: RunView) -> Iterator[Series | Prose]:
    """Yield the stances of a run by batch, a sentence for each agent, and how the claims that it met counted."""
    if _has_stances(view):
        lines = tuple(
            SeriesLine(agent=agent, values=tuple(point.stance for point in points))
            for agent, points in view.curves.items()
        )
        x = tuple(range(max(len(line.values) for line in lines)))
        yield Series(title="Stances", x=x, batches=True, panels=(SeriesPanel(lines=lines),))
        yield Prose(title="What moved whom", paragraphs=tuple(f"• {summary.sentence}" for summary in view.summaries))
    if claims := tuple(_describe_claims(view)):
        yield Prose(title="Claims", paragraphs=claims)


def _has_stances(view: RunView) -> bool:
    return any(point.stance is not None for points in view.curves.values() for point in points)


def _describe_claims(view: RunView) -> Iterator[str]:
    """Yield how many claims each agent met and how they counted; this explains a run in which nobody moves."""
    names = {agent.id: agent.name for agent in view.agents}
    for agent, records in view.memory.items():
        if met := [record for record in records if record.origin != "seed"]:
            kinds = Counter("counted" if record.active else KINDS.get(record.reason, record.reason) for record in met)
            counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
            yield f"{names[agent]} met {len(met)} claims: {counts}"


def _commands(log: RunLog, view: RunView) -> Iterator[str]:
    """Yield suggested commands for the run."""
    hooks, where = hooks_of(log.spec.protocol), plain(shlex.quote(str(log.path)))
    yield f"doxa report {where}"
    if hooks.commands and log.finished:
        yield from hooks.commands(log)
    if view.summaries and _has_stances(view) and not hooks.shows_stances:
        first = view.summaries[0]
        batch = next((turning.batch for turning in first.turning if turning.kind == "largest move"), None)
        note = view.batches[batch].removeprefix("round ") if batch is not None else ""
        yield f"doxa explain {where} --agent {first.agent}" + (f" --round {note}" if note.isdigit() else "")
        if any("u" in participant.belief for participant in log.spec.participants):
            yield f"doxa whatif {where} --set belief.u=0.6"


def _facts(log: RunLog, view: RunView) -> dict[str, object]:
    """Return the values that ``--json`` prints: those of every run, its measures, and the exhibits of its system."""
    (scores, missing), silence = scores_of(log), describe_silence(log)
    return {
        **({"nothing_heard": silence} if silence else {}),
        **({"measures": scores} if scores else {}),
        **({"missing_measures": missing} if missing else {}),
        **({exhibit.name: values_of(exhibit) for exhibit in exhibits_of(log, "json")} if log.finished else {}),
        "path": str(log.path),
        "status": view.status,
        "simulated": list(list_offline_roles(log.calls())),
        "stances": {agent: points[-1].stance for agent, points in view.curves.items()},
        "start": {agent: points[0].stance for agent, points in view.curves.items()},
        "calls": len(log.calls()),
        "cost_usd": total_cost(log.calls()),
    }


def _costs(log: RunLog) -> str:
    calls = log.calls()
    failed = sum(call.status != "ok" for call in calls)
    kept = sum(bool(call.kept) for call in calls)
    counts = [
        f"{len(calls)} calls",
        *[f"{failed} given up"] * bool(failed),
        *[f"{kept} taken from kept answers"] * bool(kept),
    ]
    spent = f"{', '.join(counts)}, {describe_cost(total_cost(calls))}."
    return f"[dim]{f'{spent} {plain(simulating(log))}'.rstrip()}[/]"


def simulating(log: RunLog) -> str:
    """Return a line on the code that performed in place of models; '' where none did."""
    hooks = hooks_of(log.spec.protocol)
    if hooks.stand_ins and (line := hooks.stand_ins(log)):
        return line
    calls = log.calls()
    others = describe_others_words(log.spec)
    speakers = speakers_of(log, calls)
    whose = f"words of {join_names(speakers.simulated, NAMED)}" if speakers.are_mixed else "words"
    parts = {f"{whose} simulated": speakers.simulated, "claims judged simply": is_done_offline("extractor", calls)}
    words = [part for part, is_offline in parts.items() if is_offline]
    return f"{others} Offline: {', '.join(words)} (docs/offline.md).".lstrip() if words else others


@contextmanager
def show_progress(spec: RunSpec, path: Path, terms: Terms, *, is_shown: bool) -> Iterator[Watching | None]:
    """Check and announce a run, and yield the watcher that prints its progress; None where nothing is shown.

    Raises:
        DoxaError: as ``check_start``.
    """
    if not is_shown:
        yield None
        return
    announce(spec, path, terms.conditions, check_start(spec, path, terms))
    announce_batches([Rehearsal(spec=spec, path=path, conditions=terms.conditions)])
    hooks = hooks_of(spec.protocol)
    if list_persons(spec):  # who takes part sees nobody's stance before the end
        with seat_at_terminal((spec, path)):
            yield None
        return
    watching = Watching(hooks.teller(spec) if hooks.teller else RoundLines(spec))
    try:
        yield watching
    finally:
        watching.close()
