"""Whether a text is in another language than English, which the models were not trained to judge.

Told by scripts, and among languages in Latin letters by their commonest words. Where it is not sure a text counts as
English: a few borrowed words, names and short sentences never make it foreign.
"""

import re

from doxa.models.embedded.extraction.words import FUNCTION_WORDS, VERBS, is_finite, word_set

LEAST = 3
"""Words of a text that can be told by what it lacks."""

WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
ACCENTED = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff]")

LETTERS = 3
"""Letters that a text in another script has at least."""

ENGLISH = (
    FUNCTION_WORDS
    | VERBS
    | word_set("the of and to is that for with are this from have it's don't can will one two people would make way")
)

_COMMON = """
    und der die das den dem des ein eine einen einem einer eines nicht ist sind war waren wird werden wurde hat haben
    hatte kann können soll sollte sollten muss müssen darf auch nur noch schon aber oder wenn weil dass daß sich auf aus
    bei mit nach von vor zu zum zur für über unter durch ohne gegen wie wer ich du wir ihr sie es mein dein sein kein
    keine mehr viel viele immer wieder dort hier jeder jede alle
    el la los las un una unos unas del al y o que no es son era fue ser estar está están hay por para con sin sobre
    entre como más pero porque cuando donde si su sus se lo le les me nos mi muy también ya este esta estos estas
    ese esa todo todos cada debe deben puede pueden
    le les des du au aux et ou où ne pas plus est sont était être avoir ont il elle ils elles nous vous je tu ce cette
    ces qui que quoi dont dans sur sous avec pour par sans mais donc car si leur leurs son sa ses mon ma mes notre votre
    très aussi déjà tout tous toute toutes faut doit doivent peut peuvent fait c'est n'est d'un d'une qu'il qu'on
    il lo gli uno una della dello dei degli delle nel nella nei sul sulla con per tra fra di da che chi non è sono era
    essere ha hanno anche più ma perché quando dove se si suo sua loro nostro questo questa questi queste quello tutti
    tutto ogni molto già deve devono può possono come
    een het de van en in op te met voor niet zijn is was werd worden wordt heeft hebben had kan kunnen moet moeten zal
    zou maar ook nog al als dan dat die deze dit door bij naar uit om over onder tegen zonder wie wat waar hoe ik je jij
    hij zij we wij jullie hun haar mijn geen meer veel altijd elke alle
    i w z na do nie się jest są był była było być ma mają może mogą to że jak ale czy dla od po za przez przy bez nad
    pod tak już tylko także więc który która które tego tej tym ich jego jej nas wszystkich każdy gdy bo
    o os um uma uns umas do da dos das no na nos nas ao aos à e ou mas que não é são foi ser estar tem têm por para com
    sem sobre entre como mais quando onde se seu sua seus suas ele ela eles elas isso este esta muito também já todos
    och att det som en ett är var inte på av för med till den de har hade kan ska skulle men om eller från vid så när
    jag du vi ni han hon mycket alla mer og ikke jeg er å på av til fra men som så når hvis vil skal måtte
    ja ei se on ovat ole että joka kun niin kuin mutta myös tai sekä hän minä sinä me te he oli olla
    a az és hogy nem is egy ez van volt meg csak de már még mint vagy ha aki ami
    a se na je že to v s z do o i ale jako nebo když jsou byl by být pro při není
    şi și nu este sunt care pe cu din la mai dar sau când fost ve bir bu da için ile çok değil olarak gibi daha ama ne
    yang dan di ke dari untuk dengan tidak ini itu adalah akan pada juga atau karena oleh kerana semakin boleh kepada
    agar hai hain nahi nahin kya kar karna ko ki ka ke aur bhi jo yeh woh toh mein hoga hogi degi dega sarkar
"""
_AMBIGUOUS = word_set(
    """
    a ad al all also also an are as at be bin car come con dan das de del dem den der des die do dot du e ego el em er
    et ex for ha had han has hat he her hier i in is la le les lo ma man mas me mi more na ne net ni no nod non not
    o of om on op os over pa par pas per plus pod por pot pro s sale sea si sin so son su sus t tell tem ten te tot un
    under use v van via vi was will with w y z
    """
)
"""Words of other languages that English texts hold too, as words of their own or in names."""

FOREIGN = word_set(_COMMON) - ENGLISH - _AMBIGUOUS
"""The commonest words of some twenty-five languages, without those that English texts hold too."""

PERHAPS_FOREIGN = word_set(_COMMON) - FUNCTION_WORDS - word_set("die man war per pro car sea sale pot dot bin net tell")
SURELY_ENGLISH = ENGLISH - _AMBIGUOUS


def is_foreign(text: str) -> bool:
    """Return whether a text is in another language than English."""
    letters = [letter for letter in text if letter.isalpha()]
    if len(letters) < LETTERS:
        return False
    if sum(LATIN.match(letter) is not None for letter in letters) * 2 < len(letters):
        return True
    words = [word.lower().replace("’", "'") for word in WORD.findall(text)]
    foreign = sum(word in FOREIGN for word in words)
    if foreign >= 2 and foreign > sum(word in SURELY_ENGLISH for word in words):
        return True
    strange = sum(word in PERHAPS_FOREIGN or ACCENTED.search(word) is not None for word in words)
    english = sum(word in SURELY_ENGLISH or is_finite(word) for word in words if word not in FOREIGN)
    if strange >= LEAST and strange > 2 * english:
        return True
    return len(words) >= LEAST and not english and strange > 0
