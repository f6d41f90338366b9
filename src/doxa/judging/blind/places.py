"""Whether a name that is also that of a place stands for the place: "Jordan and Singapore both sit the same exam"."""

import re

from doxa.judging.blind.common_names import PLACES
from doxa.judging.blind.reference import says_something

_COUNTRIES = """
    Afghanistan Albania Algeria America Angola Argentina Armenia Australia Austria Azerbaijan Bahrain Bangladesh
    Belarus Belgium Bolivia Bosnia Botswana Brazil Britain Brunei Bulgaria Burma Cambodia Cameroon Canada Chad Chile
    China Colombia Congo Croatia Cuba Cyprus Denmark Ecuador Egypt England Eritrea Estonia Ethiopia Fiji Finland France
    Gambia Georgia Germany Ghana Greece Guatemala Guinea Guyana Haiti Honduras Hungary Iceland India Indonesia Iran Iraq
    Ireland Israel Italy Jamaica Japan Jordan Kazakhstan Kenya Kosovo Kuwait Laos Latvia Lebanon Lesotho Liberia Libya
    Lithuania Luxembourg Malawi Malaysia Mali Malta Mauritius Mexico Moldova Mongolia Morocco Mozambique Myanmar Namibia
    Nepal Netherlands Nicaragua Niger Nigeria Norway Oman Pakistan Palestine Panama Paraguay Peru Philippines Poland
    Portugal Qatar Romania Russia Rwanda Samoa Scotland Senegal Serbia Singapore Slovakia Slovenia Somalia Spain Sudan
    Sweden Switzerland Syria Taiwan Tanzania Thailand Togo Tunisia Turkey Uganda Ukraine Uruguay Venezuela Vietnam Wales
    Yemen Zambia Zimbabwe
    """
_CITIES = """
    Amman Amsterdam Athens Baghdad Bangkok Barcelona Beijing Beirut Birmingham Boston Brussels Budapest Cairo Chicago
    Copenhagen Damascus Delhi Detroit Dublin Edinburgh Glasgow Helsinki Istanbul Jakarta Jerusalem Johannesburg Kyiv
    Lagos Leeds Lisbon Liverpool Madrid Manchester Manila Mumbai Munich Nairobi Oslo Oxford Prague Riyadh Rome Seoul
    Shanghai Stockholm Tallinn Tehran Tokyo Toronto Warsaw Zurich
    """
COUNTRY_NAMES = frozenset(_COUNTRIES.lower().split())
PLACE_NAMES = COUNTRY_NAMES | PLACES | frozenset(_CITIES.lower().split())

_LARGE = (
    r"(?:South|North|Saudi|New|Sri|Costa|Sierra|El|Hong|San|Los|United|the|East|West)\s+"
    r"(?:Africa|Korea|Arabia|Zealand|Lanka|Rica|Leone|Salvador|Kong|Francisco|Angeles|Kingdom|States|York|Netherlands|"
    r"Philippines|Emirates|Sudan|Gambia|UK|US|USA|EU)"
)
_PLACE = rf"(?:{_LARGE}|[A-Z][a-zà-ÿ]+)"
_JOINED_AFTER = re.compile(rf"\s*(?:,\s*(?:(?:and|or)\s+)?|\s(?:and|or|nor|than|to|&)\s+)(?P<place>{_PLACE})\b")
_JOINED_BEFORE = re.compile(rf"\b(?P<place>{_PLACE})(?:,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|nor|to|&)\s+)$")
_INSIDE = re.compile(
    r"\b(?:in|near|across|throughout|around|outside|inside|into|at|to|through|leave|left|visit(?:ed)?)\s+$",
    re.IGNORECASE,
)
_THINGS = (
    r"(?:king|queen|capital|government|borders?|economy|schools|people|population|army|president|parliament|cities|"
    r"ministry|constitution|coast|farmers|teachers|voters|pupils|rivers?|refugees|exports|mountains)"
)
_OF_A_PLACE = re.compile(rf"['’]s\s+(?:\w+\s+)?{_THINGS}\b")
_THING_OF = re.compile(rf"\b{_THINGS}\s+of\s+$", re.IGNORECASE)
_NAMED_PLACE = re.compile(
    r"\b(?:towns?|city|village|county|parish|district|borough|suburb|hamlet|port|valley|river|lake|isle|island|region|"
    r"province) of\s+$",
    re.IGNORECASE,
)
"""What names a place whatever it is called: "the town of Hale"."""

_DOES = re.compile(
    r"\s+(?:has |have |had |also |now |both |\w+ly )*(?:borders|bordered|exports?|exported|imports?|imported|ratified|"
    r"annexed|invaded|colonised|colonized|seceded|joined the (?:war|union|eu|un)|gained independence|"
    r"became (?:independent|a (?:republic|kingdom|democracy))|(?:takes|took) in (?:\w+ )*refugees|"
    r"hosted the|hosts the)\b",
    re.IGNORECASE,
)
"""What a country does, and hardly a debater."""


def is_place(text: str, start: int, end: int, word: str, own: frozenset[str]) -> bool:
    """Return whether a name at a place of a text is that of a country, a town or a river.

    Args:
        own: the words of the speakers' names: "Jordan and Georgia" are two speakers where both are listed.
    """
    if _NAMED_PLACE.search(text[:start]):
        return True
    if word.lower() not in PLACE_NAMES:
        return False
    if _stands_beside_places(text, start, end, own) or _DOES.match(text[end:]):
        return True
    if _OF_A_PLACE.match(text[end:]) or _THING_OF.search(text[:start]):
        return True
    return _INSIDE.search(text[:start]) is not None and not says_something(text, end)


def _stands_beside_places(text: str, start: int, end: int, own: frozenset[str]) -> bool:
    joined = (_JOINED_AFTER.match(text[end:]), _JOINED_BEFORE.search(text[:start]))
    return any(found is not None and _is_strange_place(found["place"], own) for found in joined)


def _is_strange_place(name: str, own: frozenset[str]) -> bool:
    return name.lower() not in own and (" " in name or name.lower() in PLACE_NAMES)
