"""Sentences that take no side: undecided, balanced to and fro, about the discussion itself, or bare assent.

A network trained on arguments hears a side in every sentence. These forms have none, whatever their words:
"it depends", "there are good points on both sides", "some gain, others lose", "this is an interesting debate".
"""

import re

UNDECIDED = re.compile(
    r"\bwhether\b.*\bdepends on\b|\b(?:much|a lot|everything|all) (?:\w+ )?(?:depends?|hinges?|turns?|hangs?) on\b|"
    r"\bwhether\b[^.]*\b(?:do not|don['’]t|cannot|can['’]t) (?:yet )?(?:know|say|tell)\b|"
    r"(?:\b(?:not|never)|n['’]t)(?: yet| quite| really)* (?:made|make) up (?:my|our) minds?\b|"
    r"\bI (?:really |honestly |simply |just |still )*(?:don['’]t|do not) know[.!]*$|"
    r"\b(?:wouldn['’]t|would not) (?:want|like|wish|care) to (?:choose|decide|judge|take sides|say which)\b|"
    r"\b(?:opinions?|views?|experts?|economists?|scientists?|people|voters|minds)\b[^.,;]{0,60}\b(?:are|is|remains?) "
    r"(?:\w+ )?(?:divided|split)\b(?! into\b)|"
    r"\b(?:is|are|remains?) (?:still |much |hotly |widely )*(?:debated|disputed|contested|unresolved|unsettled)\b"
    r"(?! (?:election|territory|land|area|border))|"
    r"\b(?:studies|experts|economists|scientists|researchers|historians|doctors|scholars) (?:still |sharply |"
    r"often |also )*"
    r"(?:disagree|differ)\b(?! with)|"
    r"\b(?:good or bad|bad or good|(?<!for )better or worse|not known for (?:certain|sure))\b|"
    r"\b(?:let['’]s|let us) not (?:rush|jump|leap|hurry) to (?:a )?(?:judge?ments?|conclusions?)\b|"
    r"^it(?:['’]s| is) (?:all |very |so |quite )?(?:complicated|complex)\b[:,.]|"
    r"\b(?:case|arguments?) (?:for|in favou?r of)\b[^.;]{0,80}\b(?:case|arguments?|one) against\b|"
    r"\b(?:may|might|could)\b[^.;]{2,80}, (?:and |but |while |whereas )?[^.;,]{2,60}\b(?:may|might|could) not[.!]*$|"
    r"\bquestion\b[^.]{0,100}\b(?:remains?|is|still) (?:\w+ )?open\b|\bvar(?:y|ies) (?:widely |greatly |"
    r"a lot )?(?:from|between|by)\b|"
    r"\bit(?:['’]s| is) a (?:wash|toss-up|draw|tie)\b|\bwhy (?:some|people|many)\b.*\bwhy others\b|"
    r"\ball play an? (?:role|part)\b|\b(?:I|we) wonder (?:what|whether|why|how|which)\b|"
    r"\bit (?:really |all |very much )?depends(?! (?:heavily |largely )?on (?:our|their|its)\b)|"
    r"\b(?:I|we)(?:['’]m| am|['’]re| are| remain)? (?:\w+ly |still |rather |quite |just |of )*(?:undecided|torn|"
    r"neutral|ambivalent|agnostic|on the fence|in two minds|(?:not|un)(?:\s?)(?:sure|certain)|two minds)\b|"
    r"\b(?:I|we) (?:\w+ly |still )*(?:don['’]t|do not|cannot|can['’]t|couldn['’]t|could not|wouldn['’]t|would not) "
    r"(?:\w+ly |really |yet )*(?:know (?:what|which|whether|how|if|enough|where)|say (?:whether|which|for sure|"
    r"either)|"
    r"tell (?:whether|which|if)|decide|have (?:a|any|an)(?: \w+)? (?:opinion|view|preference)|"
    r"bet either|feel strongly|mind either|see (?:it )?(?:as )?clearly)|"
    r"\b(?:I|we) (?:have|take|hold) no (?:\w+ )?(?:opinion|view|position|preference|stance|side|answer)\b|"
    r"\b(?:either way|both ways)\b|\b(?:one|this) way or (?:the other|another)\b|"
    r"\b(?:hard|difficult|impossible|too early|too soon) to (?:say|tell|know|judge|call|predict)\b|"
    r"\bjury is (?:still )?out\b|\b(?:only )?time will tell\b|\bremains to be seen\b|\banyone['’]s guess\b|"
    r"\bno way (?:of|to) (?:tell|know)\w*(?: (?:yet|now|beforehand|in advance))?[.!]*$|"
    r"\bask me (?:again|later|tomorrow|next)\b|"
    r"\bI(?:['’]m| am| sit| find myself)? (?:\w+ ){0,3}in the middle\b(?! of\b)|"
    r"\b(?:end up|come down|land) on (?:either|both|different|opposite) sides?\b|"
    r"\bwho knows\b|\bnobody (?:really )?knows\b|\bopen question\b|\bmay or may not\b|\bmight or might not\b|"
    r"\bthen again,? (?:it|they|he|she|maybe|perhaps|possibly)\b|"
    r"\b(?:nobody|no one) (?:can|could) (?:\w+ )?(?:say|tell|know|predict)\b|\b(?:idk|dunno)\b|"
    r"\b(?:decision|answer|choice|verdict) (?:\w+ )?(?:rests|depends|hinges|turns) (?:on|with)\b|"
    r"\bwhat (?:suits|works for|is right for) (?:one|some)\b[^.]{0,80}\b(?:may|might|does|need) not\b|"
    r"\b(?:might|may|could)\b[^.]{2,120}\bor (?:it|they|this|that) (?:might|may|could) (?:very )?(?:well )?not\b|"
    r"\b(?:maybe|perhaps)\b[^.;]{2,80}[,;] (?:or |and |but )?(?:maybe|perhaps)\b[^.;]{0,80}(?:\bnot?\b|n['’]t\b)|"
    r"\bneed (?:to )?(?:\w+ )?more (?:time|information|evidence|data|research)\b[^.]*\bbefore\b",
    re.IGNORECASE,
)
BALANCED = re.compile(
    r"\bon (?:the )?one hand\b.*\bon the other\b|\b(?:good|fair|strong|valid|decent|reasonable|serious|sound) "
    r"(?:\w+ )?(?:points?|arguments?|reasons?|cases?|concerns?) (?:\w+ )?(?:on|from|for) (?:both|each|either)\b|"
    r"\b(?:both|each|two) sides?\b(?! of (?:the|a) (?:street|road|border|river))|\bpros and cons\b|"
    r"\b(?:advantages?|benefits?|upsides?|strengths?|plus(?:es)?|gains?) (?:and|as well as) (?:\w+ )?"
    r"(?:disadvantages?|drawbacks?|costs?|downsides?|weaknesses|minus(?:es)?|losses|risks?)\b|"
    r"\b(?:upsides|advantages|benefits|strengths|pluses) and (?:\w+ ){1,3}?(?:downsides|disadvantages|drawbacks|"
    r"weaknesses|"
    r"minuses)\b|\bmixed (?:results|success|record|feelings|evidence|picture)\b|"
    r"\b(?:cuts|cut) both ways\b|\b(?:split|divided) (?:down the middle|evenly|fifty-fifty)\b|"
    r"\bcancel (?:each other )?out\b|"
    r"\bsome\b[^.]{3,120}(?:,|;| while| whereas| and| but)\s+(?:while |whereas |and )?(?:others|some)\b|"
    r"\badvantages?\b[^.;]{0,60}\b(?:and|but)\b[^.;]{0,30}\bdisadvantages?\b|"
    r"\b(?:could|might|may)\b[^.;]{2,80}\bor (?:it |they |he |she |we |you |I )(?:could|might|may)\b|"
    r"\bfor some\b[^.]{3,120}\bfor (?:others|some)\b|"
    r"\b(?:evidence|research|record|results?|findings|stud(?:y|ies)|picture)(?: [\w'’-]+){0,6}? (?:is|are|seems?|"
    r"remains?|looks?) "
    r"(?:\w+ )?(?:mixed|inconclusive|contradictory|divided|unclear|split)\b|"
    r"\b(?:could|might|may) \w+(?: \w+){0,4} or (?:\w+ ){0,2}(?:badly|worse|not|harm|hurt|fail|down)\b|"
    r"\b(?:as many|about as many|just as many)\b.*\bas\b|\bequally (?:good|strong|valid|plausible|convincing|"
    r"likely)\b|"
    r"\bhalf (?:of )?(?:me|the \w+|my \w+)\b.*\b(?:the other|half)\b",
    re.IGNORECASE,
)
ARGUED = re.compile(r"\b(?:because|therefore|should|must|ought)\b", re.IGNORECASE)
"""Words of a claim that takes a side for all that."""
TURNED = re.compile(
    r"(?:;|,|–|—) ?(?:but|still|yet|even so|however|nonetheless|I say)\b,? (?P<rest>[^;]+)$", re.IGNORECASE
)
"""What a claim says in the end, behind its hedge."""
TOLD = 4
"""Words of it that say something, at least."""
_TALK = (
    r"(?:discussion|debate|topic|question|conversation|thread|exchange|subject|meeting|session|agenda|chat|issue|"
    r"speakers?|speech|turns?|minutes)"
)
ABOUT_TALK = re.compile(
    rf"(?:(?:this|that|it|what) (?:is|was|has been|['’]s|makes) (?:\w+ly |really |quite |such )*(?:an? )?"
    rf"(?:\w+ly )?(?:interesting|important|complex|complicated|difficult|good|great|big|tricky|fascinating|useful|"
    rf"lively|hard|sensitive|thorny|nuanced|old|long|delicate|contentious|divisive|controversial|touchy|"
    rf"emotional) (?:and \w+ )?{_TALK}\b|"
    rf"(?:this|the|our|today['’]s|tonight['’]s) {_TALK} (?:is|was|has been|has|deserves|seems|keeps|raises|will|"
    r"touches|goes|went|took|comes|came)\b|"
    r"(?:let['’]?s|let us|shall we|could we|can we|maybe we|perhaps we|before we|I (?:suggest|propose)|"
    r"I(?:['’]d| would) (?:like|love|prefer|suggest|propose|want)|I (?:want|wish)|may I|can I|could you|please|"
    r"would you)\b[^.]*\b(?:define|agree on (?:what|the|a|some)|clarify|discuss|turn to|move on|begin|hear|listen|"
    r"take a break|a vote|come back|return to|summari[sz]e|go (?:on|round|around|first|next)|definitions?|terms|"
    rf"each other|{_TALK})\b|"
    r"(?:the )?(?:core|heart|crux|root|essence) of (?:our|this|the) (?:disagreement|debate|dispute|question|"
    r"discussion|matter)\b|"
    r"by [^,.]{2,40},? (?:I|we) (?:mean|understand|refer to)\b|"
    r"(?:next,? )?(?:I|we)(?: shall| will|['’]ll) (?:now )?(?:turn|come|speak)\b|"
    r"you (?:raise|make|bring up) (?:an?|some) (?:\w+ )?(?:consideration|point|question|issue)s?\b(?! that)|"
    r"(?:thank|thanks)\b|(?:the )?next speaker\b|(?:I|we)(?:['’]ve| have) (?:heard|listened|read|talked|spoken)\b|"
    r"(?:I|we) (?:look forward|appreciate|enjoyed|learnt|learned|will (?:now )?(?:turn|speak|begin)|heard)\b)",
    re.IGNORECASE,
)
ABOUT_THING = re.compile(
    rf"(?:[\w'’-]+ ){{1,8}}(?:is|are|remains?|has been|have been) (?:\w+ly |such |quite |still )*an? (?:\w+ly )?"
    rf"(?:complex|complicated|difficult|tricky|thorny|nuanced|controversial|contentious|contested|divisive|sensitive|"
    rf"delicate|open|debated|many-sided|multifaceted|personal|philosophical) (?:and \w+ )?(?:matter|problem|"
    rf"area|{_TALK})"
    rf"(?: (?:that|which) (?:\w+ly )?(?:touches|involves|raises|concerns|divides|deserves|requires|"
    rf"splits)\b.*)?[.!… ]*",
    re.IGNORECASE,
)
"""A sentence that says of its matter that it is hard, and no more."""
ASKING = re.compile(
    r"(?:(?:and|but|so) )?(?:what do (?:we|you|they) (?:\w+ly )?know (?:about|of)|"
    r"how (?:many|much|long|often|far)|who (?:would|will|is going to) (?:decide|pay|do|keep)|"
    r"(?:does|do|has|is there) any(?:one|body|thing)?|do we know|what (?:are|is|were|was) the|when (?:will|would|is)|"
    r"where (?:is|are|will|would)|which (?:of|one))\b[^?]*\?",
    re.IGNORECASE,
)
"""A question that asks for a fact."""
ASSENT = re.compile(
    r"(?:yes|yeah|yep|no|nope|sure|absolutely|exactly|indeed|totally|definitely|of course|true|right|fair|agreed|"
    r"okay|ok|same here|well said|well put|spot on|good point|hear,? hear|couldn['’]t agree more|amen|"
    r"I(?: \w+ly)? agree|I(?: \w+ly)? disagree|me too|that['’]s (?:right|true|fair)|you(?:['’]re| are) right)"
    r"(?:[,.! ]+(?:thing|enough|with (?:you|that|this|everything)(?: (?:just )?said)?|both|too|indeed|well said|"
    r"of course|completely|entirely|absolutely|exactly|there|here|point|I agree))*[.!… ]*",
    re.IGNORECASE,
)


ENDING = re.compile(
    r"\b(?:end up|come down|land) on (?:either|both|different) sides?\b|\bask me (?:again|later|in)\b|"
    r"\bin the middle[.!]*$|"
    r"\b(?:I|we)\b[^.]{0,200}\b(?:both sides|on the fence|undecided|torn|in two minds|"
    r"(?:make|made|making) up (?:my|our) minds?|"
    r"before (?:deciding|I decide|we decide|taking a side|I take a side|judging))\b|"
    r"\b(?:I|we)\b (?:\w+ly )?(?:can['’]t|cannot|could not|couldn['’]t|don['’]t|do not) (?:\w+ly |yet )?(?:tell|"
    r"know|say) "
    r"(?:which|whether|what|how|if)\b|"
    r"^(?:so |in the end,? |maybe )?it (?:really |all |very much )?depends\b",
    re.IGNORECASE,
)
"""How a message ends whose writer takes no side."""


def ends_undecided(sentence: str) -> bool:
    """Return whether the last sentence of a message says that its writer takes no side."""
    return ENDING.search(sentence) is not None and not ARGUED.search(sentence)


def takes_no_side(claim: str) -> bool:
    """Return whether a claim is undecided, balanced, about the discussion itself or bare assent."""
    if ASSENT.fullmatch(claim) or ASKING.fullmatch(claim) or ABOUT_TALK.match(claim) or ABOUT_THING.fullmatch(claim):
        return True
    if ARGUED.search(claim) or not _is_hedged(claim):
        return False
    turned = TURNED.search(claim)
    return turned is None or len(turned["rest"].split()) < TOLD or _is_hedged(turned["rest"])


def _is_hedged(words: str) -> bool:
    return UNDECIDED.search(words) is not None or BALANCED.search(words) is not None
