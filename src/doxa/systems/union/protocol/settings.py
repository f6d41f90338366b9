"""The settings of a union debate, and a run's draws: order, lenses, points taken. Every draw has a random stream."""

from typing import Literal

from pydantic import Field, model_validator

from doxa.errors import ScenarioError
from doxa.records.base import Record, Settings, Unit
from doxa.records.passages import Passage
from doxa.records.people import Participant
from doxa.records.spec import RunSpec
from doxa.records.streams import stream
from doxa.systems.union.protocol.formats import FORMATS, FULL, Format, FormatName, FormatSpeech
from doxa.systems.union.protocol.lenses import LENSES
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.profiling import StyleProfile


class Writing(Record):
    """The bio and the passages of one speaker's folder."""

    bio: str = ""
    passages: tuple[Passage, ...] = ()


class UnionSettings(Settings):
    """Settings of a union debate."""

    format: FormatName = "one_on_one"
    """``union`` (three a side), ``british`` (four teams of two) or ``one_on_one``."""
    shuffled: bool = False
    """Whether the order of a side's speakers is drawn for each run; otherwise it is the scenario's."""
    words: int = Field(default=1350, ge=60)
    """Words of a speech of seven minutes; a shorter speech has fewer in proportion."""
    tolerance: Unit = 0.2
    """Allowed deviation from the target length, as a share of it; beyond it a speech is asked for once more."""
    pool: int = Field(default=20, ge=1, le=200)
    """How many passages of a speaker a run draws from: near to the motion, and unlike one another."""
    drawn: int = Field(default=10, ge=0, le=200)
    """How many passages of the pool are drawn for a run."""
    variety: Unit = 0.4
    """Weight of being unlike the passages already in the pool; with 0 the pool is those nearest to the motion."""
    lenses: tuple[str, ...] = tuple(LENSES)
    """Emphases of preparation, by name; each speaker draws one. Empty for none."""
    definitions: bool = True
    """Whether definitions are read from the first speeches, for every later brief and every judge."""
    points: bool = True
    """Whether points of information are offered."""
    acceptance: Unit = 0.45
    """Chance that a point is taken."""
    later: int = Field(default=5, ge=1)
    """From this speech on points are taken less often."""
    less: Unit = 0.15
    """How much lower the chance is from that speech on."""
    most_points: int = Field(default=2, ge=0)
    """The most points offered in one speech."""
    alike: Unit = 0.75
    """Cosine with an earlier argument from which an argument counts as made already."""
    annotated: bool = True
    """Whether speeches are annotated; without notes, briefs list no earlier arguments and nobody offers a point."""
    part: Literal["debate", "styles"] = "debate"
    """``styles`` draws up the speakers' styles and ends there, so that the runs of an ensemble can share them."""
    writing: dict[str, Writing] = Field(default_factory=dict)
    """Speaker → the texts of its folder; filled from ``agents.ID.knowledge``."""
    profiles: dict[str, StyleProfile] = Field(default_factory=dict)
    """Speaker → its style; speakers with writing and without a profile have theirs drawn up at the start."""
    coaching: dict[str, CoachingNote] = Field(default_factory=dict)
    """Speaker → its coach's note; other speakers are not coached."""

    @model_validator(mode="after")
    def _known_lenses(self) -> "UnionSettings":
        if unknown := [name for name in self.lenses if name not in LENSES]:
            raise ValueError(f"there is no lens {unknown[0]!r}; lenses: {', '.join(LENSES)}")
        return self


class Turn(Record):
    """One speech of the running order."""

    key: str
    number: int
    """Counted from 1."""
    place: FormatSpeech
    speaker: str
    words: int
    last: bool

    @property
    def note(self) -> str:
        """The name of its batches."""
        return f"speech {self.number}"


def running_order(spec: RunSpec, settings: UnionSettings) -> tuple[Turn, ...]:
    """Return the speeches in order, each with its speaker.

    Raises:
        ScenarioError: a side does not have the format's number of speakers.
    """
    format = FORMATS[settings.format]
    seated = {side: _seat_speakers(spec, settings, format, side) for side in ("pro", "con")}
    count = len(format.places)
    return tuple(
        Turn(
            key=f"p{number}",
            number=number,
            place=place,
            speaker=seated[place.side][place.seat].id,
            words=round(settings.words * place.minutes / FULL),
            last=number == count,
        )
        for number, place in enumerate(format.places, 1)
    )


def refuse_strangers(spec: RunSpec, settings: UnionSettings) -> None:
    """Check that writing, styles and coaching of a planned debate are those of its speakers.

    Raises:
        ScenarioError: as ``running_order``; or writing, a style or coaching names somebody who does not speak.
    """
    speaking = {turn.speaker for turn in running_order(spec, settings)}
    for key, settings_of_speakers in (
        ("profiles", settings.profiles),
        ("coaching", settings.coaching),
        ("writing", settings.writing),
    ):
        if strangers := sorted(settings_of_speakers.keys() - speaking):
            where = f"agents.{strangers[0]}.knowledge" if key == "writing" else f"script.{key}.{strangers[0]}"
            raise ScenarioError(
                f"{where}: {strangers[0]} does not speak in this debate",
                hint=f"Speakers: {', '.join(sorted(speaking))}. Those without a side listen.",
                key=where,
            )


def lens_of(spec: RunSpec, settings: UnionSettings, speaker: str) -> str:
    """Return the name of the lens that a speaker draws in this run; empty where there are none."""
    return stream(spec.stream_seed, speaker, "lens").choice(settings.lenses) if settings.lenses else ""


def takes(spec: RunSpec, settings: UnionSettings, turn: Turn, point: str) -> bool:
    """Return whether a point that is offered in a speech is taken."""
    chance = settings.acceptance - (settings.less if turn.number >= settings.later else 0.0)
    return stream(spec.stream_seed, point, "taken").random() < chance


def _seat_speakers(spec: RunSpec, settings: UnionSettings, format: Format, side: str) -> list[Participant]:
    speakers = [participant for participant in spec.participants if participant.side == side]
    seats = format.seats("pro" if side == "pro" else "con")
    if len(speakers) != seats:
        raise ScenarioError(
            f"the format {format.name} has {seats} speakers on the side {side}, the scenario has {len(speakers)}",
            hint=f"Set agents.ID.side, or script.format ({', '.join(FORMATS)}).",
            key="script.format",
        )
    if settings.shuffled:
        stream(spec.stream_seed, side, "order").shuffle(speakers)
    return speakers
