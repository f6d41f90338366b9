"""A cheap stand-in for the learning curve of messages: the network as it is, and only a new head for it to learn.

    python bench/frozen_curve.py

The shipped polarity network reads one window of every message of the written debates with its motion; a ridge
regression on its last states (2,304 numbers a pair) learns the side from a quarter, half and all of the train part's
motions. Motions are drawn five times (all of them once), the penalty is chosen on the dev part. No layer learns, so
that this says how far more motions move a reader whose encoder stays, and not what a whole training would reach
(`bench/learning_curve.py`, which needs torch and an hour). Intervals are over motions. Takes three minutes of one core.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.message_sets import MODEL_MESSAGES, OWN_MESSAGES, WRITTEN_DEBATES
from doxa.humans.data.persuasiontrace import read_persuasiontrace
from doxa.models.embedded import embedder, polarity
from doxa.models.embedded.blocks import blocks
from doxa.models.embedded.passages import windows_of
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.scoring.bootstrap import line_interval

SHARES = (0.25, 0.5, 1.0)
DRAWS = 5
PENALTIES = (30.0, 300.0, 3000.0, 30000.0)
MOST = 300
"""Messages of each kind of text that is not of the written debates."""

Floats = NDArray[np.float64]
Row = tuple[str, int, str]
"""Motion, side and text of a message."""


@dataclass(frozen=True)
class Texts:
    """Messages of one kind with what the network makes of each: last states, side and motion."""

    states: Floats
    sides: Floats
    motions: tuple[str, ...]


def read(messages: Iterable[Row]) -> Texts:
    """Return what the network makes of the middle window of each message."""
    rows = [(canonical(motion), side, windows_of(text)) for motion, side, text in messages]
    kept = [(motion, side, sentence(windows[len(windows) // 2])) for motion, side, windows in rows if windows]
    kept.sort(key=lambda row: row[0])
    states = [last_states(motion, text) for motion, _, text in kept]
    return Texts(np.array(states), np.array([float(side) for _, side, _ in kept]), tuple(row[0] for row in kept))


def last_states(motion: str, window: str) -> Floats:
    """Return what the head of the polarity network gets of a pair; shape (2304,)."""
    model = polarity()
    about, text = embedder().read_texts([motion, window])
    (block,) = blocks([len(text.states)])
    return np.asarray(model.met(model.proposition_reading(motion, about), [text], block)[0], dtype=np.float64)


def fit(texts: Texts, chosen: Sequence[int], penalty: float) -> tuple[Floats, Floats, Floats]:
    """Return centre, unit and line of a ridge regression of the side, in its dual form."""
    rows = texts.states[chosen]
    centre, unit = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = (rows - centre) / unit
    dual = np.linalg.solve(scaled @ scaled.T + penalty * np.eye(len(scaled)), texts.sides[chosen])
    return centre, unit, scaled.T @ dual


def hits(texts: Texts, fitted: tuple[Floats, Floats, Floats]) -> Floats:
    centre, unit, line = fitted
    return np.asarray(((texts.states - centre) / unit @ line > 0) == (texts.sides > 0), dtype=float)


def motions_part(texts: Texts, share: float, draw: int) -> list[int]:
    motions = sorted(set(texts.motions))
    chosen = set(Random(f"frozen/{share}/{draw}").sample(motions, round(share * len(motions))))
    return [place for place, motion in enumerate(texts.motions) if motion in chosen]


def interval(texts: Texts, right: Floats) -> str:
    by_motion: dict[str, list[float]] = {}
    for motion, hit in zip(texts.motions, right, strict=True):
        by_motion.setdefault(motion, []).append(float(hit))
    points = [(sum(own), float(len(own))) for own in by_motion.values()]
    found = line_interval(points, lambda samples: samples[:, :, 0].sum(axis=1) / samples[:, :, 1].sum(axis=1))
    return f"{found.estimate:.3f} [{found.low:.3f}, {found.high:.3f}]"


def kinds() -> dict[str, list[Row]]:
    persuaders: list[Row] = [
        (round.proposition, 1 if round.argued > 0 else -1, one.text)
        for round in read_persuasiontrace().rounds
        for one in round.messages
        if round.argued and not one.own
    ]
    others: dict[str, list[Row]] = {
        "llm-messages": [(one.motion, one.side, one.text) for one in MODEL_MESSAGES.read() if one.valid],
        "own-messages": [(one.motion, one.side, one.text) for one in OWN_MESSAGES.read()],
        "persuaders": persuaders,
    }
    parts: dict[str, list[Row]] = {
        f"written debates {part}": [(one.motion, one.side, one.text) for one in WRITTEN_DEBATES.read(part)]
        for part in ("train", "dev", "test")
    }
    return parts | {name: Random(name).sample(rows, min(MOST, len(rows))) for name, rows in others.items()}


def main() -> None:
    texts = {name: read(rows) for name, rows in kinds().items()}
    train, dev = texts.pop("written debates train"), texts["written debates dev"]
    columns: dict[str, dict[str, Floats]] = {}
    for share in SHARES:
        draws = [motions_part(train, share, draw) for draw in range(DRAWS if share < 1 else 1)]
        by_penalty = {penalty: [fit(train, draw, penalty) for draw in draws] for penalty in PENALTIES}
        fits = max(by_penalty.values(), key=lambda own: fmean(float(hits(dev, fitted).mean()) for fitted in own))
        columns[f"{share:.0%}"] = {
            name: np.mean([hits(rows, fitted) for fitted in fits], axis=0) for name, rows in texts.items()
        }
    print(f"| kind of text | messages | motions | {' | '.join(columns)} |")
    print("|---" * (3 + len(columns)) + "|")
    for name, rows in texts.items():
        cells = " | ".join(interval(rows, column[name]) for column in columns.values())
        print(f"| {name} | {len(rows.sides)} | {len(set(rows.motions))} | {cells} |")


if __name__ == "__main__":
    main()
