"""The input of a kernel's check: priors, seeds, and a short course of batches.

The course contains what occurs in runs: batches without anything new, messages of others and of the listener, posts
with every stance and many likes, posts that were seen before, batches with and without a self-report, records without a
strength, unclear records, and records that are archived later.
"""

from collections.abc import Iterator

from doxa.beliefs.base import Met
from doxa.records.base import JsonValue
from doxa.records.claims import Evidence, Exposure
from doxa.records.people import Prior

STANCES = (None, 0.0, 0.3, -0.7, 0.999, 1.0, -1.0)

PRIORS = (
    *(Prior(stance=stance) for stance in STANCES),
    *(Prior(mode="target", stance=stance) for stance in STANCES if stance is not None),
    *(Prior(mode="target", stance=stance, reference_a=4.0) for stance in (0.3, -1.0)),
)
"""The first is the default of a scenario."""


def seed_sets() -> tuple[tuple[Evidence, ...], ...]:
    """Return four sets of seeds: none, of both sides, of one side, and unscored or unclear ones."""
    both = tuple(_record(f"seed/me#{place}", "seed", 1 if place % 2 else -1, place / 6) for place in range(1, 7))
    against = tuple(_record(f"seed/me#{place}", "seed", -1, 0.9) for place in range(1, 4))
    unscored = (_record("seed/me#1", "seed", 1, None), _record("seed/me#2", "seed", 0, 0.5))
    return (), both, against, unscored


def course(seeds: tuple[Evidence, ...]) -> Iterator[Met]:
    """Yield the batches that a listener with these seeds meets; records are those of its memory."""
    yield Met(evidence=seeds)
    first = (_record("r1/ann#1", "peer", 1, 0.8), _record("r1/me#1", "self", -1, 0.4))
    yield Met(exposures=(_exposure_to("r1/ann", "r1/ann#1"), _own("r1/me", 1, "r1/me#1")), evidence=(*seeds, *first))
    strong = _record("r2/bob#1", "peer", 1, 1.0)
    archived = tuple(_archived(record, strong.claim) for record in (*seeds, *first)[:1])
    active = (*(*seeds, *first)[1:], strong)
    posts = tuple(_post(place, stance) for place, stance in enumerate((1.0, 1.0, 0.6, -0.2), 1))
    yield Met(
        exposures=(_exposure_to("r2/bob", "r2/bob#1"), *posts),
        evidence=(*active, *archived),
        self_report=0.333333333333,
    )
    yield Met(evidence=active)
    unclear = (_record("r3/cy#1", "peer", 0, 0.7), _record("r3/cy#2", "peer", -1, None))
    yield Met(exposures=(_exposure_to("r3/cy", "r3/cy#1", "r3/cy#2"), *_praised()), evidence=(*active, *unclear))
    yield Met(exposures=tuple(_post(place, -1.0) for place in range(5, 10)), evidence=active, self_report=-1.0)
    yield Met(exposures=(_own("r5/me", 5), _post(1, 1.0)), evidence=active, self_report=None)
    yield Met(
        exposures=(_exposure_to("r6/ann"),), evidence=(*active, _record("r6/ann#1", "peer", -1, 1.0)), self_report=1.0
    )


def _record(claim: str, origin: str, polarity: int, strength: float | None) -> Evidence:
    return Evidence.model_validate(
        {"claim": claim, "origin": origin, "polarity": polarity, "strength": strength, "active": True, "reason": "new"}
    )


def _archived(record: Evidence, by: str) -> Evidence:
    return record.model_copy(update={"active": False, "superseded_by": by, "reason": "replaced"})


def _exposure_to(message: str, *claims: str) -> Exposure:
    return Exposure(message=message, speaker=message.partition("/")[2], origin="peer", claims=claims)


def _own(message: str, confidence: int, *claims: str) -> Exposure:
    """Return an exposure to the listener's own message, with a structured reply."""
    reply: dict[str, JsonValue] = {
        "players": [{"name": "Ann", "role": "knight" if confidence > 3 else "knave"}],
        "confidence": confidence,
    }
    return Exposure(message=message, speaker="me", origin="self", claims=claims, reply=reply)


def _post(place: int, stance: float) -> Exposure:
    """Return a much liked post of one of three authors; all odd posts have the same content, and all even ones."""
    author, content = ("ann", "bob", "cy")[place % 3], ("even", "odd")[place % 2]
    return Exposure(
        message=f"p{place}",
        speaker=author,
        origin="peer",
        stance=stance,
        likes=40 * place,
        shown=True,
        content=content,
    )


def _praised() -> tuple[Exposure, ...]:
    """Return the listener's own liked post, a post about another topic, and a post without a stance."""
    return (
        Exposure(message="own1", speaker="me", origin="self", stance=0.2, likes=3, dislikes=1, shown=True),
        Exposure(message="p10", speaker="bob", origin="peer", stance=-0.4, shown=True, topic="elsewhere"),
        Exposure(message="p11", speaker="cy", origin="peer", shown=True),
    )
