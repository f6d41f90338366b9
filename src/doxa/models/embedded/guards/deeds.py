"""What a motion would do and what it says of a thing, in plain words: "phase out coal" is read as "end coal".

    "Israel should lift the blockade of Gaza"      "Israel should end the blockade of Gaza"
    "Coal power should be phased out by 2030"      "We should end coal power by 2030"
    "The council should scale the fair back"       "The council should reduce the fair"
    "Phasing out coal would help the climate"      "Ending coal would help the climate"
    "Beauty contests must go"                      "We should end beauty contests"
    "Night trains are indispensable"               "Night trains are essential"
    "We should lift the ban on busking"            "We should allow busking"

A small network knows the words of the motions that taught it. Others it may read the wrong way round: of a motion to
"lift" something it takes nearly every claim for one of the other side. A word stands here for what it means, and is
read as one of the same sense. ``python bench/plain_words.py`` shows under which words the network reads claims rightly.
"""

import re
from collections.abc import Iterable, Mapping

from doxa.models.embedded.extraction.words import word_set
from doxa.models.embedded.guards.verbs import forms_of, longest_first

DEEDS: Mapping[str, tuple[str, ...]] = {
    "end": (
        "phase out", "wind down", "wind up", "axe", "bin", "bury", "mothball", "sunset", "unwind", "stamp out",
        "root out", "wipe out", "eradicate", "call off", "call time on", "abrogate", "annul", "rescind", "overturn",
        "discontinue", "dispense with", "strike down", "throw out", "rip up", "tear up", "torpedo", "waive",
        "write off", "gut", "reverse", "pull the plug on", "bring to an end", "draw a line under", "pension off",
        "part with", "part ways with", "let go of", "say farewell to", "see the back of",
    ),
    "remove": (
        "demolish", "tear down", "pull down", "knock down", "take down", "dismantle", "raze", "bulldoze", "evict",
    ),
    "abandon": (
        "forgo", "forego", "give up", "divest from", "disinvest from", "step back from", "pull back from",
        "draw back from", "break with", "sideline", "wean itself off", "wean ourselves off",
    ),
    "leave": ("pull out of", "back out of"),
    "ban": ("bar", "rule out", "keep out"),
    "avoid": ("shun", "steer clear of", "stay clear of", "keep clear of", "stay out of", "guard against"),
    "reduce": (
        "scale back", "scale down", "dial back", "pare back", "pare down", "roll back", "row back on", "cut back on",
        "cut back", "water down", "tone down", "run down", "whittle down", "wind back", "rein in", "ease", "relax",
        "loosen", "slash", "trim", "halve", "shrink", "downsize", "thin out", "cull", "prune", "hollow out",
        "choke off", "cap", "freeze", "hold back", "tackle",
    ),
    "restrict": (
        "crack down on", "clamp down on", "put the brakes on", "slam the brakes on", "apply the brakes to",
        "clip the wings of",
    ),
    "limit": ("ration",),
    "stop": ("postpone", "defer", "shelve", "put off", "put on hold", "hold off on", "delay"),
    "oppose": (
        "object to", "deplore", "turn its back on", "turn our backs on", "get tough on", "wage war on",
        "declare war on", "stand up to", "face down",
    ),
    "discourage": ("deter",),
    "legalize": ("decriminalise", "decriminalize"),
    "allow": ("sign off on", "clear the way for", "smooth the way for"),
    "introduce": ("reintroduce", "reinstate", "roll out"),
    "bring back": ("revert to", "go back to", "dust off"),
    "adopt": ("switch to", "shift to", "transition to"),
    "preserve": ("conserve", "safeguard"),
    "extend": ("prolong", "lengthen"),
    "expand": ("widen", "broaden", "double down on"),
    "accelerate": ("speed up",),
    "strengthen": ("tighten", "toughen", "beef up"),
    "increase": ("hike",),
    "promote": ("mainstream", "prioritise", "prioritize"),
    "support": ("fight for", "underwrite", "bail out", "throw its weight behind", "side with"),
    "accept": ("normalise", "normalize"),
    "use": ("fall back on",),
}  # fmt: skip
"""A verb that the network knows → verbs that are read as it."""

PASSIVES = {
    **dict.fromkeys(("reduced", "curbed", "curtailed", "decreased", "minimised", "minimized"), "reduce"),
    "limited": "limit",
    "restricted": "restrict",
    "dropped": "drop",
    "suspended": "suspend",
}
"""Past participles of which the network knows only the active voice."""

LIFT, LIFTED, RAISED = forms_of("lift"), "end", "increase"
RESTRAINT = re.compile(
    r"\b(?:bans?|blockades?|embargo\w*|sanctions?|restrictions?|limits?|caps?|curfews?|lockdowns?|moratoriums?|freezes?|"
    r"tariffs?|quotas?|prohibitions?|sieges?|emergency|controls?|barriers?|suspensions?|requirements?|mandates?|"
    r"immunity|secrecy|anonymity|charges?|tolls?|blocks?|veto(?:e?s)?)\b",
    re.IGNORECASE,
)
"""What ends when it is lifted; anything else is raised."""

QUALITIES: Mapping[str, tuple[str, ...]] = {
    "outdated": ("a relic", "a relic of the past", "a thing of the past"),
    "unacceptable": ("inexcusable",),
    "wrong": ("irresponsible",),
    "harmful": ("part of the problem",),
    "fair": ("just",),
    "wise": ("prudent",),
    "essential": ("indispensable", "irreplaceable"),
    "necessary": ("unavoidable", "a necessary evil"),
    "needed": ("overdue", "long overdue"),
    "acceptable": ("tolerable", "the lesser evil", "a lesser evil"),
    "justified": ("defensible",),
    "valuable": ("undervalued", "underrated"),
}
"""A quality that the network knows → those that are read as it where they end a motion."""

BAN_ENDED = word_set(
    "end drop scrap remove repeal abolish abandon stop cancel revoke reduce relax ease loosen soften weaken oppose "
    "reject"
)
BAN_KEPT = word_set(
    "introduce impose support enforce enact extend keep maintain adopt back pass strengthen expand have approve"
)
"""What one does to a ban on a thing: the first allow the thing, the second ban it."""

PARTICLES = ("out", "down", "up", "back", "off")
"""Words of a verb that may stand behind its object."""


def in_plain_deeds(statement: str) -> str:
    """Return a statement with what it would do, or says of its thing, in a plain word; unchanged if that is plain."""
    return _without_ban(_with_plain_words(statement))


def _without_ban(statement: str) -> str:
    """Return what ending or keeping a ban on a thing is to do with the thing."""
    if ban := _BAN.fullmatch(statement):
        return f"{ban['before']}{'allow' if ban['deed'].lower() in BAN_ENDED else 'ban'} {ban['thing']}"
    if ban := _BAN_DONE.fullmatch(statement):
        return f"We should {'allow' if _BAN_DEEDS[ban['deed'].lower()] else 'ban'} {ban['thing']}"
    return statement


def _with_plain_words(statement: str) -> str:
    if ended := _ENDED.fullmatch(statement):
        return f"We should end {ended['thing']}"
    if passive := _PASSIVE.fullmatch(statement):
        deed = _plain(_PAST, passive["deed"], passive["thing"])
        return f"{passive['before']}We should {deed} {passive['thing']}{passive['rest']}"
    for pattern, plain_of in ((_ACTIVE, _BASE), (_COMMAND, _BASE), (_NAMED, _PRESENT)):
        if verb := pattern.match(statement):
            rest = statement[verb.end() :]
            return _joined(verb["before"], _plain(plain_of, verb["deed"], rest), rest)
    if quality := _QUALITY.fullmatch(statement):
        return f"{quality['before']}{_KNOWN[quality['quality'].lower()]}"
    return _unparted(statement)


def _unparted(statement: str) -> str:
    """Return a statement with a verb whose particle stands behind its object in a plain word: "scale the fair back"."""
    parted = _PARTED.match(statement)
    deed = _BASE.get(f"{parted['verb']} {parted['particle']}".lower()) if parted else None
    if parted is None or deed is None:
        return statement
    place = " in" if parted["of"] else ""
    return f"{parted['before']}{deed} {parted['thing'].rstrip()}{place}{statement[parted.end() :]}"


def _joined(before: str, deed: str, rest: str) -> str:
    return f"{before}{deed if before else deed[:1].upper() + deed[1:]}{rest}"


def _plain(plain_of: Mapping[str, str], deed: str, thing: str) -> str:
    """Return the plain word for a deed; lifting is ending or raising, by what is lifted."""
    if deed.lower() not in LIFT or RESTRAINT.search(thing):
        return plain_of[deed.lower()]
    return forms_of(RAISED).present if deed.lower() == LIFT.present else RAISED


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, longest_first(words)))


_BASE = {verb: plain for plain, verbs in DEEDS.items() for verb in verbs} | {LIFT.base: LIFTED}
_PAST = {forms_of(verb).participle: plain for verb, plain in _BASE.items()} | PASSIVES
_PRESENT = {forms_of(verb).present: forms_of(plain).present for verb, plain in _BASE.items()}
_KNOWN = {quality: plain for plain, qualities in QUALITIES.items() for quality in qualities}

_MODAL = r"(?:should|must|ought to|shall|needs? to|has to|have to|had better|time to|wants? to)"
_ADVERB = r"(?:(?:\w+ly|also|now|at last)\s+)?"
_OPENING = r"(?:(?:I|we|they|people|the \w+) (?:think|believe|say|agree)s? that )?"

_ENDED = re.compile(
    rf"(?P<thing>[^,;]+?)\s+(?:{_MODAL}\s+{_ADVERB}(?:go|be history)|(?:has|have) had (?:its|their) day|"
    r"(?:is|are) past (?:its|their) (?:time|prime|sell-by date)|belongs? (?:in|to) the past|"
    r"(?:has|have) outlived (?:its|their) (?:usefulness|purpose))",
    re.IGNORECASE,
)
"""What should be no more."""
_PASSIVE = re.compile(
    rf"(?P<before>{_OPENING})(?P<thing>[^,;]+?)\s+{_MODAL}\s+{_ADVERB}be\s+{_ADVERB}(?P<deed>{_any(_PAST)})\b(?P<rest>.*)",
    re.IGNORECASE,
)
_ACTIVE = re.compile(rf"(?P<before>[^,;]+?\s+{_MODAL}\s+{_ADVERB})(?P<deed>{_any(_BASE)})\b", re.IGNORECASE)
_COMMAND = re.compile(
    rf"(?P<before>)(?P<deed>{_any(_BASE)})(?=\s+(?:the|all|our|its|their|every|any)\b)", re.IGNORECASE
)
_NAMED = re.compile(rf"(?P<before>)(?P<deed>{_any(_PRESENT)})\b", re.IGNORECASE)
"""A deed that is the subject: "Phasing out coal is right"."""
_PARTED = re.compile(
    rf"(?P<before>[^,;]+?\s+{_MODAL}\s+{_ADVERB})(?P<verb>\w+)\s+(?P<thing>(?:[\w'’-]+\s+){{1,6}}?)"
    rf"(?P<particle>{'|'.join(PARTICLES)})\b(?P<of> of\b)?",
    re.IGNORECASE,
)
_BAN_DEEDS = {
    forms_of(verb).participle: verb in BAN_ENDED for verb in (*BAN_ENDED, *BAN_KEPT) if verb not in ("stop", "have")
}
_ON = r"(?:(?:an?|the|its|their|our|any|all|every)\s+)?(?:\w+\s+)?bans?\s+on\s+"
_BAN = re.compile(
    rf"(?P<before>[^,;]+?\s+{_MODAL}\s+{_ADVERB})(?P<deed>{'|'.join(longest_first(BAN_ENDED | BAN_KEPT))})\s+{_ON}"
    r"(?P<thing>.+)",
    re.IGNORECASE,
)
_BAN_DONE = re.compile(
    rf"{_ON}(?P<thing>[^,;]+?)\s+{_MODAL}\s+{_ADVERB}be\s+{_ADVERB}(?P<deed>{_any(_BAN_DEEDS)})", re.IGNORECASE
)
_QUALITY = re.compile(
    rf"(?P<before>[^,;]+?\s+(?:is|are|was|were)\s+(?:(?:\w+ly|still|now)\s+)?)(?P<quality>{_any(_KNOWN)})",
    re.IGNORECASE,
)
