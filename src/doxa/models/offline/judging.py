"""The task ``judge_stance``: the stance that a text expresses, judged from the text alone.

    stance = tanh(GAIN · f · (Σ lean of its claims + 2 Σ c·avowal) / n),   f, c = certainty in [0.4, 1.3]

A lean is twice the probability that a claim supports the motion, less 1, by the shipped model. Avowals are
first-person sentences without a claim that name the speaker's side. Certainty counts words of English modality, in the
whole text (f) or in the sentence (c). The judge knows nothing about the speaker: no stance, no phrases.
"""

import math
import re

from doxa.corpora import normalised
from doxa.models.embedded import polarity
from doxa.models.embedded.extraction import FIRST_PERSON, claims_of, says_something, sentences
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.canonical import clean
from doxa.tasks.judge_stance import Inputs, Reply

GAIN = 2.0
AVOWAL = 2.0
DECIMALS = 4

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
FAVOURING = re.compile(r"\b(?:support|favou?r|agree|endorse|back|approve|for it|in favou?r)\b", re.IGNORECASE)
OPPOSING = re.compile(r"\b(?:oppose|reject|against|disagree|object|refuse|disapprove)\b", re.IGNORECASE)
NEGATING = re.compile(r"\b(?:not|never|no|cannot|can't|don't|won't|wouldn't|couldn't)\b", re.IGNORECASE)


def judge_stance(request: Request, library: Library) -> Response:
    """Return the stance of one statement."""
    inputs = inputs_of(request, Inputs)
    signs = _signs(inputs.text, inputs.proposition, library)
    return reply(Reply(stance=_stance(inputs.text, signs), clear=bool(signs)))


def stance_of(text: str, proposition: str, library: Library) -> float:
    """Return the stance in [−1, 1] that a text expresses; 0 where it has no sign of a direction."""
    return _stance(text, _signs(text, proposition, library))


def _signs(text: str, proposition: str, library: Library) -> list[float]:
    """Return the signs of a direction in a text: leans of its claims, and avowals."""
    text = clean(text)
    return [*_leans(text, proposition, library), *avowals(text, proposition)]


def _stance(text: str, signs: list[float]) -> float:
    if not signs:
        return 0.0
    mean = math.fsum(signs) / len(signs)
    return round(math.tanh(GAIN * certainty(clean(text)) * mean), DECIMALS)


def avowals(text: str, proposition: str) -> list[float]:
    """Return a signed weight for each first-person sentence that explicitly takes one side."""
    weights = []
    proposition_words = frozenset(normalised(proposition).split())
    for sentence in sentences(text):
        favouring, opposing = FAVOURING.search(sentence.text), OPPOSING.search(sentence.text)
        if bool(favouring) == bool(opposing) or not FIRST_PERSON.search(sentence.text):
            continue
        if not says_something(sentence.text, proposition_words):
            sign = 1 if favouring else -1
            weights.append(AVOWAL * certainty(sentence.text) * (-sign if NEGATING.search(sentence.text) else sign))
    return weights


def certainty(text: str) -> float:
    """Return how certain a text sounds, in [0.4, 1.3]: 1 is neutral, less is hedged, more is emphatic."""
    count = max(1, len(sentences(text)))
    firm, soft, conceding = (sum(1 for _ in cue.finditer(text)) / count for cue in (CERTAIN, UNCERTAIN, CONCEDING))
    return min(1.3, max(0.4, 1.0 + 0.5 * firm - 0.6 * soft - 0.8 * conceding))


def _leans(text: str, proposition: str, library: Library) -> list[float]:
    """Return a lean in [−1, 1] for each claim that has a direction."""
    model = polarity()
    claims = [extracted.claim for extracted in claims_of(text, proposition)]
    chances = model.probabilities(proposition, claims, library.embedder)
    return [2.0 * chance - 1.0 for chance in chances if model.clear(chance)]
