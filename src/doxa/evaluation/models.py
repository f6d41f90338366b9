"""``doxa models``: which models can be used; its parts examine a model and calibrate what it hears."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Table

from doxa.engine.drive import Progress
from doxa.evaluation.examinations import examine, plan_examination
from doxa.evaluation.system import HELPS, PARTS
from doxa.models.conditions import Conditions
from doxa.models.examined import Examination, examination_of
from doxa.models.setup import ModelStatus, describe
from doxa.terminal.console import Json, Quiet, console, handed_over, plain
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
    last = examination_of(model, Conditions())
    examination = last
    if last is None or again:
        plan = plan_examination(model, out, last.replicate + 1 if last else 0)
        line = StageLine()
        steps = 0

        def watch(now: Progress) -> None:
            nonlocal steps
            steps += len(now.batch.steps)
            line.show("answers", (steps, 36))

        examination = examine(plan, None if quiet or json else watch)
        line.close()
    assert examination is not None
    if not handed_over(examination, json=json, out=None):
        _show_examination(examination, show=show)


def _show_examination(examination: Examination, *, show: bool) -> None:
    table = Table("can", "", "found", "beside", box=None, padding=(0, 1), header_style="dim")
    for part, finding in examination.findings.items():
        verdict = "[green]yes[/]" if finding.passed else "[red]no[/]"
        table.add_row(part, verdict, finding.words, f"[dim]{finding.baseline}[/]")
    console.print(table)
    console.print(examination.model_dump_json(exclude={"findings"}), soft_wrap=True)
    for part, finding in examination.findings.items() if show else ():
        if finding.worst:
            console.print(f"[dim]{part}:[/] {plain(finding.worst)}")
