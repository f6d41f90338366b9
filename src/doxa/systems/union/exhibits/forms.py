"""The ballot of a run's format."""

from doxa.errors import ScenarioError
from doxa.log.rundir import RunLog
from doxa.records.ballots import BallotForm
from doxa.systems.union.files import load_format, shipped_formats
from doxa.systems.union.protocol.formats import Format
from doxa.systems.union.protocol.settings import UnionSettings


def ballot_form(log: RunLog) -> BallotForm | None:
    """Return what a ballot of a run's debate holds; None where the run names a format that nobody knows."""
    settings = UnionSettings.model_validate(log.spec.script)
    try:
        format = settings.rules or _shipped(settings.format)
    except ScenarioError:
        return None
    if format is None:
        return None
    places = {f"p{number}": place for number, place in enumerate(format.places, 1)}
    return BallotForm(
        format=format.title or format.name,
        least=format.ballot.speaker_points[0],
        most=format.ballot.speaker_points[1],
        team_points=format.ballot.team_points,
        weights={key: place.weight for key, place in places.items() if place.weight != 1.0},
        titles={key: place.title for key, place in places.items()},
        benches=format.benches,
        halves=format.halves,
    )


def _shipped(name: str) -> Format | None:
    path = shipped_formats().get(name)
    return load_format(path) if path else None
