"""How often a large language model that reads texts blind finds the side that they are labelled with.

    python bench/read_by_a_model.py                  prints the table of docs/judgement.md from bench/readings
    python bench/read_by_a_model.py --sheets FOLDER  writes the sheets that the readers got

What this tells: whether a kind of text has a side that can be read at all, and so what a judge of greater size could
gain on it. The readers were two agents on a hosted language model. Each got sheets of texts of all domains in mixed
order, with propositions and without labels, and wrote "for", "against" or "unclear". The first had worked on doxa and
seen no label of these texts; the second knew nothing of doxa, nor the first one's readings. Of a text longer than 800
characters they read so many.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.evaluation.exhibits.gold import GoldText
from doxa.evaluation.exhibits.shift_sets import DOMAINS
from doxa.records.streams import stream
from doxa.scoring.bootstrap import line_interval

READINGS = Path(__file__).parent / "readings"
READERS = ("first", "second")
EACH, SHEETS, SEED = 20, 3, 2
SIGNS = {"for": 1, "against": -1, "unclear": 0}
LEFT_OUT = ("hedges", "languages", "noise")
"""Domains whose texts take no side, or are not in English."""


@dataclass(frozen=True)
class Item:
    """A text of a sheet; its number says nothing about its domain."""

    number: int
    domain: str
    gold: GoldText


def drawn_items() -> list[Item]:
    """Return the texts of all sheets in mixed order: up to EACH of every domain that take a side."""
    chosen: list[tuple[str, GoldText]] = []
    for domain in DOMAINS:
        if domain not in LEFT_OUT:
            texts = [text for text in DOMAINS[domain].read() if text.polarity]
            drawn = stream(SEED, domain, "texts").sample(texts, min(EACH, len(texts)))
            chosen += [(domain, text) for text in drawn]
    stream(SEED, "sheets", "order").shuffle(chosen)
    return [Item(number, domain, text) for number, (domain, text) in enumerate(chosen)]


def write_sheets(folder: Path, items: Sequence[Item]) -> None:
    """Write the sheets, as JSON lines without labels."""
    folder.mkdir(parents=True, exist_ok=True)
    for sheet in range(SHEETS):
        lines = (
            json.dumps(
                {"number": item.number, "proposition": item.gold.proposition, "text": item.gold.text},
                ensure_ascii=False,
            )
            for item in items[sheet::SHEETS]
        )
        (folder / f"sheet-{sheet}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def given_readings(reader: str) -> dict[int, int]:
    """Return number of a text → what a reader found: 1, -1, or 0 for unclear."""
    lines = (READINGS / f"{reader}-reader.jsonl").read_text(encoding="utf-8").split("\n")
    return {(row := json.loads(line))["number"]: SIGNS[row["reading"]] for line in lines if line.strip()}


def rows(items: Sequence[Item], readings: Sequence[dict[int, int]]) -> Iterator[str]:
    """Yield a line of Markdown for each domain: what each reader found, and how often both found the same."""
    for domain in (name for name in DOMAINS if name not in LEFT_OUT):
        own = [item for item in items if item.domain == domain]
        cells = [cell for found in readings for cell in _cells(own, found)]
        alike = sum(len({found[item.number] for found in readings}) == 1 for item in own) / len(own)
        yield f"| {domain} | {len(own)} | {' | '.join(cells)} | {alike:.3f} |"


def _cells(items: Sequence[Item], found: dict[int, int]) -> tuple[str, str]:
    """Return the share that a reader decided, and the share right of that with its interval."""
    decided = [(item.gold, found[item.number] == item.gold.polarity) for item in items if found[item.number]]
    share = sum(hit for _, hit in decided) / len(decided) if decided else 0.0
    return f"{len(decided) / len(items):.3f}", f"{share:.3f}{_interval(decided)}"


def _interval(decided: Sequence[tuple[GoldText, bool]]) -> str:
    """Return the 95 % interval over topics in brackets; nothing where all are right or there is one topic."""
    by_topic: dict[str, list[bool]] = {}
    for gold, hit in decided:
        by_topic.setdefault(gold.topic or gold.proposition, []).append(hit)
    if len(by_topic) < 2 or all(hit for _, hit in decided):
        return ""
    found = line_interval(
        [(sum(hits), len(hits)) for hits in by_topic.values()],
        lambda samples: samples[:, :, 0].sum(axis=1) / samples[:, :, 1].sum(axis=1),
    )
    return f" [{found.low:.3f}, {found.high:.3f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=Path, help="write the sheets into this folder")
    chosen = parser.parse_args()
    items = drawn_items()
    if chosen.sheets:
        write_sheets(chosen.sheets, items)
        return
    heads = [f"{what}, {reader} reader" for reader in READERS for what in ("decided", "right of the decided")]
    print(f"| domain | n | {' | '.join(heads)} | both alike |\n|{'---|' * (len(heads) + 3)}")
    print("\n".join(rows(items, [given_readings(reader) for reader in READERS])))


if __name__ == "__main__":
    main()
