"""UKPConvArg1: 1,052 arguments of 32 debate sides, ranked by how convincing they are (Habernal and Gurevych 2016).

The rank score is that of the source, where LOWER is more convincing: in 10,806 of the 11,650 pairs the argument that
people chose has the lower score, in 836 the higher, in 8 the same. ``convincing`` is its negative: more is more.
``<br/>`` becomes a line break; other white space inside a line becomes one space; links and spelling stay.

The source names debates and sides by slugs and has no split. The proposition of a debate, the side's polarity toward it
and the part are doxa's own: every fourth debate in alphabetical order is test, the second and the tenth are dev.
"""

import re
from dataclasses import dataclass
from functools import cache

from doxa.corpora.corpus import Side
from doxa.corpora.packed import packed_rows

LINE_BREAK = re.compile(r"\s*<br\s*/?>\s*")

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
"""Debate → (its proposition, the side that supports this proposition)."""

PARTS = {
    debate: "test" if place % 4 == 3 else "dev" if place % 8 == 1 else "train"
    for place, debate in enumerate(sorted(DEBATES))
}


@dataclass(frozen=True, kw_only=True)
class RankedArgument:
    """One argument of one side of a debate."""

    id: str
    text: str
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


@cache
def read_ukp() -> tuple[RankedArgument, ...]:
    """Return the shipped arguments in the order of the data set."""
    return tuple(_argument(row) for row in packed_rows("ukp", "arguments.csv.gz"))


@cache
def read_ukp_pairs() -> tuple[ConvincingPair, ...]:
    """Return the shipped pairs in the order of the data set."""
    return tuple(ConvincingPair(**row) for row in packed_rows("ukp", "pairs.csv.gz"))


def _argument(row: dict[str, str]) -> RankedArgument:
    debate, _, side = row["side"].rpartition("_")
    proposition, affirming = DEBATES[debate]
    return RankedArgument(
        id=row["id"],
        text=tidied(row["text"]),
        side=row["side"],
        rank=float(row["rank"]),
        debate=debate,
        proposition=proposition,
        polarity=1 if side == affirming else -1,
        part=PARTS[debate],
    )


def tidied(text: str) -> str:
    """Return a text with line breaks for ``<br/>`` and single spaces within a line."""
    lines = (" ".join(line.split()) for line in LINE_BREAK.split(text))
    return "\n".join(line for line in lines if line)
