"""Motions about a ban on a thing, as motions about the thing.

    "The city should repeal its ban on busking"    "The city should allow busking"
    "The ban on hunting must be kept"              "We should ban hunting"
    "The smoking ban should be repealed"           "We should allow smoking"
    "A ban on smoking is unjustified"              "We should allow smoking"

Claims on such a motion speak of the thing as often as of the ban, and a small network takes the ban for one more thing
that one can like.
"""

import re

from doxa.models.embedded.extraction.words import word_set
from doxa.models.embedded.guards.verbs import ADVERB, MODAL, any_of, forms_of

ENDED = word_set(
    "end drop scrap remove repeal abolish abandon stop cancel revoke reduce relax ease loosen soften weaken oppose "
    "reject"
)
KEPT = word_set(
    "introduce impose support enforce enact extend keep maintain adopt back pass strengthen expand have approve"
)
"""What one does to a ban: the first allow the thing, the second ban it."""

NO_PASSIVE = ("stop", "have")


def without_ban(statement: str) -> str:
    """Return what ending or keeping a ban on a thing is to do with the thing; other statements stay."""
    if ban := _ACTIVE.fullmatch(statement):
        return f"{ban['before']}{'allow' if ban['deed'].lower() in ENDED else 'ban'} {ban['thing']}"
    if ban := _PASSIVE.fullmatch(statement):
        return f"We should {'allow' if _ENDS[ban['deed'].lower()] else 'ban'} {ban['thing'] or ban['named']}"
    if ban := _JUDGED.fullmatch(statement):
        return f"We should {'ban' if ban['good'] else 'allow'} {ban['thing'] or ban['named']}"
    return statement


_ENDS = {forms_of(verb).participle: verb in ENDED for verb in (*ENDED, *KEPT) if verb not in NO_PASSIVE}
_ARTICLE = r"(?:(?:an?|the|its|their|our|any|all|every)\s+)?"
_KINDS = any_of(
    word_set(
        """
        total blanket complete outright full partial general national federal global international worldwide nationwide
        new old current existing proposed planned temporary permanent strict such this that a an the its their our any
        """
    )
)
_BAN_ON = rf"{_ARTICLE}(?:\w+\s+)?bans?\s+on\s+"
_NAMED = rf"{_ARTICLE}(?:(?:{_KINDS})\s+)?(?P<named>(?!(?:{_KINDS})\s)\w[\w-]*)\s+bans?"
"""A ban that its thing names: "the smoking ban"."""
_BAN = rf"(?:{_BAN_ON}(?P<thing>[^,;]+?)|{_NAMED})"
_ACTIVE = re.compile(
    rf"(?P<before>[^,;]+?\s+{MODAL}\s+{ADVERB})(?P<deed>{any_of(ENDED | KEPT)})\s+{_BAN_ON}(?P<thing>.+)", re.IGNORECASE
)
_PASSIVE = re.compile(rf"{_BAN}\s+{MODAL}\s+{ADVERB}be\s+{ADVERB}(?P<deed>{any_of(_ENDS)})", re.IGNORECASE)
_JUDGED = re.compile(
    rf"{_BAN}\s+(?:is|are|would be)\s+{ADVERB}(?:(?P<good>justified|right|necessary|needed|fair|sensible|overdue|"
    r"worthwhile|a good (?:idea|thing))|unjustified|unjustifiable|wrong|unnecessary|unneeded|unfair|senseless|foolish|"
    r"pointless|harmful|counterproductive|a (?:mistake|bad idea|bad thing))",
    re.IGNORECASE,
)
