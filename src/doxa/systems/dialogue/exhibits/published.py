"""Numbers of "Belief Engine: Configurable and Inspectable Stance Dynamics in Multi-Agent LLM Deliberation".

Final stances of Figure 2 (left) and the expression check as section 4.1 states them, Table A2 (five topics, 15 rounds,
three trials a row), Table A8 (ten motions, four pairings, three runs a cell). For a model that the paper did
not test, tables show the range over the paper's models.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class RowA2(NamedTuple):
    """A row of Table A2."""

    pro: float
    con: float
    gap: float
    gap_reduction: float
    shift: float
    centre_shift: float
    crossing: float


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

FIG2_LEFT: dict[tuple[str, float], dict[str, float]] = {
    ("u", 0.2): {"GPT-4o-mini": 0.81},
    ("u", 1.0): {"GPT-4o-mini": -0.49, "Qwen 3.5 9B": -0.96, "Gemma 4 E4B": -0.99},
    ("a", 0.2): {"GPT-4o-mini": -0.37},
    ("a", 1.0): {"GPT-4o-mini": 0.80},
}
"""(swept parameter, level) → final stance by model."""

EXPRESSION_R = 0.967
EXPRESSION_SLOPE = 0.86

SOCIAL = "Social media brings more harm than good"
HOMEOPATHY = "Homeopathy brings more harm than good"
ENTRAPMENT = "Entrapment should be legalized"
ZERO_TOLERANCE = "We should adopt a zero-tolerance policy in schools"
VOTING = "We should introduce compulsory voting"
AUSTERITY = "We should adopt an austerity regime"
SEX_SELECTION = "We should legalize sex selection"
ATHEISM = "We should adopt atheism"
JOURNALISM = "We should subsidize journalism"
LIBERTARIANISM = "We should adopt libertarianism"

TABLE_A2: dict[str, dict[str, RowA2]] = {
    SOCIAL: {
        "BE GPT-4o-mini": RowA2(0.36, 0.06, 0.38, 1.12, 0.60, 0.60, 0.33),
        "BE GPT-5.4-mini": RowA2(0.84, 0.95, 0.14, 1.36, 0.96, 0.81, 0.67),
        "BE Qwen 3.5 9B": RowA2(-0.02, -0.17, 0.18, 1.32, 0.68, 0.68, 0.33),
        "BE Gemma 4 E4B": RowA2(-0.16, 0.73, 0.89, 0.61, 1.20, 1.20, 1.00),
        "Prompt self-update": RowA2(-0.03, 0.05, 0.31, 1.19, 0.79, 0.79, 0.33),
        "RAG plus self-update": RowA2(-0.11, 0.34, 0.68, 0.82, 0.98, 0.98, 0.67),
    },
    JOURNALISM: {
        "BE GPT-4o-mini": RowA2(0.02, -0.08, 0.14, 1.36, 0.70, 0.70, 0.33),
        "BE GPT-5.4-mini": RowA2(0.11, 0.33, 0.22, 1.28, 0.86, 0.86, 1.00),
        "BE Qwen 3.5 9B": RowA2(0.58, 0.27, 0.39, 1.11, 0.60, 0.60, 0.33),
        "BE Gemma 4 E4B": RowA2(0.36, 0.39, 0.15, 1.35, 0.76, 0.76, 0.33),
        "Prompt self-update": RowA2(0.34, -0.73, 1.07, 0.43, 0.24, 0.22, 0.00),
        "RAG plus self-update": RowA2(0.27, -0.58, 0.85, 0.65, 0.34, 0.33, 0.00),
    },
    VOTING: {
        "BE GPT-4o-mini": RowA2(0.05, -0.15, 0.26, 1.24, 0.65, 0.65, 0.33),
        "BE GPT-5.4-mini": RowA2(-0.37, -0.08, 0.29, 1.21, 0.90, 0.90, 1.00),
        "BE Qwen 3.5 9B": RowA2(0.48, 0.24, 0.27, 1.23, 0.64, 0.63, 0.33),
        "BE Gemma 4 E4B": RowA2(-0.17, 0.06, 0.22, 1.28, 0.86, 0.86, 1.00),
        "Prompt self-update": RowA2(0.27, -0.34, 0.61, 0.89, 0.45, 0.45, 0.00),
        "RAG plus self-update": RowA2(0.22, -0.30, 0.53, 0.97, 0.49, 0.49, 0.00),
    },
    ATHEISM: {
        "BE GPT-4o-mini": RowA2(0.16, -0.34, 0.50, 1.00, 0.50, 0.50, 0.00),
        "BE GPT-5.4-mini": RowA2(0.17, 0.40, 0.23, 1.27, 0.86, 0.86, 1.00),
        "BE Qwen 3.5 9B": RowA2(0.09, -0.12, 0.22, 1.28, 0.65, 0.64, 0.00),
        "BE Gemma 4 E4B": RowA2(0.74, 0.76, 0.07, 1.43, 0.84, 0.76, 0.67),
        "Prompt self-update": RowA2(0.23, -0.40, 0.63, 0.87, 0.45, 0.44, 0.00),
        "RAG plus self-update": RowA2(0.23, -0.62, 0.85, 0.65, 0.37, 0.33, 0.00),
    },
    LIBERTARIANISM: {
        "BE GPT-4o-mini": RowA2(-0.26, -0.04, 0.23, 1.27, 0.86, 0.86, 0.67),
        "BE GPT-5.4-mini": RowA2(-0.36, 0.40, 0.76, 0.74, 1.13, 1.13, 1.00),
        "BE Qwen 3.5 9B": RowA2(0.60, 0.09, 0.51, 0.99, 0.56, 0.49, 0.00),
        "BE Gemma 4 E4B": RowA2(0.39, 0.90, 0.50, 1.00, 1.02, 1.00, 1.00),
        "Prompt self-update": RowA2(0.60, -0.51, 1.11, 0.39, 0.25, 0.19, 0.00),
        "RAG plus self-update": RowA2(0.41, -0.49, 0.90, 0.60, 0.32, 0.30, 0.00),
    },
}
"""Motion → setup → row. BE rows measure the maintained stance, baselines the judged one."""

PAIRINGS = ("open/open", "open/stubborn", "stubborn/open", "stubborn/stubborn")
"""Profile of pro / profile of con."""

TABLE_A8: dict[str, tuple[float, float, float, float, float]] = {
    SOCIAL: (1.255, 1.010, 1.399, 0.330, 0.999),
    HOMEOPATHY: (0.515, 0.279, 0.360, 0.099, 0.313),
    ENTRAPMENT: (0.611, 0.537, 0.334, 0.215, 0.424),
    ZERO_TOLERANCE: (1.091, 1.119, 1.021, 0.407, 0.910),
    VOTING: (1.305, 1.167, 0.774, 0.357, 0.901),
    AUSTERITY: (1.436, 1.386, 0.860, 0.447, 1.032),
    SEX_SELECTION: (0.736, 0.951, 0.566, 0.221, 0.619),
    ATHEISM: (1.286, 1.238, 0.675, 0.317, 0.879),
    JOURNALISM: (1.289, 0.842, 1.287, 0.333, 0.938),
    LIBERTARIANISM: (1.313, 1.291, 1.336, 0.577, 1.129),
}
"""Motion → convergence by pairing, then the mean of the row."""


def plain(text: str) -> str:
    """Return a name's letters and digits in lower case, so that spelling and punctuation do not matter."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def motion_of(text: str) -> str | None:
    """Return the paper's motion with this wording; None where the paper has no such motion."""
    return next((motion for motion in TABLE_A8 if plain(motion) == plain(text)), None)


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
    printed = FIG2_LEFT.get((swept, round(level, 6)))
    if not printed:
        return None
    paper_model = model_of(model)
    return over(printed, [paper_model] if paper_model else list(printed))


def gap_of(motion: str, setups: Sequence[str]) -> PublishedRange | None:
    """Return Table A2's final gap of a motion over the given setups; None where the table has none."""
    return column_of(motion, setups, "gap")


def column_of(motion: str, setups: Sequence[str], column: str) -> PublishedRange | None:
    """Return a column of Table A2 (a field of RowA2) of a motion over given setups; None where the table has none."""
    rows = TABLE_A2.get(motion_of(motion) or "", {})
    return over({setup: getattr(row, column) for setup, row in rows.items()}, setups)


def mean_gap(motions: Sequence[str], setups: Sequence[str]) -> float | None:
    """Return the mean of Table A2's final gaps over motions and setups; None where it has none of them."""
    rows = [TABLE_A2.get(motion_of(motion) or "", {}) for motion in motions]
    gaps = [row[setup].gap for row in rows for setup in setups if setup in row]
    return sum(gaps) / len(gaps) if gaps else None


def convergence_of(motion: str, pairing: str) -> float | None:
    """Return Table A8's convergence of a motion and a pairing (or ``mean``); None for a motion that it lacks."""
    row = TABLE_A8.get(motion_of(motion) or "")
    return row[(*PAIRINGS, "mean").index(pairing)] if row else None


def over(values: Mapping[str, float], names: Sequence[str]) -> PublishedRange | None:
    """Return the range of the named values; None where there are none."""
    printed = {name: values[name] for name in names if name in values}
    if not printed:
        return None
    setup = next(iter(printed)) if len(printed) == 1 else f"{len(printed)} models: {', '.join(printed)}"
    return PublishedRange(min(printed.values()), max(printed.values()), setup)
