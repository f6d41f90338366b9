"""What the judge decides in messages, by whether the training of single claims saw the motion in other words.

    .tools/train/bin/python bench/leaks_in_messages.py OUT/exhibits-shift

The folder is that of a whole ``doxa evaluate judgement --shift``, whose ``shift-topics.csv`` has every motion. The
network of messages went on from the weights of single claims, which ``bench/leaks.py`` examines. The last columns are
the share decided and the share right of the decided.
"""

import csv
import sys
from collections.abc import Sequence
from pathlib import Path

from leaks import learned_forms

from doxa.corpora.motions import EXAMINED, normal_form, read_pairs
from doxa.models.embedded.phrasing import canonical

DOMAINS = ("llm-messages", "model-debates", "ballot-arguments", "persuaders-given", "persuaders-chosen", "people-given")
DOMAINS_OF_OURS = ("own-messages", "written-debates")

Row = dict[str, str]


def seen_motions() -> frozenset[str]:
    """Return the examined propositions that are one motion with one that taught the weights, by the list."""
    taught = learned_forms()
    pairs = read_pairs(EXAMINED).items()
    return frozenset(
        first for (first, second), relation in pairs if relation != "other" and normal_form(second) in taught
    )


def is_seen(motion: str, listed: frozenset[str]) -> bool:
    """Return whether a motion taught the weights, by its form or by the list."""
    return canonical(motion) in listed or normal_form(canonical(motion)) in learned_forms()


def print_row(domain: str, what: str, rows: Sequence[Row]) -> None:
    """Print what is decided of the messages on some motions, and what share of that is right."""
    texts = sum(int(row["n"]) for row in rows)
    decided = sum(int(row["n"]) * float(row["coverage"]) for row in rows)
    hits = sum(int(row["n"]) * float(row["accuracy"]) for row in rows)
    shares = f"{decided / texts:.3f}  {hits / decided if decided else float('nan'):.3f}" if texts else "–"
    print(f"{domain:<18} {what:<9} {len(rows):>4} motions {texts:>5} messages  {shares}")


def main() -> None:
    with (Path(sys.argv[1]) / "shift-topics.csv").open(encoding="utf-8", newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["judge"] == "offline"]
    listed = seen_motions()
    for domain in (*DOMAINS, *DOMAINS_OF_OURS):
        of_domain = [row for row in rows if row["domain"] == domain]
        seen = [row for row in of_domain if is_seen(row["topic"], listed)]
        print_row(domain, "seen", seen)
        print_row(domain, "not seen", [row for row in of_domain if row not in seen])


if __name__ == "__main__":
    main()
