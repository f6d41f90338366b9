"""Whether a word of a speaker's name, found in a text, means the speaker.

A word of a name is replaced wherever it has a capital or is in capitals; in small letters, too, unless it is also an
ordinary word (``will``, ``grace``, ``summers``). Such a word needs a capital inside a sentence, or a verb of saying
after it at the beginning of one; in small letters it needs what no ordinary word has, a possessive without an article
and a part of a speech ("stone's second point"). A word that stands beside other capitals is part of somebody else's
name ("Bruce Lee", "Lee Valley"), unless the word before is short for the speaker's first name ("Sam Nnadi") or an
office that the speaker can hold ("Governor Destry", and not "Chancellor Brandt").

A noun at the beginning of a sentence can have a comma after it, too: "Hope, faith and charity". What a speaker says to
somebody is a sentence of its own behind the comma, or holds a "you": "Joy, with respect, you …". A name that is also
that of a place may stand for the place: "Jordan and Singapore both sit the same exam".
"""

import re

from doxa.judging.blind.spans import (
    begins_sentence,
    says_something,
    sentence_around,
    speaks_of_debate,
    speaks_to_house,
    speaks_up,
)
from doxa.judging.blind.words import (
    BEFORE_NAMES,
    FAMOUS,
    FUNCTION_WORDS,
    LETTERS,
    NAMES_BEFORE_ALL,
    OFFICES,
    TITLES,
    VERBS,
    are_forms_of_one,
    is_ordinary,
    is_short_for,
    read_patterns,
    read_words,
    short_forms,
)

_ADDRESSES = read_patterns("addresses")


def is_spoken_to(text: str, word: str, end: int) -> bool:
    """Return whether a word that begins a sentence and ends at a place is the name of somebody who is spoken to."""
    rest = text[end:]
    if _ADDRESSES["to_you"].match(rest):
        return True
    if word.lower() in FUNCTION_WORDS and word.lower() not in NAMES_BEFORE_ALL:
        return False  # "Well, people drop crisps"
    return any(
        pattern.match(rest) for pattern in (_ADDRESSES["with_courtesy"], _ADDRESSES["aside"], _ADDRESSES["sentence"])
    )


_PLACES = read_patterns("places")

PLACE_NAMES = read_words("countries") | read_words("cities") | read_words("places")


def is_place(text: str, start: int, end: int, word: str, own: frozenset[str]) -> bool:
    """Return whether a name at a place of a text is that of a country, a town or a river.

    Args:
        own: the words of the speakers' names: "Jordan and Georgia" are two speakers where both are listed.
    """
    if _PLACES["named_place"].search(text[:start]):
        return True
    if word.lower() not in PLACE_NAMES:
        return False
    if _stands_beside_places(text, start, end, own) or _PLACES["does"].match(text[end:]):
        return True
    if _PLACES["of_a_place"].match(text[end:]) or _PLACES["thing_of"].search(text[:start]):
        return True
    return _PLACES["inside"].search(text[:start]) is not None and not says_something(text, end)


def _stands_beside_places(text: str, start: int, end: int, own: frozenset[str]) -> bool:
    joined = (_PLACES["joined_after"].match(text[end:]), _PLACES["joined_before"].search(text[:start]))
    return any(found is not None and _is_strange_place(found["place"], own) for found in joined)


def _is_strange_place(name: str, own: frozenset[str]) -> bool:
    return name.lower() not in own and (" " in name or name.lower() in PLACE_NAMES)


_BEARERS = read_patterns("bearers")

_ARTICLES = frozenset({"the", "a", "an", "this", "that", "every", "no", "some", "each", "any"})
_MONTHS = frozenset({"may", "june", "april", "august", "march"})

_PRONOUNS = frozenset(
    {"he", "she", "it", "we", "you", "they", "i", "this", "that", "there", "here", "who", "what", "let"}
)
_MARTIAL = frozenset({"general", "colonel", "captain", "justice", "judge", "ambassador", "major", "admiral"})
_NAMES_LIKE_ADVERBS = frozenset(
    {"beverly", "kimberly", "shelly", "connelly", "donnelly", "connolly", "reilly", "italy"}
)


def is_of_history(text: str, end: int) -> bool:
    """Return whether the words after a name say what was long ago: "Hale ruled in 1671", "Thatcher's Britain"."""
    deed = _BEARERS["long_ago"].match(text[end:])
    if deed is not None:
        return not (speaks_up(text, end) or speaks_of_debate(deed["deed"]))
    country = _BEARERS["their_country"].match(text[end:])
    if country is None or country["country"].lower() not in read_words("countries"):
        return False
    return _BEARERS["supposed"].search(re.split(r"[.;:!?\n]", text[country.end() + end :], maxsplit=1)[0]) is None


def is_name(text: str, match: re.Match[str], part: str, own: frozenset[str]) -> bool:
    """Return whether a word of a name stands for the speaker here."""
    word, start, end = match["word"], match.start("word"), match.end("word")
    titled = bool(match["titles"].strip())
    if word[0].isupper() and is_of_history(text, end):
        return False
    if word.islower():
        if is_ordinary(part) or _BEARERS["determined"].search(text[: match.start("word")]):
            return _is_bare_name(text, match)
        return True
    if not titled and _is_of_a_place(text, end, own):
        return False
    if not titled and (_follows_a_name(text, start, word, own) or _precedes_a_name(text, end, word, own)):
        return False
    if _BEARERS["of_a_thing"].search(text[:start]) or _is_strange_rank(text, match, part, own):
        return False
    if not titled and is_place(text, start, end, part, own):
        return False
    if not is_ordinary(part) or titled:
        return True
    return _is_capital_by_choice(text, match, part) or _is_listed(text, match, own)


def _is_capital_by_choice(text: str, match: re.Match[str], part: str) -> bool:
    """Return whether an ordinary word has its capital because it is a name, and not for another reason."""
    word, start, end = match["word"], match.start("word"), match.end("word")
    is_shouted = (
        word.isupper()
        and len(sentence_around(text, start, end).split()) > 1
        and sentence_around(text, start, end).isupper()
    )
    if part.lower() in _MONTHS and (_BEARERS["dated"].match(text[end:]) or _BEARERS["dating"].search(text[:start])):
        return False
    if begins_sentence(text, start) or is_shouted:
        return _is_function_name(text, word, end) and (is_spoken_to(text, word, end) or _is_spoken_of(text, end))
    before = _BEARERS["before"].search(text[:start])
    return not (before and before["word"].lower() in _ARTICLES)


def _is_listed(text: str, match: re.Match[str], own: frozenset[str]) -> bool:
    """Return whether a word stands first in a list of speakers: "Ruth, Jordan and Joy"."""
    listed = _BEARERS["listed"].match(text[match.end("word") :])
    return listed is not None and match["word"][0].isupper() and listed["word"].lower() in own


def _is_spoken_of(text: str, end: int) -> bool:
    """Return whether the words after a place are those that follow a name: a verb of saying, or an apostrophe."""
    rest = text[end:]
    if re.match(r"['’]s\s+[A-Z]", rest):
        return False  # "King's College"
    if re.match(
        r"['’]s\b|['’](?!\w)|\s+and\s+[A-Z]|\s*$|\s*[;.!?)]",
        rest,
    ):
        return True
    if re.match(r"\s+(?:you|i|we|they|he|she|it|my|the|not|be|this|that|what|which|how)\b", rest, re.IGNORECASE):
        return False  # "Will you answer", "Mark my words"
    return speaks_up(text, end)


def _is_function_name(text: str, word: str, end: int) -> bool:
    """Return whether a word can be a name at the beginning of a sentence: "An told us", and not "He's wrong"."""
    if word.lower() not in FUNCTION_WORDS or word.lower() in NAMES_BEFORE_ALL:
        return True
    if word.lower() in _PRONOUNS:
        return False
    return speaks_to_house(text, end) or _BEARERS["of_a_speech"].match(text[end:]) is not None


def can_end_name(said: str) -> bool:
    """Return whether the last word of what may be a whole name is part of it: not so in "Karim said no"."""
    words = said.split()
    last = words[-1]
    is_verb = last in VERBS or last in FUNCTION_WORDS
    return not (last.islower() and is_verb and words[0][0].isupper())


def _is_bare_name(text: str, match: re.Match[str]) -> bool:
    """Return whether an ordinary word in small letters is a name: it speaks, or has a speech, and no article."""
    rest = text[match.end("word") :]
    if match["word"] in _PRONOUNS or (match["word"] in FUNCTION_WORDS and _BEARERS["of_a_speech"].match(rest) is None):
        return False
    if _BEARERS["of_a_speech"].match(rest) is None and _BEARERS["said_aloud"].match(rest) is None:
        return False
    return bool(match["titles"].strip()) or _BEARERS["bare"].search(text[: match.start("word")]) is not None


def _is_of_a_place(text: str, end: int, own: frozenset[str]) -> bool:
    """Return whether a name is followed by the place of somebody else: Joan of Arc."""
    place = _BEARERS["of_place"].match(text[end:])
    return place is not None and place["place"].lower() not in own


def is_called(text: str, match: re.Match[str], first: str) -> bool:
    """Return whether a word before a speaker's last name is a form of the speaker's first name."""
    said, last = match["first"], match["last"]
    if said.lower() == first.lower() or (said[0].isupper() != last[0].isupper()):
        return False
    is_known = is_ordinary(last) or last.lower() in FAMOUS
    if (
        said.islower()
        and is_known
        and not (speaks_up(text, match.end()) or _BEARERS["of_a_speech"].match(text[match.end() :]))
    ):
        return False
    if is_known:
        return is_short_for(said, first) or first.lower() in short_forms(said)
    if are_forms_of_one(said, first):
        return True
    is_name = said[0].isupper() and said.lower() not in {*FUNCTION_WORDS, *BEFORE_NAMES}
    return is_name and not begins_sentence(text, match.start()) and speaks_to_house(text, match.end())


def is_fellow(text: str, match: re.Match[str], own: frozenset[str]) -> bool:
    """Return whether a short name that stands alone is a speaker's: "my colleague Sam", "Sam told us"."""
    start, end = match.span()
    is_another = _follows_a_name(text, start, match[0], own) or _precedes_a_name(text, end, match[0], own)
    if is_another or _BEARERS["determined"].search(text[:start]):
        return False
    return bool(
        _BEARERS["fellow"].search(text[:start])
        or speaks_to_house(text, end)
        or _BEARERS["of_a_speech"].match(text[end:])
        or (begins_sentence(text, start) and _BEARERS["spoken_to"].match(text[end:]))
    )


def _follows_a_name(text: str, start: int, word: str, own: frozenset[str]) -> bool:
    """Return whether the word before is a name, too, but of nobody who speaks here."""
    if (begun := _BEARERS["begun"].search(text[:start])) and not {begun["word"].lower(), begun["particle"]} & own:
        return begun["word"].lower() not in TITLES and not begins_sentence(text, begun.start())
    before = _BEARERS["before"].search(text[:start])
    if before is None or not before["word"][0].isupper():
        return False
    name = _BEARERS["possessive"].sub("", before["word"].lower().replace("’", "'"))
    if (
        name in own
        or name.strip(".") in {*TITLES, *LETTERS, "i", "i'm"}
        or (word.isupper() and before["word"].isupper())
    ):
        return False
    if begins_sentence(text, before.start()):
        return not (name in FUNCTION_WORDS or _is_adverb(name)) and name == before["word"].lower().replace("’", "'")
    return name == before["word"].lower().replace("’", "'")


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") and len(word) > 5 and word not in _NAMES_LIKE_ADVERBS


def _is_strange_rank(text: str, match: re.Match[str], part: str, own: frozenset[str]) -> bool:
    """Return whether a word of a name follows a rank that no speaker has: General Lee is no debater."""
    titles = match["titles"].lower()
    ranks = {rank for rank in OFFICES | read_words("ranks") if re.search(rf"\b{rank}\b", titles)}
    if not ranks or {word for rank in ranks for word in rank.split()} & own:
        return False
    if part.lower() in FAMOUS or (is_ordinary(part) and ranks & _MARTIAL):
        rest = text[match.end() :]
        return not (
            speaks_to_house(text, match.end())
            or _BEARERS["of_a_speech"].match(rest)
            or _BEARERS["spoken_to"].match(rest)
        )
    return False


def _precedes_a_name(text: str, end: int, word: str, own: frozenset[str]) -> bool:
    """Return whether the word after continues a name of somebody or something else."""
    after = _BEARERS["after"].match(text[end:])
    if goes_on := _BEARERS["goes_on"].match(text[end:]):
        return goes_on["word"].lower() not in own
    if after is None or not after["word"][0].isupper():
        return False
    following = _BEARERS["possessive"].sub("", after["word"].replace("’", "'"))
    if word.isupper() and len(word) > 1 and following.isupper():
        return False
    return following.lower() not in {*own, *TITLES} and following not in (
        "I",
        "I'm",
        "I’m",
        "I've",
        "I’ve",
        "I'd",
        "I’d",
        "I'll",
        "I’ll",
    )
