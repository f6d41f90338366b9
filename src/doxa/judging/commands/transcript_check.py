"""``doxa transcript check``: who speaks how much on which side, as every command reads the file."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.conversations.doubts import doubts_of
from doxa.conversations.reading import read_conversation
from doxa.conversations.record import Conversation
from doxa.terminal.console import Json, console, plain, print_json


def check(
    file: Annotated[Path, Parameter(help="A transcript, captions, a chat, a thread, or a corpus.")],
    /,
    *,
    json: Json = False,
) -> None:
    """Show who speaks how much in a file, and what is doubtful, before anything is paid."""
    conversation = read_conversation(file)
    doubts = list(doubts_of(conversation))
    if json:
        columns = ("name", "side", "turns", "words")
        facts = {
            "layout": conversation.layout,
            "motions": list(conversation.motions),
            "speakers": [dict(zip(columns, row, strict=True)) for row in rows(conversation)],
            "characters": conversation.characters,
            "dropped": conversation.dropped,
            "doubts": doubts,
        }
        print_json(facts)
        return
    console.print(plain(f"{file}: {conversation.layout}, {len(conversation.said):,} turns"), soft_wrap=True)
    for motion in conversation.motions:
        console.print(plain(f"motion: {motion}"), soft_wrap=True)
    table = Table("speaker", "side", box=None, padding=(0, 2), header_style="dim")
    for name in ("turns", "words"):
        table.add_column(name, justify="right")
    for name, side, turns, words in rows(conversation):
        table.add_row(plain(name), side, f"{turns:,}", f"{words:,}")
    console.print(table)
    said = sum(len(one.text) for one in conversation.said)
    others = ", ".join(f"{what} {count:,}" for what, count in sorted(conversation.dropped.items()))
    counted = f"Characters: {conversation.characters:,}, of which {said:,} are said."
    console.print(f"[dim]{plain(counted)}{plain(f' The others: {others}.') if others else ''}[/]", soft_wrap=True)
    for doubt in doubts:
        console.print(f"[yellow]• {plain(doubt)}[/]", soft_wrap=True)


def rows(conversation: Conversation) -> list[tuple[str, str, int, int]]:
    """Return name, side, turns and words of each speaker; a dash for no known side, all of them where lines differ."""
    return [
        (
            name,
            "/".join(dict.fromkeys(conversation.side_of(one) or "—" for one in said)),
            len(said),
            sum(len(one.text.split()) for one in said),
        )
        for name in conversation.speakers
        for said in [[one for one in conversation.said if one.speaker == name]]
    ]
