"""Words for the sides of a debate: Proposition and Opposition, Government, affirmative and negative, pro and con.

Most of these are also ordinary words, so that each is replaced in the forms in which debaters speak of a side:
"the Opposition", "first prop", "the negative team", "Opening Government". "The Danish opposition", "a negative side
effect" and "a proposition" are left alone. What a side is said to have stays beside its label: "the first Opposition
speaker" is "the first Team B speaker", and "the Prop case" is "the Team A case".
"""

import re
from collections.abc import Callable, Iterator
from functools import partial

from doxa.judging.blind.spans import (
    Finder,
    Span,
    begins_sentence,
    is_about_debate,
    matches,
    read_pattern,
    read_patterns,
    says_something,
    words_after,
    words_before,
)
from doxa.records.transcripts import SIDES, Side

_SIDES = read_patterns("sides")


def _read_policy(adjective: str, short: str, letters: str, speeches: str) -> re.Pattern[str]:
    """Return the pattern of the words for a side in policy debating, which have a capital or stand in capitals."""
    titled = "|".join(form for word in (adjective, short, letters) for form in (word.title(), word.upper()))
    return read_pattern(
        "sides",
        "_policy",
        _adjective=adjective,
        _short=short,
        _letters=letters,
        _speeches=speeches,
        _titled=titled,
        _titled_letters=f"{letters.title()}|{letters.upper()}",
    )


_POLICY: dict[Side, re.Pattern[str]] = {
    "pro": _read_policy("affirmative", "aff", "pro", "1AC|[12]AR|2AC"),
    "con": _read_policy("negative", "neg", "con", "[12]NC|[12]NR"),
}

_BENCHES = ("opening government", "opening opposition", "closing government", "closing opposition")
"""The teams of British Parliamentary, which are also called by their first letters."""


def _on_behalf_finder(benches: dict[Side, str], *, governed: bool) -> Finder:
    """Return the finder of a side for which somebody speaks in this debate."""

    def find(text: str) -> Iterator[Span]:
        for match in _SIDES["on_behalf"].finditer(text):
            is_self = (
                match["self"]
                or _SIDES["i_say"].match(words_after(text, match.end()))
                or begins_sentence(text, match.start())
            )
            is_here = is_self or is_about_debate(text, *match.span("side"), base=0 if match["government"] else 1)
            if is_here and (governed or not match["government"]):
                yield Span(*match.span("side"), benches["pro" if match["pro"] else "con"])

    return find


def side_finders(benches: dict[Side, str], *, governed: bool) -> list[Finder]:
    """Return the finders of words for the sides.

    Args:
        governed: whether the Proposition is called Government in this debate.
    """
    finders: list[Finder] = [_on_behalf_finder(benches, governed=governed)]
    for side, label in ((side, benches[side]) for side in SIDES):
        finders += [
            matches(_SIDES[f"parliamentary {side}"], _replacement(label, _is_side)),
            matches(_SIDES[f"short {side}"], _replacement(label)),
            matches(_POLICY[side], _replacement(label)),
            matches(_SIDES[f"voting {side}"], partial(_voting, label=label)),
        ]
    is_bench, first = (_is_bench if governed else _is_titled), benches["pro"]
    finders += [matches(_SIDES["gov"], _replacement(first))] if governed else []
    return [*finders, matches(_SIDES["government"], _replacement(first, is_bench))]


def team_finders(teams: dict[str, str]) -> list[Finder]:
    """Return the finders of the names of teams, as the debate lists them."""
    return [_team_finder(name, label) for name, label in sorted(teams.items(), key=lambda pair: -len(pair[0])) if name]


def _team_finder(name: str, label: str) -> Finder:
    several = len(name.split()) > 1
    short = "".join(word[0] for word in name.split()) if several and name.lower() in _BENCHES else ""
    words = r"\s+".join(map(re.escape, name.split()))
    letters = rf"|(?-i:(?<![\w-]){short}(?![\w-]))" if short else ""
    pattern = re.compile(
        rf"(?<![\w-])(?:the\s+)?(?P<team>team\s+)?(?:{words})(?:\s+(?:team|bench|side))?(?![\w-]){letters}",
        re.IGNORECASE,
    )

    def replace(match: re.Match[str]) -> str | None:
        text = match.string
        is_called = bool(match["team"]) or match[0].lower().endswith(("team", "bench", "side"))
        if several or is_called or (match[0][0].isupper() and says_something(text, match.end())):
            return label
        return None

    return matches(pattern, replace)


Test = Callable[[re.Match[str]], bool]


def _replacement(label: str, is_reference: Test | None = None) -> Callable[[re.Match[str]], str | None]:
    return lambda match: _put_label(match[0], label) if is_reference is None or is_reference(match) else None


def _put_label(words: str, label: str) -> str:
    """Return words that name a side with the label in place of the name: "the first Opposition speaker"."""
    before, noun = _SIDES["kept_before"].match(words), _SIDES["kept_after"].search(words)
    assert before is not None, "both parts are optional"
    after = noun[0] if noun else ""
    if not label.startswith("Team "):
        return f"{label}{after}"  # where a side has several teams, "first" would name one of them
    order = before["order"] or ""
    article = before["the"] or "" if order or after else ""
    return f"{article}{order}{label}{after}"


def _voting(match: re.Match[str], label: str) -> str:
    words = match[0].lower()
    return f"{label} {'lobby' if 'lobby' in words else 'speakers' if words.endswith('s') else 'speaker'}"


def _is_side(match: re.Match[str]) -> bool:
    """Return whether Proposition or Opposition names a side of this debate."""
    text, word = match.string, match["word"]
    if match["order"] or match["side"]:
        return True
    is_of_debaters = _SIDES["debaters_in"].search(words_before(text, match.start())) is not None
    if re.search(r"\bin\s+$", words_before(text, match.start())) and not match["the"] and not is_of_debaters:
        return False  # "in opposition" is a position, and a matter of avowals
    if _is_elsewhere(word, words_after(text, match.end())) or not (
        match["the"] or is_of_debaters or _stands_alone(match)
    ):
        return False
    capital = 1 if word[0].isupper() and not word.isupper() else 0
    return is_about_debate(text, match.start(), match.end(), base=1 + capital + bool(match["noun"]))


def _is_elsewhere(word: str, rest: str) -> bool:
    """Return whether an opposition is one of a country, or a proposition what somebody asserts: "proposition that"."""
    if word.lower() == "opposition":
        return _SIDES["after"].match(rest) is not None
    stated = _SIDES["stated"].match(rest)
    return stated is not None and (word[0].islower() or stated[0].strip().isdigit())


def _stands_alone(match: re.Match[str]) -> bool:
    """Return whether a word without an article can name a side: with a capital, or with a noun such as bench."""
    text = match.string
    can_follow = _SIDES["before"].search(words_before(text, match.start())) is not None
    if match["word"][0].islower():
        return bool(match["noun"]) and can_follow
    if text[match.end() : match.end() + 2] in ("'s", "’s"):
        return True
    is_inside = not begins_sentence(text, match.start())
    return can_follow and (is_inside or bool(match["noun"]) or says_something(text, match.end()))


def _is_titled(match: re.Match[str]) -> bool:
    """Return whether "government" is a side where it has a title only: "Side Government", "the government bench"."""
    if match["side"] or (match["order"] or "").strip().lower() in ("opening", "closing"):
        return True
    noun = (match["noun"] or "").strip().lower()
    titled = noun.startswith(("side", "bench", "team", "case", "speaker", "debater"))
    return titled and is_about_debate(match.string, match.start(), match.end())


def _is_bench(match: re.Match[str]) -> bool:
    """Return whether "Government" is a side in a debate whose teams have that name."""
    if _is_titled(match):
        return True
    text = match.string
    if (
        not match["word"][0].isupper()
        or match["order"]
        or re.match(r"\s+(?:of\b|[A-Z])", words_after(text, match.end()))
    ):
        return False
    is_of_debaters = _SIDES["debaters_in"].search(words_before(text, match.start())) is not None
    if not match["the"] and not is_of_debaters and not _stands_alone(match):
        return False
    return is_about_debate(text, match.start(), match.end())
