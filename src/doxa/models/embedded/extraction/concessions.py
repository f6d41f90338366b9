"""Concessions: what a speaker grants, and what the speaker claims against it.

- "It is true that A, but B", "Granted, A, but B": the speaker says A, so A is a claim where it is independent; so is B.
- "Although A, B": A is background. B is the claim, or the whole sentence where B depends on A ("…, they …").
- "Some say that A, but B": A is reported only to be rejected. B is the claim.
- "You say that A.": A is the opponent's, whatever follows, unless the speaker agrees.
- "I see your point, but B": nothing is granted. B is the claim.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from doxa.models.embedded.extraction.clauses import stands
from doxa.models.embedded.extraction.reporting import WITNESSES

_FULLY = r"(?:(?:do|can|will|would|fully|also|completely|totally|certainly|really|absolutely)\s+)*"
GRANTED = re.compile(
    r"(?:(?:while|although|though|even though)\s+)?(?:it(?:['’]s|\s+is|\s+may\s+be)\s+(?:certainly\s+|"
    r"of\s+course\s+)?true\s+that\s+|"
    r"granted,?\s+(?:that\s+)?|admittedly,?\s+|there(?:['’]s|\s+is)\s+no\s+(?:doubt|denying|question)\s+that\s+|"
    rf"you(?:['’]re|\s+are)\s+{_FULLY}(?:right|correct)\s+that\s+|"
    rf"I\s+{_FULLY}(?:agree|admit|grant|accept|concede|acknowledge|understand|recogni[sz]e|know|see|get)\s+"
    r"(?:with\s+\w+\s+)?that\s+|"
    rf"I\s+{_FULLY}(?:agree|admit|concede|understand|know)\s+(?=\w+\s+\w+)(?!(?:\w+ly|with|on|to|of|about|and|but|in|"
    r"how|why|what|where|who|it|that|this)\b))",
    re.IGNORECASE,
)
ACKNOWLEDGED = re.compile(
    rf"(?:while |although |though )?I\s+{_FULLY}(?:(?:see|get|hear|know|take)\s+(?:you\b|your|where|why|how|what|"
    r"that\b|this\b|it\b|the (?:point|concern|worry|fear|appeal|argument)|both)|"
    r"(?:understand|appreciate|respect|share|sympathi[sz]e|agree with))|"
    r"(?:you(?:['’]ve)?\s+(?:make|made|raise|raised|have|bring\s+up)|that(?:['’]s|\s+is))\s+(?:an?|some|several|"
    r"many)\s+"
    r"(?:[\w-]+,?\s+){0,3}?(?:points?|arguments?|concerns?|questions?)\b",
    re.IGNORECASE,
)
"""Polite acknowledgements of a point that do not state it."""
ALTHOUGH = re.compile(r"(?:although|though|even though|even if|while(?!\s+(?:\w+ing|waiting)\b))\s+", re.IGNORECASE)
_SAYING = (
    r"(?:says?|said|argue[sd]?|claim(?:s|ed)?|thinks?|thought|believes?|object|worry|worries|fear|suggest(?:s|ed)?|"
    r"insist(?:s|ed)?|objects?|objected|repeats?|repeated|"
    r"contend(?:s|ed)?|assert(?:s|"
    r"ed)?|complain|maintain(?:s|ed)?|mention(?:s|ed)?|state[sd]?|assume|"
    r"(?:point(?:s|ed)?|bring|brought)\s+(?:out|up)|impl(?:y|ied)|"
    r"(?:tells?|told)\s+(?:us|me|you|them|everyone|everybody|this\s+house)|"
    r"(?:wrote|writes?)(?=(?:\s+\w+){0,6}?\s*(?:\bthat\b|:|,?\s*[\"“'‘])))\b"
)
_PERHAPS = r"(?:(?:may|might|will|would|could|often|sometimes|also|even|have|just|repeatedly|seem to|like to|keep)\s+)*"
_OPPONENT = (
    r"(?:you|my\s+(?:\w+\s+)?opponents?|(?:my|our)\s+(?:\w+\s+){0,2}?(?:colleagues?|friends?)\s+(?:over there|"
    r"opposite|on the "
    r"other (?:side|bench))|the\s+other\s+(?:side|team)|the\s+(?:(?:first|second|third|last)\s+)?(?:opposition|"
    r"proposition|affirmative|"
    r"negative|government)(?:\s+(?:bench|side|team|speaker|house))?|the\s+(?:pro|con|opposing)\s+(?:side|team|speaker)|"
    r"the\s+(?:previous|last|first)\s+speaker|"
    r"(?:the|my)\s+"
    r"(?:right\s+)?(?:honou?rable\s+)?(?:gentleman|lady|member|friend)(?:\s+opposite)?)"
)
"""The person addressed or opposed."""
REPORTED = re.compile(
    r"(?:(?:some|many|most|others|a lot of)\s+(?:(?:people|critics|folks|experts|others)\s+)?|people\s+|one\s+(?=might|"
    r"may|could)|(?:critics|opponents|proponents|supporters|advocates|defenders|"
    r"s[ck]eptics)\s+(?:of\s+(?:\w+\s+){1,3}?)?|"
    rf"they\s+){_PERHAPS}{_SAYING}|"
    r"it\s+(?:is|has\s+been)\s+(?:often\s+|sometimes\s+)?(?:said|argued|claimed|suggested)\b|"
    r"(?:the|a|one)\s+(?:common|usual|standard|main|frequent)\s+(?:objection|criticism|counter-?argument|worry)\b",
    re.IGNORECASE,
)
ARGUED = re.compile(
    rf"(?:some|many|most|several|a\s+few|certain)\s+(?:\w+\s+){{1,2}}{_PERHAPS}{_SAYING}\s+that\b|"
    r"it\s+(?:is|has\s+been)\s+(?:often\s+|sometimes\s+|frequently\s+)?(?:objected|alleged|suggested|claimed|"
    r"asserted)\s+that\b|"
    rf"(?:opponents|critics|fans|lovers|defenders|enthusiasts|aficionados|"
    rf"campaigners)\s+(?:like\s+to\s+)?{_PERHAPS}{_SAYING}",
    re.IGNORECASE,
)
"""Words of people who may be witnesses as well as opponents: what follows decides."""
NAMED = re.compile(rf"(?:[A-Z]\w+\s+){{1,3}}(?:once\s+|just\s+|also\s+)?{_SAYING}")
"""Words of a named person: often evidence, so that only a plain denial rejects them."""
_RANK = r"(?:(?:whole|main|only|central|first|second|third|last|biggest|strongest|favourite|next)\s+)?"
_BEST = rf"(?:best\s+|{_RANK})"
_OTHER = r"(?:the\s+(?:other|opposing|pro|con)\s+(?:side|team)|my\s+opponents?|pro|con)"
_SIDE = rf"(?:{_OTHER}|the\s+opposition)"
_HOLDS_THAT = (
    r"(?:(?:is|was)\s+that\b|(?:rest(?:s|ed)?|hinge[sd]?|rel(?:y|ies|ied)|depend(?:s|ed)?)\s+(?:up)?on\s+"
    r"(?:the|an)\s+(?:idea|assumption|notion|claim|belief|premise|hope|fear)\s+that\b)"
)
_CASE = (
    r"(?:your|(?:the\s+other\s+side|the\s+opposition|the\s+proposition|the\s+government|my\s+opponent)['’]s)\s+"
    rf"{_RANK}(?:case|argument|claim|point|objection)\s+(?:is|was|rests\s+on|comes\s+down\s+to|boils\s+down\s+to|"
    r"amounts\s+to)\b"
    r"(?!\s+(?:not|n['’]t|wrong|weak|false|flawed|that\s+of|an?\s+(?:weak|bad|good|strong|fair|poor)|simply\s+(?:wrong|"
    r"false)|(?:the|an?)\s+(?:false|mistaken|wrong|single|outdated)|(?:\w+ly\s+)?(?:un)?(?:convincing|sound|true)))|"
    rf"{_SIDE}['’]s?\s+{_BEST}(?:case|argument|claim|point|objection)\s+{_HOLDS_THAT}|"
    rf"the\s+{_BEST}(?:case|argument|claim|point|objection)\s+(?:of\s+{_SIDE}|against\s+(?:us|me|this\s+side))\s+"
    rf"{_HOLDS_THAT}|their\s+{_RANK}(?:case|argument)\s+{_HOLDS_THAT}|"
    rf"{_OTHER}\s+(?:highlight|emphasi[sz]e|portray|stress)(?:e?[sd])?\b|{_OTHER}\s+frame[sd]?\s[^,;.]{{2,80}}\sas\s"
)
"""How somebody sums up what the other side argues, and does not yet judge it."""
_EARLIER = (
    r"(?:(?:(?:in|at|during)\s+(?:his|her|their|your|our|the)\s+(?:\w+\s+){1,2}|"
    r"earlier,?\s+|just\s+now,?\s+|a\s+moment\s+ago,?\s+))?"
)
OPPOSED = re.compile(
    rf"{_EARLIER}{_OPPONENT}\s+{_PERHAPS}{_SAYING}|{_CASE}|according\s+to\s+{_OPPONENT}\b|"
    rf"as\s+{_OPPONENT}\s+(?:(?:just|once|so\s+\w+ly|would)\s+)?(?:puts?\s+it|ha(?:s|ve)\s+it|told\s+us|said|says?)\b|"
    rf"(?:we|I)(?:['’]ve|\s+have|\s+are|\s+were|\s+was|['’]re)?\s+(?:just\s+)?(?:been\s+)?(?:told|assured|heard)\s+"
    rf"(?:by|from)\s+{_OPPONENT}\b|"
    r"(?:let\s+me|I(?:['’]ll|\s+will|\s+want\s+to|['’]d\s+like\s+to))\s+(?:address|answer|take\s+up|"
    r"respond\s+to|rebut)\b"
    r"[^\"“]{0,80}[:,]\s*[\"“]",
    re.IGNORECASE,
)
"""Words of the person addressed or opposed: they are that person's, unless the speaker agrees with them."""
_OTHERS = (
    r"(?:you|they|critics|opponents|sceptics|skeptics|some(?: people)?|many(?: people)?|people|"
    r"my\s+(?:\w+\s+)?opponents?|the\s+other\s+side|the\s+opposition|the\s+(?:previous|last|first)\s+speaker)"
)
_QUOTE = r"[\"“][^\"“”]{6,}[\"”]"
_QUOTING = (
    rf"(?:{_SAYING}|repl(?:y|ies|ied)\b|respond(?:s|ed)?\b|answer(?:s|ed)?\b|counter(?:s|ed)?\b|protest(?:s|ed)?\b|"
    r"tell\b|told\b|ask(?:s|ed)?\b|wrote\b|writes?\b|call(?:s|ed)?\b|hear\b|shout(?:s|ed)?\b)"
)
_PUTTING = (
    r"as (?:you|they|critics|opponents|my\s+(?:\w+\s+)?opponents?) (?:just |once |so \w+ly |would )?"
    r"(?:puts? it|ha(?:s|ve) it)"
)
_ACQUAINTANCE = (
    r"(?:neighbou?r|uncle|aunt|brother|sister|father|mother|dad|mum|mom|boss|colleague|friend|cousin|flatmate|roommate|"
    r"husband|wife|partner|(?:sister|brother|mother|father)-in-law|landlord|teacher|president|son|daughter|nephew|niece)"
)
_HOLDING = (
    r"(?:thinks?|believes?|reckons?|holds?\s+that|(?:is|are|was|were)\s+(?:quite\s+|absolutely\s+)?(?:convinced|adamant|certain|"
    r"sure)\s+that|keeps?\s+(?:saying|repeating|telling)|swears?)\b"
)
CONTESTED = re.compile(
    rf"(?!(?:I|we|it|this|that|which)\b)(?![^,;:]{{0,60}}{WITNESSES})[^,;:]{{2,50}}?\s+(?:(?:has|have)\s+(?:long\s+|always\s+)?|"
    r"still\s+|always\s+|often\s+)?(?:insist(?:s|ed)?|(?:assure[sd]?|tells?)\s+(?:us|everyone|you)|maintain(?:s|ed)?|"
    r"claims?|claimed|contend(?:s|ed)?|allege[sd]?|boast(?:s|ed)?|pretend(?:s|ed)?|"
    r"keeps?\s+(?:repeating|insisting|claiming|saying|telling\s+us))\s+that\b|"
    rf"(?:my|our)\s+(?:[\w-]+\s+){{0,3}}?{_ACQUAINTANCE}s?(?:,[^,]{{2,60}},)?\s+{_HOLDING}|"
    rf"(?:he|she)\s+(?:also\s+|even\s+|still\s+)?(?:insists?|insisted|{_HOLDING})|"
    r"(?:his|her|their)\s+(?:(?:other|main|whole|usual|next|favou?rite)\s+)?(?:line|take|view|complaint|defen[cs]e|position)\s+"
    r"(?:is|was)\s+that\b|"
    r"in\s+(?:his|her|their)\s+(?:view|eyes|opinion|book),|"
    r"(?!(?:I|we|it|this|that|which)\b)[^,;:.]{2,50}?\s+(?:will\s+no\s+doubt\s+say|(?:chimed?s?|chips?|chipped)\s+in|piped?s?\s+up|"
    r"swears?\s+blind|grumble[sd]?|moan(?:s|ed)?|gripe[sd]?|whine[sd]?|plead(?:s|ed)?\s+that|trots?\s+out|bangs?\s+on|"
    r"(?:goes|go|went|going)\s+on\s+about|keeps?\s+(?:pointing|banging|going)\s+(?:out|on))\b|"
    r"[^,;:.]{2,50}?['’]s\s+(?:whole\s+|main\s+|only\s+)?(?:complaint|objection|worry|line|grievance|gripe)\s+(?:is|was)\s+that\b|"
    r"(?:his|her|their)\s+(?:whole\s+|main\s+)?(?:point|argument|worry|fear|objection)\s+(?:is|was)\s+that\b|"
    r"[^.]{8,120},\s+(?:(?:runs|goes)\s+the\s+\w+|(?:grumble|moan|gripe|whine|plead|object|protest)(?:s|ed)?\s+\w+|"
    r"(?:another|one)\s+(?:\w+\s+){1,2}?(?:object|grumble|moan|protest|complain)(?:s|ed)?)\b|"
    r"(?:we|you|one)\s+(?:keep|keeps|always|often|constantly|are\s+forever)\s+hear(?:ing|s)?\s+that\b|"
    r"(?:the|their|your)\s+(?:\w+\s+)?(?:argument|story|claim|line|theory|reasoning|objection)\s+(?:usually\s+|often\s+|"
    r"always\s+|generally\s+)?(?:goes|runs)\b|"
    r"it\s+(?:is|has\s+been)\s+(?:often\s+|sometimes\s+|frequently\s+)?(?:objected|alleged)\s+that\b|"
    r"[^,;]{2,40}?\s+would\s+have\s+(?:us|you)\s+believe\b|"
    r"there(?:['’]s|\s+is)\s+(?:also\s+)?an?\s+(?:\w+\s+)?(?:fear|worry|myth|misconception|belief|claim|notion)\s+that\b|"
    r"according\s+to\s+(?:the\s+|its\s+|some\s+)?(?:\w+\s+)?(?:industry|lobby|campaigners|critics|supporters|opponents|"
    r"proponents|enthusiasts|fans|manufacturers|sellers|petition|brochure|leaflet|advert\w*)\b|"
    r"(?:one|you|we)\s+(?:often\s+|sometimes\s+|also\s+)?hears?\s+(?:that|it\s+said)\b|"
    r"those\s+(?:in\s+favou?r|against|opposed|who\s+(?:want|oppose|support|defend|favou?r|back))\b[^,;.]{0,60}?\s+(?:argue|say|"
    r"insist|claim|worry|believe|contend|point\s+(?:out|to)|fear)\b|"
    r"(?:the|their|this|that)\s+(?:petition|leaflet|poster|brochure|pamphlet|advert|slogan|campaign)\s+(?:says|claims|promises|"
    r"tells|insists)\b|"
    r"\w+s\s+(?:like|love)\s+to\s+(?:say|repeat|claim|insist|argue|point\s+out|tell\s+us)\b",
    re.IGNORECASE,
)
"""Words of others that the verb alone shows to be contested."""
OF_A_GROUP = re.compile(
    rf"(?!(?:I|we|it|this|that|which|they|these|those who|most)\b)(?![^,;:]{{0,60}}{WITNESSES})"
    r"(?![^,;:]{0,60}\b(?:polls?|trials?|tests|patients|survivors|victims|residents|riders|customers|users)\b)"
    r"(?:[\w'’-]+\s+){0,4}?(?:[\w'’-]+s['’]?|people|opposed|folk|workers|men|women|police|lobby|side)\s+"
    r"(?:(?:always|often|still|also|will|may|might|like to|love to|and \w+)\s+)*"
    r"(?:argued?|complain(?:ed)?|object(?:ed)?|protest(?:ed)?|fear(?:ed)?|repl(?:y|ied)|believe|say|warn(?:ed)?|worry|"
    r"think|keep telling us)\s+(?:that|it|they|the|he|she|we)\b",
    re.IGNORECASE,
)
"""What a group says that is no witness: of 18 such sentences of the roles corpus 16 are another's argument."""
TRAILED = re.compile(
    rf"[^\"“]{{12,}}[,?]\s+(?:{_QUOTING}\s+{_OPPONENT}|{_OPPONENT}\s+{_QUOTING})[.!…]*$", re.IGNORECASE
)
"""An opponent's words with the opponent named behind them."""
QUOTED = re.compile(
    rf"(?:@\w+|quote|wrote|said|says)\b[^\"“'‘]{{0,25}}[\"“'‘][^\"“”]{{4,}}[\"”'’][.!…]*$|"
    rf"{_QUOTE},?\s+(?:{_OTHERS}\s+{_PERHAPS}{_QUOTING}|{_QUOTING}\s+{_OTHERS})[^\"“]{{0,40}}$|"
    rf"{_OTHERS}\s+{_PERHAPS}{_QUOTING}[^\"“,;]{{0,30}}[,:]?\s*{_QUOTE}[.!…]*$|"
    rf"{_QUOTE},?\s+{_PUTTING}[.!…]*$|{_PUTTING}[,:]?\s+{_QUOTE}[.!…]*$",
    re.IGNORECASE,
)
"""An opponent's words in quotation marks and nothing more."""
_SAID = r"(?:says?|said|argue[sd]|claim(?:s|ed)|insist(?:s|ed)|thinks|believes|object(?:s|ed)|warn(?:s|ed))"
SPOKEN = re.compile(
    rf"{_QUOTE}\s+(?:[A-Z]\w+|she|he)\s+(?:\w+ly\s+)?{_SAID}[.!…]*$|"
    rf"(?:the\s+)?[A-Z]\w+(?:\s+[A-Z]\w*){{0,2}}\s+(?:(?:has|have|like|likes|once|just|"
    rf"keeps?)\s+)*(?:to\s+)?(?:{_SAID}|repeat|stated|wrote)\b"
    rf"[^\"“]{{0,12}}{_QUOTE}[.!…]*$"
)
"""A person's words in quotation marks and nothing more: evidence, or to be answered, as what follows shows."""
ENDORSING = re.compile(
    r"(?:\b(?:rightly|correctly|(?:you|they)(?:['’]re| are) right|I agree|that(?:['’]s| is) true)\b)", re.IGNORECASE
)
BUT = re.compile(
    r"(?:,|;)\s+(?:but|yet|however,?|nevertheless,?|nonetheless,?)\s+|\s?[—–]\s?(?:but|yet)\s+|"
    r"\s+(?:but|however)\s+(?=(?:that|this|it|they|the|we|in|most|many|some|you|a|our)\b)",
    re.IGNORECASE,
)
COMMA = re.compile(r",\s+")
TURNING = re.compile(
    r"(?:but|however|yet|nevertheless|nonetheless|in (?:reality|truth)|even so|still,)\b", re.IGNORECASE
)
DENYING = re.compile(
    r"(?:(?:the |all the |recent |our )?(?:evidence|data|facts?|research|stud(?:y|ies)|record|history|experience|"
    r"numbers|figures)\b[^.;]{0,40}\b(?:says?|shows?|suggests?|points?|tells?) (?:us )?(?:otherwise|"
    r"the (?:opposite|reverse))\b|"
    r"(?:this|that|it|which) (?:overlooks?|ignores?|misses|forgets?|neglects?|leaves out|mistakes|confuses|rests on)\b|"
    r"tell that to\b|\w+(?: \w+){0,5} (?:found|shows?|showed|suggests?|proves?) (?:just |"
    r"quite )?the (?:opposite|reverse|contrary)\b|"
    r"(?:but |however,? |yet )?(?:on the contrary|nonsense|rubbish|not so|wrong|neither|none of|"
    r"(?:this|that)(?:['’]s| is) (?:simply |just )?(?:wrong|false|nonsense|not|a myth|untrue)|"
    r"(?:it|they|this|that) (?:is|are) (?:wrong|false|mistaken|not)|(?:it|they|this|that) (?:doesn['’]t|"
    r"don['’]t|isn['’]t|aren['’]t|won['’]t)|there(?:['’]s| is) (?:no|little) (?:evidence|proof|basis|truth)|"
    r"I (?:disagree|reject|do not (?:buy|agree)|don['’]t (?:buy|agree)|couldn['’]t disagree|could not disagree)|"
    r"(?:this|that|these|those|such) (?:claim|argument|objection|concern|worry|worries|fear|view|criticism)s?\b"
    r"(?!\s+(?:is|are)\s+(?:valid|real|legitimate|serious|right|true|justified|understandable)\b)))\b",
    re.IGNORECASE,
)
LEANING = re.compile(
    r"(?:it|they|them|he|she|this|that|these|those|its|their)\b(?!\s+(?:is|['’]s)\s+\w+\s+(?:to|"
    r"that)\b)",
    re.IGNORECASE,
)
TRAILING = re.compile(r"\b(?:it|them|this|that|those|these)[.!\s]*$", re.IGNORECASE)
MOST_REPORTED = 3
"""The most sentences in a row with words of others, before the sentence that rejects them all."""


@dataclass(frozen=True)
class SentencePart:
    """A part of a sentence, ``sentence[start:end]``."""

    start: int
    end: int


def without_concession(sentence: str) -> tuple[SentencePart, ...]:
    """Return the parts of a sentence that the speaker claims, in order: the whole where nothing is conceded."""
    if granted := GRANTED.match(sentence):
        return _granted(sentence, granted)
    if REPORTED.match(sentence) or OPPOSED.match(sentence):
        return (_against(sentence) or SentencePart(0, len(sentence)),)
    polite = ACKNOWLEDGED.match(sentence)
    if polite and not TRAILING.search(sentence):
        border = COMMA.search(sentence, polite.end()) if ALTHOUGH.match(sentence) else None
        return (_against(sentence) or _behind(sentence, border) or _main(sentence),)
    return (_main(sentence),)


_OTHERS_WORDS = (REPORTED, ARGUED, OPPOSED, CONTESTED, OF_A_GROUP, NAMED, QUOTED, TRAILED, SPOKEN)


DISMISSED = re.compile(
    r"[;,:—–] ?(?:and |but |yet )?(?:they|he|she|it|that|this|which|(?:that|this|the|your) (?:worry|fear|concern|claim|"
    r"argument|objection|view|belief|idea|assumption))(?:['’](?:re|s)| is| are| was| were) (?:\w+ly |just |"
    r"quite |dead )?"
    r"(?:wrong|mistaken|false|untrue|nonsense|misplaced|unfounded|baseless|not (?:true|so|right)|incorrect|a myth|"
    r"exaggerated|overblown|misguided|rubbish)[.!]*$",
    re.IGNORECASE,
)
"""How a sentence ends that rejects all that it has reported."""
YOUR_WORRY = re.compile(
    r"(?:I|we) (?:\w+ )?(?:understand|hear|know|see|share) (?:your|the|their|his|her) "
    r"(?:worry|worries|fears?|concerns?|claims?|argument|objection)\b",
    re.IGNORECASE,
)


def is_anothers(sentence: str, following: Sequence[str]) -> bool:
    """Return whether a sentence only reports words of others: an opponent's, or words that are then rejected."""
    if DISMISSED.search(sentence) and any(how.match(sentence) for how in (YOUR_WORRY, *_OTHERS_WORDS)):
        return True
    if _against(sentence) or not any(how.match(sentence) for how in _OTHERS_WORDS):
        return False
    after = next((later for later in following[:MOST_REPORTED] if not REPORTED.match(later)), "")
    if any(how.match(sentence) for how in (OPPOSED, CONTESTED, QUOTED, TRAILED)) or _is_of_a_group(sentence):
        return not (ENDORSING.search(sentence) or ENDORSING.match(after))
    turned = any(how.match(sentence) for how in (REPORTED, ARGUED, SPOKEN)) and TURNING.match(after)
    return bool(turned) or DENYING.match(after) is not None


def _is_of_a_group(sentence: str) -> bool:
    """Return whether a group is named that says a thing; of unnamed people ("some say") what follows decides."""
    return OF_A_GROUP.match(sentence) is not None and not (REPORTED.match(sentence) or ARGUED.match(sentence))


def _against(sentence: str) -> SentencePart | None:
    """Return the part of a sentence that opposes its first half."""
    return _behind(sentence, BUT.search(sentence))


def _behind(sentence: str, turn: re.Match[str] | None) -> SentencePart | None:
    return SentencePart(turn.end(), len(sentence)) if turn and stands(sentence[turn.end() :]) else None


def _granted(sentence: str, granted: re.Match[str]) -> tuple[SentencePart, ...]:
    border = COMMA if ALTHOUGH.match(sentence) else BUT
    turn = border.search(sentence, granted.end())
    if not turn:
        return (SentencePart(granted.end() if stands(sentence[granted.end() :]) else 0, len(sentence)),)
    if not stands(sentence[turn.end() :]):
        return (SentencePart(0, len(sentence)),)
    parts = (SentencePart(granted.end(), turn.start()), SentencePart(turn.end(), len(sentence)))
    kept = [part for part in parts if stands(sentence[part.start : part.end])]
    return tuple(part for part in kept if part is parts[1] or not LEANING.match(sentence, part.start))


def _main(sentence: str) -> SentencePart:
    """Return the main clause of "Although A, B"; the whole sentence where B is not independent."""
    although = ALTHOUGH.match(sentence)
    turns = list(COMMA.finditer(sentence, although.end())) if although else []
    leans = len(turns) != 1 or LEANING.match(sentence, turns[0].end()) or TRAILING.search(sentence)
    return SentencePart(0, len(sentence)) if leans else _behind(sentence, turns[0]) or SentencePart(0, len(sentence))
