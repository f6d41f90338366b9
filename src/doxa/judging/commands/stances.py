"""``doxa stances``: an outside judge reads the stance of every message of a run, beside the maintained one."""

import json as jsons
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
from doxa.log.rundir import RunLog, finished_runs, open_run
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
from doxa.terminal.exhibits import print_table, write_exhibits

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
    logs = _runs(path)
    budget = Budget(usd=max_usd, tokens=max_tokens)
    model, terms = settings_of(judge, 0.0), Terms(budget=budget)
    planned = [
        (log, messages, judging_statements(log, [message.statement for message in messages], model, terms))
        for log in logs
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
        judged = stances_of(sit(job.spec, job.path, terms, watch=None if quiet or json else _Line(log, messages)))
        results.append(_report(log, messages, judged, judge, job.path, quiet=quiet or json, open=open))
    if json:
        console.print_json(jsons.dumps(results[0] if len(results) == 1 else {"runs": results}))


def _runs(path: Path) -> list[RunLog]:
    if not path.exists():
        raise LogError(f"{path} does not exist", hint="Give a run directory, or a folder of runs.")
    if (path / "spec.json").exists():
        return [open_run(path)]
    return finished_runs(path)


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
        console.print()
        shown = listed.model_copy(update={"rows": listed.rows[:SHOWN]})
        if len(listed.rows) > SHOWN:
            shown = shown.model_copy(update={"title": f"{listed.title} (the first {SHOWN})"})
        print_table(shown)
        print_table(agreement)
        print_written([listed, agreement], files, open=open)
    rows = {agreement.name: agreement.records()}
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
    return {"run": str(log.path), "judge": judge, "stances": texts, **rows}


class _Line:
    """The progress line: how many messages were judged, and the cost so far."""

    def __init__(self, log: RunLog, messages: list[RunMessage]) -> None:
        self._name = log.path.name
        self._count = len(messages)
        self._is_begun = False

    def __call__(self, now: Progress) -> None:
        if self._is_begun:
            return
        self._is_begun = True
        spent = cost_so_far(now.cost)
        cost = f"   [dim]{spent}[/]" if spent else ""
        console.print(f"  {plain(self._name)}: {self._count} messages judged{cost}", soft_wrap=True)
