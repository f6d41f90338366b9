"""Negated propositions and their affirmatives.

    "The city should not sell its water works"    "The city should sell its water works"
    "It is wrong to eat meat"                      "It is right to eat meat"
    "There should be no zoos"                      "There should be zoos"
    "We should oppose a ban on zoos"               "We should support a ban on zoos"

Who speaks for a negated proposition speaks against its affirmative. Small models read affirmatives better and
may read the two alike: so a negated motion is judged as its affirmative and the sign is turned.
"""

import re

from doxa.models.embedded.guards.refusals import REFUSALS, affirm_in_front, affirm_refused

DENIAL = re.compile(r"\b(not|never|no longer)\s+", re.IGNORECASE)
"""A word of denial, wherever it stands."""

_AUXILIARY = (
    "should|must|can|could|will|would|may|might|ought|shall|is|are|was|were|do|does|did|has|have|had|am|needs|need"
)
DENIED = re.compile(
    rf"\b(?P<kept>(?<!who )(?<!which )(?<!that )(?:{_AUXILIARY}))(?:\s+(?:not|never|no longer)\b|n['’]t\b)"
    r"(?! only| just| merely| simply| necessarily| alone| as)",
    re.IGNORECASE,
)
CANNOT = re.compile(r"\bcan(?:not\b|['’]t\b)(?! only| just)", re.IGNORECASE)
WILL_NOT = re.compile(r"\bwon['’]t\b(?! only| just)", re.IGNORECASE)
THERE = re.compile(
    r"(?P<kept>\bthere\s+(?:is|are|was|were|will be|would be|should be|must be|can be))\s+(?:no|never)\s+",
    re.IGNORECASE,
)
HAS_NO = re.compile(
    r"(?P<kept>(?<=\s)(?:has|have|deserves?|needs?|makes?|serves?))\s+no\s+(?!one\b|longer\b|doubt\b)", re.IGNORECASE
)
A_THING = re.compile(
    r"(?:place|right|role|case|claim|duty|reason|future|chance|business|effect|excuse)\b", re.IGNORECASE
)
"""What "no" stands before where the affirmative says "a"."""
NEVER = re.compile(r"\bnever\s+(?=\w)", re.IGNORECASE)
UNTRUE = re.compile(
    r"(?:it is (?:not true|untrue|false|not the case|wrong to (?:say|think|claim|believe)) that|"
    r"(?:I|we) (?:cannot|can['’]t|do not|don['’]t|refuse to) (?:accept|believe|think|agree|see) (?:that|why)|"
    r"we should reject the (?:view|idea|claim) that)\s+",
    re.IGNORECASE,
)
WRONG = re.compile(
    r"(?P<kept>it(?: is|['’]s| was| would be)\s+(?:\w+ly\s+)?)(?:wrong|unacceptable|not (?:right|acceptable)|immoral|"
    r"impermissible|unfair|unjust|unwise|foolish|irresponsible|reckless|misguided|madness|daft|silly|stupid|crazy|mad|insane|"
    r"pointless|absurd|ridiculous|cruel|a (?:\w+ )?mistake|a (?:bad|terrible) idea)(?=\s+(?:to|for|that|when|if)\b)",
    re.IGNORECASE,
)
NOBODY = re.compile(r"(?:no ?one|nobody)\s+(?=(?:should|must|can|may|ought|is|has)\b)", re.IGNORECASE)
NO_THING = re.compile(
    r"no\s+(?!one\b|matter\b|doubt\b|longer\b)(?=(?:[\w'’-]+\s+){1,5}?(?:should|must|can|may|ought)\b)", re.IGNORECASE
)
DO_NOT = re.compile(r"(?:(?:let us|let['’]s)\s+not|do not|don['’]t|never)\s+(?=\w)", re.IGNORECASE)
NOT_ONE = re.compile(r"not (?:a|one)\s+(?:single\s+)?(?=\w)", re.IGNORECASE)
OPPOSE = re.compile(
    r"\b(?P<kept>(?:should|must|ought to|needs? to|shall|will)\s+)(?:\w+ly\s+)?(?:oppose|reject|resist|vote against|"
    r"say no to|vote down)\s+(?!(?:the (?:view|idea|claim|notion)\b)|that\b)",
    re.IGNORECASE,
)
"""Verbs of refusal as the main verb: whoever speaks for them speaks against what they refuse."""

ANYTHING_BUT = re.compile(r"\b(?P<kept>is|are|be|was|were)\s+anything but(?=\s)", re.IGNORECASE)
OPTIONAL = re.compile(
    r"\b(?P<kept>(?:should|must|ought to|shall|will) (?:be|remain|stay|become|be made|be kept) )(?:\w+ly )?"
    r"(?:voluntary|optional)(?=[.!]*$)",
    re.IGNORECASE,
)
"""What is not to be compulsory: whoever speaks for it speaks against compulsion."""
REFUSE = re.compile(r"\b(?P<kept>(?:should|must|ought to|needs? to)\s+)refuse to\s+", re.IGNORECASE)

DENIALS = (DENIED, CANNOT, WILL_NOT, THERE, HAS_NO, NEVER, ANYTHING_BUT, OPPOSE, OPTIONAL, REFUSE)

MOST_DENIALS = 3

CLAUSE = re.compile(r"\b(?:if|when|unless|because|although|even|while|whether)\b|[,;]", re.IGNORECASE)
"""Behind these a denial is not the statement's own."""


def in_plain_form(proposition: str) -> tuple[str, bool]:
    """Return a proposition without denials in its main clause, and whether it says the opposite of what it said.

    Two denials ("We should not oppose …") are none.
    """
    is_opposite = False
    for _ in range(MOST_DENIALS):
        affirmative = affirm(proposition)
        if affirmative is None:
            break
        proposition, is_opposite = affirmative, not is_opposite
    return proposition, is_opposite


def affirm(proposition: str) -> str | None:
    """Return a proposition without one denial in its main clause; None where its main clause is not negated."""
    statement = " ".join(proposition.split())
    for affirmed in (_affirm_opening(statement), _affirm_inside(statement)):
        if affirmed:
            return affirmed[:1].upper() + affirmed[1:]
    return None


def _affirm_opening(statement: str) -> str | None:
    """Return the affirmative of a statement whose first words deny the rest."""
    if untrue := UNTRUE.match(statement):
        return statement[untrue.end() :]
    if wrong := WRONG.match(statement):
        return f"{wrong['kept']}right{statement[wrong.end() :]}"
    if nobody := NOBODY.match(statement):
        return f"everyone {statement[nobody.end() :]}"
    for opening in (NO_THING, NOT_ONE, DO_NOT):
        if denial := opening.match(statement):
            return statement[denial.end() :]
    return affirm_in_front(statement)


def _affirm_inside(statement: str) -> str | None:
    """Return a statement without the denial in its main clause."""
    denial = _first(statement, *REFUSALS, *DENIALS)
    if denial is None or CLAUSE.search(statement, 0, denial.start()):
        return None
    if denial.re in REFUSALS:
        return affirm_refused(statement, denial)
    if denial.re is OPPOSE:
        return f"{statement[: denial.start()]}{denial['kept']}support {statement[denial.end() :]}"
    if denial.re is OPTIONAL:
        return f"{statement[: denial.start()]}{denial['kept']}compulsory{statement[denial.end() :]}"
    if denial.re is HAS_NO and A_THING.match(statement, denial.end()):
        return f"{statement[: denial.start()]}{denial['kept']} a {statement[denial.end() :]}"
    space = " " if denial[0].endswith(" ") and not _kept(denial).endswith(" ") and _kept(denial) else ""
    return f"{statement[: denial.start()]}{_kept(denial)}{space}{statement[denial.end() :]}"


def _first(sentence: str, *patterns: re.Pattern[str]) -> re.Match[str] | None:
    fits = [fit for pattern in patterns if (fit := pattern.search(sentence))]
    return min(fits, key=lambda fit: fit.start(), default=None)


def _kept(denial: re.Match[str]) -> str:
    """Return the words that stay of a denial: its auxiliary."""
    if "kept" in denial.re.groupindex:
        return denial["kept"]
    return {CANNOT: "can", WILL_NOT: "will"}.get(denial.re, "")
