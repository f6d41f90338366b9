"""Qualities by which things are compared: "less dangerous" and "safer" say the same."""

import re

from doxa.models.offline.stances.stems import stem

OPPOSITES = (
    ("safe", "dangerous hazardous risky unsafe perilous"),
    ("healthy", "unhealthy harmful"),
    ("cheap", "expensive costly dear pricey"),
    ("fast quick", "slow"),
    ("easy simple", "hard difficult complicated"),
    ("clean", "dirty polluting"),
    ("strong", "weak feeble"),
    ("kind humane", "cruel brutal"),
    ("fair just", "unfair unjust"),
    ("useful", "useless"),
    ("effective efficient productive", "ineffective inefficient wasteful unproductive"),
    ("reliable dependable", "unreliable"),
    ("interesting exciting", "boring dull"),
    ("important urgent", "unimportant trivial"),
)
"""Words of one scale: those of its upper end, and of its lower."""
SCALES = {
    stem(word): (place, sign)
    for place, ends in enumerate(OPPOSITES)
    for sign, words in zip((1, -1), ends, strict=True)
    for word in words.split()
}
COMPARING = re.compile(r"\b(?:(?P<degree>more|less)\s+(?P<plain>\w+)|(?P<grown>\w{2,}(?:er|ier|est)))\b", re.IGNORECASE)


def scale_of(text: str) -> tuple[int, int] | None:
    """Return (scale, 1 toward its upper end or −1 toward its lower) of the first comparison in a text; None without."""
    for found in COMPARING.finditer(text):
        word = (found["plain"] or found["grown"]).lower()
        placed = SCALES.get(stem(word)) or SCALES.get(stem(re.sub(r"i?e(?:r|st)$", "", word)))
        if placed:
            return placed[0], -placed[1] if (found["degree"] or "").lower() == "less" else placed[1]
    return None
