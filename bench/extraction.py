"""How often the embedded extractor finds no claim, one, or several in ArgKP's arguments, each of which makes one.

python bench/extraction.py
"""

import time
from collections import Counter

from doxa.corpora import load_corpus
from doxa.models.embedded.extraction import claims_of

PARTS = ("test", "dev", "train")

MOTION = "We should introduce compulsory voting"
SENTENCE = (
    "Compulsory voting raises turnout among the poor and it also makes campaigns cheaper. "
    "Although fines are unpopular, turnout gives the young power in parliament. "
)
WORDS = 150


def main() -> None:
    corpus = load_corpus("argkp")
    for part in PARTS:
        arguments = [
            (one.text, motion) for motion, found in corpus.motions.items() for one in found if one.part == part
        ]
        counts = Counter(min(2, len(claims_of(text, motion))) for text, motion in arguments)
        some, one, several = (count / len(arguments) for count in (counts[1] + counts[2], counts[1], counts[2]))
        print(f"{part:5} {len(arguments):5} arguments: {some:.1%} yield a claim, {one:.1%} one, {several:.1%} several")
    print(f"a message of {WORDS} words: {_milliseconds():.1f} ms")


def _milliseconds(times: int = 50) -> float:
    text = " ".join((SENTENCE * WORDS).split()[:WORDS])
    began = time.perf_counter()
    for _ in range(times):
        claims_of(text, MOTION)
    return (time.perf_counter() - began) / times * 1000


if __name__ == "__main__":
    main()
