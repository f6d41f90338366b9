"""Whether a word at the beginning of a sentence is the name of somebody who is spoken to: "Joy, with respect, you …".

A noun at the beginning of a sentence can have a comma after it, too: "Hope, faith and charity", "Joy, it is said, is
brief". What a speaker says to somebody is a sentence of its own behind the comma, or holds a "you".
"""

import re

from doxa.judging.blind.common_names import FUNCTION_WORDS, NAMES_BEFORE_ALL

_TO_YOU = re.compile(
    r",\s+(?:my\s+(?:partner|colleague|friend|team-?mate)|you|your|i|let|may|please|sit|stand|tell|answer|thank|can|"
    r"could|would|do|did|have|are|what|why|how)\b|"
    r"\s*(?:[:–—(]|\s-)\s*your?\b",
    re.IGNORECASE,
)
_WITH_COURTESY = re.compile(
    r",\s+(?:with (?:all |the )?(?:due |great |greatest |utmost |the )*respect|come on|forgive me|excuse me|"
    r"(?:i['’]m )?sorry|if (?:i may|you)|when you|since you|honestly|frankly|seriously|really|come now|no|yes)\s*"
    r"(?:[,;:.!?–—]|\b(?!\s+(?:and|or)\b))",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r",\s+(?:\w+ly|(?:with|on|in|for|after|before|if|when|since|as|by|to|at|from|again|once)\s[^,.;:!?–—]+),\s+"
    r"(?:you|your|i)\b",
    re.IGNORECASE,
)
_HELPERS = (
    r"(?:is|are|was|were|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|has|have|had|hasn['’]t|haven['’]t|do|does|did|"
    r"don['’]t|doesn['’]t|didn['’]t|can|can['’]t|cannot|could|will|won['’]t|would|should|must|may|might|never)\b"
)
_ENDS = r"[^,.;:!?–—\n]*"
_SENTENCE = re.compile(
    r",\s+(?:"
    r"(?:we|they|he|she|it|this|that|there|here|nobody|everybody|everyone|no one|nothing|people|those who)"
    r"(?:['’]\w+)?\s+"
    r"(?!(?:and|or|of|in|on|at|for|from|with|to|by|not|who|which|that)\b)|"
    r"(?:the|an?|my|our|these|those|that|this|no|some|most|many|every)\s+(?:[\w’'-]+\s+){1,4}?" + _HELPERS + "|"
    r"(?:children|men|women|[a-z]{3,}s)\s+(?:" + _HELPERS + r"|(?!(?:and|or|of|\w+ing)\b)(?-i:[a-z]{3,}))"
    r")"
    + _ENDS
    + r"(?P<end>[.!?;:–—\n]|$|,\s+(?:and|but|so|because|while|whether|if|when|unless|not|which|you|we|i)\b)",
    re.IGNORECASE,
)


def is_spoken_to(text: str, word: str, end: int) -> bool:
    """Return whether a word that begins a sentence and ends at a place is the name of somebody who is spoken to."""
    rest = text[end:]
    if _TO_YOU.match(rest):
        return True
    if word.lower() in FUNCTION_WORDS and word.lower() not in NAMES_BEFORE_ALL:
        return False  # "Well, people drop crisps"
    return any(pattern.match(rest) for pattern in (_WITH_COURTESY, _ASIDE, _SENTENCE))
