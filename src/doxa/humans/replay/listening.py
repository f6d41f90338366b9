"""Listening: real people's messages are heard like the messages of a run, each under its own proposition.

    extract ─▶ classify + embed + score ─▶ claims

It uses the hearing of ``doxa.minds``, with many messages in a chunk (``protocols.reading``). On request a message is
also judged as one claim: a second extractor to compare with the first. A message whose step failed is lost, with the
reason; it never counts as a message without claims.
"""

from collections.abc import Sequence

from pydantic import Field

from doxa.humans.data.people import PersonRound, evidence_key
from doxa.minds.hearing import HeardClaims, Hearings, hear, hear_whole, keep_claims
from doxa.protocols.reading import read_all
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import Proposition, RunSpec
from doxa.records.steps import Message, Script

CHUNK = 32
"""The number of messages in a chunk; each may be read twice at once, for claims and as a whole."""

WHOLE = "/whole"


class Words(Record):
    """A message with the proposition that it is heard under."""

    key: str
    proposition: str
    text: str
    earlier: tuple[str, ...] = Field(default=(), exclude_if=lambda earlier: not earlier)
    """What its speaker said before, where messages are read with that."""


def words_to_judge(
    rounds: Sequence[PersonRound], *, own_messages: bool = False, pooled: bool = False
) -> tuple[Words, ...]:
    """Return every received message once, in order; people's own messages only where ``own_messages`` is true.

    Args:
        pooled: whether messages are read with what their speaker said before in the round.
    """
    words: dict[str, Words] = {}
    for round in rounds:
        said: dict[str, list[str]] = {}
        for message in round.messages:
            before = said.setdefault(message.speaker, [])
            if message.text.strip() and (own_messages or not message.own):
                key, earlier = evidence_key(round, message), tuple(before) if pooled else ()
                words.setdefault(key, Words(key=key, proposition=round.proposition, text=message.text, earlier=earlier))
            before.append(message.text)
    return tuple(words.values())


class ListeningSettings(Settings):
    """The messages to be heard, and whether they are also judged as a whole."""

    words: tuple[Words, ...] = Field(default=())
    """The messages."""
    whole: bool = True
    """Whether each message is also judged as one claim."""


class ListeningResult(Record):
    """The claims of all messages."""

    heard: dict[str, HeardClaims]
    """Key of a message → its claims; ``KEY/whole``, where requested, → the message as one claim."""


def script(spec: RunSpec) -> Script:
    """Yield the steps that hear every message, and return a ListeningResult."""
    settings = ListeningSettings.model_validate(spec.script)
    heard = yield from read_all(
        settings.words, lambda part: _open_readers(part, spec, whole=settings.whole), chunk=CHUNK
    )
    return ListeningResult(heard={key: keep_claims(body) for key, body in heard.items()})


def _open_readers(part: Sequence[Words], spec: RunSpec, *, whole: bool) -> dict[str, Hearings]:
    listener = spec.participants[0].id
    readers: dict[str, Hearings] = {}
    for words in part:
        message = Message(key=words.key, speaker=listener, text=words.text)
        proposition = Proposition(text=words.proposition)
        readers[message.key] = hear(message, proposition, spec.hearing, earlier=words.earlier)
        if whole:
            taken = message.model_copy(update={"key": words.key + WHOLE})
            readers[taken.key] = hear_whole(taken, proposition, spec.hearing, earlier=words.earlier)
    return readers


LISTENING = Protocol(Settings=ListeningSettings, Result=ListeningResult, script=script)
