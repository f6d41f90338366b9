"""What a claim says that one thing does to another, in plain words: "stifles hope" is read as "decreases hope".

    "School uniforms stifle creativity"            "School uniforms decrease creativity"
    "The tax holds back small firms"               "The tax decreases small firms"
    "Homework gets in the way of family life"      "Homework prevents family life"
    "The rule puts paid to village shops"          "The rule destroys village shops"

The network has seen few verbs of hindering. Others it reads as helping, and surely so. A verb stands here for what it
means; what it becomes need not be good English, since only the network reads it. ``python bench/plain_words.py`` shows
under which verbs the network reads claims rightly, whether what is hindered is good or bad.
"""

import re
from collections.abc import Mapping

from doxa.models.embedded.guards.verbs import any_of, forms_of

EFFECTS: Mapping[str, tuple[str, ...]] = {
    "decrease": (
        "stifle", "hamper", "impede", "hold back", "set back", "stunt", "smother", "dampen", "scale back",
        "crowd out", "push out", "quell", "quash", "halve", "water down", "cut down on", "diminish", "make a dent in",
        "rein in", "crack down on", "clamp down on",
    ),
    "remove": ("root out", "stamp out", "weed out", "put an end to"),
    "avoid": ("avert", "ward off", "stave off", "fend off"),
    "prevent": ("stand in the way of", "get in the way of", "preclude"),
    "harm": (
        "eat into", "undercut", "devalue", "cheapen", "trivialise", "trivialize", "trample on", "cripple", "paralyse",
        "paralyze", "hobble",
    ),
    "destroy": ("put paid to",),
    "contradict": ("run counter to",),
    "waste": ("use up",),
    "support": ("nourish", "underpin"),
    "allow": ("leave room for",),
}  # fmt: skip
"""A verb that the network knows → verbs that are read as it."""

ALSO_NOUNS: Mapping[str, tuple[str, ...]] = {
    "decrease": ("cut", "crush", "blunt", "sap"),
    "prevent": ("foil",),
    "harm": ("mar", "skew", "burden", "handicap", "strain", "squeeze"),
}
"""The same for verbs whose base and third person may be nouns: these are verbs only behind an auxiliary."""


def in_plain_effects(claim: str) -> str:
    """Return a claim with its verbs of effect in plain words; unchanged where these are plain."""
    claim = _BEHIND.sub(lambda verb: f"{verb['before']}{_BARE[verb['verb'].lower()]}", claim)
    return _ANYWHERE.sub(lambda verb: _FORMS[verb["verb"].lower()], claim)


def _pairs(table: Mapping[str, tuple[str, ...]], forms: slice) -> dict[str, str]:
    return {
        form: plain_form
        for plain, verbs in table.items()
        for verb in verbs
        for form, plain_form in zip(forms_of(verb)[forms], forms_of(plain)[forms], strict=True)
    }


_FINITE, _VERBAL = slice(0, 2), slice(2, 5)
_FORMS = _pairs(EFFECTS, slice(0, 5)) | {
    form: plain for form, plain in _pairs(ALSO_NOUNS, _VERBAL).items() if form not in _pairs(ALSO_NOUNS, _FINITE)
}
_BARE = _pairs(ALSO_NOUNS, _FINITE)
_ANYWHERE = re.compile(
    rf"(?<![\w-])(?<!\bthe )(?<!\ba )(?<!\ban )(?P<verb>{any_of(_FORMS)})(?![\w-]|\s+(?:of|is|are)\b)",
    re.IGNORECASE,
)
"""Not behind an article, before "of" or within a compound, where the word is a noun or an adjective."""
_BEHIND = re.compile(
    r"\b(?P<before>(?:can|could|will|would|may|might|must|should|shall|to|not|n['’]t|also|helps?|do|does|did)\s+)"
    rf"(?P<verb>{any_of(_BARE)})\b",
    re.IGNORECASE,
)
