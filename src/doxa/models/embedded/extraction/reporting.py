"""Whether a sentence says who holds what it tells: "Her friend chimed in that …", "In his view …".

Half of the sentences that report somebody's argument have this form, and one in nine of those that argue ("Nobody
*says* so"). It decides nothing alone: with it the reader of roles needs to be less sure (``doing``).
"""

import re

_SAYING = (
    r"(?:says?|said|saying|thinks?|thought|believe[sd]?|holds?|held|reckon(?:s|ed)?|insist(?:s|ed)?|maintain(?:s|ed)?|"
    r"claim(?:s|ed)?|argue[sd]?|writes?|wrote|adds?|added|predict(?:s|ed)?|warn(?:s|ed)?|worr(?:y|ies|ied)|fears?|feared|"
    r"complain(?:s|ed)?|reason(?:s|ed)|asks|asked|repl(?:y|ies|ied)|answer(?:s|ed)?|object(?:s|ed)?|suggest(?:s|ed)?|"
    r"swears?|swore|repeat(?:s|ed|ing)?|tells?|told|telling|calls?|called|convinced|certain|adamant|sure|chimed|piped|"
    r"point(?:s|ed)|imagines?|assumes?|dreads?|promise[sd]?|hopes?|wants?)"
)
_CASE = (
    r"(?:line|view|case|defen[cs]e|complaint|argument|take|position|point|claim|answer|worry|fear|objection|theory|"
    r"favourite)"
)
TOLD = re.compile(
    rf"\b(?:{_SAYING}|according to|as \w+ puts? it|in (?:his|her|their|your) (?:view|words|eyes|opinion|book)|"
    rf"{_CASE}(?:,[^,]*,)? (?:is|was|goes|runs|:))\b",
    re.IGNORECASE,
)


def tells_of_others(sentence: str) -> bool:
    """Return whether a sentence says that somebody says or thinks something."""
    return TOLD.search(sentence) is not None
