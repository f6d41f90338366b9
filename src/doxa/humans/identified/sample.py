"""The rounds that the identified model is fitted to, as arrays: treated ones with their evidence, controls with none.

Rounds are sorted by person, so that the rounds of a person are one segment. What a control heard was about something
else: it has no evidence, whatever a judge read in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.humans.data.people import PersonRound
from doxa.humans.replay.evidence import replay_round
from doxa.humans.replay.grid import Exposures, Floats, Ints, lay_exposures, prior
from doxa.humans.replay.judged import JudgedEvidence, argued_evidence
from doxa.humans.replay.study import Options

Evidence = Literal["argued", "judged"]
EVIDENCE_NAMES: dict[Evidence, str] = {"argued": "by the argued side", "judged": "by the judge"}
"""Whose word counts for the side of a message → the words for it."""


@dataclass(frozen=True, kw_only=True)
class Sample:
    """N rounds of P people, sorted by person."""

    rounds: tuple[PersonRound, ...]
    met: Exposures
    log_odds: Floats
    """(N,) of the stance before, |S₀| limited to the clamp."""
    persons: Ints
    """(N,) the number of each round's person, ascending."""

    def __len__(self) -> int:
        return len(self.rounds)

    @property
    def people(self) -> int:
        """The number of people."""
        return int(self.persons[-1]) + 1 if len(self.persons) else 0

    @property
    def starts(self) -> Ints:
        """(P,) the first round of each person."""
        return np.flatnonzero(np.diff(self.persons, prepend=-1)).astype(np.intp)

    @property
    def control(self) -> NDArray[np.bool_]:
        """(N,) whether a round is a control."""
        return np.asarray([round.control for round in self.rounds], dtype=np.bool_)

    @property
    def argued(self) -> Floats:
        """(N,) the side argued to the person; 0 for controls and where it is unknown."""
        return np.asarray([0.0 if round.control else float(round.argued) for round in self.rounds])

    @property
    def of_own_choice(self) -> NDArray[np.bool_]:
        """(N,) whether the person chose the proposition."""
        return np.asarray([round.of_own_choice for round in self.rounds], dtype=np.bool_)

    def take(self, chosen: NDArray[np.bool_]) -> "Sample":
        """Return the chosen rounds as a sample of their own."""
        rows = np.flatnonzero(chosen)
        records = [self.met.records[row] for row in rows.tolist()]
        rounds = tuple(self.rounds[row] for row in rows.tolist())
        met = lay_exposures(self.met.before[rows].tolist(), self.met.after[rows].tolist(), records)
        _, persons = np.unique(self.persons[rows], return_inverse=True)
        return Sample(rounds=rounds, met=met, log_odds=self.log_odds[rows], persons=persons.astype(np.intp))

    def without_sides(self) -> "Sample":
        """Return the same rounds as if no side were known to have been argued."""
        return replace(self, rounds=tuple(replace(round, argued=0) for round in self.rounds))

    def ending(self, after: Floats) -> "Sample":
        """Return the same rounds with other final stances, shape (N,)."""
        return replace(self, met=replace(self.met, after=after))


def _lay_sample(rounds: Sequence[PersonRound], judged: JudgedEvidence, options: Options) -> Sample:
    """Return rounds as a sample, each treated one with the evidence that its person accepted."""
    ordered = sorted(rounds, key=lambda person_round: person_round.person)
    records = [() if round.control else replay_round(round, judged, options.acceptance).active for round in ordered]
    met = lay_exposures([round.initial for round in ordered], [round.final for round in ordered], records)
    _, persons = np.unique([round.person for round in ordered], return_inverse=True)
    log_odds = prior(met.before, options.clamp)
    return Sample(rounds=tuple(ordered), met=met, log_odds=log_odds, persons=persons.astype(np.intp))


def make_samples(rounds: Sequence[PersonRound], judged: JudgedEvidence, options: Options) -> dict[Evidence, Sample]:
    """Return the sample under each kind of evidence; without ``argued`` where no side is known."""
    sources: dict[Evidence, JudgedEvidence | None] = {"argued": argued_evidence(judged, rounds), "judged": judged}
    return {kind: _lay_sample(rounds, claims, options) for kind, claims in sources.items() if claims is not None}
