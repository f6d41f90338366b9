"""Verbs and qualities of policy by what they do to their object: take it away, give it, or keep it."""

from doxa.corpora.antonyms import ANTONYMS, QUALITIES
from doxa.models.embedded.extraction import word_set
from doxa.models.offline.stances.stems import is_same, stem

REMOVING = word_set(
    """
    abandon abolish ban
    bar block cancel close criminal criminalise criminalize curb cut decrease disband discourage dismantle
    ditch drop eliminate end eradicate forbid halt illegal limit outlaw phase prohibit reduce reject remove replace
    repeal restrict reverse revoke scrap shut stop withdraw boycott overturn lift axe defund exclude erase forgive
    forgiven waive lose withhold wait delay postpone
    """
)
GIVING = word_set(
    """
    adopt allow authorise authorize build compel compulsory create embrace encourage enforce establish expand extend
    finance force fund give grant guarantee impose improve increase install introduce invest legal lawful legalise
    legalize let mandate mandatory obligatory oblige open permit
    promote provide require start strengthen subsidise subsidize
    """
)
KEEPING = word_set("continue exist keep leave maintain preserve remain retain save stay survive")
UPWARD = word_set("raise raised high higher lengthen upward")
DOWNWARD = word_set("lower low shorten downward")
INCREASING = frozenset(stem(word) for word in ("boost", "expand", "extend", "grow", "hike", "increase"))
REDUCING = frozenset(stem(word) for word in ("cut", "decrease", "reduce", "shrink", "slash"))
UNCHANGED = "unchanged"
"""Stands for all ways of saying that things stay as they are."""
OPTIONAL = "optional"
"""Stands for all ways of saying that everybody chooses for themselves."""
SPENDING = frozenset(stem(word) for word in ("pay", "spend", "fund", "finance", "subsidise", "subsidize"))
COMPELLING = frozenset(stem(word) for word in ("require", "compulsory", "mandatory", "obligatory", "mandate", "force"))
LEAVING = word_set("optional voluntary")
"""Words for what nobody is made to do: the opposite of "mandatory"."""
FORCES = {
    **{stem(word): -1 for word in sorted(REMOVING)},
    **{stem(word): 1 for word in sorted(GIVING)},
    **{stem(word): 2 for word in sorted(KEEPING)},
    **{stem(word): -2 for word in sorted(LEAVING)},
    **{stem(word): 3 for word in sorted(UPWARD)},
    **{stem(word): -3 for word in sorted(DOWNWARD)},
}
"""Stem → −1 removing, 1 giving, 2 keeping what there is, −2 leaving it to choice, 3 and −3 more and less of it."""
PERMITTING = {
    stem(word): sign
    for words, sign in (("allow permit let legal lawful", 1), ("ban bar forbid prohibit outlaw", -1))
    for word in words.split()
}
UNDOING = frozenset(
    stem(word) for word in ["end", "lift", "repeal", "scrap", "reverse", "drop", "overturn", "revoke", "stop", "cancel"]
)
"""What is done to a measure rather than to its object: "lift the ban"."""
MORE_OPPOSITES = {"free": "pay", "private": "public"}
OPPOSED = {
    stem(word): stem(other) for word, other in (ANTONYMS | QUALITIES | MORE_OPPOSITES).items() if " " not in other
}


def force_of(word: str) -> int:
    """Return the force of a stem, as in FORCES; 0 where it has none."""
    return FORCES.get(word, 0)


def _relation_of_degrees(action: str, other: str) -> int:
    """Return how two stems go together of which at least one raises or lowers something."""
    first, second = (_way_of(word) for word in (action, other))
    if first and second:
        return first * second
    return -1 if 2 in (force_of(action), force_of(other)) else 0


def _way_of(word: str) -> int:
    """Return 1 where a stem makes something more, −1 where less, 0 elsewhere."""
    if word in INCREASING:
        return 1
    return -1 if word in REDUCING else force_of(word) // 3 if abs(force_of(word)) == 3 else 0


def has_opposite(word: str) -> bool:
    """Say whether a stem has a named opposite."""
    return word in OPPOSED


def is_opposed(first: str, second: str) -> bool:
    """Say whether two stems are named as opposites."""
    return OPPOSED.get(first) == second or OPPOSED.get(second) == first


def relation(action: str, other: str) -> int:
    """Return 1 where two stems of policy go the same way, −1 where they oppose each other, 0 where neither is "
    "sure."""
    if is_same(action, other):
        return 1
    if is_opposed(action, other):
        return -1
    if stem(UNCHANGED) == other:
        return 1 if force_of(action) == 2 else -1
    if action in SPENDING and other in SPENDING:
        return 1
    if action in COMPELLING and PERMITTING.get(other) == 1:
        return -1
    first, second = force_of(action), force_of(other)
    if not first or not second:
        return PERMITTING.get(other, -1 if second in (-1, 2, -2) else 0) if not first else 0
    if 3 in (abs(first), abs(second)):
        return _relation_of_degrees(action, other)
    if abs(first) == abs(second) == 1:
        return first * second
    if -2 in (first, second):
        return 1 if first == second else -1
    return {-1: -1, 1: 0, 2: 1}[first if second == 2 else second]
