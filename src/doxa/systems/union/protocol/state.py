"""The state of a union debate: what was drawn, planned, said and noted so far."""

from dataclasses import dataclass, field

from pydantic import Field

from doxa.records.base import JsonValue, Record
from doxa.records.passages import Passage
from doxa.records.people import Participant
from doxa.records.spec import RunSpec
from doxa.records.transcripts import Debate as Transcript
from doxa.records.transcripts import Definitions, Side, Utterance
from doxa.systems.union.protocol.settings import Turn, UnionSettings
from doxa.systems.union.protocol.vectors import Vectors
from doxa.systems.union.tasks.annotating import Point
from doxa.systems.union.tasks.brief import AnnotatedArgument
from doxa.systems.union.tasks.preparing import Reply as Plan
from doxa.systems.union.tasks.profiling import StyleProfile


class Speech(Record):
    """One speech of a union debate, without its words."""

    key: str
    speaker: str
    side: Side
    title: str
    team: str = ""
    lens: str = ""
    target: int
    """The target length, in words."""
    words: int = 0
    asked_again: bool = False
    within: bool = False
    """Whether its length is within the tolerance."""
    arguments: tuple[Point, ...] = ()
    repeated: tuple[str, ...] | None = None
    """Its arguments that this side had made before; None where that could not be measured."""
    named: tuple[str, ...] = ()
    """Arguments of its plan that its brief named as made already."""
    tone: str = ""
    devices: tuple[str, ...] = ()
    offered: int = 0
    accepted: int = 0
    silent: str = ""
    """Why nothing was said; empty where the speech has words."""


class UnionResult(Record):
    """The result of a union debate. A run that only draws up styles has profiles and nothing else."""

    debate: Transcript | None = None
    """What was said; None where the run only draws up styles."""
    personas: dict[str, str] = Field(default_factory=dict)
    """Speaker → persona, of those who have one."""
    profiles: dict[str, StyleProfile] = Field(default_factory=dict)
    """Speaker → style."""
    plans: dict[str, Plan] = Field(default_factory=dict)
    """Speaker → plan; speakers whose preparation failed are missing."""
    passages: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Speaker → the passages that were drawn for it, by id."""
    speeches: tuple[Speech, ...] = ()
    """In the order spoken, silent ones included."""
    offered: int = 0
    """Points of information that were offered, over all speeches."""
    accepted: int = 0
    """Those that were taken."""


@dataclass(kw_only=True)
class DebateState:
    """The state of a debate that is under way."""

    spec: RunSpec
    settings: UnionSettings
    order: tuple[Turn, ...]
    vectors: Vectors = field(default_factory=Vectors)
    profiles: dict[str, StyleProfile] = field(default_factory=dict)
    drawn: dict[str, tuple[Passage, ...]] = field(default_factory=dict)
    lenses: dict[str, str] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    turns: list[Utterance] = field(default_factory=list)
    made: list[AnnotatedArgument] = field(default_factory=list)
    definitions: Definitions | None = None
    speeches: list[Speech] = field(default_factory=list)

    @property
    def speakers(self) -> tuple[Participant, ...]:
        """The speakers, in the order of their first speeches."""
        ids = dict.fromkeys(turn.speaker for turn in self.order)
        return tuple(self.spec.participant(id) for id in ids)

    def side(self, speaker: str) -> Side:
        return "pro" if self.spec.participant(speaker).side == "pro" else "con"

    def brief(self, speaker: str) -> dict[str, JsonValue]:
        """Return the inputs that all speaking tasks share."""
        profile = self.profiles.get(speaker)
        return {
            "name": self.spec.participant(speaker).name,
            "side": self.side(speaker),
            "profile": profile.model_dump(mode="json") if profile else None,
            "passages": [passage.model_dump(mode="json") for passage in self.drawn.get(speaker, ())],
            "turns": [turn.model_dump(mode="json") for turn in self.turns],
        }
