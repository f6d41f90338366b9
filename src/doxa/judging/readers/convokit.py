"""ConvoKit corpora by path: ``utterances.jsonl``, ``speakers.json`` (or ``users.json``) and ``conversations.json``.

Each conversation is a debate. A turn's side is that of the utterance (``speakertype`` or ``stance``), else that of the
speaker (``stance``), else that under which the conversation lists the speaker; whoever has none is of no side. The
phase is the utterance's ``segment`` or ``phase``, as in the corpus of Intelligence Squared debates. Votes before and
after are read from a conversation's ``results``.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from doxa.errors import CorpusError
from doxa.judging.readers.segments import SpokenTurn, make_debate, read_text
from doxa.records.base import clean
from doxa.records.outside import parse_json, read_number
from doxa.records.transcripts import SIDES_BY_NAME, Debate, Side

UTTERANCES, CONVERSATIONS = "utterances.jsonl", "conversations.json"
PEOPLE = ("speakers.json", "users.json")

Stand = Side | Literal["none"]
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
        self._utterances: dict[str, list[Fields]] = {}
        for line, utterance in _read_lines(path / UTTERANCES):
            conversation = utterance.get("conversation_id", utterance.get("root"))
            if not isinstance(conversation, str) or not isinstance(utterance.get("text"), str | None):
                raise CorpusError(
                    f"{path / UTTERANCES}, line {line}: not an utterance",
                    hint="ConvoKit has the texts id, conversation_id, speaker and text.",
                )
            self._utterances.setdefault(conversation, []).append(utterance)

    @property
    def names(self) -> list[str]:
        """The conversations, in the order of the file."""
        return list(self._utterances)

    def read(self, name: str, motion: str = "") -> Debate:
        """Return the debate of a conversation.

        Raises:
            CorpusError, OneSidedError: as ``make_debate``.
        """
        about = _meta(self._conversations.get(name, {}))
        title = next((about[key] for key in ("motion", "title", "topic") if isinstance(about.get(key), str)), "")
        listed = _listed_sides(about)
        turns = [turn for fields in self._utterances[name] if (turn := self._turn(fields, listed))]
        return make_debate(f"{self.path}: {name}", turns, motion or title, merged=True)

    def results(self, name: str) -> dict[str, float]:
        """Return votes before and after by field, such as ``before_pro``; empty where the corpus has none."""
        results = _object(_meta(self._conversations.get(name, {})).get("results"))
        votes: dict[str, float] = {}
        for time, key in (("before", "pre"), ("after", "post")):
            for field, word in (("pro", "for"), ("con", "against"), ("undecided", "undecided")):
                with suppress(ValueError):
                    votes[f"{time}_{field}"] = read_number(_object(results.get(key)).get(word), 0)
        return votes if len(votes) == 6 else {}

    def _turn(self, fields: Fields, listed: Mapping[str, Stand]) -> SpokenTurn | None:
        """Return an utterance as a turn; None where nothing was said."""
        text = clean(" ".join(str(fields.get("text") or "").split()))
        if not text:
            return None
        speaker, meta = str(fields.get("speaker", fields.get("user")) or "unknown"), _meta(fields)
        about = _meta(self._people.get(speaker))
        stated = (meta.get("speakertype"), meta.get("stance"), meta.get("side"), about.get("stance"), about.get("side"))
        side = next((found for word in stated if (found := _side(word))), listed.get(speaker, "none"))
        phase = meta.get("segment", meta.get("phase"))
        name = about.get("name") if isinstance(about.get("name"), str) else speaker
        return SpokenTurn(speaker=clean(str(name)), side=side, text=text, phase="" if phase is None else str(phase))


def _side(word: object) -> Stand | None:
    return SIDES_BY_NAME.get(word.strip().lower()) if isinstance(word, str) else None


def _meta(fields: object) -> Fields:
    """Return the metadata of an entry, which older corpora hold beside its other fields."""
    entry = _object(fields)
    return entry["meta"] if isinstance(entry.get("meta"), dict) else entry


def _object(value: object) -> Fields:
    """Return a JSON object; an empty one where the value is another."""
    return value if isinstance(value, dict) else {}


def _listed_sides(about: Fields) -> dict[str, Stand]:
    """Return the sides of the speakers that a conversation lists, as ``{"for": ["Ann Lee"]}``."""
    sides: dict[str, Stand] = {}
    for word, people in _object(about.get("speakers")).items():
        side = _side(word)
        for person in people if isinstance(people, list) else [people]:
            name = person.get("name") if isinstance(person, dict) else person
            if side and isinstance(name, str):
                sides[name] = side
    return sides


def _read_table(path: Path) -> dict[str, Any]:
    if isinstance(table := _parse(read_text(path)), dict):
        return table
    raise CorpusError(f"{path}: not a JSON object", hint="ConvoKit has an object of entries by id.")


def _read_lines(path: Path) -> Iterator[tuple[int, Fields]]:
    for number, line in enumerate(read_text(path).split("\n"), 1):
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
