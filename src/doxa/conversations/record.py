"""One conversation: what was said, by whom and on which side, and what of its file is no words."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import Field

from doxa.conversations.names import Stand, plain_name
from doxa.records.base import Record, clean
from doxa.records.outside import has_words
from doxa.records.transcripts import Kind


class Said(Record):
    """What somebody said in one go."""

    speaker: str = Field(min_length=1)
    text: str = Field(min_length=1)
    at: int
    """The line of the file in which it begins, or the number of its entry in a JSON array; from 1."""
    side: Stand | None = None
    """The side that stands beside it; None where none does."""
    kind: Kind = "speech"
    round: int | None = None
    phase: str = ""
    """Such as opening, discussion, closing."""
    team: str = ""
    time: str = ""
    """As the file states it."""
    id: str = ""
    reply_to: str = ""
    """The id of what it answers; empty where the file states none."""


class Stated(Record):
    """A stance that somebody stated at a place of a conversation."""

    person: str = Field(min_length=1)
    """By the name that their turns have."""
    after: int = Field(ge=0)
    """How many turns were said before."""
    stance: float = Field(ge=-1, le=1)
    key: str = ""
    """Who it is in all conversations of a corpus; empty where the person's name says it."""


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """A conversation as read."""

    source: Path
    sha256: str
    """Of the file's bytes."""
    layout: str
    """What it was read as, such as ``table`` or ``captions``."""
    said: tuple[Said, ...]
    """In the order of the file."""
    motions: tuple[str, ...] = ()
    """Those that the file names, each once."""
    stated: tuple[Stated, ...] = ()
    """In their order."""
    sides: dict[str, Stand] = field(default_factory=dict)
    """Speaker, as ``plain_name`` writes it → the side that a head of the file or a list beside it states."""
    listed: tuple[str, ...] = ()
    """The names in such a head or list, as written."""
    dropped: dict[str, int] = field(default_factory=dict)
    """What is no words → characters. With those that were said they add up to ``characters``."""
    characters: int = 0
    """Of the text after decoding: of a document the text, of a table its cells, of JSON its strings."""

    @property
    def speakers(self) -> dict[str, int]:
        """The speakers with the numbers of their turns, in the order in which they first speak."""
        return Counter(said.speaker for said in self.said)

    def side_of(self, turn: Said) -> Stand | None:
        """Return the side on which something was said: that beside it, else its speaker's; None where none is known."""
        return turn.side or self.sides.get(plain_name(turn.speaker))


@dataclass
class OpenTurn:
    """A turn that is being read."""

    fields: dict[str, object]
    """Of ``Said``; empty where the words are nobody's."""
    stance: float | None = None
    """What the speaker stated with it, or without words."""
    rows: list[str] = field(default_factory=list)
    """With their line ends."""


class Cutter:
    """Cuts a text into what was said and what is no words, and loses no character.

    Args:
        flows: whether line ends within a turn are spaces, as in captions.
    """

    def __init__(self, *, flows: bool = False) -> None:
        self.flows = flows
        self.turns: list[OpenTurn] = []
        self.dropped: Counter[str] = Counter()
        self.motions: list[str] = []
        self.sides: dict[str, Stand] = {}
        """Name as written → side."""
        self.stated: list[Stated] = []
        """Of the turns that ``said`` has yielded."""
        self.phase = ""
        self.characters = 0
        """Of all that was cut."""

    def drop(self, what: str, text: str) -> None:
        """Count characters that are no words."""
        if text:
            self.dropped[what] += len(text)

    def begin(self, **fields: object) -> None:
        """Begin a turn; without fields, one of nobody's."""
        self.turns.append(OpenTurn({**fields, "phase": self.phase} if fields else {}))

    def add(self, row: str) -> None:
        """Add words to the turn that was begun last."""
        if not self.turns:
            self.begin()
        self.turns[-1].rows.append(row)

    def said(self) -> Iterator[Said]:
        """Yield what was said, and count all else."""
        count = 0
        for turn in self.turns:
            text = self._words(turn)
            if turn.fields and has_words(text):
                count += 1
                yield Said.model_validate({"text": text, **turn.fields})
            else:
                self.drop("white space" if not has_words(text) else "nobody's words", text)
            if turn.stance is not None:
                self.stated.append(Stated(person=str(turn.fields["speaker"]), after=count, stance=turn.stance))

    def _words(self, turn: OpenTurn) -> str:
        """Return what the rows of a turn say: all of them, or the quotation alone where they begin with one."""
        rows = turn.rows
        first = next((row for row in rows if row.strip()), "")
        if first.startswith(">") and not self.flows:
            kept = [row[1:].removeprefix(" ") for row in rows if row.startswith(">")]
            self.drop("remarks", "".join(row for row in rows if not row.startswith(">")))
            self.drop("marks", " " * (sum(len(row) for row in rows if row.startswith(">")) - sum(map(len, kept))))
            rows = kept
        whole = "".join(rows)
        text = clean(" ".join(whole.split()) if self.flows else whole.strip())
        self.drop("white space", " " * (len(whole) - len(text)))
        return text
