"""The shipped sets of arguments and claims: what a row of each is, and the table of the files.

ArgKP-2021: 7,238 crowd-written arguments on 31 motions in the set's own wording and official split, experts' key points
of each motion and side, and 27,519 labels of which argument matches which key point (Bar-Haim et al. 2020).
IBM claim stance: 2,394 claims on 55 motions in the corrected wording that its authors' experiments used; the official
split is by topic, train (25 topics, 1,039 claims) and test (30 topics, 1,355 claims) (Bar-Haim et al. 2017).
Perspectrum: 907 claims and the perspectives that support or undermine them, split by claim; perspectives of one cluster
say the same, in words of debate sites and of paraphrasers (Chen et al. 2019).
Habermas Machine: 5,645 questions of public policy, each with a statement that affirms it and one that negates it; train
(4,500), iid_test (565, on topics of train) and ood_test (580, on others) (Tessler et al. 2024).
UKPConvArg1: 1,052 arguments of 32 debate sides, ranked by how convincing they are; in 10,806 of the 11,650 pairs the
argument that people chose has the lower score, in 836 the higher, in 8 the same (Habernal and Gurevych 2016).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import BeforeValidator

from doxa.corpora.corpus import Argument, Side
from doxa.corpora.packed import Columns, ShippedSet
from doxa.records.base import group_by


def join_line(text: str) -> str:
    """Return a text on one line, without marks of text direction."""
    return " ".join(text.translate(_DIRECTION_MARKS).split())


def tidied(text: str) -> str:
    """Return a text with line breaks for ``<br/>`` and single spaces within a line."""
    lines = (" ".join(line.split()) for line in re.split(r"<br\s*+/?>", text))
    return "\n".join(line for line in lines if line)


_DIRECTION_MARKS = str.maketrans("", "", "\u200e\u200f")

OneLine = Annotated[str, BeforeValidator(join_line)]
Words = Annotated[tuple[str, ...], BeforeValidator(str.split)]


@dataclass(frozen=True, kw_only=True)
class Match:
    """Whether an argument of ArgKP matches a key point, both by id. The set leaves out undecided pairs."""

    argument: str
    key_point: str
    matches: bool


@dataclass(frozen=True, kw_only=True)
class StanceClaim(Argument):
    """A claim from Wikipedia with its stance toward a motion ("This house …"), whose subject is ``target``.

    ``topic`` is the set's number of the topic.
    """

    target: str


@dataclass(frozen=True, kw_only=True)
class Perspective:
    """One statement of Perspectrum's pool; ``source`` is a debate site, ``paraphrase`` or ``google``."""

    id: str
    text: OneLine
    source: str


@dataclass(frozen=True, kw_only=True)
class PerspectiveCluster:
    """Perspectives that say the same about a claim, and their stance toward it; claim and perspectives by id."""

    claim: str
    polarity: Side
    perspectives: Words


@dataclass(frozen=True, kw_only=True)
class DebatedClaim:
    """A claim of Perspectrum."""

    id: str
    text: OneLine
    part: str
    topics: Words


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question of public policy, and the two statements that answer it yes and no."""

    id: str
    question: OneLine
    affirming: OneLine
    negating: OneLine
    topic: str
    part: str


@dataclass(frozen=True, kw_only=True)
class RankedArgument:
    """One argument of one side of a debate of UKPConvArg1."""

    id: str
    text: Annotated[str, BeforeValidator(tidied)]
    side: str
    """Debate and side, as the source names them; ranks are comparable within one side."""
    rank: float
    """The source's score; lower is more convincing."""
    debate: str
    proposition: str
    polarity: Side
    part: str

    @property
    def convincing(self) -> float:
        """Return −rank; higher is more convincing."""
        return -self.rank


@dataclass(frozen=True, kw_only=True)
class ConvincingPair:
    """Two arguments of one side, by id: people found ``better`` more convincing than ``worse``."""

    better: str
    worse: str


DEBATES: dict[str, tuple[str, str]] = {
    "ban-plastic-water-bottles": ("Plastic water bottles should be banned", "yes-emergencies-only"),
    "christianity-or-atheism-": ("Christianity is right and atheism is wrong", "christianity"),
    "evolution-vs-creation": ("Life came about by evolution, not by creation", "evolution"),
    "firefox-vs-internet-explorer": (
        "Firefox is better than Internet Explorer",
        "it-has-a-cute-logo-oh-and-extensions-err-add-ons",
    ),
    "gay-marriage-right-or-wrong": ("Allowing gay marriage is right", "allowing-gay-marriage-is-right"),
    "human-growth-and-development-should-parents-use-spanking-as-an-option-to-discipline-": (
        "Parents should use spanking as an option to discipline",
        "yes",
    ),
    "if-your-spouse-committed-murder-and-he-or-she-confided-in-you-would-you-turn-them-in-": (
        "If your spouse had committed murder and told you, you should turn them in",
        "yes",
    ),
    "india-has-the-potential-to-lead-the-world-": ("India has the potential to lead the world", "yes-for"),
    "is-it-better-to-have-a-lousy-father-or-to-be-fatherless-": (
        "It is better to have a lousy father than to be fatherless",
        "lousy-father",
    ),
    "is-porn-wrong-": ("Pornography is wrong", "yes-porn-is-wrong"),
    "is-the-school-uniform-a-good-or-bad-idea-": ("The school uniform is a good idea", "good"),
    "personal-pursuit-or-advancing-the-common-good-": (
        "Advancing the common good is better than personal pursuit",
        "advancing-the-common-good",
    ),
    "pro-choice-vs-pro-life": ("Women should have the right to choose an abortion", "pro-choice"),
    "should-physical-education-be-mandatory-in-schools-": (
        "Physical education should be mandatory in schools",
        "yes-",
    ),
    "tv-is-better-than-books": ("TV is better than books", "tv"),
    "william-farquhar-ought-to-be-honoured-as-the-rightful-founder-of-singapore": (
        "William Farquhar ought to be honoured as the rightful founder of Singapore",
        "yes-of-course-",
    ),
}
"""Debate of UKPConvArg1 → (its proposition, the side that supports this proposition), which are doxa's own."""

PARTS = {
    debate: "test" if place % 4 == 3 else "dev" if place % 8 == 1 else "train"
    for place, debate in enumerate(sorted(DEBATES))
}
"""The source has no split: every fourth debate in alphabetical order is test, the second and the tenth are dev."""


def _ranked(line: Columns) -> Iterator[Columns]:
    debate, _, side = line["side"].rpartition("_")
    proposition, affirming = DEBATES[debate]
    polarity = 1 if side == affirming else -1
    yield line | {"debate": debate, "proposition": proposition, "polarity": polarity, "part": PARTS[debate]}


ARGUMENTS = ShippedSet(kind=Argument, folder="argkp", file="arguments.csv.gz", columns={"motion": "proposition"})
KEY_POINTS = ShippedSet(kind=Argument, folder="argkp", file="key_points.csv.gz", columns={"motion": "proposition"})
MATCHES = ShippedSet(kind=Match, folder="argkp", file="labels.csv.gz", columns={"matches": "label"})
IBM_CLAIMS = ShippedSet(kind=StanceClaim, folder="ibm-stance", file="claims.csv.gz", columns={"polarity": "stance"})
PERSPECTIVES = ShippedSet(kind=Perspective, folder="perspectrum", file="perspectives.csv.gz")
CLUSTERS = ShippedSet(
    kind=PerspectiveCluster, folder="perspectrum", file="clusters.csv.gz", columns={"polarity": "stance"}
)
DEBATED_CLAIMS = ShippedSet(kind=DebatedClaim, folder="perspectrum", file="claims.csv.gz")
QUESTIONS = ShippedSet(kind=Question, folder="propositions", file="propositions.csv.gz")
RANKED_ARGUMENTS = ShippedSet(kind=RankedArgument, folder="ukp", file="arguments.csv.gz", rows_of=_ranked)
CONVINCING_PAIRS = ShippedSet(kind=ConvincingPair, folder="ukp", file="pairs.csv.gz")


@cache
def clusters_of_claims() -> dict[str, tuple[PerspectiveCluster, ...]]:
    """Return the clusters of each claim of Perspectrum by its id."""
    clusters = group_by(CLUSTERS.read(), lambda cluster: cluster.claim)
    return {claim: tuple(of_claim) for claim, of_claim in clusters.items()}
