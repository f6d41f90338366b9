"""IBM claim stance: 2,394 claims from Wikipedia for or against 55 motions (Bar-Haim et al. 2017).

Claims have the data set's corrected wording, which its authors' experiments used. The official split is by topic:
train (25 topics, 1,039 claims) and test (30 topics, 1,355 claims).
"""

from dataclasses import dataclass
from functools import cache

from doxa.corpora.corpus import Side
from doxa.corpora.packed import packed_rows

STANCES: dict[str, Side] = {"PRO": 1, "CON": -1}


@dataclass(frozen=True, kw_only=True)
class StanceClaim:
    """A claim with its stance toward a motion ("This house …"); ``target`` is the subject of the motion."""

    id: str
    text: str
    polarity: Side
    motion: str
    target: str
    topic: str
    """The data set's number of the topic."""
    part: str


@cache
def read_ibm_stance() -> tuple[StanceClaim, ...]:
    """Return the shipped claims in the order of the data set."""
    return tuple(
        StanceClaim(
            id=row["id"],
            text=row["text"],
            polarity=STANCES[row["stance"]],
            motion=row["motion"],
            target=row["target"],
            topic=row["topic"],
            part=row["part"],
        )
        for row in packed_rows("ibm-stance", "claims.csv.gz")
    )
