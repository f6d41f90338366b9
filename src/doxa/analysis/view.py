"""The view of one run: everything that the report shows, as one typed value.

The viewer page reads its JSON; ``docs/view.schema.json`` is generated from these records and a test
notices when the two drift apart. Batch 0 is the prior; batch n ≥ 1 is the n-th batch of the script.
"""

from doxa.records.base import JsonValue, Record


class AgentView(Record):
    id: str
    name: str
    side: str
    persona: str
    kernel: str | None
    """None for an actor without a belief, such as a fixed opponent."""
    settings: dict[str, JsonValue]
    """u, a, θ, θ_self …, by name."""
    prior: dict[str, JsonValue]


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
    """The claim's place: character offsets of the snippet in the message; None where it is not found there."""
    end: int | None
    polarity: int
    strength: float | None
    strengths: dict[str, float]
    tags: tuple[str, ...]


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


class ItemView(Record):
    claim: str
    text: str
    origin: str
    polarity: int
    strength: float | None
    weight: float
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
    """Keys of the turns that were met."""
    amended: bool = False
    """A change of settings made this move, not an argument."""


class MemoryView(Record):
    claim: str
    text: str
    origin: str
    polarity: int
    strength: float | None
    weight: float
    contribution: float
    active: bool
    superseded_by: str | None
    similarity: float | None
    reason: str
    message: str | None
    batch: int
    """When it was admitted; 0 for seeds."""
    without: float | None
    """Final stance minus the stance without this record (leave-one-out); None while inactive."""
    shapley: float | None
    """Its Shapley share of the final stance; None while inactive."""


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
    """Transport attempts that did not answer."""


class SpokenView(Record):
    """One turn of a discussion under prompt policies, measured."""

    key: str
    """The turn that it is, by its step key."""
    round: int
    agent: str
    metrics: dict[str, float | None]
    """The five behaviour metrics; None where one is not known."""
    weights: dict[str, float]
    """T, M and D → the weight that its prompt was made with, in [0, 2]."""


class DiscussionView(Record):
    """A finished discussion at a round table."""

    query: str
    rules: tuple[str, ...]
    """Every rule that some turn was said under."""
    metrics: tuple[str, ...]
    """Names of the metrics, in their order."""
    turns: tuple[SpokenView, ...]


class PlayerView(Record):
    """One player of a puzzle."""

    name: str
    says: str
    """Untrusted, as is the name: a puzzle of one's own may say anything."""
    solution: str
    decided: str | None
    """The team's answer; None where it has none."""
    by: str
    """majority, supervisor, or nothing where nobody decided."""


class RolesView(Record):
    """Every agent's roles when a phase of a debate was over."""

    batch: int
    note: str
    roles: dict[str, dict[str, str]]
    """Agent → player → role, as its belief holds it."""


class PuzzleView(Record):
    """A finished debate over a puzzle."""

    players: tuple[PlayerView, ...]
    manager: str
    """What the manager says."""
    phases: tuple[RolesView, ...]
    """The last batch of the proposals, of every round, and of the decisions."""


class RisenView(Record):
    """A point of information that was taken."""

    key: str
    """The turn that it is."""
    by: str
    text: str
    answer: str
    """Empty where none was given."""


class SpeechView(Record):
    """One speech of a union debate."""

    key: str
    """The turn that it is."""
    speaker: str
    side: str
    """Proposition or Opposition."""
    lens: str
    """The emphasis that its preparation drew; empty for none."""
    words: int
    """0 where nothing was said."""
    target: int
    within: bool
    """Whether it has its length, within the tolerance."""
    offered: int
    """Points of information, taken or not."""
    taken: tuple[RisenView, ...]


class LayerView(Record):
    """One layer's verdict, or the final one."""

    layer: str
    winner: str | None
    proposition: float | None
    """Votes, points, a mean score or surviving claims, as the layer counts."""
    opposition: float | None
    margin: str | None
    because: str


class UnionView(Record):
    """A finished union debate, and how it was judged last."""

    speeches: tuple[SpeechView, ...]
    """In the order spoken."""
    definitions: tuple[tuple[str, str], ...]
    """(a word of the motion or who says what of it, what is said)."""
    verdict: str
    """Who won and how far the layers agree; empty until the debate is judged."""
    layers: tuple[LayerView, ...]
    """The final verdict, then each layer's."""
    caption: str


class PostView(Record):
    """One post of a feed."""

    id: str
    author: str
    """Untrusted, as is the text: a handle."""
    by: str
    """agent, bot or event."""
    round: int
    parent: str
    """The post that it answers; empty for a post of its own."""
    topic: str
    text: str
    stance: float | None
    """None where it could not be read."""
    likes: int
    dislikes: int
    reposts: int
    viral: bool
    listeners: int
    """How many minds met it."""
    moved: float
    """Sum of the sizes of its exact contributions to all who met it."""
    net: float
    """Sum of its contributions: toward +1 or −1."""


class MetView(Record):
    """One post as one agent met it in one round."""

    post: str
    likes: int
    """What it had gathered then."""
    dislikes: int
    contribution: float
    """What it added to the stance."""
    factors: dict[str, float]
    why: str


class ShownView(Record):
    """One agent's feed in one round, in the order shown, and what it did."""

    agent: str
    round: int
    before: float | None
    after: float | None
    confidence: float | None
    """After the round."""
    met: tuple[MetView, ...]


class OpinionView(Record):
    """Where everybody stood after one round."""

    round: int
    """0 is the start."""
    stances: dict[str, float]
    mean: float
    spread: float
    """Standard deviation."""
    bimodality: float | None
    """Bimodality coefficient; None where it is not defined."""
    esteban_ray: float
    """Polarisation in [0, 1] after Esteban and Ray."""


class FeedView(Record):
    """A feed: opinions by round, posts and what they did, feeds as agents saw them, and trust."""

    opinions: tuple[OpinionView, ...]
    posts: tuple[PostView, ...]
    """The one that moved most first; those that nobody met and that are on no shown feed are left out."""
    feeds: tuple[ShownView, ...]
    trust: tuple[tuple[str, str, float], ...]
    """(agent, author, trust in the end), of agents whose feeds are shown and the authors that moved most."""
    left_out: int
    """How many agents have no feed here, because there are too many."""
    counts: dict[str, int]
    """posts, replies, likes, dislikes, reposts, silent turns of the run."""


class ListenedView(Record):
    """Where those who only listen stood after one round."""

    round: int
    counts: tuple[int, ...]
    """How many stand in each of equal cells from -1 to +1."""
    mean: float
    spread: float
    """Standard deviation."""
    bimodality: float | None
    """Bimodality coefficient; None where it is not defined."""
    esteban_ray: float
    """Polarisation in [0, 1] after Esteban and Ray."""
    moved: float
    """How far a listener moved in the round, on average."""


class AudienceView(Record):
    """Those who only listen to a feed, or to the voices of a population."""

    size: int
    rounds: tuple[ListenedView, ...]
    clusters: tuple[tuple[float, float], ...]
    """(mean place, share of all) of each cluster after the last round, from left to right."""


class RunView(Record):
    version: int = 1
    name: str
    spec: str
    status: str
    """finished, unfinished."""
    simulated: str
    """A sentence that says the words are simulated offline; empty when every role is a real model."""
    proposition: str
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
    prefix: dict[str, tuple[float, ...]]
    """Speaker → share of each prompt's characters that repeat its previous prompt as a prefix."""
    settings: tuple[tuple[str, JsonValue], ...]
    """Every setting of the spec as (dotted path, value)."""
    discussion: DiscussionView | None = None
    """How a discussion at a round table behaved; None for another protocol, and until it is finished."""
    puzzle: PuzzleView | None = None
    """A debate over a puzzle; None for another protocol, and until it is finished."""
    union: UnionView | None = None
    """A union debate; None for another protocol, and until it is finished."""
    feed: FeedView | None = None
    """What happened on a feed; its run has no turns, moves, curves and memory of the common kind."""
    audience: AudienceView | None = None
    """Those who only listen; None where nobody does, and until their first round is over."""
