"""The configurations of *Can LLM Agents Really Debate?*: anchor A, and each factor of Table 1 changed alone.

The text has 100 puzzles for each configuration over sizes 4, 6 and 8 and does not say how many of each; doxa takes the
same number of each size. Puzzle k of a size is the same in every configuration (common random numbers).
"""

from dataclasses import dataclass, field

from doxa.records.base import JsonValue
from doxa.systems.puzzle.exhibits.runs import ANCHOR
from doxa.systems.puzzle.plans import PRESETS

PUZZLES = 100
SIZES = (4, 6, 8)
DIFFICULTIES = (4, 5, 6, 7, 8, 9)
"""C6 varies the size from 5 to 9 (Table 1); 4 is added since the results use it."""
BENCHMARK_SIZE = 6
"""Figure 2: medium difficulty."""

RATED_TEAMS = ("het-mix-b", "het-mix-c")
RATED_SIZES = (6, 8)
"""The sizes in which reasons are rated (Figure 6)."""


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """One configuration: its difference from the anchor."""

    name: str
    factor: str
    team: str = "het-mix-a"
    changes: dict[str, JsonValue] = field(default_factory=dict)
    sizes: tuple[int, ...] = SIZES


def configurations() -> tuple[Configuration, ...]:
    """Return the anchor and C1 to C5; C6 is the size, which varies within each."""
    composed = tuple(
        Configuration(name=preset.title, factor="C2", team=name)
        for name, preset in PRESETS.items()
        if name != "het-mix-a"
    )
    return (
        Configuration(name=ANCHOR, factor=ANCHOR),
        Configuration(name="four agents", factor="C1", changes={"team.size": 4}),
        *composed,
        Configuration(name="confidence visible", factor="C3", changes={"script.confidence": "visible"}),
        Configuration(name="order agreed", factor="C4", changes={"script.order": "agreed"}),
        Configuration(name="two passes", factor="C5", changes={"script.depth": 2}),
    )


def difficulties() -> Configuration:
    """Return the anchor with the sizes of C6 that other configurations lack."""
    sizes = tuple(size for size in DIFFICULTIES if size not in SIZES)
    return Configuration(name=ANCHOR, factor="C6", sizes=sizes)
