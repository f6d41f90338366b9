"""Which way claims speak on a proposition: what the polarity model says, within guards that hold whatever it says.

    p(for | motion)        of a plain motion
    1 − p(for | motion⁺)   of a negated one, motion⁺ its affirmative
    σ(logit p₁ − logit p₂) of a claim on a comparison, p₁ toward what that says of its first thing ("trains are safer"),
                           p₂ toward the same of its second; so that the swapped comparison has 1 − p
    ½ (p + 1 − p′)         of a message on a comparison, p′ toward the motion with its two things swapped; ½ unless p
                           and p′ lie on different sides of ½
    1 − p(for | claim⁺)    of a claim that denies a statement, claim⁺ the statement; two denials are read as none
    ½                      of a claim in another language, without a side, or off topic, and by doxa's own networks of
                           every claim on a decision of one person's own life

Guards look at a claim, its motion and the message in which it stands, and never at the other claims of a request, so
that no answer depends on the company in which a claim is judged.

A claim that is judged in its message has the message's direction: the mean of p over windows of some seventy words,
within the same guards. A sentence rarely says which side it argues; the message around it mostly does. A claim that
is read firmly the other way keeps its own direction: it concedes or quotes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, Protocol

from doxa.models.embedded import Embedder, message_polarity, polarity
from doxa.models.embedded.guards.bans import without_ban
from doxa.models.embedded.guards.comparisons import halves_of, stated_side, swap_comparison
from doxa.models.embedded.guards.deeds import in_plain_deeds
from doxa.models.embedded.guards.denials import in_plain_words
from doxa.models.embedded.guards.effects import in_plain_effects
from doxa.models.embedded.guards.hedges import ends_undecided, takes_no_side
from doxa.models.embedded.guards.languages import is_foreign
from doxa.models.embedded.guards.negations import in_plain_form
from doxa.models.embedded.guards.personal import is_personal
from doxa.models.embedded.guards.relevance import off_topic, takes_up
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.polarity import Polarity, PolarityQuestion, probabilities_together
from doxa.models.embedded.windows import contexts_of, in_own_words, windows_of

Direction = Literal["for", "against", "unclear"]

LEAST_CHANCE = 1e-4
"""The least probability that a network states, which rounds to four decimals."""

EVEN = 0.5
"""The probability that tells nothing."""


FIRM = 0.97
"""The probability from which on a claim's own reading stands against its message's."""


STATED = {1: FIRM, -1: 0.03}
"""The probability of a claim that states the comparison itself, or its opposite."""


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


def read_directions(
    proposition: str,
    claims: Sequence[str],
    embedder: Embedder,
    *,
    message: str = "",
    reader: DirectionReader | None = None,
    sure: float | None = None,
) -> tuple[Direction, ...]:
    """Return the direction of each claim, as ``read_claims`` reads it."""
    readings = read_claims(proposition, claims, embedder, message=message, reader=reader, sure=sure)
    return tuple(reading.direction for reading in readings)


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
    in_message = len(contexts_of(message)) > 1
    if in_message:
        _ask_ahead(proposition, claims, message, embedder, reader)
    chances = read_chances(proposition, claims, embedder, reader=reader)
    alone = tuple(ClaimReading(chance, direction_of(chance, reader.claims, sure)) for chance in chances)
    if not in_message:
        return alone
    chance = read_message(proposition, message, embedder, reader=reader)
    side = ClaimReading(chance, direction_of(chance, reader.windows, sure), of_message=True)
    silent = _say_nothing(canonical(proposition), claims, embedder, reader, message)
    return tuple(
        own if says_nothing or (own.direction != side.direction and _is_firm(own.chance)) else side
        for own, says_nothing in zip(alone, silent, strict=True)
    )


def read_message(proposition: str, message: str, embedder: Embedder, *, reader: DirectionReader | None = None) -> float:
    """Return the probability in [0, 1] that a message argues for a proposition; ½ where a guard holds."""
    reader = reader or shipped_reader()
    motion = canonical(proposition)
    windows = own_windows(message)
    if not windows or reader.is_silent(motion) or is_foreign(message) or ends_undecided(contexts_of(message)[-1]):
        return EVEN
    about, is_opposite = plain_motion(motion)
    chance = _compare_means(about, windows, embedder, reader.windows)
    return _turned(chance) if is_opposite else chance


def read_chances(
    proposition: str, claims: Sequence[str], embedder: Embedder, *, reader: DirectionReader | None = None
) -> list[float]:
    """Return for each claim the probability in [0, 1] that it speaks for a proposition; ½ where a guard holds."""
    reader = reader or shipped_reader()
    motion = canonical(proposition)
    about, is_opposite = plain_motion(motion)
    chances = _compare(about, claims, embedder, reader.claims)
    if is_opposite:
        chances = [_turned(chance) for chance in chances]
    silent = _say_nothing(motion, claims, embedder, reader)
    return [EVEN if says_nothing else chance for chance, says_nothing in zip(chances, silent, strict=True)]


def direction_of(chance: float, network: DirectionNetwork | None = None, sure: float | None = None) -> Direction:
    """Return the direction that a probability tells; of a single claim by doxa's own network when None is given."""
    if not (network or polarity()).clear(chance) or max(chance, 1.0 - chance) < (sure or EVEN):
        return "unclear"
    return "for" if chance > EVEN else "against"


def plain_motion(motion: str) -> tuple[str, bool]:
    """Return a motion as the networks read it best, and whether that says the opposite."""
    about, is_opposite = in_plain_form(motion)
    return without_ban(in_plain_deeds(about)), is_opposite


def _plain_claim(claim: str) -> tuple[str, bool]:
    """Return a claim as the network reads it best, and whether the claim denies what that says."""
    words, is_denied = in_plain_words(claim)
    return in_plain_effects(words), is_denied


def _is_firm(chance: float) -> bool:
    return max(chance, 1.0 - chance) >= FIRM


def _compare_means(motion: str, windows: Sequence[str], embedder: Embedder, network: DirectionNetwork) -> float:
    """Return the mean probability of a message's windows, a comparison read in both orders."""
    chance = fmean(network.probabilities(motion, windows, embedder))
    swapped = swap_comparison(motion)
    if swapped is None:
        return chance
    return _antisymmetric(chance, fmean(network.probabilities(swapped, windows, embedder)))


def _compare(motion: str, claims: Sequence[str], embedder: Embedder, network: DirectionNetwork) -> list[float]:
    """Return probabilities toward an affirmative motion: a comparison weighed, denials in plain words."""
    plain = [_plain_claim(claim) for claim in claims]
    words = [said for said, _ in plain]
    chances, *others = (network.probabilities(about, words, embedder) for about in _statements_of(motion))
    if others:
        weigh = _outweighed if halves_of(motion) else _antisymmetric
        chances = [
            STATED[side] if (side := stated_side(said, motion)) else weigh(chance, other)
            for said, chance, other in zip(words, chances, others[0], strict=True)
        ]
    return [_turned(chance) if is_denied else chance for chance, (_, is_denied) in zip(chances, plain, strict=True)]


def _statements_of(motion: str) -> tuple[str, ...]:
    """Return what claims on a motion are read toward: the motion, or both things that it compares apart, or swapped."""
    return halves_of(motion) or tuple(about for about in (motion, swap_comparison(motion)) if about)


def _outweighed(first: float, second: float) -> float:
    """Return the probability that a claim is for the first of two things, from those that it is for each of them."""
    chance = 1.0 / (1.0 + math.exp(_logit(second) - _logit(first)))
    return round(chance, 6)


def _logit(chance: float) -> float:
    bounded = min(max(chance, LEAST_CHANCE), 1.0 - LEAST_CHANCE)
    return math.log(bounded / (1.0 - bounded))


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
    plain, _ = plain_motion(motion)
    words, windows = [_plain_claim(claim)[0] for claim in claims], own_windows(message)
    orders = [about for about in (plain, swap_comparison(plain)) if about]
    of_claims = [PolarityQuestion(reader.claims, about, words) for about in _statements_of(plain)]
    of_message = [PolarityQuestion(reader.windows, about, windows) for about in orders]
    probabilities_together([*of_claims, *of_message], embedder)


def own_windows(message: str) -> list[str]:
    """Return the windows of what a message's speaker says; an opponent's words in it are the opponent's."""
    return [sentence(window) for window in windows_of(in_own_words(message))]


def _say_nothing(
    motion: str, claims: Sequence[str], embedder: Embedder, reader: DirectionReader, message: str = ""
) -> list[bool]:
    """Return of each claim whether no direction can be read in it: foreign, without a side, or off topic.

    A claim that takes up words of its message is not off topic.
    """
    if reader.is_silent(motion):
        return [True] * len(claims)
    far = off_topic(motion, [sentence(claim) for claim in claims], embedder)
    return [
        (is_far and not takes_up(message, claim)) or is_foreign(claim) or takes_no_side(claim)
        for claim, is_far in zip(claims, far, strict=True)
    ]


def _antisymmetric(chance: float, swapped: float) -> float:
    """Return what two readings of a comparison say together: nothing unless they disagree."""
    if (chance - EVEN) * (swapped - EVEN) >= 0:
        return EVEN
    return round((chance + 1.0 - swapped) / 2, 6)
