"""What windows that do not overlap would cost in rightness: they take half of the reading time of a long message.

    python bench/windows.py

Whole messages are read by the shipped reader of messages alone, without guards: in windows as they are, each beginning
in the middle of the one before, and in as many windows as fit without overlap, of like length. Written debates are the
dev part, persuasiontrace's persuader whole, the other two every fourth message.
"""

from collections.abc import Callable, Sequence

import numpy as np

from doxa.corpora.message_sets import MODEL_MESSAGES, OWN_MESSAGES, WRITTEN_DEBATES
from doxa.humans.data.persuasiontrace import read_persuasiontrace
from doxa.models.embedded import embedder, message_polarity
from doxa.models.embedded.passages import WORDS, sentences_of, windows_of

Split = Callable[[str], Sequence[str]]
Row = tuple[str, int, str]


def windows_apart(message: str) -> list[str]:
    """Return the windows of a message, none of which overlaps another: of like length, and of ``WORDS`` at least."""
    said = sentences_of(message)
    counts = [len(sentence.split()) for sentence in said]
    wanted = max(1, sum(counts) // WORDS)
    windows: list[str] = []
    run: list[str] = []
    laid = 0
    for sentence, count in zip(said, counts, strict=True):
        run.append(sentence)
        laid += count
        if laid * wanted >= sum(counts) * (len(windows) + 1):
            windows.append(" ".join(run))
            run = []
    return [*windows, " ".join(run)] if run else windows


def sets() -> dict[str, list[Row]]:
    persuaders: list[Row] = [
        (round.proposition, 1 if round.argued > 0 else -1, one.text)
        for round in read_persuasiontrace().rounds
        for one in round.messages
        if round.argued and not one.own and windows_of(one.text)
    ]
    written: list[Row] = [(one.motion, one.side, one.text) for one in WRITTEN_DEBATES.read("dev")]
    models: list[Row] = [(one.motion, one.side, one.text) for one in MODEL_MESSAGES.read() if one.valid]
    own: list[Row] = [(one.motion, one.side, one.text) for one in OWN_MESSAGES.read()]
    return {
        "written debates dev": written,
        "persuaders": persuaders,
        "llm-messages": models[::4],
        "own-messages": own[::4],
    }


def mean_chances(rows: Sequence[Row], split: Split) -> np.ndarray:
    model = message_polarity()
    return np.array([np.mean(model.probabilities(motion, split(text), embedder())) for motion, _, text in rows])


def main() -> None:
    for name, rows in sets().items():
        sides = np.array([side for _, side, _ in rows])
        for how, split in {"overlapping": windows_of, "apart": windows_apart}.items():
            chances = mean_chances(rows, split)
            right = (chances > 0.5) == (sides > 0)
            decided = np.maximum(chances, 1 - chances) >= message_polarity().threshold
            count = sum(len(split(text)) for _, _, text in rows)
            print(
                f"{name:<20} {how:<12} right {right.mean():.3f} of {len(rows)}, decided {decided.mean():.3f}, "
                f"of these right {right[decided].mean():.3f}; {count} windows",
                flush=True,
            )


if __name__ == "__main__":
    main()
