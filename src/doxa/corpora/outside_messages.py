"""Messages of other people's projects whose argued side is known; judges are examined on them, and none is trained.

- ``model-debates``: 92 turns of twelve debates of a small open-weight model with itself, by two models on two motions
  (Robert E. Roy's *debatebench*).
- ``ballot-arguments``: 61 arguments and rebuttals of people on 19 ballot measures of California, as the voters' guides
  printed them, with signatures (from the evals of OpenAI).
"""

import json
from dataclasses import dataclass
from functools import cache

from doxa.corpora.corpus import Side
from doxa.corpora.messages import FILE, SIDES
from doxa.corpora.packed import packed_lines
from doxa.errors import CorpusError

MODEL_DEBATES = "model-debates"
BALLOT_ARGUMENTS = "ballot-arguments"


@dataclass(frozen=True, kw_only=True)
class OutsideMessage:
    """One message, and the side that its writer argued."""

    id: str
    motion: str
    side: Side
    text: str
    kind: str
    """opening, rebuttal or conclusion of a debate; argument or rebuttal on a measure."""


def read_model_debates() -> tuple[OutsideMessage, ...]:
    """Return the turns of the shipped debates of models with themselves, in their order.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    return _read(MODEL_DEBATES)


def read_ballot_arguments() -> tuple[OutsideMessage, ...]:
    """Return the shipped arguments on ballot measures in their order.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    return _read(BALLOT_ARGUMENTS)


@cache
def _read(folder: str) -> tuple[OutsideMessage, ...]:
    try:
        rows = [json.loads(line) for line in packed_lines(folder, FILE)]
        return tuple(
            OutsideMessage(
                id=row["id"], motion=row["motion"], side=SIDES[row["side"]], text=row["text"], kind=row["kind"]
            )
            for row in rows
        )
    except (KeyError, ValueError) as error:
        raise CorpusError(f"the messages of {folder} cannot be read: {error}", hint="Install doxa again.") from None
