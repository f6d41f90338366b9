"""ConvoKit corpora by path: ``utterances.jsonl``, ``conversations.json`` and ``speakers.json`` (``users.json`` in older
ones).

A turn's side is that of the utterance (``speakertype`` or ``stance``), else that of the speaker (``stance``), else that
under which the conversation lists the speaker. The phase is the utterance's ``segment`` or ``phase``, as in the corpus
of Intelligence Squared debates. Utterances are in the order of their timestamps, then of the file.

ConvoKit has no field for stances; they are metadata, in [−1, 1] unless the conversation's ``scale`` ([low, high]) says
otherwise: ``initial`` and ``final`` in a conversation's ``stances`` ({speaker: {"initial": …, "final": …}}), or of the
speaker, for all conversations; and ``stances`` of an utterance ({speaker: stance stated after it}).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from doxa.conversations.files import decode
from doxa.conversations.names import Stand, stated_side
from doxa.conversations.record import Conversation, Said, Stated
from doxa.errors import CorpusError
from doxa.records.base import clean, digest
from doxa.records.outside import has_words, parse_json, read_number, stance_on

UTTERANCES, CONVERSATIONS = "utterances.jsonl", "conversations.json"
PEOPLE = ("speakers.json", "users.json")

TITLES = ("proposition", "motion", "title", "topic")
"""The metadata of a conversation that say what it is about; the first that is stated counts."""

Fields = Mapping[str, Any]


def is_corpus(path: Path) -> bool:
    """Return whether a folder is a ConvoKit corpus."""
    return (path / UTTERANCES).is_file() and (path / CONVERSATIONS).is_file()


class ConvokitCorpus:
    """A corpus with its utterances by conversation."""

    def __init__(self, path: Path) -> None:
        """Read a corpus.

        Raises:
            CorpusError: a file is no JSON, or is not laid out as ConvoKit does.
        """
        self.path = path
        self._conversations = _read_table(path / CONVERSATIONS)
        people = next((path / name for name in PEOPLE if (path / name).is_file()), None)
        self._people = _read_table(people) if people else {}
        self._utterances: dict[str, list[tuple[int, Fields]]] = {}
        seen = set()
        for line, utterance in _read_lines(path / UTTERANCES):
            if (id := str(utterance.get("id", f"line {line}"))) in seen:
                raise CorpusError(f"{path / UTTERANCES}, line {line}: a second utterance {id}", hint="Ids are unique.")
            seen.add(id)
            conversation = utterance.get("conversation_id", utterance.get("root"))
            if not isinstance(conversation, str) or not isinstance(utterance.get("text"), str | None):
                raise CorpusError(
                    f"{path / UTTERANCES}, line {line}: not an utterance",
                    hint="ConvoKit has the texts id, conversation_id, speaker and text.",
                )
            self._utterances.setdefault(conversation, []).append((line, utterance))
        for conversation, utterances in self._utterances.items():
            moments = {line: _moment(utterance) for line, utterance in utterances}
            if None not in moments.values():
                self._utterances[conversation] = sorted(utterances, key=lambda pair: moments[pair[0]] or 0.0)

    @property
    def names(self) -> list[str]:
        """The conversations, in the order of the file."""
        return list(self._utterances)

    def about(self, name: str) -> Fields:
        """Return what the corpus says of a conversation."""
        return _meta(self._conversations.get(name, {}))

    def read(self, name: str) -> Conversation:
        """Return a conversation.

        Raises:
            CorpusError: a stance is not on its scale.
        """
        about = self.about(name)
        titles = [about[key] for key in TITLES if isinstance(about.get(key), str) and has_words(about[key])]
        listed = _listed_sides(about)
        utterances = self._utterances[name]
        keys = dict.fromkeys(_key(fields) for _, fields in utterances)
        names = [self._name(key) for key in keys]
        called = {key: said if names.count(said) == 1 else key for key, said in zip(keys, names, strict=True)}
        ends = {key: _object(_object(about.get("stances")).get(key)) or _meta(self._people.get(key)) for key in called}
        said: list[Said] = []
        stated = [(key, 0, stances.get("initial")) for key, stances in ends.items()]
        for place, (_, fields) in enumerate(utterances, 1):
            said += filter(None, [self._said(place, fields, called, listed)])
            stances = _object(_meta(fields).get("stances"))
            stated += [(key, len(said), stance) for key, stance in stances.items() if key in called]
        stated += [(key, len(said), stances.get("final")) for key, stances in ends.items()]
        characters = sum(len(fields.get("text") or "") for _, fields in utterances)
        return Conversation(
            source=self.path,
            sha256=digest(repr(utterances).encode()),
            layout="ConvoKit",
            said=tuple(said),
            motions=tuple(titles[:1]),
            stated=tuple(
                Stated(person=called[key], after=after, stance=self._stance(name, cell), key=key)
                for key, after, cell in stated
                if cell is not None
            ),
            dropped={"white space": characters - sum(len(one.text) for one in said)},
            characters=characters,
        )

    def _name(self, key: str) -> str:
        """Return what a speaker is called, its id where the corpus does not say it."""
        name = _meta(self._people.get(key)).get("name")
        return clean(name if isinstance(name, str) and has_words(name) else key)

    def _stance(self, conversation: str, cell: object) -> float:
        scale = self.about(conversation).get("scale", (-1, 1))
        try:
            low, high = map(read_number, scale)
            return stance_on(cell, (low, high), "stance")
        except (TypeError, ValueError) as error:
            hint = "A stance is a number on the conversation's scale ([low, high]), else from −1 to 1."
            raise CorpusError(f"{self.path}, conversation {conversation}: {error}", hint=hint) from None

    def _said(self, place: int, fields: Fields, called: Mapping[str, str], listed: Mapping[str, Stand]) -> Said | None:
        """Return an utterance as a turn; None where nothing was said."""
        text = clean(str(fields.get("text") or "")).strip()
        if not has_words(text):
            return None
        key, meta = _key(fields), _meta(fields)
        about = _meta(self._people.get(key))
        stated = (meta.get("speakertype"), meta.get("stance"), meta.get("side"), about.get("stance"), about.get("side"))
        side = next((found for word in stated if isinstance(word, str) and (found := stated_side(word))), None)
        phase = meta.get("segment", meta.get("phase"))
        return Said(
            speaker=called[key],
            text=text,
            at=place,  # by time: whoever plays the conversation goes by it
            side=side or listed.get(key, "none"),
            phase="" if phase is None else str(phase),
            time=str(fields.get("timestamp") or ""),
            id=str(fields.get("id") or ""),
            reply_to=str(fields.get("reply-to", fields.get("reply_to")) or ""),
        )


def _key(fields: Fields) -> str:
    """Return the id of an utterance's speaker."""
    speaker = fields.get("speaker", fields.get("user"))
    return str((speaker.get("id") if isinstance(speaker, dict) else speaker) or "unknown")


def _moment(fields: Fields) -> float | None:
    """Return the timestamp of an utterance; None where it states no number."""
    try:
        return read_number(fields.get("timestamp"))
    except ValueError:
        return None


def _meta(fields: object) -> Fields:
    """Return the metadata of an entry, which older corpora hold beside its other fields."""
    entry = _object(fields)
    return entry["meta"] if isinstance(entry.get("meta"), dict) else entry


def _object(parsed: object) -> Fields:
    """Return a JSON object; an empty one where the value is another."""
    return parsed if isinstance(parsed, dict) else {}


def _listed_sides(about: Fields) -> dict[str, Stand]:
    """Return the sides of the speakers that a conversation lists, as ``{"for": ["Ann Lee"]}``."""
    sides: dict[str, Stand] = {}
    for word, people in _object(about.get("speakers")).items():
        side = stated_side(word)
        for person in people if isinstance(people, list) else [people]:
            name = person.get("name") if isinstance(person, dict) else person
            if side and isinstance(name, str):
                sides[name] = side
    return sides


def _read_table(path: Path) -> dict[str, Any]:
    if isinstance(table := _parse(decode(path, path.read_bytes())), dict):
        return table
    raise CorpusError(f"{path}: not a JSON object", hint="ConvoKit has an object of entries by id.")


def _read_lines(path: Path) -> Iterator[tuple[int, Fields]]:
    for number, line in enumerate(decode(path, path.read_bytes()).split("\n"), 1):
        if line.strip():
            if not isinstance(fields := _parse(line), dict):
                raise CorpusError(f"{path}, line {number}: not a JSON object", hint="One utterance a line.")
            yield number, fields


def _parse(text: str) -> Any:
    """Return parsed JSON; None where the text is none."""
    try:
        return parse_json(text)
    except ValueError:
        return None
