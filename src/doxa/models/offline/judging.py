"""The task ``judge_stance``: the stance that a text expresses, judged from the text alone.

    argued = tanh(GAIN · f · Σ lean of its claims / n),   f = certainty in [0.4, 1.3]
    stance = avowed · (1 + BESIDE · argued · sign avowed)  where it avows a position, argued where it does not

A text of more than a few sentences argues: where its arguments and what it seems to avow disagree, the arguments count.
Of a shorter one a trained reader says whether it takes a position at all. Where it surely does and neither rules nor
claims find one, it leans to the side on which the networks of direction read the text as a whole.

A lean is twice the probability that a claim supports the motion, less 1, by the shipped model. ``hearing.avowals``
reads avowals. Certainty counts words of English modality. The judge knows nothing about the speaker.
"""

import math
import re
from dataclasses import replace

from doxa.models.embedded.positions import position_reader
from doxa.models.hearing.avowals import PLAIN, grade_of, is_long, read_avowal
from doxa.models.hearing.claims import claims_of
from doxa.models.hearing.sentences import sentences
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.directing import (
    EVEN,
    DirectionReader,
    read_chances,
    read_claims,
    read_message,
    shipped_reader,
)
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.base import clean
from doxa.tasks.judge_stance import Inputs, Reply

GAIN = 2.0
BESIDE = 0.1
"""The most by which claims beside an avowal change its grade, as a share."""
DECIMALS = 4
LEAST_LEAN = 0.0228
"""The magnitude from which on the lean of a whole message counts: a stance has degrees, so that a message too unsure
for a direction of its claims still leans."""

LEAST_ALONE = 0.3344
"""The same of the lean of a claim that is read alone."""

NO_POSITION = 0.8
"""The probability from which on a short text takes no position: of 439 statements on held-out propositions that
take one, none reaches it."""
NONE_AVOWED = 0.9
"""The same where the rules read a position in it."""
POSITION = 0.3
"""The probability of none up to which a short text takes a position."""
GUESSED = 0.5
"""What is left of the grade of a position whose side only the networks read in the text as a whole: on sets that nobody
has read they are right in 29 of 53, so that a plain position counts as a leaning."""
UNDECIDED = 0.1
"""The magnitude up to which a stance says nothing of a side."""

CERTAIN = re.compile(
    r"\b(?:always|never|certain(?:ly)?|clear(?:ly)?|obvious(?:ly)?|undoubtedly|definitely|absolutely|must|every|"
    r"completely|entirely|utterly|flatly|no doubt|without question|none|outright|plain(?:ly)?)\b",
    re.IGNORECASE,
)
UNCERTAIN = re.compile(
    r"\b(?:may|might|could|perhaps|possibly|probably|maybe|somewhat|seems?|appears?|likely|unsure|uncertain|torn|"
    r"undecided|slight(?:ly)?|doubt|hesitat\w+|partly|sometimes|rather|fairly|close)\b",
    re.IGNORECASE,
)
CONCEDING = re.compile(
    r"\b(?:although|though|while|admit\w*|grant\w*|conced\w+|however|nevertheless|nonetheless|despite|fair point|"
    r"on the other hand|both sides|to be fair|even so)\b",
    re.IGNORECASE,
)


def judge_stance(request: Request, library: Library) -> Response:
    """Return the stance of one statement."""
    inputs = inputs_of(request, Inputs)
    stance = _read(inputs.text, inputs.proposition, library)
    return reply(Reply(stance=stance or 0.0, clear=stance is not None))


def stance_of(text: str, proposition: str, library: Library) -> float:
    """Return the stance in [−1, 1] that a text expresses; 0 where it has no sign of a direction."""
    return _read(text, proposition, library) or 0.0


def _read(text: str, proposition: str, library: Library) -> float | None:
    """Return the stance that a text avows or argues for; None where it does neither."""
    text = clean(text)
    if is_long(text):
        return _settled(text, proposition, library)
    none = position_reader().no_position(text, library.embedder)
    avowed = read_avowal(text, proposition)
    if none >= (NONE_AVOWED if abs(avowed or 0.0) > UNDECIDED else NO_POSITION):
        return None if avowed is None else 0.0
    if avowed == 0.0:
        return 0.0
    stance = _settled(text, proposition, library)
    if none > POSITION or abs(stance or 0.0) > UNDECIDED:
        return stance
    return _read_whole(text, proposition, library) or stance


def _read_whole(text: str, proposition: str, library: Library) -> float:
    """Return the stance of a text that takes a position, by the networks alone; 0 where they read no side."""
    reader = _reader_of(text)
    (alone,) = read_chances(proposition, [text], library.embedder, reader=reader)
    lean = alone + read_message(proposition, text, library.embedder, reader=reader) - 2 * EVEN
    return round(math.copysign(GUESSED * grade_of(text, PLAIN), lean), DECIMALS) if lean else 0.0


def _reader_of(text: str) -> DirectionReader:
    """Return the networks that doxa carries; of a short statement they lean also where it is on somebody's own life."""
    return replace(shipped_reader(), reads_personal=not is_long(text))


def _settled(text: str, proposition: str, library: Library) -> float | None:
    """Return the stance by what a text avows and argues; None where it does neither."""
    avowed, argued = read_avowal(text, proposition), _argued(text, proposition, library)
    if avowed is None or (argued and argued * avowed < 0 and is_long(text)):
        return argued
    agreement = (argued or 0.0) * (1 if avowed > 0 else -1)
    return round(min(1.0, max(-1.0, avowed * (1.0 + BESIDE * agreement))), DECIMALS)


def _argued(text: str, proposition: str, library: Library) -> float | None:
    """Return the stance that the claims of a text argue for; None where no claim has a direction."""
    leans = _leans(text, proposition, library)
    if not leans:
        return None
    return round(math.tanh(GAIN * certainty(text) * math.fsum(leans) / len(leans)), DECIMALS)


def certainty(text: str) -> float:
    """Return how certain a text sounds, in [0.4, 1.3]: 1 is neutral, less is hedged, more is emphatic."""
    count = max(1, len(sentences(text)))
    firm, soft, conceding = (sum(1 for _ in cue.finditer(text)) / count for cue in (CERTAIN, UNCERTAIN, CONCEDING))
    return min(1.3, max(0.4, 1.0 + 0.5 * firm - 0.6 * soft - 0.8 * conceding))


def _leans(text: str, proposition: str, library: Library) -> list[float]:
    """Return a lean in [−1, 1] for each claim that has a direction, or leans enough, read in its text."""
    claims = [extracted.claim for extracted in claims_of(text, proposition, library.embedder)]
    readings = read_claims(proposition, claims, library.embedder, message=text, reader=_reader_of(text))
    return [
        lean
        for reading in readings
        if abs(lean := 2.0 * reading.chance - 1.0) >= (LEAST_LEAN if reading.of_message else LEAST_ALONE)
        or reading.direction != "unclear"
    ]
