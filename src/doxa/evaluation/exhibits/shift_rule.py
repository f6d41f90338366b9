"""Abstention that is fixed elsewhere: the threshold for one domain is found on all the others.

    t = the lowest sureness at which Σ right / n ≥ AIM · Σ decided / n over the other domains

Sureness is how far the stated probability is from one half. Every domain counts alike, whatever its size. Claims and
messages have thresholds of their own, since two networks with two temperatures state their probabilities. A domain
*misses* where at that threshold fewer than AIM of the decided are right, or fewer than LEAST of its texts are decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from doxa.analysis.exhibit import Cell, Table
from doxa.evaluation.exhibits.shift import Shifted
from doxa.evaluation.exhibits.shift_measures import Guess

AIM = 0.9
"""The share of the decided that should be right."""
LEAST = 0.4
"""The share of texts that should be decided."""


@dataclass(frozen=True)
class Sure:
    """A text whose side is known: how sure the judge is of it, and whether its likelier side is right."""

    sureness: float
    right: bool
    side: int


def sure_texts(guesses: Sequence[Guess]) -> tuple[Sure, ...]:
    """Return the texts that take a side and for which the judge states a probability."""
    return tuple(
        Sure(abs(guess.chance - 0.5), guess.leans_rightly, guess.gold.polarity)
        for guess in guesses
        if guess.chance is not None and guess.gold.polarity
    )


def find_threshold(domains: Sequence[Sequence[Sure]], aim: float = AIM) -> float | None:
    """Return the lowest sureness at which ``aim`` of the decided are right, domains alike; None where none is enough.

    A text is decided where it is at least that sure.
    """
    ordered = sorted(
        ((text.sureness, 1.0 / len(texts), text.right) for texts in domains for text in texts), key=lambda row: -row[0]
    )
    found: float | None = None
    decided = right = 0.0
    for place, (sureness, weight, hit) in enumerate(ordered):
        decided += weight
        right += weight * hit
        last = place + 1 == len(ordered) or ordered[place + 1][0] < sureness
        if last and right >= aim * decided:
            found = sureness
    return found


def shift_rule_table(shifted: Sequence[Shifted]) -> Table | None:
    """Return each domain under the threshold that the others give; None where no judge states how sure it is."""
    rows = []
    missed: list[str] = []
    for domain in shifted:
        own = sure_texts(domain.guesses)
        others = [
            texts
            for other in shifted
            if other is not domain and (other.judge, other.gold.reads) == (domain.judge, domain.gold.reads)
            for texts in (sure_texts(other.guesses),)
            if texts
        ]
        if not own or not others:
            continue
        threshold = find_threshold(others)
        row, reached = _row(domain, own, threshold)
        rows.append(row)
        if not reached:
            missed.append(domain.gold.name)
    if not rows:
        return None
    return Table(
        name="shift-rule",
        title="Judgement under shift: abstention with each domain left out",
        caption=f"The threshold of a domain is the lowest stated probability at which {AIM:.0%} of the decided are "
        "right on the other domains that are read alike, each counting alike. Right, for and against: of its decided "
        "texts. A domain that is the only one of its reading has no row. "
        f"Missed, by fewer than {AIM:.0%} right or fewer than {LEAST:.0%} decided: {', '.join(missed) or 'none'}.",
        columns=("judge", "domain", "n", "threshold", "coverage", "right", "for", "against", "reached"),
        rows=tuple(rows),
        sources=tuple(domain.path for domain in shifted),
    )


def _row(domain: Shifted, own: Sequence[Sure], threshold: float | None) -> tuple[tuple[Cell, ...], bool]:
    decided = [text for text in own if threshold is not None and text.sureness >= threshold]
    coverage = len(decided) / len(own)
    right = _share([text.right for text in decided])
    sides = [_share([text.right for text in decided if text.side == side]) for side in (1, -1)]
    reached = right is not None and right >= AIM and coverage >= LEAST
    cells = (
        domain.judge,
        domain.gold.name,
        len(own),
        None if threshold is None else f"{0.5 + threshold:.3f}",
        f"{coverage:.3f}",
        *(None if share is None else f"{share:.3f}" for share in (right, *sides)),
        "yes" if reached else "no",
    )
    return cells, reached


def _share(hits: Sequence[bool]) -> float | None:
    return sum(hits) / len(hits) if hits else None
