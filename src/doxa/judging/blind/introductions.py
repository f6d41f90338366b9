"""What speakers say of themselves: "I am a professor of law at Leeds", "as a member of Parliament I …", "my name "
"is …".

Only the words that say who somebody is are replaced; what the speaker goes on to say stays. A nurse who is quoted, and
a farmer who is imagined, are no introduction.
"""

import re
from collections.abc import Iterator

from doxa.judging.blind.spans import Span, is_quoted

INTRODUCED = "[who the speaker is]"

_OCCUPATIONS = (
    "professor|lecturer|researcher|scientist|philosopher|lawyer|barrister|solicitor|judge|doctor|physician|surgeon|"
    "nurse|midwife|paramedic|engineer|programmer|economist|politician|minister|mp|msp|mep|councillor|peer|student|"
    "undergraduate|postgraduate|fresher|teacher|headteacher|headmaster|headmistress|journalist|columnist|reporter|writer|"
    "author|historian|activist|campaigner|founder|co-founder|director|chair|chairman|chairwoman|chairperson|executive|"
    "entrepreneur|farmer|soldier|officer|diplomat|ambassador|editor|novelist|poet|priest|bishop|vicar|rabbi|imam|pastor|"
    "mayor|baroness|lord|scholar|academic|president|vice-president|secretary|treasurer|architect|accountant|banker|"
    "consultant|psychologist|psychiatrist|therapist|social worker|civil servant|statistician|mathematician|physicist|"
    "chemist|biologist|geographer|sociologist|theologian|linguist|librarian|pharmacist|dentist|vet|magistrate|prosecutor|"
    "attorney|senator|congressman|congresswoman|commissioner|policeman|policewoman|police officer|firefighter|"
    "spokesman|spokeswoman|spokesperson|trustee|governor|ceo|don|"
    "member of (?:the )?(?:european )?(?:parliament|congress|senate|the lords|this (?:union|society|house|club)|"
    "the (?:union|society))|fellow(?=\\s+(?:of|at)\\b)"
)
_LEFT_OUT = (
    r"the|a|an|that|this|who|which|whom|to|if|than|about|with|not|never|by|and|or|of|in|on|for|is|are|was|be|because|"
    r"when|where|no|believer|fan|friend|son|daughter|mother|father|wife|husband|child|grandson|granddaughter|sort|"
    r"kind"
)
_WORD = rf"(?:(?!(?:{_LEFT_OUT})\b)[\w’'-]+\s+)"
_GOES_ON = (
    r"(?=\s*(?:[,.;:!?—–)\]\n]|$)|\s+(?:of|at|in|from|for|with|on|and|but|who|whose|so|because|i|we|my|let|here|"
    r"myself|"
    r"by|now|tonight|today|until|before|after|too|also|emeritus|that|when|where|then|opposite|representing|to)\b)"
)
_PLACE = (
    r"(?:\s+(?:emeritus|here|of|at|in|from|for|with|on)\b"
    r"(?:(?!\s+(?:and|but|who|whose|so|because|I|i|I['’]\w+|we|my|let|that|when|where|then|which)\b)[^,.;:!?—–\n])*)?"
)
_OFFICE = (
    rf"(?P<who>(?:an?|the|your|one of (?:your|the|our|these))\s+{_WORD}{{0,4}}(?:{_OCCUPATIONS})s?\b(?!['’])"
    rf"{_GOES_ON}{_PLACE})"
)

_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        rf"\b(?:i am|i['’]m|i was|i['’]ve been|i have been)\s+(?:(?:also|still|myself|only|just|both)\s+)*{_OFFICE}",
        rf"\b(?:speak(?:ing)?|stand(?:ing)?|come|coming|rise|rising|address(?:ing)?|write|serve|serving)\s+"
        rf"(?:here\s+|before\s+|to\s+|you\s+|tonight\s+|today\s+)*as\s+{_OFFICE}",
        rf"(?:^|(?<=[.!?;:,—]\s)|(?<=[“\"(])|(?<=\b(?:and|but|yet|now)\s)|"
        rf"(?<=\bso\s))as\s+{_OFFICE}(?=\s*,?\s+(?:i|i['’]ve|i['’]m|i['’]d|we|my|let)\b)",
        rf"\bi(?:['’]ve| have)?\s+(?:spent|worked|served|trained|practised|practiced|lived|given)\b"
        rf"(?:(?!\bas\b)[^.!?;:,\n]){{0,60}}\s+as\s+{_OFFICE}",
    )
)
_NAME = re.compile(
    r"\b(?:[Mm][Yy] (?:(?i:full|own) )?(?:[Nn]ame)(?: is|['’]s)|(?i:i am|i['’]m) (?i:called|known as))\s+"
    r"(?P<who>[A-ZÀ-Þ][\w’'-]*(?:\s+[A-ZÀ-Þ][\w’'-]*)*)"
)
_IMAGINED = re.compile(
    r"\b(?:suppose|supposing|imagine|imagining|if|unless|were|pretend|assume|assuming|whether|say that|let['’]s say|"
    r"when|since|told me|said to me)\b[^.!?\n]*$",
    re.IGNORECASE,
)


def find_introductions(text: str) -> Iterator[Span]:
    """Yield the spans in which a speaker says who they are."""
    for pattern in (_NAME, *_PATTERNS):
        for match in pattern.finditer(text):
            if not is_quoted(text, match.start()) and _IMAGINED.search(text[: match.start()]) is None:
                yield Span(match.start("who"), match.end("who"), INTRODUCED)


def introduces(text: str) -> bool:
    """Return whether somebody introduces themselves in a text, or did so before the words were replaced."""
    return INTRODUCED in text or next(find_introductions(text), None) is not None
