"""Numbers of "Belief Engine: Configurable and Inspectable Stance Dynamics in Multi-Agent LLM Deliberation".

``published.csv`` holds them: final stances of Figure 2 (left) and the expression check as section 4.1 states them,
Table A2 (five topics, 15 rounds, three trials a row), Table A8 (ten motions, four pairings, three runs a cell). For a
model that the paper did not test, tables show the range over the paper's models.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from doxa.experiments.papers import read_published


class PublishedRange(NamedTuple):
    """What the paper prints for the nearest setup: one value, or the range over its models."""

    low: float
    high: float
    setup: str

    @property
    def text(self) -> str:
        """Return the value or the range in words."""
        words = f"{self.low:.2f}" if self.low == self.high else f"{self.low:.2f} to {self.high:.2f}"
        return words.replace("-", "−")

    def against(self, measured: float) -> str:
        """Return how a value compares with the published one, to the two decimals that the paper prints."""
        if self.low - 0.005 <= measured <= self.high + 0.005:
            return "same" if self.low == self.high else "within"
        return f"{self.low - measured:.2f} below" if measured < self.low else f"{measured - self.high:.2f} above"


BE_MODELS = ("GPT-4o-mini", "GPT-5.4-mini", "Qwen 3.5 9B", "Gemma 4 E4B")
SELF_UPDATE = "Prompt self-update"
RAG = "RAG plus self-update"

PAIRINGS = ("open/open", "open/stubborn", "stubborn/open", "stubborn/stubborn")
"""Profile of pro / profile of con."""

PRINTED = read_published("doxa.systems.dialogue.exhibits", "exhibit", "row", "setup")
"""(exhibit, motion or swept level, setup or model or pairing) → column → number."""

EXPRESSION = PRINTED["expression", "", ""]
"""``r`` and ``slope`` of the expression check."""

FIVE = tuple(dict.fromkeys(row for exhibit, row, _ in PRINTED if exhibit == "tableA2"))
"""The motions of Table A2."""

TEN = tuple(dict.fromkeys(row for exhibit, row, _ in PRINTED if exhibit == "tableA8"))
"""The motions of Table A8, in its order."""


def plain(text: str) -> str:
    """Return a name's letters and digits in lower case, so that spelling and punctuation do not matter."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def motion_of(text: str) -> str | None:
    """Return the paper's motion with this wording; None where the paper has no such motion."""
    return next((motion for motion in TEN if plain(motion) == plain(text)), None)


def model_of(text: str) -> str | None:
    """Return the paper's model that a ``provider:model`` names; None for any other model."""
    return next((model for model in BE_MODELS if plain(model) in plain(text)), None)


def setup_of(condition: str, model: str) -> tuple[str, ...]:
    """Return the setups of Table A2 to compare a condition with: its own row, or all BE rows for another model."""
    words = plain(condition)
    if "selfupdate" in words:
        return (RAG,) if "rag" in words or "retrieval" in words else (SELF_UPDATE,)
    if not words.startswith("be"):
        return ()
    paper_model = model_of(model)
    return (f"BE {paper_model}",) if paper_model else tuple(f"BE {name}" for name in BE_MODELS)


def final_of(swept: str, level: float, model: str) -> PublishedRange | None:
    """Return Figure 2's printed final stance at a level; None where the text prints none."""
    paper_model = model_of(model)
    return _range("fig2-left", f"{swept}={level:g}", "final", [paper_model] if paper_model else BE_MODELS)


def column_of(motion: str, setups: Sequence[str], column: str) -> PublishedRange | None:
    """Return a column of Table A2 of a motion over given setups; None where the table has none."""
    return _range("tableA2", motion_of(motion) or "", column, setups)


def mean_gap(motions: Sequence[str], setups: Sequence[str]) -> float | None:
    """Return the mean of Table A2's final gaps over motions and setups; None where it has none of them."""
    rows = [PRINTED.get(("tableA2", motion_of(motion) or "", setup)) for motion in motions for setup in setups]
    gaps = [row["gap"] for row in rows if row]
    return sum(gaps) / len(gaps) if gaps else None


def convergence_of(motion: str, pairing: str) -> float | None:
    """Return Table A8's convergence of a motion and a pairing (or ``mean``); None for a motion that it lacks."""
    row = PRINTED.get(("tableA8", motion_of(motion) or "", pairing))
    return row["convergence"] if row else None


def _range(exhibit: str, row: str, column: str, setups: Sequence[str]) -> PublishedRange | None:
    """Return the range of a column over the setups for which it is printed; None where it is printed for none."""
    numbers = {setup: PRINTED[exhibit, row, setup][column] for setup in setups if (exhibit, row, setup) in PRINTED}
    if not numbers:
        return None
    setup = next(iter(numbers)) if len(numbers) == 1 else f"{len(numbers)} models: {', '.join(numbers)}"
    return PublishedRange(min(numbers.values()), max(numbers.values()), setup)
