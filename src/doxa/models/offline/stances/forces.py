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
    repeal restrict reverse revoke scrap shut stop withdraw boycott overturn lift axe defund exclude erase forgive
    forgiven waive lose withhold wait delay postpone
    """
)
GIVING = word_set(
    """
    adopt allow authorise authorize build compel compulsory create embrace encourage enforce establish expand extend
    finance force fund give grant guarantee impose improve increase install introduce invest legal lawful legalise
    legalize let mandate mandatory obligatory oblige open permit
    promote provide require start strengthen subsidise subsidize
    """
)
KEEPING = word_set("continue keep leave maintain preserve remain retain save stay")
UPWARD = word_set("raise raised high higher lengthen")
DOWNWARD = word_set("lower low shorten")
INCREASING = frozenset(stem(word) for word in ("boost", "expand", "extend", "grow", "hike", "increase"))
REDUCING = frozenset(stem(word) for word in ("cut", "decrease", "reduce", "shrink", "slash"))
UNCHANGED = "unchanged"
"""Stands for all ways of saying that things stay as they are."""
SPENDING = frozenset(stem(word) for word in ("pay", "spend", "fund", "finance", "subsidise", "subsidize"))
COMPELLING = frozenset(stem(word) for word in ("require", "compulsory", "mandatory", "obligatory", "mandate", "force"))
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
    for words, sign in (("allow permit let legal lawful", 1), ("ban bar forbid prohibit outlaw", -1))
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
        (
            r"(?:be|are|is) (?:able|free|entitled|permitted) to|(?:have|has) (?:the|a|an)(?: \w+)? right to",
            "be allowed to",
        ),
        (r"keep(?:ing)? (?P<what>(?:[\w-]+ )?[\w-]+) (?:away )?from|hold(?:ing)? back", r"withhold \g<what> from"),
        (
            r"do(?:ing|ne)? away with|get(?:ting)? rid of|got rid of|phas(?:ed?|ing) out|(?:wip(?:e|ing)|"
            r"throw(?:ing)?) out",
            "remove",
        ),
        (r"go(?:es|ing)? out of business|shut (?:its|their) doors|go the way of the (?:dodo|dinosaurs)", "be removed"),
        (r"hold(?:ing)? off on|steer(?:ing)? clear of|stay(?:ing)? away from", "stop"),
        (r"(?:['’]d| would) (?:much |far )?sooner", "'d rather"),
        (r"put(?:ting)? (?:an end|a stop) to|call(?:ing)? time on", "end"),
        (r"bring(?:ing)? (?P<what>it|them|this|that) (?:in|back)", r"introduce \g<what>"),
        (
            r"(?:phase|throw|kick|chuck|vote|take) (?P<what>it|them|this|that) (?:out|off|away|down)",
            r"remove "
            r"\g<what>",
        ),
        (r"(?:mov(?:e|ing)|switch(?:ing)?|shift(?:ing)?|going over) to(?= an? )", "introduce"),
        (r"bring(?:ing)? back|reinstat(?:e|ing)|roll(?:ing)? out|bring(?:ing)? in", "introduce"),
        (r"go(?:es|ing)? (?:back|home)", "return"),
        (r"off[- ]limits", "forbidden"),
        (r"g(?:ive|iving|ave|iven) up(?: on)?", "abandon"),
        (r"laws? against", "ban on"),
        (r"(?:has|have|had) no place(?= (?:in|on|at|among)\b)", "should be removed"),
        (r"tak(?:e|es|ing|en) (?P<what>(?:[\w-]+ ){0,4}?)away", r"remove \g<what>"),
        (r"g(?:ive|iving|ave|iven) (?P<what>it|them|this|that) up", r"abandon \g<what>"),
        (r"leads? to|led to|leading to|brings? on|brought on|results? in|gives? rise to|contributes? to", "cause"),
        (r"(?:leave|leaving) (?:the )?(?:choice|decision|it) to", "optional"),
        (r"(?:carry|go|keep)(?:ing)? on(?= \w+ing| doing|$)", "continue"),
        (r"see (?P<it>it|them|this|that) (?:go|gone)\b", r"see \g<it> removed"),
        (r"count me (?:among|with|as one of) (?:those|the (?:people|ones)) who(?:['’]d| would)", "I would"),
        (
            r"(?:remain|stay|stand)(?= (?:\w+ly |very |quite )?(?:opposed|against|in favou?r|supportive|unconvinced|"
            r"sceptical|skeptical|committed)\b)",
            "am",
        ),
        (r"with (?:some|a few|a couple of|minor|small|slight|certain|the usual) (?:\w+ )?reservations?", "cautiously"),
        (r"nothing would (?:please|delight) me more than(?: to (?:see|hear))?", "I would love"),
        (r"not for (?=(?:it|this|that|one)\b)", "not in favour of "),
        (r"(?:I['’]m|I am) (?:hanging|holding|sticking) (?:on to|onto|with)", "I will keep"),
        (r"hold(?:ing)? on to|hang(?:ing)? on to|cling(?:ing)? to|stick(?:ing)? with", "keep"),
        (
            r"(?:leave|leaving|left|keep|kept|stay|remain)\b[^.;,]*?\b(?:as (?:it|they) (?:now )?(?:is|are|"
            r"stands?)|where (?:it|"
            r"they) (?:is|are)|the way (?:it|they) (?:is|are)|alone|unchanged|the same)",
            UNCHANGED,
        ),
        (
            r"(?:keep|retain|maintain|stay with|stick with|prefer|happy with|fine with) (?:the |our |to )?"
            r"(?:current|present|existing) \w+",
            UNCHANGED,
        ),
        (
            r"let(?:ting)? (?P<whom>them|people|him|her|those|everyone|everybody|anyone|children|adults)",
            r"allow \g<whom>",
        ),
        (r"(?:a |their |my |our )?(?:free|own|personal|private|individual) choice|matter of choice", "optional"),
        (r"(?:leave|leaving|keep|keeping) (?:it|them|things|that) at", UNCHANGED),
        (r"(?:leave|leaving|left) (?:it|them) (?:be|alone)|status quo|hands off", UNCHANGED),
        (
            r"(?:up|left) to (?:the )?(?:people|parents|individuals?|each|everyone|everybody|families|them|you|"
            r"students|pupils|"
            r"employe(?:es|rs)|workers|staff|companies|businesses|owners|citizens|residents|voters|patients|users|"
            r"players|"
            r"clubs|adults|teams|schools|teachers|landlords|drivers|doctors)|free to choose",
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


def _relation_of_degrees(action: str, other: str) -> int:
    """Return how two stems go together of which at least one raises or lowers something."""
    first, second = (_way_of(word) for word in (action, other))
    if first and second:
        return first * second
    return -1 if 2 in (force_of(action), force_of(other)) else 0


def _way_of(word: str) -> int:
    """Return 1 where a stem makes something more, −1 where less, 0 elsewhere."""
    if word in INCREASING:
        return 1
    return -1 if word in REDUCING else force_of(word) // 3 if abs(force_of(word)) == 3 else 0


def has_opposite(word: str) -> bool:
    """Say whether a stem has a named opposite."""
    return word in OPPOSED


def is_opposed(first: str, second: str) -> bool:
    """Say whether two stems are named as opposites."""
    return OPPOSED.get(first) == second or OPPOSED.get(second) == first


def relation(action: str, other: str) -> int:
    """Return 1 where two stems of policy go the same way, −1 where they oppose each other, 0 where neither is "
    "sure."""
    if is_same(action, other):
        return 1
    if is_opposed(action, other):
        return -1
    if stem(UNCHANGED) == other:
        return 1 if force_of(action) == 2 else -1
    if action in SPENDING and other in SPENDING:
        return 1
    if action in COMPELLING and PERMITTING.get(other) == 1:
        return -1
    first, second = force_of(action), force_of(other)
    if not first or not second:
        return PERMITTING.get(other, -1 if second in (-1, 2) else 0) if not first else 0
    if 3 in (abs(first), abs(second)):
        return _relation_of_degrees(action, other)
    if abs(first) == abs(second) == 1:
        return first * second
    if -2 in (first, second):
        return 1 if first == second else -1
    return {-1: -1, 1: 0, 2: 1}[first if second == 2 else second]
