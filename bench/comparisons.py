"""How single claims on comparisons are read: as the motion is, in both orders, or by what it says of each thing.

    .tools/train/bin/python bench/comparisons.py

Of each material only motions count that compare two things and have halves ("Trains are safer", "Planes are safer").
*Motion*: the share of claims whose likelier side is right where the network reads them toward the motion alone;
*difference*: where it reads them toward the motion and its swap, by the larger; *both orders*: what is left where the
two must disagree, and the share right of that (the rule until ``offline/20``); *halves*: by what the motion says of
each thing; then the share right of the surest two fifths by difference and by halves, and what is decided by halves
with the share right of that. Roles are sentences that argue in messages of the roles corpus, by the side of their
message; that corpus, UKPConvArg1 and Perspectrum's dev part decided for the halves.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.message_sets import ROLE_MESSAGES
from doxa.evaluation.sets import gold_set, shift_set
from doxa.models.embedded import embedder, polarity
from doxa.models.embedded.guards.comparisons import halves_of, swap_comparison
from doxa.models.embedded.guards.negations import in_plain_form
from doxa.models.embedded.phrasing import canonical
from doxa_train.heldout import stances

Labelled = tuple[str, str, int]
"""Motion, claim and side."""

LEAST = 0.4
WORDS = range(5, 36)
BOUND = 1e-4

Doubles = NDArray[np.float64]


def of_roles() -> Iterator[Labelled]:
    for message in ROLE_MESSAGES.read():
        for part in message.sentences:
            if message.side and part.role == "argues" and len(part.text.split()) in WORDS:
                yield message.motion, part.text, message.side


def of_set(name: str) -> Iterator[Labelled]:
    texts = shift_set(name).texts if name in ("debate-sites", "swaps") else gold_set(name).texts
    yield from ((one.proposition, one.text, one.polarity) for one in texts if one.polarity)


def of_dev() -> Iterator[Labelled]:
    yield from ((one.proposition, one.claim, one.polarity) for one in stances("perspectrum", "dev"))


MATERIAL: dict[str, Callable[[], Iterator[Labelled]]] = {
    "roles": of_roles,
    "UKPConvArg1": lambda: of_set("ukp-sides"),
    "Perspectrum dev": of_dev,
    "debate-sites": lambda: of_set("debate-sites"),
    "swaps": lambda: of_set("swaps"),
}


def read(labelled: Iterator[Labelled]) -> tuple[Doubles, int]:
    """Return side and logits toward motion, swap and both halves of each claim, shape (n, 5), and how many motions."""
    rows, motions = [], set()
    for motion, claim, side in labelled:
        about, is_opposite = in_plain_form(canonical(motion))
        halves, swapped = halves_of(about), swap_comparison(about)
        if halves and swapped:
            logits = (
                _logit(polarity().probabilities(one, [claim], embedder())[0]) for one in (about, swapped, *halves)
            )
            rows.append((-side if is_opposite else side, *logits))
            motions.add(motion)
    return np.array(rows), len(motions)


def _logit(chance: float) -> float:
    bounded = min(max(chance, BOUND), 1 - BOUND)
    return float(np.log(bounded / (1 - bounded)))


def surest(right: NDArray[np.bool_], sureness: Doubles) -> float:
    return float(right[np.argsort(-sureness, kind="stable")[: max(1, round(LEAST * len(right)))]].mean())


def main() -> None:
    heads = ("motion", "difference", "both orders", "halves", "surest: difference", "halves", "decided by halves")
    print("| material | motions | claims |", " | ".join(heads), "|\n" + "|---" * (3 + len(heads)) + "|")
    for name, labelled in MATERIAL.items():
        rows, motions = read(labelled())
        side, motion, swapped, first, second = rows.T
        difference, halves = motion - swapped, first - second
        by_difference, by_halves = difference * side > 0, halves * side > 0
        disagree = motion * swapped < 0
        decided = np.array([polarity().clear(1 / (1 + np.exp(-one))) for one in halves])
        cells = (
            f"{(motion * side > 0).mean():.3f}",
            f"{by_difference.mean():.3f}",
            _of(disagree, (motion * side > 0)),
            f"{by_halves.mean():.3f}",
            f"{surest(by_difference, np.abs(difference)):.3f}",
            f"{surest(by_halves, np.abs(halves)):.3f}",
            _of(decided, by_halves),
        )
        print(f"| {name} | {motions} | {len(rows)} |", " | ".join(cells), "|", flush=True)


def _of(decided: NDArray[np.bool_], right: NDArray[np.bool_]) -> str:
    return f"{decided.mean():.3f}, {right[decided].mean():.3f}" if decided.any() else "0.000, –"


if __name__ == "__main__":
    main()
