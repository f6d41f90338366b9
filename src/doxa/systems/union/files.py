"""Files of formats: those that come with doxa, in ``shipped_formats/``, and a user's own.

    [[teams]]      name, side (pro, con), speakers; half, where the format has halves
    [[speeches]]   in order: speaker ("Team 1"), title, minutes or words, owes, interrupted_by, weight
    [[speeches.questions]]   after that speech: title, minutes or questions, asks, answers
    [points]       protected_first, protected_last: arguments of a speech that nobody may interrupt
    [ballot]       speaker_points, team_points

Every error names the file, the line, the key and what is allowed there.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from doxa.errors import ScenarioError, did_you_mean
from doxa.experiments.places import located
from doxa.experiments.shipped import find_file
from doxa.records.base import Settings
from doxa.records.outside import parse_toml
from doxa.records.transcripts import SIDE_NAMES, SIDES, Side
from doxa.records.validating import settled
from doxa.system import ShippedFile
from doxa.systems.union.protocol.formats import FULL, BenchSeat, Format, FormatBallot, FormatSpeech, QuestionPeriod

SHIPPED = Path(__file__).parent / "shipped_formats"

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]

HELP = "docs/union.md has the keys and an example; doxa formats NAME prints a valid file."
"""The hint of errors without one of their own."""

_SEAT = re.compile(r"\A(?P<team>.+?)(?<!\s)\s++(?P<number>\d++)")


class TeamFile(Settings):
    """One team."""

    name: Line
    side: Side
    speakers: int = Field(ge=1, le=20)
    half: str = ""
    """The half of the debate in which it speaks, such as opening."""


class QuestionsFile(Settings):
    """A cross-examination or a crossfire after a speech."""

    title: Line
    asks: tuple[Line, ...] = Field(min_length=1)
    """Who asks, in turns, each as team and number: "Negative 1"."""
    answers: tuple[Line, ...] = Field(min_length=1)
    """Who answers, in the same turns."""
    minutes: float = Field(default=3, ge=0.5, le=60)
    questions: int | None = Field(default=None, ge=1, le=60)
    """How many questions; one a minute where absent."""


class SpeechFile(Settings):
    """One speech."""

    speaker: Line
    """Team and number, such as "Proposition 1"."""
    title: Line
    minutes: float = Field(default=FULL, ge=0.5, le=60)
    words: int | None = Field(default=None, ge=20, le=20_000)
    """Its length in words, instead of the share of ``script.words`` that follows from the minutes."""
    owes: str = Field(default="", max_length=2000)
    interrupted_by: Literal["opponents", "nobody"] | tuple[Line, ...] = "opponents"
    """Who may offer points of information: opponents, nobody, or the names of teams on the other side."""
    weight: float = Field(default=1.0, gt=0, le=10)
    questions: tuple[QuestionsFile, ...] = ()


class PointsFile(Settings):
    """When nobody may interrupt."""

    protected_first: int = Field(default=1, ge=0, le=20)
    """Arguments at the beginning of a speech that nobody may interrupt."""
    protected_last: int = Field(default=1, ge=0, le=20)
    """Arguments at its end."""


class FormatFile(Settings):
    """A file of a format."""

    name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=64)]
    title: str = ""
    source: str = ""
    """Where the rules stand."""
    teams: tuple[TeamFile, ...] = Field(min_length=2, max_length=8)
    speeches: tuple[SpeechFile, ...] = Field(min_length=2, max_length=60)
    points: PointsFile = PointsFile()
    ballot: FormatBallot = FormatBallot()


def shipped_formats() -> dict[str, Path]:
    """Return the files of the formats that come with doxa, by name."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.toml"))}


def listed_formats() -> dict[str, ShippedFile]:
    """Return the formats that come with doxa by name, each with its title."""
    return {
        name: ShippedFile(path=path, about=read_format_file(path).title) for name, path in shipped_formats().items()
    }


def find_format(name_or_path: str, folder: Path | None = None) -> Path:
    """Return the file of a shipped format or of a path.

    Args:
        folder: of the scenario, where a relative path is looked for first.

    Raises:
        ScenarioError: there is neither a format nor a file of that name.
    """
    shipped = shipped_formats()
    if name_or_path in shipped:
        return shipped[name_or_path]
    if (path := find_file(name_or_path, folder)).is_file():
        return path
    raise ScenarioError(
        f"script.format: there is no format {name_or_path!r}, and no file of that name",
        hint=f"{did_you_mean(name_or_path, shipped)}Formats: {', '.join(shipped)}; or a TOML file of your own "
        "(doxa formats NAME prints one to begin with).",
        key="script.format",
    )


def load_format(path: Path) -> Format:
    """Return the format of a file.

    Raises:
        ScenarioError: the file cannot be read, or is no format; the error names the line and the key.
    """
    text, file = _read(path)
    with located(path, text, None, HELP):
        return as_format(file)


def read_format_file(path: Path) -> FormatFile:
    """Return the content of a format's file.

    Raises:
        ScenarioError: as ``load_format``, where the file itself is not valid.
    """
    return _read(path)[1]


def _read(path: Path) -> tuple[str, FormatFile]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        raw: dict[str, Any] = parse_toml(text)
    except OSError as error:
        raise ScenarioError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ScenarioError(f"{path}: not a TOML file: {error}", hint="doxa formats NAME prints a valid one.") from None
    with located(path, text, None, HELP):
        return text, settled(FormatFile, raw, "")


def as_format(file: FormatFile) -> Format:
    """Return the format that a file describes.

    Raises:
        ScenarioError: a speaker does not exist or never speaks, a side has no team, or somebody asks its own side.
    """
    seats = _seats(file)
    places = tuple(_place(file, seats, number, speech) for number, speech in enumerate(file.speeches))
    _check_everybody_speaks(seats, places)
    if len(file.ballot.team_points) < len(file.teams):
        raise _wrong(
            "ballot.team_points",
            f"there are {len(file.teams)} teams and points for {len(file.ballot.team_points)} places",
            "Give the points of each place, the first place first.",
        )
    return Format(
        name=file.name,
        title=file.title or file.name,
        places=places,
        protected=(file.points.protected_first, file.points.protected_last),
        halves={team.name: team.half for team in file.teams if team.half},
        benches={team.side: team.name for team in file.teams} if len(file.teams) == len(SIDES) else {},
        ballot=file.ballot,
    )


def _seats(file: FormatFile) -> dict[tuple[str, int], BenchSeat]:
    """Return the seat on its side of each speaker: (team, number from 1) → seat."""
    seats: dict[tuple[str, int], BenchSeat] = {}
    counts: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for place, team in enumerate(file.teams):
        if any(team.name == earlier.name for earlier in file.teams[:place]):
            raise _wrong(
                f"teams.{place}.name", f"{team.name!r} is the name of an earlier team", "Give it another name."
            )
        for number in range(1, team.speakers + 1):
            seats[team.name, number] = BenchSeat(side=team.side, seat=counts[team.side])
            counts[team.side] += 1
    if silent := [side for side in SIDES if not counts[side]]:
        raise _wrong("teams", f"no team is on the side {silent[0]}", "A debate has teams on both sides, pro and con.")
    return seats


def _place(file: FormatFile, seats: dict[tuple[str, int], BenchSeat], number: int, speech: SpeechFile) -> FormatSpeech:
    """Return a speech with its speaker's seat, and the seats of those who interrupt and ask."""
    key = f"speeches.{number}"
    team, seat = _seat(seats, speech.speaker, f"{key}.speaker")
    benched = sum(other.side == seat.side for other in file.teams) > 1
    return FormatSpeech(
        side=seat.side,
        seat=seat.seat,
        title=speech.title,
        minutes=speech.minutes,
        words=speech.words,
        team=team if benched else "",
        interrupted=speech.interrupted_by != "nobody" and speech.interrupted_by != (),
        interrupters=_interrupters(seats, speech, seat.side, f"{key}.interrupted_by"),
        owes=speech.owes.strip(),
        weight=speech.weight,
        questions=tuple(
            _period(seats, period, f"{key}.questions.{place}") for place, period in enumerate(speech.questions)
        ),
    )


def _interrupters(
    seats: dict[tuple[str, int], BenchSeat], speech: SpeechFile, side: Side, key: str
) -> tuple[BenchSeat, ...]:
    if isinstance(speech.interrupted_by, str):
        return ()
    opposing = list(dict.fromkeys(team for (team, _), seat in seats.items() if seat.side != side))
    if strange := [team for team in speech.interrupted_by if team not in opposing]:
        raise _wrong(
            key,
            f"{strange[0]!r} is no team on the other side",
            f'{did_you_mean(strange[0], opposing)}Allowed: "opponents", "nobody", or a list of {", ".join(opposing)}.',
        )
    return tuple(seat for (team, _), seat in seats.items() if team in speech.interrupted_by)


def _period(seats: dict[tuple[str, int], BenchSeat], period: QuestionsFile, key: str) -> QuestionPeriod:
    asks = tuple(_seat(seats, name, f"{key}.asks")[1] for name in period.asks)
    answers = tuple(_seat(seats, name, f"{key}.answers")[1] for name in period.answers)
    if len(asks) != len(answers):
        raise _wrong(
            f"{key}.answers",
            f"{len(asks)} ask and {len(answers)} answer",
            "Give as many who answer as who ask: the first asks the first, and so on in turns.",
        )
    if same := [
        name for asker, answerer, name in zip(asks, answers, period.asks, strict=True) if asker.side == answerer.side
    ]:
        raise _wrong(f"{key}.asks", f"{same[0]!r} would ask its own side", "Somebody asks the other side.")
    return QuestionPeriod(
        title=period.title, questions=period.questions or max(1, round(period.minutes)), asks=asks, answers=answers
    )


def _seat(seats: dict[tuple[str, int], BenchSeat], name: str, key: str) -> tuple[str, BenchSeat]:
    """Return the team and the seat of a speaker that a file names."""
    match = _SEAT.fullmatch(name)
    place = (match["team"], int(match["number"])) if match else None
    if place is None or place not in seats:
        names = [f"{team} {number}" for team, number in seats]
        raise _wrong(key, f"there is no speaker {name!r}", f"{did_you_mean(name, names)}Speakers: {', '.join(names)}.")
    return place[0], seats[place]


def _check_everybody_speaks(seats: dict[tuple[str, int], BenchSeat], places: Sequence[FormatSpeech]) -> None:
    speaking = {BenchSeat(side=place.side, seat=place.seat) for place in places}
    for (team, number), seat in seats.items():
        if seat not in speaking:
            raise _wrong(
                "speeches",
                f"{team} {number} gives no speech",
                f"Add a speech, or lower the number of speakers of {team} ({SIDE_NAMES[seat.side]}).",
            )


def _wrong(key: str, message: str, hint: str) -> ScenarioError:
    return ScenarioError(f"{key}: {message}", hint=hint, key=key)
