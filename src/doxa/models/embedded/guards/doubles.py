"""Whether a proposition says two things, so that a claim can be for the one and against the other.

    "Christianity is right and atheism is wrong"            two statements
    "We should cut taxes and raise wages"                   two deeds of one subject
    "We should ban smoking as well as drinking"             one deed done to two things
    "Ireland should join NATO while also leaving the EU"    a deed beside another

Pairs that are one thing ("health and safety"), one deed in two words ("tax and regulate") and lists of what one policy
applies to are no two things. Where the grammar does not tell, a proposition counts as one: a warning too many teaches
people to overlook warnings.
"""

import re
from collections.abc import Iterator

from doxa.models.embedded.extraction.clauses import REACH
from doxa.models.embedded.extraction.sentences import sentences
from doxa.models.embedded.extraction.words import FINITE, FUNCTION_WORDS, VERBS, WORD, plain_forms, word_set
from doxa.models.embedded.guards.verbs import DEEDS, PERHAPS_DEEDS

PAIRS = re.compile(
    r"\b(?:rich and poor|men and women|women and men|boys and girls|law and order|health and safety|"
    r"research and development|truth and reconciliation|goods and services|terms and conditions|trial and error|"
    r"stars and stripes|keep and bear|arts and crafts|black and white|pros and cons|supply and demand|"
    r"rock and roll|search and rescue|wear and tear|bed and breakfast|once and for all|first and foremost|"
    r"now and then|time and again|by and large|wait and see|there and then|flora and fauna|mergers and acquisitions|"
    r"stop and (?:search|frisk)|bows and arrows|bread and butter|salt and pepper|cap and trade|hit and run|"
    r"pay and conditions|profit and loss|cut and paste|copy and paste|oil and gas|gas and electricity|name and shame|"
    r"divide and rule|give and take|checks and balances|rules and regulations|science and technology|"
    r"arts and humanities|food and drink|travel and tourism|diversity and inclusion|health and social care|"
    r"work and pensions|trade and industry|sex and relationships?|gay and lesbian|lesbian and gay|"
    r"parks and recreation|nuts and bolts|life and limb|husbands? and wi(?:fe|ves)|mothers? and (?:baby|babies|child|"
    r"children)|peace and quiet|hearts and minds|heart and soul|body and soul|crime and punishment|war and peace|"
    r"past and present|day and night|night and day|young and old|old and young|public and private|safe and sound|"
    r"cease and desist|null and void|assault and battery|breaking and entering|drunk and disorderly|"
    r"knives and forks|fish and chips|drink and drive|lost and found|hide and seek|show and tell|"
    r"buy and sell|wining and dining|hunting and gathering|track and field|plug and play)\b",
    re.IGNORECASE,
)
"""Pairs that are one thing."""

HIDDEN = re.compile(
    r"\b(?:between|both|either|neither|whether|who|whom|whose|which|that|if|unless|when|where|because|since|as)\b",
    re.IGNORECASE,
)
"""Words behind which an "and" joins no two propositions."""

_NUMBER = r"(?:\d+|zero|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|half|nothing|none)"
OPEN = re.compile(rf"{HIDDEN.pattern}|\bto\s+(?!{_NUMBER}$)\w+$", re.IGNORECASE)
"""What a statement before "and" does not contain: one of these words, or an infinitive at its end."""

_MODAL = r"(?:should|must|ought to|shall|would|will|can|needs? to|ha(?:s|ve) to|time to)"
_DETERMINER = r"(?:the|an?|all|every|each|any|no|its|their|our|his|her|those|these|more|fewer|less)"
_BESIDES = r"(?:also|then|too|instead|at the same time|in (?:return|turn|addition)|on top of that|conversely)"

JOINT = re.compile(
    rf"(?:(?:,\s*|\s+)(?:and|but|plus)|,\s*(?:while|whereas|yet))\s+(?:that\s+)?(?:{_BESIDES},?\s+)?|"
    rf";\s+(?:{_BESIDES},?\s+)?",
    re.IGNORECASE,
)
"""What may stand between two statements."""

ECHO = re.compile(
    rf"(?:,|;|\band|\bbut)\s+(?:so|nor|neither)\s+(?:{_MODAL}|is|are|does|do|did|has|have|was|were)\b", re.IGNORECASE
)
"""The same of another thing: "… should go, and so should the penny"."""

BESIDE = re.compile(
    rf"\bnot only\b.*(?:\bbut\b|\btoo\b|\balso\b|\bas well\b)|\b(?:into the bargain|on top of that|meanwhile)\b|"
    r",\s+\w{2,}ing\b[^,]*\bat the same time$|"
    rf"\bwhile\s+(?:(?:also|simultaneously|at the same time)\s+\w{{2,}}ing\b|\w{{2,}}ing\s+{_DETERMINER}\s)|"
    r"^either\b.*\bshould\b.*\bor\b.*\bshould\b|"
    r"^while\s+\w{2,}ing\b[^,]*,\s|"
    r"\b(?:as well as|besides|in addition to|on top of)\s+\w{2,}ing\b|"
    r"^(?:in addition to|besides|as well as|along with|on top of)\s|"
    rf",\s+(?:along|together)\s+with\s|\b(?:along|together)\s+with\s+{_DETERMINER}\s|"
    rf"\band\s+also\s+[a-z]+\s+(?:them|it|{_DETERMINER})\s",
    re.IGNORECASE,
)
"""A deed or a thing beside another: "… while also leaving the EU"."""

BOTH_DO = re.compile(
    r"\w[\w'’-]*(?:\s+[\w'’-]+)?\s+and\s+[\w'’-]+(?:\s+[\w'’-]+)?\s+both\s+(?!parents|sides|sexes)\w+", re.IGNORECASE
)
"""The same said of two things: "Opera and football both deserve subsidies"."""
BOTH_GO = re.compile(
    rf"[\w'’-]+\s+and\s+[a-z'’-]+\s+{_MODAL}\s+(?:both\s+)?be\s+(?:banned|outlawed|abolished|scrapped|prohibited|forbidden|"
    r"legal|illegal|legali[sz]ed|allowed|permitted|privati[sz]ed|nationali[sz]ed|subsidi[sz]ed|taxed)\b.*"
)
"""The same done to two things: "Bullfighting and boxing should be outlawed"."""

ONE_KIND = re.compile(
    rf"(?P<kind>(?!(?:the|an?|our|their|its|all|some|more|no|of|in|to)\b)[a-z'’-]+)\s+[a-z'’-]+\s+and\s+"
    rf"(?P=kind)\s+[a-z'’-]+\s+(?:{_MODAL}|are|is|do|does)\b",
    re.IGNORECASE,
)
"""The same of two things of one kind: "Private schools and private hospitals should go"."""

WHILE_OTHERS = re.compile(rf".+?\s{_MODAL}\s.+?\s(?:while|whereas)\s.+?\s{_MODAL}\s.+", re.IGNORECASE)
"""Two things that should be, side by side."""

TO_AND_TO = re.compile(
    rf".+?\s{_MODAL}\s+be\s+(?:forced|required|allowed|obliged|made|told|encouraged|free|able|permitted|compelled)\s+to\s+"
    r"[a-z]+\s[^,;]+?,?\s+and\s+to\s+[a-z]+\s.+",
    re.IGNORECASE,
)
"""Two deeds that are asked of one: "should be forced to publish salaries and to offer leave"."""

DONE_AND_DONE = re.compile(
    rf".+?\s{_MODAL}\s+be\s+[a-z]+(?:ed|en|pt|ld|nt)\s+[^,;]+?\s+and\s+(?!replaced|repealed)[a-z]+ed\s+"
    r"(?:by|in|to|with|for|from|at|on|into)\s.+",
    re.IGNORECASE,
)
"""Two things done to one: "should be moved out of London and elected by proportional representation"."""

AS_WELL_AS = re.compile(rf".+?\s{_MODAL}\s+be\s+[a-z]+\s+as well as\s+[a-z'’-]+(?:\s+[a-z'’-]+)?", re.IGNORECASE)
"""The same done to two: "Plastic straws should be banned as well as plastic bags"."""

TWO_NAMES = re.compile(rf".*\b{_MODAL}\s+(?P<deed>\w+)\s+(?:[A-Z][\w'’-]+\s+){{1,2}}and\s+(?:[A-Z][\w'’-]+\s*){{1,2}}")
"""One deed done to two by name: "Parliament should recognise Palestine and Taiwan"."""
JOINING = word_set("merge unite link connect join reconcile separate divide reunite compare mention thank")

TWO_TOS = re.compile(r"(?:it\s.*?\b)?to\s+[a-z]+\s[^,;]+?,?\s+and\s+to\s+[a-z]+\s", re.IGNORECASE)
"""Two infinitives: "To lower one age and to raise another would be good"."""

BUT_DOES = re.compile(
    r"(?P<first>.+?),?\s+(?P<joint>and|but)\s+(?P<verb>[a-z]+s)\s+(?P<object>(?!of\b|in\b|and\b|,)\S+)", re.IGNORECASE
)
"""Two things that one subject does: "It makes people lonely but boosts output"."""

TWO_THATS = re.compile(r"\bthat\b[^,;]+,?\s+(?:and|but)\s+that\s+\w+", re.IGNORECASE)

SEMICOLON = re.compile(rf";\s+(?:{_BESIDES},?\s+)?", re.IGNORECASE)

FEW = 3
"""Words of the shortest statement."""

LIST_OF_A_SCOPE = word_set("be apply cover extend include involve serve teach learn study share consult")
"""Deeds whose objects are what one policy applies to."""

AFTER_A_VERB = rf"(?:{_DETERMINER}|only|on|for|\w+ing)"

AND_DOING = re.compile(
    rf"(?:,\s*|\s+)(?:and|plus|but),?\s+(?:{_BESIDES},?\s+)?(?:{_MODAL}\s+)?(?:also\s+)?"
    rf"(?:not\s+|never\s+|no longer\s+)?(?P<deed>[a-z]+)\s+(?P<object>\S+)",
    re.IGNORECASE,
)
DOING = re.compile(
    rf"\b{_MODAL}\s+(?:(?:not|never|no longer|also)\s+)?(?!be\b|have\b)(?P<deed>[a-z]+)\s+(?P<object>\S+)",
    re.IGNORECASE,
)
"""What a subject should do."""
DO = re.compile(r"(?:let['’]?s\s+|let us\s+)?(?P<deed>[a-z]+)\s+(?P<object>\S+)", re.IGNORECASE)
"""What somebody is told to do."""
NO_SUBJECT = re.compile(
    r"(?:at|in|on|by|to|of|for|from|with|under|into|through|not|never|only|\w+ed|\w+ly)\b", re.IGNORECASE
)
"""What stands where another predicate or phrase of the same subject follows."""
NO_OBJECT = re.compile(r"(?:of|in|to|at|by|from|between|under|as|,|and|or)\b", re.IGNORECASE)
PRONOUN = re.compile(r"(?:it|them|him|her|this|these|those)\b", re.IGNORECASE)
"""What is done to the same thing is one deed in two steps: "find polluters and punish them"."""

_NAME = r"[\w'’-]+(?:\s+[\w'’-]+)?"
OBJECTS = re.compile(
    r"(?:we|they|the \w+|governments?|states?|schools?|cities)\s+(?:should|must)\s+(?:not\s+)?(?P<deed>\w+)\s+"
    rf"{_NAME},?\s+and\s+{_NAME}(?:\s+of\s+[\w'’-]+)?(?<!\bthem)(?<!\bit)",
    re.IGNORECASE,
)
"""One thing to do to two: "We should ban smoking and drinking"."""

ALONG_WITH = re.compile(
    rf"\b(?:{_MODAL}|let['’]?s)\s+(?:not\s+)?(?P<deed>\w+)\s+(?:{_DETERMINER}\s[^,;]+?,?\s+"
    rf"(?:as well as|in addition to|and also)\s+{_DETERMINER}\s|[^,;]+?\s+as well as\s+(?P<second>[a-z]+)\s)",
    re.IGNORECASE,
)
"""One thing to do to two, or two things: "abolish the monarchy as well as the House of Lords"."""


def is_double(proposition: str) -> bool:
    """Return whether a proposition joins two that somebody could answer differently."""
    words = " ".join(proposition.replace("&", "and").split()).rstrip(".!? ")
    statement = PAIRS.sub(lambda pair: "·" * len(pair[0]), words)
    return any(holds(statement) for holds in RULES)


def _says_two_sentences(statement: str) -> bool:
    parts = [one.text for one in sentences(statement)]
    return (
        len(parts) > 1
        and all(_stands_alone(part) or _commands(part) for part in parts[:2])
        and not _is_about_the_same(parts[1])
    )


def _commands(part: str) -> bool:
    """Return whether a part tells somebody to do something: "Ban billboards"."""
    deed = DO.match(part)
    return deed is not None and deed["deed"].lower() in DEEDS


def _joins_two_statements(statement: str) -> bool:
    """Return whether a statement stands on each side of an "and", the second about something of its own."""
    return any(
        _stands_alone(first) and _stands_alone(second) and not OPEN.search(first) and not _is_about_the_same(second)
        for first, second in _halves(JOINT, statement)
    )


def _halves(joints: re.Pattern[str], statement: str) -> Iterator[tuple[str, str]]:
    for joint in joints.finditer(statement):
        yield statement[: joint.start()], statement[joint.end() :]


def _sets_two_beside(statement: str) -> bool:
    """Return whether a semicolon stands between two statements or commands."""
    return any(
        (_commands(first) or _stands_alone(first))
        and (_commands(second) or _stands_alone(second, bare=True))
        and not _is_about_the_same(second)
        for first, second in _halves(SEMICOLON, statement)
    )


def _does_two_things(statement: str) -> bool:
    """Return whether one subject does two things, said with verbs in -s."""
    found = BUT_DOES.match(statement)
    if not found or found["verb"].lower() in FINITE or OPEN.search(found["first"]) or PRONOUN.match(found["object"]):
        return False
    return _stands_alone(found["first"]) and _is_finite(found["verb"].lower(), many=False)


def _stands_alone(part: str, *, bare: bool = False) -> bool:
    """Return whether a part is a statement: a finite verb stands in it, and a subject before.

    Args:
        bare: whether a verb in its plain form is enough.
    """
    words = WORD.findall(part.lower())
    if NO_SUBJECT.match(part) or not words or words[0] in FINITE:
        return False
    many = bare or (words[0].endswith("s") and words[0] not in FUNCTION_WORDS)
    return len(words) >= FEW and any(_is_finite(word, many=many) for word in words[1:REACH])


def _is_finite(word: str, *, many: bool) -> bool:
    """Return whether a word is a finite verb, and not perhaps a noun or an infinitive.

    Args:
        many: its subject is a bare plural, as in "zoos deserve", so that it may be in its plain form.
    """
    return word in FINITE or any((many or form != word) and form in VERBS | DEEDS for form in plain_forms(word))


def _is_about_the_same(second: str) -> bool:
    """Return whether a second statement only goes on about the first, and proposes nothing of its own."""
    pronoun = re.match(r"(?:it|they|this|that|these|those|which)\b", second, re.IGNORECASE)
    return pronoun is not None and not re.match(rf"\S+\s+(?:also\s+)?{_MODAL}\s", second, re.IGNORECASE)


def _does_two_deeds(statement: str) -> bool:
    first = DOING.search(statement) or DO.match(statement)
    if not first or NO_OBJECT.match(first["object"]):
        return False
    if first.re is DO and first["deed"].lower() not in DEEDS | PERHAPS_DEEDS:
        return False
    return any(
        _is_a_deed(second) and not HIDDEN.search(statement, first.start("object"), second.start())
        for second in AND_DOING.finditer(statement, first.start("object"))
    )


def _is_a_deed(found: re.Match[str]) -> bool:
    deed, follows = found["deed"].lower(), found["object"]
    if PRONOUN.match(follows) or follows.rstrip(",;").endswith("ly"):
        return False
    if deed in PERHAPS_DEEDS:
        return re.fullmatch(AFTER_A_VERB, follows, re.IGNORECASE) is not None
    return deed in DEEDS and not re.match(r"(?:of|in|by|between|under|,)\b", follows, re.IGNORECASE)


def _does_one_to_two(statement: str) -> bool:
    found = OBJECTS.fullmatch(statement) or ALONG_WITH.search(statement)
    if found and found.re is ALONG_WITH and found["second"] and found["second"].lower() not in DEEDS:
        return False
    if found is not None and found["deed"].lower() not in LIST_OF_A_SCOPE:
        return True
    named = TWO_NAMES.fullmatch(statement)
    return named is not None and named["deed"].lower() not in LIST_OF_A_SCOPE | JOINING


def _adds_another(statement: str) -> bool:
    if AS_WELL_AS.fullmatch(statement):
        return True
    return any(pattern.search(statement) for pattern in (ECHO, BESIDE, TWO_THATS)) or any(
        pattern.match(statement)
        for pattern in (BOTH_DO, BOTH_GO, TWO_TOS, ONE_KIND, WHILE_OTHERS, TO_AND_TO, DONE_AND_DONE)
    )


RULES = (
    _says_two_sentences,
    _joins_two_statements,
    _sets_two_beside,
    _does_two_deeds,
    _does_two_things,
    _does_one_to_two,
    _adds_another,
)
