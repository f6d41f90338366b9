"""``doxa stances``: an outside judge reads the stance of every message of a run or a conversation from outside."""

import csv
import io
import json as jsons
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Annotated

from cyclopts import Parameter

from doxa.conversations.convokit import is_corpus
from doxa.conversations.reading import SIDES_FILE, read_conversation
from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import CorpusError, LogError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.named_models import OFFLINE, settings_of
from doxa.experiments.runner import Job, remaining_budget
from doxa.experiments.sitting import Terms, sit
from doxa.judging.debates import RunMessage, messages_of
from doxa.judging.stances import agreement_table, judging_outside, judging_statements, message_table, stances_of
from doxa.log.disk import write_text
from doxa.log.formats import SPEC
from doxa.log.rundir import RunLog, open_run
from doxa.log.trials import finished_runs
from doxa.records.base import group_by
from doxa.records.spec import ModelSettings
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

LEANING = 0.3
"""The least mean stance of a speaker who is on a side."""

SHOWN = 30
"""The most messages that are printed; every message is written to a file."""


def stances(
    path: Annotated[Path, Parameter(help="A run directory, a folder of runs, or a conversation from outside.")],
    /,
    *,
    motion: Annotated[str, Parameter(help="What a conversation is about, where its file does not say it.")] = "",
    out: Annotated[Path, Parameter(help="Where what is read in a conversation from outside goes.")] = Path(
        "runs/stances"
    ),
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
    planned = (
        [_of_conversation(path, motion, out, model, terms)]
        if path.is_file() or is_corpus(path) or is_corpus(path.parent)
        else [
            (log.path, messages, judging_statements(log, [message.statement for message in messages], model, terms))
            for log in _runs(path)
            if (messages := messages_of(log))
        ]
    )
    if not planned:
        raise LogError(
            f"{path}: nobody says anything in words, so that there is no message to judge",
            hint="Give a run in which agents speak, post or argue.",
        )
    if dry_run:
        show_dry_run(rehearse([Rehearsal.of_job(job) for _, _, job in planned]), json=json)
        return
    results = []
    for read, messages, job in planned:
        others = [other.path for _, _, other in planned if other.path != job.path]
        terms = Terms(budget=remaining_budget(budget, others))
        judged = stances_of(sit(job.spec, job.path, terms, watch=None if quiet or json else _show_once(read, messages)))
        results.append(_report(read, messages, judged, judge, job.path, quiet=quiet or json, open=open))
        if not (read / SPEC).exists():
            sides = _write_sides(messages, judged, job.path)
            if not (quiet or json):
                console.print(f"{SIDES_SAY} {plain(str(sides))}", soft_wrap=True)
    if json:
        console.print_json(jsons.dumps(results[0] if len(results) == 1 else {"runs": results}))


def _of_conversation(
    path: Path, motion: str, out: Path, model: ModelSettings, terms: Terms
) -> tuple[Path, list[RunMessage], Job]:
    """Return the messages of a conversation from outside, and the job in which the judge reads them.

    Raises:
        CorpusError: the file is no conversation, or names no motion, or several.
    """
    conversation = read_conversation(path)
    if not motion and len(conversation.motions) != 1:
        raise CorpusError(f"{path}: the file names no motion", hint="Give it with --motion 'This House …'.")
    messages = [
        RunMessage(f"t{place:03}", None, said.speaker, said.text, None)
        for place, said in enumerate(conversation.said, 1)
    ]
    job = judging_outside(
        f"{path.stem}-stances",
        motion or conversation.motions[0],
        [message.statement for message in messages],
        model,
        terms,
        lambda spec: out / f"{path.stem}-{spec.hash[:8]}",
    )
    return path, messages, job


def _write_sides(messages: list[RunMessage], judged: Mapping[str, float | None], folder: Path) -> Path:
    """Write the side of each speaker's mean stance, and return the file."""
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(("speaker", "side"))
    for name, own in group_by(messages, lambda message: message.name).items():
        mean = fmean([stance for message in own if (stance := judged.get(message.key)) is not None] or [0.0])
        rows.writerow((name, "pro" if mean >= LEANING else "con" if mean <= -LEANING else "none"))
    write_text(folder / SIDES_FILE, file.getvalue())
    return folder / SIDES_FILE


SIDES_SAY = "Who leans to which side, to be looked at and put beside the file for doxa judge and doxa listen:"


def _runs(path: Path) -> list[RunLog]:
    if not path.exists():
        raise LogError(f"{path} does not exist", hint="Give a run directory, or a folder of runs.")
    return [open_run(path)] if (path / "spec.json").exists() else finished_runs(path)


def _report(
    read: Path,
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
    files = write_exhibits([listed, agreement], path / "exhibits", title=f"Stances of messages: {read.name}")
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
    return {"run": str(read), "judge": judge, "stances": texts, agreement.name: agreement.records()}


def _show_once(read: Path, messages: list[RunMessage]) -> Callable[[Progress], None]:
    """Return the function that prints at the first progress how many messages are judged, and the cost so far."""
    shown: list[Progress] = []

    def show(now: Progress) -> None:
        if not shown:
            spent = cost_so_far(now.cost)
            cost = f"   [dim]{spent}[/]" if spent else ""
            console.print(f"  {plain(read.name)}: {len(messages)} messages judged{cost}", soft_wrap=True)
        shown.append(now)

    return show
