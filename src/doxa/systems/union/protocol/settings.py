"""The settings of a union debate, and a run's draws: order, lenses, points taken. Every draw has a random stream."""

from collections.abc import Callable
from typing import Literal

from pydantic import Field, model_validator

from doxa.errors import ScenarioError
from doxa.records.base import Record, Settings, Unit, stream
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import Passage
from doxa.records.transcripts import SIDES, Side
from doxa.systems.union.protocol.formats import EARLIER, FULL, BenchSeat, Format, FormatSpeech, QuestionPeriod
from doxa.systems.union.tasks.brief import CoachingNote, StyleProfile

LENSES: dict[str, str] = {
    "evidence": "lead with the argument that has the most concrete evidence behind it.",
    "principle": "lead with the principle at stake, and let cases follow from it.",
    "unexpected": "look for the argument in the material that this audience expects least.",
    "people": "begin with what happens to particular people, and argue from there.",
    "rebuttal": "prepare for the strongest thing the other side can say, and build the case around answering it.",
    "mechanism": "show step by step how the motion would work in practice, or would fail to.",
    "stakes": "make clear what is lost if the debate is decided the wrong way.",
    "common_ground": "start from what both sides accept, and show where it leads.",
}


class Writing(Record):
    """The bio and the passages of one speaker's folder."""

    bio: str = ""
    """The first paragraph of the bio; empty where there is none."""
    passages: tuple[Passage, ...] = ()


class UnionSettings(Settings):
    """Settings of a union debate."""

    format: str = "one_on_one"
    """A format's name, such as ``union`` (three a side), ``british`` (four teams of two), ``one_on_one``, ``wsdc``,
    ``public_forum`` or ``lincoln_douglas`` (``doxa formats`` lists them); or the path of a TOML file of your own."""
    rules: Format | None = Field(default=None, exclude_if=lambda rules: rules is None)
    """The format's rules; filled from its file, but for ``union`` and ``one_on_one``, whose name says them."""
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
    def _is_consistent(self) -> "UnionSettings":
        if self.rules is not None and self.rules.name != self.format:
            raise ValueError(f"the rules are those of {self.rules.name!r}, and the format is {self.format!r}")
        if unknown := [name for name in self.lenses if name not in LENSES]:
            raise ValueError(f"there is no lens {unknown[0]!r}; lenses: {', '.join(LENSES)}")
        return self


class Questions(Record):
    """A period of questions of the running order."""

    title: str
    pairs: tuple[tuple[str, str], ...]
    """Who asks and who answers, question by question."""


class Turn(Record):
    """One speech of the running order."""

    key: str
    number: int
    """Counted from 1."""
    place: FormatSpeech
    speaker: str
    words: int
    last: bool

    interrupters: tuple[str, ...]
    """Who may offer points of information during the speech."""
    questions: tuple[Questions, ...] = ()
    """Periods of questions after the speech."""

    @property
    def note(self) -> str:
        """The name of its batches."""
        return f"speech {self.number}"


def rules_of(settings: UnionSettings) -> Format:
    """Return the format of a debate.

    Raises:
        ScenarioError: the spec contains no rules, and its format is none of those that need none.
    """
    if settings.rules is not None:
        return settings.rules
    if settings.format not in EARLIER:
        raise ScenarioError(
            f"script.format: these settings name the format {settings.format!r} and contain no rules of it",
            hint=f"Begin a new run from a scenario file. Without rules: {', '.join(EARLIER)}.",
            key="script.format",
        )
    return EARLIER[settings.format]


def running_order(spec: RunSpec, settings: UnionSettings) -> tuple[Turn, ...]:
    """Return the speeches in order, each with its speaker.

    Raises:
        ScenarioError: a side does not have the format's number of speakers.
    """
    format = rules_of(settings)
    seated = {side: _seat_speakers(spec, settings, format, side) for side in SIDES}
    count = len(format.places)

    def speaker_at(seat: BenchSeat | FormatSpeech) -> str:
        return seated[seat.side][seat.seat].id

    return tuple(
        Turn(
            key=f"p{number}",
            number=number,
            place=place,
            speaker=speaker_at(place),
            words=place.words or round(settings.words * place.minutes / FULL),
            last=number == count,
            interrupters=tuple(
                map(speaker_at, place.interrupters or _opponents(format, place)) if place.interrupted else ()
            ),
            questions=tuple(_pair_questions(period, speaker_at) for period in place.questions),
        )
        for number, place in enumerate(format.places, 1)
    )


def _opponents(format: Format, place: FormatSpeech) -> tuple[BenchSeat, ...]:
    """Return the seats of the other side, in the order of their first speeches."""
    seats = (BenchSeat(side=other.side, seat=other.seat) for other in format.places if other.side != place.side)
    return tuple(dict.fromkeys(seats))


def _pair_questions(period: QuestionPeriod, speaker_at: Callable[[BenchSeat], str]) -> Questions:
    """Return who asks and who answers each question of a period."""
    askers, answerers = tuple(map(speaker_at, period.asks)), tuple(map(speaker_at, period.answers))
    return Questions(
        title=period.title,
        pairs=tuple(
            (askers[number % len(askers)], answerers[number % len(answerers)]) for number in range(period.questions)
        ),
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


def _seat_speakers(spec: RunSpec, settings: UnionSettings, format: Format, side: Side) -> list[Participant]:
    speakers = [participant for participant in spec.participants if participant.side == side]
    seats = format.seats(side)
    if len(speakers) != seats:
        raise ScenarioError(
            f"the format {format.name} has {seats} speakers on the side {side}, the scenario has {len(speakers)}",
            hint="Set agents.ID.side, or another script.format (doxa formats lists them).",
            key="script.format",
        )
    if settings.shuffled:
        stream(spec.stream_seed, side, "order").shuffle(speakers)
    return speakers
