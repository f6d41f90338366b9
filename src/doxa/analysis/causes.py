"""What moves minds, in words: who said a claim, in which round, whether its speaker granted it, what it replaced.

Quotation marks hold the words of a message, or of an argument that an agent began with; a paraphrase has none.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from doxa.analysis.bars import REST, SETTINGS, Bar
from doxa.analysis.history import Chapter
from doxa.analysis.hooks import Source
from doxa.records.events import SeededBody
from doxa.records.spec import RunSpec

SIDES = {"pro": 1, "con": -1}
SIDE_WORDS: Mapping[int, str] = {1: "for the motion", -1: "against the motion", 0: "on the motion"}

UNSAID: Mapping[str, str] = {
    "settings": "a change of settings",
    "report": "its own report",
    "rest": "not explained by its belief rule",
}
"""Kind of a bar that nothing said explains → its label."""

QUOTED = 110
"""The most characters of a quotation within a sentence."""


@dataclass(frozen=True, kw_only=True)
class KnownClaim:
    """A claim with the agent who said it; nobody for an argument that an agent began with."""

    id: str
    text: str
    """The words of the message that make it; where the message does not contain them, the extractor's paraphrase."""
    polarity: int
    is_said: bool = True
    """Whether the text stands in the message."""
    speaker: str = ""
    name: str = ""
    message: str = ""
    """The key of the turn in which it was said."""
    note: str = ""
    """The round in which it was said."""
    is_concession: bool = False
    """Whether the speaker gave it away: granted it, or argued the other side at the time."""

    @property
    def cited(self) -> str:
        """The text in quotation marks, or as the extractor's."""
        return cite(self.text, is_said=self.is_said)


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
            unsaid = {SETTINGS: "a change of settings", REST: "something that its belief rule does not name"}
            return {**self.own, **unsaid}.get(source, f"the post {source}")
        return f"{self._whose(claim)}{_when(claim)}{',' * claim.is_said} {claim.cited}"

    def describe_opposing(self, source: str) -> str:
        """Return who said something against the listener's side, and a quotation: "Cobalt's in round 3, “…”"."""
        claim = self.claims.get(source)
        if claim is None or claim.is_concession:
            return self.describe(source)
        return f"{claim.name}'s{_when(claim)}{',' * claim.is_said} {claim.cited}"

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
        return f"{whose} {claim.cited}{f' and {len(lost) - 1} more' if len(lost) > 1 else ''}"

    def is_by_others(self, source: str) -> bool:
        """Return whether a source is what somebody else said or posted."""
        claim = self.claims.get(source)
        return source in self.others if claim is None else claim.speaker not in ("", self.listener)

    def label(self, bar: Bar) -> str:
        """Return what a bar is in a few words: "by Cobalt", "a concession by Cobalt", "lost: Violet's own reason"."""
        if bar.kind in UNSAID:
            return UNSAID[bar.kind]
        claim = self.claims.get(bar.source)
        if claim is None:
            return self.others[bar.source].whose if bar.source in self.others else self.own.get(bar.source, bar.source)
        if bar.kind == "lost":
            whose = f"{self.name}'s own reason" if claim.speaker in ("", self.listener) else f"argument by {claim.name}"
            return f"lost: {whose}, replaced"
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


def known_claims(run_chapters: Iterable[Chapter], spec: RunSpec) -> dict[str, KnownClaim]:
    """Return every claim of a run by id: seeds, and heard claims with their speakers and rounds."""
    names = {participant.id: participant.name for participant in spec.participants}
    sides = {participant.id: SIDES.get(participant.side, 0) for participant in spec.participants}
    known: dict[str, KnownClaim] = {}
    stances: dict[str, float] = {}
    for chapter in run_chapters:
        for body in chapter.folded.values():
            for claim in body.claims if isinstance(body, SeededBody) else ():
                known[claim.id] = KnownClaim(id=claim.id, text=claim.text, polarity=claim.polarity)
        for heard in chapter.turned.values() or chapter.heard.values():
            side = stances.get(heard.speaker, 0.0) or sides.get(heard.speaker, 0)
            for claim in heard.claims:
                words = heard.words_of(claim)
                known[claim.id] = KnownClaim(
                    id=claim.id,
                    text=words or claim.text,
                    polarity=claim.polarity,
                    is_said=bool(words),
                    speaker=heard.speaker,
                    name=names.get(heard.speaker, heard.speaker),
                    message=claim.source,
                    note=chapter.note,
                    is_concession=claim.conceded or claim.polarity * side < 0,
                )
        stances = {agent: mind.readout.stance or 0.0 for agent, mind in chapter.minds.items()}
    return known


def quote(text: str) -> str:
    """Return a text in quotation marks, cut at a word where it is long."""
    return f"“{_cut_text(text)}”"


def cite(text: str, *, is_said: bool) -> str:
    """Return what somebody said in quotation marks; without them, and as the extractor's, what nobody said."""
    return quote(text) if is_said else f"(as the extractor put it: {_cut_text(text)})"


def _cut_text(text: str) -> str:
    words = " ".join(text.split()).rstrip(".;, ")
    return words if len(words) <= QUOTED else f"{words[:QUOTED].rsplit(' ', 1)[0].rstrip('.;:, ')} …"


def _when(claim: KnownClaim) -> str:
    return f" in {claim.note}" if claim.note else ""
