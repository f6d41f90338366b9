"""Motions about what one person should do in their own life: "I should adopt a second dog", "My son should quit".

What argues on such a motion weighs a life that nobody but the speaker knows, in words that no public debate has. Doxa's
own networks decide a third of what is said on them and are right on 0.63 of it, where nine in ten should be
(decision 041).
"""

import re

QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|(?<!\w)['‘][^'’]*['’](?!\w)")
NUMBER_ONE = re.compile(
    r"\b(?!(?:If|Should|Must|May|Can|Whether|When|What|How|That|Do)\b)(?:[A-Z]\w+|type|phase|stage|tier|part|class) I\b"
)
"""The numeral: "World War I", "Charles I", "type I errors"."""
OWN_VIEW = re.compile(r"\b(?:in my (?:view|opinion|book)|to my mind|for my part)\b", re.IGNORECASE)
DECIDING = re.compile(
    r"\bI (?:should|must|ought|need|have to|had better|shall|can|could|may|might|will)\b|"
    r"\b(?i:should|must|shall|may|can) I\b|\b(?i:whether|if) (?:or not )?I\b|\b(?:[Mm]y|MY|[Mm]yself)\b"
)
"""What the speaker is to do, or what is the speaker's; not what the speaker thinks ("I do not believe that …")."""


def is_personal(motion: str) -> bool:
    """Return whether a motion is about the life of the person who states it."""
    return DECIDING.search(NUMBER_ONE.sub("", OWN_VIEW.sub("", QUOTED.sub("", motion)))) is not None
