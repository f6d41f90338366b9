"""Rules that name a winner without judging anything; a verdict is worth something where it does better.

more words          the side whose speeches have more words
last speaker        the side of the last speech
Opposition always   Opposition
"""

from collections.abc import Callable

from doxa.records.transcripts import SIDES, Debate, Side


def count_words(debate: Debate) -> dict[Side, int]:
    """Return the number of words of each side's speeches."""
    return {side: sum(len(speech.text.split()) for speech in debate.speeches if speech.side == side) for side in SIDES}


def name_longer_side(debate: Debate) -> Side | None:
    """Return the side whose speeches have more words; None where they have as many."""
    words = count_words(debate)
    return None if words["pro"] == words["con"] else "pro" if words["pro"] > words["con"] else "con"


def name_last_side(debate: Debate) -> Side | None:
    """Return the side of the last speech."""
    return debate.speeches[-1].side if debate.speeches else None


BASELINES: dict[str, Callable[[Debate], Side | None]] = {
    "more words": name_longer_side,
    "last speaker": name_last_side,
    "Opposition always": lambda _: "con",
}
"""Name → rule."""


def baselines(debate: Debate) -> dict[str, Side | None]:
    """Return the side that each rule names."""
    return {name: rule(debate) for name, rule in BASELINES.items()}
