"""Which way the content of a position goes: with the proposition, or against it."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from doxa.models.embedded.extraction import FUNCTION_WORDS, word_set
from doxa.models.offline.stances.forces import OPTIONAL, PERMITTING, UNCHANGED, UNDOING, force_of, is_opposed, relation
from doxa.models.offline.stances.propositions import NOT, Matter, matter_of, numbers_of
from doxa.models.offline.stances.scales import scale_of
from doxa.models.offline.stances.stems import is_same, stem, stems

TALK = word_set(
    """
    measure policy motion proposition proposal idea plan bill law claim statement view opinion side position move
    suggestion step principle concept notion case change rule thing way lot bit anything everything something honestly
    personally frankly really simply still always long people person those who whoever anyone everyone stance camp
    question matter issue topic here today now time year years mind part heart myself truth admit would could let go
    come say think believe feel want see find make know hold guess suppose year get good end day call whole wholly
    utter total complete sheer absolute pure
    just well yes no please place places sure friend vote voting tomorrow tonight gladly happily heartbeat
    """
)
"""Words that name the proposition or the talk about it, and nothing in it."""
TALK_STEMS = frozenset(stem(word) for word in TALK)
MORE_THAN = re.compile(r"\bmore (\w+) than (?:it |they |\w+ly )?(?:does |do )?(\w+)", re.IGNORECASE)
INSTEAD = re.compile(r"\b(?:rather than|instead of|as opposed to|(?<!more )(?<!less )(?<!other )than)\b", re.IGNORECASE)
THAN = re.compile(r"\b(?:than|superior to|preferable to|over|before|ahead of|above)\b", re.IGNORECASE)
SOME_OF_IT, MOST_OF_IT, NEARLY_ALL = 0.4, 0.6, 0.8
NAMED_AGAIN = re.compile(r"\b(?:it|they|them|this|these|those)\b", re.IGNORECASE)
REPLACED_IT = re.compile(r"\s*(?:it|them|that|this|those|these)\b", re.IGNORECASE)
AGE = re.compile(r"\bage\b", re.IGNORECASE)
AGES = tuple(stem(word) for word in ("age", "limit", "threshold"))
"""Words of a proposition whose number is an age or a limit."""
BARE_NUMBER = frozenset(["", *(stem(word) for word in ("is", "works", "seems", "was", "feels"))])
"""What follows a number that counts nothing: "eighteen is right"."""
WORRY = re.compile(r"\b(?:problem|threat|danger|risk|worry|evil|burden|damage|harm)\b", re.IGNORECASE)
ADOPTED = re.compile(r"\b(?:impos|introduc|adopt|enact|implement)\w* (?:it|this|that|them)\b", re.IGNORECASE)
LIFTED = re.compile(
    r"\b(?:lift|repeal|end|scrap|remove|drop|overturn|reverse)\w*\b[^.;]{0,30}\b(?:ban|prohibition|restrictions?)\b",
    re.IGNORECASE,
)
LEFT_TO = re.compile(r"\bleav(?:e|es|ing) (?:[\w'’-]+ ){1,4}?to (?!the same)", re.IGNORECASE)
"""Words that give a task to somebody else."""
FREE_OF = re.compile(r"\b(\w+)-free\b", re.IGNORECASE)
HURTING = re.compile(
    r"\b(?:hurt\w*|harm\w*|damag\w+)\b.*\bmore than\b.*\b(?:help\w*|benefit\w*)\b|"
    r"\b(?:costs?|harms?|damage|drawbacks?|disadvantages?|downsides?|risks?)\b[^.;]*\b(?:outweigh|exceed|(?:greater|"
    r"bigger|larger) than)",
    re.IGNORECASE,
)
HELPING = re.compile(
    r"\b(?:help\w*|benefit\w*)\b.*\bmore than\b.*\b(?:hurt\w*|harm\w*|damag\w+)\b|"
    r"\b(?:benefits?|advantages?|upsides?|gains|good)\b[^.;]*\b(?:outweigh|exceed|(?:greater|bigger|larger) than)",
    re.IGNORECASE,
)
HARM = re.compile(
    r"\b(?:(?:harm|damag|hurt|destr|poison|toxic|ruin)\w*|costs?|problems?|trouble|downsides?|drawbacks?|"
    r"disadvantages?|pain|misery)\b",
    re.IGNORECASE,
)
GOOD = re.compile(
    r"\b(?:benefi\w+|good|helps?|helped|helpful|advantages?|upsides?|gains?|positives?|useful|worth)\b", re.IGNORECASE
)
MORE_OF = re.compile(rf"\bmore ({HARM.pattern}|{GOOD.pattern})", re.IGNORECASE)
"""Which of harm and good there is more of: "more trouble than benefit"."""
ADOPTING = frozenset(stem(word) for word in ("adopt", "enact", "enforce", "implement", "impose", "introduce", "pass"))
"""What is done with a measure, whatever the measure takes away."""

Kind = Literal["whole", "action", "target", "theme", "compared", "statement"]


@dataclass(frozen=True)
class Direction:
    """Where content goes: ``sign`` 1 with the proposition, −1 against it, by one ``kind`` of evidence.

    ``whole``: it names the proposition or nothing; ``action``: what should be done; ``target``: the number at which
    that ends; ``theme``: only what it is done to; ``compared``: one side of a comparison; ``statement``: most of the
    proposition's words, ``share`` of them.
    """

    sign: int
    kind: Kind
    share: float = 1.0


def direction_of(content: str, proposition: str) -> Direction | None:
    """Return where content goes; None where it is about something else. Denials in it are the caller's."""
    matter = matter_of(proposition)
    words = [
        word for word in _bare(content) if word not in TALK_STEMS or matter.has_theme([word]) or word == matter.action
    ]
    if not words:
        return Direction(1, "whole")
    swapped = _swapped(content, proposition)
    if swapped:
        return Direction(swapped, "statement")
    denied = -1 if matter.denied else 1
    if matter.weighed:
        return _of_weighed(content, words, matter)
    if _counts_otherwise(content, matter):
        return Direction(-denied, "action")
    if matter.action and (done := _done(content, matter)):
        return Direction(done * denied, "action", _share(words, matter))
    if matter.sides and (side := _side(content, matter)):
        return Direction((-side if WORRY.search(content) else side) * matter.order, "compared")
    if not matter.has_theme(words):
        return None
    share = _share(words, matter)
    if matter.judged in words:
        return Direction(denied, "statement", share)
    if not matter.target.isdisjoint(words):
        return Direction(denied, "target", share)
    if (
        not matter.action
        and not matter.verdict
        and share >= (SOME_OF_IT if NAMED_AGAIN.search(content) else MOST_OF_IT)
    ):
        return Direction(denied, "statement", share)
    return Direction(matter.valence * denied, "theme", share)


def _bare(content: str) -> list[str]:
    return [word for part in content.split() for word in stems(part) if word and not _is_function(part, word)]


def _is_function(part: str, word: str) -> bool:
    plain = part.strip(".,;:!?\"'()“”’").lower().replace("’", "'")
    return plain in FUNCTION_WORDS or word in FUNCTION_WORDS


def _swapped(content: str, proposition: str) -> int:
    """Compare "more harm than good" in both."""
    first, second = MORE_THAN.search(proposition), MORE_THAN.search(content)
    if first and not second and {"harm", "good"} == {word.lower() for word in first.groups()}:
        sign = 1 if first[1].lower() == "harm" else -1
        return sign if HURTING.search(content) else -sign if HELPING.search(content) else 0
    if not first or not second:
        return 0
    ours, theirs = ([stem(word.lower()) for word in match.groups()] for match in (first, second))
    return 1 if ours == theirs else -1 if ours == theirs[::-1] else 0


def _of_weighed(content: str, words: list[str], matter: Matter) -> Direction | None:
    """Return where content goes on a proposition that weighs harm and good."""
    harm, good = HARM.search(content), GOOD.search(content)
    more = MORE_OF.search(content)
    if more or bool(harm) != bool(good):
        is_harm = HARM.fullmatch(more[1]) is not None if more else harm is not None
        return Direction(-matter.verdict if is_harm else matter.verdict, "statement")
    return Direction(matter.verdict, "theme", _share(words, matter)) if matter.has_theme(words) else None


def _side(content: str, matter: Matter) -> int:
    """Return 1 where content puts the first thing that is compared above the second, −1 where below."""
    than = THAN.search(content)
    front, behind = (content[: than.start()], content[than.end() :]) if than else (content, "")
    side = _first_side(front, matter) or -_first_side(behind, matter)
    ours, theirs = matter.scale, scale_of(content)
    return -side if ours and theirs and ours[0] == theirs[0] and ours[1] != theirs[1] else side


def _first_side(content: str, matter: Matter) -> int:
    """Return 1 where content first names the first thing that is compared, −1 where the second."""
    if matter.sides is None:
        return 0
    for word in stems(content):
        for sign, side in zip((1, -1), matter.sides, strict=True):
            if any(is_same(word, own) for own in side):
                return sign
    return 0


def _counts_otherwise(content: str, matter: Matter) -> bool:
    """Say whether content has another number of what the proposition counts: a five-day week for a four-day one."""
    theirs = numbers_of(content)
    ours = {number for number, _ in matter.numbered} | matter.target
    if any(number in ours for number, _ in theirs) or not theirs:
        return False
    is_counted = any(word == own for _, own in matter.numbered for _, word in theirs)
    is_age = any(matter.has_theme([word]) for word in AGES) and any(word in BARE_NUMBER for _, word in theirs)
    return is_counted or bool(ours and (is_age or AGE.search(content)))


def _done(content: str, matter: Matter) -> int:
    """Return 1 where content does what the proposition asks for, −1 where the opposite, 0 where neither shows."""
    turned = INSTEAD.search(content)
    if turned and REPLACED_IT.match(content, turned.end()):
        return -1
    if turned:
        before, after = (_done_plainly(part, matter) for part in (content[: turned.start()], content[turned.end() :]))
        if (
            not before
            and not after
            and _share(_bare(content[: turned.start()]), matter) < _share(_bare(content[turned.end() :]), matter)
        ):
            return -1
        return -after if after and before != after else before or -after
    return _done_plainly(content, matter)


def _done_plainly(content: str, matter: Matter) -> int:
    words = stems(content)
    if matter.force == -1 and any(matter.has_theme(stems(word)) for word in FREE_OF.findall(content)):
        return 1
    kept_out = bool({"out", "off", "away", "outsid"} & set(words))
    sign = 1
    for word, after in pairwise([*words, ""]):
        if is_same(word, matter.action) and after in UNDOING:
            return -sign
        if is_same(word, matter.action) and not (matter.force == -1 and word == "keep" and not kept_out):
            return sign
        if word in UNDOING or (force_of(word) == -1 and matter.force != -1 and not matter.has_theme([word])):
            sign = -1
    if stem(UNCHANGED) in words:
        return relation(matter.action, stem(UNCHANGED))
    is_removed = matter.force == -1 and matter.action not in PERMITTING
    if stem(OPTIONAL) in words and not is_removed and matter.force != -2 and not matter.has_theme([stem(OPTIONAL)]):
        return relation(matter.action, stem(OPTIONAL))
    if ADOPTED.search(content):
        return 1
    if LIFTED.search(content) and relation(matter.action, stem("ban")) == -1:
        return 1
    if matter.force == 1 and LEFT_TO.search(content):
        return -1
    if any(is_opposed(matter.action, word) for word in words) and not matter.has_theme(words):
        return -1
    others = [
        word for word in _bare(content) if word not in TALK_STEMS and not force_of(word) and word != stem(UNCHANGED)
    ]
    if others and not matter.has_theme(others):
        return 0
    if matter.denied and matter.force in (0, 1) and any(force_of(word) == 2 for word in words) and not kept_out:
        return sign
    if matter.force in (-1, -3) and not others and not ADOPTING.isdisjoint(words):
        return 1
    if "keep" in words and kept_out:
        return 1 if matter.force == -1 else -1
    return next((way for word in words if not matter.has_theme([word]) and (way := relation(matter.action, word))), 0)


def _share(words: list[str], matter: Matter) -> float:
    """Return the share of the theme that the words cover."""
    named = [theme for theme in matter.theme if any(is_same(word, theme) for word in words)]
    return len(named) / max(1, len(matter.theme))


def without_denials(text: str) -> str:
    """Return a text without the words that deny."""
    return NOT.sub(" ", text)
