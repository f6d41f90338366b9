"""DEBATE (``seantw/DEBATE_LLM``; research-only licence, never shipped): a loader for users who have the files.

The files are ``raw/{depth,breadth}/TOPIC/*.csv``: one conversation of four people a file, one logged event a row. A
person's initial and final stance are the slider (1–6) of ``Initial Opinion`` and ``Post Opinion``. Received messages
are chat messages in the recipient's own log (``message_received``) and partners' ``tweet``s. A tweet reaches its named
recipient; without one, the people whom its author exchanges messages with in the same chat round; else everybody in
the conversation.

Rows are ordered by (chat_round_order, event_order); numbers may be skipped, and rows without numbers keep their place
in the file. A blank ``validity`` is valid. Dropped, each with a remark: rows that repeat another in every column, rows
marked invalid, messages to oneself, messages without text, people without both opinions.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.errors import CorpusError
from doxa.humans.data.people import MetMessage, People, PersonRound, Remark, from_scale
from doxa.humans.data.registry import Dataset, csv_rows, number, text_of

COLUMNS = (
    "chat_round_order", "event_order", "event_type", "worker_id", "sender_id", "recipient_id", "field", "text",
    "sliderValue", "agreement_level", "validity",
)  # fmt: skip
INVALID = ("invalid", "false", "no", "0", "excluded", "reject", "rejected")
OPINIONS = {"Initial Opinion": "initial", "Post Opinion": "final"}
HALVES = ("depth", "breadth")


@dataclass(frozen=True, kw_only=True)
class EventRow:
    """One event of one conversation."""

    where: str
    order: tuple[float, float, int]
    event: str
    worker: str
    sender: str
    recipient: str
    text: str
    slider: str
    turn: str
    line: int

    @property
    def author(self) -> str:
        """The author: the sender, or the worker of the log where no sender is named."""
        return self.sender or self.worker


def read_debate(path: Path | None) -> People:
    """Return the people of every conversation under a folder.

    Raises:
        CorpusError: there are no conversations, or no person has both opinions.
    """
    if path is None:
        raise CorpusError(
            "debate needs the folder of its files", hint="doxa replay debate --path DIR, the folder with raw/."
        )
    files = conversations(path)
    if not files:
        raise CorpusError(
            f"{path} contains no raw/depth or raw/breadth with CSV files", hint="Give the folder above raw."
        )
    rounds: list[PersonRound] = []
    remarks: list[Remark] = []
    for file in files:
        rows = list(_rows(file, path, remarks))
        rounds += _people(file, path, rows, remarks)
    if not rounds:
        raise CorpusError(f"{path}: nobody has both an initial and a post opinion", hint="doxa replay check DIR")
    return People(
        name="debate",
        about="DEBATE: people in conversations of four, with tweet-like posts and chat messages.",
        rounds=tuple(rounds),
        remarks=tuple(remarks),
        published=True,
    )


def conversations(path: Path) -> list[Path]:
    """Return the conversation files under a folder (the one above ``raw``, or ``raw`` itself), sorted."""
    raw = path / "raw" if (path / "raw").is_dir() else path
    return sorted(file for half in HALVES for file in (raw / half).glob("*/*.csv"))


def _rows(file: Path, root: Path, remarks: list[Remark]) -> Iterator[EventRow]:
    """Yield the usable rows of one conversation in the order of its events."""
    name = str(file.relative_to(root))
    text, encoding = text_of(file)
    if encoding != "UTF-8":
        remarks.append(Remark(where=name, why=f"read as {encoding}, not UTF-8", dropped=False))
    try:
        lines = list(csv_rows(text))
    except ValueError as error:
        remarks.append(Remark(where=name, why=f"{error}: the whole conversation is left out"))
        return
    seen: dict[tuple[str, ...], int] = {}
    rows: list[EventRow] = []
    for line, fields in lines:
        where = f"{name}, line {line}"
        missing = [column for column in COLUMNS if column not in fields]
        if missing:
            remarks.append(Remark(where=name, why=f"no column {missing[0]!r}: the whole conversation is left out"))
            return
        cells = tuple(fields[column] for column in COLUMNS)
        if cells in seen:
            remarks.append(Remark(where=where, why=f"repeats line {seen[cells]} in every column"))
            continue
        seen[cells] = line
        if fields["validity"].lower() in INVALID:
            remarks.append(Remark(where=where, why=f"marked {fields['validity']!r} under validity"))
            continue
        rows.append(_row(where, line, fields, rows[-1].order if rows else (0.0, 0.0, 0)))
    yield from sorted(rows, key=lambda row: row.order)


def _row(where: str, line: int, fields: dict[str, str], last: tuple[float, float, int]) -> EventRow:
    turn, event = (_order(fields[name]) for name in ("chat_round_order", "event_order"))
    return EventRow(
        where=where,
        order=(last[0] if turn is None else turn, last[1] if event is None else event, line),
        event=fields["event_type"],
        worker=fields["worker_id"],
        sender=fields["sender_id"],
        recipient=fields["recipient_id"],
        text=fields["text"],
        slider=fields["sliderValue"],
        turn=fields["chat_round_order"],
        line=line,
    )


def _order(cell: str) -> float | None:
    try:
        return number(cell)
    except ValueError:
        return None


def _people(file: Path, root: Path, rows: Sequence[EventRow], remarks: list[Remark]) -> Iterator[PersonRound]:
    name = str(file.relative_to(root).with_suffix(""))
    topic = file.parent.name.replace("_", " ").replace("-", " ").strip()
    opinions = _opinions(rows, remarks)
    public = _messages(rows, remarks)
    for worker in sorted({row.worker for row in rows if row.worker}):
        stances = opinions.get(worker, {})
        missing = [event for event, kind in OPINIONS.items() if kind not in stances]
        if missing:
            remarks.append(Remark(where=f"{name}, {worker}", why=f"no usable {missing[0]}: the person is left out"))
            continue
        messages = [
            MetMessage(key=f"{name}/{row.line}", speaker=row.author, text=row.text, own=row.author == worker)
            for row in public
            if worker in (row.author, *_recipients(row, rows))
        ]
        yield PersonRound(
            id=f"{name}/{worker}",
            person=worker,
            proposition=topic,
            group=name,
            initial=stances["initial"],
            final=stances["final"],
            messages=tuple(messages),
        )


def _opinions(rows: Sequence[EventRow], remarks: list[Remark]) -> dict[str, dict[str, float]]:
    """Return each worker's first initial and last post opinion with a valid slider value."""
    opinions: dict[str, dict[str, float]] = {}
    for row in rows:
        kind = OPINIONS.get(row.event)
        if kind is None:
            continue
        try:
            stance = from_scale(number(row.slider), 1, 6)
        except ValueError as error:
            remarks.append(Remark(where=row.where, why=f"{row.event}: sliderValue {error}"))
            continue
        mine = opinions.setdefault(row.worker, {})
        if kind in mine and kind == "initial":
            remarks.append(Remark(where=row.where, why="a second Initial Opinion; the first counts"))
            continue
        if kind in mine:
            remarks.append(Remark(where=row.where, why="a second Post Opinion; the last counts", dropped=False))
        mine[kind] = stance
    return opinions


def _messages(rows: Sequence[EventRow], remarks: list[Remark]) -> list[EventRow]:
    """Return the rows that somebody may have received: tweets, and chat messages in their recipient's log."""
    messages: list[EventRow] = []
    receipts = Counter((row.sender, row.recipient or row.worker, row.text) for row in rows if _is_receipt(row))
    for row in rows:
        if row.event not in ("tweet", "message_received", "message_sent"):
            continue
        to = row.recipient or (row.worker if _is_receipt(row) else "")
        if not row.text:
            remarks.append(Remark(where=row.where, why=f"{row.event} without text"))
        elif row.event != "tweet" and to == row.author:
            remarks.append(Remark(where=row.where, why="a message to oneself"))
        elif row.event == "message_sent":
            if not receipts[(row.author, to, row.text)]:
                remarks.append(Remark(where=row.where, why="sent, and no receipt is logged: nobody has met it"))
        else:
            messages.append(row)
    return messages


def _is_receipt(row: EventRow) -> bool:
    return row.event == "message_received"


def _recipients(row: EventRow, rows: Sequence[EventRow]) -> tuple[str, ...]:
    """Return who received a message."""
    if _is_receipt(row):
        return (row.recipient or row.worker,)
    if row.worker != row.author and row.worker:
        return (row.worker,)
    if row.recipient:
        return (row.recipient,)
    chats = [chat for chat in rows if _is_receipt(chat) and chat.turn == row.turn]
    partners = {chat.author for chat in chats if (chat.recipient or chat.worker) == row.author}
    partners |= {chat.recipient or chat.worker for chat in chats if chat.author == row.author}
    others = partners or {other.worker for other in rows}
    return tuple(sorted(others - {row.author, ""}))


DEBATE = Dataset(read=read_debate, recognises=lambda path: path.is_dir() and bool(conversations(path)))
