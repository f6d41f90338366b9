"""The stance that a text avows: of its clauses' positions the later and the firmer, not those that it has left."""

import re

from doxa.models.embedded.extraction import sentences
from doxa.models.offline.stances.clauses import clauses_of
from doxa.models.offline.stances.grades import LEANING, Reading, cues_of
from doxa.models.offline.stances.readings import read_clause

CONCEDING = re.compile(
    r"\b(?:although|though|while|admit\w*|grant(?:ed|ing)?|conced\w+|nevertheless|nonetheless|despite|"
    r"fair point|on the other hand|to be fair|even so|some reservations|I can see why|I understand)\b",
    re.IGNORECASE,
)
_SIDE = r"(?:for|in favou?r|supportive|against|opposed|hostile)"
TAG = re.compile(
    r",\s*(?:is|are|was|were|do|does|did|can|could|would|will|should|has|have|am|wo|ca)(?:n['’]t| not)?\s+"
    r"(?:it|they|we|you|he|she|there|I)(?: not)?\?$",
    re.IGNORECASE,
)
"""A tag that makes a question of a statement: "It's not wrong, is it?"."""
DENIES_BOTH = re.compile(
    rf"\bI(?:['’]m| am) (?:\w+ly )?(?:not|neither) (?:\w+ly )?(?P<first>{_SIDE})\b[^.!?]{{0,120}}\b(?:but|and|nor|or)\b"
    rf"(?:[^.!?]{{0,120}}\b(?:not|neither|nor|\w*n['’]t))?[^.!?]{{0,12}}\b(?!(?P=first)){_SIDE}\b",
    re.IGNORECASE,
)
"""Both sides denied: "I'm not against it, but I'm not for it either"."""
CONCEDED = 0.85
"""What a concession beside a position leaves of its grade."""
FEW = 3
"""The most sentences of a text that takes its position in them; a longer one argues it, and says much in passing."""
TRAILING = 6
"""Words of a clause that only softens the one before it, at most: "but only just"."""
SOFTENED = 0.6


def read_avowal(text: str, proposition: str) -> float | None:
    """Return the signed grade in [−1, 1] that a text avows; None where it takes no position in so many words.

    Present positions count before past ones; a past one alone says little more than that it is over. Where present
    ones conflict the last counts, else the firmest. Who only reports that some are for it and some against takes none
    of their sides: 0.
    """
    present: list[Reading] = []
    past: list[Reading] = []
    others: list[float] = []
    before: Reading | None = None
    parts = sentences(text)
    for sentence in parts:
        said = TAG.sub(".", sentence.text.rstrip())
        if said.endswith("?"):
            before = None
            continue
        if DENIES_BOTH.search(said):
            present.append(Reading(0.0, undecided=True))
            continue
        own, left, before = _read_sentence(said, proposition, before, others)
        present += own
        past += left
    if len(parts) > FEW:
        present, past = ([reading for reading in own if reading.explicit] for own in (present, past))
        others = []
    if not present and not past and len({_sign(stance) for stance in others}) > 1:
        return 0.0
    if not present:
        return round(-LEANING * _sign(past[-1].stance), 4) if past else None
    if all(reading.weak for reading in present):
        return None
    stance = _settled(present)
    return stance * CONCEDED if CONCEDING.search(text) else stance


def is_long(text: str) -> bool:
    """Say whether a text argues its position rather than only takes it."""
    return len(sentences(text)) > FEW


def _read_sentence(
    text: str, proposition: str, before: Reading | None, others: list[float]
) -> tuple[list[Reading], list[Reading], Reading | None]:
    """Return the present position of a sentence, its past ones, and the reading of its last clause.

    Stances that it reports of others are added to ``others``.
    """
    main: list[Reading] = []
    background: list[Reading] = []
    past: list[Reading] = []
    for clause in clauses_of(text):
        reading = read_clause(clause, proposition, before)
        if reading is None:
            if main and len(clause.text.split()) <= TRAILING and cues_of(clause.text)[1]:
                main[-1] = Reading(main[-1].stance * SOFTENED)
            continue
        before = reading
        if reading.whose == "others":
            others.append(reading.stance)
        if reading.whose == "own":
            (past if clause.past else background if clause.background else main).append(reading)
    kept = _left_open(main or background)
    firm = [reading for reading in kept if not reading.weak]
    return (firm or kept)[-1:] if _conflict(kept) else firm or kept, past, before


def _conflict(readings: list[Reading]) -> bool:
    return len({_sign(reading.stance) for reading in readings}) > 1


def _settled(readings: list[Reading]) -> float:
    """Return the stance of the last side taken, of its readings the firmest."""
    firm = [reading.stance for reading in _left_open(readings) if not reading.weak]
    if not firm:
        return 0.0
    last = firm[-1]
    return max((stance for stance in firm if _sign(stance) == _sign(last)), key=abs)


def _left_open(readings: list[Reading]) -> list[Reading]:
    """Return the readings, but where one is undecided only that and what is then still liked or wanted."""
    place = max((place for place, reading in enumerate(readings) if reading.undecided), default=-1)
    return readings if place < 0 else [readings[place], *(one for one in readings[place + 1 :] if one.takes_side)]


def _sign(stance: float) -> int:
    return (stance > 0) - (stance < 0)
