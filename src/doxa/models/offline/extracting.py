"""The task ``extract``: each sentence that says something about the matter is a claim.

A sentence is left out when it asks, when it is too short to say anything, or when hardly a word is left once
function words, the words of the proposition and talk about talk are set aside (greetings, announcements of
where one stands). These are cues of English at large; nothing here knows how the offline speaker phrases a turn.
"""

import re

from doxa.corpora import normalised
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.sentences import content_words, sentences
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.canonical import clean
from doxa.tasks.extract import ExtractedClaim, Inputs, Reply

LONGEST = 600
"""Characters of one claim; a longer sentence is cut, as nobody argues in one breath for longer."""

LEAST_SUBSTANCE = 2
LEAST_SUBSTANCE_FIRST_PERSON = 3
"""Words of substance that a sentence must have; more in the first person, where talk about oneself is likely."""

TALK = frozenset(
    """agree agreed agreeing answer answered answers argue argued argues arguing argument arguments balance believe
    case claim claims convinced debate decided disagree discussion everyone fair favour favor feel first friend friends
    glad good hear heard hello help hi hold issue last listen listened matter mention mentioned mind morning motion move
    moved oppose opposed opinion point points position proposition question raise raised reason reasons respect right
    said say saying says second side sides stand started statement sure support supporting take talk talked tell thank
    thanks thing things think thought today told topic true undecided understand view views vote voting weigh weighed
    weighs weight welcome word words wrong yourself myself""".split()
)

FIRST_PERSON = re.compile(r"\b(?:I|I['’]\w+|me|my)\b")

LEADING = re.compile(
    r"(?:(?:and|but|so|also|besides|moreover|furthermore|however|still|yet|then|thus|therefore|hence|finally|again"
    r"|indeed|instead|nevertheless|nonetheless|first|firstly|second|secondly|third|thirdly|likewise|similarly"
    r"|admittedly|granted|overall|well"
    r"|in addition|in fact|of course|for example|for instance|on the other hand|on the one hand|after all"
    r"|at the same time|on top of that|more than that|beyond that|above all|even so|what is more)\s*[,:–—]\s*"
    r"|(?:and|but|so|also)\s+)+",
    re.IGNORECASE,
)


def extract(request: Request, library: Library) -> Response:
    """List the claims of one message."""
    inputs = inputs_of(request, Inputs)
    return reply(Reply(claims=claims_of(inputs.text, inputs.proposition)))


def claims_of(text: str, proposition: str) -> tuple[ExtractedClaim, ...]:
    """Return the claims of a text; every snippet stands in the text, letter for letter."""
    text = clean(text)
    known = frozenset(normalised(proposition).split())
    found: dict[str, ExtractedClaim] = {}
    for sentence in sentences(text):
        if not says_something(sentence.text, known):
            continue
        snippet = sentence.text[:LONGEST].rstrip()
        found.setdefault(normalised(snippet), ExtractedClaim(claim=standing_alone(snippet), snippet=snippet))
    return tuple(found.values())


def says_something(sentence: str, known: frozenset[str]) -> bool:
    """Say whether a sentence holds a claim; ``known`` are the words of the proposition."""
    if sentence.rstrip("\"'”’)]").endswith("?"):
        return False
    substance = {word for word in content_words(sentence) if word not in TALK and word not in known}
    least = LEAST_SUBSTANCE_FIRST_PERSON if FIRST_PERSON.search(sentence) else LEAST_SUBSTANCE
    return len(substance) >= least


def standing_alone(snippet: str) -> str:
    """Return a sentence without connectives in front, with a capital letter and a full stop."""
    bare = LEADING.sub("", snippet, count=1) if LEADING.match(snippet) else snippet
    bare = " ".join((bare or snippet).split())
    bare = bare[0].upper() + bare[1:]
    return bare if bare[-1] in ".!…\"'”’)" else f"{bare}."
