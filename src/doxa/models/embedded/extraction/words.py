"""Lists of English words that the rules look at, and the words of a text that carry content."""

from doxa.corpora import normalised


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, as a set: the form in which lists of words are written here."""
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
    absolute accept actual admit afternoon agree ahead answer apology argue argument aside ask balance basic
    believe blunt bring brought call case change chat choose claim clear close come conclude convince count cool
    curious debate decide definite deny differ difficult disagree discuss dismiss doubt easy evening everyone exact
    face fact fair favor favour feel fellow final find folk follow forth friend fun give glad go good grant grateful
    great guess guy guys haha happy hard head hear hello help hesitate hey hi hold honest hope idea impress interest
    issue keep key kind know lean least leave light listen literal lol look love main maintain make matter mean
    mention mind miss mistake moment morning motion move need nice note object obvious ok okay opinion oppose
    outright past pause perhaps persuade place please pleasure point position possible prefer proposition prove put
    question raise reason reject remain reply respect rest right said say second see seem settle share show side
    simple simply slight sorry sort speak stand start state stay stick strong sum support sure surprise take talk
    tell thank thanks think though thought tilt time today together told tonight took topic total true truth try
    turn uncertain undecided understand unsure view vote way weigh weight welcome went win wonder word work worth
    wow wrong yeah yep
    """
)
"""Words of talk about talk, in their plain form."""

FINITE = word_set(
    """
    is isn't are aren't was wasn't were weren't am has hasn't have haven't had hadn't do does doesn't don't did didn't
    can can't cannot could couldn't will won't would wouldn't should shouldn't may might must shall
    isnt arent wasnt doesnt dont didnt cant couldnt wont wouldnt shouldnt
    """
)
"""Forms that make a clause finite whatever follows."""

VERBS = word_set(
    """
    achieve act add affect aid allow apply attract avoid become begin belong benefit boost break breed bring build burn
    buy carry cause change come contribute control cost create cut damage decide decrease degrade demand depend
    deprive deserve destroy deter devalue develop die diminish discourage discriminate distract distort drain drive
    drop earn ease educate eliminate employ empower enable encourage endanger end enhance ensure erode exclude
    exist expand exploit expose fail fall feel feed fix follow force foster free fuel fund gain get give go grow
    guarantee harm help hide hinder hold hurt ignore impose improve increase inform infringe inspire interfere invade
    invest keep kill know lack lead learn leave let level limit live lose lower maintain make matter mean measure
    motivate move need offer open oppress pay perpetuate pick pollute prevent produce promote protect prove provide
    punish push put raise reduce remain remove replace represent require respect restrict result reveal reward
    rise risk rob ruin run save see seem serve set shape show silence slow solve spend spread stay stifle stop
    strengthen strike suffer suppress support take teach tend threaten train treat trust turn undermine use violate
    want waste weaken widen win work worsen
    """
)
"""Verbs of argument in their plain form; with FINITE they tell a clause from a phrase."""


def content_words(text: str) -> list[str]:
    """Return the words of a text, in lower case, that are not function words."""
    return [word for word in normalised(text).split() if word not in FUNCTION_WORDS]


def is_finite(word: str) -> bool:
    """Say whether a word in lower case can be a finite verb: a form of FINITE, or of VERBS without -ing."""
    word = word.replace("’", "'")
    return word in FINITE or any(form in VERBS for form in plain_forms(word))


def plain_forms(word: str) -> tuple[str, ...]:
    """Return the words of which a word may be the form in -s, -es, -ies, -d, -ed or -ied."""
    if word.endswith(("ies", "ied")):
        return word, f"{word[:-3]}y"
    if word.endswith(("es", "ed")):
        return word, word[:-1], word[:-2]
    return (word, word[:-1]) if word.endswith("s") else (word,)
