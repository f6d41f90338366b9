"""How often the embedded judge reads direction right: the numbers of doxa.models.offline.accuracy.

python bench/directions.py [FILE …]

Without files: single sentences of the three shipped test parts, without abstention. A file has whole messages with the
side that they argue, and is one of `messages.csv.gz` of scaling-LLM-persuasion (messages of language models and people;
those that raters found valid count), `human_rounds.jsonl.gz` of persuasiontrace (what a language model wrote to people
in conversation; control rounds are left out), and doxa's own `messages.jsonl.gz` (prose in which words alone do not
give the side away). A message's direction is the sign of Σ p·s over its claims; a message without one counts as wrong.
"""

import csv
import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from doxa.corpora.stances import LabelledClaim, argkp_stances, ibm_stances, perspectrum_stances
from doxa.models.embedded import embedder, polarity, strength
from doxa.models.embedded.extraction import claims_of

Message = tuple[str, str, int]
"""Proposition, text, and the side argued: 1 for, −1 against."""


def main() -> None:
    if len(sys.argv) == 1:
        for name, rows in (
            ("argkp", argkp_stances("test")),
            ("ibm", ibm_stances("test")),
            ("perspectrum", perspectrum_stances("test")),
        ):
            print(f"{name}: {len(rows)} sentences, right {_share(list(_sentences(rows))):.3f}")
    for name in sys.argv[1:]:
        sums = [(sum_of_claims(proposition, text), side) for proposition, text, side in read_messages(Path(name))]
        print(f"{Path(name).parent.name}: {len(sums)} messages, right {_share(sums):.3f}", end="; ")
        for side, word in ((1, "for"), (-1, "against")):
            print(f"{word} {_share([pair for pair in sums if pair[1] == side]):.3f}", end="; ")
        print(f"without a direction {sum(total == 0 for total, _ in sums) / len(sums):.3f}")


def _sentences(rows: Sequence[LabelledClaim]) -> Iterator[tuple[float, int]]:
    """Yield (direction, label) of single sentences; every sentence has a direction here."""
    for proposition, group in groupby(rows, key=lambda row: row.proposition):
        labelled = list(group)
        chances = polarity().probabilities(proposition, [row.claim for row in labelled], embedder())
        yield from ((chance - 0.5, row.polarity) for chance, row in zip(chances, labelled, strict=True))


def sum_of_claims(proposition: str, text: str) -> float:
    """Return Σ p·s over the claims of a message, as a belief rule meets them."""
    claims = [claim.claim for claim in claims_of(text, proposition)]
    if not claims:
        return 0.0
    judge, encoder = polarity(), embedder()
    chances = judge.probabilities(proposition, claims, encoder)
    strengths = strength().strengths(proposition, claims, encoder)
    signs = [(1 if chance > 0.5 else -1) if judge.clear(chance) else 0 for chance in chances]
    return sum(sign * strength for sign, strength in zip(signs, strengths, strict=True))


def read_messages(path: Path) -> Iterator[Message]:
    """Yield the labelled messages of one of the three sets."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        if ".csv" in path.name:
            rows: list[dict[str, Any]] = list(csv.DictReader(file))
            for row in rows:
                if row["rated_valid"].lower() in ("1", "1.0", "true"):
                    yield row["proposition"], row["text"], _sign(row["side"] == "for")
            return
        for line in file:
            row = json.loads(line)
            if "motion" in row:
                yield row["motion"], row["text"], _sign(row["side"] == "for")
            elif not row["control"]:
                for message in row["messages"]:
                    if message["role"] == "persuader":
                        yield row["proposition"], message["content"], _sign(row["persuader_supports"])


def _sign(supports: bool) -> int:
    return 1 if supports else -1


def _share(sums: list[tuple[float, int]]) -> float:
    return sum(total * side > 0 for total, side in sums) / len(sums)


if __name__ == "__main__":
    main()
