"""The task ``extract``: each sentence that says something about the matter is a claim.

A sentence is left out when it asks, or when hardly a word is left once function words, the words of the
proposition and talk about talk are set aside (greetings, announcements of where one stands); a lead-in of such
words is cut off. These are cues of English at large; nothing here knows how the offline speaker phrases a turn.
"""

import re

from doxa.corpora import normalised
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.sentences import content_words, sentences, word_set
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.canonical import clean
from doxa.tasks.extract import ExtractedClaim, Inputs, Reply

LONGEST = 600
"""Characters of one claim; a longer sentence is cut, as nobody argues in one breath for longer."""

LEAST = 2
LEAST_FIRST_PERSON = 4
"""Words of substance that a sentence must have; more in the first person, where talk about oneself is likely."""

LEAD = 60
"""Characters that a lead-in before a colon or a comma may have, if it has no substance of its own."""

STEM = 6
"""Letters by which a word counts as a form of a word of the proposition."""

TALK = word_set(
    """
    accept admit agree ahead answer argue argument aside balance believe blunt bring brought call case change
    choose claim clear close come conclude convince count debate decide deny differ difficult disagree discuss
    dismiss doubt easy everyone face fact fair favor favour feel final find follow forth friend give glad go good
    grant grateful great guess happy hard head hear hello help hesitate hold honest hope idea impress interest
    issue keep key know lean least leave light listen look main maintain make matter mean mention mind miss
    mistake moment morning motion move need note object opinion oppose outright past pause perhaps persuade place
    point position possible proposition prove put question raise reason reject remain reply respect rest right
    said say second see seem settle share show side simple simply slight sort speak stand start state stay stick
    strong sum support sure surprise take talk tell thank think though thought tilt time today together told
    tonight took topic true truth try turn uncertain undecided understand unsure view vote way weigh weight
    welcome went win word work worth wrong
    """
)
"""Words of talk about talk, in their plain form."""

FIRST_PERSON = re.compile(r"\b(?:I|I['’]\w+|me|my)\b")

CONNECTIVE = re.compile(r"(?:and|but|so|also|or|yet)\s+", re.IGNORECASE)

LEAD_IN = re.compile(rf"[^,:.!?]{{1,{LEAD}}}(?:, [^,:.!?]{{1,20}})?[,:]\s+")
"""A phrase in front that a comma or a colon parts from the rest."""


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
        snippet = without_lead(sentence.text, known)[:LONGEST].rstrip()
        if says_something(snippet, known):
            found.setdefault(normalised(snippet), ExtractedClaim(claim=standing_alone(snippet), snippet=snippet))
    return tuple(found.values())


def says_something(sentence: str, known: frozenset[str]) -> bool:
    """Say whether a sentence holds a claim; ``known`` are the words of the proposition."""
    if sentence.rstrip("\"'”’)]").endswith("?"):
        return False
    return substance(sentence, known) >= (LEAST_FIRST_PERSON if FIRST_PERSON.search(sentence) else LEAST)


def substance(text: str, known: frozenset[str]) -> int:
    """Count the different content words that are neither of the proposition nor talk about talk."""
    stems = {word[:STEM] for word in known if len(word) >= STEM}
    words = set(content_words(text)) - known
    return sum(1 for word in words if word[:STEM] not in stems and not _is_talk(word))


def without_lead(sentence: str, known: frozenset[str]) -> str:
    """Return the end of a sentence, without connectives and lead-ins that say nothing themselves."""
    while lead := LEAD_IN.match(sentence) or CONNECTIVE.match(sentence):
        words = lead.group().split()
        # one word, a name or an adverb, is no claim; nor is what only points at the words behind a colon
        allowed = 1 if len(words) == 1 or words[-1].endswith(":") else 0
        if substance(lead.group(), known) > allowed:
            break
        sentence = sentence[lead.end() :]
    return sentence


def standing_alone(snippet: str) -> str:
    """Return a sentence on one line, with a capital letter and a full stop."""
    bare = " ".join(snippet.split())
    bare = bare[0].upper() + bare[1:]
    return bare if bare[-1] in ".!…\"'”’)" else f"{bare}."


def _is_talk(word: str) -> bool:
    """Say whether a word is of ``TALK``, in this form or a regular one of it."""
    forms = (word, word[:-1], word[:-2], word[:-3], f"{word[:-3]}e", f"{word[:-3]}y", word[:-4])
    return any(form in TALK for form in forms[: 1 if len(word) < 5 else None])
