"""The part of ``doxa evaluate judges`` that compares verdicts with the votes of audiences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.analysis.exhibit import Table
from doxa.errors import CorpusError
from doxa.judging.ballots.forecasts import BASE_RATE, EVEN, RoomForecast, forecasts
from doxa.judging.ballots.judged import BASELINES, DebateJudgement
from doxa.judging.cases import Judges, JudgingCase, cases_of_path, judge
from doxa.judging.exhibits.audiences import (
    FolderDebate,
    calibration_table,
    describe_rules,
    forecast_table,
    unmatched,
    votes_of,
)
from doxa.judging.readers.votes import VOTES, RoomRule, Votes, read_votes
from doxa.records.transcripts import Side


@dataclass(frozen=True, kw_only=True)
class Rooms:
    """The debates of a folder whose audience voted, and what is left out."""

    debates: tuple[FolderDebate, ...]
    """The debates with votes, in the order of the cases."""
    names: tuple[str, ...]
    """The names of the cases that are judged: the debates of which a side won the room."""
    notes: tuple[str, ...]
    """Sentences about debates and rows of votes that are left out."""


def votes_beside(path: Path | None) -> dict[str, Votes]:
    """Return the votes of the audiences of a folder's debates; empty where there are none.

    Raises:
        CorpusError: as ``read_votes``.
    """
    return read_votes(path) if path is not None and path.is_dir() else {}


def find_rooms(
    cases: Sequence[JudgingCase], silent: Mapping[str, str], votes: Mapping[str, Votes], rule: RoomRule
) -> Rooms:
    """Return the debates whose room somebody won.

    Raises:
        CorpusError: there is none.
    """
    debates = [FolderDebate(name=case.name, votes=votes_of(case.name, votes), rule=rule) for case in cases]
    voted = tuple(debate for debate in debates if debate.votes)
    names = tuple(debate.name for debate in voted if debate.won_the_room)
    unknown = unmatched(votes, [*silent, *(case.name for case in cases)])
    notes = [
        f"{VOTES}: there is no debate named {', '.join(unknown)}." if unknown else "",
        f"Left out, without votes: {len(debates) - len(voted)} of {len(debates)}." if len(voted) < len(debates) else "",
        f"Left out, since no side won the room: {len(voted) - len(names)}." if len(names) < len(voted) else "",
        *(f"{name} is left out: nothing was said for {side}." for name, side in silent.items()),
    ]
    if not names:
        raise CorpusError(
            f"{VOTES}: of no debate of the folder does a side win the room",
            hint="The column file names a transcript of the folder, and the gains of the sides must differ.",
        )
    return Rooms(debates=voted, names=names, notes=tuple(filter(None, notes)))


def compare_with_rooms(
    path: Path, motion: str, panels: Mapping[str, Judges], rooms: Rooms, out: Path, sample: int | None, *, named: bool
) -> list[RoomForecast]:
    """Return the forecasts of every panel, after judging the debates that are not judged yet.

    Args:
        named: whether the panel's name is part of its judges' names, since several are compared.
    """
    found: list[RoomForecast] = []
    winners = {debate.name: debate.won_the_room for debate in rooms.debates}
    for name, panel in panels.items():
        cases = judged_cases(path, motion, panel, rooms, out, sample)
        compared = list(zip(cases, judge(cases, panel), strict=True))
        own = forecasts([_entry(case, judgement, winners) for case, judgement in compared])
        seen = {(forecast.by, forecast.debate) for forecast in found}
        baselines = {*BASELINES, EVEN, BASE_RATE}
        for forecast in own:
            by = f"{name}: {forecast.by}" if named and forecast.by not in baselines else forecast.by
            if (by, forecast.debate) not in seen:
                found.append(forecast.model_copy(update={"by": by}))
    return found


def judged_cases(
    path: Path, motion: str, panel: Judges, rooms: Rooms, out: Path, sample: int | None
) -> list[JudgingCase]:
    """Return the cases of the debates whose room somebody won."""
    cases, _ = cases_of_path(path, motion, panel, out)
    return [case for case in cases if case.name in rooms.names][:sample]


def room_tables(found: Sequence[RoomForecast], rooms: Rooms) -> list[Table]:
    """Return the tables that compare judges with audiences."""
    return [forecast_table(found, describe_rules(rooms.debates)), calibration_table(found)]


def _entry(
    case: JudgingCase, judgement: DebateJudgement, winners: Mapping[str, str | None]
) -> tuple[str, DebateJudgement, Side]:
    room = winners[case.name]
    assert room is not None
    return case.name, judgement, "pro" if room == "pro" else "con"
