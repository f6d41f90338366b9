"""Perspectrum: 907 claims and the perspectives that support or undermine them (Chen et al. 2019).

Perspectives of one cluster are equivalent: they say the same about the claim, in words of debate sites and of
paraphrasers. The split is by claim. White space at the ends of texts and marks of text direction are removed, and runs
of white space become one space; the wording is otherwise unchanged.
"""

from dataclasses import dataclass
from functools import cache

from doxa.corpora.corpus import Side
from doxa.corpora.packed import packed_rows

STANCES: dict[str, Side] = {"SUPPORT": 1, "UNDERMINE": -1}

DIRECTION_MARKS = str.maketrans("", "", "\u200e\u200f")


@dataclass(frozen=True, kw_only=True)
class Perspective:
    """One statement of the pool; ``source`` is a debate site, ``paraphrase`` or ``google``."""

    id: str
    text: str
    source: str


@dataclass(frozen=True, kw_only=True)
class PerspectiveCluster:
    """Perspectives that say the same about a claim, and their stance toward it."""

    claim: str
    """The claim's id."""
    polarity: Side
    perspectives: tuple[str, ...]
    """Ids into the pool."""


@dataclass(frozen=True, kw_only=True)
class DebatedClaim:
    """A claim with its clusters, in the order of the data set."""

    id: str
    text: str
    part: str
    topics: tuple[str, ...]
    clusters: tuple[PerspectiveCluster, ...]


@dataclass(frozen=True, kw_only=True)
class Perspectrum:
    """The whole set: claims, and the pool of perspectives by id (2,742 of them are in no cluster)."""

    claims: tuple[DebatedClaim, ...]
    perspectives: dict[str, Perspective]


@cache
def read_perspectrum() -> Perspectrum:
    """Return the shipped claims, clusters and perspectives."""
    pool = [
        Perspective(id=row["id"], text=tidied(row["text"]), source=row["source"])
        for row in packed_rows("perspectrum", "perspectives.csv.gz")
    ]
    clusters: dict[str, list[PerspectiveCluster]] = {}
    for row in packed_rows("perspectrum", "clusters.csv.gz"):
        cluster = PerspectiveCluster(
            claim=row["claim"], polarity=STANCES[row["stance"]], perspectives=tuple(row["perspectives"].split())
        )
        clusters.setdefault(cluster.claim, []).append(cluster)
    claims = tuple(
        DebatedClaim(
            id=row["id"],
            text=tidied(row["text"]),
            part=row["part"],
            topics=tuple(row["topics"].split()),
            clusters=tuple(clusters[row["id"]]),
        )
        for row in packed_rows("perspectrum", "claims.csv.gz")
    )
    return Perspectrum(claims=claims, perspectives={perspective.id: perspective for perspective in pool})


def tidied(text: str) -> str:
    """Return a text on one line, without marks of text direction."""
    return " ".join(text.translate(DIRECTION_MARKS).split())
