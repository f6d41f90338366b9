"""Questions that state something: "Isn't it clear that fines hurt?" says that it is clear.

Only a negated question becomes a statement, and only where its subject is sure: a pronoun, or the name in the
proposition. "Don't you think that fines hurt?" states that fines hurt. A question stays a question if it offers a
choice ("… or …?"), has a word that really asks ("any", "ever"), is denied at once, or is not negated: the statement of
"Who would want that?" is not in its words.
"""

import re

from doxa.models.embedded.extraction.concessions import DENYING
from doxa.models.embedded.extraction.topic import Topic
from doxa.models.embedded.extraction.words import VERBS, WORD

NEGATED = re.compile(
    r"(?P<verb>is|are|was|were|does|do|did|has|have|would|should|could|must|wo|ca)n['’]?t\s+", re.IGNORECASE
)
POSITIVE = {"wo": "will", "ca": "can"}

FORMAL = re.compile(
    r"(?P<verb>should|would|must)\s+(?P<subject>it|we)\s+not\s+|"
    r"(?P<being>is|was)\s+(?P<it>it)\s+not\s+(?=\w+\s+(?:that|to|when|if|how)\b)",
    re.IGNORECASE,
)
""""Should we not …", "Is it not clear that …"."""

PRONOUN = re.compile(
    r"(?:it|there|(?:we|they)(?!\s+(?:people|women|men|children|\w+[^\Ws]s)\b)|"
    r"every(?:one|body)(?!\s+(?:in|of|on|at|with|from|who|else)\b))\s+",
    re.IGNORECASE,
)
"""A pronoun as the whole subject, unlike "we humans" or "everyone in town"."""

THINKING = re.compile(
    r"(?:don['’]?t you (?:\w+ly )?(?:think|agree|believe|feel)|wouldn['’]?t you (?:\w+ly )?(?:agree|say|think))\s+"
    r"(?:that\s+(?!(?:is|was|would|will|could|can|should|might|may|has)\b))?(?=\w+\s+\w+)(?!(?:so|about|of|in|that|"
    r"this|with|like|to)\b)",
    re.IGNORECASE,
)
"""A framing of what the speaker thinks, where no "this" or "it" of unclear meaning follows."""

OPEN = re.compile(
    r"\b(?:or|any\w*|ever|yet|either|at all)\b|\b(?:and|but|so)\s+(?:\w+n['’]t|why|how|who|what|is|are|do|does|should|"
    r"would|could|can|will)\b",
    re.IGNORECASE,
)
"""A choice, a word that asks, or a second question."""

ADVERBS = re.compile(r"^(?:(?:\w+ly|also|just|still|even|already|always|often)\s+)+", re.IGNORECASE)
SAYING = re.compile(
    r"(?:an?|the|too|so|more|less|very|quite|rather|better|worse|right|wrong|fair|unfair|just|unjust|good|bad|safe|"
    r"unsafe|cruel|cheap|odd|great|hard|\w{3,}(?:ful|less|ous|al|ive|[ai]ble|ant|ent|ic|ed|ing))\b",
    re.IGNORECASE,
)
"""What can follow "is" and its subject without being part of the subject's name."""

BE = ("is", "are", "was", "were")
HAVE = ("has", "have")
PLAIN = VERBS | {"be", "have", "do"}
"""Verbs in the form that follows "does" or "should"."""

DENIED = re.compile(
    r"(?:no|nope|nah|hardly|of course not|not (?:at all|really|quite|necessarily))(?=\s*(?:[,.;:!—–-]|$))|"
    + DENYING.pattern,
    re.IGNORECASE,
)


def statement_of(question: str, topic: Topic) -> str | None:
    """Return what a question states, as a sentence; None where it really asks, or where that is not sure."""
    body = _body(question)
    if not body or "?" in body or OPEN.search(body):
        return None
    if framed := THINKING.match(body):
        return f"{body[framed.end() :]}."
    if formal := FORMAL.match(body):
        verb = formal["verb"] or formal["being"]
        return f"{formal['subject'] or formal['it']} {verb.lower()} {body[formal.end() :]}."
    return _turn_around(body, topic)


def is_denied(question: str, after: str) -> bool:
    """Return whether a negated question is answered by a denial: "Isn't it unfair? No."."""
    negated = any(how.match(_body(question)) for how in (NEGATED, FORMAL, THINKING))
    return negated and DENIED.match(after) is not None


def _body(question: str) -> str:
    """Return a question without the marks at its end; empty where no mark is a question mark."""
    body = question.rstrip("?!")
    return body if "?" in question[len(body) :] else ""


def _turn_around(body: str, topic: Topic) -> str | None:
    """Return "it is …" for "isn't it …"."""
    negated = NEGATED.match(body)
    if not negated:
        return None
    verb = negated["verb"].lower()
    pronoun = PRONOUN.match(body, negated.end())
    end = pronoun.end() if pronoun else _find_name_end(body, negated.end(), topic, verb)
    return f"{body[negated.end() : end].strip()} {POSITIVE.get(verb, verb)} {body[end:]}." if end else None


def _find_name_end(body: str, start: int, topic: Topic, verb: str) -> int:
    """Return where the proposition's own name ends as the subject of a question; 0 where it is not the subject."""
    for name in (topic.act, topic.thing):
        name_match = name and re.compile(rf"(?:the |an? )?{re.escape(name)}\s+", re.IGNORECASE).match(body, start)
        if name_match and _is_predicate(ADVERBS.sub("", body[name_match.end() :], count=1), verb):
            return name_match.end()
    return 0


def _is_predicate(predicate: str, verb: str) -> bool:
    """Return whether the words after a name are its predicate, and not part of a longer name."""
    if verb in BE:
        return SAYING.match(predicate) is not None
    return verb not in HAVE and PLAIN.issuperset(WORD.findall(predicate.lower())[:1] or ("",))
