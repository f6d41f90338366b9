"""A file as a conversation: its ending says how it is laid out, and one set of rules reads each layout.

Beside a file, ``sides.csv`` may list its speakers (columns speaker and side, and optionally name: who somebody is that
the file spells otherwise). Two spellings are never taken for one person without it.
"""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from doxa.conversations.captions import TIMES, cut_captions
from doxa.conversations.convokit import ConvokitCorpus, is_corpus
from doxa.conversations.documents import cut_document
from doxa.conversations.entries import cut_json, cut_table
from doxa.conversations.files import decode, read_bytes
from doxa.conversations.names import Stand, doubtful_names, plain_name, stated_side
from doxa.conversations.record import Conversation, Cutter
from doxa.conversations.tables import table_rows
from doxa.errors import CorpusError
from doxa.records.base import digest
from doxa.records.outside import parse_json
from doxa.records.transcripts import SIDES_BY_NAME

TABLES, ENTRIES, CAPTIONS = (".csv", ".tsv"), (".jsonl", ".ndjson", ".json"), (".srt", ".vtt")
DOCUMENTS = (".md", ".markdown", ".txt")
SUFFIXES = (*TABLES, *ENTRIES, *CAPTIONS, *DOCUMENTS)

SIDES_FILE = "sides.csv"
"""Beside conversations: who speaks for which side, and who is who."""

SIDES_COLUMNS = {"the speaker": ("speaker",), "the side": ("side",)}

PEOPLE_FILE = "users.json"
"""In an export of Slack, beside or above the folders of channels."""


def read_conversation(path: Path, names: Iterable[str] = ()) -> Conversation:
    """Return the conversation of a file, or of a folder: a ConvoKit corpus of one conversation, a channel of Slack.

    Of a corpus of several, CORPUS/ID is one of them.

    Args:
        names: people who are known, such as the agents; in a document a line that begins with such a name is theirs.

    Raises:
        CorpusError: the file is missing, too large, not UTF-8, of an unknown kind, not laid out as its ending says, or
            without words of anybody; a listed person may be somebody whom the file spells otherwise.
    """
    if corpus := next(filter(is_corpus, (path, path.parent)), None) if not path.is_file() else None:
        return _of_corpus(corpus, "" if corpus == path else path.name)
    content = read_bytes(path) if not path.is_dir() else _read_channel(path)
    text = decode(path, content)
    listed = read_sides(path)
    known = frozenset(map(plain_name, (*names, *listed)))
    layout, cut = _layout_of(path, text)
    cutter = cut(text, known)
    said = tuple(cutter.said())
    if not said:
        raise CorpusError(
            f"{path}: no line names its speaker"
            if cutter.dropped["nobody's words"]
            else f"{path}: the file contains no words of anybody",
            hint="A row a turn in CSV (speaker,text); an object a line in JSON lines; 'NAME: words' in a document; "
            "'<v Name>' or 'NAME: words' in captions.",
        )
    who = {plain_name(speaker): name for speaker, (_, name) in listed.items() if name}
    said = tuple(one.model_copy(update={"speaker": who.get(plain_name(one.speaker), one.speaker)}) for one in said)
    stated = tuple(
        one.model_copy(update={"person": who.get(plain_name(one.person), one.person)}) for one in cutter.stated
    )
    sides = {**cutter.sides, **{name or speaker: side for speaker, (side, name) in listed.items()}}
    for person, other in doubtful_names([one.speaker for one in said], sides).items():
        raise CorpusError(
            f"{path}: {person} is listed and says nothing, and {other} speaks: are they one?",
            hint=f"Put {SIDES_FILE} beside it with the row '{other},{sides[person]},{person}' under the header "
            "'speaker,side,name'; or list both.",
        )
    return Conversation(
        source=path,
        sha256=digest(content),
        layout=layout,
        said=said,
        motions=tuple(dict.fromkeys(cutter.motions)),
        stated=stated,
        sides={plain_name(name): side for name, side in sides.items()},
        listed=tuple(sides),
        dropped={what: count for what, count in cutter.dropped.items() if count},
        characters=cutter.characters,
    )


def _layout_of(path: Path, text: str) -> tuple[str, Callable[[str, frozenset[str]], Cutter]]:
    """Return what a file is laid out as, and the function that cuts it.

    Raises:
        CorpusError: no conversation has its ending.
    """
    suffix = path.suffix.lower() or (ENTRIES[-1] if path.is_dir() else "")
    if suffix in TABLES:
        return "table", lambda text, _: cut_table(str(path), text)
    if suffix in ENTRIES:
        return "JSON", lambda text, _: cut_json(str(path), text, _people_beside(path))
    if suffix in CAPTIONS or (suffix in DOCUMENTS and TIMES.search(text)):
        return "captions", cut_captions
    if suffix in DOCUMENTS:
        return "document", cut_document
    raise CorpusError(
        f"{path}: {suffix or 'no ending'} is no kind of transcript", hint=f"Transcripts end in {', '.join(SUFFIXES)}."
    )


def _of_corpus(folder: Path, name: str) -> Conversation:
    """Return a conversation of a corpus; its only one without a name."""
    corpus = ConvokitCorpus(folder)
    if name in corpus.names or (not name and len(corpus.names) == 1):
        return corpus.read(name or corpus.names[0])
    shown = ", ".join(corpus.names[:5]) or "it is empty"
    raise CorpusError(
        f"{folder} has {len(corpus.names):,} conversations{f', and none is called {name}' if name else ''}: {shown} …",
        hint=f"Name one: {folder}/ID",
    )


def _read_channel(folder: Path) -> bytes:
    """Return the messages of a folder with a JSON file a day, as Slack exports a channel, as one JSON array."""
    days = sorted(folder.glob("[0-9]*-[0-9]*-[0-9]*.json"))
    if not days:
        raise CorpusError(
            f"{folder} is a folder without a conversation",
            hint="Give a file, a ConvoKit corpus, or a channel's folder of an export of Slack (2024-01-31.json …).",
        )
    messages = []
    for day in days:
        try:
            messages += list(parse_json(read_bytes(day)))
        except (ValueError, TypeError) as error:
            raise CorpusError(f"{day}: not an array of messages: {error}", hint="Export the channel anew.") from None
    return json.dumps(messages, ensure_ascii=False).encode()


def read_sides(path: Path) -> dict[str, tuple[Stand, str]]:
    """Return speaker → side and true name ('' for its own), of ``sides.csv`` beside a file; empty where there is none.

    Raises:
        CorpusError: the list lacks a column, or a side is unknown.
    """
    beside = path.parent / SIDES_FILE
    if path.name == SIDES_FILE or not beside.is_file():
        return {}
    listed: dict[str, tuple[Stand, str]] = {}
    for line, row in table_rows(str(beside), decode(beside, read_bytes(beside)), SIDES_COLUMNS):
        where = f"{beside}, line {line}"
        if (side := stated_side(row["side"])) is None:
            raise CorpusError(f"{where}: {row['side'][:60]!r} is no side", hint=f"Sides: {', '.join(SIDES_BY_NAME)}.")
        listed[row["speaker"].strip()] = (side, row.get("name", "").strip())
    return listed


def _people_beside(path: Path) -> dict[str, str]:
    """Return id → name, of the list of people beside or above an export; empty where there is none."""
    for folder in (path.parent, path.parent.parent):
        with suppress(OSError, ValueError, TypeError):
            users = parse_json((folder / PEOPLE_FILE).read_bytes())
            return {str(user["id"]): _name_of(user) for user in users if isinstance(user, dict) and user.get("id")}
    return {}


def _name_of(user: dict[str, object]) -> str:
    profile = user.get("profile")
    inner = profile if isinstance(profile, dict) else {}
    found = (inner.get("display_name"), inner.get("real_name"), user.get("real_name"), user.get("name"), user["id"])
    return str(next(filter(None, found)))
