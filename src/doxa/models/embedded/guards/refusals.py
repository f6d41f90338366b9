"""Refusals of a deed, and the deed: denials that are more than a word.

    "The army should refrain from using drones"       "The army should use drones"
    "The state has no business cancelling debts"      "The state should cancel debts"
    "We are against free travel"                      "We should support free travel"
    "There is no reason to close the pool"            "We should close the pool"
    "The council should leave the market as it is"    "The council should change the market"

Who speaks for the refusal speaks against the deed.
"""

import re

from doxa.models.embedded.extraction.words import VERBS
from doxa.models.embedded.guards.verbs import DEEDS, PERHAPS_DEEDS, forms_of

AGAINST = re.compile(
    r"(?:I|we|this house)\s+(?:(?:strongly|firmly|utterly)\s+)?"
    r"(?:opposes?|rejects?|objects? to|(?:am|are|is) (?:against|opposed to)|disagrees? with)\s+"
    r"(?:(?:the|all|any)\s+(?:calls?|plans?|proposals?|demands?|ideas?|moves?)\s+(?P<to>to|of|for)\s+)?",
    re.IGNORECASE,
)
"""What somebody is against, who speaks in the motion."""
NO_REASON = re.compile(
    r"(?:there(?:\s+is|['’]s)|(?:I|we) (?:can )?see)\s+(?:no|little)\s+"
    r"(?:\w+\s+)?(?:justification|case|need|reason|excuse|point)\s+(?:for|in|to)\s+"
    r"(?:(?P<who>(?:the|our|this|its)\s+\w+|anyone|us)\s+(?:to\s+)?)?(?P<deed>\w+)(?=\s)",
    re.IGNORECASE,
)
TO_BE_RESISTED = re.compile(
    r"(?P<thing>[^,]+?) (?:is|are) (?:something|a thing|an idea) (?:that )?(?:I|we|the \w+|\w+) "
    r"(?:should|must|ought to) (?:resist|oppose|reject|avoid|fight|refuse)",
    re.IGNORECASE,
)
HANDS_OFF = re.compile(r"hands off\s+", re.IGNORECASE)
ON_NO_ACCOUNT = re.compile(
    r"(?:under no circumstances|on no account|at no (?:time|point)|in no way)\s+(?=(?:should|must|can|may|ought)\b)",
    re.IGNORECASE,
)
BAD_IDEA = re.compile(
    r"(?P<kept>.+?\b(?:is|was|would be|will be)\s+)an?\s+(?:\w+\s+)?(?:(?:bad|terrible|poor|stupid|foolish|"
    r"awful)\s+idea|mistake)$",
    re.IGNORECASE,
)

_OUGHT = r"(?P<kept>(?:should|must|ought to|needs? to|would do well to)\s+)(?:\w+ly\s+)?"
REFRAIN = re.compile(
    rf"\b{_OUGHT}(?:(?:refrain|abstain|desist|shy away|stay away|keep|hold back|draw back|back away|shrink) from|"
    rf"stop short of)\s+(?P<deed>\w+ing)(?=\s)",
    re.IGNORECASE,
)
KEEP_FROM = re.compile(rf"\b{_OUGHT}be (?:kept|stopped|prevented|prohibited) from\s+(?P<deed>\w+ing)\b", re.IGNORECASE)
NO_BUSINESS = re.compile(
    r"\b(?:has|have) no (?:business|mandate|right)\s+(?:(?:in\s+|to\s+)?(?P<deed>\w+ing)|"
    r"to\s+(?=[a-z]+\s+(?:the|an?|their|its|our|your|people|us|them)\b))(?=\s|\w)",
    re.IGNORECASE,
)
"""What somebody should leave alone: "The state has no business cancelling debts"."""
WITHOUT = re.compile(
    rf"\b{_OUGHT}(?:(?:remain|stay|be|be kept|be left) free of(?! charge| cost)|(?:go|do|manage) without)\s+",
    re.IGNORECASE,
)
STAY_OUT = re.compile(rf"\b{_OUGHT}(?:stay|keep|remain)\s+out of\s+", re.IGNORECASE)
_AS_IT_IS = r"as (?:it is|they are|is)"
LEFT_ALONE = re.compile(rf"\b{_OUGHT}be (?:left alone|let alone|left in peace)\b", re.IGNORECASE)
LEFT_AS_IT_IS = re.compile(rf"\b{_OUGHT}be left {_AS_IT_IS}\b", re.IGNORECASE)
LEAVE_ALONE = re.compile(
    rf"\b{_OUGHT}leave\s+(?P<thing>[^,]+?)\s+(?:alone|in peace|be|(?P<as_it_is>{_AS_IT_IS}))$", re.IGNORECASE
)
"""Who leaves a thing alone does not restrict it; who leaves it as it is does not change it, either way."""
KEEP_OFF = re.compile(
    rf"\b{_OUGHT}(?:keep (?:its|their|his|her|your) (?:hands|nose|fingers) (?:off|out of)|butt out of|"
    rf"not meddle (?:in|with))\s+",
    re.IGNORECASE,
)
DROP_PLAN = re.compile(
    rf"\b{_OUGHT}(?:drop|scrap|abandon|shelve|ditch|give up|forget(?: about)?|withdraw|bin|stop)\s+"
    r"(?:its|the|any|their|all|this)\s+(?:plans?|proposals?|ideas?|talk|bids?|attempts?|efforts?)\s+"
    r"(?:to\s+|(?:of|for)\s+(?P<deed>\w+ing)(?=\s))",
    re.IGNORECASE,
)
NEED_NOT = re.compile(r"\bneed(?:n['’]t| not)\s+(?=\w)", re.IGNORECASE)

INSTEAD = {
    REFRAIN: "should ",
    KEEP_FROM: "should be allowed to ",
    NO_BUSINESS: "should ",
    WITHOUT: "should have ",
    NEED_NOT: "should ",
    STAY_OUT: "should join ",
    LEFT_ALONE: "should be restricted",
    LEFT_AS_IT_IS: "should be changed",
    KEEP_OFF: "should restrict ",
    DROP_PLAN: "should ",
}
"""What stands in the affirmative for a denial that is more than a word."""
REFUSALS = (*INSTEAD, LEAVE_ALONE)
"""Refusals inside a statement."""

PLAIN = {
    form: verb
    for verb in sorted(VERBS | DEEDS | PERHAPS_DEEDS | {"adopt", "look", "guard", "clone", "execute", "hunt"})
    for form in (forms_of(verb).present, f"{verb}{verb[-1]}ing")
}
"""A verb's form in -ing → its plain form."""


def affirm_in_front(statement: str) -> str | None:
    """Return what a statement refuses whose first words, or last, refuse the rest; None where they do not."""
    if against := AGAINST.match(statement):
        return f"we should {'' if against['to'] == 'to' else 'support '}{statement[against.end() :]}"
    if reason := NO_REASON.match(statement):
        who = {"anyone": "we", "us": "we"}.get((reason["who"] or "us").lower(), reason["who"])
        return f"{who} should {_plain_deed(reason['deed'])}{statement[reason.end() :]}"
    if idea := BAD_IDEA.fullmatch(statement):
        return f"{idea['kept']}a good idea"
    if resisted := TO_BE_RESISTED.fullmatch(statement):
        return f"we should support {resisted['thing'][:1].lower()}{resisted['thing'][1:]}"
    if hands := HANDS_OFF.match(statement):
        return f"we should restrict {statement[hands.end() :].rstrip('!')}"
    if never := ON_NO_ACCOUNT.match(statement):
        return statement[never.end() :]
    return None


def affirm_refused(statement: str, refusal: re.Match[str]) -> str:
    """Return a statement with the deed that it refuses, as one of ``REFUSALS`` found it, to be done."""
    if refusal.re is LEAVE_ALONE:
        instead = f"should {'change' if refusal['as_it_is'] else 'restrict'} {refusal['thing']}"
    else:
        deed = refusal.groupdict().get("deed")
        instead = INSTEAD[refusal.re] + (_plain_deed(deed) if deed else "")
    return f"{statement[: refusal.start()]}{instead}{statement[refusal.end() :]}"


def _plain_deed(deed: str) -> str:
    """Return a verb in its plain form, "using" as "use"; "support buying" where the plain form is not known."""
    word = deed.lower()
    return PLAIN.get(word, f"support {word}" if word.endswith("ing") else word)
