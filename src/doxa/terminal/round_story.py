"""What happened in a round: what somebody said, and the claim that moved somebody else the most, in the order spoken.

    Tomas moves Marit by +0.11: “A ward with one anaesthetist has to choose between two patients …”
    Marit: “You are right, and I have been wrong about this for nine months. …”

The effect of a claim is its part of its listener's move in the batch in which it was heard. Each takes two lines of the
terminal at most.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import shorten, wrap

from doxa.analysis.bars import bars_of
from doxa.analysis.headline import net_parts
from doxa.beliefs.base import ItemUnit
from doxa.engine.drive import Progress
from doxa.terminal.console import plain, signed

INDENT = 11
"""The columns before a line, below the round's label."""

LEAST = 24
"""The fewest columns of a quotation."""

MOST_LINES, LONGEST = 2, 400
"""The most lines of a quotation, and the most of its characters that are looked at."""

SHOWN_EFFECT = 0.005
"""The least effect that a line shows: a smaller one would read as zero."""


@dataclass(frozen=True, kw_only=True)
class HeardClaim:
    """A claim of somebody else, with what it did to one listener's stance."""

    text: str
    speaker: str
    listener: str
    effect: float


class RoundStory:
    """Collects what was said and what moved whom in a round."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self.said: list[tuple[str, str]] = []
        """(speaker, text), in the order spoken."""
        self._best: HeardClaim | None = None

    def begin_round(self) -> None:
        """Forget the round before."""
        self.said, self._best = [], None

    def gather(self, now: Progress) -> None:
        """Collect a batch: its messages, and the claim with the largest effect."""
        self.said += [
            (outcome.actor, outcome.text) for outcome in now.outcomes if outcome.text and outcome.actor in self._names
        ]
        for heard in _heard_claims(now):
            if self._best is None or abs(heard.effect) > abs(self._best.effect):
                self._best = heard

    def lines(self, width: int, colours: Mapping[str, str]) -> Iterator[str]:
        """Yield the lines as rich markup; none where nobody said anything.

        Args:
            width: the columns of the terminal.
            colours: agent → colour.
        """
        room = max(LEAST, width - INDENT)
        said, moved = self._speech(), self._best_claim()
        speech = list(_quotation(f"{self._names[said[0]]}: ", said[1], room)) if said else []
        claim = []
        if moved:
            lead = f"{self._names[moved.speaker]} moves {self._names[moved.listener]} by {signed(moved.effect)}: "
            claim = list(_quotation(lead, moved.text, room))
        for line in [*claim, *speech] if self._is_before(moved, said) else [*speech, *claim]:
            yield f"{' ' * INDENT}{self._coloured(line, colours)}"

    def _best_claim(self) -> HeardClaim | None:
        """Return the claim that moved somebody the most; None where none did, or nobody can be named."""
        best = self._best
        if best is None or abs(best.effect) < SHOWN_EFFECT or not {best.speaker, best.listener} <= self._names.keys():
            return None
        return best

    def _speech(self) -> tuple[str, str] | None:
        """Return what somebody else said than the claim that moved most, so that a round shows two voices."""
        best = self._best_claim()
        others = [speech for speech in self.said if best is None or speech[0] != best.speaker]
        return next(iter(others or self.said), None)

    def _is_before(self, moved: HeardClaim | None, said: tuple[str, str] | None) -> bool:
        """Return whether a claim was said before a speech."""
        speakers = [speaker for speaker, _ in self.said]
        return bool(moved and said) and speakers.index(moved.speaker) < speakers.index(said[0])  # type: ignore[union-attr, index]

    def _coloured(self, line: str, colours: Mapping[str, str]) -> str:
        """Return a line as markup, with the name at its beginning in the agent's colour."""
        for who, name in self._names.items():
            if line.startswith((f"{name}: “", f"{name} moves ")):
                return f"[{colours[who]}]{plain(name)}[/]{plain(line[len(name) :])}"
        return plain(line)


def _quotation(lead: str, text: str, room: int) -> Iterator[str]:
    """Yield a quotation with its lead, in at most two lines."""
    quoted = f"{lead}“{shorten(text, LONGEST, placeholder=' …')}”"
    lines = wrap(quoted, room, break_on_hyphens=False) or [""]
    if len(lines) > MOST_LINES:
        kept = " ".join(lines[:MOST_LINES])
        cut = shorten(kept, max(LEAST, len(kept) - 3), placeholder=" …")
        lines = wrap(f"{cut}”", room, break_on_hyphens=False)
    yield from lines[:MOST_LINES]


def _heard_claims(now: Progress) -> Iterator[HeardClaim]:
    """Yield every claim of a batch that somebody else heard and that has an effect."""
    claims = {claim.id: (claim.text, body.speaker) for body in now.heard.values() for claim in body.claims}
    for listener, body in now.moves.items():
        unit: ItemUnit = "S" if body.trace.after.log_odds is None else "L"
        for source, effect in net_parts(bars_of(body.trace, unit, (*body.archived, *body.admitted))).items():
            text, speaker = claims.get(source, ("", listener))
            if speaker != listener and effect:
                yield HeardClaim(text=text, speaker=speaker, listener=listener, effect=effect)
