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
    BEFORE_NAMES,
    FAMOUS,
    FUNCTION_WORDS,
    LETTERS,
    NAMES_BEFORE_ALL,
    OFFICES,
    TITLES,
    VERBS,
    are_forms_of_one,
    begins_sentence,
    is_ordinary,
    is_short_for,
    read_patterns,
    read_words,
    says_something,
    sentence_around,
    short_forms,
    speaks_of_debate,
    speaks_to_house,
    speaks_up,
    words_after,
    words_before,
)

_ADDRESSES = read_patterns("addresses")


def is_spoken_to(text: str, word: str, end: int) -> bool:
    """Return whether a word that begins a sentence and ends at a place is the name of somebody who is spoken to."""
    rest = words_after(text, end)
    if _ADDRESSES["to_you"].match(rest):
        return True
    if word.lower() in FUNCTION_WORDS and word.lower() not in NAMES_BEFORE_ALL:
        return False  # "Well, people drop crisps"
    return any(_ADDRESSES[name].match(rest) for name in ("with_courtesy", "aside", "sentence"))


_PLACES = read_patterns("places")

PLACE_NAMES = read_words("countries") | read_words("cities") | read_words("places")


def is_place(text: str, start: int, end: int, word: str, own: frozenset[str]) -> bool:
    """Return whether a name at a place of a text is that of a country, a town or a river.

    Args:
        own: the words of the speakers' names: "Jordan and Georgia" are two speakers where both are listed.
    """
    before, after = words_before(text, start), words_after(text, end)
    if _PLACES["named_place"].search(before):
        return True
    if word.lower() not in PLACE_NAMES:
        return False
    joined = (_PLACES["joined_after"].match(after), _PLACES["joined_before"].search(before))
    beside = [found["place"] for found in joined if found]
    return bool(
        any(name.lower() not in own and (" " in name or name.lower() in PLACE_NAMES) for name in beside)
        or any(_PLACES[name].match(after) for name in ("does", "of_a_place"))
        or _PLACES["thing_of"].search(before)
        or (_PLACES["inside"].search(before) and not says_something(text, end))
    )


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
    deed = _BEARERS["long_ago"].match(words_after(text, end))
    if deed is not None:
        return not (speaks_up(text, end) or speaks_of_debate(deed["deed"]))
    country = _BEARERS["their_country"].match(words_after(text, end))
    if country is None or country["country"].lower() not in read_words("countries"):
        return False
    return (
        _BEARERS["supposed"].search(re.split(r"[.;:!?\n]", words_after(text, end + country.end()), maxsplit=1)[0])
        is None
    )


def is_name(text: str, match: re.Match[str], part: str, own: frozenset[str]) -> bool:
    """Return whether a word of a name stands for the speaker here."""
    word, start, end = match["word"], match.start("word"), match.end("word")
    if word[0].isupper() and is_of_history(text, end):
        return False
    if word.islower():
        is_doubtful = is_ordinary(part) or _BEARERS["determined"].search(words_before(text, start))
        return not is_doubtful or _is_bare_name(text, match)
    titled = bool(match["titles"].strip())
    if not titled and (_is_anothers(text, start, end, word, own) or is_place(text, start, end, part, own)):
        return False
    if _BEARERS["of_a_thing"].search(words_before(text, start)) or _is_strange_rank(text, match, part, own):
        return False
    if titled or not is_ordinary(part) or _is_capital_by_choice(text, match, part):
        return True
    listed = _BEARERS["listed"].match(words_after(text, match.end("word")))  # "Ruth, Jordan and Joy"
    return listed is not None and word[0].isupper() and listed["word"].lower() in own


def _is_anothers(text: str, start: int, end: int, word: str, own: frozenset[str]) -> bool:
    """Return whether the words beside a name make it that of somebody else: Joan of Arc, Bruce Lee, Lee Valley."""
    place = _BEARERS["of_place"].match(words_after(text, end))
    is_from_elsewhere = place is not None and place["place"].lower() not in own
    return is_from_elsewhere or _follows_a_name(text, start, word, own) or _precedes_a_name(text, end, word, own)


def _is_capital_by_choice(text: str, match: re.Match[str], part: str) -> bool:
    """Return whether an ordinary word has its capital because it is a name, and not for another reason."""
    word, start, end = match["word"], match.start("word"), match.end("word")
    sentence = sentence_around(text, start, end)
    is_shouted = word.isupper() and len(sentence.split()) > 1 and sentence.isupper()
    if part.lower() in _MONTHS and (
        _BEARERS["dated"].match(words_after(text, end)) or _BEARERS["dating"].search(words_before(text, start))
    ):
        return False
    if begins_sentence(text, start) or is_shouted:
        return _is_function_name(text, word, end) and (is_spoken_to(text, word, end) or _is_spoken_of(text, end))
    before = _BEARERS["before"].search(words_before(text, start))
    return not (before and before["word"].lower() in _ARTICLES)


def _is_spoken_of(text: str, end: int) -> bool:
    """Return whether the words after a place are those that follow a name: a verb of saying, or an apostrophe."""
    rest = words_after(text, end)
    if re.match(r"['’]s\s+[A-Z]", rest):
        return False  # "King's College"
    if re.match(r"\A(?:['’]s\b|['’](?!\w)|\s+and\s+[A-Z]|\s*$|\s*[;.!?)])", rest):
        return True
    if re.match(r"\A\s+(?:you|i|we|they|he|she|it|my|the|not|be|this|that|what|which|how)\b", rest, re.IGNORECASE):
        return False  # "Will you answer", "Mark my words"
    return speaks_up(text, end)


def _is_function_name(text: str, word: str, end: int) -> bool:
    """Return whether a word can be a name at the beginning of a sentence: "An told us", and not "He's wrong"."""
    if word.lower() not in FUNCTION_WORDS or word.lower() in NAMES_BEFORE_ALL:
        return True
    return word.lower() not in _PRONOUNS and _holds_forth(text, end)


def _holds_forth(text: str, end: int) -> bool:
    """Return whether somebody tells the room something, or has a speech: "told us", "'s second point"."""
    return speaks_to_house(text, end) or _BEARERS["of_a_speech"].match(words_after(text, end)) is not None


def can_end_name(said: str) -> bool:
    """Return whether the last word of what may be a whole name is part of it: not so in "Karim said no"."""
    words = said.split()
    is_verb = words[-1] in VERBS | FUNCTION_WORDS
    return not (words[-1].islower() and is_verb and words[0][0].isupper())


def _is_bare_name(text: str, match: re.Match[str]) -> bool:
    """Return whether an ordinary word in small letters is a name: it speaks, or has a speech, and no article."""
    rest = words_after(text, match.end("word"))
    has_speech = _BEARERS["of_a_speech"].match(rest) is not None
    speaks = match["word"] not in FUNCTION_WORDS and _BEARERS["said_aloud"].match(rest) is not None
    if match["word"] in _PRONOUNS or not (has_speech or speaks):
        return False
    return bool(match["titles"].strip()) or _BEARERS["bare"].search(words_before(text, match.start("word"))) is not None


def is_called(text: str, match: re.Match[str], first: str) -> bool:
    """Return whether a word before a speaker's last name is a form of the speaker's first name."""
    said, last, end = match["first"], match["last"], match.end()
    if said.lower() == first.lower() or said[0].isupper() != last[0].isupper():
        return False
    if is_ordinary(last) or last.lower() in FAMOUS:
        is_said = not said.islower() or speaks_up(text, end) or _BEARERS["of_a_speech"].match(words_after(text, end))
        return bool(is_said) and (is_short_for(said, first) or first.lower() in short_forms(said))
    if are_forms_of_one(said, first):
        return True
    is_name = said[0].isupper() and said.lower() not in {*FUNCTION_WORDS, *BEFORE_NAMES}
    return is_name and not begins_sentence(text, match.start()) and speaks_to_house(text, end)


def is_fellow(text: str, match: re.Match[str], own: frozenset[str]) -> bool:
    """Return whether a short name that stands alone is a speaker's: "my colleague Sam", "Sam told us"."""
    start, end = match.span()
    is_another = _follows_a_name(text, start, match[0], own) or _precedes_a_name(text, end, match[0], own)
    if is_another or _BEARERS["determined"].search(words_before(text, start)):
        return False
    return bool(
        _BEARERS["fellow"].search(words_before(text, start))
        or _holds_forth(text, end)
        or (begins_sentence(text, start) and _BEARERS["spoken_to"].match(words_after(text, end)))
    )


def _follows_a_name(text: str, start: int, word: str, own: frozenset[str]) -> bool:
    """Return whether the word before is a name, too, but of nobody who speaks here."""
    lead = words_before(text, start)
    if (begun := _BEARERS["begun"].search(lead)) and not {begun["word"].lower(), begun["particle"]} & own:
        return begun["word"].lower() not in TITLES and not begins_sentence(lead, begun.start())
    before = _BEARERS["before"].search(lead)
    if before is None or not before["word"][0].isupper():
        return False
    whole = before["word"].lower().replace("’", "'")
    name = _BEARERS["possessive"].sub("", whole)
    is_own = name in own or name.strip(".") in {*TITLES, *LETTERS, "i", "i'm"}
    if is_own or (word.isupper() and before["word"].isupper()):
        return False
    is_adverb = name.endswith("ly") and len(name) > 5 and name not in _NAMES_LIKE_ADVERBS
    is_opening = begins_sentence(lead, before.start("word")) and (name in FUNCTION_WORDS or is_adverb)
    return name == whole and not is_opening


def _is_strange_rank(text: str, match: re.Match[str], part: str, own: frozenset[str]) -> bool:
    """Return whether a word of a name follows a rank that no speaker has: General Lee is no debater."""
    titles, end = match["titles"].lower(), match.end()
    ranks = {rank for rank in OFFICES | read_words("ranks") if re.search(rf"\b{rank}\b", titles)}
    if not ranks or {word for rank in ranks for word in rank.split()} & own:
        return False
    is_famous = part.lower() in FAMOUS or (is_ordinary(part) and ranks & _MARTIAL)
    return bool(is_famous) and not (_holds_forth(text, end) or _BEARERS["spoken_to"].match(words_after(text, end)))


def _precedes_a_name(text: str, end: int, word: str, own: frozenset[str]) -> bool:
    """Return whether the word after continues a name of somebody or something else."""
    if goes_on := _BEARERS["goes_on"].match(words_after(text, end)):
        return goes_on["word"].lower() not in own
    after = _BEARERS["after"].match(words_after(text, end))
    if after is None or not after["word"][0].isupper():
        return False
    following = _BEARERS["possessive"].sub("", after["word"].replace("’", "'"))
    if word.isupper() and len(word) > 1 and following.isupper():
        return False
    return following.lower() not in own | TITLES and re.fullmatch(r"I(?:['’](?:m|ve|d|ll))?", following) is None
