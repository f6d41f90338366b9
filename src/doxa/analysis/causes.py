"""What moves minds, in words: who said a claim, in which round, whether its speaker granted it, what it replaced."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial

from doxa.analysis.bars import REST, SETTINGS, Bar
from doxa.analysis.history import Chapter
from doxa.analysis.hooks import Source
from doxa.models.embedded.extraction.clauses import stands
from doxa.models.embedded.extraction.concessions import OPPOSED, REPORTED, without_concession
from doxa.models.embedded.extraction.leads import CONNECTIVE, GREETING, NOTING, OPINION, ORDINAL, REMINDING
from doxa.models.embedded.extraction.sentences import sentences
from doxa.models.embedded.extraction.substance import asks, says_something
from doxa.models.embedded.extraction.words import FINITE, FUNCTION_WORDS, TALK, WORD, is_finite, plain_forms, word_set
from doxa.records.claims import Claim
from doxa.records.events import SeededBody
from doxa.records.spec import RunSpec

SIDES = {"pro": 1, "con": -1}
SIDE_WORDS: Mapping[int, str] = {1: "for the motion", -1: "against the motion", 0: "on the motion"}

QUOTED = 110
"""The most characters of a quotation within a sentence."""


@dataclass(frozen=True, kw_only=True)
class KnownClaim:
    """A claim with the agent who said it; nobody for an argument that an agent began with."""

    id: str
    text: str
    """Without frames of speech."""
    polarity: int
    speaker: str = ""
    name: str = ""
    message: str = ""
    """The key of the turn in which it was said."""
    note: str = ""
    """The round in which it was said."""
    is_concession: bool = False
    """Whether the speaker gave it away: granted it, or argued the other side at the time."""


@dataclass(frozen=True, kw_only=True)
class Causes:
    """The sources that can move one listener, described in words."""

    listener: str
    """The listener's id."""
    name: str
    claims: Mapping[str, KnownClaim]
    others: Mapping[str, Source] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    """Further source → its description."""

    def describe(self, source: str) -> str:
        """Return a source with its author and a quotation: "an argument against the motion by Cobalt, “…”"."""
        if source in self.others:
            return f"{self.others[source].whose} {quote(self.others[source].text)} ({source})"
        claim = self.claims.get(source)
        if claim is None:
            return self._describe_other(source)
        return f"{self._whose(claim)}{_when(claim)}, {quote(claim.text)}"

    def describe_opposing(self, source: str) -> str:
        """Return who said something against the listener's side, and a quotation: "Cobalt's in round 3, “…”"."""
        claim = self.claims.get(source)
        if claim is None or claim.is_concession:
            return self.describe(source)
        return f"{claim.name}'s{_when(claim)}, {quote(claim.text)}"

    def describe_replaced(self, bars: Iterable[Bar]) -> str:
        """Return what went when a record took its place: "Violet's own, weightier reason “…”"; '' where nothing did."""
        lost = [bar for bar in bars if bar.kind == "lost" and bar.source in self.claims]
        if not lost:
            return ""
        first = max(lost, key=lambda bar: abs(bar.part))
        claim = self.claims[first.source]
        weight = "weightier" if first.weightier else "lighter"
        if claim.speaker in ("", self.listener):
            whose = f"{self.name}'s own, {weight} reason"
        else:
            whose = f"a {weight} argument by {claim.name}"
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        return f"{whose} {quote(claim.text)}{more}"

    def is_by_others(self, source: str) -> bool:
        """Return whether a source is what somebody else said or posted."""
        claim = self.claims.get(source)
        return source in self.others if claim is None else claim.speaker not in ("", self.listener)

    def label(self, bar: Bar) -> str:
        """Return what a bar is in a few words: "by Cobalt", "a concession by Cobalt", "lost: Violet's own reason"."""
        if bar.kind == "settings":
            return "a change of settings"
        if bar.kind == "report":
            return "its own report"
        if bar.kind == "rest":
            return "not explained by its belief rule"
        claim = self.claims.get(bar.source)
        if claim is None:
            return self.others[bar.source].whose if bar.source in self.others else self.own.get(bar.source, bar.source)
        if bar.kind == "lost":
            whose = "own reason" if claim.speaker in ("", self.listener) else f"argument by {claim.name}"
            return f"lost: {self.name}'s {whose}, replaced" if whose == "own reason" else f"lost: {whose}, replaced"
        return self._label_added(claim)

    def label_bars(self, bars: Iterable[Bar]) -> tuple[Bar, ...]:
        """Return bars with their labels and speakers."""
        return tuple(bar.model_copy(update={"label": self.label(bar), **self._speaker_of(bar)}) for bar in bars)

    def _speaker_of(self, bar: Bar) -> dict[str, object]:
        claim = self.claims.get(bar.source)
        return {"by": claim.name, "concedes": claim.is_concession} if claim else {}

    def _label_added(self, claim: KnownClaim) -> str:
        if not claim.speaker:
            return f"{self.name} began with it"
        if claim.speaker == self.listener:
            return f"{self.name}'s own words"
        return f"a concession by {claim.name}" if claim.is_concession else f"by {claim.name}"

    def _whose(self, claim: KnownClaim) -> str:
        side = SIDE_WORDS[claim.polarity]
        if not claim.speaker:
            return f"an argument {side} that it began with"
        if claim.speaker == self.listener:
            return f"its own words {side}"
        return f"a concession by {claim.name}" if claim.is_concession else f"an argument {side} by {claim.name}"

    def _describe_other(self, source: str) -> str:
        if source == SETTINGS:
            return "a change of settings"
        if source == REST:
            return "something that its belief rule does not name"
        return self.own.get(source, f"the post {source}")


class KnownClaims(Mapping[str, KnownClaim]):
    """The claims of a run by id, each described when it is first asked for."""

    def __init__(self, described: Mapping[str, Callable[[], KnownClaim]]) -> None:
        self._described = described
        self._found: dict[str, KnownClaim] = {}

    def __getitem__(self, id: str) -> KnownClaim:
        if id not in self._found:
            self._found[id] = self._described[id]()
        return self._found[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._described)

    def __len__(self) -> int:
        return len(self._described)

    def __contains__(self, id: object) -> bool:
        return id in self._described


def known_claims(run_chapters: Iterable[Chapter], spec: RunSpec) -> KnownClaims:
    """Return every claim of a run by id: seeds, and heard claims with their speakers and rounds."""
    names = {participant.id: participant.name for participant in spec.participants}
    sides = {participant.id: SIDES.get(participant.side, 0) for participant in spec.participants}
    found: dict[str, Callable[[], KnownClaim]] = {}
    stances: dict[str, float] = {}
    for chapter in run_chapters:
        for body in chapter.folded.values():
            for claim in body.claims if isinstance(body, SeededBody) else ():
                found[claim.id] = partial(_known, claim, names)
        for heard in chapter.turned.values() or chapter.heard.values():
            side = stances.get(heard.speaker, 0.0) or sides.get(heard.speaker, 0)
            for claim in heard.claims:
                granted = claim.polarity * side < 0
                found[claim.id] = partial(_known, claim, names, heard.speaker, chapter.note, granted=granted)
        stances = {agent: mind.readout.stance or 0.0 for agent, mind in chapter.minds.items()}
    return KnownClaims(found)


def quote(text: str, width: int = QUOTED) -> str:
    """Return a text in quotation marks, cut at a word where it is long."""
    words = " ".join(text.split()).rstrip(".;, ")
    if len(words) > width:
        words = f"{words[:width].rsplit(' ', 1)[0].rstrip('.;:, ')} …"
    return f"“{words}”"


def _known(
    claim: Claim, names: Mapping[str, str], speaker: str = "", note: str = "", *, granted: bool = False
) -> KnownClaim:
    return KnownClaim(
        id=claim.id,
        text=quoted_claim(claim.text, names.values()),
        polarity=claim.polarity,
        speaker=speaker,
        message=claim.source if speaker else "",
        name=names.get(speaker, speaker),
        note=note,
        is_concession=bool(speaker) and (claim.conceded or granted),
    )


def _when(claim: KnownClaim) -> str:
    return f" in {claim.note}" if claim.note else ""


LONGEST_FRAME = 14
"""The most words of a frame."""

SPEAKING = word_set(
    """
    accept acknowledge add admit agree allow answer argue argued assert believe claim concede confess contend emphasise
    emphasize explain feel grant hear insist know maintain mention note noting observe point recall recognise recognize
    remember remind repeat reply respond say said saying see state stress submit suppose tell think understand weigh
    """
)
"""Verbs of saying, holding and granting."""

DENYING = word_set(
    "deny denied denying dispute disputed doubt doubted forget forgotten ignore ignored overlook question denial"
)
"""Words that deny; after a negation they affirm."""

NEGATIONS = word_set("not never no nobody none nothing cannot neither nor hardly without")

CERTAIN = word_set("true right correct clear obvious evident certain undeniable fair_enough")

MATTERS = word_set(
    """
    argument claim concern fact objection point position reality reason say thing truth view worry answer case
    message belief question
    """
)
"""Nouns that a frame says something of: "My worry is that …"."""

FRAME_WORDS = (
    FUNCTION_WORDS
    | TALK
    | SPEAKING
    | DENYING
    | NEGATIONS
    | MATTERS
    | word_set(
        """
        admittedly another as best biggest candid certain consider conviction credit deserve due end established
        fairness first following found frank granted hearing honestly honesty hundred in important interesting its last
        leaning listened listening main measure merit mine no oh ok one open own part people person plain pointing
        raised remark second several side single some strongest talking third two three weakest what whole
        """
    )
)
"""The words that a frame may consist of: function words, talk about talk, and the nouns and adjectives beside them."""

DETERMINERS = word_set("the a an this that these those my your his her our their its any no every such")
ENDS = word_set("hearing established certain")
"""Words of announcements without a verb of saying: "One thing is well established: …"."""

PRONOUNS = word_set("he she him it they them who what")
PERSONS = word_set("i i'm i've i'd i'll me my mine you your you're you've yours we us our opponent they he she his her")

OTHERS = word_set(
    "people folk many most some others they guys everyone everybody anyone friend he she used like who which"
)
"""Subjects whose thoughts are reported as facts: "Many people feel that they are watched" says that they feel so."""

HALF = word_set("to if when whenever whether how why unless because since by for as although while until so than")
"""Beginnings of phrases that are no clause of their own, so that "that" belongs to them: "To say that …"."""

ALSO_TIME = word_set("then still again also or yet")
"""Connectives that may be part of the statement where no comma follows."""

LISTED_THAT = re.compile(r"(?:,|;|\band|\bor|\bbut)\s+that\b(?!\s+(?:is|was|would|will|can))", re.IGNORECASE)

THAT = re.compile(r"((?:[^\s:;.!?]+\s+){1,13}?)that,?\s+(?=\S+\s+\S)", re.IGNORECASE)
COLON = re.compile(r"([^:.!?;]{1,110}?)(?::\s+|\s[—–]\s+)(?=\S)")
SO_SAID = r"(?:(?:has|have|had|just|also|rightly|correctly|so|once|already|himself|herself|\w+ly)\s+)*"
SAID = (
    r"(?:said|says|say|put|puts|argued|argues|argue|noted|notes|mentioned|mentions|pointed\s+out|points\s+out|observed|"
    r"stated|suggested|explained|reminded\s+us|claimed|claims|wrote|told\s+us)"
)
YOU = r"you|my\s+(?:\w+\s+)?opponents?|the\s+other\s+side|the\s+(?:previous|last)\s+speaker|he|she"
PHRASE = re.compile(
    r"(?:to\s+be\s+(?:\w+ly\s+)?(?:honest|frank|fair|clear|blunt|candid|sure)(?:\s+with\s+(?:you|everyone))?|"
    r"in\s+(?:all\s+)?(?:fairness|honesty|truth)|truth\s+be\s+told|(?:frankly|honestly|admittedly|granted|true)|"
    r"the\s+(?:truth|fact|reality|point|thing)\s+is|(?:that|this)\s+said|(?:fair|good)\s+(?:enough|point|question)|I\s+hear\s+you|point\s+taken)(?:,\s+|\s+[—–]\s+)"
    r"(?:(?:but|and|yet|still),?\s+)*",
    re.IGNORECASE,
)
GRANTED_THAT = re.compile(r"granted\s+that\s+", re.IGNORECASE)


def quoted_claim(text: str, names: Iterable[str] = ()) -> str:
    """Return a claim without frames of speech, its first letter a capital; the whole text where nothing else is left.

    Args:
        names: names of those who take part in the discussion, so that "As Cobalt said, …" is a frame.
    """
    return _quote(text, tuple(sorted({name for name in names if name.strip()}, key=lambda name: -len(name))))


@lru_cache(maxsize=4096)
def _quote(text: str, names: tuple[str, ...]) -> str:
    whole = " ".join(text.split())
    left = whole
    for _ in range(LONGEST_FRAME):
        cut = next((rest for rest in _without_frame(left, names) if rest and rest != left), None)
        if cut is None:
            break
        left = cut
    return left if left == whole else left[0].upper() + left[1:]


def _without_frame(text: str, names: tuple[str, ...]) -> Iterator[str]:
    """Yield what is left of a text by each kind of frame; a kind that does not apply yields nothing."""
    yield from _turned(text)
    for plain in (GREETING, ORDINAL, CONNECTIVE, OPINION, NOTING, REMINDING, PHRASE, GRANTED_THAT, _naming(names)):
        opening = plain.match(text)
        if opening and opening.group().lower().strip() in ALSO_TIME:
            continue
        if opening and opening.end() and _is_statement(text[opening.end() :]):
            yield text[opening.end() :]
    for frame, is_frame in ((THAT, _says_that), (COLON, _announces)):
        opening = frame.match(text)
        if frame is THAT and opening and LISTED_THAT.search(text, opening.end()):
            continue
        if opening and is_frame(_words(opening[1], names)) and _is_statement(text[opening.end() :]):
            yield text[opening.end() :]
    yield from _after_first_sentence(text, names)
    ending = _ending(names).search(text)
    if ending and _is_statement(text[: ending.start()]):
        yield f"{text[: ending.start()]}."


@lru_cache(maxsize=64)
def _naming(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of phrases that name somebody who takes part: "As Cobalt said, ", "Cobalt, "."""
    who = "|".join([*map(re.escape, names), YOU])
    called = "|".join(map(re.escape, names)) or r"(?!)"
    return re.compile(
        rf"(?:as|like)\s+(?:{who})\s+{SO_SAID}{SAID}(?:\s+it|\s+so)?(?:\s+(?:\w+\s+){{0,4}}?\w+)?,\s+(?:(?:{called}),\s+)?|"
        rf"as\s+(?:{who})\s+(?:has|have)\s+it,\s+|"
        rf"according\s+to\s+(?:{who}),\s+|in\s+(?:{who})(?:['’]s?)?\s+(?:words|view|opinion),\s+|"
        rf"(?:{called})[,:]\s+|"
        rf"(?:{called})\s+{SO_SAID}(?:{SAID}|thinks|believes|is\s+(?:\w+ly\s+)?right)\s+that\s+",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _ending(names: tuple[str, ...]) -> re.Pattern[str]:
    who = "|".join([*map(re.escape, names), YOU])
    return re.compile(rf",\s+as\s+(?:{who})\s+{SO_SAID}{SAID}(?:\s+it)?[.!]*$", re.IGNORECASE)


def _words(frame: str, names: tuple[str, ...]) -> list[str]:
    """Return the words of a possible frame in lower case, names of participants as "you"."""
    for name in names:
        frame = re.sub(rf"\b{re.escape(name)}\b(?:['’]s)?", "you", frame, flags=re.IGNORECASE)
    return [word.replace("’", "'") for word in WORD.findall(frame.lower())]


def _says_that(words: list[str]) -> bool:
    """Return whether the words before "that" only say that somebody says, grants or holds what follows."""
    if not 0 < len(words) <= LONGEST_FRAME or not all(map(_is_frame_word, words)):
        return False
    if words[0] in HALF or not OTHERS.isdisjoint(words):
        return False
    negated = any(word in NEGATIONS or word.endswith("n't") for word in words)
    if negated != any(_is_in(word, DENYING) for word in words):
        return False
    if words[-1] == "out" and words[-2:-1] and _is_in(words[-2], frozenset({"point"})):
        words = words[:-1]
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if last in ("is", "be", "was", "it's"):
        return any(_is_in(word, MATTERS) for word in words[:-1])
    if last in CERTAIN:
        return before not in DETERMINERS
    if _is_in(last, DENYING):
        return negated
    return _is_in(last, SPEAKING) and before not in DETERMINERS and len(words) > 1


def _announces(words: list[str]) -> bool:
    """Return whether the words before a colon only announce what follows."""
    if not 0 < len(words) <= LONGEST_FRAME or words[0] in HALF or not all(map(_is_frame_word, words)):
        return False
    if any(word in NEGATIONS or word.endswith("n't") for word in words) or words[-1] in PRONOUNS:
        return False
    speaks = any(_is_in(word, SPEAKING) or _is_in(word, MATTERS) for word in words)
    return speaks or words[0] == "let" or words[-1] in ("this", "these", "that") or not ENDS.isdisjoint(words)


def _turned(text: str) -> Iterator[str]:
    """Yield the part after the "but" of "You say that A, but B"."""
    if OPPOSED.match(text) or REPORTED.match(text):
        part = without_concession(text)[-1]
        after = text[part.start :]
        if part.start and _is_statement(after) and not is_finite(WORD.findall(after.lower())[0]):
            yield after


def _after_first_sentence(text: str, names: tuple[str, ...]) -> Iterator[str]:
    """Yield a text without a first sentence that only talks about what was said: "I grant this. …"."""
    every = sentences(text)
    if len(every) < 2 or asks(every[0].text):
        return
    words = _words(every[0].text, names)
    addressed = any(_is_in(word, SPEAKING) for word in words) and any(word in PERSONS for word in words)
    is_short = 0 < len(words) <= (LONGEST_FRAME if addressed else 2) and "because" not in words
    is_frame = is_short and all(map(_is_frame_word, words)) and not OPINION.match(every[0].text)
    if is_frame and not says_something(every[0].text, frozenset()) and says_something(every[1].text, frozenset()):
        yield text[every[1].start :]


def _is_frame_word(word: str) -> bool:
    return word.endswith("ly") or word.isdigit() or "'" in word or _is_in(word, FRAME_WORDS)


def _is_in(word: str, words: frozenset[str]) -> bool:
    return any(form in words for form in plain_forms(word))


def _is_statement(text: str) -> bool:
    """Return whether a text can be quoted alone: a whole clause, and no question."""
    words = WORD.findall(text.lower())
    return bool(words) and words[0].replace("’", "'") not in FINITE and not asks(text) and stands(text)
