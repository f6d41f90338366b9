"""``doxa models``: what is set up, what is missing, and how to set it up."""

from rich.table import Table

from doxa.app.options import Json
from doxa.app.terminal import console, plain
from doxa.models.setup import describe


def models(*, json: Json = False) -> None:
    """Say which models can be used now, and what to do for the others.

    A scenario names a model as provider:model, for example ollama:qwen3. Keys are read from the environment and are
    never written anywhere.
    """
    found = describe()
    if json:
        console.print_json(data=[one.model_dump(mode="json") for one in found])
        return
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for name in ("provider", "write it as", "status", "what to do", "address"):
        table.add_column(name)
    for one in found:
        status = "[green]ready[/]" if one.ready else "[yellow]not set up[/]"
        todo = "\n".join(plain(step) for step in one.todo)
        table.add_row(one.name, plain(one.example), status, todo, plain(one.base_url))
    console.print(table)
