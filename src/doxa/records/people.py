"""Propositions and participants, as data."""

from typing import Annotated, Literal

from pydantic import Field

from doxa.records.base import JsonValue, Record, Settings, Stance

Side = Literal["pro", "con", "neutral"]


class Proposition(Record):
    """The object of belief: a motion, or the role of one puzzle player (then with ``options``)."""

    id: str = "motion"
    text: str
    options: tuple[str, ...] = ()


class Prior(Settings):
    """Where an agent's stance starts (docs/fidelity.md, 'Prior modes')."""

    mode: Literal["seeds", "target"] = "seeds"
    """``seeds``: the stance follows from the seed records; ``target``: a factor on their weight is solved for it."""
    stance: Stance | None = None
    """The target stance of mode ``target``."""
    reference_a: float | None = Field(default=None, gt=0, le=10)
    """The anchoring at which the factor is solved and then fixed; the agent's own ``a`` when absent."""


Component = Literal["T", "M", "D"]
"""A part of a prompt that has a weight: task and persona, memory of the dialogue, retrieved knowledge."""

Weight = Annotated[float, Field(ge=0.0, le=2.0, allow_inf_nan=False)]
"""How much a component counts: low below 0.85, high from 1.25 on."""


class PromptPolicy(Settings):
    """How a prompt is made from its components (policy-parameterised prompts, section 3.2)."""

    rule: str = "none"
    """The form of the answer: ``none``, ``light``, ``struct``, or an installed rule."""
    w_t: Weight = 1.0
    """Weight of task and persona in round 0."""
    w_m: Weight = 1.0
    """Weight of the dialogue so far in round 0."""
    w_d: Weight = 1.0
    """Weight of retrieved knowledge in round 0."""
    shows: tuple[Component, ...] = ("T", "M", "D")
    """The components that the prompt contains; leave one out to measure its effect."""
    schedule: str = "fixed"
    """How weights change by round: ``fixed``, ``time_trend``, or an installed schedule."""
    correction: Literal["none", "behaviour"] = "none"
    """``behaviour``: alpha is added to D after a round without evidence, to M after one without a response."""
    alpha: Weight = 0.2
    """The amount that the correction adds to the scheduled weight; it does not accumulate."""
    sentences: int = Field(default=5, ge=1)
    """N: the most sentences under the rule ``light``."""
    points: Literal["unwritten", "free"] = Field(default="unwritten", exclude_if=lambda points: points == "unwritten")
    """Key points under the rule ``struct``: ``unwritten`` asks to work them out without writing them down, in doxa's
    words; ``free`` leaves this open, as the paper does."""


class Policy(Settings):
    """The content of an agent's prompt beside the task."""

    retrieved: int = Field(default=5, ge=0, le=100)
    """k: how many active records are retrieved into the prompt."""
    recent: int = Field(default=40, ge=0)
    """The least number of recent messages in the prompt; up to half as many more are kept, so that prefixes repeat."""
    prompt: PromptPolicy | None = Field(default=None, exclude_if=lambda one: one is None)
    """Rule and weights of a protocol that speaks under a prompt policy, such as ``round_table``."""


class Participant(Record):
    """An agent as data; never subclassed."""

    id: str
    name: str
    persona: str = ""
    side: Side = "neutral"
    role: str = "speaker"
    """The model role that speaks for this agent."""
    policy: Policy = Policy()
    kernel: str | None = "log_odds"
    """The belief rule's registered name; None for an actor without a belief."""
    belief: dict[str, JsonValue] = Field(default_factory=dict)
    """The kernel's settings, as its Settings model dumps them."""
    memory: dict[str, JsonValue] = Field(default_factory=dict)
    """The memory's settings (θ, θ_self, confirmation bias), as Admission dumps them."""
    prior: Prior = Prior()


RECORDED = "recorded"
"""The provider of recorded words; a role's model is then ``recorded:FILE``."""

LineKind = Literal["speech", "point", "answer"]
"""``point``: a question that somebody puts to a speaker; ``answer``: the reply to one; everything else is a speech."""


def is_recorded(model: str) -> bool:
    """Return whether a role's words come from a transcript, by its model as ``provider:model``."""
    return model.partition(":")[0] == RECORDED


def file_of(model: str) -> str:
    """Return the file of a model ``recorded:FILE``, as the user wrote it."""
    return model.partition(":")[2]


class RecordedLine(Record):
    """What somebody said in one go."""

    at: int
    """The line of the file in which it begins, from 1."""
    text: str = Field(min_length=1)
    kind: LineKind = Field(default="speech", exclude_if=lambda kind: kind == "speech")
    round: int | None = Field(default=None, exclude_if=lambda number: number is None)
    """The round in which it was said, where the file says so."""


class RecordedWords(Record):
    """The lines of one transcript by agent, so that the run needs the file no more."""

    sha256: str
    """Of the file's bytes when the run was planned."""
    lines: dict[str, tuple[RecordedLine, ...]]
    """Agent → its lines in the order of the file."""
    others: dict[str, int] = Field(default_factory=dict, exclude_if=lambda others: not others)
    """Name in the file that no agent has → number of lines, which nobody says."""

    sides: dict[str, Side] = Field(default_factory=dict, exclude_if=lambda sides: not sides)
    """Agent → the side that the file gives its lines; "neutral" where these are on both."""

    def of(self, agent: str, kind: LineKind) -> tuple[RecordedLine, ...]:
        """Return an agent's lines of one kind."""
        return tuple(line for line in self.lines.get(agent, ()) if line.kind == kind)
