"""Figures of a reader of messages: how often the mean of a message's windows lies on the side that it argues.

Intervals resample motions with all their messages.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from doxa.corpora.message_sets import CONVERSATIONS, MODEL_MESSAGES, OWN_MESSAGES, WRITTEN_DEBATES, DebatePart
from doxa.models.embedded.passages import windows_of
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.hearing.motions import plain_motion
from doxa.records.base import group_by
from doxa.scoring.bootstrap import rate_interval
from doxa.scoring.classification import calibration_error
from doxa_train.examples import Example
from doxa_train.figures import AIM, Floats, confidences, fitted_temperature, fitted_threshold, probabilities

FITTED_ON = "written debates dev"
"""The part that the temperature is fitted on: the network alone."""

AS_READ = "written debates dev, as read"
"""The part that the threshold is fitted on: the same messages as the judge reads them, the motion in plain words."""


@dataclass(frozen=True)
class ExaminedMessage:
    """The windows of a message, each labelled with the side that the message argues."""

    rows: tuple[Example, ...]
    kind: str = ""
    """The kind of its motion, where the set names one."""

    @property
    def side(self) -> int:
        return self.rows[0].polarity or 0


MessageTests = Mapping[str, Sequence[ExaminedMessage]]


def message_tests() -> dict[str, tuple[ExaminedMessage, ...]]:
    """Return the messages on which a reader is measured, by part; no training sees any of their motions."""
    return {
        FITTED_ON: _debates("dev"),
        AS_READ: _debates("dev", as_read=True),
        "written debates test": _debates("test"),
        "llm-messages": tuple(examine(one.motion, one.side, one.text) for one in MODEL_MESSAGES.read() if one.valid),
        "own-messages": tuple(examine(one.motion, one.side, one.text) for one in OWN_MESSAGES.read()),
        "persuaders": tuple(_persuaders()),
    }


def examine(motion: str, side: Any, text: str, kind: str = "", *, as_read: bool = False) -> ExaminedMessage:
    """Return the windows of a message under a motion; of one ``as_read`` as the judge gives them to a network."""
    about, is_opposite = plain_motion(canonical(motion)) if as_read else (canonical(motion), False)
    rows = (
        Example(proposition=about, claim=sentence(window), polarity=-side if is_opposite else side, origin="messages")
        for window in windows_of(text)
    )
    return ExaminedMessage(tuple(rows), kind)


def message_report(tests: MessageTests, logits: Mapping[str, Floats]) -> dict[str, Any]:
    """Return the calibration, and accuracy, coverage and calibration error of each part.

    Args:
        logits: part → the logits of "for" of the windows of its messages, one message after the other.
    """
    windows = [row.polarity or 0 for message in tests[FITTED_ON] for row in message.rows]
    temperature = fitted_temperature((windows, logits[FITTED_ON]))
    chances = {name: mean_chances(messages, logits[name], temperature) for name, messages in tests.items()}
    threshold = fitted_threshold(*confidences([message.side for message in tests[AS_READ]], chances[AS_READ]))
    parts = {name: _part(messages, chances[name], threshold) for name, messages in tests.items()}
    kinds = {
        f"{name}, {kind}": _part(
            [message for _, message in placed], chances[name][[place for place, _ in placed]], threshold
        )
        for name, messages in tests.items()
        for kind, placed in group_by(enumerate(messages), lambda placed: placed[1].kind).items()
        if kind
    }
    calibration = {
        "temperature": temperature,
        "threshold": threshold,
        "aim": AIM,
        "fitted_on": [FITTED_ON],
        "read_as_judge": True,
        "coverage": parts[AS_READ]["coverage"],
        "accuracy": parts[AS_READ]["accuracy_of_decided"],
    }
    return {"calibration": calibration, "parts": parts, "kinds": kinds}


def mean_chances(messages: Sequence[ExaminedMessage], logits: Floats, temperature: float) -> Floats:
    """Return for each message the mean probability of "for" of its windows; shape (messages,)."""
    ends = np.cumsum([len(message.rows) for message in messages])
    return np.array([chances.mean() for chances in np.split(probabilities(logits, temperature), ends[:-1])])


def _debates(part: DebatePart, *, as_read: bool = False) -> tuple[ExaminedMessage, ...]:
    """Return the messages of a part in which the judge finds words of their own speaker."""
    read = (examine(row.motion, row.side, row.text, row.kind, as_read=as_read) for row in WRITTEN_DEBATES.read(part))
    return tuple(message for message in read if message.rows)


def _persuaders() -> Iterator[ExaminedMessage]:
    """Return the messages of a model that argued a side with people."""
    return (
        examine(message.proposition, message.side, message.text)
        for message in CONVERSATIONS.read()
        if message.writer == "persuader" and message.side and windows_of(message.text)
    )


def _part(messages: Sequence[ExaminedMessage], chances: Floats, threshold: float) -> dict[str, Any]:
    sides = [message.side for message in messages]
    sure, right = confidences(sides, chances)
    decided = [hit for confidence, hit in zip(sure, right, strict=True) if confidence >= threshold]
    interval = rate_interval(
        (message.rows[0].proposition, hit, 1) for message, hit in zip(messages, right, strict=True)
    )
    return {
        "messages": len(messages),
        "motions": len({message.rows[0].proposition for message in messages}),
        "accuracy": float(np.mean(right)),
        "accuracy_interval": [interval.low, interval.high] if interval else None,
        "accuracy_for": float(np.mean([hit for hit, side in zip(right, sides, strict=True) if side > 0])),
        "accuracy_against": float(np.mean([hit for hit, side in zip(right, sides, strict=True) if side < 0])),
        "calibration_error": calibration_error(sure, right),
        "coverage": len(decided) / len(messages),
        "accuracy_of_decided": float(np.mean(decided)) if decided else None,
    }
