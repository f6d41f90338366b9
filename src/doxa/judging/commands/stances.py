"""``doxa stances``: an outside judge reads the stance of every message of a run, beside the maintained one."""

import json as jsons
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import LogError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.named_models import OFFLINE, settings_of
from doxa.experiments.runner import remaining_budget
from doxa.experiments.sitting import Terms, sit
from doxa.judging.debates import RunMessage, messages_of
from doxa.judging.stances import agreement_table, judging_statements, message_table, stances_of
from doxa.log.rundir import RunLog, open_run
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
    path: Annotated[Path, Parameter(help="A run directory, or a folder of runs.")],
    /,
    *,
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
    model, terms = settings_of(judge, 0.0), Terms(budget=budget)
    planned = [
        (log, messages, judging_statements(log, [message.statement for message in messages], model, terms))
        for log in _runs(path)
        if (messages := messages_of(log))
    ]
    if not planned:
        raise LogError(
            f"{path}: nobody says anything in words, so that there is no message to judge",
            hint="Give a run in which agents speak, post or argue.",
        )
    if dry_run:
        show_dry_run(rehearse([Rehearsal.of_job(job) for _, _, job in planned]), json=json)
        return
    results = []
    for log, messages, job in planned:
        others = [other.path for _, _, other in planned if other.path != job.path]
        terms = Terms(budget=remaining_budget(budget, others))
        judged = stances_of(sit(job.spec, job.path, terms, watch=None if quiet or json else _show_once(log, messages)))
        results.append(_report(log, messages, judged, judge, job.path, quiet=quiet or json, open=open))
    if json:
        console.print_json(jsons.dumps(results[0] if len(results) == 1 else {"runs": results}))


def _runs(path: Path) -> list[RunLog]:
    if not path.exists():
        raise LogError(f"{path} does not exist", hint="Give a run directory, or a folder of runs.")
    return [open_run(path)] if (path / "spec.json").exists() else finished_runs(path)


def _report(
    log: RunLog,
    messages: list[RunMessage],
    judged: dict[str, float | None],
    judge: str,
    path: Path,
    *,
    quiet: bool,
    open: bool,
) -> dict[str, object]:
    """Write the tables of one run beside its reading, print them, and return them for a program."""
    listed, agreement = message_table(messages, judged, judge), agreement_table(messages, judged, judge)
    files = write_exhibits([listed, agreement], path / "exhibits", title=f"Stances of messages: {log.spec.name}")
    if not quiet:
        first = f"{listed.title} (the first {SHOWN})" if len(listed.rows) > SHOWN else listed.title
        print_exhibits([listed.model_copy(update={"rows": listed.rows[:SHOWN], "title": first}), agreement])
        print_written([listed, agreement], files, open=open)
    texts = [
        {
            "message": message.key,
            "speaker": message.name,
            "judged": judged.get(message.key),
            "maintained": message.maintained,
            "text": message.text,
        }
        for message in messages
    ]
    return {"run": str(log.path), "judge": judge, "stances": texts, agreement.name: agreement.records()}


def _show_once(log: RunLog, messages: list[RunMessage]) -> Callable[[Progress], None]:
    """Return the function that prints at the first progress how many messages are judged, and the cost so far."""
    shown: list[Progress] = []

    def show(now: Progress) -> None:
        if not shown:
            spent = cost_so_far(now.cost)
            cost = f"   [dim]{spent}[/]" if spent else ""
            console.print(f"  {plain(log.path.name)}: {len(messages)} messages judged{cost}", soft_wrap=True)
        shown.append(now)

    return show
