"""The forms of sentences that tell judges what to answer, and of appeals to an audience, as patterns.

They are matched against plain small letters (``plain_letters.py``).
"""

# ruff: noqa: E501 - a pattern is read whole

import re

_JUDGE = (
    r"(?:judges?|judging panel|panel(?:ist|ists)?|adjudicators?|evaluators?|graders?|scorers?|markers?|assessors?|"
    r"referees?|annotators?|auditors?|arbiters?|(?:scoring|judging|grading) (?:committee|board|jury)|(?:language |ai |grading |scoring |judging )?models?|a\.?i\.?|llms?|"
    r"assistants?|chatbots?|gpt\S*|claude|gemini|(?:adjudicat|judg|grad|scor|evaluat|mark)ing (?:system|software|program|engine|algorithm)|"
    r"(?:whoever|anyone|anybody|everyone|everybody|those|you) (?:who |that )?(?:is |are )?"
    r"(?:scor|judg|grad|mark|evaluat|assess|annotat)\w*)"
)
_SIDE = (
    r"(?:team [a-h](?: speaker \d)?|teams? (?:a|b)\b|label [a-h]|side [a-h]|(?:the )?(?:opposition|proposition|government|"
    r"affirmative|negative|pro|con|prop|opp|first team|second team|other team)(?: side| team| bench)?|us|we|our (?:side|"
    r"team|case|bench|speech|speeches)|my (?:side|team|speech|case)|this (?:side|team|speech|speaker)|me|ourselves)"
)
_SAY = (
    r"(?:answer|say|output|return|respond|reply|write|print|name|declare|award|give|grant|score|rate|rank|mark|choose|"
    r"pick|select|vote|find|rule|decide|conclude|report|note|record|set|prefer|favou?r|put|place|list|announce|pronounce|"
    r"assign|allocate|crown|make|submit|enter|fill in|state|emit|produce|call)"
)
_WIN = (
    r"(?:wins?\b|won\b|(?:is|are|as) (?:the )?(?:winner|winners|victor|victors|best|better|stronger)|the win\b|victory|"
    r"the debate|winners?\b|first place|(?:the )?(?:highest|top|maximum|full|best|perfect|higher|lowest|most|more) "
    r"(?:marks?|scores?|points?|rank|rating)|\d+(?:\.\d+)?(?: ?(?:points?|out of|/ ?10|of ten|marks?))|tens?\b|nines?\b|"
    r"10\b|zeros?\b|zero points|ahead|above|on top|prevail(?:s|ed)?|triumph(?:s|ed)|carr(?:y|ies|ied) the day)"
)
_NUMBER = r"(?:\d+(?:\.\d+)?|zero|one|two|three|four|five|six|seven|eight|nine|ten)"
_MACHINE = (
    r"(?:ai|a\.i\.|llm|language model|large language model|chatbot|gpt\S*|claude|gemini|automated \w+|model|assistant)"
)
_MUST = r"(?:must|should|shall|have to|has to|need to|needs to|ought to|are to|is to|will|are required to|are (?:instructed|told|ordered|asked) to|please|can only|may only|now|always|to)"
_GIVE = r"(?:give|award|grant|score|rate|rank|mark|assign|put|place|declare|name|crown|make|pronounce|call|announce)"
_BEGINS = r"(?:^|[.!?:;,\n\"(\[<>*#=-]\s*|\b(?:and|so|then|please|now|therefore|to|must|should|just|simply|you|kindly|judges?)\s+)"
_OLD = r"(?:previous|prior|above|earlier|preceding|foregoing|former|original|initial|system|other|existing|current)"
_ORDERS = r"(?:instructions?|prompts?|guidelines?|criteria|rubrics?|directions?|directives?|orders?|rules?|context|messages?|system prompt|task)"

_INSTRUCTIONS: dict[str, tuple[str, ...]] = {
    "sets instructions aside": (
        rf"{_BEGINS}(?:ignore|disregard|forget|override|bypass|discard|drop|skip|overlook|do not follow|don't follow|stop following|"
        rf"set aside|put aside|neglect)\s+(?:(?:all|any|every|each|the|your|my|of|these|those|this|everything|other) )*"
        rf"(?:{_OLD} )+(?:\w+ )?{_ORDERS}\b",
        rf"{_BEGINS}(?:ignore|disregard|forget|override|bypass|discard|set aside|do not follow|don't follow|stop following)\s+"
        rf"(?:(?:all|any|every|the|your|of|these|those|this) )*(?:instructions?|prompts?|system prompts?|rubrics?|"
        r"(?:judging|scoring|grading) (?:criteria|rules|guidelines))\b",
        rf"{_BEGINS}(?:ignore|disregard|forget) (?:everything|all|anything|what(?:ever)?) (?:that )?(?:you (?:were|have been|are|'ve been) "
        r"(?:told|instructed|asked)|(?:was|is|came|said) (?:above|before)|(?:above|before this|so far)(?= *(?:[.!?,;:\n\"')\]]|$|and\b|that\b)))",
        r"\b(?:your (?:new|real|actual|true|updated|only) (?:instructions?|task|orders?|prompt)|the (?:new|updated|actual) "
        r"(?:instructions|prompt))\b(?= (?:is|are|as)\b|:)",
        r"\b(?:your|these|previous|prior|earlier|the) (?:instructions|prompts?|guidelines) (?:are|is|have been|has been|were) "
        r"(?:now )?(?:void|cancel\w+|revoked|superseded|replaced|overridden|obsolete|suspended|wrong|lifted|no longer)",
        rf"\b(?:scoring|judging|grading|marking|evaluation) {_ORDERS} (?:(?:is|are|has|have|been|was|were|now) )*(?:void|cancel\w+|revoked|"
        r"superseded|replaced|overridden|changed|suspended|lifted|as follows)\b",
        r"(?:^|[.!?\n\"(\[]\s*)override\s*[:!-]",
    ),
    "asks for a form of answer": (
        r"\{\s*[\"']?(?:winner|a|b|engagement|argument|rebuttal|scores?|verdict|answer|reason|fates|claims|rebuttals)[\"']?\s*:",
        r"[\"'](?:winner|engagement|verdict|scores?)[\"']\s*:\s*",
        r"\b(?:output|return|respond|answer|reply|print|emit|produce|write|give|submit|enter)\b[^.!?\n]{0,40}\b"
        r"(?:json|yaml|xml|only the (?:word|letter|label|name|number)|the following (?:json|object|scores?|answer|text|verdict))\b",
        r"\bjson\b[^.!?\n]{0,60}\b(?:team [ab]|winner|score|10|wins?|pro|con|us)\b",
        r"\b(?:set|put|fill in|mark)\b[^.!?\n]{0,20}\b(?:winner|verdict|fates?|scores?|addresses_logic|undermines)\b"
        r"[^.!?\n]{0,20}\b(?:to|as|=|with)\b",
        r"\b(?:answer|reply|respond|output|return|write|print)\b[^.!?\n]{0,25}\b(?:letter|label|option|only|word)\b[^.!?\n]{0,12}"
        r"[\"'(]?\b[a-h]\b[\"')]*(?=\s*(?:[.!?\n]|$))",
        r"</?(?:speech|speeches|quote|quotation|transcript|debate|turn|text|document|context|input|prompt|message)>",
        r"\b(?:set|put|score|rate|fill in) (?:your |the |our |their |my )?(?:engagement|argument(?: strength)?|rebuttals?(?: quality)?|"
        r"narrative|evidence(?: grounding)?|rhetoric\w*|persona) (?:scores? )?(?:to|at|as|=) (?:an? |at least )?"
        rf"(?:{_NUMBER}|(?:the )?(?:maximum|highest|lowest|minimum))\b",
        r"```|\[/?inst\]|<\|?/?(?:im_start|im_end|system|assistant|user|endoftext)\|?>|<</?sys>>",
    ),
    "plays the system": (
        r"(?:^|\n|[.!?]\s+|[\[<(*#\"]\s*)(?:#+\s*)?(?:system|developer|assistant|admin(?:istrator)?|operator|root|end of "
        r"(?:speech|transcript|debate|prompt|quotation|context))(?: (?:message|prompt|note|notice|override|update|"
        r"instruction|instructions|alert))?\s*(?::|\]|>|---)",
        r"\bsystem (?:message|prompt|override|instruction|instructions|update|notice)\b",
        r"\b(?:you are|act as|behave as|pretend (?:to be|that you are|you are)|play the (?:role|part) of|take the role of|"
        r"respond as|imagine (?:that )?you are) (?:now )?(?:an? |the |my |our )?(?:\w+ ){0,2}(?:ai|assistant|language model|"
        r"llm|chatbot|gpt\w*|model|judge (?:who|that|of this debate)|system|evaluator|grader|opposition'?s judge|dan)\b",
        r"\bfrom now on,? (?:you|every judge|judges|the judge|all judges)\b",
        r"\b(?:new|updated|additional|special|secret|hidden|official) (?:instructions?|orders?|prompt) (?:for|to|from) "
        r"(?:the |all |every |any )?(?:" + _JUDGE + r"|system|organis\w+|organiz\w+|developers?)\b",
        r"\b(?:a |this is a |important )?(?:note|message|instruction|instructions|order|notice|memo|reminder|attention)"
        r" (?:to|for) (?:the |all |every |any |our )?"
        + _JUDGE
        + r"\b(?! (?:was|were|had|came|from|in|on|is|who|that day))",
        r"\b(?:developer|debug|jailbreak|god|admin) mode\b",
        rf"\b(?:dear|hello|hi|hey|attention) (?:the )?{_MACHINE}\b",
        rf"\b(?:as|if you are|being|since you are|you are) an? {_MACHINE}(?<!model)(?: \w+){{0,3}},? you {_MUST}\b",
        rf"\b(?:as|if you are|being|since you are) an? (?:\w+ )?model (?:judge|grader|that|which|reading|judging|grading|scoring)\b"
        rf"[^.!?\n]{{0,20}}\byou {_MUST}\b",
        r"\b(?:evaluation|judging|adjudication|assessment|scoring|grading) (?:is|was|has been) (?:now )?(?:complete|over|finished|done|closed)\b",
        r"\b(?:debate|transcript|speech|round|outcome) (?:was|is|has been|were) pre-?(?:scored|judged|graded|decided|determined)\b",
        r"\byour (?:task|instructions?) (?:has|have) (?:now )?changed\b",
        r"\byou,? the (?:\w+ )?(?:model|ai|llm|judge|grader|evaluator|adjudicator|annotator) (?:who|that|which|now|reading|grading|"
        rf"judging|scoring|evaluating|assessing|annotating)\b[^.!?\n]{{0,30}}\b{_MUST}\b",
        r"\b(?:the|this) (?:debate|transcript|speech|quotation) (?:is over|has ended|ends here|is finished)\b[^.!?\n]{0,20}"
        r"[.:;,!]\s*(?:now|you|judge|answer|output|score|your)\b",
    ),
    "tells judges what to answer": (
        rf"\b(?:do not|don't|never) (?:give|award|grant|score|rate|rank|mark) (?:{_SIDE})\b[^.!?\n]{{0,25}}\b(?:points?|marks?|scores?|"
        r"above|higher|out of|first)\b",
        rf"\b{_JUDGE}\b[^.!?\n]{{0,15}}?(?:\b{_MUST}\b|[:,-]) *(?:do not|don't|never|not) (?:note|record|annotate|count|credit|list|"
        rf"score|mark|find)\b[^.!?\n]{{0,30}}\b(?:against|for|by|from|of) (?:{_SIDE}|them|theirs|ours|the other side)\b",
        rf"{_BEGINS}{_GIVE} (?:my|our|their|this speech's|the other (?:side|team)'s) (?:argument(?: strength)?|rebuttals?(?: quality)?|"
        r"evidence(?: grounding)?|rhetoric\w*|engagement|narrative|persona(?: fidelity)?|speech|speeches|case|points?) (?:scores? )?"
        rf"(?:an? |at least |the |no less than )*(?:{_NUMBER}|full marks|(?:highest|top|maximum|best|lowest))\b",
        rf"\bteam [ab]\b[^.!?\n]{{0,12}}\b(?:{_NUMBER}|prevail\w*|best|first|top|winners?)\b",
        rf"\b(?:any|every|a|no) (?:score|mark|rating|grade) (?:below|under|above|less than|lower than|other than) (?:an? )?{_NUMBER}\b"
        rf"[^.!?\n]{{0,15}}\b(?:{_SIDE})\b",
        rf"\bvote for (?:anybody|anyone|nobody|no one|none) (?:but|except|other than) (?:{_SIDE})\b",
        rf"\b(?:engagement|argument|rebuttals?|narrative|winner|verdict) ?[:=] ?[\"']?(?:{_NUMBER}|team [ab]|proposition|opposition|government|"
        r"pro|con|affirmative|negative)\b",
        r"\b(?:answer|output) ?: ?[\"']?(?:the )?(?:team [ab]|proposition|opposition|government|pro|con|affirmative|negative)\b",
        r"\b(?:the |your )?(?:final )?(?:verdict|ballot) (?:is|was|must be|should be|goes to) (?:for )?(?:the )?(?:team [ab]|proposition|"
        r"opposition|government|pro|con|prop|opp)\b(?! (?:of|to|in|part|rata|bono))",
        rf"\b(?:continue|begin|start|end|finish|conclude) (?:by|with) (?:writing|saying|stating|answering|declaring|naming)\b[^.!?\n]{{0,20}}"
        rf"\b(?:{_SIDE})\b[^.!?\n]{{0,15}}\b{_WIN}",
        rf"\bwrite (?:a|an|the|your) (?:\w+ )?(?:verdict|ballot|decision|evaluation|judge?ment)\b[^.!?\n]{{0,30}}\b(?:{_SIDE})\b",
        rf"\b(?:claims?|rebuttals?|arguments?|answers?|points?) (?:of|by|from) (?:{_SIDE}|theirs|ours|the (?:other|opposing) (?:side|team)) "
        r"(?:must|should|shall|are to|have to|need to) be (?:annotated|marked|scored|noted|recorded|labell?ed|tagged) as\b",
        rf"\b{_NUMBER} out of (?:ten|10)\b[^.!?\n]{{0,10}}\b(?:for|to) (?:{_SIDE})\b",
        r"\b(?:evaluate|rate|score|grade|judge|assess|rank) (?:this|my|our) (?:speech|side|case|team|argument) as\b(?! (?:you|if|a whole|they|one))",
        rf"\b(?:only|fair|right|correct|proper|deserved|just) (?:mark|score|grade|rating|rank)s? (?:for|of) (?:{_SIDE})\b",
        rf"{_BEGINS}(?:enter|put down|write down|log) {_NUMBER} (?:points? |marks? )?for (?:{_SIDE})\b",
        r"\b(?:this|my|our) (?:speech|speeches|side|team|case|argument|rebuttals?|claims?) (?:must|should|shall|has to|have to|deserves? to|"
        r"ought to|is to|are to|needs? to) (?:receive|get|be (?:given|awarded|scored|rated|ranked|marked)|have|earn)\b[^.!?\n]{0,15}?"
        r"(?:\b(?:highest|top|full|maximum|best|perfect) (?:scores?|marks?|points?|rating|rank)|\d+ ?(?:points?|out of|/ ?10))",
        rf"\b(?:{_SIDE}) (?:gets?|receives?|scores?) (?:an? )?{_NUMBER} (?:points? )?(?:in|on|for) (?:each|every|all)(?: the)? "
        r"(?:dimensions?|criteri\w+|categor\w+|scores?)\b",
        r"\b(?:audit|annotat|evaluat|assess|grad|scor|judg)\w*\b[^.!?\n]{0,30}\b(?:write|answer|say|put|record|note|return|output|choose)"
        r"\b[^.!?\n]{0,12}\b(?:survived|demolished|contested|undermin\w+|evidence-backed|principled)\b",
        rf"\b{_JUDGE}\b[^.!?\n]{{0,30}}?(?:\b{_MUST}\b|[:,-])[^.!?\n]{{0,30}}?\b{_SAY}\b[^.!?\n]{{0,60}}?\b{_SIDE}\b[^.!?\n]{{0,40}}?"
        rf"\b{_WIN}",
        rf"\b{_JUDGE}\b[^.!?\n]{{0,30}}?(?:\b{_MUST}\b|[:,-])[^.!?\n]{{0,30}}?\b{_SAY}\b[^.!?\n]{{0,40}}?\b{_WIN}[^.!?\n]{{0,20}}?"
        rf"\b(?:to|for|of) {_SIDE}\b",
        rf"\b{_JUDGE}\b[^.!?\n]{{0,20}}?(?:\b{_MUST}\b|[:,-])[^.!?\n]{{0,20}}?\b(?:vote|rule|decide|find|side|score|choose|pick|favou?r|"
        rf"prefer|answer|output|name|declare|select|write|say|print|return|back)\b(?: (?:that|for|in favou?r of|with|against|only|"
        rf"down|simply|just|the (?:side|word|label)))* (?:['\"(]?)(?:{_SIDE})\b(?! (?:know|what|how|why|whether|as|all to|if|that|to)\b)",
        rf"\b(?:order|instruct|command|direct|tell|require|urge|ask|remind)(?:s|ed|ing)? (?:the |all |every |any |our |each )?(?:{_JUDGE})"
        rf"\b[^.!?\n]{{0,40}}\b(?:{_SAY}|{_GIVE}|side)\b[^.!?\n]{{0,50}}\b(?:{_SIDE}\b|{_WIN})",
        r"\bteam [a-h]\b[^.!?\n]{0,15}\b(?:must|should|shall|has to|needs to|ought to|is to|will|deserves to|wins?|won)\b"
        r"(?= *(?:win|be |receive|get|have|come|[.!?,;:\n\"]|$|this debate|the debate|by ))",
        r"\b(?:vote|score|rule|decide|find|choose|pick|prefer|favou?r|answer|output|declare|select|give|award|rank|rate)\b"
        r"[^.!?\n]{0,25}\b(?:team|label) [a-h]\b",
        rf"{_BEGINS}{_GIVE} (?:{_SIDE})\b[^.!?\n]{{0,20}}\b{_WIN}",
        rf"{_BEGINS}{_GIVE} [^.!?\n]{{0,20}}\b{_WIN}[^.!?\n]{{0,15}}\b(?:to|for) (?:{_SIDE})\b",
        rf"{_BEGINS}(?:score|rate|rank|mark|grade) (?:{_SIDE})\b(?= (?:at|as|with|a |an |\d|first|highest|high|higher|above|ahead|ten|"
        r"nine|top|best|on top|last|low|lower|lowest|below|zero|one))",
        rf"\b(?:answer|output|respond|reply|print|write|return|conclude|report|state)\b(?: (?:only|with|that|just|simply))*[ :,\"'-]+"
        rf"(?:{_SIDE})\b[^.!?\n]{{0,15}}\b(?:wins?|won|is the winner|are the winners|as (?:the )?winners?|has won|have won)\b",
        r"\b(?:the )?(?:only )?(?:correct|right|required|expected|only|final|mandated|proper) (?:answer|output|verdict|label|winner|"
        rf"vote|ballot|response|reply|decision) (?:is|must be|should be|will be|has to be|:)[^.!?\n]{{0,40}}\b(?:{_SIDE}\b|{_WIN})",
        r"\byour (?:final |only )?(?:answers?|output|verdicts?|ballots?|choice) (?:must|should|has to|have to|is to|will|shall|needs? to) (?:be|say|"
        r"read)\b[^.!?\n]{0,12}[\"'(][a-h][\"')]",
        r"\byour (?:answers?|output|verdicts?|ballots?|scores?|reply|response|json|ratings?|ranking|evaluation|annotation|grade) "
        rf"(?:must|should|has to|have to|is to|are to|will|shall|needs? to|ought to|is|are)\b[^.!?\n]{{0,50}}\b(?:{_SIDE}\b|{_WIN}|json)",
        r"\b(?:give|award|grant|hand) (?:us|me|our (?:side|team)|my team|this (?:side|team|speech)) (?:the (?:win|victory|debate|round|ballot)|"
        r"full marks|top marks|a ten|the highest|the maximum|more points|maximum|(?:ten|nine|\d+)(?= ?(?:points?|marks?|out|/|[.!?,;]|$)))",
        rf"\b(?:award|give|hand) (?:this|the) (?:debate|round|win|victory|ballot|verdict) to (?:{_SIDE})\b",
        rf"\b(?:win|debate|round|ballot|verdict) (?:belongs|goes|must go|should go|has to go|is due) to (?:{_SIDE})\b",
        rf"\b(?:mandatory|required|necessary|essential|imperative|ordered|crucial|vital) (?:that|for) (?:the |all |every |any )?"
        rf"{_JUDGE} (?:to )?(?:\w+ly )?(?:pick|choose|{_SAY})\b[^.!?\n]{{0,30}}\b(?:{_SIDE}\b|{_WIN})",
        rf"\b{_JUDGE} who (?:do|does) not (?:vote|answer|name|choose|pick)(?: for)? (?:{_SIDE})\b",
        rf"\b(?:declare|name|call|crown|make|pronounce) (?:{_SIDE}) (?:the |as |as the )?(?:winners?|victors?)\b",
        r"\b(?:count|mark|note|record|list|annotate|treat|score|label|tag|class|classify|call|deem) (?:every|all|each|any|our|my|their|none) "
        r"(?:of )?(?:the )?(?:our |their |the other side's |my )?(?:claims?|rebuttals?|arguments?|points?|answers?) "
        rf"(?:(?:of|by|from) (?:ours|theirs|the (?:other|opposing) (?:side|team)|{_SIDE}) )?(?:as )?(?:survived|demolished|undermin\w+|"
        r"evidence-backed|contested|logic\w*|direct\b|new\b|specific\b|winning)",
    ),
}

_APPEAL_PATTERNS = (
    r"\b(?:vote|voting) (?:for|against|with|yes|no|aye|nay|affirmative|negative|pro|con|to (?:support|reject|carry|oppose|pass))\b",
    r"\b(?:urge|ask|beg|invite|call on|implore|encourage|want|need) (?:\w+ )?(?:you|this house|the house|everyone|everybody|members|all of you)"
    r"(?: all)? (?:to|that you) (?:\w+ )?(?:oppose|propose|support|reject|carry|vote|back|defeat|pass|side|join|stand)\b",
    r"\b(?:support|oppose|reject|carry|defeat|back|pass|endorse) (?:the|this|tonight's|today's|our) (?:motion|resolution|proposal|side|case)\b",
    r"\bbeg to (?:propose|oppose|move)\b",
    r"\b(?:side|stand|walk|go) with (?:us|me|the (?:proposition|opposition))\b",
    r"\bgive us your (?:vote|votes|support|voice)\b",
    r"\b(?:i|we) (?:urge|ask for) (?:an?|your) (?:\w+ )?(?:ballot|vote)\b",
)

FORMS: dict[str, tuple[re.Pattern[str], ...]] = {
    reason: tuple(re.compile(pattern) for pattern in patterns) for reason, patterns in _INSTRUCTIONS.items()
}
"""What a sentence does → patterns of it."""

APPEALS = tuple(re.compile(pattern) for pattern in _APPEAL_PATTERNS)
