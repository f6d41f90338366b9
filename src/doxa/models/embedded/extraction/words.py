"""Lists of English words that the rules use, and the content words of a text."""

import re

from doxa.corpora import normalised

ELLIPTICAL = 5
"""The most words of a statement that can omit its end."""

WORD = re.compile(r"[\w'’-]+")
VERBAL = re.compile(r"\w{2,}ifies|\w{3,}izes|\w{2,}(?:[aeiou][lnrtd]|gn)ises")
"""Endings that only verbs have: "simplifies", "criminalises"."""
DOUBLED = re.compile(r"[^\Waeiou][aeiou]([bdgklmnprtvz])\1ed$")


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set; lists of words are written as texts here."""
    return frozenset(text.split())


FUNCTION_WORDS = word_set(
    """
    a about above across after again against all also although am among an and any anything are aren't as at be
    because been before being below between beyond both but by can can't cannot could couldn't did didn't do does
    doesn't doing don't done down during each either else even ever every everything few for from further get gets
    got had has have having he her here hers him his how i i'd i'll i'm i've if in into is isn't it it's its
    itself just let let's like many may me might more most much must my myself no none nor not nothing now of off
    on once one only or other our ours out over own quite rather really same shall she should shouldn't so some
    something still such than that that's the their theirs them then there there's these they they're this those
    though through to too toward towards under until up upon us very was wasn't we we're well were weren't what
    when where which while who whom whose why will with within without won't would wouldn't yes yet you you're
    your yours
    """
)

TALK = word_set(
    """
    absolute accept actual address admit afternoon agree ahead answer apology argue argument aside ask balance
    basic believe blunt bring brought call case change chat choose claim clear close come conclude conclusion
    convince cool count curious debate decide definite deny differ difficult disagree discuss dismiss doubt easy
    evening everyone exact face fact fair favor favour feel fellow final find folk follow forth friend fun give
    glad go good grant grateful great guess guy guys haha happy hard head hear hello help hesitate hey hi hold
    honest hope idea impress interest issue keep key kind know lean least leave lets light listen literal lol look
    love main maintain make matter mean mention mind minute miss mistake moderator moment morning motion move need
    nice note object obvious ok okay opinion opponent oppose outright past pause perhaps persuade place please
    pleasure point position possible prefer proposition prove put question raise reason rebuttal reject remain
    reply respect rest right said say second see seem settle share show side simple simply slight sorry sort speak
    speaker stance stand start state stay stick strong sum summary support sure surprise take talk tell thank
    thanks think though thought tilt time today together told tonight took topic total true truth try turn
    uncertain undecided understand unsure update view vote way weigh weight welcome went win wonder word work worth
    wow wrong yeah yep
    """
)
"""Words of talk about talk, in their plain form."""

PREDICATES = word_set("easy fair good great happy hard help matter need right true win work worth wrong")
"""Words of talk that say something where their subject is a thing: "fines are good", but not "good point"."""

FINITE = word_set(
    """
    is isn't are aren't was wasn't were weren't am has hasn't have haven't had hadn't do does doesn't don't did didn't
    can can't cannot could couldn't will won't would wouldn't should shouldn't may might must shall shan't
    ought oughtn't
    isnt arent wasnt doesnt dont didnt cant couldnt wont wouldnt shouldnt
    """
)
"""Verb forms that make a clause finite whatever follows."""

VERBS = word_set(
    """
    achieve act add affect aid allow amplify apply attract avoid beat became become began begin belong benefit
    boost break breed bring broke brought build built bully burden burn buy came carry cause change choose chose
    collapse come confuse contain contradict contribute control corrupt cost cover create cure cut damage decide
    decrease deepen degrade delay demand deny depend depress deprive deserve destroy deter devalue develop die
    dilute diminish discourage discriminate distort distract divide drain drive drop drove earn ease educate elect
    eliminate employ empower enable encourage end endanger enhance ensure equal erase erode exceed excite exclude
    exist expand exploit expose express fail fall favor favour fear feed feel fell felt fit fix flourish follow
    force foster fought found free fuel fund gain gave get give go got grant grew grow guarantee happen harm hate
    heal held help hide hinder hit hold hurt ignore impose improve include increase inform infringe inspire
    interfere invade invest involve isolate jeopardize justify keep kept kill know lack lead leak learn leave led
    lessen let level lift limit live lose lost lower made maintain make manipulate matter mean meant measure
    moderate motivate move multiply need normalize nudge obey offend offer open oppress outnumber outweigh overlook
    overwhelm paid pay perpetuate persist pick poison polarize pollute possess preserve prevent produce promote
    protect prove provide provoke pull punish push put raise ran reach reduce reflect regulate reject rely remain
    remove replace represent require respect restore restrict result reveal reverse reward rise risk rob rose ruin
    run said sank save saw scare see seek seem sell sent serve set shape shift show shrink silence slow sold solve
    spend spent spoil spoke spread stabilize stay steal stifle stigmatize stood stop strengthen strike strip
    struggle succeed suffer support suppress survive sustain take taught teach tempt tend thought threaten threw
    thrive told tolerate took train transform trap treat trigger trust turn undermine uphold urge use vanish vary
    violate vote want waste weaken went widen win wither won wore work worry worsen wrote
    """
)
"""Verbs of argument in their plain form, and irregular pasts; with FINITE they distinguish a clause from a phrase."""


def content_words(text: str) -> list[str]:
    """Return the words of a text, in lower case, that are not function words."""
    return [word for word in normalised(text).split() if word not in FUNCTION_WORDS]


def has_verb(text: str, first: int = 0, last: int = 60) -> bool:
    """Return whether a word of a text, from ``first`` up to ``last``, can be a finite verb and is no infinitive."""
    words = WORD.findall(text.lower())[:last]
    return any(
        is_finite(word) and words[place - 1 : place] != ["to"] for place, word in enumerate(words[first:], first)
    )


def is_elliptical(text: str) -> bool:
    """Return whether a few words end in an auxiliary whose verb is omitted: "the diet is"."""
    words = WORD.findall(text.lower())
    return 0 < len(words) <= ELLIPTICAL and words[-1] in FINITE


def is_finite(word: str) -> bool:
    """Return whether a word in lower case can be a finite verb: in FINITE, a form of VERBS but -ing, or VERBAL."""
    word = word.replace("’", "'")
    return word in FINITE or any(form in VERBS for form in plain_forms(word)) or VERBAL.fullmatch(word) is not None


def plain_forms(word: str) -> tuple[str, ...]:
    """Return the plain words whose form in -s, -es, -ies, -d, -ed, -ied or, as in "stopped", -pped a word may be."""
    if word.endswith(("ies", "ied")):
        return word, f"{word[:-3]}y"
    if DOUBLED.search(word):
        return word, word[:-2], word[:-3]
    if word.endswith(("es", "ed")):
        return word, word[:-1], word[:-2]
    return (word, word[:-1]) if word.endswith("s") else (word,)
