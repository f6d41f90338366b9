"""``doxa models``: which models can be used; its parts examine a model and calibrate what it hears."""

import time
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Table

from doxa.engine.drive import Progress
from doxa.evaluation.examinations import ExaminationPlan, examine, plan_examination
from doxa.evaluation.system import HELPS, PARTS
from doxa.models.conditions import Conditions
from doxa.models.examined import ROLE_PARTS, Examination, examination_of
from doxa.models.setup import ModelStatus, describe
from doxa.records.base import JsonValue
from doxa.terminal.console import Json, Quiet, clock, console, handed_over, plain
from doxa.terminal.progress import StageLine

models = App(name="models", help=HELPS["models"], help_format="plaintext", version_flags=())


@models.default
def list_models(*, json: Json = False) -> None:
    """Show which models can be used, and how to set up the others."""
    statuses = describe()
    if json:
        console.print_json(data=[status.model_dump(mode="json") for status in statuses])
        return
    for status in statuses:
        console.print(
            f"{_status(status)}  [bold]{plain(status.example):<16}[/] [dim]{plain(status.base_url)}[/]", soft_wrap=True
        )
        for step in status.todo:
            console.print(f"               {plain(step)}", soft_wrap=True)
    console.print("[dim]--model X speaks and hears; with --hear offline the offline judge hears (docs/models.md).[/]")


def _status(status: ModelStatus) -> str:
    if status.ready:
        return f"[green]{'ready':<11}[/]"
    only_stopped = status.running is False and len(status.todo) == 1
    return f"[yellow]{'not running' if only_stopped else 'not set up':<11}[/]"


@models.command(name="try", help=PARTS["models try"])
def examine_model(
    model: Annotated[str, Parameter(help="The model, as provider:model.")],
    /,
    *,
    again: Annotated[bool, Parameter(help="Examine a model that was examined before once more.")] = False,
    show: Annotated[bool, Parameter(help="Show the first answer of each part that was not right.")] = False,
    out: Annotated[Path, Parameter(help="The folder of its runs.")] = Path("runs/examinations"),
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Show what a model can do in runs."""
    examination = examination_of(model, Conditions())
    if examination is None or again:
        plan = plan_examination(model, out, examination.replicate + 1 if examination else 0)
        line = _AnswerLine(plan)
        try:
            examination = examine(plan, None if quiet or json else line.show)
        finally:
            line.close()
    else:
        console.print(f"[dim]Examined on {examination.date}; --again examines it once more.[/]", soft_wrap=True)
    if not handed_over(examination, json=json, out=None, passed=_passed(examination)):
        _show_examination(examination, with_words=show)


class _AnswerLine:
    """The line on how far an examination is; the time left follows from the tokens of what is answered."""

    def __init__(self, plan: ExaminationPlan) -> None:
        self._plan, self._line, self._began = plan, StageLine(), time.monotonic()
        self._tokens: dict[int, int] = {}
        self._is_stated = False

    def show(self, number: int, now: Progress) -> None:
        before, self._tokens[number] = sum(self._tokens.values()), now.tokens
        done, total = sum(self._tokens.values()), max(self._plan.tokens, sum(self._tokens.values()))
        if not self._is_stated and now.asked and done > before:
            self._is_stated = True
            left = (time.monotonic() - self._began) / (done - before) * (total - done)
            console.print(f"[dim]About {clock(left)} left, by the first answer.[/]")
        self._line.show("tokens in and out", (done, total), asked=now.asked > 0)

    def close(self) -> None:
        self._line.close()


def _passed(examination: Examination) -> dict[str, JsonValue]:
    return {part: finding.passed for part, finding in examination.findings.items()}


def _show_examination(examination: Examination, *, with_words: bool) -> None:
    """Print what was found out, a row a part; on request with the words of an answer that was not right."""
    table = Table("can it", "", "found", "needed", "beside", box=None, padding=(0, 1), header_style="dim")
    for part, finding in examination.findings.items():
        verdict = "[green]yes[/]" if finding.passed else "[red]no[/]"
        needed = ", ".join(str(count.least) for count in finding.counts)
        table.add_row(part, verdict, plain(finding.words), needed, f"[dim]{plain(finding.baseline)}[/]")
    console.print(table)
    console.print(_describe_pace(examination))
    lengths = ", ".join(
        f"{name} {length:.0f}" for name, length in examination.lengths.items() if name not in ROLE_PARTS
    )
    console.print(f"mean tokens of an answer: {plain(lengths) or 'not reported'}")
    for part, finding in examination.findings.items() if with_words else ():
        if finding.worst:
            console.print(f"\n[bold]{part}[/], an answer that was not right:\n{plain(finding.worst)}")
    console.print(f"[dim]Its runs: {plain(examination.run)}[/]", soft_wrap=True)


def _describe_pace(examination: Examination) -> str:
    speeds = [
        f"{1 / seconds:,.0f} tokens {way} a second" if seconds else f"tokens {way} take no time that shows"
        for way, seconds in (("in", examination.seconds_in), ("out", examination.seconds_out))
        if seconds is not None
    ]
    context = f"{examination.context:,}" if examination.context else "unknown"
    together = f"two calls together {examination.together:.1f} times as fast" if examination.together else ""
    slots = f"{examination.slots} slots" if examination.slots else "slots unknown"
    states = "log-probabilities" if examination.log_probabilities else "no log-probabilities"
    return ", ".join(filter(None, [*(speeds or ["speed unknown"]), f"context {context}", slots, together, states]))
