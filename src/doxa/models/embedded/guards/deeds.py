"""What a motion would do and what it says of a thing, in plain words: "phase out coal" is read as "end coal".

    "Israel should lift the blockade of Gaza"      "Israel should end the blockade of Gaza"
    "Coal power should be phased out by 2030"      "We should end coal power by 2030"
    "The council should scale the fair back"       "The council should reduce the fair"
    "Phasing out coal would help the climate"      "Ending coal would help the climate"
    "Beauty contests must go"                      "We should end beauty contests"
    "Night trains are indispensable"               "Night trains are essential"

A small network knows the words of the motions that taught it. Others it may read the wrong way round: of a motion to
"lift" something it takes nearly every claim for one of the other side. A word stands here for what it means, and is
read as one of the same sense. ``python bench/plain_words.py`` shows under which words the network reads claims rightly.
"""

import re
from collections.abc import Mapping

from doxa.models.embedded.guards.verbs import ADVERB, MODAL, any_of, forms_of

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
OUT_OF = re.compile(r"\bout of\b", re.IGNORECASE)
"""Behind what is neither: people are lifted out of poverty."""

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

PARTICLES = ("out", "down", "up", "back", "off")
"""Words of a verb that may stand behind its object."""


def in_plain_deeds(statement: str) -> str:
    """Return a statement with what it would do, or says of its thing, in a plain word; unchanged if that is plain."""
    if ended := _ENDED.fullmatch(statement):
        return f"We should end {ended['thing']}"
    if kept := _KEPT_OUT.fullmatch(statement):
        return f"We should ban {kept['thing'][:1].lower()}{kept['thing'][1:]} from {kept['place']}"
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
    """Return the plain word for a deed; lifting is ending or raising, by what is lifted, or out of what."""
    if deed.lower() not in LIFT or RESTRAINT.search(thing):
        return plain_of[deed.lower()]
    if OUT_OF.search(thing):
        return deed
    return forms_of(RAISED).present if deed.lower() == LIFT.present else RAISED


_BASE = {verb: plain for plain, verbs in DEEDS.items() for verb in verbs} | {LIFT.base: LIFTED}
_PAST = {forms_of(verb).participle: plain for verb, plain in _BASE.items()} | PASSIVES
_PRESENT = {forms_of(verb).present: forms_of(plain).present for verb, plain in _BASE.items()}
_KNOWN = {quality: plain for plain, qualities in QUALITIES.items() for quality in qualities}

_OPENING = r"(?:(?:I|we|they|people|the \w+) (?:think|believe|say|agree)s? that )?"

_SOMEBODY = r"(?:I|we|you|he|she|they|it|everyone|everybody|people|children|men|women|students|citizens)"
_ENDED = re.compile(
    rf"(?!{_SOMEBODY}\s)(?P<thing>[^,;]+?)\s+(?:{MODAL}\s+{ADVERB}(?:go|be history)|"
    r"(?:has|have) had (?:its|their) day|(?:is|are) past (?:its|their) (?:time|prime|sell-by date)|"
    r"belongs? (?:in|to) the past|(?:has|have) outlived (?:its|their) (?:usefulness|purpose))",
    re.IGNORECASE,
)
"""What should be no more; people who should go are to go somewhere."""
_PASSIVE = re.compile(
    rf"(?P<before>{_OPENING})(?P<thing>[^,;]+?)\s+{MODAL}\s+{ADVERB}be\s+{ADVERB}(?P<deed>{any_of(_PAST)})\b(?! "
    rf"of\b)(?P<rest>.*)",
    re.IGNORECASE,
)
_KEPT_OUT = re.compile(
    rf"(?P<thing>[^,;]+?)\s+{MODAL}\s+{ADVERB}be\s+{ADVERB}(?:kept|banned|barred|driven|shut)\s+out\s+of\s+(?P<place>.+)",
    re.IGNORECASE,
)
_ACTIVE = re.compile(rf"(?P<before>[^,;]+?\s+{MODAL}\s+{ADVERB})(?P<deed>{any_of(_BASE)})\b", re.IGNORECASE)
_COMMAND = re.compile(
    rf"(?P<before>)(?P<deed>{any_of(_BASE)})(?=\s+(?:the|all|our|its|their|every|any)\b)", re.IGNORECASE
)
_NAMED = re.compile(rf"(?P<before>)(?P<deed>{any_of(_PRESENT)})\b", re.IGNORECASE)
"""A deed that is the subject: "Phasing out coal is right"."""
_PARTED = re.compile(
    rf"(?P<before>[^,;]+?\s+{MODAL}\s+{ADVERB})(?P<verb>\w+)\s+(?P<thing>(?:[\w'’-]+\s+){{1,6}}?)"
    rf"(?P<particle>{'|'.join(PARTICLES)})\b(?P<of> of\b)?",
    re.IGNORECASE,
)
_QUALITY = re.compile(
    rf"(?P<before>[^,;]+?\s+(?:is|are|was|were)\s+(?:(?:\w+ly|still|now)\s+)?)(?P<quality>{any_of(_KNOWN)})",
    re.IGNORECASE,
)
