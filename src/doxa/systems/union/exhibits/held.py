"""A finished union debate, read from its log: what was said, the measures of each speech, the form of its ballot."""

from collections.abc import Iterator

from pydantic import Field

from doxa.analysis.naming import names_in
from doxa.analysis.who_does import speakers_of
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.records.transcripts import BallotForm, Debate, Utterance
from doxa.systems.union.files import load_format, shipped_formats
from doxa.systems.union.protocol.settings import UnionSettings, running_order, takes
from doxa.systems.union.protocol.state import Speech, UnionResult
from doxa.systems.union.tasks.speaking import OFFER_POINT

SIMULATED = (
    "Simulated: the words were put together offline, by plain code, from the speakers' writing and a corpus of "
    "arguments. They say nothing about how a language model or a person would have argued."
)


def ballot_form(log: RunLog) -> BallotForm | None:
    """Return what a ballot of a run's debate holds; None where the run names a format that nobody knows."""
    settings = UnionSettings.model_validate(log.spec.script)
    shipped = shipped_formats().get(settings.format)
    format = settings.rules or (load_format(shipped) if shipped else None)
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


class RefusedPoint(Record):
    """A point of information that was offered and not taken."""

    speech: str
    """The key of the speech."""
    asker: str
    """Display name."""
    argument: str
    """The argument on which somebody rose."""
    text: str


class FinishedDebate(Record):
    """A finished union debate."""

    name: str
    seed: int
    replicate: int
    simulated: bool
    """Whether a speaker is plain code."""
    simulation: str = Field(default="", exclude=True)
    """A sentence on it; '' where none is."""
    debate: Debate
    speeches: tuple[Speech, ...]
    offered: int
    accepted: int
    passages: dict[str, tuple[str, ...]]
    """Speaker → the passages that were drawn for it, by id."""
    names: dict[str, str]
    """Agent → display name, also of agents that said nothing."""
    coached: tuple[str, ...] = ()
    """Speakers who had a coaching note."""
    refused: tuple[RefusedPoint, ...] = ()
    """Points of information that were offered and not taken, in the order offered."""
    form: BallotForm | None = None
    """What a ballot of its format holds."""

    def words(self, key: str) -> str:
        """Return the words of a speech; empty where nothing was said."""
        return next((utterance.text for utterance in self.debate.turns if utterance.id == key), "")

    def within(self, key: str) -> tuple[Utterance, ...]:
        """Return the points that were taken in a speech, and their answers, in order."""
        return tuple(utterance for utterance in self.debate.turns if utterance.within == key)


def is_question(utterance: Utterance) -> bool:
    """Return whether a point or an answer belongs to a period of questions, such as a crossfire."""
    return "/q" in utterance.id


def read_debate(log: RunLog) -> FinishedDebate:
    """Return the debate of a finished run.

    Raises:
        LogError: the run has not ended, or is not a union debate.
    """
    if log.spec.protocol != "union":
        raise LogError(
            f"{log.path} is a run of the protocol {log.spec.protocol}, not a union debate",
            hint="Make a union debate: doxa run union",
        )
    union_result = log.result(UnionResult)
    if union_result is None:
        raise LogError(f"{log.path} is unfinished", hint=f"Finish it: doxa resume {log.path}")
    if union_result.debate is None:
        raise LogError(
            f"{log.path} only drew up the speakers' styles and holds no debate",
            hint="Make a union debate: doxa run union",
        )
    coaching, speakers = log.spec.script.get("coaching"), speakers_of(log, log.calls())
    return FinishedDebate(
        name=log.spec.name,
        seed=log.spec.seed,
        replicate=log.spec.replicate,
        simulated=bool(speakers.simulated),
        simulation=speakers.describe(SIMULATED),
        debate=union_result.debate,
        speeches=union_result.speeches,
        offered=union_result.offered,
        accepted=union_result.accepted,
        passages=union_result.passages,
        names=names_in([log]),
        coached=tuple(coaching) if isinstance(coaching, dict) else (),
        refused=tuple(_find_refused(log, union_result)),
        form=ballot_form(log),
    )


def _find_refused(log: RunLog, union_result: UnionResult) -> Iterator[RefusedPoint]:
    """Yield the points that were offered and not taken: the log has the offers, and the result only points taken."""
    settings = UnionSettings.model_validate(log.spec.script)
    turns = {turn.key: turn for turn in running_order(log.spec, settings)}
    arguments = {speech.key: speech.arguments for speech in union_result.speeches}
    names = names_in([log])
    risen: dict[str, int] = {}
    for outcome in log.outcomes:
        offer, (speech, _, place) = OFFER_POINT.reply_of(outcome), outcome.key.partition("/offer/")
        if offer is None or not offer.rises:
            continue
        risen[speech] = number = risen.get(speech, 0) + 1
        if number <= settings.most_points and not takes(log.spec, settings, turns[speech], f"{speech}/i{number}"):
            yield RefusedPoint(
                speech=speech,
                asker=names[outcome.actor],
                argument=arguments[speech][int(place) - 1].text if len(arguments[speech]) >= int(place) else "",
                text=offer.point.strip(),
            )
