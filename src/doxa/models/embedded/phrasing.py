"""Propositions in one wording, so that the polarity model reads motions of every source in the same form.

Debating societies write "This house would ban gambling"; other sources write "We should ban gambling".
"""

import re

from doxa.records.base import clean

SHORT = {
    "THBT": "this house believes that", "THB": "this house believes", "THW": "this house would",
    "THS": "this house supports", "THO": "this house opposes", "THR": "this house regrets",
    "THP": "this house prefers",
}  # fmt: skip
"""How debating societies shorten the openings of motions."""
OPENING = re.compile(rf"^(?P<short>{'|'.join(SHORT)})\s+(?=\S)")

MOTION = re.compile(
    r"this house (believes|thinks|supports|opposes|would|regrets|calls)\b\s*(?:(that|for|in)\b)?\s*(.*)", re.IGNORECASE
)

ENDS = ".!?…\"'”’)"
"""Marks that end a sentence by themselves."""

OPENINGS = {"supports": "We should support", "opposes": "We should oppose", "would": "We should"}
"""Verb of a motion → the beginning of a statement of the same meaning."""


def canonical(proposition: str) -> str:
    """Return a proposition as a plain statement: one line, no final full stop, capital first, no "This house …".

    "This house believes that X" becomes "X", "… would Y" becomes "We should Y", "… supports Z" and "… believes in Z"
    become "We should support Z" and "… opposes Z" becomes "We should oppose Z". "THW Y" is "This house would Y".
    Anything else keeps its words.
    """
    statement = OPENING.sub(lambda opening: f"{SHORT[opening['short']]} ", _line(proposition).rstrip(". "))
    motion = MOTION.match(statement)
    return _raised(_plain(motion) or statement) if motion else _raised(statement)


def sentence(claim: str) -> str:
    """Return a claim in the form that extraction writes and the models read: one line, capital first, a full stop.

    An empty claim stays empty. A claim in this form is returned unchanged, so that its vector and its judgements come
    from one reading.
    """
    bare = _raised(_line(claim))
    return bare if not bare or bare[-1] in ENDS else f"{bare}."


def _line(text: str) -> str:
    return " ".join(clean(text).split())


def _plain(motion: re.Match[str]) -> str:
    verb, joint, matter = motion[1].lower(), (motion[2] or "").lower(), motion[3]
    if not matter:
        return ""
    if verb in OPENINGS:
        return f"{OPENINGS[verb]} {matter}"
    if verb in ("believes", "thinks"):
        return f"We should support {matter}" if joint == "in" else matter
    return ""


def _raised(statement: str) -> str:
    return statement[:1].upper() + statement[1:]
