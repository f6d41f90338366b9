"""Whether a word of debating, such as "the opposition", is said of this debate or of the world outside.

A sentence about elections, countries and years is about the world; one that tells "us" or "you" something, or speaks of
tonight's motion, is about the debate. The words that follow decide first: "the opposition in Hungary" is in Hungary.
"""

import re

from doxa.judging.blind.spans import sentence_around

COUNTRIES = (
    "afghan|african?|algeria|america|argentin|asia|australia|austria|bangladesh|belarus|belgi|boliv|brazil|britain|british|"
    "bulgaria|burma|canad|chile|china|chinese|colombia|croatia|cuba|czech|danish|denmark|dutch|egypt|england|english|"
    "estonia|ethiopia|europe|finland|finnish|france|french|georgia|german|ghana|greece|greek|hungar|iceland|india|"
    "indonesia|iran|iraq|ireland|irish|israel|ital|japan|jordan|kenya|korea|latvia|leban|libya|lithuania|malaysia|mexic|"
    "morocc|myanmar|netherlands|nicaragua|nigeria|norw[ae]|pakistan|palestin|peru|philippin|poland|polish|portug|romania|"
    "russia|rwanda|saudi|scot(?:land|tish)|serbia|singapore|slova|slovenia|south africa|spain|spanish|sudan|swed|swiss|"
    "switzerland|syria|taiwan|tanzania|thai|tunisia|turk|uganda|ukrain|venezuela|vietnam|wales|welsh|yemen|zambia|zimbabwe"
)
_WORLD = re.compile(
    rf"\b(?:(?i:{COUNTRIES})\w*|(?:1[5-9]|20)\d\d|(?i:elections?|elected|electorate|parliaments?|"
    r"parliamentary|seats|part(?:y|ies)|coalitions?|landslide|jail(?:ed|s)?|imprison\w*|prisons?|exiled?|arrest\w*|"
    r"banned|polls?|"
    r"polling|regimes?|dictator\w*|senate|congress|commons|lower house|newspapers?|television|cabinet|boycott\w*|"
    r"rigged|protest\w*|rall(?:y|ies)|coup|junta|in power|voters|campaign(?:ed|s)?|ministry|referendum|"
    r"constitutional court|resigned|took office|in office|prorogued|downing street|white house))\b"
)
_DEBATE = re.compile(
    r"\b(?:(?:tell|tells|told|telling|show|shows|showed|shown|ask|asks|asked|give|gives|gave|given|offer|offers|"
    r"offered|"
    r"promise|promises|promised|persuade|persuaded|convince|convinced|answer|answers|answered|remind|reminded|"
    r"owes?) (?:you|us|me|this house|the house|tonight)|you|tonight|this debate|"
    r"(?:the|this) (?:motion|resolution|floor)|"
    r"this house|point of information|rebut\w*|burdens?|their case|speech|speeches|"
    r"speakers?(?!\s+of\s+the\s+(?:house|commons|senate|parliament))|whip|thank you|i thank|"
    r"said earlier|just said|just heard)\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"^\W{0,3}\s*(?:has |have |had |does |did |do |can |will |would |could |must |should |also |now |simply |never |"
    r"only |always |not |just |then |first |again )*(?:"
    r"says?|said|saying|tell|tells|told|argues?|argued|claims?|claimed|asks?|asked|thinks?|believes?|forgets?|forgot|"
    r"forgotten|ignores?|ignored|concedes?|conceded|admits?|admitted|assumes?|assumed|repl(?:y|ies|ied)|answer|"
    r"answers|"
    r"answered|promises?|promised|defines?|defined|mentions?|mentioned|contends?|contended|suggests?|suggested|"
    r"states|"
    r"stated|maintains?|maintained|insists?|insisted|point(?:s|ed)? out|nods?|nodded|speaks?|spoke|spoken|rebuts?|"
    r"rebutted|counts|knows?|counters?|countered|shown|shows?|showed|proves?|proved|proven|means?|meant|wants?|"
    r"gave|given|gives|"
    r"wins|loses|would have (?:you|us)|mistaken|(?:is|are|was|were) (?:wrong|mistaken|right|silent|confused)|"
    r"(?:has|have) (?:no|not|failed|yet))\b",
    re.IGNORECASE,
)
_SPEECH = re.compile(
    r"^\W{0,3}\s*(?:\w+ly |has |have |had |also |now |never |first |then )*(?:explain(?:s|ed)|cite[sd]|quote[sd]|"
    r"describe[sd]|"
    r"dismisse[sd]|responde?d|responds|warn(?:s|ed)|complain(?:s|ed)|accuse[sd]|misquote[sd]|misreads?|"
    r"overlook(?:s|ed)|"
    r"dodge[sd]|refuse[sd]|challenge[sd]|acknowledge[sd]|compare[sd]|objected|defends|defended|attacked|"
    r"neglect(?:s|ed)|extended|extends|"
    r"fail(?:s|ed) to (?:define|explain|answer|show|prove|tell|say|address|mention|engage|rebut|justify|respond|"
    r"give))\b",
    re.IGNORECASE,
)
_ADVERBIAL = re.compile(r"\s+(?:in|on|at|during|before|after|to|from|by|last|yesterday|once)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:–—(]|\b(?:that|which|when|whether|why|how)\b")
_TO_HOUSE = re.compile(
    r"^\W{0,3}\s*(?:has |have |had |also |now |just |already |both |\w+ly )*"
    r"(?:tells?|told|asks?|asked|gave|gives|given|show(?:s|ed|n)?|offer(?:s|ed)?|promise[sd]?|remind(?:s|ed)?|"
    r"assure[sd]?|warn(?:s|ed)?|want(?:s|ed)?) (?:you|us|me|this house|the house)\b",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"(?:\b(?:we|us|i|here|are|am|speak\w*|stand\w*|our friends|the speakers?)\W+(?:on|in|for|from|of) (?:the )?)$",
    re.I,
)


def is_about_debate(text: str, start: int, end: int, base: int = 1) -> bool:
    """Return whether a word at a place of a text is said of this debate.

    Args:
        base: how much speaks for the debate before the sentence is read; from 1 on, nothing else need do so.
    """
    sentence = sentence_around(text, start, end)
    around = sentence_around(text[: _end_of_report(text, end)], start, end)
    score = base
    score += 2 * speaks_of_debate(sentence)
    score += _SAYS.match(text[end:]) is not None
    score += 3 * (_SELF.search(text[max(0, start - 40) : start]) is not None)
    score -= 2 * (_WORLD.search(around) is not None)
    return score > 0


def _end_of_report(text: str, end: int) -> int:
    """Return where what somebody says begins: of "she claimed that Norway pays", the words after "claimed".

    What is said tells nothing of who says it. When and where it is said does: "he told Parliament in 1956 that …".
    """
    saying = _SAYS.match(text[end:])
    if saying is None:
        return len(text)
    behind = end + saying.end()
    if _ADVERBIAL.match(text[behind:]) is None and not saying[0].lower().endswith(("tell", "tells", "told", "asked")):
        return behind
    clause = _CLAUSE.search(text, behind)
    return clause.start() if clause else len(text)


def speaks_of_debate(sentence: str) -> bool:
    """Return whether a sentence has words of a debate: those who listen, the motion, a speech."""
    return _DEBATE.search(sentence) is not None


def says_something(text: str, end: int) -> bool:
    """Return whether the words after a place report what somebody says in a debate."""
    return _SAYS.match(text[end:]) is not None


def speaks_up(text: str, end: int) -> bool:
    """Return whether the words after a name report what its bearer says, with verbs that a thing can hardly have."""
    return says_something(text, end) or _SPEECH.match(text[end:]) is not None


def speaks_to_house(text: str, end: int) -> bool:
    """Return whether the words after a name report what its bearer says to those in the room: "told us"."""
    return _TO_HOUSE.match(text[end:]) is not None
