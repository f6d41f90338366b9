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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.errors import CorpusError
from doxa.humans.data.people import MetMessage, People, PersonRound, Remark
from doxa.humans.data.registry import Dataset, csv_rows, text_of
from doxa.records.outside import from_scale, read_number

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
    """Chat round, event, and line in the file."""
    cells: Mapping[str, str]

    @property
    def event(self) -> str:
        return self.cells["event_type"]

    @property
    def author(self) -> str:
        """The author: the sender, or the worker of the log where no sender is named."""
        return self.cells["sender_id"] or self.cells["worker_id"]

    @property
    def is_receipt(self) -> bool:
        """Whether it is a message in its recipient's log."""
        return self.event == "message_received"

    @property
    def reached(self) -> str:
        """The recipient, or the worker of the log where none is named."""
        return self.cells["recipient_id"] or self.cells["worker_id"]


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
    remarks: list[Remark] = []
    rounds = [round for file in files for round in _people(file, path, list(_rows(file, path, remarks)), remarks)]
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
        last = rows[-1].order if rows else (0.0, 0.0, 0)
        turn, event = (_order(fields[name]) for name in ("chat_round_order", "event_order"))
        order = (last[0] if turn is None else turn, last[1] if event is None else event, line)
        rows.append(EventRow(where=where, order=order, cells=fields))
    yield from sorted(rows, key=lambda row: row.order)


def _order(cell: str) -> float | None:
    try:
        return read_number(cell)
    except ValueError:
        return None


def _people(file: Path, root: Path, rows: Sequence[EventRow], remarks: list[Remark]) -> Iterator[PersonRound]:
    name = str(file.relative_to(root).with_suffix(""))
    topic = file.parent.name.replace("_", " ").replace("-", " ").strip()
    opinions = _opinions(rows, remarks)
    public = _messages(rows, remarks)
    for worker in sorted({row.cells["worker_id"] for row in rows} - {""}):
        stances = opinions.get(worker, {})
        missing = [event for event, kind in OPINIONS.items() if kind not in stances]
        if missing:
            remarks.append(Remark(where=f"{name}, {worker}", why=f"no usable {missing[0]}: the person is left out"))
            continue
        messages = [
            MetMessage(
                key=f"{name}/{row.order[-1]}", speaker=row.author, text=row.cells["text"], own=row.author == worker
            )
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
            stance = from_scale(read_number(row.cells["sliderValue"]), 1, 6)
        except ValueError as error:
            remarks.append(Remark(where=row.where, why=f"{row.event}: sliderValue {error}"))
            continue
        mine = opinions.setdefault(row.cells["worker_id"], {})
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
    receipts = {(row.cells["sender_id"], row.reached, row.cells["text"]) for row in rows if row.is_receipt}
    for row in rows:
        if row.event not in ("tweet", "message_received", "message_sent"):
            continue
        to = row.reached if row.is_receipt else row.cells["recipient_id"]
        if not row.cells["text"]:
            remarks.append(Remark(where=row.where, why=f"{row.event} without text"))
        elif row.event != "tweet" and to == row.author:
            remarks.append(Remark(where=row.where, why="a message to oneself"))
        elif row.event != "message_sent":
            messages.append(row)
        elif (row.author, to, row.cells["text"]) not in receipts:
            remarks.append(Remark(where=row.where, why="sent, and no receipt is logged: nobody has met it"))
    return messages


def _recipients(row: EventRow, rows: Sequence[EventRow]) -> set[str]:
    """Return who received a message."""
    if row.is_receipt or row.cells["worker_id"] not in ("", row.author):
        return {row.reached if row.is_receipt else row.cells["worker_id"]}
    if row.cells["recipient_id"]:
        return {row.cells["recipient_id"]}
    turn = row.cells["chat_round_order"]
    chats = [chat for chat in rows if chat.is_receipt and chat.cells["chat_round_order"] == turn]
    partners = {chat.author for chat in chats if chat.reached == row.author}
    partners |= {chat.reached for chat in chats if chat.author == row.author}
    return (partners or {other.cells["worker_id"] for other in rows}) - {row.author, ""}


DEBATE = Dataset(read=read_debate, recognises=lambda path: path.is_dir() and bool(conversations(path)))
