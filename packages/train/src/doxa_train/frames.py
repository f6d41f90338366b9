"""New propositions about the things of known ones: "We should ban X" becomes "We should limit X".

LabelledClaim propositions mostly ban or allow. A small model learns the meaning of other verbs of debates only from a
teacher that knows them. Like the rules of ``opposites`` these are good enough for training, but not for display.
"""

import re
from random import Random

DEEDS = (
    "abandon", "abolish", "adopt", "ban", "build", "create", "criminalize", "cut", "decriminalize", "discourage",
    "embrace", "encourage", "end", "expand", "fund", "impose", "implement", "increase", "introduce", "keep",
    "legalise", "legalize", "limit", "maintain", "oppose", "permit", "privatise", "privatize", "prohibit", "promote",
    "protect", "reduce", "regulate", "reject", "reintroduce", "remove", "restrict", "scrap", "stop", "strengthen",
    "subsidise", "subsidize", "support", "tax", "tolerate", "use", "weaken",
)  # fmt: skip
"""Verbs whose object is the thing that a proposition is about."""

STATES = (
    "abolished", "acceptable", "allowed", "banned", "compulsory", "encouraged", "forbidden", "free", "illegal",
    "legal", "legalised", "legalized", "limited", "mandatory", "permitted", "prohibited", "protected", "regulated",
    "restricted", "scrapped", "subsidised", "subsidized", "taxed",
)  # fmt: skip
"""What propositions say that their subject should be."""

FRAMES = (
    *(
        f"We should {deed} {{thing}}"
        for deed in (
            "abolish", "accept", "adopt", "ban", "criminalize", "discourage", "embrace", "encourage", "end", "expand",
            "fund", "introduce", "legalize", "limit", "oppose", "permit", "prohibit", "promote", "protect",
            "regulate", "restrict", "scrap", "stop", "strengthen", "subsidize", "support", "tax", "tolerate",
        )
    ),
    *(
        f"{{thing}} should be {state}"
        for state in (
            "allowed", "a priority", "banned", "compulsory", "illegal", "legal", "limited", "mandatory", "protected",
        )
    ),
    *(
        f"{{thing}} {{is}} {quality}"
        for quality in (
            "a good thing", "a threat to society", "acceptable", "bad for the economy", "dangerous",
            "good for society", "harmful", "justified", "necessary", "outdated", "overrated", "right",
            "the way forward", "unacceptable", "unfair", "useful", "wrong",
        )
    ),
    "{thing} {does} more good than harm",
    "{thing} {does} more harm than good",
    "The benefits of {thing} outweigh the costs",
    "The world would be better off without {thing}",
)  # fmt: skip
"""Patterns of propositions about a thing."""

LONGEST = 7
"""The most words of a thing; longer phrases are mostly clauses."""

_ACTIVE = re.compile(rf"\S.* should (?:not )?(?:{'|'.join(DEEDS)}) (?P<thing>\S.*)", re.IGNORECASE)
_PASSIVE = re.compile(rf"(?P<thing>\S.*?) should (?:not |NOT )?be (?:{'|'.join(STATES)})", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[,;:]|\b(that|which|who|to|so|if|when|because|and|or|but|not|should|is|are|it|its|them|this|these)\b",
    re.IGNORECASE,
)


def concept_of(proposition: str) -> str | None:
    """Return the thing that a canonical proposition is about; None where its form does not show it."""
    match = _ACTIVE.fullmatch(proposition) or _PASSIVE.fullmatch(proposition)
    if match is None:
        return None
    concept = match["thing"]
    return None if len(concept.split()) > LONGEST or _CLAUSE.search(concept) else concept


def frame_concept(concept: str, random: Random) -> str:
    """Return a drawn proposition about a thing."""
    head = re.split(r" (?:of|in|on|for|from|by|with|at) ", concept)[0]
    verbs = {"is": "are", "does": "do"} if head.endswith("s") else {"is": "is", "does": "does"}
    proposition = random.choice(FRAMES).format(thing=concept, **verbs)
    return proposition[:1].upper() + proposition[1:]
