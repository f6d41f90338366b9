"""Words by which English speakers take a position: attitudes, verdicts, denials, and signs of indecision."""

import re
from dataclasses import dataclass

from doxa.models.offline.stances.grades import FIRM, LEANING, LITOTES, PLAIN


@dataclass(frozen=True)
class Cue:
    """Words with the sign and the grade of the attitude that they express. ``kind`` is the name of their list."""

    kind: str
    sign: int
    grade: float
    pattern: re.Pattern[str]


def _cues(kind: str, sign: int, rows: tuple[tuple[float, str], ...]) -> tuple[Cue, ...]:
    return tuple(Cue(kind, sign, grade, re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE)) for grade, words in rows)


_BE = r"(?:am|'m|are|'re|be|been|was|were|is|'s)"
_ADVERBS = r"(?:\w+ly |all |very |quite |dead |still |also |so |now |not |rather |much |more |a bit |slightly )*"

WHOLE_FOR = (
    (FIRM, r"could(?:n't| not) agree more|all for|(?:all|fully|totally) in on|can't wait (?:to|for)|(?:hell|heck|"
        r"damn|god) yes(?: to)?|wouldn't hesitate to|(?:would|"
        r"do) not hesitate to"),
    (0.7, r"count me in|sign me up|(?:has|have|gets|get|got|with) my (?:full |whole |vote and )?(?:vote|support|"
        r"backing)|"
              r"put me down (?:as|for) (?:a )?(?:yes|for|in favou?r)|(?:vote|voting|voted|say|said|"
              r"answer) (?:is )?(?:yes|aye)|on board|"
              r"thumbs up|bring it on|go for it|hear,? hear|I(?:'m| am) in(?=[.,!;]|$)|(?:vote|answer|view) (?:is|"
              r"would be) (?:a )?(?:\w+ )?yes"),
    (0.7, r"(?:the|an?) (?:[a-z]+ )?yes(?= (?:from|for|camp|side|vote|here)|[.,!]|$)|(?:persuade|convince|make|"
        r"talk)(?:d|ed)? me (?:to|into|(?:of|that) (?:it|this))|(?:have|has|['’]ve) (?:\w+ly )?(?:convinced|"
        r"persuaded) me|"
        r"(?:has|have|['’]ve) been (?:won over|convinced|persuaded)|(?:brought|won) me (?:a?round|over)|"
        r"about time(?: too)?|"
        r"go along with (?:it|this|that)|put my name to|sign up to|take (?:that|this) step|(?:hard|difficult|"
        r"impossible) to (?:disagree|argue (?:with|against) (?:it|that))|"
        r"(?:think|thought|feel|felt|believe) (?:so|the same|that way)"),
    (0.45, r"(?:fine|ok|okay|good|all right|alright) (?:by|with) me|nothing wrong with|no harm in|why not"),
    (LITOTES, r"(?:not|\w+n't|never) (?:stand|get) in (?:the|its|their|your) way|no (?:\w+ )?(?:objections?|"
        r"problem|quarrel|issues?|qualms)(?: to| with| about)?|nothing against|"
        r"(?:don't|do not|wouldn't|would not) (?:really )?mind"),
)  # fmt: skip
WHOLE_AGAINST = (
    (0.95, r"could(?:n't| not) disagree more|over my dead body|hell no|not in a million years|not on my watch|"
        r"(?:hell|heck) no to"),
    (0.7, r"(?:can't|cannot|can not|couldn't|won't) (?:really |quite )?(?:get|stand) behind|"
              r"count me out|put me down (?:as|for) (?:a )?(?:no|against)|(?:vote|voting|voted|say|said|"
        r"answer) (?:is )?no(?! longer)(?: to)?|thumbs down|"
              r"(?:not|\w+n't) (?:at all )?(?:share|buy|accept) (?:it|this|that|(?:his|her|their|your|the|that|"
              r"this) (?:view|opinion|"
              r"enthusiasm|optimism|argument|case))|not enough to (?:win|bring|turn) me (?:over|a?round)|"
              r"(?:not|\w+n't) been (?:moved|swayed|won over)|not enough to (?:convince|persuade|sway) me|(?:has|"
              r"have|'ve) put me (?:right )?off|rather the (?:money|cash|funds|budget) (?:went|were|was|be)|"
              r"not in my name|(?:not|\w+n't) for me(?=[,.;!]|$)|no thanks|(?:hard |I'll |"
              r"I will )pass(?: on)?(?! (?:it|a|the)\b)|voted (?:it|this|that) down|"
        r"(?:stop|block|prevent|fight|defeat) (?:it|this|that)(?=[.,!;]|$)|"
        r"(?:drop|drops|scrap|shelve|ditch|kill|bin|bury|abandon|forget) (?:the|this|that) (?:whole )?(?:[\w-]+ )?"
        r"(?:idea|plan|proposal|bill|measure|motion|policy|thing)|(?<!in )no way(?! to)|hands off|(?:vote|answer|"
        r"view) (?:is|"
              r"would be) (?:a )?(?:\w+ )?no|beg to differ|"
          r"think(?:s)? otherwise|include me out"),
    (0.7, r"(?:the|an?) (?:[a-z]+ )?no(?= (?:from|for me|camp|side|vote|here)|[.,!]|$)"),
    (LEANING, r"lean(?:ing)? (?:towards? )?(?:a )?no\b|(?:not|\w+n't) (?:exactly |all that |too |so |"
        r"really )?(?:crazy|wild|mad|nuts|big|hot|thrilled|jazzed) (?:about|on|by|with)|"
        r"(?:not|\w+n't) (?:quite |really |exactly )?(?:sit|sat|sits) (?:\w+ )?(?:right|well|easy|easily)(?: with)?|"
        r"(?:would|'d) (?:like|love) (?:it|this|that) to be true|wish (?:it|this|that) (?:were|was) true|"
        r"(?:rubs?|rubbed) me (?:up )?the wrong way|no use for|could (?:happily )?do without|leaves? me cold"),
    (0.65, r"(?:can't|cannot|can not|don't|do not) (?:see|think of) (?:any |a |the )?(?:\w+ )?(?:reason|need|case|"
        r"point|sense|"
        r"justification|benefit|value|merit)(?: to| for| in| of)?|no (?:\w+ )?(?:reason|need|case|justification|"
        r"place|excuse|room|sympathy) (?:to|for)|"
        r"no (?:\w+ )?(?:point|sense|merit) in"),
    (LEANING, r"(?:not|\w+n't) (?:quite |yet |really |so |entirely |at all )?(?:(?:sure|certain)(?=\s+\w)|"
        r"convinced|persuaded|"
        r"sold)(?! (?:what|whether|if|how|which|where|who|about (?:this|it)\b))(?: that| of| by| on| about)?|"
        r"un(?:convinced|persuaded)"),
)  # fmt: skip
FOR = (
    (FIRM, r"love|adore|champion|long for|delighted|thrilled|pumped|stoked|psyched|overjoyed|swear by"),
    (PLAIN, rf"agree(?:d|s|ing)?|supports?|supported|supporting|supporters?|supportive|(?:in )?favou?r(?:s|ed|"
        rf"ing)?(?: of)?|"
                rf"pro|backs?(?= (?:the|this|that|it|an?|such|their|our|my|your|his|her|\w+ing)\b)|backing|backed|"
                rf"backers?|endors\w+|approv\w+|welcom\w+|"
                rf"(?<!seem )(?<!seems )(?<!sounds )(?<!sound )(?<!looks )(?<!look )(?<!feels )(?<!feel )likes?|"
                rf"liked|cheer(?:s|ed|ing)?|root(?:ing)? for|fight(?:ing)? (?:for|to(?= ))|stand(?:ing)? up for|"
                rf"(?:signed|sign) (?:the|a|that|every) petitions? (?:for|to)|(?:march|campaign|lobb|canvass|vot|"
                rf"rall|donat|fought|work)(?:y|ied|e|ed|ing|ies|s)? (?:for|to (?=\w))|get behind|want(?:s|ed|ing)?|"
                rf"hop(?:e|es|ing)|wish|"
                rf"advocat\w+|applaud|stand (?:\w+ly )?(?:behind|with|by)|{_BE} (?:\w+ ){{0,2}}behind|"
                rf"fan of|believers? in|believe in|"
                rf"defend(?:s|ed|ing)?|needs?(?! to\b)|glad|happy|pleased|keen|prefer\w*|(?:'d|"
                rf"would) (?:much )?rather|proponents?|enthusias\w+|(?:yes|aye)(?: please)? to|second the motion|"
            rf"sid(?:e|ing) with|accept|come (?:a?round|down on the side)|won (?:me )?over|sold on|"
                rf"vot(?:e|ed|ing) for|(?:(?<=I'm )|(?<=I am )|(?<=be )|(?<=been )|(?<=was )|(?<=down )|(?<=stand )|"
                rf"(?<=neither )|(?<=strongly )|(?<=lean )|(?<=mostly )|(?<=firmly )|(?<=definitely )|(?<=^))for\b|"
            rf"(?:(?<='d )|(?<=would ))(?:choose|pick|go (?:for|with)|opt for)|(?<=I'm )with\b|(?<=I am )with\b|"
            rf"would (?:like|love) to see|like to see|rather see"),
    (PLAIN, r"in (?:full |broad |partial |complete |total )?agreement(?: with)?"),
    (0.35, r"sympath\w+|open to|live with|warming to|lean(?:ing)? (?:towards? )?(?:a )?yes|"
        r"lean(?:ing)? (?:slightly |a little )?towards?|tend(?:ing)? towards?|comfortable with|fine with|"
        r"ok(?:ay)? with|see the appeal of"),
)  # fmt: skip
AGAINST = (
    (FIRM, r"(?<!the )hates?|hated|detest|loathe|abhor|despise|deplore|condemn|can't stand|cannot stand|"
        r"can't stomach|sickened by|appalled(?: by)?|horrified(?: by)?|dead against|furious|livid|outraged|disgusted|"
        r"heartbroken"),
    (PLAIN, r"oppos(?:e|es|ed|ing|ition)|opponents?|against|disagree(?:s|d|ing)?|reject(?:s|ed|ing)?|object(?:s|ed|"
        r"ing|ions?)?(?: to)?|"
            r"disapprov\w+|dislikes?|disliked|denounc\w+|resist(?:s|ed|ing)?|"
            r"(?<!with )(?<!some )(?<!much )(?<!great )(?<!my )regret(?! (?:it|that|this)\b)|refus\w+|deny|anti|"
                r"want(?= (?:[\w-]+ ){1,4}gone)|roll(?:ed|ing)? my eyes at|scoff(?:ed|ing)? at|(?:march|"
                r"campaign|lobb|rall|vot|petition|protest|"
        r"fight|fought)(?:y|ied|e|ed|ing)? against|dismayed|worr(?:y|ied)(?: about| by)?|"
                r"hostile(?: to)?|averse|critics?|detractors?|naysayers|(?:no|nay)(?: thanks)? to|fed up with|"
                r"sick of|tired of|had enough of|(?:(?<='ll )|(?<=will )|(?<=would )|(?<='d ))fight(?! (?:for|to)\b)|"
                r"draw the line|down with|"
                r"critical of|part company with|at odds with|take issue with|sad(?:dened)?|sorry|disappointed|upset|"
                r"disput\w+|sceptics|skeptics"),
    (PLAIN, r"in (?:full |broad |partial |complete |total )?disagreement(?: with)?"),
    (0.4, r"doubt(?!s)|question|sceptical|skeptical|wary|dread|fear|uncomfortable|unhappy|uneasy"),
    (0.35, r"reservations|misgivings|doubts|qualms|hesita\w+|reluctant(?: to)?"),
)  # fmt: skip
VERDICT_FOR = (
    (0.7, r"no-brainer|long overdue|overdue|(?:high|about) time|essential|vital"),
    (PLAIN, r"(?<!\ba )(?<!the )(?<!basic )(?<!human )right(?! of\b)|the right (?:thing|move|decision|choice|call|"
        r"way|step|policy|answer)|correct|true|good|great|decent|superior(?! to)|excellent|sensible|wise|fair|"
        r"reasonable|justified|necessary|worthwhile|desirable|"
                r"needed|called for|warranted|sound|appropriate|proportionate|responsible|practical|realistic|"
                r"logical|beneficial|humane|"
                r"fine|acceptable|better|best|ok(?:ay)?|brilliant|the way (?:to go|forward)|worth (?:it|\w+ing|"
                r"every|the|what)|well spent|helps|(?:gains?|benefits?) (?:from|when|by)|the (?:answer|solution)|"
                r"makes? (?:perfect |good |a lot of |more )?sense|welcome|"
                r"(?:gets?|got|have|has) (?:it|this|that|things) (?:\w+ly )?right|"
                r"(?:have|has|make|makes) (?:the|a) (?:better|stronger|best|good|strong) (?:case|arguments?)"),
)  # fmt: skip
VERDICT_AGAINST = (
    (0.8, r"(?<=an )outrage|(?<=a )(?:disgrace|travesty|scandal)|(?<=a crying )shame|terrible|awful|dreadful|"
        r"madness|folly|disaster|disastrous|outrageous|absurd|ridiculous|nonsense|"
        r"crazy|insane|indefensible|appalling|horrible|idiotic"),
    (PLAIN, r"harms|hurts|waste of (?:money|time|space|resources|effort)|wasted|thrown away|too (?:young|old|"
        r"early|soon|expensive|costly|risky|dangerous|harsh|strict|complicated|extreme)|"
        r"wrong|bad|worse|worst|mistake|mistaken|error|unfair|unjust|foolish|stupid|daft|misguided|unwise|"
        r"unacceptable|"
                r"unreasonable|unrealistic|unworkable|unhelpful|inappropriate|irresponsible|impractical|excessive|"
                r"disproportionate|"
                r"over the top|a step too far|unaffordable|heavy-handed|counter-?productive|inhumane|cruel|barbaric|"
                r"(?:gets?|got|have|has) (?:it|this|that|things) (?:\w+ly |all )?(?:wrong|backwards|"
                r"the wrong way round)|miss(?:es)? the point|"
                r"unjustified|unnecessary|pointless|(?:goes|go|going|step) too far|overreach|rubbish|false|untrue|"
                r"silly|senseless|immoral"),
)  # fmt: skip

ATTITUDES = (
    *_cues("whole", -1, WHOLE_AGAINST), *_cues("whole", 1, WHOLE_FOR),
    *_cues("attitude", -1, AGAINST), *_cues("attitude", 1, FOR),
)  # fmt: skip
VERDICTS = (*_cues("verdict", 1, VERDICT_FOR), *_cues("verdict", -1, VERDICT_AGAINST))
PREDICATED = re.compile(
    r"(?:(?:\b(?:is|are|was|be|been|being|seems?|sounds?|feels?|looks?|finds?|consider|call)|'s|'re|"
    r"n't)\s+(?:(?:not|never|an?|the|so|such|very|quite|just|too|simply|always|far|even|still|also|rather|"
    r"only|really|kind of|perhaps|maybe|often|much|all|a bit|a little|by far|somewhat|flat|dead|plain|downright|"
    r"outright|about|[a-z]+ly)\s+){0,4}|"
    r"\bto be\s+(?:\w+\s+){0,2}|^(?:utter|complete|total|sheer|absolute|pure|really?)\s+(?:\w+\s+)?|\b(?:find|call|"
    r"consider|think|deem)s? (?:it|that|this|"
    r"them)\s+(?:\w+ly\s+)?(?:an?\s+)?|^(?:an?|what an?|the)?\s*(?:\w+ly\s+)?)$",
    re.IGNORECASE,
)
"""What stands in front of a verdict that is predicated: "is (simply) a …", "find it …"."""
MAKES = re.compile(
    r"makes? (?:\w+ )*sense|(?:gets?|got|have|has|makes?) (?:it|this|that|things|the|a) .*|miss(?:es)? the point|"
    r"(?:goes|go|going) too far|harms|hurts|helps|(?:gains?|benefits?) (?:from|when|by)",
    re.IGNORECASE,
)

DENIAL = re.compile(
    r"\b(?:ca|wo|sha)n't\b|n't\b|\b(?:not|never|no longer|cannot|hardly|scarcely|by no means|far from|"
    r"anything but|nothing|find(?:s|ing)? it (?:very |so )?(?:hard|difficult|impossible) to|"
    r"(?:I )?struggle to|nobody|neither|nor|without|unable to|no(?: longer)?|none)(?!\w)",
    re.IGNORECASE,
)
NO_DENIAL = re.compile(
    r"\bnot (?:only|just|merely|simply)\b|\bcan(?:no|')t help (?:but )?|\bno (?:doubt|question)(?: that)?\b|"
    r"\bwithout (?:a |any )?(?:(?:shred|shadow|trace|moment's|second's) (?:of (?:a )?)?)?(?:doubt|question|"
    r"hesitation|"
    r"reservations?)\b|\bwithout (?:even )?(?:a second thought|thinking|blinking|hesitating)(?: about it| twice)?\b|"
    r"\bwithout (?:any )?(?:further )?(?:exceptions?|fail|delay|compromise|apology)\b|\bno (?:exceptions?|excuses?|"
    r"ifs?(?:,? (?:and|or|no)? ?buts?)?|two ways about it|strings attached|questions asked)\b|"
    r"\bcould(?:n't| not) be (?=more\b|happier|clearer|keener)|\bnever (?:been|felt) (?:so|more)\b|\bno matter\b|"
    r"\b(?:no|without) (?:contest|comparison)\b|\bbar none\b|\bthan not\b|"
    r"\bnothing (?=beats?\b|tops?\b|compares\b|comes close\b)|"
    r"\bnothing (?:will|would|could|can) (?:ever )?(?:persuade|change|convince|move|shake|make)\b|"
    r"\b(?:see|find|imagine|think of) no (?:\w+ )?(?:circumstances?|reason to (?:change|doubt))\b|"
    r"\bnot (?:under|in) any circumstances\b(?=.*n't)|\bwhether or not\b",
    re.IGNORECASE,
)
"""Negative words that deny nothing."""
HOLDING = re.compile(
    r"\b(?:thinks?|thought|thinking|believ\w+|feels?|feeling|felt|say|says|said|saying|argu(?:e|es|ed|ing)|"
    r"claim(?:s|ed)?|reckons?|"
    r"maintain(?:s|ed)?|insist(?:s|ed)?|hold|view|opinion|convinced|persuaded|sure|certain|suspect|guess|"
    r"suppose|find|"
    r"(?:seems?|looks?|appears?)\b(?=[^.;]*\bto me\b)|conclu\w+|position|stance|told|tells?|blamed?|calls? for|"
    r"call(?:ed|ing) for|demand(?:s|ed)?|see)\b",
    re.IGNORECASE,
)
NORM = re.compile(
    r"\b(?:should|must|ought|need(?:s|ed)? to|has to|have to|had better|would do better(?= (?:not )?to)|let's|"
    r"let us|time (?:to|we|for|that)|deserves?)(?:n't)?(?!\w)",
    re.IGNORECASE,
)
UNDECIDED = re.compile(
    r"\b(?:undecided|torn|on the fence|ambivalent|neutral|agnostic|in two minds|of two minds|"
    r"mixed feelings|no (?:strong |firm |particular |clear |real |settled |fixed |definite )?"
    r"(?:opinion|view|views|preference|position|feelings)|(?:could|can) go either way|"
    r"neither for nor against|neither support nor oppose|neither one nor|"
    r"(?:can't|cannot|can not|couldn't|haven't|have not|not|n't|never|yet to|unable to) (?:quite |really |"
    r"yet |been able to |bring myself to )?(?:decided?|make up my mind|made up my mind|"
    r"made my mind up|make my mind up|come down|come to a (?:view|conclusion)|settled|tell|choose|"
    r"picked a side|pick a side|take sides)|"
    r"(?:don't|do not|honestly don't|not sure|unsure|no idea|not certain|uncertain|wonder|can't say|"
    r"cannot say|couldn't say|n't know|not know|undecided) (?:\w+ )?(?:what|whether|if|which|where|how|either way)|"
    r"(?:I'm|I am) (?:really |honestly |just |simply )?(?:not (?:so |quite )?(?:sure|certain)|unsure|uncertain)"
    r"(?: any ?more| now| yet| about (?:it|this|that))?(?=[.,;!]|$)|whatever (?:the )?\w+ (?:wants?|decides?|chooses?|"
    r"prefers?|votes? for|thinks? best)\b[^.;]*\b(?:fine|ok|okay|good enough|accept|live with|go with)\b|"
    r"(?:it|that|this) (?:\w+ )?depends (?:\w+ )?on(?! (?:our|their|my|its)\b)|"
    r"jury is (?:still )?out|fifty-fifty|50[/-]50|abstain\w*|still (?:weighing|thinking|making up)|"
    r"hard to (?:say|choose|decide)|(?:right|stuck|somewhere|squarely|firmly|bang|just) in the middle|"
    r"(?:rather|prefer(?: to)?) not (?:to )?(?:say|answer|choose|vote|comment|take (?:a )?sides?)|over my head|"
    r"(?:see|argue|look at) (?:it|this) both ways|(?:some|one) days? I think yes|"
    r"(?:to|on|for|with) either side(?: of (?:this|it))?(?: one)?(?=[.,;]|$)|(?:count|put) me either way|"
    r"(?:reasons?|arguments?|case|points?) (?:for|on)\b[^.;]{0,40}\band (?:\w+ )?(?:(?:reasons?|arguments?|case|"
    r"points?) )?against"
    r"(?= it| this| that|[.,;]|$)|(?:not|\w*n't) (?:yet )?(?:reached|come to|arrived at) (?:a|any) (?:conclusion|"
    r"view|decision)|"
    r"before (?:choosing|picking|taking) (?:a side|sides)|(?:not|\w*n't) commit(?: myself)? either way|no (?:nearer|"
    r"closer) to "
    r"(?:an?|any) (?:opinion|answer|view|decision|conclusion)|(?:will|'ll|yet to|have to|need to) make up my mind|"
    r"neither (?:\w+ )?(?:endorse|support|back|favou?r|agree|accept|oppose|reject)\b[^.;]*\bnor\b|"
    r"too (?:early|soon) (?:for me )?to (?:say|tell|judge)|making (?:up )?my mind(?: up)?|none the wiser|"
    r"fence-?sitter|(?:tick|pick|choose)(?:ed)? neither|chose neither|couldn't (?:pick|choose|decide)|"
    r"without (?:a|any) (?:firm |clear |settled )?(?:conclusion|view|opinion)|"
    r"(?:not|\w*n't) come down (?:for|on) either|(?:not|\w*n't) (?:\w+ ){1,3}a yes or a no|"
    r"^(?:well,? |honestly,? )?(?:it |that )?(?:all |really )?depends (?:on|which|what|who|how)|"
    r"^(?:really )?not sure$|say yes\b[^.;]*\bsay no|say no\b[^.;]*\bsay yes|"
    r"(?:unsure|not sure|uncertain) about (?:this|it)(?: one)?(?=[.,;]|$)|"
    r"(?:some|one) days?\b[^.;]*\b(?:other|another|the next) days?|leave (?:it|that|this) to (?:others|those who|"
    r"people who|"
    r"the experts|someone)|I have none|(?:can't|cannot|couldn't) (?:really |honestly |rightly )?say(?=[.,;]|$)|"
    r"(?:can't|cannot|couldn't) say one(?:'s| is| of them is)|(?:not|\w*n't) (?:really )?(?:bothered|fussed|"
    r"mind)\b[^.;,]* either way|"
    r"(?:not|never|\w*n't) (?:\w+ )?given (?:it|this|that) (?:much|enough|any|a lot of) thought|"
    r"not (?:really )?my (?:area|field|place)|(?:before|until) I (?:said|say|could say|can say|commit|answer)\b|"
    r"(?:not|\w*n't) (?:hold|take|have) (?:an?|any) (?:\w+ )?(?:position|view|opinion|stance|side)|"
    r"(?:too \w+|enough|\w*n't|not|never|nor|than) (?:for me |strongly )?(?:enough )?(?:to )?(?:come|came|"
    r"coming) down on (?:one|either|any|a) side|"
    r"(?:\w*n't|not|never) (?:\w+ ){0,4}(?:enough )?to (?:pick|take|choose) (?:a side|sides|either)|"
    r"either (?:one |way |of them )?(?:would be|is|works|suits)(?: just)? (?:fine|me|good|ok|okay)|"
    r"(?:on|ended up on) neither side|(?:not|\w*n't) (?:\w+ ){0,3}(?:on|with) either side|(?:don't|do not) know enough|"
    r"neither for\b[^.;]*\bnor (?:for|against)|"
    r"(?:don't|do not) (?:really )?(?:know|care)(?= (?:enough|either|one way)|[.,!;]|$)|"
    r"(?:would|'d) like to (?:know|hear|understand|learn)|can't say (?:that )?(?:either|which)|"
    r"keeps? changing my mind|(?:couldn't|can't|cannot|could not) say yes or no|(?:not|\w+n't|"
    r"never) (?:yet )?(?:take|taken|picked|chosen) (?:a side|"
    r"sides)|sit(?:ting)? this (?:one )?out|back and forth|(?:stay(?:ed|ing)?|keep(?:ing)?|kept) (?:well |"
    r"right )?out of (?:it|this|that)|"
    r"without (?:endorsing|favou?ring|backing) (?:either|any|one)|before I (?:make up my mind|decide|take a side|"
    r"judge)|(?:have|['’]ve) (?:not )?(?:formed|taken|got|reached) no (?:view|opinion|position|stand)|"
    r"whether\b[^.;]*\b(?:not (?:so )?sure|unsure|(?:don't|do not) (?:really )?know|undecided|unclear|open question|"
    r"can't (?:say|tell))|"
    r"(?:no|not|\w+n't) (?:yet )?(?:have |having |formed |taken |reached )?(?:an?|any|my) (?:\w+ )?(?:opinion|"
    r"view|position|"
    r"preference)(?= (?:on|about|either|of my own|yet|myself)|[.,;]|$)|no dog in (?:this|the|that) (?:fight|"
    r"race))(?!\w)",
    re.IGNORECASE,
)
BALANCED = re.compile(
    r"\b(?:both sides|good (?:points|arguments) on|pros and cons|each side|close call|either side|equally|"
    r"evenly (?:split|divided|balanced))\b",
    re.IGNORECASE,
)
