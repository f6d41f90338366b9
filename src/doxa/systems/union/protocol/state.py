"""The state of a union debate: what was drawn, planned, said and noted so far, and the vectors of its texts.

Each text is embedded once, and compared by the integers that the log stores.
"""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from doxa.evidence.vectors import DECIMALS, cosines
from doxa.records.base import JsonValue, Record
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import ENGINE, Batch, Floor, Outcome, Passage, Rows, Step
from doxa.records.transcripts import Debate as Transcript, Definitions, Kind, Side, Utterance
from doxa.systems.union.protocol.settings import Turn, UnionSettings
from doxa.systems.union.tasks.brief import AnnotatedArgument, StyleProfile
from doxa.systems.union.tasks.reading import Point
from doxa.systems.union.tasks.speaking import CasePlan

CHUNK = 32
"""The most texts of an embedding step."""

Steps = Generator[Batch, Floor, None]


@dataclass(kw_only=True)
class Vectors:
    """The vectors of a debate's texts."""

    rows: Rows | None = None
    hashes: dict[str, str] = field(default_factory=dict)

    def embedded(self, texts: Iterable[str], note: str, key: str, **more: JsonValue) -> Steps:
        """Embed the texts that have no vector yet; those of a step that failed stay without one."""
        new = [text for text in dict.fromkeys(texts) if text.strip() and text not in self.hashes]
        parts = [new[start : start + CHUNK] for start in range(0, len(new), CHUNK)]
        if not parts:
            return
        steps = tuple(
            Step(
                key=f"{key}/embed/{number}",
                actor=ENGINE,
                task="embed",
                inputs={"texts": list[JsonValue](part), **more},
            )
            for number, part in enumerate(parts)
        )
        floor = yield Batch(steps=steps, note=note)
        self.rows = floor.rows
        for part, outcome in zip(parts, floor.outcomes, strict=True):
            if outcome.ok and isinstance(outcome.reply, dict):
                self.hashes |= dict(zip(part, map(str, list(outcome.reply["vectors"])), strict=True))  # type: ignore[arg-type]

    def has_all(self, texts: Iterable[str]) -> bool:
        return self.rows is not None and all(text in self.hashes for text in texts)

    def near(self, text: str, others: Sequence[str]) -> NDArray[np.float64]:
        """Return the cosine of a text with each of some others, all of them embedded; shape (n,)."""
        assert self.rows is not None
        stacked = np.stack([self.rows(self.hashes[neighbour]) for neighbour in others])
        return np.asarray(np.round(cosines(self.rows(self.hashes[text]), stacked), DECIMALS))


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
    plans: dict[str, CasePlan] = Field(default_factory=dict)
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
    plans: dict[str, CasePlan] = field(default_factory=dict)
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

    def utter(
        self, id: str, speaker: str, text: str, kind: Kind = "speech", *, within: str = "", team: str = ""
    ) -> Utterance:
        """Return words of a speaker: a speech, or a point or an answer within one."""
        return Utterance(
            id=id,
            speaker=speaker,
            name=self.spec.participant(speaker).name,
            side=self.side(speaker),
            text=text,
            kind=kind,
            within=within,
            team=team,
        )

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


def ask(turn: Turn, key: str, actor: str, task: str, inputs: dict[str, JsonValue]) -> Generator[Batch, Floor, Outcome]:
    """Return the outcome of one step of a speech, in a batch of its own."""
    floor = yield Batch(steps=(Step(key=key, actor=actor, task=task, inputs=inputs),), note=turn.note)
    return floor.outcomes[0]
