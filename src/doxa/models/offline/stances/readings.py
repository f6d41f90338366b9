"""The position of one clause: the product of its attitudes, its denials and the direction of its content."""

import re
from dataclasses import replace

from doxa.models.offline.stances.clauses import FIRST, OTHERS, StanceClause
from doxa.models.offline.stances.content import NEARLY_ALL, THAN, Direction, direction_of, without_denials
from doxa.models.offline.stances.cues import (
    ATTITUDES,
    BALANCED,
    DENIAL,
    HOLDING,
    MAKES,
    NO_DENIAL,
    NORM,
    PREDICATED,
    UNDECIDED,
    VERDICTS,
    Cue,
)
from doxa.models.offline.stances.forces import (
    GIVING,
    KEEPING,
    OPTIONAL,
    REMOVING,
    UNCHANGED,
    force_of,
    relation,
)
from doxa.models.offline.stances.grades import LITOTES, PLAIN, Reading, Whose, grade_of, without_degrees
from doxa.models.offline.stances.idioms import in_plain_words
from doxa.models.offline.stances.propositions import Matter, matter_of
from doxa.models.offline.stances.replies import ANSWER, ECHO, answered, echoed
from doxa.models.offline.stances.scales import scale_of
from doxa.models.offline.stances.stems import is_same, stem, stems

PERSONS = re.compile(
    r"supporters|backers|proponents|opponents|opposition|critics|detractors|naysayers|sceptics|skeptics|enthusiasts",
    re.IGNORECASE,
)
THOSE_WHO = re.compile(
    r"^(?:(?:those|people|anyone|anybody|everyone|whoever|the (?:critics|opponents|supporters)|critics|"
    r"opponents|supporters|(?:my |the )?\w+s who)\b.*\b(?:is|are) (?:\w+ly )?(?:right|wrong|mistaken|correct)|"
    r"(?:the |those |all the |our |most )?(?:[\w-]+ )?(?:people|folk|crowd|lobby|those|\w+(?:ers|ists|ors|ents|ates|"
    r"ics))\b.*\b(?:"
    r"(?:gets?|got|have|has) (?:got )?(?:it|this|things|that)(?: \w+ly| all)? (?:wrong|right|backwards)|"
    r"miss(?:es)? the point))",
    re.IGNORECASE,
)
WOULD = re.compile(r"\b(?:I|we)(?: \w+ly)?(?:'d| would| wouldn't| will|'ll| won't)\b", re.IGNORECASE)
HALF = 0.5
"""Share of a proposition's theme that a verdict must name."""
LONGER = 1.6
"""How much longer than a proposition a plain statement of it is, at most."""
ASKING = re.compile(
    r"\bI (?:'d |would |hereby |do |therefore )*(?:ask|urge|beg|implore|call (?:up)?on|demand|invite|advise|"
    r"recommend|suggest|propose|vote|petition|move)\b|"
    r"\bI(?:'m| am|'d be| would be) (?:\w+ )*(?:inclined|tempted|minded|prepared|willing) to\b",
    re.IGNORECASE,
)
"""How a speaker asks for something to be done, or would do it."""
OWN_STATE = re.compile(
    r"\bI(?:'m| am| was| feel| felt| (?:may|might|could) (?:well )?be)\s+(?:\w+ly |very |so |quite |much |a lot |"
    r"the )*$",
    re.IGNORECASE,
)
"""What stands in front of a verdict on the speaker: "I was wrong", "I feel better"."""
PASSIVE_NORM = re.compile(
    r"\b(?:should|must|ought to|needs? to|has to|have to|deserves? to)(?: not|n't)? be\b", re.IGNORECASE
)
NAMED_WHOLE = re.compile(
    r"\s*(?:the|this|that)\s+(?:bill|plan|motion|proposal|idea|measure|policy|reform|move)\b", re.IGNORECASE
)
"""What names the proposition right behind an attitude: "I support the Bill and beg the House to pass it"."""
VOTE = re.compile(
    r"\b(?:yes|no(?! (?:\w+ )?(?:reason|need|case|justification|place|excuse|room|sympathy|point|sense|merit|"
    r"use)s? (?:for|in)\b)|aye|nay|vote|count me|sign me|put me)\b",
    re.IGNORECASE,
)
"""Words of a vote, which is on the proposition."""
WON = re.compile(r"\bme\b|\bbeen (?:won over|convinced|persuaded)", re.IGNORECASE)
"""Words of having been brought to the proposition, whoever did it."""
ELSEWHERE = re.compile(r"rather the (?:money|cash|funds|budget)\b", re.IGNORECASE)
"""What somebody wants to be paid for instead, whatever that is."""
BRIEF = 7
"""The most words in which "it" is the proposition, whatever follows: "They're bad for children"."""
BARE = 3
"""The most words of a verdict without a subject: "Utter nonsense"."""
BEGUN = 12
"""Letters in front of an attitude, at most, where it begins its clause: "I'd go along with that"."""
CLOSED = re.compile(
    r"(?:\s+(?:at all|either|any ?more|myself|completely|entirely|really|now))*\s*(?:,|and\b|$)", re.IGNORECASE
)
"""What ends the words of an attitude, so that the rest of the clause is something else."""
SIDING = re.compile(
    r"agree|supports?|supporting|in favou?r(?: of)?|favou?r|back|backing|endorse|oppose[ds]?|opposing|opposed|"
    r"against|disagree|vot(?:e|ing) (?:for|against)|stand (?:\w+ly )?(?:behind|with|by)",
    re.IGNORECASE,
)
"""Words of taking a side, whatever they are followed by."""
OF_IT = re.compile(r"(?:it|this|that|they)(?:['’](?:s|re)| is| are| was| were)\b", re.IGNORECASE)
"""How a verdict begins on what was spoken of."""
STATED = re.compile(r"\s+that\s+\w+\s+\w", re.IGNORECASE)
"""What follows an attitude to a statement: "I agree that fares matter"."""
PEOPLE = re.compile(r"\b(?:people|those|everyone|anyone|who|\w+(?:ers|ors|ists|ents))\b", re.IGNORECASE)
"""Whom one may side with, whatever their side is."""
SPEAKER = re.compile(r"\b(?:I|we)(?:['’]\w+)?\b", re.IGNORECASE)
MEASURE = re.compile(
    r"\b(?:levy|tax|ban|law|rule|limits?|cap|measure|policy|step|move|restrictions?|charge|fine|plan|scheme|change|"
    r"reform|subsidy|quota|duty|bill|motion|proposal|idea|it|this|that)\b",
    re.IGNORECASE,
)
"""Names of what is proposed, whatever it is done to."""
NAMES_NOTHING = re.compile(r"\W*(?:I|we)?(?:['’]\w+)?\W*(?:am|are|go(?:ing)?|to|\s)*", re.IGNORECASE)
"""Content of a bare attitude: "I'm going to vote against"."""
IDEA = re.compile(r"\b(?:idea|plan|proposal|bill|measure|motion|policy|thing)$", re.IGNORECASE)
EXPLICIT = frozenset(["action", "target", "statement"])
EFFECT = re.compile(r"harms|hurts|helps", re.IGNORECASE)
WEIGHING = re.compile(r"\bmore than\b", re.IGNORECASE)
"""What weighs two effects, so that neither alone is the verdict: "hurts them more than it helps"."""
WITHOUT = re.compile(r"\bwithout\b", re.IGNORECASE)
SEEMING = re.compile(r"(?:seem|look|appear)s?$", re.IGNORECASE)
ADDED = re.compile(
    r"\band\b|\b(?:who|whose|which)\b(?! (?:\w+ )?(?:says?|thinks?|claims?|argues?|believes?|insists?|holds?|"
    r"reckons?|tells?|fears?|worry|wants?|oppose|opposes|"
    r"supports?|feels?|would|do(?:es)?n't|aren't|isn't))|\b(?:an?|the|any|"
    r"another) (?:[\w-]+ )?[\w-]+ (?=that (?:\w+ly )?(?:is|are|"
    r"makes?|leaves?|hits?|hurts?|takes?|costs?|has|have|does|do|only|nobody|no one|punish\w+)\b)",
    re.IGNORECASE,
)
"""What a clause adds to its attitude: a second half, or what a relative clause says."""
REFUSING = frozenset(stem(word) for word in ("refuse", "reject", "deny", "decline"))
"""Attitudes that are deeds where a proposition names one of them: "allowed to refuse tenants"."""
PRONOUN = re.compile(r"\b(?:it|this|that|them|these|those)\b", re.IGNORECASE)
SAID_OF_ME = re.compile(
    r"\b(?:people|some|many|they|you|friends|folks|everyone|everybody|others)\b(?: \w+)? (?:assume|think|expect|"
    r"say|suppose|believe|imagine|guess)s? (?:that )?I\b",
    re.IGNORECASE,
)
"""What others hold of the speaker."""
WHETHER = re.compile(r"\bwhether\b", re.IGNORECASE)
"""What leaves a statement open."""
TO = re.compile(r"\bto\s+$")
COURSE = re.compile(
    r"\b(?:idea|plan|policy|move|step|thing to do|way forward|choice|decision|measure|proposal)\b", re.IGNORECASE
)
"""What one calls good of a course of action, and not of what it is about."""
BEATING = re.compile(
    r"\b(?:beats?|trumps?|wins?(?: over| hands down)?|outdoes|outshines?|(?:come|comes|put) (?:first|before|ahead)|"
    r"every time|any day|makes? more sense|(?:serves?|works?|does|do|suits?|fits?|feels?|tastes?|"
    r"looks?) (?:[\w-]+ ){0,3}(?:better|best|more (?:damage|harm))|"
    r"(?:matters?|counts?) (?:more|most)|more important|superior to|takes? precedence|better off|preference)\b",
    re.IGNORECASE,
)
RANKING = re.compile(r"\b(?:better|best|worse|worst|prefer\w*)\b", re.IGNORECASE)
NORM_VERB = re.compile(
    r"\b(?:should|must|ought to|needs? to|has to|have to|let's|let us|time (?:to|we|for)|deserves? to|"
    r"would do better)(?:n't)?\s+(?:(?:we|they|it|our|the|any)\s+(?:\w+\s+)?(?=\w+\s+\w))?"
    r"(?:(?:not|never|ever|no|to|help|start|begin|try to|continue to|be|get|made|always|also|definitely|certainly|"
    r"absolutely|just|simply|all|either|really|still|stay|\w+ly)\s+)*(?:an?\s+|the\s+)?(\w+)",
    re.IGNORECASE,
)
"""What should be done: the word after the auxiliary and its adverbs."""
OWNED = re.compile(
    r"\b(?:my|our)\s+$|(?<!in )(?<!on )(?<!at )(?<!of )(?<!to )(?<!from )\b(?:my|our)\s+(?:full|whole|strong|own|"
    r"firm|total|complete|continued|wholehearted|general|deep|clear)\s+$",
    re.IGNORECASE,
)
"""What stands in front of an attitude that is named as the speaker's: "my (full) support for"."""
BARE_NORM = re.compile(
    r"let(?:'s| us) (?:do|go for|go ahead with|try|have) (?:it|this|that)$|"
    r"(?:they|we|you|people) (?:really |definitely |certainly )?(?:should|must|ought to)(?:n't| not| never)?$",
    re.IGNORECASE,
)
DONE = re.compile(
    r"^(?:\w+ly |I (?:think|believe|say) (?:that )?)?(?:not )?(?:\w+ing\b|an?\b|the\b|it\b)|\bto\b \w+|\b\w+ing\b",
    re.IGNORECASE,
)
ADVERBIAL = re.compile(
    r"(?:\b(?:\w+ly|nowadays|today|these days|a|bit|little|very|quite|dead|still|also|so|now|not|rather|much|"
    r"more|all|on|balance|"
    r"the|whole|in|principle|100|per|cent|as|for|personally|if|anything|somewhat|never|just|no|firm|"
    r"strong|hard|big|huge|pretty|can't|cannot|don't|do|won't|would|wouldn't|could|couldn't)\b|[%,\s])*",
    re.IGNORECASE,
)
IMPERATIVE = re.compile(
    r"^(?:(?:I|I'd|I would) say:?,? (?:that )?|my (?:view|answer|position) is:?,? )?(?:please |just |simply |let's |"
    r"do not |don['’]t |never |do )*(\w+)\b",
    re.IGNORECASE,
)
IMPERATIVES = (REMOVING | GIVING | KEEPING | {"raise", "lower", "lengthen", "shorten"}) - {
    "open",
    "legal",
    "illegal",
    "criminal",
    "compulsory",
    "mandatory",
    "obligatory",
}
OF_TRUTH = re.compile(
    r"right|wrong|true|untrue|false|correct|error|mistake|mistaken|nonsense|rubbish|absurd|ridiculous|.*\b(?:it|this|"
    r"that|sense|point|case|arguments?)\b.*|.*exaggerat.*|overreach|(?:goes|go|going|step) too far",
    re.IGNORECASE,
)
"""Verdicts on a statement: "that's nonsense" denies "fines are unfair", "that's bad" says the same."""


def read_clause(clause: StanceClause, proposition: str, before: Reading | None) -> Reading | None:
    """Return the position that a clause takes; ``before`` is the reading of the clause in front of it."""
    text = in_plain_words(clause.text.replace("’", "'"))
    if undecided := UNDECIDED.search(text):
        is_others = _is_others(text, undecided.start())
        return None if is_others else Reading(0.0, undecided=True)
    if before and ECHO.match(text):
        return echoed(text, before)
    if before and (reply := answered(text, before)):
        return reply
    answer = ANSWER.match(text)
    if answer:
        denied = answer[1] and "not" in answer[1].lower() and matter_of(proposition).denied
        given = Reading(grade_of(text, PLAIN) * (-1 if answer[1] and not denied else 1))
        following = text[answer.end() :]
        return (read_clause(replace(clause, text=following), proposition, before) if following else None) or given
    return _read(text, proposition, before.about if before else 0) or (
        Reading(0.0, weak=True) if BALANCED.search(text) else None
    )


def _read(text: str, proposition: str, about: int) -> Reading | None:
    """Return the position of a clause; ``about`` is where what was spoken of goes, if anything was."""
    plain = NO_DENIAL.sub(" ", text)
    cues, remaining = _take_cues(plain, proposition)
    denials = _count_denials(remaining, cues) - bool(WITHOUT.search(remaining) and WITHOUT.search(proposition))
    degrees_cut = without_degrees(remaining)
    content = NORM.sub(" ", HOLDING.sub(" ", DENIAL.sub(" ", without_denials(degrees_cut))))
    direction = (
        _dropped(plain, cues)
        or direction_of(content, proposition)
        or _named_whole(plain, cues)
        or _named_otherwise(plain, cues, content, proposition)
    )
    if direction is None or (not cues and WHETHER.search(text)):
        return None
    if about and cues and direction.kind == "whole" and PRONOUN.search(content):
        direction = replace(direction, sign=about)
    matter = matter_of(proposition)
    if direction.kind == "whole" and (verdict := _verdict_in(plain, cues)):
        sides = matter.order if matter.sides else 1 if OF_TRUTH.fullmatch(verdict) else matter.verdict or 1
        direction = replace(direction, sign=direction.sign * sides)
    sign = direction.sign * (-1) ** denials
    for _, cue in cues[1:] if _is_named_by_its_side(plain, cues) else cues:
        sign *= cue.sign
    whose = _whose(text, plain, cues, direction, proposition)
    if whose is None:
        return None
    base = max((cue.grade for _, cue in cues), default=PLAIN)
    weak = [cue.grade for _, cue in cues if cue.grade < PLAIN]
    base = min(weak) if weak else base
    if denials and any(cue.kind == "attitude" and cue.sign < 0 for _, cue in cues) and sign == direction.sign:
        base = min(base, LITOTES)
    explicit = direction.kind in EXPLICIT and any(cue.kind != "verdict" for _, cue in cues)
    takes_side = SPEAKER.search(text) is not None and (
        direction.kind != "whole" or any(cue.kind != "verdict" for _, cue in cues)
    )
    about = 0 if UNCHANGED in content else direction.sign
    return Reading(sign * grade_of(text, base), whose, about=about, explicit=explicit, takes_side=takes_side)


def _verdict_in(text: str, cues: list[tuple[int, Cue]]) -> str:
    """Return the words of the first verdict of a clause; "" where it has none."""
    found = (cue.pattern.match(text, place) for place, cue in cues if cue.kind == "verdict")
    return next((each.group().lower() for each in found if each), "")


def _count_denials(text: str, cues: list[tuple[int, Cue]]) -> int:
    """Count the denials of a clause, but for those in what an "and" adds or a relative clause says of its content."""
    added = ADDED.search(text, max(place for place, _ in cues)) if cues else None
    return len(DENIAL.findall(text[: added.start()] if added else text))


def _dropped(text: str, cues: list[tuple[int, Cue]]) -> Direction | None:
    """Return the direction of words that want an idea dropped, whatever else their clause names."""
    found = (cue.pattern.match(text, place) for place, cue in cues if cue.kind == "whole")
    is_dropped = any(each and (IDEA.search(each.group()) or ELSEWHERE.match(each.group())) for each in found)
    return Direction(1, "whole") if is_dropped else None


def _named_whole(text: str, cues: list[tuple[int, Cue]]) -> Direction | None:
    """Return the direction of an attitude to "the Bill", or of a vote, whatever else its clause names."""
    for place, cue in cues:
        found = cue.pattern.match(text, place)
        is_whole = cue.kind == "whole" and found and (VOTE.search(found.group()) or WON.search(found.group()))
        is_whole = is_whole or (cue.kind == "whole" and place <= BEGUN and found and CLOSED.match(text, found.end()))
        if found and (is_whole or NAMED_WHOLE.match(text, found.end())):
            return Direction(1, "whole")
    return None


def _named_otherwise(text: str, cues: list[tuple[int, Cue]], content: str, proposition: str) -> Direction | None:
    """Return the direction of a plain attitude of the speaker's to what other words name: "I'm against the levy".

    A measure is what is proposed, and so is "it" of a brief verdict ("It's bad for us"); anything else is what that is
    done to.
    """
    verdict = _verdict_in(text, cues)
    if verdict and OF_IT.match(text) and len(text.split()) <= BRIEF and not OF_TRUTH.fullmatch(verdict):
        return Direction(1, "whole")
    found = [cue.pattern.match(text, place) for place, cue in cues if cue.kind == "attitude"]
    siding = [each for each in found if each and SIDING.fullmatch(each.group())]
    if not any(SPEAKER.search(text[: each.start()]) for each in siding):
        return None
    if STATED.match(text, siding[-1].end()) or (PEOPLE.search(content) and len(siding) < 2):
        return None
    is_measure = MEASURE.search(content) or NAMES_NOTHING.fullmatch(content)
    return Direction(1 if is_measure else matter_of(proposition).valence, "whole")


def _is_named_by_its_side(text: str, cues: list[tuple[int, Cue]]) -> bool:
    """Say whether the subject's name repeats the attitude that follows: "critics are wrong to oppose it"."""
    named = PERSONS.match(text)
    return named is not None and any(cue.kind == "attitude" and place > named.end() for place, cue in cues)


def _take_cues(text: str, proposition: str) -> tuple[list[tuple[int, Cue]], str]:
    """Return the cues of a text with their places, and the text with spaces in their stead."""
    cues: list[tuple[int, Cue]] = []
    matter = matter_of(proposition)
    for cue in (*ATTITUDES, *VERDICTS):
        for match in list(cue.pattern.finditer(text)):
            if not match.group().strip() or not _counts(cue, match, text, matter):
                continue
            cues.append((match.start(), cue))
            text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
    return sorted(cues, key=lambda placed: placed[0]), text


def _counts(cue: Cue, match: re.Match[str], text: str, matter: Matter) -> bool:
    """Say whether words express an attitude here, and are not words of the proposition or an epithet."""
    if cue.kind == "verdict":
        if WEIGHING.search(text) and EFFECT.fullmatch(match.group()):
            return False
        front = text[: match.start()]
        return bool((PREDICATED.search(front) and not OWN_STATE.search(front)) or MAKES.match(match.group()))
    if cue.kind == "whole":
        return True
    own = {*matter.theme, matter.action} - {""}
    refused = not REFUSING.isdisjoint(own)
    return not any(
        (refused and word in REFUSING) or any(is_same(word, each) for each in own) for word in stems(match.group())
    )


def _whose(text: str, plain: str, cues: list[tuple[int, Cue]], direction: Direction, proposition: str) -> Whose | None:
    """Return whose position a clause gives; None where it takes none."""
    if OTHERS.match(text) or SAID_OF_ME.search(text):
        return "others" if cues or HOLDING.search(text) else None
    attitudes = [(place, cue) for place, cue in cues if cue.kind != "verdict"]
    if any((found := cue.pattern.match(plain, place)) and WON.search(found.group()) for place, cue in attitudes):
        return "own"
    verdict = len(attitudes) < len(cues)
    holding = HOLDING.search(plain)
    if THOSE_WHO.match(plain):
        return "own" if attitudes or direction.kind == "action" else None
    first = min(
        [place for place, cue in attitudes if cue.kind == "attitude"] + ([holding.start()] if holding else []),
        default=None,
    )
    if holding and SEEMING.match(holding.group()):
        return "own"
    is_judged = first is not None and (PASSIVE_NORM.search(plain[:first]) or (verdict and TO.search(plain[:first])))
    if first is not None and not is_judged and _is_others(plain, first):
        return "others" if attitudes or direction.kind not in ("theme", "target") else None
    if attitudes:
        return "own"
    own = FIRST.search(plain) is not None
    if direction.kind == "theme" and verdict and (COURSE.search(text) or (own and holding and direction.share >= HALF)):
        return "own"
    if direction.kind == "theme":
        return "own" if verdict and matter_of(proposition).verdict and direction.share >= HALF else None
    if direction.kind == "target":
        return "own" if verdict or (own and (holding or WOULD.search(plain) or NORM.search(plain))) else None
    if direction.kind == "compared":
        is_ranked = (
            (verdict and RANKING.search(plain)) or BEATING.search(plain) or (THAN.search(plain) and scale_of(plain))
        )
        return "own" if is_ranked or (own and (holding or WOULD.search(plain))) else None
    if verdict:
        is_bare = len(text.split()) <= BARE
        return (
            "own" if (direction.kind == "action" and _is_done(plain)) or own or is_bare or _is_about_it(plain) else None
        )
    return _whose_norm(plain, direction, proposition, own=own, holds=own and holding is not None)


def _whose_norm(text: str, direction: Direction, proposition: str, *, own: bool, holds: bool) -> Whose | None:
    """Return "own" for what should be done, and for the proposition in its own words; None for other content."""
    if direction.kind == "action":
        demanded = NORM_VERB.search(text)
        is_asked = demanded is not None and any(_acts(word, proposition) for word in demanded[0].split()[1:])
        is_asked = is_asked or (holds and NORM.search(text) is not None)
        is_own = is_asked or WOULD.search(text) or ASKING.search(text) or _is_imperative(text, proposition)
        return "own" if is_own else None
    if direction.kind == "whole":
        return "own" if NORM.search(text) and (own or _is_about_it(text) or BARE_NORM.match(text)) else None
    is_short = len(text.split()) <= LONGER * len(proposition.split())
    return "own" if holds or (direction.share >= NEARLY_ALL and is_short) else None


def _acts(verb: str, proposition: str) -> bool:
    matter, word = matter_of(proposition), stem(verb.lower())
    return (
        bool(force_of(word)) or verb == UNCHANGED or is_same(word, matter.action) or bool(relation(matter.action, word))
    )


def _is_done(text: str) -> bool:
    """Say whether a verdict's subject is what is done: "banning X is", "a ban", "it is right to ban"."""
    return DONE.search(text) is not None


def _is_others(text: str, place: int) -> bool:
    """Say whether the words in front of an attitude name somebody who is not the speaker."""
    front = text[:place]
    if FIRST.search(front) or OWNED.search(front):
        return False
    return PERSONS.match(text[place:]) is not None or ADVERBIAL.fullmatch(front) is None


def _is_about_it(text: str) -> bool:
    return re.match(r"(?:it|this|that|what an?|an?|they(?:['’]re| are))\b", text, re.IGNORECASE) is not None


def _is_imperative(text: str, proposition: str) -> bool:
    begun = IMPERATIVE.match(text)
    if begun is None:
        return False
    verb = begun[1].lower()
    if text[begun.end() : begun.end() + 1] == "-":
        return False
    return verb in (UNCHANGED, OPTIONAL) or verb in IMPERATIVES or is_same(stem(verb), matter_of(proposition).action)
