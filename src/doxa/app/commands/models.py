"""``doxa models``: what is set up, what is missing, and how to set it up."""

from doxa.app.options import Json
from doxa.app.terminal import console, plain
from doxa.models.setup import describe


def models(*, json: Json = False) -> None:
    """Say which models can be used, and how to set up the others."""
    found = describe()
    if json:
        console.print_json(data=[one.model_dump(mode="json") for one in found])
        return
    for one in found:
        status = "[green]ready[/]     " if one.ready else "[yellow]not set up[/]"
        console.print(f"{status}  [bold]{plain(one.example):<16}[/] [dim]{plain(one.base_url)}[/]", soft_wrap=True)
        for step in one.todo:
            console.print(f"              {plain(step)}", soft_wrap=True)
