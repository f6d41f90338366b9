"""How often the embedded network reads the direction of single sentences, for doxa.models.offline.accuracy.

python bench/directions.py

The three shipped test parts, without abstention and without the rules that stand before the network in a run. `doxa
evaluate judgement --shift` prints the numbers of whole messages.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from doxa.corpora.stances import LabelledClaim, argkp_stances, ibm_stances, perspectrum_stances
from doxa.models.embedded import embedder, polarity


def main() -> None:
    for name, rows in (
        ("argkp", argkp_stances("test")),
        ("ibm", ibm_stances("test")),
        ("perspectrum", perspectrum_stances("test")),
    ):
        print(f"{name}: {len(rows)} sentences, right {_share(list(_sentences(rows))):.3f}")


def _sentences(rows: Sequence[LabelledClaim]) -> Iterator[tuple[float, int]]:
    """Yield (direction, label) of single sentences; every sentence has a direction here."""
    for proposition, group in groupby(rows, key=lambda row: row.proposition):
        labelled = list(group)
        chances = polarity().probabilities(proposition, [row.claim for row in labelled], embedder())
        yield from ((chance - 0.5, row.polarity) for chance, row in zip(chances, labelled, strict=True))


def _share(sums: list[tuple[float, int]]) -> float:
    return sum(total * side > 0 for total, side in sums) / len(sums)


if __name__ == "__main__":
    main()
