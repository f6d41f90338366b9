"""``doxa models``: what is set up, what is missing, and how to set it up."""

from doxa.models.setup import ModelStatus, describe
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json


def models(*, json: Json = False) -> None:
    """Say which models can be used, and how to set up the others."""
    found = describe()
    if json:
        console.print_json(data=[one.model_dump(mode="json") for one in found])
        return
    for one in found:
        console.print(
            f"{_status(one)}  [bold]{plain(one.example):<16}[/] [dim]{plain(one.base_url)}[/]", soft_wrap=True
        )
        for step in one.todo:
            console.print(f"               {plain(step)}", soft_wrap=True)


def _status(one: ModelStatus) -> str:
    if one.ready:
        return f"[green]{'ready':<11}[/]"
    only_stopped = one.running is False and len(one.todo) == 1
    return f"[yellow]{'not running' if only_stopped else 'not set up':<11}[/]"
