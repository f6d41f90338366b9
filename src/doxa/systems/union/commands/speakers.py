"""``doxa speakers``: check folders of speakers for a union debate."""

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
    """Print which files of a folder of speakers are usable."""
    notes = check_speakers(folder)
    if json:
        console.print_json(data=[{**note.model_dump(mode="json"), "thin": list(note.thin)} for note in notes])
        return
    for note in notes:
        _show(note)


def _show(note: SpeakerNote) -> None:
    unread = [file_note for file_note in note.files if file_note.trouble]
    state = "[red]not usable[/]" if not note.passages else "[yellow]thin[/]" if note.thin else "[green]usable[/]"
    read_count = len(note.files) - len(unread)
    console.print(
        f"[bold]{plain(note.name)}[/]  {state}   "
        f"[dim]{read_count} files, {note.passages} passages, {note.words} words[/]"
    )
    for shortage in note.thin if note.passages else ():
        console.print(f"  [dim]thin:[/] {plain(shortage)}", soft_wrap=True)
    for file_note in unread:
        console.print(f"  [dim]not read:[/] {plain(file_note.file)}: {plain(file_note.trouble)}", soft_wrap=True)
