"""How often the offline stance judge finds the side of whole messages, beside the side of their arguments alone.

    python bench/message_stances.py [SAMPLE]

Of the messages of the benchmark under shift whose argued side is known, and of the dev part of the written debates
(SAMPLE of each domain; all where it is not given), it prints how many get a stance of more than 0.1 in magnitude, and
how many of these lie on the message's side: of the judge, of the judge without what texts avow, and of whoever always
says the commoner side.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from doxa.corpora.message_sets import WRITTEN_DEBATES
from doxa.evaluation.sets import shift_set
from doxa.models.embedded import embedder
from doxa.models.offline.judging import argued_stance, stance_of
from doxa.models.offline.shelf import Library

UNDECIDED = 0.1
DOMAINS = ("llm-messages", "persuaders-given", "people-given", "own-messages", "written-debates")


@dataclass(frozen=True)
class Message:
    """A message whose writer's side is known."""

    proposition: str
    text: str
    side: int


def messages_of(domain: str, sample: int | None) -> list[Message]:
    """Return the messages of a domain that argue a side."""
    if domain == "debates-dev":
        return [Message(one.motion, one.text, one.side) for one in WRITTEN_DEBATES.read("dev")][:sample]
    texts = shift_set(domain, sample=sample).texts
    return [Message(one.proposition, one.text, one.polarity) for one in texts if one.polarity]


def cell(messages: Sequence[Message], judge: Callable[[Message], float]) -> str:
    """Return the share that gets a stance, and the share right of that."""
    decided = [(stance, one.side) for one in messages if abs(stance := judge(one)) > UNDECIDED]
    right = sum((stance > 0) == (side > 0) for stance, side in decided)
    return f"{len(decided) / len(messages):.3f}, {right / len(decided):.3f}" if decided else "0.000, –"


def main() -> None:
    sample = int(sys.argv[1]) if sys.argv[1:] else None
    library = Library(embedder())
    print("| domain | n | stances | arguments alone | the commoner side |\n|---|---|---|---|---|")
    for domain in ("debates-dev", *DOMAINS):
        messages = messages_of(domain, sample)
        stances = cell(messages, lambda one: stance_of(one.text, one.proposition, library))
        argued = cell(messages, lambda one: argued_stance(one.text, one.proposition, library))
        commoner = max(sum(one.side == side for one in messages) for side in (1, -1)) / len(messages)
        print(f"| {domain} | {len(messages)} | {stances} | {argued} | {commoner:.3f} |", flush=True)


if __name__ == "__main__":
    main()
