"""What speakers say of who they are and of the side that they take, and the offices that stand for a speaker.

Of an avowal ("I beg to propose") the verb or the preposition alone is replaced by one that takes no side. "We propose a
charge on parking" is about a charge, and "the Commons passed the motion" is about the Commons: both stay. Of an
introduction ("as a nurse I …") only the words that say who somebody is are replaced; what the speaker goes on to say
stays. A nurse who is quoted, and a farmer who is imagined, are no introduction.

Offices are those of a format ("Deputy Leader of the Opposition"), forms of address ("my learned friend"), and titles
that a speaker's name has ("the baroness"). "Prime Minister Attlee" and "the Prime Minister of Norway" hold no office in
the debate.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from doxa.judging.blind.spans import (
    Finder,
    Span,
    is_about_debate,
    is_quoted,
    matches,
    read_pattern,
    read_patterns,
    read_words,
    says_something,
    sentence_around,
    speaks_of_debate,
    speaks_to_house,
    speaks_up,
    words_after,
    words_before,
)
from doxa.records.transcripts import Side

_AVOWALS = read_patterns("avowals")

_REWORDED = {"base": "argue", "s": "argues", "past": "argued", "ing": "arguing"}


def find_avowals(text: str) -> Iterator[Span]:
    """Yield the spans in which a speaker takes a side on the motion."""
    for match in _AVOWALS["stands"].finditer(text):
        yield from _span(match, "on", text)
    for match in _AVOWALS["takes"].finditer(text):
        if match["past"] is None or _AVOWALS["subject"].search(words_before(text, match.start())):
            yield from _span(match, _reword(match), text)
    for name in ("bare", "plain", "imperative"):
        for match in _AVOWALS[name].finditer(text):
            yield from _span(match, _reword(match), text)
    for name, words in (("falls", "be decided"), ("answers", ""), ("down", "")):
        for match in _AVOWALS[name].finditer(text):
            yield from _span(match, words, text)
    for match in _AVOWALS["in_opposition"].finditer(text):
        yield from _span(match, "debate" if match["how"] else "this debate", text)
    for match in _AVOWALS["ballot"].finditer(text):
        if match["word"]:
            yield from _span(match, "a", text)
        elif not is_quoted(text, match.start()):
            yield Span(match.start("after") - 1, match.end("after"), "")


def _reword(match: re.Match[str]) -> str:
    form = next(name for name, found in match.groupdict().items() if found is not None and name in _REWORDED)
    return _REWORDED[form]


def _span(match: re.Match[str], words: str, text: str) -> Iterator[Span]:
    """Yield the span of the word that takes a side, unless the sentence is a quotation or about times gone by."""
    start, end = match.span("word")
    if is_quoted(text, start) or _AVOWALS["long_ago"].search(sentence_around(text, start, end)):
        return
    said = match["word"]
    if said.isupper() and len(said) > 1:
        words = words.upper()
    elif said[0].isupper():
        words = words[:1].upper() + words[1:]
    yield Span(start, end, words)


_INTRODUCTIONS = read_patterns("introductions")

INTRODUCED = "[who the speaker is]"


def find_introductions(text: str) -> Iterator[Span]:
    """Yield the spans in which a speaker says who they are."""
    for name in ("name", "introduced", "speaking as", "as", "worked as"):
        for match in _INTRODUCTIONS[name].finditer(text):
            before = words_before(text, match.start())
            if not is_quoted(text, match.start()) and _INTRODUCTIONS["imagined"].search(before) is None:
                yield Span(match.start("who"), match.end("who"), INTRODUCED)


def introduces(text: str) -> bool:
    """Return whether somebody introduces themselves in a text, or did so before the words were replaced."""
    return INTRODUCED in text or next(find_introductions(text), None) is not None


_OFFICES = read_patterns("offices")

_COMMON = frozenset(
    {"doctor", "judge", "minister", "general", "captain", "lady", "knight", "bishop", "mayor", "president", "secretary"}
)
"""Nouns that mostly mean somebody else, and stand for a speaker only where a sentence is plainly about the debate."""


def office_finders(benches: dict[Side, str], names: Sequence[str], *, governed: bool) -> list[Finder]:
    """Return the finders of offices.

    Args:
        names: the speakers' names, with their titles.
        governed: whether the Proposition is called Government in this debate.
    """
    own = frozenset(word.lower() for name in names for word in re.findall(r"\w+", name))
    finders = [
        matches(
            read_pattern("offices", f"_governed_{side}" if governed else f"_plain_{side}"),
            partial(_replace_office, label=benches[side], governed=governed, own=own),
        )
        for side in ("con", "pro")
    ]
    finders.append(
        matches(_OFFICES["honoured"], lambda match: None if _holds_seat_elsewhere(match, own) else _speaker(match))
    )
    finders.append(matches(_OFFICES["constituency"], lambda match: _replace_constituency(match, own)))
    if title := _titled(names):
        finders.append(matches(title, _replace_title))
    return finders


def _replace_office(match: re.Match[str], *, label: str, governed: bool, own: frozenset[str]) -> str | None:
    """Return the label of the bench of an office of the format; None where the office is none of this debate."""
    text, words = match.string, match[0].lower()
    before = words_before(text, match.start())
    is_fellow = _OFFICES["fellow"].search(before) is not None or _is_held_here(match, own)
    if not is_fellow and _is_held_elsewhere(match):
        return match[0]  # as it is, so that no finder of sides takes "Opposition" out of it
    # elsewhere a prime minister who says something is mostly that of a country
    is_formats = governed and _OFFICES["of_format"].search(words) is not None
    base = int(is_formats or not match[0].islower()) if governed or not words.endswith("prime minister") else -1
    base += 4 * is_fellow
    base += 2 * (_OFFICES["addressed"].search(before) is not None and match[0][0].isupper())
    base += governed and speaks_up(text, match.end()) and not says_something(text, match.end())
    after = words_after(text, match.end())
    after = _OFFICES["coordinate"].split(after, maxsplit=1)[0] if governed else after
    around = f"{before}{match[0]}{after}"
    return f"{label} speaker" if is_about_debate(around, len(before), len(before) + len(match[0]), base) else None


def _is_held_here(match: re.Match[str], own: frozenset[str]) -> bool:
    """Return whether a speaker's name stands beside the office: "Ann Lee, the Prime Minister", "the Whip, Ann Lee"."""
    apposed = _OFFICES["apposed"].search(words_before(match.string, match.start()))
    if apposed and apposed["last"].lower() in own:
        return True
    followed = _OFFICES["followed"].match(words_after(match.string, match.end()))
    if followed is None or followed["first"].lower() not in own:
        return False
    return not match[0].lower().endswith("minister") or "," in followed[0]


def _is_held_elsewhere(match: re.Match[str]) -> bool:
    """Return whether the words around an office say that it is one of a country, or whose it is."""
    before, after = words_before(match.string, match.start()), words_after(match.string, match.end())
    is_somewhere = _OFFICES["somewhere"].search(before) or _OFFICES["named"].match(after)
    if is_somewhere or _OFFICES["apposed"].search(before) or _is_set_abroad(match):
        return True
    is_country = _OFFICES["bearer"].match(after) or _OFFICES["institution"].match(after)
    return is_country is not None and not speaks_to_house(match.string, match.end())


def _is_set_abroad(match: re.Match[str]) -> bool:
    """Return whether the sentence began in a country: "In Canada the Leader of the Opposition swears an oath"."""
    sentence = sentence_around(match.string, *match.span())
    if _OFFICES["in_country"].match(sentence) is None:
        return False
    is_debater = says_something(match.string, match.end()) or speaks_to_house(match.string, match.end())
    return not is_debater and not speaks_of_debate(sentence)


def _speaker(match: re.Match[str]) -> str:
    noun = "speakers" if _OFFICES["several"].search(match[0]) else "speaker"
    return f"The {noun}" if match["lead"][0].isupper() else f"the {noun}"


def _holds_seat_elsewhere(match: re.Match[str], own: frozenset[str]) -> bool:
    """Return whether somebody who is no speaker held a seat: "Tony Benn, the honourable member for Chesterfield"."""
    before = words_before(match.string, match.start())
    if _OFFICES["seat"].search(match[0]) is None:
        return False
    once, apposed = _OFFICES["once"].search(before), _OFFICES["apposed"].search(before)
    if apposed is not None:
        return apposed["last"].lower() not in own
    return once is not None and (once["name"] or "").lower() not in own


def _replace_constituency(match: re.Match[str], own: frozenset[str]) -> str | None:
    is_here = is_about_debate(match.string, *match.span(), int("Member" in match[0]))
    return _speaker(match) if is_here and not _holds_seat_elsewhere(match, own) else None


def _titled(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return the pattern of "the professor" and the like, for titles that speakers have."""
    words = {word.strip(".").lower() for name in names for word in re.split(r"[\s,]+", name)}
    named_by = dict(row.split(": ") for row in read_words("nouns_of_titles"))
    nouns = sorted({named_by[word] for word in words & named_by.keys()})
    if not nouns:
        return None
    return re.compile(
        rf"\b(?P<lead>the|our|my)\s+(?:good\s+)?(?P<noun>{'|'.join(nouns)})\b(?!\s+(?:who|of|at|in|from|whose|"
        rf"(?-i:[A-Z])))",
        re.I,
    )


def _replace_title(match: re.Match[str]) -> str | None:
    text = match.string
    base = -1 if match["noun"].lower() in _COMMON else int(match["lead"].lower() == "our")
    if base < 0 and (
        not says_something(text, match.end()) or _OFFICES["personal"].match(words_after(text, match.end()))
    ):
        return None
    return _speaker(match) if is_about_debate(text, *match.span(), base) else None
