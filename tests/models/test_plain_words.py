"""Motions with verbs that the networks do not know, by writers who had not seen the code: 60 motions, 360 claims a set.

`pytest -s -m '' tests/models/test_plain_words.py` prints how many claims are read rightly without abstention, as the
motion's words are and in plain ones, and what is decided. Verbs of the first set were added to the tables after it had
been measured once (0.678 → 0.722); nobody has read the second.
"""

import json
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from statistics import fmean

import pytest

from doxa.models.embedded import embedder, polarity
from doxa.models.embedded.guards.negations import in_plain_form
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.offline.directing import direction_of, read_chances

PROBES = Path(__file__).parent / "probes"

LEAST = {"first": 0.74, "second": 0.65}
"""The share of a set's claims that must be read rightly."""


@dataclass(frozen=True)
class Reading:
    """A claim's probability of its own side under the motion as it is, and as doxa reads it."""

    bare: float
    plain: float

    @property
    def decided(self) -> bool:
        return direction_of(self.plain) != "unclear"


def read(name: str) -> list[Reading]:
    rows = [json.loads(line) for line in (PROBES / f"verbs_{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    readings = []
    for motion, group in groupby(rows, key=lambda row: row["motion"]):
        claims = list(group)
        texts = [row["claim"] for row in claims]
        about, is_opposite = in_plain_form(canonical(motion))
        bare = polarity().probabilities(about, [sentence(text) for text in texts], embedder())
        plain = read_chances(motion, texts, embedder())
        for row, one, other in zip(claims, bare, plain, strict=True):
            affirmed = 1 - one if is_opposite else one
            readings.append(Reading(*(p if row["side"] == 1 else 1 - p for p in (affirmed, other))))
    return readings


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(LEAST))
def test_claims_on_motions_with_rare_verbs_are_read_rightly(name: str) -> None:
    readings = read(name)
    decided = [reading.plain > 0.5 for reading in readings if reading.decided]
    bare, plain = (fmean(chance > 0.5 for chance in chances) for chances in zip(*map(_pair, readings), strict=True))
    print(
        f"\n{name}: {len(readings)} claims, right {bare:.3f} → {plain:.3f}; "
        f"{len(decided) / len(readings):.3f} decided, {fmean(decided):.3f} of them right"
    )
    assert plain >= LEAST[name]
    assert plain >= bare


def _pair(reading: Reading) -> tuple[float, float]:
    return reading.bare, reading.plain
