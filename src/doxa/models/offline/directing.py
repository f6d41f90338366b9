"""Which way claims speak on a proposition: what the polarity model says, within guards that hold whatever it says.

    p(for | motion⁺)       of a plain motion, motion⁺ the motion in plain words (``hearing.motions``)
    1 − p(for | motion⁺)   of a negated one, motion⁺ its affirmative
    ½                      of a claim in another language or without a side, and by doxa's own networks of every claim
                           on a decision of one person's own life (``hearing.guards``)

Guards look at a claim, its motion and the message in which it stands, and never at the other claims of a request, so
that no answer depends on the company in which a claim is judged.

A claim that is judged in its message has the message's direction: the mean of p over windows of some seventy words,
within the same guards. A sentence rarely says which side it argues; the message around it mostly does. A claim that
is read firmly the other way keeps its own direction: it concedes or quotes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, Protocol

from doxa.models.embedded import Embedder, message_polarity, polarity
from doxa.models.embedded.passages import sentences_of, windows_of
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.polarity import Polarity, PolarityQuestion, probabilities_together
from doxa.models.hearing.guards import is_foreign, is_personal, takes_no_side
from doxa.models.hearing.motions import plain_motion

Direction = Literal["for", "against", "unclear"]

EVEN = 0.5
"""The probability that tells nothing."""

FIRM = 0.97
"""The probability from which on a claim's own reading stands against its message's."""


class DirectionNetwork(Protocol):
    """A network that says of texts how probably each speaks for a proposition."""

    def probabilities(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return for each text the probability in [0, 1] that it speaks for a proposition."""

    def clear(self, probability: float) -> bool:
        """Return whether a probability is enough for a direction."""


@dataclass(frozen=True)
class DirectionReader:
    """The networks that read directions: one of single claims, one of a message's windows."""

    claims: DirectionNetwork
    windows: DirectionNetwork
    reads_personal: bool = True
    """Whether they read motions about one person's own life; those that doxa carries do not."""

    def is_silent(self, motion: str) -> bool:
        """Return whether nothing that is said on a motion is read."""
        return is_foreign(motion) or (is_personal(motion) and not self.reads_personal)


def shipped_reader() -> DirectionReader:
    """Return the networks that doxa carries."""
    return DirectionReader(claims=polarity(), windows=message_polarity(), reads_personal=False)


@dataclass(frozen=True)
class ClaimReading:
    """What the judge makes of a claim."""

    chance: float
    """The probability in [0, 1] that the claim speaks for the proposition; ½ where a guard holds."""
    direction: Direction
    of_message: bool = False
    """Whether it is the reading of the message in which the claim stands."""


def read_claims(
    proposition: str,
    claims: Sequence[str],
    embedder: Embedder,
    *,
    message: str = "",
    reader: DirectionReader | None = None,
    sure: float | None = None,
) -> tuple[ClaimReading, ...]:
    """Return what each claim says: alone, or in the message in which it was said.

    Args:
        reader: the networks that read; those that doxa carries when None.
        sure: the probability in [0.5, 1) that a direction needs beside the network's own bound; none when None.
    """
    reader = reader or shipped_reader()
    in_message = len(sentences_of(message)) > 1
    if in_message:
        _ask_ahead(proposition, claims, message, embedder, reader)
    alone = tuple(
        ClaimReading(chance, direction_of(chance, reader.claims, sure))
        for chance in read_chances(proposition, claims, embedder, reader=reader)
    )
    if not in_message:
        return alone
    chance = read_message(proposition, message, embedder, reader=reader)
    side = ClaimReading(chance, direction_of(chance, reader.windows, sure), of_message=True)
    silent = _say_nothing(canonical(proposition), claims, reader)
    return tuple(
        own if says_nothing or (own.direction != side.direction and max(own.chance, 1.0 - own.chance) >= FIRM) else side
        for own, says_nothing in zip(alone, silent, strict=True)
    )


def read_message(proposition: str, message: str, embedder: Embedder, *, reader: DirectionReader | None = None) -> float:
    """Return the probability in [0, 1] that a message argues for a proposition; ½ where a guard holds."""
    reader = reader or shipped_reader()
    motion = canonical(proposition)
    windows = _windows_of(message)
    if not windows or reader.is_silent(motion) or is_foreign(message) or takes_no_side(sentences_of(message)[-1]):
        return EVEN
    about, is_opposite = plain_motion(motion)
    chance = fmean(reader.windows.probabilities(about, windows, embedder))
    return _turned(chance) if is_opposite else chance


def read_chances(
    proposition: str, claims: Sequence[str], embedder: Embedder, *, reader: DirectionReader | None = None
) -> list[float]:
    """Return for each claim the probability in [0, 1] that it speaks for a proposition; ½ where a guard holds."""
    reader = reader or shipped_reader()
    motion = canonical(proposition)
    about, is_opposite = plain_motion(motion)
    chances = reader.claims.probabilities(about, claims, embedder)
    if is_opposite:
        chances = [_turned(chance) for chance in chances]
    silent = _say_nothing(motion, claims, reader)
    return [EVEN if says_nothing else chance for chance, says_nothing in zip(chances, silent, strict=True)]


def direction_of(chance: float, network: DirectionNetwork | None = None, sure: float | None = None) -> Direction:
    """Return the direction that a probability tells; of a single claim by doxa's own network when None is given."""
    if not (network or polarity()).clear(chance) or max(chance, 1.0 - chance) < (sure or EVEN):
        return "unclear"
    return "for" if chance > EVEN else "against"


def _turned(chance: float) -> float:
    return round(1.0 - chance, 6)


def _ask_ahead(
    proposition: str, claims: Sequence[str], message: str, embedder: Embedder, reader: DirectionReader
) -> None:
    """Have doxa's networks judge claims and windows together, so that they share the cores; what follows is cached.

    No answer depends on this.
    """
    motion = canonical(proposition)
    if not (isinstance(reader.claims, Polarity) and isinstance(reader.windows, Polarity)):
        return
    if reader.is_silent(motion) or is_foreign(message):
        return
    about, _ = plain_motion(motion)
    asked = ((reader.claims, claims), (reader.windows, _windows_of(message)))
    probabilities_together([PolarityQuestion(network, about, texts) for network, texts in asked], embedder)


def _windows_of(message: str) -> list[str]:
    return [sentence(window) for window in windows_of(message)]


def _say_nothing(motion: str, claims: Sequence[str], reader: DirectionReader) -> list[bool]:
    """Return of each claim whether no direction can be read in it: on this motion, or foreign, or without a side."""
    is_silent = reader.is_silent(motion)
    return [is_silent or is_foreign(claim) or takes_no_side(claim) for claim in claims]
