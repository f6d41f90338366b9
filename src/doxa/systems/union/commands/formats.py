"""``doxa formats``: the formats of union debates, and a file to start one's own from."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.systems.union.files import FormatFile, find_format, load_format, read_format_file, shipped_formats
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json


def formats(
    name: Annotated[
        str | None,
        Parameter(help="Print the file of this format, to start your own from; or check your own TOML file."),
    ] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the formats of union debates, print one, or check one's own."""
    if name is None:
        files = {format: read_format_file(path) for format, path in shipped_formats().items()}
        if json:
            console.print_json(data={format: file.model_dump(mode="json") for format, file in files.items()})
        else:
            console.print(_list(files))
        return
    path = find_format(name)
    if json:
        console.print_json(data=read_format_file(path).model_dump(mode="json"))
    elif name in shipped_formats():
        console.file.write(path.read_text(encoding="utf-8"))
    else:
        _show(path)


def _list(files: dict[str, FormatFile]) -> Table:
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for column in ("format", "what it is", "teams", "speeches, minutes"):
        table.add_column(column, no_wrap=column == "format")
    for name, file in files.items():
        teams = f"{len(file.teams)} of {file.teams[0].speakers}"
        table.add_row(name, plain(file.title), teams, " ".join(f"{speech.minutes:g}" for speech in file.speeches))
    return table


def _show(path: Path) -> None:
    """Print the running order of a format of the user's own, after checking it."""
    load_format(path)
    file = read_format_file(path)
    console.print(f"[bold]{plain(file.title or file.name)}[/]: {len(file.teams)} teams, {len(file.speeches)} speeches")
    for number, speech in enumerate(file.speeches, 1):
        length = f"{speech.words} words" if speech.words else f"{speech.minutes:g} minutes"
        console.print(f"{number:>2}  {plain(speech.speaker)}: {plain(speech.title)}, {length}", soft_wrap=True)
        for period in speech.questions:
            console.print(f"    then {plain(period.title)}: {plain(', '.join(period.asks))} ask", soft_wrap=True)
