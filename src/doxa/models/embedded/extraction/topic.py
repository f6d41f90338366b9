"""The topic of a proposition: its words, and the names that "it" and "this policy" can refer to.

    "We should adopt compulsory voting"    thing = act = "compulsory voting"
    "We should ban human cloning"          thing = "human cloning", act = "banning human cloning"
    "Online learning is a replacement …"   thing = act = "online learning"

With two names a bare "it" could mean either, with opposite polarities: nothing is replaced then.
"""

import re
from dataclasses import dataclass

from doxa.corpora import normalised

MOST = 8
"""The most words of a name that may replace a pronoun; a longer name would dominate the claim."""

ADOPTING = {"adopt", "introduce", "implement", "establish", "institute", "have", "create", "enact", "pass"}

DOING = {
    "abandon": "abandoning",
    "abolish": "abolishing",
    "allow": "allowing",
    "ban": "banning",
    "close": "closing",
    "cut": "cutting",
    "end": "ending",
    "expand": "expanding",
    "fight": "fighting",
    "fund": "funding",
    "increase": "increasing",
    "legalise": "legalising",
    "legalize": "legalizing",
    "limit": "limiting",
    "oppose": "opposing",
    "prohibit": "prohibiting",
    "protect": "protecting",
    "raise": "raising",
    "reduce": "reducing",
    "regulate": "regulating",
    "repeal": "repealing",
    "restrict": "restricting",
    "subsidise": "subsidising",
    "subsidize": "subsidizing",
    "support": "supporting",
    "tax": "taxing",
}
"""Verb of a proposition → its form in -ing, for the act upon the thing."""

_WE = re.compile(
    r"(?:we|the government|governments|the state|this house|the us|the uk|states)\s+(?:should|must|"
    r"would)\s+(?P<verb>\w+)\s+",
    re.IGNORECASE,
)
_THERE = re.compile(r"there\s+(?:should|must|ought to)\s+be\s+", re.IGNORECASE)
_DONE = re.compile(r"\s+(?:should|must)\s+be\s+(?P<verb>\w+?)(?:p?ped|n?ned|ed|d)\b.*$", re.IGNORECASE)
_SAID = re.compile(
    r"\s+(?:is|are|was|were|should|must|will|would|can|does|do|has|have|makes?|causes?)\s+.*$", re.IGNORECASE
)
_NUMBER = re.compile(r"\s+(?:(?P<many>are|were|have|do)|(?:is|was|has|does|makes|causes))\b", re.IGNORECASE)
"""A verb that shows whether the name before it is singular or plural."""
_ARTICLE = re.compile(r"(?:an?)\s+", re.IGNORECASE)
_NAMED_BY_PRONOUN = re.compile(
    r"(?:I|we|you|it|they|he|she|there|this|that|people|everyone|nobody|no one)\b", re.IGNORECASE
)
_PLURAL = re.compile(r"(?:[^s\W]|s(?=es))\w*[^sui\W]s$|\b(?:media|people|children|women|men)$", re.IGNORECASE)
_HEAD_ENDS = re.compile(r"\s+(?:of|in|for|on|to|by|with|from|at|that|who)\s+.*$", re.IGNORECASE)


@dataclass(frozen=True)
class Topic:
    """The names and words of a proposition; a name is empty where it is not sure."""

    known: frozenset[str]
    """Its words, normalised."""
    thing: str = ""
    """The thing that the proposition is about."""
    act: str = ""
    """The act that it proposes, as a noun; the thing itself where no act is proposed."""
    plural: bool = False

    @property
    def plain(self) -> bool:
        """Whether thing and act are the same, so that "it" has only one meaning."""
        return bool(self.thing) and self.thing == self.act


def topic_of(proposition: str) -> Topic:
    """Return the topic of a proposition."""
    proposition_words = frozenset(normalised(proposition).split())
    bare = " ".join(proposition.split()).rstrip(".!")
    subject, act = _names(bare)
    number = _NUMBER.match(bare[len(subject) :]) if subject and bare.lower().startswith(subject.lower()) else None
    subject, act = (
        _short(_ARTICLE.sub("", name, count=1) if _ARTICLE.match(name) else name) for name in (subject, act)
    )
    return Topic(proposition_words, subject, act, number["many"] is not None if number else _is_plural(subject))


def _names(text: str) -> tuple[str, str]:
    if match := _WE.match(text):
        verb, subject = match["verb"].lower(), text[match.end() :]
        if verb in ADOPTING:
            return subject, subject
        return (subject, f"{DOING[verb]} {subject}") if verb in DOING else ("", "")
    if match := _THERE.match(text):
        return text[match.end() :], text[match.end() :]
    return _of_statement(text)


def _of_statement(text: str) -> tuple[str, str]:
    if _NAMED_BY_PRONOUN.match(text):
        return "", ""
    if match := _DONE.search(text):
        subject, verb = _lowered(text[: match.start()]), match["verb"].lower()
        doing = next((DOING[form] for form in (verb, f"{verb}e") if form in DOING), "")
        return subject, f"{doing} {subject}" if doing else ""
    match = _SAID.search(text)
    if not match:
        return "", ""
    subject = _lowered(text[: match.start()])
    return subject, subject


def _short(name: str) -> str:
    return name if len(name.split()) <= MOST and "," not in name else ""


def _lowered(name: str) -> str:
    """Return a name with a small first letter, unless its first word is an acronym ("USA", "NATO")."""
    first, second = name[:1], name[1:2]
    return name if second.isupper() else first.lower() + name[1:]


def _is_plural(name: str) -> bool:
    return _PLURAL.search(_HEAD_ENDS.sub("", name)) is not None
