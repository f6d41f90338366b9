"""What the written debates are: how much text, how near its messages are to each other, what words alone give away.

    python bench/written_debates.py

*Nearest*: of each message the highest cosine with another message, of the same conversation or of another one.
*Words alone*: multinomial naive Bayes over the words of messages, with add-one smoothing, learned on the train part and
asked for the side of messages on other motions; above one half, words give sides away across motions.
"""

from collections import Counter
from math import log

import numpy as np

from doxa.corpora.corpus import normalised
from doxa.corpora.message_sets import WRITTEN_DEBATES, DebateMessage
from doxa.models.embedded import embedder

Words = dict[int, Counter[str]]


def learn(messages: tuple[DebateMessage, ...]) -> Words:
    """Return side → how often each word is said on it."""
    counts: Words = {1: Counter(), -1: Counter()}
    for message in messages:
        counts[message.side].update(normalised(message.text).split())
    return counts


def guess(message: DebateMessage, counts: Words) -> int:
    """Return the side that a message's words are likelier on."""
    size = len(counts[1] | counts[-1])
    totals = {side: counts[side].total() + size for side in counts}
    score = sum(
        log((counts[1][word] + 1) / totals[1]) - log((counts[-1][word] + 1) / totals[-1])
        for word in normalised(message.text).split()
    )
    return 1 if score > 0 else -1


def main() -> None:
    everything = WRITTEN_DEBATES.read()
    for part in ("train", "dev", "test"):
        messages = WRITTEN_DEBATES.read(part)
        words = sum(len(message.text.split()) for message in messages)
        print(f"{part:6} {len({one.motion for one in messages}):4} motions {len(messages):5} messages {words:7} words")
    print("kinds ", dict(Counter(message.kind for message in everything).most_common()))
    print("styles", dict(Counter(message.style for message in everything).most_common()))
    vectors = embedder().embed([message.text for message in everything])
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -1.0)
    talk = np.array([message.id.rpartition("/")[0] for message in everything])
    for what, same in (("its conversation", True), ("another", False)):
        nearest = np.where((talk[:, None] == talk) == same, cosines, -1.0).max(axis=1)
        print(f"nearest in {what}: median {np.median(nearest):.2f}, highest {nearest.max():.2f}")
    counts = learn(WRITTEN_DEBATES.read("train"))
    for part in ("dev", "test"):
        right = [guess(message, counts) == message.side for message in WRITTEN_DEBATES.read(part)]
        print(f"words alone on {part}: {np.mean(right):.3f} of {len(right)}")


if __name__ == "__main__":
    main()
