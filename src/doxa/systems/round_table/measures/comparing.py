"""A turn beside what it is compared with, so that its metrics can be computed by any definitions."""

from dataclasses import dataclass

from doxa.records.canonical import tidy
from doxa.systems.round_table.measures.definitions import MetricDefinitions
from doxa.systems.round_table.measures.evidence_usage import uses_evidence
from doxa.systems.round_table.measures.repetition import non_repetition
from doxa.systems.round_table.measures.turns import MeasuredTurn


@dataclass(frozen=True, kw_only=True)
class ComparedTurn:
    """A turn, the words of the speaker's turn before it, and the passages that were retrieved for it."""

    turn: MeasuredTurn
    before: str | None
    """None in the speaker's first turn."""
    cosine: float | None
    """Of the embeddings of both turns; None where there is no turn before, or an embedding is missing."""
    passages: tuple[str, ...]

    def non_repetition(self, definitions: MetricDefinitions) -> float | None:
        """Return how new the turn is, in [0, 1]; None in a first turn that is left out, or without an embedding."""
        if self.before is None and definitions.first_turn == "left_out":
            return None
        if self.before is not None and self.cosine is None:
            return None
        score = non_repetition(
            self.turn.text,
            self.before,
            self.cosine,
            overlap=definitions.overlap,
            penalty=definitions.opening_penalty,
        )
        return None if score is None else tidy(score)  # as a log holds it

    def measured(self, definitions: MetricDefinitions) -> MeasuredTurn:
        """Return the turn with non-repetition and evidence usage by other definitions."""
        scores = {
            "non_repetition": self.non_repetition(definitions),
            "evidence": uses_evidence(self.turn.text, self.passages, definitions.phrase_words),
        }
        return self.turn.model_copy(update=scores)
