"""``doxa stances``: an outside judge reads the stance of every message of a run or a conversation from outside."""

import csv
import io
import json as jsons
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.conversations.reading import SIDES_FILE
from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import LogError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.named_models import OFFLINE
from doxa.experiments.runner import remaining_budget
from doxa.judging.debates import messages_of
from doxa.judging.stances import OUT, PlannedStances, StanceReading, is_conversation, nobody_speaks, plan_stances
from doxa.log.disk import write_text
from doxa.log.rundir import RunLike, RunLog, open_run
from doxa.log.trials import finished_runs
from doxa.terminal.console import (
    DryRun,
    Json,
    Open,
    Quiet,
    Tokens,
    Usd,
    console,
    cost_so_far,
    plain,
    print_written,
    show_dry_run,
)
from doxa.terminal.exhibits import print_exhibits, write_exhibits

SHOWN = 30
"""The most messages that are printed; every message is written to a file."""


def stances(
    path: Annotated[Path, Parameter(help="A run directory, a folder of runs, or a conversation from outside.")],
    /,
    *,
    motion: Annotated[str, Parameter(help="What a conversation is about, where its file does not say it.")] = "",
    out: Annotated[Path, Parameter(help="Where what is read in a conversation from outside goes.")] = OUT,
    judge: Annotated[str, Parameter(help="The model that reads stances, as provider:model.")] = OFFLINE,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    dry_run: DryRun = False,
    open: Open = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Show the stance that an outside judge reads in every message."""
    budget = Budget(usd=max_usd, tokens=max_tokens)
    chosen: list[RunLike] = [path] if is_conversation(path) else [log for log in _runs(path) if messages_of(log)]
    if not chosen:
        raise nobody_speaks(path)
    planned = [plan_stances(source, judge, motion, out) for source in chosen]
    if dry_run:
        show_dry_run(rehearse([Rehearsal.of_job(plan.job) for plan in planned]), json=json)
        return
    results = []
    for plan in planned:
        others = [other.job.path for other in planned if other is not plan]
        reading = plan.read(remaining_budget(budget, others), None if quiet or json else _show_once(plan))
        results.append(_report(reading, quiet=quiet or json, open=open))
        if is_conversation(plan.source):
            write_text(reading.path / SIDES_FILE, _list_sides(reading))
            if not (quiet or json):
                console.print(f"{SIDES_SAY} {plain(str(reading.path / SIDES_FILE))}", soft_wrap=True)
    if json:
        console.print_json(jsons.dumps(results[0] if len(results) == 1 else {"runs": results}))


def _list_sides(reading: StanceReading) -> str:
    """Return the side of each speaker as the CSV file that stands beside a conversation."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([("speaker", "side"), *reading.sides.items()])
    return file.getvalue()


SIDES_SAY = "Who leans to which side, to be looked at and put beside the file for doxa judge and doxa listen:"


def _runs(path: Path) -> list[RunLog]:
    if not path.exists():
        raise LogError(f"{path} does not exist", hint="Give a run directory, or a folder of runs.")
    return [open_run(path)] if (path / "spec.json").exists() else finished_runs(path)


def _report(reading: StanceReading, *, quiet: bool, open: bool) -> dict[str, object]:
    """Write the tables of one run beside its reading, print them, and return them for a program."""
    listed, agreement = reading.messages, reading.agreement
    title = f"Stances of messages: {reading.source.name}"
    files = write_exhibits([listed, agreement], reading.path / "exhibits", title=title)
    if not quiet:
        first = f"{listed.title} (the first {SHOWN})" if len(listed.rows) > SHOWN else listed.title
        print_exhibits([listed.model_copy(update={"rows": listed.rows[:SHOWN], "title": first}), agreement])
        print_written([listed, agreement], files, open=open)
    texts = [
        {
            "message": message.key,
            "speaker": message.name,
            "judged": reading.stances.get(message.key),
            "maintained": message.maintained,
            "text": message.text,
        }
        for message in reading.spoken
    ]
    read = {"run": str(reading.source), "judge": reading.judge, "stances": texts}
    return {**read, agreement.name: agreement.records()}


def _show_once(plan: PlannedStances) -> Callable[[Progress], None]:
    """Return the function that prints at the first progress how many messages are judged, and the cost so far."""
    shown: list[Progress] = []

    def show(now: Progress) -> None:
        if not shown:
            spent = cost_so_far(now.cost)
            cost = f"   [dim]{spent}[/]" if spent else ""
            console.print(f"  {plain(plan.source.name)}: {len(plan.spoken)} messages judged{cost}", soft_wrap=True)
        shown.append(now)

    return show
