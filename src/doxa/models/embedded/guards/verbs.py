"""The forms of English verbs and verb phrases: "phase out", "phases out", "phased out", "phased out", "phasing out".

Also the patterns of what stands around them in motions, and verbs of what motions would have done. Only what the tables
of ``deeds``, ``bans`` and ``effects`` need: verbs outside them may be formed wrongly.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from doxa.models.embedded.extraction.words import word_set

_IRREGULAR = word_set(
    """
    break/broke/broken bring/brought/brought cut/cut/cut draw/drew/drawn eat/ate/eaten fall/fell/fallen
    fight/fought/fought forego/forewent/foregone forgo/forwent/forgone freeze/froze/frozen get/got/got give/gave/given
    go/went/gone hold/held/held keep/kept/kept leave/left/left let/let/let make/made/made put/put/put run/ran/run
    say/said/said see/saw/seen set/set/set shrink/shrank/shrunk stand/stood/stood strike/struck/struck take/took/taken
    tear/tore/torn throw/threw/thrown undercut/undercut/undercut unwind/unwound/unwound wind/wound/wound
    write/wrote/written
    """
)
IRREGULAR: Mapping[str, tuple[str, str]] = {
    base: (past, participle) for base, past, participle in (entry.split("/") for entry in _IRREGULAR)
}
"""Verb → past and past participle where no rule gives them."""

DOUBLED = word_set(
    "annul ban bar bin cap clip cut defer deter get gut let mar put rip run sap set shun slam step stop sunset thin "
    "trim undercut"
)
"""Verbs that double their last letter before -ed and -ing."""


DEEDS = word_set(
    """
    abandon abolish accept add adopt allow amend approve arm ask assume ban bar begin block boost boycott break bring
    build buy cancel cap change charge cease censor clamp close cut deny deport deploy deregulate devolve
    disband discourage drop dump elect eliminate enact encourage end enforce establish exempt expand expel extend
    finance force forbid forgive fund get give go grant guarantee halve hand harmonise harmonize hold impose improve
    increase introduce invade invest jail join keep launch leave legalise legalize let lift lower make merge
    modernise move nationalise nationalize open oppose outlaw pardon pay penalise penalize permit phase preserve
    privatise privatize prohibit promote prosecute protect provide publish pull punish put quit raise recognise
    recognize reduce refuse reinstate reintroduce reject relax release remove rename reopen repeal replace require
    restore restrict return revoke rewrite save scrap sell send set shut simplify spend start stop strengthen
    strip subsidise subsidize suspend take teach tell tighten triple double treble turn unify uphold ration withdraw
    widen decriminalise decriminalize criminalise criminalize dissolve demolish confiscate
    """
)
"""Verbs of what motions would do, in their plain form, that are hardly ever nouns behind "and"."""

PERHAPS_DEEDS = word_set(
    """
    address aid back balance call campaign control cover design discipline drink exercise export farm fight fine
    fix focus help hire host house hunt import issue label license limit link list locate lock log mandate mark
    market measure monitor name need offer order pass pilot plan plant police pool practice present press price
    process produce question rank rate rescue research reserve reward rule scale schedule screen seek share ship
    show sign store study supply support tackle target tax test track trade train transfer transport treat trial trust
    try use vaccinate value veto vote watch work
    """
)
"""Verbs that are as often nouns: deeds only where something like "the" or "their" follows."""

MODAL = r"(?:should|must|ought to|shall|needs? to|has to|have to|had better|time to|wants? to)"
"""A pattern of what stands before the deed of a motion."""
ADVERB = r"(?:(?:\w+ly|also|now|at last)\s+)?"
"""A pattern of what may stand between both."""


class Forms(NamedTuple):
    """A verb's five forms."""

    base: str
    third: str
    past: str
    participle: str
    present: str
    """The form in -ing."""


def forms_of(verb: str) -> Forms:
    """Return the forms of a verb or verb phrase, whose first word changes."""
    first, *rest = verb.split()
    past, participle = IRREGULAR.get(first, (_past(first), _past(first)))
    return Forms(*(" ".join([form, *rest]) for form in (first, _third(first), past, participle, _present(first))))


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of alternatives, the longest first, so that "cut down on" is found before "cut"."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


def _third(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if _ends_in_y(verb) else f"{verb}s"


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if _ends_in_y(verb) else f"{_stem(verb)}ed"


def _present(verb: str) -> str:
    return f"{verb[:-1]}ing" if verb.endswith("e") else f"{_stem(verb)}ing"


def _stem(verb: str) -> str:
    return verb + verb[-1] if verb in DOUBLED else verb


def _ends_in_y(verb: str) -> bool:
    return verb.endswith("y") and verb[-2] not in "aeiou"
