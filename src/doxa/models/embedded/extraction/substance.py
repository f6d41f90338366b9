"""Substance: the words by which a sentence says something beyond the proposition's words and talk about talk."""

import re

from doxa.models.embedded.extraction.words import (
    FINITE,
    FUNCTION_WORDS,
    PREDICATES,
    TALK,
    content_words,
    has_verb,
    is_elliptical,
    is_finite,
    plain_forms,
)

LEAST = 2
LEAST_ON_TOPIC = 1
LEAST_FIRST_PERSON = 4
"""The fewest words of substance of a claim: one where it says something about a thing that the proposition names,
more in the first person, where talk about oneself is likely (one less where the proposition is in the first person)."""

STEM = 6
"""The number of common first letters by which a word counts as a form of a word of the proposition."""

FIRST_PERSON = re.compile(r"\b(?:[Ii](?!\.\w)|[Ii]['’]\w+|[Ii]m|[Ii]ve|[Mm]e|[Mm]y)\b")

OWN = re.compile(
    r"(?:\S+\s+){0,3}?(?:[Ii](?!\.\w)|[Ii]['’]\w+|[Ii]m|[Ii]ve)\b|(?:\S+\s+)?[Mm]y\b(?!\s(?:\w+\s)?[Oo]pponent)"
)
"""A first person among the first words, as the subject; a later one is part of the point."""

NO_THING = re.compile(
    r"(?:I|im|we|you|it|he|she|they|this|that|these|those|there|let|lets|please|here|what|who|how|why|my|your|and|"
    r"but|"
    r"so|if|because|enough|much|anything|something|nothing|"
    r"to|by|at|on|for|with|from|of|as|after|before|now|\w+ly)\b",
    re.IGNORECASE,
)
"""Beginnings of sentences whose subject is not a named thing."""

A_RIGHT = re.compile(
    r"\b(?:an?|the|no|any|every|human|civil|equal|basic|legal|their|our|my|your|his|her)\s+right\b|\brights\b",
    re.IGNORECASE,
)
"""A "right" that somebody has, not assent."""

ADDRESS = re.compile(r"(?:https?://|www\.)\S+")

UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of scripts that do not separate words; two of them count as one word."""

OFFER = re.compile(
    r"(?:I['’]ll|I(?: can| could| will|['’]d| would)(?: be happy to| like to| love to| also)?|let me|happy to)\s+"
    r"(?:share|tailor|explain|send|start|begin|suggest|elaborate|clarify|outline|help|walk|show|tell|give you|"
    r"know|structure|divide|organi[sz]e|open|lay out|set out)\b|"
    r"in what follows\b|(?:below|here)(?:['’]s| is| are| you will find) (?:my|your|a|an|the|some|two|three|four|five)"
    r" (?:\w+ )?(?:rebuttals?|drafts?|responses?|answers?|reply|replies|summary|outline|version|list|opening|speech|"
    r"statement|breakdown|overview|thoughts|argument for|arguments for)\b|"
    r"I(?:['’]d|['’]ll)?\s+(?:(?:would|will|like|want|wish|have)\s+)*(?:to\s+)?(?:push\s+back\s+on|address|"
    r"respond\s+to|reply\s+to|"
    r"challenge|come\s+back\s+to|return\s+to|turn\s+to|comment\s+on|talk\s+about)\b",
    re.IGNORECASE,
)
"""Announcements of what a speaker might say next."""

HOLDING = re.compile(
    r"I\s+(?:[\w'’]+\s+){0,3}?(?:think|believe|feel|doubt|say|argue|agree|see|know|"
    r"understand)\s+(?:that\s+)?(?=\w+\s+\w+)",
    re.IGNORECASE,
)
"""Framings by which speakers say that they believe what follows, or do not; what follows is judged alone."""

ASKED = re.compile(
    r"(?:and |but |so )?(?:(?:how|why|where)\s+(?:can|could|do|does|did|would|should|will|is|are|many|much|about)"
    r"(?:n['’]?t)?\b|what\s+(?:if|about)\b|"
    r"(?:what|who)\s+(?:do|does|did|would|should)\s+(?:you|we|they|I)\b|"
    r"(?:do|does|did|would|could|can|should|is|are)(?:n['’]?t)?\s+(?:you|we|they|it|there)\b)",
    re.IGNORECASE,
)
"""Beginnings of questions that lack a question mark."""

ENDINGS = ("s", "es", "d", "ed", "ing", "ly", "n", "en", "r", "er", "ies", "ied", "able", "ment", "ful")
"""Endings of the forms that a word of talk may have."""

FILLER = re.compile(
    r"(?:full stop|end of (?:story|discussion)|case closed|mic drop|food for thought|citation needed|oh dear|"
    r"bless your heart|wake up(?:,? people)?|what a load of \w+|utter \w+|(?:just )?my (?:two|2) cents|"
    r"(?:and )?that['’]?s the bottom line|good luck with that)[.!…]*|"
    r"(?:I )?(?:really |very much |do )*appreciate (?:you|your|the|it|that|this)\b(?:(?!\bbut\b|\bhowever\b).)*|"
    r"(?:unfortunately,? )?(?:this|that|your) (?:request|prompt|question) (?:falls|is|goes) (?:outside|beyond|"
    r"against)\b.*|"
    r"please (?:try|rephrase|choose|provide|specify|clarify|share|resend|send|let me know)\b.*|"
    r"what an? (?:[\w-]+ ){0,5}(?:speech|contribution|point|question|answer|post|argument|idea|debate|piece|"
    r"read|reply)[.!…]*|"
    r"that(?:['’]s| is| was) (?:a |an |just |pure |nothing but )?(?:\w+ ){0,3}(?:straw ?man|ad hominem|red herring|"
    r"whataboutism|fallacy|dodge|non sequitur)\b.*|"
    r"you(?:['’]ve| have)? (?:just |once again |again )?(?:ducked|dodged|evaded|avoided|skipped|"
    r"sidestepped) (?:the|my|every|that) "
    r"(?:question|point|issue|argument)s?\b.*|"
    r"(?:my opponent['’]s|your|his|her|their) (?:speech|opening|reply|delivery|tone) (?:was|ran|went|is) .*|"
    r"(?:just |only )?(?:one|two|three|four|five|a few|a couple of|several|some) (?:quick |short |brief |main |"
    r"more |simple )?"
    r"(?:things?|points?|reasons?|arguments?|thoughts?|remarks?|observations?)[.:!]*|"
    r"(?:paragraph|part|section|point|argument|reason|step|round|chapter) (?:one|two|three|four|five|six|\d+|"
    r"[ivx]+)[.:]*|"
    r"(?:brilliant|great|fantastic|wonderful|excellent|superb|lovely|amazing|strong|powerful) (?:speech|talk|"
    r"post|work|job|"
    r"stuff|comment|thread|answer|reply|summary|opening|contribution|"
    r"rebuttal)\b[^,;:—–]{0,20}(?:, [\w ]{1,30})*[.!…]*|"
    r"(?:it (?:looks|seems) (?:like|as if|as though|that) )?your (?:message|post|reply|answer|text) (?:was|is|"
    r"seems|got|has been|"
    r"appears)(?: to be)? (?:cut off|empty|incomplete|truncated|unclear)\b.*|"
    r"(?:I understand (?:that )?)?this is an? (?:very |really )?(?:sensitive|delicate|hard|difficult|complex|"
    r"emotional|charged) "
    r"(?:subject|topic|issue|question|matter)[.!…]*|"
    r"(?:and )?(?:thanks|thank you|ty|thx) (?:to (?:all|every\w+|you|those|the (?:chair\w*|audience|hosts?|"
    r"judges?))|for)\b.*|"
    r"(?:I['’]m |I am )?sorry (?:for|about) (?:the|my|being)\b.*|"
    r"(?:great|good|excellent|fair|nice|valid|interesting) (?:point|question|argument|one|try)s?(?:[.!]*|,.*)|"
    r"let(?:['’]s| us) (?:move on|proceed|get started|begin)\b[^,;:—–]*|"
    r"(?:[A-Z][\w.]+ ){1,3}(?:has|have) the floor\b.*|(?:point of (?:order|information|personal explanation))\b.*|"
    r"(?:let me|I(?:['’]ll| will)) (?:think (?:about|on) (?:it|this|that)|get back to you|check (?:that|if|"
    r"whether) I)\b.*|"
    r"(?:before (?:we|I) (?:begin|start),? )let me check\b.*|"
    r"(?:in )?(?:my|the|our) next (?:message|post|speech|point|reply|turn|paragraph)s? (?:will|is going to|deals?|"
    r"covers?)\b.*|"
    r"(?:in (?:my|the) next (?:message|post|speech|turn),? )I\b.*|"
    r"that was an? (?:[\w-]+ ){0,4}(?:speech|contribution|answer|talk|opening|reply|exchange|debate)\b.*|"
    r"I (?:now |will now |shall now )?(?:hand|pass) (?:it |this )?(?:over|back)\b.*|"
    r"you are an? (?:[\w-]+ ){0,2}(?:debating|sparring|discussion|conversation) partner\b.*|"
    r"(?:fair enough,? )?no (?:objections?|complaints|comment|further questions)(?: from (?:me|us|my side))?[.!…]*|"
    r"(?:first(?:ly)?,? )?I(?: will|['’]ll| shall) (?:first )?(?:define (?:the|our|my)|sum up|summari[sz]e|"
    r"introduce (?:the|our|my)|"
    r"present (?:my|our|the|three|two|some))\b.*|"
    r"please (?:finish your|take (?:a|your) seats?|keep (?:it|your|to)|stick to|wait (?:for|until)|mute|"
    r"raise your)\b.*|"
    r"see you(?: all)?(?: (?:next|tomorrow|later|soon|then|again|on)\b.*)?[.!…]*|"
    r"this (?:message|post|comment|reply) (?:was|has been|is) (?:removed|deleted|hidden|edited|flagged)\b.*|"
    r"please (?:read|follow|respect|observe) the (?:rules|guidelines|instructions|format)\b.*|"
    r"you(?:['’]ve)? (?:make|raise|have|bring up|made|raised) (?:an?|some|several|many) (?:[\w-]+,? ){0,3}?"
    r"(?:point|argument|concern|question)s?\b[^,;:—–]*|"
    r"that(?:['’]s| is) an? (?:very |really )?(?:fair|good|great|valid|interesting|excellent|legitimate|reasonable) "
    r"(?:point|argument|concern|question)\b[^,;:—–]*|"
    r"(?:I(?:['’]d| would)? (?:want|like|wish) to|let me|I(?:['’]ll| will)) (?:start|begin|open)(?: off)? by "
    r"(?:acknowledging|recogni[sz]ing|thanking|addressing|stating|summari[sz]ing|conceding)\b[^,;:—–]*|"
    r"(?:your|my|his|her|their|this|that) (?:argument|case|reasoning|position) has (?:[\w-]+ ){1,3}?"
    r"(?:flaw|problem|weakness|weaknesse|hole|part)s?[.!]*",
    re.IGNORECASE | re.DOTALL,
)
"""Whole sentences that only close, apologise, applaud or are polite."""

MISREAD = re.compile(
    r"you(?:['’](?:ve|re))?(?: (?:\w+ly|have|are|did|do|even|just|still|not|never)(?:n['’]?t)?)* "
    r"(?:(?:mis)?(?:read|reading|understood|understand|understanding)|miss|missed|missing|listen|listened|listening|"
    r"ignored|ignoring|got|get) (?:(?:all|any|half|a word) )?(?:of |to )?"
    r"(?:(?:the|my|this|that|your own)(?: whole| entire)? "
    r"(?:article|post|thread|argument|point|comment|study|paper|source|link|question|message|speech)s?|"
    r"what I (?:said|say|wrote|meant))(?:, (?:sorry|mate|friend|sir|again))?[.!…]*",
    re.IGNORECASE,
)
"""Whole sentences about how somebody reads or listens that say nothing about the text itself."""

_DECLINED = (
    r"(?:help|assist|comply|provide|continue|fulfil\w*|answer|engage|participate|discuss|take (?:a |part|sides)|open|"
    r"access|browse|generate|write|create|do that)\b"
)
REFUSAL = re.compile(
    r"(?:(?:unfortunately|sorry|apologies),?\s+(?:but\s+)?)?"
    r"(?:I(?:['’]m| am)\s+(?:sorry|afraid),?\s+(?:but\s+)?(?:that\s+)?)?"
    r"(?:as an? (?:AI|artificial|large|language)[^,.!?]{0,40}?,?\s+)?I\s?(?:"
    r"(?:can(?:no|['’])t|can not|won['’]t|will not|could not|couldn['’]t|['’]m (?:not able|unable) to|"
    rf"am (?:not able|unable) to|(?:must|have to) (?:decline|refuse))(?: to)?\s*{_DECLINED}|"
    r"(?:(?:do not|don['’]t|cannot|can['’]t) (?:have|hold|take|express|form) (?:any )?|(?:have|hold|take) no )"
    r"(?:personal |political |own )?(?:opinions?|views?|beliefs?|feelings|positions?|sides?|stances?)\b|"
    r"(?:['’]d|would) (?:rather|prefer) not (?:to )?(?:generate|write|produce|argue|discuss|continue|answer|"
    r"comment|take|say)\b|"
    r"(?:(?:do not|don['’]t) feel|am not|['’]m not) comfortable\b)(?:(?!\bbut\b|\bhowever\b).)*",
    re.IGNORECASE | re.DOTALL,
)
"""Sentences in which an assistant declines."""

_NAME = r"[A-ZÀ-Þ][\w.'’-]*"
NAMES = re.compile(
    rf"(?:[A-Z]\w+:\s)?{_NAME}(?:(?:\s+\([a-z ]+\))?[,;:.]?\s+"
    rf"(?:(?:de|der|van|von|of|the|and|la|di|el|bin|al)\s+){{0,2}}{_NAME})*(?:\s+\([a-z ]+\))?[.]?"
)
"""Nothing but names."""

ASKING_TITLE = re.compile(r"(?:why|how|what|where|when|who)\b", re.IGNORECASE)

WHY = re.compile(r"why\b[^,;?]*$", re.IGNORECASE)

SALUTE = re.compile(r"good (?:morning|afternoon|evening|day)\b", re.IGNORECASE)

NEARLY = re.compile(r"[\"'”’)\]\s]+$")


def asks(sentence: str) -> bool:
    """Return whether a sentence ends, or at least begins, as a question."""
    return NEARLY.sub("", sentence[-8:]).endswith(("?", "？", "؟")) or ASKED.match(sentence) is not None


def is_filler(sentence: str) -> bool:
    """Return whether a sentence is a mere form of politeness, whatever words it has."""
    whole = sentence.strip()
    if FILLER.fullmatch(whole) or MISREAD.fullmatch(whole) or REFUSAL.fullmatch(whole) or is_list_of_names(whole):
        return True
    return SALUTE.match(sentence) is not None and not has_verb(sentence)


def is_list_of_names(sentence: str) -> bool:
    """Return whether a sentence only names people or places; words in capitals throughout are shouted.

    One capitalised word is no list: an item such as "1. Fines" may be the whole of an argument.
    """
    has_several = " " in sentence.strip()
    return has_several and NAMES.fullmatch(sentence) is not None and not sentence.isupper() and not has_verb(sentence)


def says_something(sentence: str, topic_words: frozenset[str], *, listed: bool = False, pointing: bool = False) -> bool:
    """Return whether a sentence contains a claim.

    ``topic_words`` are the words of the proposition; ``listed``: it is an item of a list; ``pointing``: its subject was
    "this", which may have meant what somebody else just said.
    """
    sentence = ADDRESS.sub(" ", sentence)
    if asks(sentence) or OFFER.match(sentence) or is_filler(sentence):
        return False
    if avowal := HOLDING.match(sentence):
        return says_something(sentence[avowal.end() :], topic_words)
    is_about_thing = _is_about_thing(sentence, topic_words)
    least = LEAST_ON_TOPIC if listed or is_about_thing or _speaks_of(sentence, topic_words) else LEAST
    if OWN.match(sentence):
        least = LEAST_FIRST_PERSON - ("i" in topic_words)
    word_count = substance(sentence, topic_words) + _is_right(sentence, topic_words)
    return word_count >= least or (
        is_about_thing and not pointing and word_count + _predicates(sentence, topic_words) >= least
    )


def substance(text: str, topic_words: frozenset[str]) -> int:
    """Return the number of different content words that are neither of the proposition nor talk about talk."""
    text = ADDRESS.sub(" ", text)
    stems = _stems(topic_words)
    words = set(content_words(text)) - topic_words
    return sum(_weight(word) for word in words if word[:STEM] not in stems and not _is_talk(word))


def is_title(line: str) -> bool:
    """Return whether a heading states nothing: it names a matter, or only asks ("Why a ban makes sense")."""
    return names_only(line) or ASKING_TITLE.match(line) is not None


def is_lone_title(line: str) -> bool:
    """Return whether a message of one line is a heading that only asks: "Why a ban makes sense".

    What begins with another of these words may be a statement without a stop: "what is natural is good".
    """
    return line[-1] not in ".!?…" and WHY.match(line) is not None


def names_only(line: str) -> bool:
    """Return whether a heading states nothing: it has no finite verb, or only words of a title that may be nouns."""
    words = line.split()
    finite = [word for word in line.lower().split() if is_finite(word)]
    if not finite or FINITE.isdisjoint(finite):
        return not finite or all(word[0].isupper() for word in words if len(word) > 3 and word[0].isalpha())
    return False


def _weight(word: str) -> int:
    """Return how many words a run of letters counts as: 0 for a number, several in a script without spaces."""
    if word.isdigit():
        return 0
    return max(1, len(word) // 2) if not word.isascii() and UNSPACED.search(word) else 1


def _is_about_thing(sentence: str, topic_words: frozenset[str]) -> bool:
    """Return whether a sentence has a finite verb and a thing as subject: "Sanctions work", not "you are right"."""
    words = content_words(sentence)
    if NO_THING.match(sentence) or not words or (_is_talk(words[0]) and words[0] not in topic_words):
        return False
    return has_verb(sentence, 1) and not is_elliptical(sentence)


def _predicates(sentence: str, topic_words: frozenset[str]) -> int:
    """Return the number of words of talk that describe a thing: "Sanctions work", "Fines are not fair"."""
    words = set(content_words(sentence)) - topic_words
    return sum(1 for word in words if not PREDICATES.isdisjoint(plain_forms(word)))


def _is_right(sentence: str, topic_words: frozenset[str]) -> bool:
    """Return whether a sentence mentions somebody's right and the proposition does not."""
    return "right" not in topic_words and "rights" not in topic_words and A_RIGHT.search(sentence) is not None


def _speaks_of(sentence: str, topic_words: frozenset[str]) -> bool:
    """Return whether a sentence with a finite verb has a content word of the proposition."""
    stems = _stems(topic_words)
    named = any(word in topic_words or word[:STEM] in stems for word in content_words(sentence))
    return named and has_verb(sentence)


def _stems(topic_words: frozenset[str]) -> set[str]:
    return {word[:STEM] for word in topic_words if len(word) >= STEM and word not in FUNCTION_WORDS}


def _is_talk(word: str) -> bool:
    """Return whether a word is in ``TALK``, in this or another regular form."""
    if word in TALK:
        return True
    stems = (word[: -len(ending)] for ending in ENDINGS if word.endswith(ending) and len(word) >= len(ending) + 3)
    return any(form in TALK for stem in stems for form in (stem, f"{stem}e", f"{stem}y", stem[:-1]))
