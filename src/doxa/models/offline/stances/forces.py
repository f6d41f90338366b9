"""Verbs and qualities of policy by what they do to their object: take it away, give it, or keep it."""

import re

from doxa.corpora.antonyms import ANTONYMS, QUALITIES
from doxa.models.embedded.extraction import word_set
from doxa.models.offline.stances.stems import is_same, stem

REMOVING = word_set(
    """
    abandon abolish ban
    bar block cancel close criminal criminalise criminalize curb cut decrease disband discourage dismantle
    ditch drop eliminate end eradicate forbid halt illegal limit outlaw phase prohibit reduce reject remove replace
    repeal restrict reverse revoke scrap shut stop withdraw boycott overturn lift axe defund exclude
    """
)
GIVING = word_set(
    """
    adopt allow authorise authorize build compulsory create embrace encourage enforce establish expand extend finance
    fund give grant guarantee impose improve increase install introduce invest legal legalise legalize let mandate
    mandatory obligatory open permit promote provide require start strengthen subsidise subsidize
    """
)
KEEPING = word_set("continue keep leave maintain preserve remain retain save stay")
UPWARD = word_set("raise raised high higher lengthen")
DOWNWARD = word_set("lower low shorten")
UNCHANGED = "unchanged"
"""Stands for all ways of saying that things stay as they are."""
LEAVING = word_set("optional voluntary")
"""Words for what nobody is made to do: the opposite of "mandatory"."""
FORCES = {
    **{stem(word): -1 for word in sorted(REMOVING)},
    **{stem(word): 1 for word in sorted(GIVING)},
    **{stem(word): 2 for word in sorted(KEEPING)},
    **{stem(word): -2 for word in sorted(LEAVING)},
    **{stem(word): 3 for word in sorted(UPWARD)},
    **{stem(word): -3 for word in sorted(DOWNWARD)},
}
"""Stem → −1 removing, 1 giving, 2 keeping what there is, −2 leaving it to choice, 3 and −3 more and less of it."""
PERMITTING = {
    stem(word): sign
    for words, sign in (("allow permit let legal", 1), ("ban bar forbid prohibit outlaw", -1))
    for word in words.split()
}
IDIOMS = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), plain)
    for words, plain in (
        (
            r"(?P<must>has to|have to|had to|needs? to|ought to|must|should|can) go(?! (?:ahead|further|on|to|"
            r"home|back)\b)",
            r"\g<must> be removed",
        ),
        (r"do(?:ing)? away with|get(?:ting)? rid of|phas(?:e|ing) out", "remove"),
        (r"put(?:ting)? (?:an end|a stop) to|call(?:ing)? time on", "end"),
        (r"bring(?:ing)? back|reinstat(?:e|ing)|roll(?:ing)? out|bring(?:ing)? in", "introduce"),
        (r"go(?:es|ing)? (?:back|home)", "return"),
        (r"off[- ]limits", "forbidden"),
        (r"giv(?:e|ing) up(?: on)?", "abandon"),
        (r"count me (?:among|with|as one of) (?:those|the (?:people|ones)) who(?:['’]d| would)", "I would"),
        (
            r"(?:remain|stay|stand)(?= (?:\w+ly |very |quite )?(?:opposed|against|in favou?r|supportive|unconvinced|"
            r"sceptical|skeptical|committed)\b)",
            "am",
        ),
        (r"with (?:some|a few|a couple of|minor|small|slight|certain|the usual) (?:\w+ )?reservations?", "cautiously"),
        (r"nothing would (?:please|delight) me more than(?: to (?:see|hear))?", "I would love"),
        (r"not for (?=(?:it|this|that|one)\b)", "not in favour of "),
        (r"hold(?:ing)? on to|hang(?:ing)? on to|cling(?:ing)? to|stick(?:ing)? with", "keep"),
        (
            r"(?:leave|leaving|left|keep|kept|stay|remain)\b[^.;,]*?\b(?:as (?:it|they) (?:is|are)|where (?:it|"
            r"they) (?:is|are)|the way (?:it|they) (?:is|are)|alone|unchanged|the same)",
            UNCHANGED,
        ),
        (r"(?:leave|leaving|left) (?:it|them) (?:be|alone)|status quo|hands off", UNCHANGED),
        (
            r"up to (?:the )?(?:people|parents|individuals|each|everyone|everybody|families|them|you)|free to choose",
            "optional",
        ),
    )
)
"""Idiom → the plain word that takes its place."""
OPINION = re.compile(
    r",?\s*\bin my (?:own |humble |honest |personal )?(?:opinion|view|judge?ment|book)(?=[,.!]|$)", re.IGNORECASE
)
"""How a speaker says behind a statement that it is an opinion."""
UNDOING = frozenset(
    stem(word) for word in ["end", "lift", "repeal", "scrap", "reverse", "drop", "overturn", "revoke", "stop", "cancel"]
)
"""What is done to a measure rather than to its object: "lift the ban"."""
MORE_OPPOSITES = {"free": "pay", "private": "public"}
OPPOSED = {
    stem(word): stem(other) for word, other in (ANTONYMS | QUALITIES | MORE_OPPOSITES).items() if " " not in other
}


def in_plain_words(text: str) -> str:
    """Return a text with idioms of doing and leaving as plain verbs."""
    text = text.replace("+1", "agree")
    for idiom, plain in IDIOMS:
        text = idiom.sub(plain, text)
    said = OPINION.search(text)
    return f"I think {text[: said.start()]}{text[said.end() :]}" if said and said.start() else text


def force_of(word: str) -> int:
    """Return the force of a stem, as in FORCES; 0 where it has none."""
    return FORCES.get(word, 0)


def relation(action: str, other: str) -> int:
    """Return 1 where two stems of policy go the same way, −1 where they oppose each other, 0 where neither is sure."""
    if is_same(action, other):
        return 1
    if OPPOSED.get(action) == other or OPPOSED.get(other) == action:
        return -1
    if stem(UNCHANGED) == other:
        return 1 if force_of(action) == 2 else -1
    first, second = force_of(action), force_of(other)
    if not first or not second:
        return PERMITTING.get(other, -1 if second in (-1, 2) else 0) if not first else 0
    if 3 in (abs(first), abs(second)):
        return 0 if abs(first) != abs(second) else 1 if first == second else -1
    if abs(first) == abs(second) == 1:
        return first * second
    if -2 in (first, second):
        return 1 if first == second else -1
    return {-1: -1, 1: 0, 2: 1}[first if second == 2 else second]
