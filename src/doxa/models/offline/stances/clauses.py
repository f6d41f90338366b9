"""Clauses of a sentence, with what decides whether their position counts: whose it is, when, what outweighs it."""

import re
from dataclasses import dataclass

from doxa.models.embedded.extraction.clauses import stands

BORDER = re.compile(
    r";\s*|:\s+|,\s+(?=so (?:count|put|let) )|,\s+(?=(?:what )?(?:an? )?(?:good|great|bad|terrible|silly|awful|"
    r"stupid) (?:idea|move|plan)\b)|"
    r",?\s+and\s+(?=\w+ing (?:it|them|this|that) (?:is|would|should)\b)|,?\s+and\s+(?=on (?:balance|"
    r"the whole),? I\b)|,?\s+and\s+(?=for (?:that|this|these) reasons?\b)|\s+(?=so I(?:['’]|\s))|\s+[–—-]+\s+|—|"
    r",\s+(?=yet\b|so (?:yes|no)\b)|,?\s+(?=(?:but|yet(?= (?:I|it|they|we|he|she|the|this|that|these|some|many|no)\b)|"
    r"however|though|although|whereas|while|even if|even though|despite|only to)\b)|"
    r",\s+(?=(?:so|hence|thus|no|yes),)|,\s+(?=so (?:in my|on balance|overall|in the end|for now|all in all|I|we|"
    r"my)\b)|,\s+(?=(?:and |so |or |now |then |today )?(?:I|I['’]\w+|we|it|they|this|that|now|these days)\b)|"
    r",?\s+and\s+(?=(?:I|I['’]\w+|my (?:answer|vote|view|position)|we|now|ended|have come|should|must|has to|have to|"
    r"ought to|will|won['’]t|never|don['’]t|that|think|believe|feel|am|would|want|hope|therefore|so|thus|hence)\b)|"
    r",?\s+(?:and|while|whereas)\s+(?=(?:the|most|some|others|many|half|a|critics|opponents|"
    r"supporters)\b[^,;.]*\b(?:against|for|"
    r"wants?|do(?:es)?n['’]t|rejects?|oppos\w+|supports?|sa(?:id|ys?)|disagree\w*)\b)|"
    r",?\s+and\s+(?=the (?:law|state|government|council|country|schools?|city)\b[^,;.]*\b(?:should|must|ought)\b)|"
    r",\s+(?=(?:which|where|these|my)\b)|\.\.\.\s*|…\s*",
    re.IGNORECASE,
)
OPENING = re.compile(
    r"^(?:and|but|yet|so|or|however|still|well|look|honestly|frankly|personally|ok(?:ay)?|nevertheless|"
    r"nonetheless|then)\b,?\s*",
    re.IGNORECASE,
)
BACKGROUND = re.compile(r"^(?:though|although|while|whereas|even though|despite|where|which)\b", re.IGNORECASE)
SUPPOSED = re.compile(
    r"^(?:even if|if|unless|when|because|since|as)\b(?! (?:you ask me|I see (?:it|things)|anything|an?|someone|"
    r"one|for me|far)\b)",
    re.IGNORECASE,
)
"""How clauses begin that suppose or explain, and take no position."""
CONCEDING_LEAD = re.compile(
    r"^[^:]*\b(?:admit\w*|grant\w*|conced\w+|people (?:say|think|argue)|"
    r"(?:some|many|others|they|critics|opponents|supporters) "
    r"(?:say|argue|think|claim)|(?:may|might) be true|on (?:the )?one (?:side|hand)|there is something in|fair point|"
    r"I (?:do )?(?:hear|understand|know))\b[^:]*:\s",
    re.IGNORECASE,
)
"""A lead-in that hands the words behind its colon to the other side, or leaves them open."""
CONCEDED_FRONT = re.compile(
    r"^(?:as much as|much as|however much|for all that|for all (?:its|their|the)|with (?:all )?(?:due )?respect)\b"
    r"[^,;:.]*,\s*",
    re.IGNORECASE,
)
"""What a sentence grants in front of its main clause."""
CONDITION = re.compile(r"(?:^|(?<=\bbut )|(?<=\band ))if\b[^,;.]*?(?:,\s+then\s+|\s+then\s+)", re.IGNORECASE)
"""What somebody supposes in front of what then should be: "if you go, then you should pay"."""
SUPPOSING = tuple(
    (re.compile(words, re.IGNORECASE), plain)
    for words, plain in (
        (
            r"\bif I (?:had to|have to|must|were forced to) (?:choose|decide|pick|say|answer|"
            r"vote)(?: \w+)?,?\s+(?=I\b)",
            "",
        ),
        (
            r"\bif (?:it (?:were|was) (?:up|left) to me|I had (?:my way|a vote|a say|the say)|I (?:were|"
            r"was) in charge|I could (?:choose|decide)),?\s+",
            "I would say ",
        ),
        (
            r"(?:['’]d| would|['’]ll| will) (?:\w+ly |really )?be (?:\w+ )?(?:heartbroken|devastated|gutted|"
            r"furious|livid|"
            r"outraged|dismayed|saddened|sad|sorry|upset|angry|disappointed|horrified|appalled|alarmed) "
            r"(?:if|when|to see|to hear)\b",
            " strongly oppose that",
        ),
        (
            r"\b(?:it|I)(?:['’]d| would) (?:\w+ly )?be (?:a (?:little|bit) |much |far |\w+ly )?(?:better|best|"
            r"wiser|preferable|happier|good|fairer|nicer?) if\b",
            "I would prefer that",
        ),
        (
            r"(?:['’]d| would|['’]ll| will) (?:\w+ly |really )?be (?:\w+ )?(?:relieved|overjoyed|delighted|"
            r"thrilled|glad|happy|pleased|proud|over the moon) (?:if|when|to see|to hear)\b",
            " strongly support that",
        ),
    )
)
"""Suppositions that say what somebody would do or feel → the same as a position."""
ASIDE = re.compile(
    r",\s+(?P<said>I (?:think|believe|suppose|guess|feel|reckon|dare ?say|would say|['’]d say|fear|suspect)),"
    r"|,\s+(?P<last>I (?:think|believe|suppose|guess|feel|reckon|dare ?say|would say|['’]d say|suspect))(?=\s*[.!]?$)",
    re.IGNORECASE,
)
"""Where a sentence says in passing that it is an opinion."""
GROUND = re.compile(
    r"(?:^|(?<=but )|(?<=and ))(?:(?:since|now that) (?:I|we|my|our|the)\b|because of|due to|given|considering|"
    r"in view of|in light of|(?:after|having|since|on|upon) \w+ing)\b[^,.;]*?,?\s+(?=(?:I|we)\b)",
    re.IGNORECASE,
)
"""A ground in front of a position: "because of the noise I don't think …"."""
FRONTED = re.compile(r"^(?P<front>(?:rather than|instead of)\b[^,.;]*),\s*", re.IGNORECASE)
"""What somebody would not do, in front of what they would."""
RATING = re.compile(r"\s*\(\s*\d+\s*(?:/|out of)\s*\d+\s*\)|\s*\(\s*\d+\s*%?\s*\)")
"""A number in brackets by which somebody rates their own position."""
SPLICE = re.compile(
    r"^((?:(?:honestly|well|yes|no|ok|okay|so|look|personally|frankly),? )?(?:I|it|this|that|"
    r"they)(?:['’]\w+)?(?: [\w'’-]+){1,8}),\s+"
    r"(?!(?:and|or|but|nor|not|which|who|where|when|if|because|though|although|however|so|as|for|too|than|like|"
    r"especially|even|\w+ing)\b)",
    re.IGNORECASE,
)
RESUMING = re.compile(r"^(?:so (?:yes|no)|yes|no|but|yet|however|though|although|now|and (?:I|now)|I)\b", re.IGNORECASE)
"""How a sentence goes on after a reason."""
REASON = re.compile(
    r",?\s+(?:because|given that|so that|in order to|due to|on the grounds|thanks to|"
    r"(?<!ever )(?<!have )(?<!has )(?<!['’]ve )since|"
    r"therefore|so(?= (?:it|they|we|the|this|that|people)\b)|"
    r"as (?=(?:it|they|we|the|this|that|these|there|some|many|most|people|no|our|their|his|her|having|"
    r"being)\b|\w+ (?:is|are|was|has|have|can|will)\b))\b.*",
    re.IGNORECASE | re.DOTALL,
)
LIMIT = re.compile(r",?\s+(?:unless|until|when|even if|if (?!not)|whatever|no matter)\b.*", re.IGNORECASE | re.DOTALL)
PAST = re.compile(
    r"\b(?:(?<!funds )(?<!money )(?<!be )(?<!being )(?<!is )(?<!are )(?<!get )used to|"
    r"always (?:said|thought|believed|assumed|figured)|"
    r"(?<!at )once(?! and for all| again| more)|formerly|previously|at first|initially|originally|"
    r"(?<!wait )(?<!waiting )until (?:recently|last|a (?:few|couple|year|month|week)|(?:I|we) |\d)|years ago|"
    r"for (?:a (?:long )?(?:time|while)|ages|decades) (?:I|we)|back then|in the past|when I was|started (?:out|"
    r"off)|began|in my (?:youth|twenties|thirties|younger)|for (?:many )?years I|"
    r"(?:I|we) (?:was|were|had been|had(?! to (?:guess|choose|say|pick|bet|decide|vote)\b))|as a (?:student|"
    r"teenager|child|young)|last year|a (?:year|decade) ago|before$)\b",
    re.IGNORECASE,
)
PRESENT = re.compile(
    r"\b(?:now|today|these days|nowadays|since then|lately|always|still|ended up|have come|remain|"
    r"come round|come around|won over|never been|changed my mind)\b",
    re.IGNORECASE,
)
FIRST = re.compile(
    r"\b(?:I|I['’](?:m|d|ve|ll)|Im|(?<!told )(?<!tells )(?<!tell )(?:me|us)|we|we['’]\w+|mine|my (?:\w+ )?(?:view|"
    r"opinion|position|stance|vote|answer|support|own|mind|money|heart|gut|take|feeling|instinct))\b",
    re.IGNORECASE,
)
OTHERS = re.compile(
    r"\bI(?:['’]ve| have|['’]m| am| can| do| fully| also| really)*\s+(?:often )?(?:know|knew|understand|"
    r"see|get|hear|heard|appreciate|respect|realise|realize|recognise|"
    r"recognize|told|aware|read|note|met)\s+(?:that |why |how |of |where )*(?:so )?(?:some|many|most|"
    r"people|others|they|you|the|those|my|it said|plenty|lots)\b",
    re.IGNORECASE,
)
"""A first person that only knows what others hold."""


@dataclass(frozen=True)
class StanceClause:
    """Words of one clause.

    ``background`` clauses count where nothing else does, ``past`` ones where no present one does.
    """

    text: str
    background: bool
    past: bool


def clauses_of(sentence: str) -> list[StanceClause]:
    """Return the clauses of a sentence, in order, without the reasons that they give."""
    sentence = RATING.sub("", CONCEDED_FRONT.sub("", sentence))
    if aside := ASIDE.search(sentence):
        front = sentence[: aside.start()]
        sentence = f"{aside['said'] or aside['last']} that {front}{sentence[aside.end() :]}"
    sentence = CONDITION.sub("", sentence)
    sentence = FRONTED.sub(r"\g<front> ", GROUND.sub("", sentence))
    for supposing, plain in SUPPOSING:
        sentence = supposing.sub(plain, sentence)
    if lead := CONCEDING_LEAD.match(sentence):
        sentence = lead.group().rstrip(": ")
    clauses: list[StanceClause] = []
    is_reason = False
    for part in (stated for whole in BORDER.split(sentence) for stated in _spliced(whole)):
        bare = part.strip(" ,.\"“”'")
        if not bare or (is_reason and not RESUMING.match(bare)) or SUPPOSED.match(bare):
            continue
        is_reason = REASON.search(bare) is not None
        clauses.append(_clause(REASON.sub("", bare)))
    return clauses


def _spliced(part: str) -> tuple[str, ...]:
    """Return the two statements that a bare comma joins: "It makes sense, short sentences teach nothing"."""
    found = SPLICE.match(part)
    return (found[1], part[found.end() :]) if found and stands(part[found.end() :]) else (part,)


def _clause(part: str) -> StanceClause:
    past = bool(PAST.search(part)) and not PRESENT.search(part)
    text = LIMIT.sub("", part) or part
    background = bool(BACKGROUND.match(text))
    while opened := OPENING.match(text):
        text = text[opened.end() :]
    return StanceClause(text=text.strip(" ,"), background=background, past=past)
