"""How the metrics are computed where policy-parameterised prompts leave it open, as settings.

Section 3.3 names string overlap, a penalty for repeated openings and key phrases, and defines none of them; it does not
say whether a speaker's first turn, which has nothing to repeat, counts in non-repetition.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import Field

from doxa.records.base import JsonValue, Settings
from doxa.systems.round_table.measures.evidence_usage import WORDS
from doxa.systems.round_table.measures.repetition import PENALTY, Overlap

FirstTurn = Literal["counted", "left_out"]


class MetricDefinitions(Settings):
    """Definitions of non-repetition and evidence usage."""

    overlap: Overlap = "characters"
    """Overlap of a turn with the speaker's turn before: the share of characters in common blocks, of common words, or
    of common pairs of words (``word_pairs``)."""
    opening_penalty: float = Field(default=PENALTY, ge=0, le=1)
    """What each repeated opening of a sentence takes from non-repetition."""
    phrase_words: int = Field(default=WORDS, ge=1, le=20)
    """Content words in a row that make a key phrase of a passage. The correction of w_D follows it, too."""
    first_turn: FirstTurn = "counted"
    """Whether a speaker's first turn has the non-repetition 1 or none (``left_out``)."""

    def changed(self, changes: Mapping[str, JsonValue]) -> "MetricDefinitions":
        """Return these definitions with changes, validated."""
        return MetricDefinitions.model_validate({**self.model_dump(), **changes})


def describe_definitions(definitions: MetricDefinitions) -> str:
    """Return a sentence that says which definitions are not doxa's defaults; '' where all are."""
    changed = ", ".join(_list_changes(definitions))
    return f"Metrics by other definitions than the default: {changed}." if changed else ""


def _list_changes(definitions: MetricDefinitions) -> Iterator[str]:
    default = MetricDefinitions()
    if definitions.overlap != default.overlap:
        yield f"overlap of {definitions.overlap.replace('_', ' ')}"
    if definitions.opening_penalty != default.opening_penalty:
        yield f"opening penalty {definitions.opening_penalty:g}"
    if definitions.first_turn != default.first_turn:
        yield "first turns left out of non-repetition"
    if definitions.phrase_words != default.phrase_words:
        yield f"key phrases of {definitions.phrase_words} words"
