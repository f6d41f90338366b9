"""How English compares two things: the patterns by which ``comparisons`` finds them.

The groups ``first`` and ``second`` are the two things; what holds for both may stand behind the second.
"""

import re

from doxa.models.embedded.extraction.words import word_set

_AUXILIARY = (
    r"(?:is|are|was|were|will|would|should|can|could|may|might|must|shall|ought|has|have|had|does|do|did|"
    r"isn['’]t|aren['’]t)"
)
_BE = r"(?:(?:is|are|was|were|be|been|being)|['’]s)"
PREPOSITIONS = "because of|due to|on|in|to|for|from|by|with|at|through|about|into|under|as|against|of"
TAILS = r"(?:for|at|in|on|when|if|as|because|during|while|with|where|by|after|to|among|within)"
"""Words with which something begins that holds for both things."""
_DEGREE = r"(?:more|less|fewer|better|worse|further|\w{2,}er)"
_INSTEAD = r",?\s+(?:rather than|instead of|as opposed to|in place of|and not)\s+"

WE = re.compile(r"(?:we|I|you|one|people|everyone|everybody|he|she|they)\b", re.IGNORECASE)
"""A subject that no proposition compares with anything."""

NO_THING = re.compile(
    r"(?:\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|eleven\b|twelve\b|\w+teen\b|"
    r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty\b|half\b|an? (?:few|dozen|hundred|"
    r"thousand|million|third|quarter|decade|century|year|month|week|day|hour|minute|couple)\b|ever\b|before\b|now\b|"
    r"usual\b|normal\b|necessary\b|needed\b|required\b|enough\b|expected\b|is\b|it\b|they\b|we\b|I\b|you\b|he\b|she\b|"
    r"this\b|that\b|today\b|in the past\b|at (?:present|any)\b|just\b|merely\b|only\b|most\b|average\b|what\b|the "
    r"(?:average|rest|past)\b|other\b|never\b|not\b)",
    re.IGNORECASE,
)
"""What follows "than" where a thing is compared with a number, a time or a measure."""

CLEFT = re.compile(
    rf"it\s*(?:['’]s|is|was|would be|will be|may be|can be)\s[^,]*?\b{_DEGREE}\b[^,]*?\bto\s+(?P<first>.+?)"
    r"\s+(?:than|rather than)\s+(?:to\s+)?(?P<second>.+)",
    re.IGNORECASE,
)
PREFERRED = re.compile(r".*?\b(?:prefer(?:s|red)?|favou?r)\s+(?P<first>.+?)\s+to\s+(?P<second>.+)", re.IGNORECASE)
PUT_OVER = re.compile(
    r".*?\b(?:choos(?:e|es|ing)|chose|favou?r(?:s|ing)?|prefer(?:s|ring)?|prioriti[sz](?:e|es|ing)|valu(?:e|es|ing)|"
    r"priz(?:e|es|ing)|pick(?:s|ing)?|tak(?:e|es|ing)|put(?:s|ting)?|rank(?:s|ing)?|plac(?:e|es|ing)|"
    r"giv(?:e|es|ing)\s+(?:\w+\s+)?(?:priority|precedence|preference|more weight)\s+to)\s+(?P<first>.+?)\s+"
    r"(?:over|above|before|ahead of)\s+(?P<second>.+)",
    re.IGNORECASE,
)
DONE_OVER = re.compile(
    r".*?\b(?:promot(?:e|es|ing)|emphasi[sz](?:e|es|ing)|privileg(?:e|es|ing)|elevat(?:e|es|ing)|back(?:s|ing)?|fund(?:s|ing)?|"
    r"invest(?:s|ing)? in|spend(?:s|ing)? on|support(?:s|ing)?|reward(?:s|ing)?|trust(?:s|ing)?|protect(?:s|ing)?|"
    r"teach(?:es|ing)?)\s+(?P<first>.+?)\s+over\s+"
    r"(?!the (?:age|next|last|past|coming|summer|winter|years|long|short|border)\b|time\b)(?P<second>.+)",
    re.IGNORECASE,
)
"""What is done to one thing over another, by verbs that mean it with "over" alone: "invest in trains over roads"."""
HELD_OVER = re.compile(
    r"^(?:priority|precedence)\b|\b(?:control|power|influence|authority|sovereignty|jurisdiction|dominance|command|"
    r"oversight|debate|disputes?|wars?|concerns?|fights?|say|veto(?:es)?|victory|advantage|taxes|all|more|it|them|"
    r"tak\w+|hand\w*|carr\w+|spread|years?|times?|rights?)$",
    re.IGNORECASE,
)
"""What somebody has over something, which compares nothing."""
AT_THE_EXPENSE = re.compile(
    r".*?\b(?:should|must|ought to|"
    r"needs? to)\s+(?:not\s+)?(?!be\b)\w+\s+(?P<first>.+?)\s+at the expense of\s+(?P<second>.+)",
    re.IGNORECASE,
)
"""One thing for which another pays: "should promote growth at the expense of nature"."""
REPLACED = re.compile(
    r".*?\breplac(?:e|es|ing)\s+(?P<first>.+?)\s+(?:with|by)\s+(?P<second>.+)",
    re.IGNORECASE,
)
"""One thing for the other: "replace exams with coursework"."""
_OUTDO = (
    r"(?:outweigh|outperform|outnumber|outrank|outclass|outshine|outdo|outsell|outstrip|outpace|outlast|beat|trump|"
    r"surpass|exceed|dwarf|eclipse|lag behind|pale (?:beside|next to|before)|yield to|give way to|defer to)"
)
OUTDOES = re.compile(
    r"(?P<first>.+?)\s+(?:"
    rf"(?:(?:far|clearly|generally|often|easily|always|still|\w+ly)\s+)?(?:{_OUTDO}(?:s|es)?|"
    r"(?:lags|trails) behind|pales (?:beside|next to|before)|yields to|gives way to|defers to)|"
    rf"{_AUXILIARY}\s+(?:\w+ly\s+|far\s+|always\s+|much\s+)?(?:be\s+)?(?:superior to|inferior to|"
    rf"preferable to|{_OUTDO}|preferred (?:to|over)|no match for|nothing (?:against|compared (?:with|to))|"
    r"(?:prioriti[sz]ed|favou?red|promoted|chosen|picked|emphasi[sz]ed|privileged|funded|given (?:priority|precedence|"
    r"preference)) (?:over|above)|(?:put|placed|valued|ranked) (?:before|over|above|ahead of)|"
    r"\w+ed at the expense of)|"
    rf"(?:{_AUXILIARY}\s+)?(?:comes?|go(?:es)?|ranks?) (?:before|above|ahead of)|"
    rf"(?:{_AUXILIARY}\s+)?(?:comes?|takes?) (?:a (?:\w+ )?)?second (?:place )?to|"
    rf"(?:{_AUXILIARY}\s+)?(?:takes?|has|have) (?:priority|precedence|the edge|nothing) (?:over|on))\s+(?P<second>.+)",
    re.IGNORECASE,
)
IN_A_CLAUSE = re.compile(r"\b(?:who|which|that|if|when)\b", re.IGNORECASE)
"""Words behind which a verb is not the proposition's own: "police officers who beat protesters"."""
NOT_AS = re.compile(
    rf"(?P<first>.+?)\s+(?:(?:{_BE}|do|does)\s+(?:not|nowhere near|far from|hardly|never|nearly as)|isn['’]t|aren['’]t|"
    rf"don['’]t|doesn['’]t|wasn['’]t|weren['’]t|(?:{_BE})\s+(?:just|at least|every bit|twice|half|ten times))\s+"
    r"(?:\w+\s+)?(?:nearly\s+|anything like\s+)?as\s+\w+(?:\s+\w+)?\s+as\s+(?P<second>.+)",
    re.IGNORECASE,
)
"""Things of unlike degree: "Vaping is nowhere near as harmful as smoking"."""
COMPARED_WITH = re.compile(
    r"(?:compared (?:with|to)|set against|next to|beside|unlike)\s+(?P<first>[^,]+),\s+(?P<second>.+?)\s+"
    rf"(?={_AUXILIARY}\b|\w+s\b).*",
    re.IGNORECASE,
)
"""The other thing first: "Compared with chess, poker is the deeper game"."""
AS_AGAINST = re.compile(
    rf"(?P<first>.+?)\s+{_AUXILIARY}\s+.*?\b(?:compared (?:with|to)|in comparison (?:with|to)|"
    rf"as against)\s+(?P<second>.+)",
    re.IGNORECASE,
)
"""The other thing last: "Dogs are overrated compared with cats"."""
BETTER_THAN = re.compile(r"(?:far\s+|much\s+)?better\s+(?P<first>.+?)\s+than\s+(?P<second>.+)", re.IGNORECASE)
"""A saying: "Better a bad peace than a good war"."""
WOULD_RATHER = re.compile(
    r".*?(?:\bwould|['’]d)\s+(?:rather|sooner|much rather)\s+\w+\s+(?P<first>.+?)\s+than\s+(?P<second>.+)",
    re.IGNORECASE,
)
MORE_THAN_BY = re.compile(
    rf".*?\b(?P<by>{PREPOSITIONS})\s+(?P<first>.+?)\s+(?:more|less|rather)\s+than\s+(?P=by)\s+(?P<second>.+)",
    re.IGNORECASE,
)
"""The degree behind: "depends on luck more than on talent"."""
MORE_THAN_IT = re.compile(
    r".+?\s(?P<verb>needs?|wants?|hates?|loves?|likes?|values?|fears?|costs?|helps?|hurts?|harms?|benefits?)\s+(?P<first>.+?)\s+"
    r"(?:more|less)\s+than\s+(?:it|they|we|he|she|you|I)\s+(?:(?P=verb)|does|do)\s+(?P<second>.+)",
    re.IGNORECASE,
)
"""The verb said twice: "needs plumbers more than it needs lawyers"."""
NOT_THIS = re.compile(r"(?P<head>.+?)(?P<joint>,\s+(?:and\s+)?not\s+)(?P<second>[^,]+)", re.IGNORECASE)
"""What should be one thing: "The money should go to rivers, not beaches"."""
RATHER_THAN = re.compile(
    r"(?:rather than|instead of)\s+(?P<first>[^,]+),\s+[^,]+?\b(?:should|must|ought to|needs? to)\s+(?P<deed>\w+)\s+"
    r"(?P<second>.+)",
    re.IGNORECASE,
)
"""The other thing first: "Rather than new motorways, the country should build railways"."""
OVER = re.compile(r"(?P<first>(?:\S+\s+){1,4}?)(?:over|before|above)\s+(?P<second>\S.*)", re.IGNORECASE)
"""A title: "Freedom over security"."""
FIRST_OF_ALL = re.compile(r"(?P<first>[^,]+)\s+first,\s+(?P<second>[^,]+)\s+(?:second|later|last)", re.IGNORECASE)
PAIR = re.compile(
    r"(?:.{0,80}?\b)?(?:between|of|either)\s+(?P<first>[^,]{1,80}?)\s+(?:and|or)\s+(?P<second>[^,]{1,80}?),\s+(?P<rest>.+)",
    re.IGNORECASE,
)
"""Two things of which one is named again: "Of Messi and Ronaldo, Messi is the greater"."""
FORESEEN = re.compile(
    r"\b(?:predict(?:s|ed)?|expect(?:s|ed)?|think|thought|hoped?|fear(?:s|ed)?|claim(?:s|ed)?|believed?|assumed?|admit(?:s|ted)?|"
    r"reali[sz]ed?|imagined?|supposed?|intended|promised|planned|advertised|suggest(?:s|ed)?|seem(?:s|ed)?|looks?|"
    r"used to)$",
    re.IGNORECASE,
)
"""How a clause behind "than" ends that names no second thing: "worse than scientists predicted"."""
ENDING = re.compile(rf"(?:\s+ever)?\s+(?:{_AUXILIARY}|wins?)$", re.IGNORECASE)
"""A verb behind the second thing: "than judges do"."""
BEFORE_THE_OTHER = re.compile(
    rf",?\s+(?:rather than|instead of|as opposed to|in place of|and not|not|than|over|before|above|ahead of|to|as)\s+"
    rf"(?:(?:it|they|we|he|she|you|I)\s+\w+\s+)?(?:(?:{PREPOSITIONS})\s+)?$",
    re.IGNORECASE,
)
"""What stands before the second thing and goes with it: "than", "more on buses *than on*"."""
PUT = re.compile(r"\b(?:put(?:s|ting)?|plac(?:e|es|ing)|rank(?:s|ing)?|comes?|go(?:es)?)\b", re.IGNORECASE)
"""Verbs with which a thing stands first where it stands before another."""
RANKED = re.compile(r"over|before|above|ahead of", re.IGNORECASE)
"""Words with which such a verb ranks one thing before another."""
LEFT_OVER = re.compile(rf"^,|^(?:\s+ever)?\s+(?:{_AUXILIARY}$|(?:does|do|did)(?=\s+{TAILS}\s))", re.IGNORECASE)
"""What is left of "than judges do", and a comma that closed the other thing off."""
NOUN_WITH_TO = re.compile(
    r"\b(?:start|end|access|right|approach|change|return|visit|answer|solution|alternative|threat|limit|key|commitment|"
    r"attention|damage|aid|route|road|way|entry|contribution|objection|opposition)s?$",
    re.IGNORECASE,
)
"""Nouns that a "to" belongs to: "a later start to the school day"."""
MORE_BY = re.compile(
    rf".*?\b{_DEGREE}\b.*?\b(?P<by>{PREPOSITIONS})\s+(?P<first>.+?)(?:\s+rather)?\s+than\s+(?P=by)\s+(?P<second>.+)",
    re.IGNORECASE,
)
"""The same preposition in front of both things: "spend more on buses than on trams"."""
MORE_OF_A = re.compile(
    r".*?\b(?:more|less)\s+(?:of\s+)?(?P<first>(?:an?|the)\s.+?)\s+than\s+(?P<second>(?:an?|the)\s.+)", re.IGNORECASE
)
"""Two names of one thing: "more a burden than a blessing"."""
HARM = re.compile(r".*?\bmore\s+(?P<first>harm|good|damage)\s+than\s+(?P<second>good|harm|damage)\b.*", re.IGNORECASE)
_QUALITY = r"\w{2,}(?:ful|less|ous|al|ive|[ai]ble|ant|ent|ic|ical|ed)"
MORE_SO = re.compile(rf".*?\bmore\s+(?P<first>{_QUALITY})\s+than\s+(?P<second>{_QUALITY})\b.*", re.IGNORECASE)
VALUED = re.compile(
    r"\w+\s+(?:should|must|ought to|would|can|do)\s+\w+\s+(?P<first>.+?)\s+(?:much\s+|far\s+)?(?:more|less)\s+"
    r"(?:\w+ly\s+)?than\s+(?P<second>.+)",
    re.IGNORECASE,
)
"""Two objects of what "we" do: "We should value freedom more than comfort"."""
MORE_DOING = re.compile(
    r".*?\b(?:more|less)\s+(?:about\s+)?(?P<first>\w{2,}ing\b.*?)\s+than\s+(?P<second>\w{2,}ing\b.*)", re.IGNORECASE
)
NOT_THAT = re.compile(r"(?P<first>[^,]+),\s+(?:and\s+)?not\s+(?P<second>[^,]+),\s+.+", re.IGNORECASE)
THAN = re.compile(r"(?<!rather)(?<!other)(?<!no sooner)\s+than\s+", re.IGNORECASE)
DEGREE = re.compile(rf"\b{_DEGREE}\b", re.IGNORECASE)
NO_DEGREE = word_set("whether other rather water never over under after however either neither together per")
DETERMINERS = word_set("a an the its their our his her my your this that these those no")
COMPARED = word_set(
    "absorb attract catch clean cool count cure describe drive educate entertain explain fit fly grow heal heat last "
    "motivate predict reflect resolve run sleep smell sound store suit taste travel warm"
)
"""Further verbs of what things do better than others."""
AUXILIARY = re.compile(rf"(?<!\bwho )(?<!\bthat )(?<!\bwhich )\b{_AUXILIARY}\b", re.IGNORECASE)
SUBJECTS = re.compile(
    rf"(?P<first>[^,]+?){_INSTEAD}(?P<second>[^,]+?),?\s+"
    rf"(?=(?:{_AUXILIARY}|\w{{3,}}ed|causes?|makes?|made|leads?|led|brought|drives?|drove|explains?)\b)",
    re.IGNORECASE,
)
INSTEAD = re.compile(rf"(?P<head>.+?)(?P<joint>{_INSTEAD})(?P<second>.+)", re.IGNORECASE)
PREPOSITION = re.compile(rf"(?:{PREPOSITIONS})\b", re.IGNORECASE)
MODAL = re.compile(
    r"\b(?:should|must|ought to|will|would|can|could|may|might|needs? to|ha(?:ve|s) to)\s+(?:\w+ly\s+)?", re.IGNORECASE
)
BE = re.compile(rf"{_BE}\s+(?:\w+ly\s+)?", re.IGNORECASE)
FRONTED = re.compile(
    r"(?:(?:in|for|at|on|during|among|between|when|if|as|where|by|given|honestly|frankly|overall|today)\b[^,]*,\s+)?"
    r"(?:(?:[\w'’]+\s+){0,7}?(?:admit(?:s|ted)?|believes?|thinks?|agrees?|accept(?:s|ed)?|recogni[sz]e[sd]?|clear|true|"
    r"obvious|holds?)\s+that\s+)?",
    re.IGNORECASE,
)
"""What stands in front of the statement: "On battery safety, …", "It is clear that …"."""
WORD = re.compile(r"[\w'’-]+")

CONDITION = re.compile(
    r"\b(?:if|when|unless|until|only|except|but|while|although|though|not|never|no)\b|[?\"“”]|n['’]t\b", re.IGNORECASE
)
"""Words by which a claim says less than the comparison that it begins with, or something else."""
DEGREE_ADVERBS = word_set("far much clearly generally simply always often definitely certainly so plainly")
OPPOSITE_DEGREES = {"better": "worse", "worse": "better", "more": "less", "less": "more"}
