"""``doxa models``: which models can be used; its parts examine a model and calibrate what it hears."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from doxa.analysis.exhibit import Table
from doxa.evaluation import system
from doxa.evaluation.calibrating import calibrate_model
from doxa.evaluation.examinations import examine
from doxa.models.conditions import Conditions
from doxa.models.examined import PARTS, Examination, examination_of
from doxa.models.setup import ModelStatus, describe
from doxa.terminal.console import Json, Quiet, clock, console, handed_over, plain
from doxa.terminal.exhibits import print_table

models = App(name="models", help=system.HELPS["models"], help_format="plaintext", version_flags=())
models.command(calibrate_model, name="calibrate", help=system.PARTS["models calibrate"])


@models.default
def list_models(*, json: Json = False) -> None:
    """Show which models can be used, and how to set up the others."""
    statuses = describe()
    if json:
        console.print_json(data=[status.model_dump(mode="json") for status in statuses])
        return
    for status in statuses:
        brought = f"{status.kind or 'model'}, of {status.package}" if status.package else status.base_url
        console.print(
            f"{_status(status)}  [bold]{plain(status.example):<16}[/] [dim]{plain(brought)}[/]", soft_wrap=True
        )
        for step in status.todo:
            console.print(f"               {plain(step)}", soft_wrap=True)
    console.print("[dim]--model X speaks and hears; with --hear offline the offline judge hears (docs/models.md).[/]")


def _status(status: ModelStatus) -> str:
    if status.ready:
        return f"[green]{'ready':<11}[/]"
    only_stopped = status.running is False and len(status.todo) == 1
    return f"[yellow]{'not running' if only_stopped else 'not set up':<11}[/]"


@models.command(name="try", help=system.PARTS["models try"])
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
        replicate = int(Path(examination.run).name) + 1 if examination else 0
        examination = examine(model, out, replicate, None if quiet or json else _show_time_left)
    elif not json:
        console.print(f"Examined on {examination.date}; --again examines it once more.")
    if not handed_over(examination, json=json, out=None):
        _show_examination(examination, with_words=show)


def _show_time_left(seconds: float) -> None:
    console.print(f"About {clock(seconds)} left, by the answers so far.")


def _show_examination(examination: Examination, *, with_words: bool) -> None:
    """Print what was found out, a row a task; on request with the words of an answer that was not right."""
    table = Table(
        name="examination",
        title=f"What {examination.model} can do",
        caption=_describe_service(examination),
        columns=("can", "", "right", "of", "needed", "without reading"),
        rows=tuple(
            (
                task.part,
                "yes" if task.right >= task.least else "no",
                task.right,
                f"{task.of} {task.words}",
                task.least,
                task.baseline,
            )
            for task in examination.tasks
        ),
    )
    print_table(table)
    for task in examination.tasks if with_words else ():
        if task.worst:
            console.print(f"\n[bold]{task.part}[/], the first answer that was not right:\n{plain(task.worst)}")


def _describe_service(examination: Examination) -> str:
    """Return sentences on speed, context, calls at once and lengths."""
    capacity = examination.capacity
    speeds = [
        f"{1 / seconds:,.0f}" if seconds else "?" for seconds in (examination.seconds_in, examination.seconds_out)
    ]
    lengths = [f"{name} {length:.0f}" for name, length in examination.lengths.items() if name not in PARTS]
    together = f"{examination.together:g} times as fast" if examination.together else "not measured"
    return (
        f"Tokens a second: {speeds[0]} in, {speeds[1]} out; two calls at once {together} as one by one. "
        f"Context: {capacity.context or 'not stated'}; slots: {capacity.slots or 'not stated'}; "
        f"log-probabilities: {'yes' if capacity.log_probabilities else 'no'}. "
        f"Mean tokens of an answer: {', '.join(lengths) or 'not reported'}. Runs: {examination.run}"
    )
