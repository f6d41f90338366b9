"""The view of one run: everything that the report shows, as one typed value.

The viewer page reads its JSON. ``docs/view.schema.json`` is generated from these records, and a test compares the two.
Batch 0 is the prior; batch n ≥ 1 is the n-th batch of the script.
"""

from typing import Literal

from pydantic import Field

from doxa.analysis.bars import Bar
from doxa.analysis.exhibit import Parts
from doxa.beliefs.base import ItemUnit
from doxa.records.base import JsonValue, Record, group_by


class AgentView(Record):
    id: str
    name: str
    side: str
    persona: str
    kernel: str | None
    """The belief rule's name; None for an actor without a belief, such as a fixed opponent."""
    settings: dict[str, JsonValue]
    """Of rule and memory, in words (``analysis.labels``)."""
    prior: dict[str, JsonValue]
    """How its stance begins, in words."""
    unit: ItemUnit | None = None
    """Unit of items and contributions: L, log-odds, or S, the stance; None where they have no numbers."""


class PointView(Record):
    batch: int
    stance: float | None
    log_odds: float | None
    kind: str
    """maintained, self_report or judged; never mixed in one curve."""


class ClaimView(Record):
    id: str
    text: str
    snippet: str
    start: int | None
    """Character offset of the snippet's start in the message; None where the message does not contain it."""
    end: int | None
    polarity: int
    strength: float | None
    strengths: dict[str, float]
    tags: tuple[str, ...]
    direction_by: str = ""
    """Whose direction it has where it is not the judge's: ``labelled`` by the corpus, ``by side`` of its speaker,
    or ``against its side`` and therefore unclear."""


class TurnView(Record):
    key: str
    batch: int
    note: str
    speaker: str
    status: str
    reason: str
    text: str
    """Untrusted: a model wrote it."""
    claims: tuple[ClaimView, ...]
    flaw: str = ""
    """What the check of speech found in words that are kept all the same."""
    cut: tuple[str, ...] = ()
    """What the check of speech took off the words; untrusted."""


class ItemView(Record):
    claim: str
    text: str
    origin: str
    polarity: int
    strength: float | None
    weight: float | None
    """None for a kernel without weights, here and in the memory."""
    before: float
    after: float
    why: str
    message: str | None
    """Key of the turn that the claim comes from; None for seeds."""


class MoveView(Record):
    agent: str
    batch: int
    before: float | None
    after: float | None
    log_odds_before: float | None
    log_odds_after: float | None
    items: tuple[ItemView, ...]
    heard: tuple[str, ...]
    """Keys of the turns that the agent heard."""
    bars: tuple[Bar, ...] = ()
    """What each source added to the stance, and what was lost with replaced records; the parts add up to the move.
    Left out where the items are in units of the stance and the bars would say no more."""
    amended: bool = False
    """Whether a change of settings caused this move, and no argument."""


class MemoryRow(Record):
    """What every row on a record of an agent's memory begins with."""

    claim: str
    text: str
    origin: str
    polarity: int
    strength: float | None
    weight: float | None
    """γ; None for a kernel that does not weigh records."""
    contribution: float | None
    """Contribution to the belief, such as p·ln(1 + s·γ) to L; 0 while archived; None for a kernel without sums."""
    active: bool


class MemoryView(MemoryRow):
    superseded_by: str | None
    similarity: float | None
    reason: str
    message: str | None
    batch: int
    """The batch of admission; 0 for seeds."""
    without: float | None
    """Final stance minus the stance without this record (leave-one-out); None while inactive, or not offered."""
    shapley: float | None
    """Shapley share of the final stance; None while inactive, or not offered."""


class TurningView(Record):
    batch: int
    kind: str
    """crossed zero, largest move, turned back."""
    before: float
    after: float


class SummaryView(Record):
    agent: str
    sentence: str
    turning: tuple[TurningView, ...]


class RoleView(Record):
    role: str
    model: str
    calls: int
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None
    cost: float | None
    """US dollars; None when a price is unknown. 0 only for models that cost nothing."""
    failed: int
    tries: int
    """Transport attempts without an answer."""


class ReasonView(Record):
    """Why tries brought no answer."""

    model: str
    status: str
    message: str
    """The reason in words, without keys; empty in a log from before doxa kept it."""
    tries: int
    given_up: int
    """Calls that ended with this reason."""


class RunView(Record):
    version: int = 2
    name: str
    spec: str
    status: str
    """finished, unfinished."""
    badge: str = "Simulated"
    """The word before ``simulated``: Simulated, Partly simulated, Recorded, Callables or Offline judge."""
    simulated: str
    """A sentence that says the words are simulated offline; empty when every role is a real model."""
    proposition: str
    story: str = ""
    """What happened in one sentence: who gave way and who did not, the turning point and why."""
    protocol: str
    seed: int
    replicate: int
    agents: tuple[AgentView, ...]
    batches: tuple[str, ...]
    """Readable names; index 0 is the prior."""
    curves: dict[str, tuple[PointView, ...]]
    turns: tuple[TurnView, ...]
    moves: tuple[MoveView, ...]
    memory: dict[str, tuple[MemoryView, ...]]
    summaries: tuple[SummaryView, ...]
    roles: tuple[RoleView, ...]
    reasons: tuple[ReasonView, ...] = ()
    """Why tries brought no answer, the most frequent reason first."""
    prefix: dict[str, tuple[float, ...]]
    """Task → share of each prompt's characters that repeat the task's prompt before as a prefix."""
    settings: tuple[tuple[str, JsonValue], ...]
    """Every setting of the spec as (dotted path, value)."""
    counts: dict[str, int] = Field(default_factory=dict)
    """Counts in the head of the page beside rounds: plural noun → number."""
    cards: int = Field(default=12, ge=1)
    """Number of agents that have a card until the reader asks for all."""
    opens: int | None = Field(default=None, ge=0)
    """The batch that is selected when the page opens; None selects the batch that moved its believers most."""
    middle: Literal["whole", "stances", "transcript", "none"] = "whole"
    """The middle of the page: ``whole``, with curves, ledger, memory and transcript; ``stances``, without transcript,
    where nothing is said in turns; ``transcript`` alone, where no agent shows a stance; ``none``, where the parts show
    everything."""
    parts: Parts = Field(default_factory=dict)
    """The parts of the run's system by name, in order; see ``parts.py``."""


PAGE = 20
"""Batches whose turns and moves go together."""


class ViewPage(Record):
    """The turns and moves of some batches that follow each other."""

    turns: tuple[TurnView, ...]
    moves: tuple[MoveView, ...]


class ViewHead(Record):
    """What a page needs before it has any turns: the view with empty turns and no moves, and what is left out."""

    view: RunView
    page: int = PAGE
    sizes: tuple[tuple[int, int], ...]
    """Characters and claims of each turn, from which a page guesses how high it will be."""
    memories: dict[str, tuple[int, int]]
    """Agent → its active records, and all of them."""
    is_whole: bool
    """Whether memories, stories and all else that only a fold has are here; False for a first look."""


def head_of(view: RunView, *, is_whole: bool = True) -> ViewHead:
    """Return the head of a view."""
    empty = tuple(turn.model_copy(update={"text": "", "claims": ()}) for turn in view.turns)
    return ViewHead(
        view=view.model_copy(update={"turns": empty, "moves": (), "memory": {}}),
        sizes=tuple((len(turn.text), len(turn.claims)) for turn in view.turns),
        memories={agent: (sum(row.active for row in rows), len(rows)) for agent, rows in view.memory.items()},
        is_whole=is_whole,
    )


def pages_of(view: RunView) -> list[ViewPage]:
    """Return a view's turns and moves by pages, in the order of the batches."""
    count = -(-max(1, len(view.batches)) // PAGE)
    turns = group_by(view.turns, lambda turn: turn.batch // PAGE)
    moves = group_by(view.moves, lambda move: move.batch // PAGE)
    return [ViewPage(turns=tuple(turns.get(page, ())), moves=tuple(moves.get(page, ()))) for page in range(count)]
