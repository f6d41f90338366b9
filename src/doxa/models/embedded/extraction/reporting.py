"""Whether a sentence says who holds what it tells: "Her friend chimed in that …", "In his view …".

Seven in ten of the sentences that report somebody's argument have this form, and one in four of those that argue
("Nobody *says* so"). It decides nothing alone: with it the reader of roles needs to be less sure (``doing``).
"""

import re

WITNESSES = (
    r"\b(?:stud\w+|research\w*|scien\w+|experts?|doctors?|psycholog\w+|economists?|historians?|reports?|surveys?|data|"
    r"evidence|history|experience|statistic\w*|numbers|figures|facts?|logic|sense|nurses?|teachers?|courts?|judges?)\b"
)
"""Subjects whose words are evidence rather than the other side's."""
_SAYING = (
    r"(?:says?|said|saying|thinks?|thought|believe[sd]?|holds?|held|reckon(?:s|ed)?|insist(?:s|ed)?|maintain(?:s|ed)?|"
    r"claim(?:s|ed)?|argue[sd]?|writes?(?! (?:it|that|this|them) (?:in|down|up|off)\b)|wrote|adds?|added|predict(?:s|"
    r"ed)?|warn(?:s|ed)?|worr(?:y|ies|ied)|fears?|feared|"
    r"complain(?:s|ed)?|reason(?:s|ed)|asks|asked|repl(?:y|ies|ied)|answer(?:s|ed)?|object(?:s|ed)?|suggest(?:s|ed)?|"
    r"swears?|swore|repeat(?:s|ed|ing)?|tells?(?! (?:us|me) (?:what|how|why|where|when|who)\b)|told|telling|calls?|"
    r"called|convinced|certain|adamant|sure|chimed|piped|"
    r"point(?:s|ed)|imagines?|assumes?|dreads?|promise[sd]?|hopes?|wants?)"
)
_CASE = (
    r"(?:line|view|case|defen[cs]e|complaint|argument|take|position|point|claim|answer|worry|fear|objection|theory|"
    r"favourite)"
)
_TELLING = (
    r"(?:assure[sd]?|announce[sd]?|boast(?:s|ed)?|brand(?:s|ed)?|compare[sd]?|cite[sd]?|concluded?s?|confess(?:es|ed)?|"
    r"contend(?:s|ed)?|counter(?:s|ed)?|declare[sd]?|describe[sd]?|dismiss(?:es|ed)?|explain(?:s|ed)?|feels?|"
    r"frame[sd]?|"
    r"grumble[sd]?|hears?|heard|hint(?:s|ed)?|lament(?:s|ed)?|mention(?:s|ed)?|moan(?:s|ed)?|mutter(?:s|ed)?|note[sd]?|"
    r"picture[sd]?|plead(?:s|ed)?|praise[sd]?|protest(?:s|ed)?|quote[sd]?|recommend(?:s|ed)?|regards?|remark(?:s|ed)?|"
    r"remind(?:s|ed)?|retort(?:s|ed)?|sees?|shout(?:s|ed)?|sigh(?:s|ed)?|sneer(?:s|ed)?|speaks?|spoken?|state[sd]?|"
    r"stress(?:es|ed)?|talk(?:s|ed)?|urge[sd]?|goes|runs|puts? it|brings? up|brought up|side[sd]? with)"
)
_PLACE = (
    r"(?:apparently|supposedly|allegedly|slogan|headline|poster|leaflet|petition|letter|email|post|comment|speech|"
    r"critics?|opponents?|defenders?|supporters?|campaigners?|lobby|activists?)"
)
"""Words that keep a statement at a distance, and where and by whom arguments are made."""
TOLD = re.compile(
    rf"\b(?:{_SAYING}|{_TELLING}|{_PLACE}|according to|as \w+ puts? it|"
    rf"in (?:his|her|their|your) (?:view|words|eyes|opinion|book)|{_CASE}(?:,[^,]*,)? (?:is|was|goes|runs|:))\b",
    re.IGNORECASE,
)
LETTERED = re.compile(r"\b(?!(?:UK|US|USA|EU|TV|AI|CEO|PM|MP|MPs)\b)[A-Z]{2,6}\b|[\"“”]|(?<!\w)['‘]")
"""An office by its letters (not a country or a rank), or a quotation."""
_SPEAKERS_OWN = (
    r"(?:I|we|it|this|that|these|those(?! (?:who|in|against|opposed))|which|there|our|us|nobody|no one|none|each|"
    r"my(?! (?:\w+ )?(?:opponents?|friends?|colleagues?|neighbou?rs?|boss|uncle|aunt|landlord|brother|sister|"
    r"cousin)))\b"
)
"""Subjects of what a speaker says in their own name, or denies."""
SAID = re.compile(
    rf"(?:(?:but|and|still|now|yes|of course|sure|true|meanwhile|yesterday|earlier|so|then),? )?(?!{_SPEAKERS_OWN})"
    r"(?:(?!\bthat\b)[^;:.!?\"“”]){2,60}?\s(?<!\bthe )(?<!\ba )(?<!\ban )(?<!\btheir )(?<!\bits )"
    rf"(?<!\bthis )(?<!\bhis )(?<!\bher )(?:{_SAYING}|{_TELLING}|points? (?:out|to))\b"
    r"(?! (?:nothing|little|a lot|something|volumes|it all|everything)\b)",
    re.IGNORECASE,
)
"""Somebody else's name or kind with what they do: "Commuters say …", and no more than sixty letters before it."""


def tells_of_others(sentence: str) -> bool:
    """Return whether a sentence says that somebody says or thinks something."""
    return TOLD.search(sentence) is not None


def names_who_says(sentence: str) -> bool:
    """Return whether a sentence begins with somebody else, and what they say, think or want."""
    return SAID.match(sentence) is not None


def may_be_witness(sentence: str) -> bool:
    """Return whether a sentence names a kind of witness, an office by its letters, or quotes somebody's words."""
    return re.search(WITNESSES, sentence, re.IGNORECASE) is not None or LETTERED.search(sentence) is not None
