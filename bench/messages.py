"""How fast claims are heard in their messages: extraction, direction, strength and vector of messages not seen before.

    python bench/messages.py

Messages are the test part of the written debates, valid messages of 24 models and people, our own, and a language
model's in conversation with people (persuasiontrace). Each set is heard in five parts of different messages, one
message after the other, as in a run; the median of the parts is printed. *In messages* is how the offline judge hears;
*alone* is the alternative ``hearing.context = "claim"``, in which every claim is read without its message, as a hosted
extractor does; *whole* asks only for the direction of the message. Processor time is that of all threads together; it
is more meaningful than claims a second where other work shares the cores.
"""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

from doxa.corpora.message_sets import MODEL_MESSAGES, OWN_MESSAGES, WRITTEN_DEBATES
from doxa.humans.data.persuasiontrace import read_persuasiontrace
from doxa.models.embedded import Embedder, anchored_strength, message_polarity, polarity
from doxa.models.embedded.trunk import trunk
from doxa.models.offline.claims import claims_in
from doxa.models.offline.directing import read_claims
from doxa.models.offline.shelf import Library

PARTS = 5
MESSAGES = 40
"""Messages of a part."""

Heard = Callable[[str, str, Library], int]
"""(motion, message, library) → the number of claims."""


@dataclass(frozen=True)
class Speed:
    """How fast one part of a set was heard."""

    seconds: float
    processor: float
    """Seconds of processor time."""
    claims: int
    messages: int
    words: int


def written() -> Iterator[tuple[str, str]]:
    yield from ((one.motion, one.text) for one in WRITTEN_DEBATES.read("test"))


def models() -> Iterator[tuple[str, str]]:
    yield from ((one.motion, one.text) for one in MODEL_MESSAGES.read() if one.valid)


def own() -> Iterator[tuple[str, str]]:
    yield from ((one.motion, one.text) for one in OWN_MESSAGES.read())


def persuaders() -> Iterator[tuple[str, str]]:
    for round in read_persuasiontrace().rounds:
        yield from ((round.proposition, one.text) for one in round.messages if not one.own)


SETS = {"written debates": written, "models": models, "own": own, "persuaders": persuaders}


def in_message(motion: str, text: str, library: Library) -> int:
    """Hear a message as a run does."""
    return _hear(motion, text, library, text)


def alone(motion: str, text: str, library: Library) -> int:
    """Hear a message with every claim read alone."""
    return _hear(motion, text, library, "")


def _hear(motion: str, text: str, library: Library, words: str) -> int:
    claims = tuple(claim.claim for claim in claims_in(text, motion, library.embedder))
    if claims:
        read_claims(motion, claims, library.embedder, message=words)
        anchored_strength().strengths(motion, claims, library.embedder)
        library.embedder.rows(claims)
    return len(claims)


def measure(part: list[tuple[str, str]], hear: Heard) -> Speed:
    """Return how fast messages are heard whose words and claims no cache has."""
    for model in (polarity(), message_polarity(), anchored_strength()):
        model.known.forget()
    library = Library(Embedder())
    began, worked = time.perf_counter(), time.process_time()
    claims = sum(hear(motion, text, library) for motion, text in part)
    return Speed(
        seconds=time.perf_counter() - began,
        processor=time.process_time() - worked,
        claims=claims,
        messages=len(part),
        words=sum(len(text.split()) for _, text in part),
    )


def parts(name: str) -> list[list[tuple[str, str]]]:
    """Return the parts of a set; its messages are taken in turn, so that motions are spread over the parts."""
    messages = list(dict.fromkeys(SETS[name]()))
    step = max(1, len(messages) // (PARTS * MESSAGES))
    chosen = messages[::step][: PARTS * MESSAGES]
    return [chosen[number::PARTS] for number in range(PARTS)]


def main() -> None:
    trunk(None), polarity(), message_polarity(), anchored_strength()
    for name in sys.argv[1:] or SETS:
        for how, hear in {"in messages": in_message, "alone": alone}.items():
            speeds = [measure(part, hear) for part in parts(name)]
            messages, claims = (sum(getattr(speed, what) for speed in speeds) for what in ("messages", "claims"))
            words = sum(speed.words for speed in speeds)
            rate = median(speed.claims / speed.seconds for speed in speeds)
            spent = median(1000 * speed.processor / speed.claims for speed in speeds)
            print(
                f"{name:<16} {how:<12} {rate:5.0f} claims a second, {rate * words / claims:6.0f} words; "
                f"{spent:5.1f} ms of processor time a claim "
                f"({words / messages:.0f} words and {claims / messages:.1f} claims a message)",
                flush=True,
            )


if __name__ == "__main__":
    main()
