"""Claims, vectors and listeners that the laws are tried on."""

from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

from doxa.evidence.admission import Admission, AdmissionResult, admit
from doxa.evidence.memory import Memory
from doxa.records.claims import Claim, Evidence

strengths = st.floats(0.0, 1.0)
weights = st.floats(0.0, 10.0)
stances = st.floats(-1.0, 1.0)
directions = st.tuples(*[st.integers(-3, 3)] * 3).filter(any)
"""Small integer vectors: two of them have cosine 1 only when they are parallel."""


@st.composite
def arrivals(draw, polarities=(1, -1, 0)):
    """What arrives at a listener: (polarity, strength, vector, origin)."""
    one = st.tuples(st.sampled_from(polarities), st.none() | strengths, directions, st.sampled_from(("self", "peer")))
    return draw(st.lists(one, max_size=14))


@st.composite
def active_sets(draw):
    """Active records with unique claims, seeds among them."""
    drawn = draw(st.lists(st.tuples(st.sampled_from((1, -1)), strengths, st.sampled_from(("seed", "self", "peer")))))
    return tuple(
        Evidence(claim=f"c{place}", polarity=polarity, strength=strength, origin=origin, active=True)
        for place, (polarity, strength, origin) in enumerate(drawn)
    )


@dataclass
class Listener:
    """A memory that remembers what each admission did to it."""

    settings: Admission = field(default_factory=Admission)
    stance: float = 0.0
    memory: Memory = field(default_factory=Memory)
    count: int = 0

    def hears(self, polarity, strength, direction, origin="peer") -> AdmissionResult:
        self.count += 1
        claim = Claim(id=f"c{self.count}", proposition="motion", text="a point", polarity=polarity, source="m")
        self.memory, admitted = admit(
            self.memory,
            claim,
            origin=origin,
            strength=strength,
            row=np.array(direction, dtype=np.float64),
            stance=self.stance,
            settings=self.settings,
        )
        return admitted

    def hears_all(self, arrived) -> "Listener":
        for one in arrived:
            self.hears(*one)
        return self

    @property
    def active(self) -> list[Evidence]:
        return list(self.memory.active_records)
