"""Whether a word of a speaker's name, found in a text, means the speaker.

A word of a name is replaced wherever it has a capital or is in capitals; in small letters, too, unless it is also an
ordinary word (``will``, ``grace``, ``summers``). Such a word needs a capital inside a sentence, or a verb of saying
after it at the beginning of one; in small letters it needs what no ordinary word has, a possessive without an article
and a part of a speech ("stone's second point"). A word that stands beside other capitals is part of somebody else's
name ("Bruce Lee", "Lee Valley"), unless the word before is short for the speaker's first name ("Sam Nnadi") or an
office that the speaker can hold ("Governor Destry", and not "Chancellor Brandt").
"""

import re

from doxa.judging.blind.addresses import is_spoken_to
from doxa.judging.blind.common_names import FAMOUS, FUNCTION_WORDS, NAMES_BEFORE_ALL, VERBS, is_ordinary
from doxa.judging.blind.places import COUNTRY_NAMES, is_place
from doxa.judging.blind.reference import speaks_of_debate, speaks_to_house, speaks_up
from doxa.judging.blind.short_names import are_forms_of_one, is_short_for, short_forms
from doxa.judging.blind.spans import begins_sentence, sentence_around
from doxa.judging.blind.titles import BEFORE_NAMES, LETTERS, RANKS, TITLES

_BEFORE = re.compile(r"(?P<word>[^\W\d_][\w’']*)(?P<gap>[ \t]+(?:[A-Z]\.?[ \t]+)*|-)$")
_AFTER = re.compile(r"(?:[ \t]+|-)(?P<word>[^\W\d_][\w’']*)")
_PARTICLE = r"(?:de|del|della|di|da|do|dos|das|du|des|von|van|zu|der|den|bin|ibn)"
_GOES_ON = re.compile(rf"[ \t]+{_PARTICLE}(?:[ \t]+(?:la|las|los|le|l|der|den|dem))?[ \t’']+(?P<word>[A-ZÀ-Þ][\w’']*)")
_BEGUN = re.compile(
    rf"\b(?P<word>[A-ZÀ-Þ][\w’']*)[ \t]+(?P<particle>{_PARTICLE})(?:[ \t]+(?:la|las|los|le|l|der|den|dem))?[ \t’']+$"
)
"""Phrases of other languages that have a name in them: "Domingo de Resurrección", "Plaza de los Reyes"."""
_DETERMINED = re.compile(
    r"\b(?:an?|the|this|these|those|every|each|no|any|some|my|our|your|his|her|its|their|whose|another|both|many|"
    r"few|all|two|"
    r"three|most|other|such)\s+$",
    re.IGNORECASE,
)
"""What comes before a noun in small letters, however rare the noun is, and not before a name."""
_ARTICLES = frozenset({"the", "a", "an", "this", "that", "every", "no", "some", "each", "any"})
_MONTHS = frozenset({"may", "june", "april", "august", "march"})
_DATED = re.compile(r"\s+\d")
_DATING = re.compile(
    r"\b(?:in|last|next|since|until|by|before|after|early|late|of|every|during|from|\d+)\s+$", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"['’]s$")
_PART_OF_SPEECH = (
    r"(?:(?:own|whole|entire|very|so-called|first|second|third|last|next|final|main|only|opening|closing|central|"
    r"other|"
    r"earlier|strongest|weakest|best)\s+)*"
    r"(?:points?|cases?|arguments?|claims?|speech|speeches|model|numbers|figures|examples?|rebuttals?|"
    r"contentions?|evidence|"
    r"definitions?|premises?|analogy|extension|stud(?:y|ies)|plan|proposal|reasoning|logic|assertions?|statistics|"
    r"card|"
    r"objections?|intervention|answers?|conclusions?|burden)\b"
)
_OF_A_SPEECH = re.compile(rf"['’]s\s+{_PART_OF_SPEECH}", re.IGNORECASE)
_SAID_ALOUD = re.compile(
    r"\s+(?:(?:has|have|had|also|just|already|then|never|first) )*(?:said|told|argued|claimed|asked|conceded|"
    r"admitted|replied|"
    r"answered|mentioned|explained|forgot|insisted|suggested)\b",
    re.IGNORECASE,
)
_OF_PLACE = re.compile(
    r"\s+of\s+(?!(?:Opening|Closing|Proposition|Opposition|Government|Team|Side|Prop|Opp|"
    r"Gov)\b)(?P<place>[A-Z][a-zà-ÿ]+)"
)
_BARE = re.compile(
    r"(?:^|[.!?;:,–—(“\"\n]|\b(?:on|to|of|by|from|with|and|or|but|than|as|if|while|when|because|about|against|for|"
    r"at|into|"
    r"does|did|is|was|has|what|how|why|now|so|yet|unlike|like|after|before|answer|hear|heard|rebut|take|call|"
    r"calls|thank|"
    r"where|meet|(?:says?|said|shows?|showed|think|thinks|believe|claims?|told (?:us|you)|tells (?:us|you)|notice|"
    r"sure|remember|know|heard|hear|grant|accept|agree|admit) that))"
    r"\s*$",
    re.IGNORECASE,
)
"""What comes before a name, and not before a noun that wants an article: "on stone's point", not "the dean's "
"point"."""

_FELLOW = re.compile(
    r"\b(?:my|our) (?:(?:good|dear|own|first|second|third) )*(?:colleagues?|partner|team-?mate|friend|opponent|"
    r"co-speaker),?\s+$",
    re.IGNORECASE,
)
_SPOKEN_TO = re.compile(r",\s+(?:you|your|tell|answer|let|please|may|thank|sit)\b")
_PRONOUNS = frozenset("he she it we you they i this that there here who what let".split())  # noqa: SIM905
_LISTED = re.compile(r",\s+(?P<word>[A-ZÀ-Þ][\w’'-]*)")
_MARTIAL = frozenset({"general", "colonel", "captain", "justice", "judge", "ambassador", "major", "admiral"})
_NAMES_LIKE_ADVERBS = frozenset(
    {"beverly", "kimberly", "shelly", "connelly", "donnelly", "connolly", "reilly", "italy"}
)
_OF_A_THING = re.compile(
    r"\b(?:(?:books?|gospel|rivers?|republic|kingdom|city|university|prophet|apostle|emperor|goddess|tsar|battle|"
    r"treaty|bank|saint|st\.?|mount|lake|cape|port|"
    r"fort)(?:\s+of)?|(?<!such )an?)\s+$",
    re.IGNORECASE,
)


_PAST = (
    r"(?!(?:started|ended|stopped|jumped|skipped|dated|placed)\b)(?:\w+ed|was|were|had|ran|led|won|lost|wrote|built|fought|"
    r"held|made|saw|became|found|taught|sold|bought|left|met|set|put|cut|sat|stood|drew|came|brought|kept|broke|rose|"
    r"fell|struck|sent|paid)"
)
_LONG_AGO = re.compile(
    rf"\s+(?:\w+ly\s+|then\s+|first\s+|once\s+)?{_PAST}\b(?P<deed>[^,.;:!?—–\n]{{0,60}}?)"
    r"\b(?:in|of|by|before|after|until|since|during|from)\s+(?:the\s+)?(?:1[0-8]\d\d|19[0-4]\d)\b"
)
"""What nobody did who speaks today: "ruled in 1671"."""

_THEIR_COUNTRY = re.compile(r"['’]s\s+(?P<country>[A-Z][a-zà-ÿ]+)\b")
_SUPPOSED = re.compile(r"\b(?:would|will|could|might|imagine|want\w*|promise\w*)\b|['’](?:d|ll)\b")


def is_of_history(text: str, end: int) -> bool:
    """Return whether the words after a name say what was long ago: "Hale ruled in 1671", "Thatcher's Britain"."""
    deed = _LONG_AGO.match(text[end:])
    if deed is not None:
        return not (speaks_up(text, end) or speaks_of_debate(deed["deed"]))
    country = _THEIR_COUNTRY.match(text[end:])
    if country is None or country["country"].lower() not in COUNTRY_NAMES:
        return False
    return _SUPPOSED.search(re.split(r"[.;:!?\n]", text[country.end() + end :], maxsplit=1)[0]) is None


def is_name(text: str, match: re.Match[str], part: str, own: frozenset[str]) -> bool:
    """Return whether a word of a name stands for the speaker here."""
    word, start, end = match["word"], match.start("word"), match.end("word")
    titled = bool(match["titles"].strip())
    if word[0].isupper() and is_of_history(text, end):
        return False
    if word.islower():
        if is_ordinary(part) or _DETERMINED.search(text[: match.start("word")]):
            return _is_bare_name(text, match)
        return True
    if not titled and _is_of_a_place(text, end, own):
        return False
    if not titled and (_follows_a_name(text, start, word, own) or _precedes_a_name(text, end, word, own)):
        return False
    if _OF_A_THING.search(text[:start]) or _is_strange_rank(text, match, part, own):
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
    if part.lower() in _MONTHS and (_DATED.match(text[end:]) or _DATING.search(text[:start])):
        return False
    if begins_sentence(text, start) or is_shouted:
        return _is_function_name(text, word, end) and (is_spoken_to(text, word, end) or _is_spoken_of(text, end))
    before = _BEFORE.search(text[:start])
    return not (before and before["word"].lower() in _ARTICLES)


def _is_listed(text: str, match: re.Match[str], own: frozenset[str]) -> bool:
    """Return whether a word stands first in a list of speakers: "Ruth, Jordan and Joy"."""
    listed = _LISTED.match(text[match.end("word") :])
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
    return speaks_to_house(text, end) or _OF_A_SPEECH.match(text[end:]) is not None


def can_end_name(said: str) -> bool:
    """Return whether the last word of what may be a whole name is part of it: not so in "Karim said no"."""
    words = said.split()
    last = words[-1]
    is_verb = last in VERBS or last in FUNCTION_WORDS
    return not (last.islower() and is_verb and words[0][0].isupper())


def _is_bare_name(text: str, match: re.Match[str]) -> bool:
    """Return whether an ordinary word in small letters is a name: it speaks, or has a speech, and no article."""
    rest = text[match.end("word") :]
    if match["word"] in _PRONOUNS or (match["word"] in FUNCTION_WORDS and _OF_A_SPEECH.match(rest) is None):
        return False
    if _OF_A_SPEECH.match(rest) is None and _SAID_ALOUD.match(rest) is None:
        return False
    return bool(match["titles"].strip()) or _BARE.search(text[: match.start("word")]) is not None


def _is_of_a_place(text: str, end: int, own: frozenset[str]) -> bool:
    """Return whether a name is followed by the place of somebody else: Joan of Arc."""
    place = _OF_PLACE.match(text[end:])
    return place is not None and place["place"].lower() not in own


def is_called(text: str, match: re.Match[str], first: str) -> bool:
    """Return whether a word before a speaker's last name is a form of the speaker's first name."""
    said, last = match["first"], match["last"]
    if said.lower() == first.lower() or (said[0].isupper() != last[0].isupper()):
        return False
    is_known = is_ordinary(last) or last.lower() in FAMOUS
    if said.islower() and is_known and not (speaks_up(text, match.end()) or _OF_A_SPEECH.match(text[match.end() :])):
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
    if is_another or _DETERMINED.search(text[:start]):
        return False
    return bool(
        _FELLOW.search(text[:start])
        or speaks_to_house(text, end)
        or _OF_A_SPEECH.match(text[end:])
        or (begins_sentence(text, start) and _SPOKEN_TO.match(text[end:]))
    )


def _follows_a_name(text: str, start: int, word: str, own: frozenset[str]) -> bool:
    """Return whether the word before is a name, too, but of nobody who speaks here."""
    if (begun := _BEGUN.search(text[:start])) and not {begun["word"].lower(), begun["particle"]} & own:
        return begun["word"].lower() not in TITLES and not begins_sentence(text, begun.start())
    before = _BEFORE.search(text[:start])
    if before is None or not before["word"][0].isupper():
        return False
    name = _POSSESSIVE.sub("", before["word"].lower().replace("’", "'"))
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
    ranks = {rank for rank in RANKS if re.search(rf"\b{rank}\b", titles)}
    if not ranks or {word for rank in ranks for word in rank.split()} & own:
        return False
    if part.lower() in FAMOUS or (is_ordinary(part) and ranks & _MARTIAL):
        rest = text[match.end() :]
        return not (speaks_to_house(text, match.end()) or _OF_A_SPEECH.match(rest) or _SPOKEN_TO.match(rest))
    return False


def _precedes_a_name(text: str, end: int, word: str, own: frozenset[str]) -> bool:
    """Return whether the word after continues a name of somebody or something else."""
    after = _AFTER.match(text[end:])
    if goes_on := _GOES_ON.match(text[end:]):
        return goes_on["word"].lower() not in own
    if after is None or not after["word"][0].isupper():
        return False
    following = _POSSESSIVE.sub("", after["word"].replace("’", "'"))
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
