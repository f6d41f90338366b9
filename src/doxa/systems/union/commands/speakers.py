"""``doxa speakers``: what can be used of folders of speakers."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from doxa.systems.union.commands.helps import HELPS, PARTS
from doxa.systems.union.speakers import SpeakerNote, check_speakers
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json

speakers = App(name="speakers", help=HELPS["speakers"], help_format="plaintext", version_flags=())


@speakers.command(help=PARTS["speakers check"])
def check(
    folder: Annotated[Path, Parameter(help="A folder of speakers, or one speaker's folder.")],
    /,
    *,
    json: Json = False,
) -> None:
    """Say what can be used of a folder of speakers."""
    found = check_speakers(folder)
    if json:
        console.print_json(data=[{**one.model_dump(mode="json"), "thin": list(one.thin)} for one in found])
        return
    for one in found:
        _show(one)


def _show(note: SpeakerNote) -> None:
    unread = [one for one in note.files if one.trouble]
    state = "[red]not usable[/]" if not note.passages else "[yellow]thin[/]" if note.thin else "[green]usable[/]"
    read = len(note.files) - len(unread)
    console.print(
        f"[bold]{plain(note.name)}[/]  {state}   [dim]{read} files, {note.passages} passages, {note.words} words[/]"
    )
    for one in note.thin if note.passages else ():
        console.print(f"  [dim]thin:[/] {plain(one)}", soft_wrap=True)
    for file in unread:
        console.print(f"  [dim]not read:[/] {plain(file.file)}: {plain(file.trouble)}", soft_wrap=True)
