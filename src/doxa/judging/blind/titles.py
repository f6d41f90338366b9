"""Titles before names, and letters after them.

A title of the first list may be part of a name on the list of speakers ("Dr Ann Lee"). An office, "Governor" or "Prime
Minister", is put before a name by whoever speaks of its bearer: of a speaker, or of somebody in history.
"""

TITLES = (
    "dr", "doctor", "prof", "professor", "mr", "mrs", "ms", "miss", "mx", "sir", "dame", "lord", "lady", "baroness",
    "baron", "rev", "reverend", "rabbi", "imam", "father", "sister", "councillor", "councilor", "cllr", "senator",
    "minister", "judge", "justice", "ambassador", "general", "colonel", "captain", "hon", "rt hon",
    "the right honourable", "the honourable", "honourable", "governor", "congressman", "congresswoman", "assemblyman",
    "assemblywoman", "councilman", "councilwoman", "alderman", "alderwoman", "monsignor", "sheikh",
)  # fmt: skip

OFFICES = (
    "deputy prime minister", "prime minister", "first minister", "chief minister", "premier", "vice president",
    "vice-president", "president", "chancellor", "lord chancellor", "lord mayor", "deputy mayor", "mayor",
    "lieutenant governor", "secretary", "foreign secretary", "home secretary", "attorney general", "surgeon general",
    "chief justice", "mr justice", "speaker", "chairman", "chairwoman", "chairperson", "commissioner", "representative",
    "delegate", "gov", "sen", "rep", "pres", "gen", "col", "capt", "sgt", "lt", "major", "lieutenant", "sergeant",
    "admiral", "commander", "commodore", "brigadier", "corporal", "sheriff", "inspector", "superintendent", "detective",
    "officer", "archbishop", "bishop", "cardinal", "canon", "pastor", "vicar", "archdeacon", "chaplain", "magistrate",
    "provost", "principal", "coach", "comrade", "frau", "herr", "madame", "monsieur", "señor", "señora",
)  # fmt: skip
"""Offices that are put before a name, and occur in names of their own: Major, Bishop."""

LETTERS = ("mp", "mep", "msp", "phd", "obe", "mbe", "cbe", "kc", "qc", "jr", "sr", "frs", "fba")

RANKS = frozenset(OFFICES) | {
    "general", "colonel", "captain", "justice", "judge", "ambassador", "governor", "senator",
}  # fmt: skip
"""Titles that many people of history have: with a name that is not rare, they mean a speaker only by what follows."""

BEFORE_NAMES = tuple(sorted({*TITLES, *OFFICES}, key=lambda title: (-len(title), title)))
"""All of them, the longest first, so that "Prime Minister" is found before "Minister"."""
