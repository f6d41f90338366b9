"""Propositions: 5,645 questions of public policy, each with a statement that affirms it and one that negates it.

From the Habermas Machine (Tessler et al. 2024). Parts: train (4,500), iid_test (565, on topics of train) and ood_test
(580, on other topics). White space at the ends of texts is removed and runs of it become one space.
"""

from dataclasses import dataclass
from functools import cache

from doxa.corpora.packed import packed_rows


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question and the two statements that answer it yes and no."""

    id: str
    question: str
    affirming: str
    negating: str
    topic: str
    part: str


@cache
def read_propositions() -> tuple[Question, ...]:
    """Return the shipped questions in the order of the data set."""
    return tuple(
        Question(
            id=row["id"],
            question=_tidied(row["question"]),
            affirming=_tidied(row["affirming"]),
            negating=_tidied(row["negating"]),
            topic=row["topic"],
            part=row["part"],
        )
        for row in packed_rows("propositions", "propositions.csv.gz")
    )


def _tidied(text: str) -> str:
    return " ".join(text.split())
