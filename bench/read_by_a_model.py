"""How often a large language model that reads texts blind finds the side that they are labelled with.

    python bench/read_by_a_model.py                  prints the table of docs/judgement.md from bench/readings
    python bench/read_by_a_model.py --sheets FOLDER  writes sheets of texts that nobody has read yet

What this tells: whether a kind of text has a side that can be read at all, and so what a judge of greater size could
gain on it. The readers were two agents on a hosted language model. Each got sheets of texts of all domains in mixed
order, with propositions and without labels, and wrote "for", "against" or "unclear". The first had worked on doxa and
seen no label of these texts; the second knew nothing of doxa, nor the first one's readings. Of a text longer than 800
characters they read so many. Model-debates and ballot-arguments came later and had two other readers, who knew nothing
of doxa and read the texts whole. A text whose motion was found to be in a train part since has left its domain and does
not count.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from doxa.evaluation.sets import DOMAINS, GoldText
from doxa.records.base import stream
from doxa.scoring.bootstrap import line_interval

READINGS = Path(__file__).parent / "readings"
READERS = ("first", "second")
EACH, SHEETS, SEED = 20, 3, 2
SIGNS = {"for": 1, "against": -1, "unclear": 0}
LEFT_OUT = ("hedges", "languages", "noise")
"""Domains whose texts take no side, or are not in English."""


Texts = dict[str, tuple[str, GoldText]]
"""Number of a text, which says nothing about its domain → the domain and the text."""

Readings = dict[str, int]
"""Number of a text → what a reader found: 1, -1, or 0 for unclear."""


def sided_texts() -> Texts:
    """Return the texts of all domains that take a side."""
    return {
        _number(domain, text): (domain, text)
        for domain in DOMAINS
        if domain not in LEFT_OUT
        for text in DOMAINS[domain].read("test")
        if text.polarity
    }


def _number(domain: str, text: GoldText) -> str:
    return hashlib.sha256(f"{domain}/{text.key}".encode()).hexdigest()[:12]


def unread_numbers(texts: Texts, readings: Sequence[Readings]) -> list[str]:
    """Return texts that lack a reading, in mixed order: of each domain as many as it lacks of EACH."""
    chosen: list[str] = []
    for domain in DOMAINS:
        own = [number for number, (of, _) in texts.items() if of == domain]
        is_read = {number for number in own if all(number in found for found in readings)}
        open_ones = [number for number in own if number not in is_read]
        wanted = min(max(0, EACH - len(is_read)), len(open_ones))
        chosen += stream(SEED, domain, "texts").sample(open_ones, wanted)
    stream(SEED, "sheets", "order").shuffle(chosen)
    return chosen


def write_sheets(folder: Path, texts: Texts, numbers: Sequence[str]) -> None:
    """Write the sheets, as JSON lines without labels."""
    folder.mkdir(parents=True, exist_ok=True)
    for sheet in range(SHEETS):
        lines = (
            json.dumps(
                {"number": number, "proposition": texts[number][1].proposition, "text": texts[number][1].text},
                ensure_ascii=False,
            )
            for number in numbers[sheet::SHEETS]
        )
        (folder / f"sheet-{sheet}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def given_readings(reader: str) -> Readings:
    """Return what a reader found in each text."""
    lines = (READINGS / f"{reader}-reader.jsonl").read_text(encoding="utf-8").split("\n")
    return {(row := json.loads(line))["number"]: SIGNS[row["reading"]] for line in lines if line.strip()}


def rows(texts: Texts, readings: Sequence[Readings]) -> Iterator[str]:
    """Yield a line of Markdown for each domain: what each reader found, and how often both found the same."""
    for domain in (name for name in DOMAINS if name not in LEFT_OUT):
        own = {
            number: text
            for number, (of, text) in texts.items()
            if of == domain and all(number in found for found in readings)
        }
        if own:
            cells = [cell for found in readings for cell in _cells(own, found)]
            alike = sum(len({found[number] for found in readings}) == 1 for number in own) / len(own)
            yield f"| {domain} | {len(own)} | {' | '.join(cells)} | {alike:.3f} |"


def _cells(own: Mapping[str, GoldText], found: Readings) -> tuple[str, str]:
    """Return the share that a reader decided, and the share right of that with its interval."""
    decided = [(gold, found[number] == gold.polarity) for number, gold in own.items() if found[number]]
    share = sum(hit for _, hit in decided) / len(decided) if decided else 0.0
    return f"{len(decided) / len(own):.3f}", f"{share:.3f}{_interval(decided)}"


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
    texts, readings = sided_texts(), [given_readings(reader) for reader in READERS]
    if chosen.sheets:
        write_sheets(chosen.sheets, texts, unread_numbers(texts, readings))
        return
    heads = [f"{what}, {reader} reader" for reader in READERS for what in ("decided", "right of the decided")]
    print(f"| domain | n | {' | '.join(heads)} | both alike |\n|{'---|' * (len(heads) + 3)}")
    print("\n".join(rows(texts, readings)))


if __name__ == "__main__":
    main()
