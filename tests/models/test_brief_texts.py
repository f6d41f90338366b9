"""Texts of two or three sentences by strangers: how many are heard as as many claims as they make arguments.

`pytest -s -m '' tests/models/test_brief_texts.py` prints the counts, beside those of taking every sentence for a claim
and every text for one. The constants were chosen on the first set, after a look at the counts of the second; nobody has
read the third. The writers, agents on a hosted language model, had not seen the code.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from doxa.models.embedded import embedder
from doxa.models.embedded.extraction import sentences
from doxa.models.offline.extracting import claims_in

PROBES = Path(__file__).parent / "probes"

LEAST = {"first": {"one": 39, "several": 37}, "second": {"one": 32}, "third": {"one": 38, "several": 29}}
"""Set → kind of text → how many must be heard rightly."""


@pytest.mark.long
@pytest.mark.parametrize("name", LEAST)
def test_brief_texts_make_as_many_claims_as_arguments(name: str) -> None:
    lines = (PROBES / f"brief_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    right, split, whole, count = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for row in map(json.loads, lines):
        kind = "one" if row["arguments"] == 1 else "several"
        count[kind] += 1
        right[kind] += len(claims_in(row["text"], row["motion"], embedder())) == row["arguments"]
        split[kind] += len(sentences(row["text"])) == row["arguments"]
        whole[kind] += row["arguments"] == 1
    for kind in sorted(count):
        print(
            f"\n{name}, {kind}: {right[kind]} of {count[kind]}; every sentence a claim {split[kind]}, "
            f"every text a claim {whole[kind]}"
        )
    assert all(right[kind] >= least for kind, least in LEAST[name].items())


@pytest.mark.parametrize(
    ("motion", "text", "claims"),
    [
        (
            "Rents should be capped",
            "Caps make the shortage worse. In Stockholm people wait for more than ten years.",
            1,
        ),
        ("Universities should charge fees", "Fees scare off the poor. My brother had the marks and never applied.", 1),
        ("Zoos should be closed", "Point the first: zoos are cruel. Point the second: they teach nobody anything.", 2),
        ("Zoos should be closed", "Firstly, zoos are cruel. Secondly, in Berlin they cost the city eighty million.", 2),
        ("Zoos should be closed", "Zoos are cruel.\n\nIn Berlin they cost the city eighty million every year.", 2),
    ],
)
def test_support_goes_with_its_claim_and_what_counts_does_not(motion: str, text: str, claims: int) -> None:
    assert len(claims_in(text, motion, embedder())) == claims
