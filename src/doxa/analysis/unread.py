"""What of a run's messages nobody heard, and what was heard that no message says.

Not heard are messages whose hearing failed, and those in a language that the judge lacks. A claim whose snippet is not
in its message counts all the same, as in the published system: an extractor may put words together. It is told.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from doxa.analysis.who_does import is_heard_offline
from doxa.log.rundir import RunLog
from doxa.models.embedded.guards.languages import is_foreign
from doxa.records.amend import stages_of
from doxa.records.events import HeardBody, MessageHeard
from doxa.records.spec import RunSpec


def heard_bodies(log: RunLog) -> tuple[HeardBody, ...]:
    """Return the messages of a log as they were heard, without the runs that it continues."""
    return tuple(event.body for event in log.events if isinstance(event, MessageHeard))


def count_lost(heard: Iterable[HeardBody]) -> Counter[str]:
    """Return why messages were not heard, such as "extract: unparsed (not_json)", with the number of each."""
    return Counter(body.lost for body in heard if body.lost)


def count_unplaced(heard: Iterable[HeardBody]) -> tuple[int, int]:
    """Return the number of claims whose words are not in their message, and the number of all claims."""
    claims = [claim for body in heard for claim in body.claims]
    return sum(claim.place is None for claim in claims), len(claims)


def describe_unread(spec: RunSpec, heard: Iterable[HeardBody]) -> str:
    """Return sentences on messages that were not heard or are not in English, and on claims that none says; or ''."""
    bodies = tuple(heard)
    return " ".join((*_tell_lost(bodies), *_tell_foreign(spec, bodies), *_tell_unplaced(bodies)))


def _tell_lost(bodies: tuple[HeardBody, ...]) -> Iterator[str]:
    lost = count_lost(bodies)
    if not lost:
        return
    reasons = "; ".join(reason if len(lost) == 1 else f"{count} {reason}" for reason, count in lost.most_common())
    yield f"{_share(sum(lost.values()), len(bodies))} not heard, and nothing in them counted: {reasons}."


def _tell_foreign(spec: RunSpec, bodies: tuple[HeardBody, ...]) -> Iterator[str]:
    if not any(is_heard_offline(stage) for _, stage in stages_of(spec)):
        return
    if foreign := sum(is_foreign(body.text) for body in bodies):
        yield f"{_share(foreign, len(bodies))} not in English: the offline judge leaves their claims unclear."


def _tell_unplaced(bodies: tuple[HeardBody, ...]) -> Iterator[str]:
    unplaced, claims = count_unplaced(bodies)
    if unplaced:
        yield (
            f"{_share(unplaced, claims, 'claim')} not in the words of the message, as the extractor quoted them: "
            "they count, and have no start in the claims that 'doxa frames' writes."
        )


def _share(part: int, whole: int, what: str = "message") -> str:
    return f"{part} of {whole} {what}{'' if whole == 1 else 's'} {'is' if part == 1 else 'are'}"
