"""Vectors and readings that take no time, in place of those of the small networks.

They are the same on every processor, as the networks' are: words become whole numbers, and only a square root and a
division, which IEEE 754 rounds in one way, make floats of them. Texts that share words have similar vectors, so that
near-duplicates, retrieval and clusters have something to do; directions, strengths and roles are drawn from a hash and
mean nothing.
"""

import hashlib
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import numpy as np

from doxa.models.embedded.anchored import AnchoredStrength
from doxa.models.embedded.network import HIDDEN
from doxa.models.embedded.positions import PositionReader
from doxa.models.embedded.strength import Strength
from doxa.models.embedded.trunk import TextReading, Trunk
from doxa.models.hearing.roles import ROLES, RoleReader, SentenceRole

WORD = re.compile(r"\w+")
STEEPEST_LOGIT = 6.0


def signs(word: str) -> np.ndarray:
    """Return 384 numbers of −1 and 1, drawn from a hash of a word."""
    bits = np.unpackbits(np.frombuffer(hashlib.shake_128(word.encode()).digest(HIDDEN // 8), dtype=np.uint8))
    return 2 * bits.astype(np.int64) - 1


def read_text(text: str) -> TextReading:
    """Return the reading of one text: the normalised sum of its words' signs, and states that nothing reads."""
    words = WORD.findall(text.lower()) or [text]
    total = sum((signs(word) for word in words), np.zeros(HIDDEN, dtype=np.int64))
    length = math.sqrt(int(total @ total)) or 1.0
    vector = np.array([int(part) / length for part in total], dtype=np.float32)
    return TextReading(vector=vector, states=np.zeros((1, HIDDEN), np.float32), means=np.zeros((2, HIDDEN), np.float32))


def draw_share(*texts: str) -> float:
    """Return a number in [0, 1], in thousandths, drawn from a hash of texts."""
    return int.from_bytes(hashlib.sha256("\n".join(texts).encode()).digest()[:4], "big") % 1001 / 1000


def draw_logit(proposition: str, claim: str) -> float:
    return round((2 * draw_share(proposition, claim) - 1) * STEEPEST_LOGIT, 3)


def draw_role(text: str) -> SentenceRole:
    """Return a role that argues three times of four."""
    shares = [0.0] * len(ROLES)
    shares[0 if draw_share(text) < 0.75 else round(draw_share("role", text) * (len(ROLES) - 1))] = 1.0
    return SentenceRole(*shares)


def logits_together(questions: Sequence[Any], embedder: Any) -> list[list[float]]:
    return [[draw_logit(question.proposition, claim) for claim in question.claims] for question in questions]


@contextmanager
def plain_arithmetic() -> Iterator[None]:
    """Let the small models read by arithmetic while the block runs, in a process that has read nothing before."""
    replaced: tuple[tuple[Any, str, Any], ...] = (
        (Trunk, "read_texts", lambda self, texts: [read_text(text) for text in texts]),
        ("doxa.models.embedded.polarity", "logits_together", logits_together),
        (Strength, "raw", lambda self, about, texts, embedder: [draw_logit("", text) for text in texts]),
        (AnchoredStrength, "strengths", lambda self, about, texts, embedder: [draw_share(text) for text in texts]),
        (PositionReader, "no_position", lambda self, text, embedder: draw_share("position", text)),
        (RoleReader, "roles", lambda self, motion, message, embedder: tuple(draw_role(one.text) for one in message)),
    )
    with ExitStack() as stack:
        for owner, name, stand_in in replaced:
            if isinstance(owner, str):
                stack.enter_context(mock.patch(f"{owner}.{name}", stand_in))
            else:
                stack.enter_context(mock.patch.object(owner, name, stand_in))
        yield
