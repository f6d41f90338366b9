"""Listening: real people's messages are heard as the messages of a run are, each under its own proposition.

    extract ─▶ classify + embed + score ─▶ claims

The very hearing of ``doxa.minds``, many messages to a chunk (``protocols.reading``). Beside that, where asked, a
message is judged whole as one claim: a second extractor to hold the first against. A message that a step gave no
answer for is lost, with the reason; it is never read as a message without claims.
"""

from collections.abc import Sequence

from pydantic import Field

from doxa.minds.hearing import HeardClaims, Hearings, hear, hear_whole, keep_claims
from doxa.protocols.reading import read
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.people import Proposition
from doxa.records.spec import RunSpec
from doxa.records.steps import Message, Script

CHUNK = 32
"""Messages to a chunk: each may be under way twice, as claims and whole."""

WHOLE = "/whole"


class Words(Record):
    """One message, and the proposition that it is heard under."""

    key: str
    proposition: str
    text: str


class ListeningSettings(Settings):
    """What is heard."""

    words: tuple[Words, ...] = Field(default=())
    """The messages."""
    whole: bool = True
    """Whether each message is also judged whole, as one claim."""


class ListeningResult(Record):
    """What was heard."""

    heard: dict[str, HeardClaims]
    """Key of a message → its claims; under ``KEY/whole``, where asked for, the message as one claim."""


def script(spec: RunSpec) -> Script:
    """Hear every message and return a ListeningResult."""
    settings = ListeningSettings.model_validate(spec.script)
    heard = yield from read(settings.words, lambda part: _open_readers(part, spec, whole=settings.whole), chunk=CHUNK)
    return ListeningResult(heard={key: keep_claims(body) for key, body in heard.items()})


def _open_readers(part: Sequence[Words], spec: RunSpec, *, whole: bool) -> dict[str, Hearings]:
    listener = spec.participants[0].id
    readers: dict[str, Hearings] = {}
    for words in part:
        message = Message(key=words.key, speaker=listener, text=words.text)
        proposition = Proposition(text=words.proposition)
        readers[message.key] = hear(message, proposition, spec.hearing)
        if whole:
            taken = message.model_copy(update={"key": words.key + WHOLE})
            readers[taken.key] = hear_whole(taken, proposition, spec.hearing)
    return readers


LISTENING = Protocol(Settings=ListeningSettings, Result=ListeningResult, script=script)
