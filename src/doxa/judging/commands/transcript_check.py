"""``doxa transcript check``: who speaks how much on which side, as every command reads the file."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.conversations.doubts import doubts_of, facts_of, speaker_rows
from doxa.conversations.reading import read_conversation
from doxa.terminal.console import Json, console, plain, print_json


def check(
    file: Annotated[Path, Parameter(help="A transcript, captions, a chat, a thread, or a corpus.")],
    /,
    *,
    json: Json = False,
) -> None:
    """Show who speaks how much in a file, and what is doubtful, before anything is paid."""
    conversation = read_conversation(file)
    if json:
        print_json(facts_of(conversation))
        return
    console.print(plain(f"{file}: {conversation.layout}, {len(conversation.said):,} turns"), soft_wrap=True)
    for motion in conversation.motions:
        console.print(plain(f"motion: {motion}"), soft_wrap=True)
    table = Table("speaker", "side", box=None, padding=(0, 2), header_style="dim")
    for name in ("turns", "words"):
        table.add_column(name, justify="right")
    for name, side, turns, words in speaker_rows(conversation):
        table.add_row(plain(name), side, f"{turns:,}", f"{words:,}")
    console.print(table)
    said = sum(len(one.text) for one in conversation.said)
    others = ", ".join(f"{what} {count:,}" for what, count in sorted(conversation.dropped.items()))
    counted = f"Characters: {conversation.characters:,}, of which {said:,} are said."
    console.print(f"[dim]{plain(counted)}{plain(f' The others: {others}.') if others else ''}[/]", soft_wrap=True)
    for doubt in doubts_of(conversation):
        console.print(f"[yellow]• {plain(doubt)}[/]", soft_wrap=True)
