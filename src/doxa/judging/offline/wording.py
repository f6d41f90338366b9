"""The tasks ``name_cluster`` and ``paraphrase_passage`` in plain code. SIMULATED.

The most central claim of a cluster names it. A passage is paraphrased by three rules, none of which understands a
sentence: short forms are written out, common words become phrases of the same sense, and a sentence that begins with a
condition or a reason ends with it. Where that makes a passage too little longer, its sentences are introduced by
phrases that say nothing. A reader notices that it was not written by a person; it adds no fact, figure or reason, which
is all that a probe of length needs.
"""

import itertools
import re

from doxa.judging.tasks.wording import LEAST, ClusterName, ClusterToName, Paraphrase, PassageToSay, shorten_claim
from doxa.models.hearing.sentences import sentences
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response


def name_cluster(request: Request, library: Library) -> Response:
    """Return the first words of the claim that is nearest to the cluster's middle as its name, and the claim itself."""
    central = inputs_of(request, ClusterToName).claims[0]
    return reply(ClusterName(name=shorten_claim(central), description=central))


WANTED = LEAST + 0.15
"""How many times as many words a paraphrase should have."""

SHORT_FORMS = (
    ("can't", "cannot"), ("won't", "will not"), ("n't", " not"), ("'re", " are"), ("'ve", " have"), ("'ll", " will"),
    ("I'm", "I am"), ("it's", "it is"), ("that's", "that is"), ("there's", "there is"), ("what's", "what is"),
)  # fmt: skip

PHRASES = {
    "because": "for the reason that", "if": "in the case that", "but": "but on the other hand", "also": "in addition",
    "often": "in a good many cases", "many": "a large number of", "however": "in spite of this", "must": "will have to",
    "therefore": "as a result of this", "every": "each and every", "always": "at all times", "never": "at no time",
    "although": "in spite of the fact that", "whether": "the question whether", "today": "at the present day",
    "when": "at a time when", "without": "in the absence of", "until": "up to the time when", "others": "other people",
}  # fmt: skip

FRAMES = (
    "What is being said here is that", "The point to be made is that", "It has to be said that",
    "It is the case that", "What this comes to is that",
)  # fmt: skip
"""Phrases that say nothing, before a sentence that states something."""

OPENINGS = ("To say this at somewhat greater length:", "To put the matter in other words once more:")
"""Phrases that say nothing, before any sentence."""

_STATES = re.compile(
    r"\A(?:The|This|That|These|Those|An?|We|They|It|He|She|I|You|There|Their|Our|My|His|Her|Its|Nobody|In|For|On)\b"
    r"[^?]*\.$"
)
_PHRASED = re.compile(rf"\b({'|'.join(sorted(PHRASES, key=len, reverse=True))})\b(?!['’-])")
_LEADING = re.compile(r"^(Because|If|When|Although|While|Since|Unless) ([^,;:]+), ([^;:]+?)([.!?]?)$")

_POINTS_BACK = re.compile(r"(?:it|they|he|she|this|that|these|those|then|so|their|its)\b", re.IGNORECASE)


def paraphrase_passage(request: Request, library: Library) -> Response:
    """Return a passage in more words."""
    return reply(Paraphrase(text=paraphrase(inputs_of(request, PassageToSay).text)))


def paraphrase(text: str) -> str:
    """Return a text in at least 1.35 times as many words, with nothing added."""
    originals = [sentence.text for sentence in sentences(text)] or [text]
    wanted = WANTED * len(text.split())
    longer = [_say_longer(sentence) for sentence in originals]
    places = sorted(range(len(longer)), key=lambda place: _STATES.match(longer[place]) is None)
    for number, place in enumerate(itertools.cycle(places)):
        if sum(len(sentence.split()) for sentence in longer) >= wanted:
            break
        longer[place] = _introduce(longer[place], number)
    return " ".join(longer)


def _introduce(sentence: str, number: int) -> str:
    """Return a sentence after a phrase that says nothing."""
    if _STATES.match(sentence) is None or sentence.startswith(FRAMES):
        return f"{OPENINGS[number % len(OPENINGS)]} {sentence}"
    first = sentence if re.match(r"I\b", sentence) else sentence[0].lower() + sentence[1:]
    return f"{FRAMES[number % len(FRAMES)]} {first}"


def _say_longer(sentence: str) -> str:
    for short, full in SHORT_FORMS:
        sentence = sentence.replace(short.replace("'", "’"), full).replace(short, full)
    if (found := _LEADING.match(sentence)) and not _POINTS_BACK.match(found[3]):
        word, reason, claim, end = found.groups()
        sentence = f"{claim[0].upper()}{claim[1:]} {word.lower()} {reason}{end}"
    return _PHRASED.sub(lambda match: PHRASES[match[1]], sentence)
