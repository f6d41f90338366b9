"""Bands: positions and confidence in plain English, for the prompts of agents on a feed (SimSwarm, ``render_beliefs``).

Position: from 0.6 strongly supportive, from 0.2 leaning supportive, above −0.2 undecided, above −0.6 leaning opposed,
else strongly opposed. Confidence: from 0.75 firmly held, from 0.45 moderately held, from 0.2 tentative, else
uncertain.
"""

from doxa.records.readout import Readout

SUPPORT = ((0.6, "strongly supportive"), (0.2, "leaning supportive"))
"""Bands that are closed below."""

DOUBT = ((-0.2, "undecided"), (-0.6, "leaning opposed"))
"""Bands that are open below."""

CONFIDENCE = ((0.75, "firmly held"), (0.45, "moderately held"), (0.2, "tentative"))


def position_band(position: float) -> str:
    """Return the band of a position in [−1, 1].

    Raises:
        ValueError: the position is not in [−1, 1].
    """
    if not -1.0 <= position <= 1.0:
        raise ValueError(f"a position lies in [-1, 1]; {position} does not")
    closed = (name for least, name in SUPPORT if position >= least)
    opened = (name for bound, name in DOUBT if position > bound)
    return next(closed, None) or next(opened, "strongly opposed")


def confidence_band(confidence: float) -> str:
    """Return the band of a confidence in [0, 1].

    Raises:
        ValueError: the confidence is not in [0, 1].
    """
    if not 0.0 <= confidence <= 1.0:
        raise ValueError(f"a confidence lies in [0, 1]; {confidence} does not")
    return next((name for least, name in CONFIDENCE if confidence >= least), "uncertain")


def beliefs(readout: Readout, proposition: str) -> str:
    """Return prompt lines that state an agent's beliefs, one a topic; empty where it shows no stance."""
    main = [(proposition, readout.stance, readout.confidence)] if readout.stance is not None else []
    others = [(topic, belief.stance, belief.confidence) for topic, belief in readout.topics.items()]
    lines = [
        f"- {topic}: {_describe_position(position, confidence)}" for topic, position, confidence in [*main, *others]
    ]
    return "\n".join(["What you believe now:", *lines]) if lines else ""


def _describe_position(position: float, confidence: float | None) -> str:
    confident = "" if confidence is None else f", {confidence_band(confidence)}"
    return f"{position_band(position)}{confident}"
