"""``doxa models``: which models can be used; its parts examine a model and calibrate what it hears."""

from cyclopts import App

from doxa.evaluation.system import HELPS
from doxa.models.setup import ModelStatus, describe
from doxa.terminal.console import Json, console, plain

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
