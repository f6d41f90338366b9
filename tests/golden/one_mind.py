"""One believer by hand: claims as (polarity, strength, vector), vectors short enough to work cosines out on paper.

For every golden number: with P the product of 1 + s·γ over active claims for the motion and C the one over those
against it, L = ln(P / C), so S = (e^L − 1) / (e^L + 1) = (P − C) / (P + C).
"""

import numpy as np

from doxa.evidence.admission import Admission
from doxa.minds.mind import Gathering, Mind, meet, new_mind
from doxa.records.claims import Claim
from doxa.records.events import HeardBody, MovedBody
from doxa.records.spec import Hearing, Participant, Prior

EAST, NORTH = (5, 0), (0, 5)
BETWEEN = (3, 4)
"""Cosine with EAST (5·3 + 0·4) / (5·5) = 0.6, with NORTH 20 / 25 = 0.8."""

Words = tuple[int, float | None, tuple[int, ...]]


def row(name: str) -> np.ndarray:
    return np.array([int(one) for one in name.split(",")], dtype=np.float64)


def claim(id: str, words: Words) -> Claim:
    polarity, strength, direction = words
    return Claim(
        id=id,
        proposition="motion",
        text=f"point {id}",
        polarity=polarity,
        strengths={} if strength is None else {"scorer": strength},
        source=id,
        vector=",".join(map(str, direction)),
    )


def mind(*seeds: Words, u: float, a: float, prior: Prior | None = None, **memory) -> Mind:
    """A believer with these seeds."""
    participant = Participant(
        id="me",
        name="Me",
        belief={"u": u, "a": a},
        memory=Admission(**memory).model_dump(),
        prior=prior or Prior(),
    )
    claims = tuple(claim(f"seed{place}", one) for place, one in enumerate(seeds))
    return new_mind(participant, claims, Hearing(), row)[0]


def hears(listener: Mind, *claims: Words, speaker: str = "other", key: str = "m") -> tuple[Mind, MovedBody]:
    """One message with these claims, in one batch."""
    drawn = tuple(claim(f"{key}#{place}", one) for place, one in enumerate(claims))
    heard = {key: HeardBody(speaker=speaker, text="…", claims=drawn)}
    now, body = meet(listener, Gathering(heard=heard, audience={key: ("me", "other")}), None, row)
    assert body is not None
    return now, body


def stance(listener: Mind) -> float:
    return listener.readout.stance


def active(listener: Mind) -> list[str]:
    return [one.claim for one in listener.memory.active_records]
