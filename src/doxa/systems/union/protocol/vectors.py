"""Vectors of texts within a debate: each text is embedded once, and compared by the integers that the log stores."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from doxa.evidence.vectors import DECIMALS, cosines
from doxa.records.base import JsonValue
from doxa.records.steps import Batch, Floor, Rows, Step

ENGINE = "-"
"""The actor of steps that no participant takes."""

CHUNK = 32
"""The most texts of an embedding step."""

Steps = Generator[Batch, Floor, None]


@dataclass(kw_only=True)
class Vectors:
    """The vectors of a debate's texts."""

    rows: Rows | None = None
    hashes: dict[str, str] = field(default_factory=dict)

    def embedded(self, texts: Iterable[str], note: str, key: str, **more: JsonValue) -> Steps:
        """Embed the texts that have no vector yet; those of a step that failed stay without one."""
        new = [text for text in dict.fromkeys(texts) if text.strip() and text not in self.hashes]
        parts = [new[start : start + CHUNK] for start in range(0, len(new), CHUNK)]
        if not parts:
            return
        floor = yield Batch(steps=tuple(_step(key, number, part, more) for number, part in enumerate(parts)), note=note)
        self.rows = floor.rows
        for part, outcome in zip(parts, floor.outcomes, strict=True):
            if outcome.ok and isinstance(outcome.reply, dict):
                self.hashes |= dict(zip(part, map(str, list(outcome.reply["vectors"])), strict=True))  # type: ignore[arg-type]

    def has_all(self, texts: Iterable[str]) -> bool:
        return self.rows is not None and all(text in self.hashes for text in texts)

    def near(self, text: str, others: Sequence[str]) -> NDArray[np.float64]:
        """Return the cosine of a text with each of some others, all of them embedded; shape (n,)."""
        assert self.rows is not None
        stacked = np.stack([self.rows(self.hashes[neighbour]) for neighbour in others])
        return np.asarray(np.round(cosines(self.rows(self.hashes[text]), stacked), DECIMALS))


def _step(key: str, number: int, part: Sequence[str], more: dict[str, JsonValue]) -> Step:
    return Step(
        key=f"{key}/embed/{number}", actor=ENGINE, task="embed", inputs={"texts": list[JsonValue](part), **more}
    )
