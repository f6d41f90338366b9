"""Comparisons among propositions, with the two things compared in each other's place.

    "Trains are safer than planes"                "Planes are safer than trains"
    "We should fund buses rather than trams"      "We should fund trams rather than buses"
    "I prefer tea to coffee"                      "I prefer coffee to tea"

A small model that hears the words of both things cannot be trusted with their order. Who speaks for a comparison
speaks against the swapped one, so that a reading that stays the same under the swap says nothing. It reads better what
a comparison says of one thing alone ("Trains are safer") and of the other. A comparison whose two things cannot be told
apart by the patterns of ``comparing`` is treated like any other proposition.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from doxa.models.embedded.extraction.words import VERBS, is_finite, plain_forms
from doxa.models.embedded.guards import comparing as how
from doxa.models.embedded.guards.verbs import DEEDS, PERHAPS_DEEDS

Span = tuple[int, int]


def swap_comparison(proposition: str) -> str | None:
    """Return a proposition with the things that it compares in each other's place; None where it compares none."""
    statement = " ".join(proposition.split()).rstrip(".!? ")
    if chosen := _choose_the_other(statement):
        return chosen
    spans = _compared(statement)
    return _swapped(statement, *spans) if spans else None


def halves_of(proposition: str) -> tuple[str, str] | None:
    """Return what a comparison says of each of its two things: "Trains are safer", "Planes are safer".

    None where it compares none, or says of a thing only that it does better than the other ("Trains beat planes").
    """
    statement = " ".join(proposition.split()).rstrip(".!? ")
    spans = None if how.PAIR.fullmatch(statement) else _compared(statement)
    if spans is None:
        return None
    first, second = spans
    joint = how.BEFORE_THE_OTHER.search(statement, first[1], second[0])
    if joint is None:
        return None
    before, after = statement[: joint.start()], how.LEFT_OVER.sub("", statement[second[1] :], count=1)
    is_put = how.RANKED.fullmatch(joint[0].strip()) and how.PUT.search(before)
    one = f"{before}{' first' if is_put else ''}{after}"
    return one, _replaced(one, first, statement[slice(*second)])


def _compared(statement: str) -> tuple[Span, Span] | None:
    """Return the places of the two things that a statement compares; None where it compares none."""
    fronted = how.FRONTED.match(statement)
    before = fronted.end() if fronted else 0
    for find in RULES:
        if spans := find(statement[before:]):
            first, second = ((start + before, end + before) for start, end in spans)
            return first, second
    return None


def _choose_the_other(statement: str) -> str | None:
    """Return "Of Messi and Ronaldo, Messi is greater" with the other one chosen; None where no pair is named."""
    pair = how.PAIR.fullmatch(statement)
    if not pair or any(map(is_finite, how.WORD.findall(pair["second"].lower()))):
        return None
    rest = pair["rest"]
    for one, other in ((pair["first"], pair["second"]), (pair["second"], pair["first"])):
        again = re.search(rf"\b{re.escape(one)}\b", rest, re.IGNORECASE)
        if again and not re.search(rf"\b{re.escape(other)}\b", rest, re.IGNORECASE):
            place = pair.start("rest")
            return f"{statement[: place + again.start()]}{other}{statement[place + again.end() :]}"
    return None


def stated_side(claim: str, motion: str) -> int:
    """Return 1 where a claim states a comparison in its motion's words, −1 where it states the opposite; else 0.

    "Planes are worse than trains for the climate" states the opposite of "Planes are better than trains".
    """
    swapped = swap_comparison(motion)
    if swapped is None or how.CONDITION.search(claim):
        return 0
    said = _bare_words(claim)
    for stated, side in ((motion, 1), (swapped, -1)):
        words = _bare_words(stated)
        if said[: len(words)] == words:
            return side
        if said[: len(words)] == [how.OPPOSITE_DEGREES.get(word, word) for word in words] != words:
            return -side
    return 0


def _bare_words(statement: str) -> list[str]:
    return [word for word in how.WORD.findall(statement.lower()) if word not in how.DEGREE_ADVERBS]


def _swapped(statement: str, first: Span, second: Span) -> str:
    one, other = statement[slice(*first)], statement[slice(*second)]
    turned = f"{statement[: second[0]]}{_lowered(one) if first[0] == 0 else one}{statement[second[1] :]}"
    return _replaced(turned, first, other)


def _replaced(statement: str, place: Span, thing: str) -> str:
    """Return a statement with another thing in a place that is not behind the one where it stood."""
    if place[0] == 0:
        thing = thing[:1].upper() + thing[1:]
    return f"{statement[: place[0]]}{thing}{statement[place[1] :]}"


def _lowered(name: str) -> str:
    """Return a name with a small first letter, unless its first word is written in capitals."""
    return name if name[1:2].isupper() or name.startswith("I ") else name[:1].lower() + name[1:]


def _by_pattern(
    pattern: re.Pattern[str], unless: re.Pattern[str] | None = None
) -> Callable[[str], tuple[Span, Span] | None]:
    """Return a rule: the groups ``first`` and ``second`` of a pattern that the whole statement fits.

    Args:
        unless: what the first thing does not contain.
    """

    def find(statement: str) -> tuple[Span, Span] | None:
        fit = pattern.match(statement)
        if fit and unless and unless.search(fit["first"]):
            return None
        return _things(statement, fit.span("first"), fit.start("second"), fit.end("second")) if fit else None

    return find


def _things(statement: str, first: Span, start: int, end: int) -> tuple[Span, Span] | None:
    """Return the places of two things, the second without what holds for both; None where it is no thing."""
    if how.NO_THING.match(statement, start) or first[0] >= first[1]:
        return None
    thing = statement[slice(*first)].lower()
    own = frozenset(thing.split())
    for tail in re.finditer(rf",?\s+({how.TAILS})\s|,\s", statement[start:end]):
        # "working from home … working in an office": what is before the tail is no thing by itself
        is_half = tail[1] is not None and thing.startswith(f"{statement[start : start + tail.start()].lower()} ")
        if tail.start() and (tail[1] or "").lower() not in own and not is_half:
            end = start + tail.start()
            break
    if ending := how.ENDING.search(statement, start, end):
        end = ending.start()
    return None if how.FORESEEN.search(statement[start:end]) else (first, (start, end))


def _of_subjects(statement: str) -> tuple[Span, Span] | None:
    """Find the subject of "X … more … than Y" and the thing behind "than"."""
    than = next((joint for joint in how.THAN.finditer(statement)), None)
    if than is None or how.WE.match(statement):
        return None
    degrees = (word for word in how.DEGREE.finditer(statement, 0, than.start()) if word[0].lower() not in how.NO_DEGREE)
    end = next(filter(None, (_subject_end(statement, degree.start()) for degree in degrees)), 0)
    return _things(statement, (0, end), than.end(), len(statement)) if end else None


def _subject_end(statement: str, degree: int) -> int:
    """Return where the subject in front of a verb and a degree ends; 0 where no verb is found."""
    if auxiliary := how.AUXILIARY.search(statement, 1, degree):
        return len(statement[: auxiliary.start()].rstrip())
    words = list(how.WORD.finditer(statement, 0, degree))
    verbs = [
        word
        for before, word in pairwise(words)
        if _is_verb(word[0].lower()) and before[0].lower() not in how.DETERMINERS
    ]
    return len(statement[: verbs[-1].start()].rstrip()) if verbs else 0


def _is_verb(word: str) -> bool:
    return is_finite(word) or not how.COMPARED.isdisjoint(plain_forms(word))


def _of_instead(statement: str) -> tuple[Span, Span] | None:
    """Find what stands in front of "rather than" and is of the same form as what stands behind."""
    joint = how.INSTEAD.fullmatch(statement) or how.NOT_THIS.fullmatch(statement)
    if not joint or (joint.re is how.NOT_THIS and not _corrects_a_thing(joint)):
        return None
    head, second = joint["head"], joint["second"]
    start = next((place for place in _starts(head, second) if place is not None), None)
    if start is None or start >= len(head):
        return None
    return _things(statement, (start, len(head)), joint.start("second"), len(statement))


def _corrects_a_thing(joint: re.Match[str]) -> bool:
    """Return whether "not" stands between two things that should be, and not between two deeds."""
    word = how.WORD.findall(joint["second"].lower())[0]
    return how.MODAL.search(joint["head"]) is not None and not _is_verb(word) and not word.endswith("ed")


def _starts(head: str, second: str) -> Iterator[int | None]:
    """Yield where the first thing may begin, the surest rule first."""
    if preposition := how.PREPOSITION.match(second):
        yield _last(rf"\b{re.escape(preposition[0])}\s", head, inside=True)
        return
    word = (how.WORD.findall(second.lower()) or [""])[0]
    if word.endswith("ing") and len(word) > 4:
        yield _last(r"\b\w{2,}ing\b", head, inside=True)
    modal = how.MODAL.search(head)
    if word in VERBS | DEEDS | PERHAPS_DEEDS and modal:
        yield modal.end()
        return
    verb = _behind_verb(head, modal) or 0
    yield _last(rf"\b(?:{how.PREPOSITIONS})\s+", head[verb:], skip=verb)
    yield verb or None


def _behind_verb(head: str, modal: re.Match[str] | None) -> int | None:
    """Return where what follows the verb of a statement begins."""
    being = list(how.BE.finditer(head))
    if being:
        return being[-1].end()
    if modal:
        verb = how.WORD.match(head, modal.end())
        return verb.end() + 1 if verb else None
    verbs = [word for word in how.WORD.finditer(head) if word.start() and is_finite(word[0].lower())]
    return verbs[0].end() + 1 if verbs else None


def _of_a_title(statement: str) -> tuple[Span, Span] | None:
    """Find the two things of a title without a verb: "Freedom over security"."""
    fit = how.OVER.fullmatch(statement)
    if not fit or any(_is_verb(word) for word in how.WORD.findall(statement.lower())):
        return None
    return _things(statement, (0, len(fit["first"].rstrip())), fit.start("second"), fit.end("second"))


def _of_rather(statement: str) -> tuple[Span, Span] | None:
    """Find what should be done to the second thing rather than to the first, which is no deed itself."""
    fit = how.RATHER_THAN.fullmatch(statement)
    if not fit or fit["first"].split()[0].endswith("ing"):
        return None
    return _things(statement, fit.span("first"), fit.start("second"), fit.end("second"))


def _last(pattern: str, head: str, *, inside: bool = False, skip: int = 0) -> int | None:
    """Return where the last fit of a pattern begins (``inside``) or ends; None where it does not fit."""
    fits = list(re.finditer(pattern, head, re.IGNORECASE))
    return skip + (fits[-1].start() if inside else fits[-1].end()) if fits else None


RULES: tuple[Callable[[str], tuple[Span, Span] | None], ...] = (
    _by_pattern(how.COMPARED_WITH),
    _of_rather,
    _by_pattern(how.CLEFT),
    _by_pattern(how.BETTER_THAN),
    _by_pattern(how.WOULD_RATHER),
    _by_pattern(how.NOT_AS),
    _by_pattern(how.HARM),
    _by_pattern(how.MORE_SO),
    _by_pattern(how.MORE_BY),
    _by_pattern(how.MORE_THAN_BY),
    _by_pattern(how.MORE_THAN_IT),
    _by_pattern(how.MORE_OF_A),
    _by_pattern(how.MORE_DOING),
    _by_pattern(how.VALUED),
    _by_pattern(how.SUBJECTS),
    _by_pattern(how.NOT_THAT),
    _by_pattern(how.FIRST_OF_ALL),
    _by_pattern(how.PUT_OVER, unless=how.HELD_OVER),
    _by_pattern(how.DONE_OVER, unless=how.HELD_OVER),
    _by_pattern(how.AT_THE_EXPENSE),
    _by_pattern(how.REPLACED),
    _by_pattern(how.OUTDOES, unless=how.IN_A_CLAUSE),
    _by_pattern(how.AS_AGAINST),
    _of_instead,
    _of_subjects,
    _by_pattern(how.PREFERRED, unless=how.NOUN_WITH_TO),
    _of_a_title,
)
"""Rules in the order in which they are tried; each returns the places of the two things, or None."""
