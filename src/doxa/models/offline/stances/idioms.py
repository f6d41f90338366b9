"""Idioms of doing, leaving and siding, and the plain words that the other rules of stances read instead."""

import re

from doxa.models.offline.stances.forces import UNCHANGED

_ANYBODY = r"(?:anyone|anybody|people|you|one|we|somebody|someone)"
_CAMPAIGNING = r"(?:asking|calling|pushing|campaigning|fighting|arguing|speaking|lobbying|marching)"
SIDING = (
    (
        r"(?:fail to|don['’]t|do not|can['’]t|cannot|couldn['’]t|never) see (?:what['’]s|what is|anything|any harm|"
        r"the harm|"
        r"much)(?: so| that is| that['’]s)?(?: wrong| bad| amiss)? (?:with|in|about)(?! (?:it|this|that|them)\b)",
        "support",
    ),
    (r"(?:am |['’]m )?(?:rather |very |quite |deeply |somewhat )?doubtful (?:that|whether|if|about)", " doubt that"),
    (r"anything but", "not"),
    (
        r"(?:don['’]t|do not|neither) (?:support|favou?r|back)\b[^.;]{0,60}\b(?:don['’]t|do not|"
        r"nor) (?:\w+ )?(?:oppose|"
        r"object|reject)\b[^.;]*|(?:don['’]t|do not|neither) (?:oppose|object|reject)\b[^.;]{0,60}\b(?:don['’]t|do not|"
        r"nor) (?:\w+ )?(?:support|favou?r|back)\b[^.;]*",
        "am undecided",
    ),
    (
        r"(?:slightly |somewhat |a (?:little|bit|shade) )?more (?:for|in favou?r of) [^.;]{0,40}?than against(?: it)?",
        "lean towards it",
    ),
    (
        r"(?:slightly |somewhat |a (?:little|bit|shade) )?more against [^.;]{0,40}?than (?:for|"
        r"in favou?r)(?: of)?(?: it)?",
        "lean against it",
    ),
    (
        r"can(?:no|['’])t (?:stress|say|emphasi[sz]e|tell you)(?: it| this)? (?:strongly )?enough(?: how)?(?: much)?",
        "strongly",
    ),
    (r"with (?:some |a few |certain |many )?reservations", "cautiously"),
    (
        r"(?:am |['’]m |was )not (?:too|very|so|all that|particularly|terribly|especially|exactly) (?:fond of|"
        r"keen on|taken "
        r"with|happy about)",
        " lean against",
    ),
    (r"(?:am |['’]m )?(?:coming|come|came) (?:round|around) to(?= (?!this|that|it\b)\w+ing\b)", " lean towards"),
    (
        r"(?:['’]d|would) (?:rather|prefer it if|like it better if) (?P<what>[^.;]{2,60}?) (?:weren['’]t|wasn['’]t|"
        r"were not|"
        r"was not)",
        r" oppose \g<what>",
    ),
    (r"(?:there['’]s|there is) (?:something|a case) to be (?:said|made) for", "I lean towards"),
    (r"ha(?:s|ve) had (?:its|their) day", "should be removed"),
    (r"can(?:no|['’])t come soon enough", "should be introduced soon"),
    (r"(?:have |['’]ve )?stopped believing in", "oppose"),
    (r"can (?:stay or go|go or stay|come or go|live or die) for all I care", "leaves me undecided"),
    (r"(?:am|['’]m) persuaded that", " believe that"),
    (r"(?:am|['’]m) (?:on the whole|on balance|by and large|all in all),? (?P<way>for|against)", r" am mostly \g<way>"),
    (r"committed to(?= \w+ing\b)", "in favour of"),
    (
        r"(?:my|all my|any) (?:\w+ )?(?:doubts|reservations|misgivings)[^.;]{0,40} (?:are|have) (?:gone|disappeared|"
        r"vanished)",
        "I support it",
    ),
    (r"(?:imo|imho|tbh|ngl|fwiw|lol)", " "),
    (r"(?<=\w) like (?:that|this)", " "),
    (
        r"I(?:['’]d| would)? (?:just )?(?:want|have|like|need|must|wish)(?: to)? (?:say|add|stress|point out|"
        r"admit)(?: that)?,?",
        "I say",
    ),
    (
        r"(?:it |this |that |nothing )?(?:has|have|did)(?: not|n['’]t) (?:\w+ )?(?:changed?|shift(?:ed)?|"
        r"altered?) (?:my|our) (?:views?|mind|position|opinion)(?: that)?",
        " ",
    ),
    (r"(?:don['’]t|can['’]t|do not|cannot|couldn['’]t) see why not|no reason why not", "I support it"),
    (
        r"(?:nothing|none of)[^.;:,]{0,40}(?:has|have) (?:changed|shifted|altered|moved) (?:my (?:mind|view|position|"
        r"opinion)|me)",
        " ",
    ),
    (r"it['’]s not that (?P<what>I[^,;.]*), I(?:['’]m| am| do)(?: not|n['’]t)", r"it's not that \g<what>"),
    (
        r"(?:my|our) (?:\w+ )?(?:position|views?|opinion|mind|stance|answer|vote)(?: on (?:this|it))? (?:is|remains|"
        r"stays|has|have|"
        r"was)(?: still| not|n['’]t| n['’]t)* (?:unchanged|changed|the same|where it was)(?: (?:since|from|after|"
        r"by)[^:;,.]*)?",
        " ",
    ),
    (r"give me (?P<what>[^.;,]{2,40}?) (?:any day|every time|any time|over)", r"I prefer \g<what> "),
    (
        rf"(?:can(?:no|['’])t|don['’]t|do not|couldn['’]t|fail to) (?:\w+ )?(?:see|understand|imagine|think) (?:how|"
        rf"why|what) {_ANYBODY} (?:could|can|would|might)(?: possibly| ever| reasonably)? (?:be against|oppose|"
        rf"object(?: to)?|"
        r"disagree(?: with)?|argue (?:with|against)|be opposed(?: to)?|vote against|want to (?:keep|stop))",
        "I support",
    ),
    (
        rf"(?:can(?:no|['’])t|don['’]t|do not|couldn['’]t|fail to) (?:\w+ )?(?:see|understand|imagine|think) (?:how|"
        rf"why|"
        rf"what) {_ANYBODY} (?:could|can|would|might)(?: possibly| ever| reasonably)? (?:be for|support|back|defend|"
        rf"want|"
        r"justify|agree(?: with)?|be in favou?r(?: of)?|vote for)",
        "I oppose",
    ),
    (
        r"(?:won['’]t|will not|don['’]t) (?:hear|find|catch|get) me (?:arguing|speaking|complaining|"
        r"voting) (?:against|about)",
        "support",
    ),
    (r"(?:won['’]t|will not) (?:hear|find|catch|get) me (?:arguing|speaking|voting) (?:for|in favou?r of)", "oppose"),
    (r"(?:can['’]t|cannot) (?:argue|quarrel) with", "support"),
    (
        rf"(?P<front>I['’]m|I am|I (?:side|stand|agree|go)) with (?P<who>[^.;,]{{0,40}}?)(?:who(?:['’]ve| have| are|"
        rf"['’]re)?|that)? ?(?:been )?{_CAMPAIGNING} (?P<way>for|against)",
        r"I am \g<way>",
    ),
    (
        r"(?P<front>I['’]m|I am|I (?:side|stand|agree|go)) with (?:the |those |all )?(?:[\w-]+ )?(?:critics|"
        r"opponents|sceptics|skeptics|doubters|objectors)(?: (?:of|on|here))?",
        "I am against",
    ),
    (
        r"(?P<front>I['’]m|I am|I (?:side|stand|agree|go)) with (?:the |those |all )?(?:[\w-]+ )?(?:supporters|backers|"
        r"proponents|advocates|defenders)(?: (?:of|on|here))?",
        "I am for",
    ),
    (
        r"(?:came|come|arrived|walked|went|started|leaving|leave|going home|go home|walking out) (?:here |in |out |"
        r"away )?(?P<side>in favou?r|against|opposed)",
        r"am \g<side>",
    ),
    (r"more (?P<held>\w+) than (?:before|ever|(?:I was|when I came|at the start)[^.;,]*)", r"very \g<held>"),
)
"""Ways of taking or leaving a side, and words about one's own view that say nothing of the side."""
LEAVING = (
    (r"(?:carry|go|keep)(?:ing)? on as (?:we are|it is|before|now|usual)", f"keep it {UNCHANGED}"),
    (
        r"(?:see |have )?no (?:good |real |earthly )?(?:reason|need) to (?:change|touch|alter|tamper with|"
        r"meddle with|fix) (?:it|this|that|things|anything|what we have)",
        f"would keep it {UNCHANGED}",
    ),
    (
        r"(?:stick(?:ing)?|stay(?:ing)?|(?:am |['’]m )?happy|fine|content|go) with what we(?:['’]ve| have|['’]ve got|"
        r" have got)(?: got| now)?|"
        r"(?:prefer|keep|like) (?:the )?(?:[\w-]+ ){0,2}(?:that )?we(?:['’]ve| have)(?: already)?(?: got| now)?",
        f"would keep it {UNCHANGED}",
    ),
    (
        r"(?:is|are) (?:up|left) to (?P<who>the |each |every )?(?:me|us|him|her|you|them|people|parents|families|"
        r"individuals?|"
        r"everyone|everybody|pupils|students|employe(?:es|rs)|workers|owners|adults|companies|businesses|schools|"
        r"teachers|voters|patients|users|residents|person|family)",
        "should be optional",
    ),
    (
        r"(?:is|are|['’]s) (?:really |purely |entirely |still )?(?:my|our|their|your|his|her|people['’]s|"
        r"everyone['’]s|the family['’]s|"
        r"nobody else['’]s|no one else['’]s|each (?:[\w'’]+ )?\w+['’]s|a (?:[\w'’]+ )?\w+['’]s) (?:own )?(?:business|"
        r"decision|call|affair|choice)",
        "should be optional",
    ),
    (
        r"(?:is|are|['’]s) none of (?:the |your |their |our |my )?(?:[\w'’]+ )?business|"
        r"(?:is|are|['’]s) (?:nobody|no one)(?: else)?['’]s business",
        "should be optional",
    ),
    (
        r"(?:wear|eat|drink|do|buy|choose|say|watch|read|use|have|spend|live|dress|work|"
        r"speak)\b(?: \w+){0,3} (?:what(?:ever)?|how(?:ever)?|"
        r"when(?:ever)?|where(?:ver)?|as|who(?:ever)?)(?: \w+)? (?:they|you|we|people|he|she|I) (?:like|likes|want|"
        r"wants|please|pleases|choose|chooses|wish|see fit|prefer|feel comfortable in)",
        "be optional",
    ),
    (
        r"(?:decide|choose|judge|make up their own minds?) for (?:themselves|ourselves|yourself|himself|herself|"
        r"oneself)",
        "be optional",
    ),
)
"""Ways of leaving things as they are, or to everybody's choice."""
DOING = (
    (
        r"(?<!I )(?:can['’]?t|can ?not) (?P<what>(?:(?!that|who|"
        r"which)[\w'-]+ ){1,8}?)without (?P<thing>(?:[\w-]+ ){0,3}[\w-]+)(?= *(?:$|[.,;]))",
        r"need \g<thing> for \g<what>",
    ),
    (r"tak(?:e|ing|en) (?P<what>(?:[\w-]+ ){1,4})out of", r"remove \g<what>from"),
    (r"swap(?:ping)? (?P<what>(?:[\w-]+ ){1,4})for", r"replace \g<what>with"),
    (
        r"any (?:\w+ )?(?:attempt|effort|move|plan|proposal) to (?:touch|change|abolish|scrap|weaken|remove|"
        r"end) (?:it|them|this|that)",
        "removing it",
    ),
    (r"vot(?:e|ed|ing) (?:(?P<what>it|this|that) )?down", "reject"),
    (
        r"(?P<must>has to|have to|had to|needs? to|ought to|must|should) (?:go|come) (?P<way>up|down)",
        r"\g<must> be \g<way>ward",
    ),
    (
        r"see (?P<what>(?:the |these |those |our )?(?:[\w-]+ ){0,2}[\w-]+) (?:go|gone|disappear|vanish)(?= *(?:$|"
        r"[.,;]))",
        r"see \g<what> removed",
    ),
    (r"put(?:ting)? (?P<what>it|them|this|that|taxes|prices) (?P<way>up|down)", r"\g<way>ward \g<what>"),
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
        r"remove \g<what>",
    ),
    (r"(?:mov(?:e|ing)|switch(?:ing)?|shift(?:ing)?|going over) to(?= an? )", "introduce"),
    (r"bring(?:ing)? back|reinstat(?:e|ing)|roll(?:ing)? out|bring(?:ing)? in", "introduce"),
    (r"go(?:es|ing)? (?:back|home)(?! and forth)", "return"),
    (r"off[- ]limits", "forbidden"),
    (r"g(?:ive|iving|ave|iven) up(?: on)?", "abandon"),
    (r"laws? against", "ban on"),
    (r"(?:has|have|had) no place(?= (?:in|on|at|among)\b)", "should be removed"),
    (r"tak(?:e|es|ing|en) (?P<what>(?:[\w-]+ ){0,4}?)away", r"remove \g<what>"),
    (r"g(?:ive|iving|ave|iven) (?P<what>it|them|this|that) up", r"abandon \g<what>"),
    (r"leads? to|led to|leading to|brings? on|brought on|results? in|gives? rise to|contributes? to", "cause"),
    (
        r"(?:leave|leaving) (?:it|that|this) to (?P<who>[\w' ]{2,30}?) (?:whether|if|to decide|to choose|how|"
        r"what)\b[^.;,]*",
        r"optional \g<who>",
    ),
    (r"(?:that|this|such a|the same) (?:choice|option|freedom|opportunity|chance|right)(?= *(?:$|[.,;]))", "it"),
    (
        r"(?:leave|leaving|left) (?:the |that |this )?(?:choice|decision|it|that|this) to(?! (?:others|those|"
        r"people who|the experts|someone))",
        "optional",
    ),
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
        r"stands?)|where (?:it|they) (?:is|are)|the way (?:it|they) (?:is|are)|alone|unchanged|the same)",
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
        r"(?:don['’]t|do not|never|nobody should|we should(?:n['’]t| not)) (?:touch|mess with|meddle with|tamper with)"
        r"(?: (?:it|this|that|(?:the|our|this|that) (?:[\w-]+ )?(?:ban|law|rule|limit|act|system|rules|laws)))?",
        UNCHANGED,
    ),
    (
        r"(?:under|in) no circumstances?,? (?:should|must|may|can|shall) (?P<thing>[^.;,]{2,60}?) (?P<be>be|"
        r"have|become|go)",
        r"\g<thing> should never \g<be>",
    ),
    (
        r"(?:up|left) to (?:the )?(?:people|parents|individuals?|each|everyone|everybody|families|them|you|"
        r"students|pupils|"
        r"employe(?:es|rs)|workers|staff|companies|businesses|owners|citizens|residents|voters|patients|users|"
        r"players|"
        r"clubs|adults|teams|schools|teachers|landlords|drivers|doctors|me|us|him|her)|free to (?:choose|decide|pick)",
        "optional",
    ),
)
"""What is done to a thing or a measure."""
IDIOMS = tuple((re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE), plain) for words, plain in SIDING + LEAVING + DOING)
"""Idiom → the plain word that takes its place."""
OPINION = re.compile(
    r",?\s*\bin my (?:own |humble |honest |personal )?(?:opinion|view|judge?ment|book)(?=[,.!]|$)", re.IGNORECASE
)
"""How a speaker says behind a statement that it is an opinion."""
FRAGMENT = 3
"""The most words of a judgement without subject and verb: "Completely fair in my view"."""


def in_plain_words(text: str) -> str:
    """Return a text with idioms of doing and leaving as plain verbs."""
    text = text.replace("+1", "agree")
    for idiom, plain in IDIOMS:
        text = idiom.sub(plain, text)
    said = OPINION.search(text)
    if not said or not said.start():
        return text
    front = text[: said.start()]
    verb = "" if len(front.split()) > FRAGMENT else "it is "
    return f"I think {verb}{front}{text[said.end() :]}"
