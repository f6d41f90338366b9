"""A motion as the networks read it best: affirmed, and with rare verbs in plain words.

    "The city should not sell its water works"    "The city should sell its water works", every side turned round
    "It is wrong to eat meat"                     "It is right to eat meat", every side turned round
    "Israel should lift the blockade of Gaza"     "Israel should end the blockade of Gaza"
    "Coal power should be phased out by 2030"     "We should end coal power by 2030"

Who speaks for a negated motion speaks against its affirmative; small models may read the two alike. And they know the
verbs of the motions that taught them: of a motion to "lift" a thing they take nearly every claim for one of the other
side. ``plain_words.csv`` has the verbs that are read as others, written by their meaning.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_MODAL = r"(?:should|must|ought to|shall|needs? to|has to|have to)"
DENIED = re.compile(
    r"\b(?P<kept>should|must|could|will|would|may|might|is|are|was|were|do|does|did|has|have|can)"
    r"(?:\s+(?:not|never|no longer)|n?['’]t|not)\b(?! only| just| merely| necessarily| as)",
    re.IGNORECASE,
)
WRONG = re.compile(
    r"(?P<kept>it (?:is|was|would be) )(?:wrong|unfair|a mistake|a bad idea)(?=\s+(?:to|for|that)\b)", re.IGNORECASE
)
OPPOSED = re.compile(rf"(?P<kept>\b{_MODAL}\s+)(?:oppose|reject)\s+", re.IGNORECASE)
CLAUSE = re.compile(r"\b(?:if|when|unless|because|although|even|while|whether|who|which)\b|[,;]", re.IGNORECASE)
"""Behind these a denial is not the motion's own."""
INSTEAD = {WRONG: "right", OPPOSED: "support "}
"""What stands in the affirmative for a denial that is more than a word."""

RESTRAINT = re.compile(
    r"\b(?:bans?|blockades?|embargo\w*|sanctions?|restrictions?|limits?|caps?|curfews?|lockdowns?|tariffs?|quotas?)\b",
    re.IGNORECASE,
)
"""What ends when it is lifted."""


def plain_motion(motion: str) -> tuple[str, bool]:
    """Return a motion as the networks read it best, and whether that says the opposite."""
    about, is_opposite = motion, False
    while affirmed := _affirm(about):
        about, is_opposite = affirmed, not is_opposite
    return in_plain_words(about), is_opposite


def _affirm(motion: str) -> str | None:
    """Return a motion without the first denial of its main clause; None where that has none."""
    denials = [denial for pattern in (DENIED, WRONG, OPPOSED) if (denial := pattern.search(motion))]
    denial = min(denials, key=lambda match: match.start(), default=None)
    if denial is None or CLAUSE.search(motion, 0, denial.start()):
        return None
    return f"{motion[: denial.start()]}{denial['kept']}{INSTEAD.get(denial.re, '')}{motion[denial.end() :]}"


def in_plain_words(motion: str) -> str:
    """Return a motion with the deed that it asks for in a plain word; unchanged where that is plain."""
    words = _read_table()
    if (passive := words.passive.fullmatch(motion)) and _is_known(passive["deed"], passive["thing"]):
        return f"We should {words.plain[passive['deed'].lower()]} {passive['thing']}{passive['rest']}"
    active = words.active.match(motion)
    if active and _is_known(active["deed"], motion[active.end() :]):
        return f"{active['before']}{words.plain[active['deed'].lower()]}{motion[active.end() :]}"
    return motion


def _is_known(deed: str, thing: str) -> bool:
    """Return whether the table says what a deed means; lifting is ending only where a restraint is lifted."""
    return not deed.lower().startswith("lift") or RESTRAINT.search(thing) is not None


class _PlainWords(NamedTuple):
    """The table of verbs, and the patterns that find them in a motion."""

    plain: Mapping[str, str]
    """A verb or its past participle → the plain verb that it is read as."""
    active: re.Pattern[str]
    passive: re.Pattern[str]


@cache
def _read_table() -> _PlainWords:
    text = (files("doxa.models.hearing") / "plain_words.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    bases = {row["verb"]: row["plain"] for row in rows}
    participles = {row["participle"]: row["plain"] for row in rows}
    return _PlainWords(
        plain=bases | participles,
        active=re.compile(rf"\A(?P<before>[^,;]+?(?<!\s)\s++{_MODAL}\s++)(?P<deed>{_any_of(bases)})\b", re.IGNORECASE),
        passive=re.compile(
            rf"\A(?P<thing>[^,;]+?)(?<!\s)\s++{_MODAL}\s++be\s++"
            rf"(?P<deed>{_any_of(participles)})\b(?! of\b)(?P<rest>.*)",
            re.IGNORECASE,
        ),
    )


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern of alternatives, the longest first, so that "cut back on" is found before "cut back"."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
