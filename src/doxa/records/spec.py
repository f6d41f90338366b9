"""RunSpec: everything that determines a run's events, and nothing else. Its hash identifies the run.

Propositions and participants come first, as data. Budgets, concurrency, timeouts, retry bounds, prices, paths and
endpoints are run conditions and not part of a spec.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from doxa.records.base import JsonValue, Record, Settings, Stance, Unit, canonical_line, digest
from doxa.records.claims import Polarity, Scale
from doxa.records.model_kinds import ModelKind, is_offline, is_simulated
from doxa.records.questions import SurveyQuestion
from doxa.records.recorded import RecordedWords, Side


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
    """The least number of recent messages in the prompt; up to twice as many are kept, so that prefixes repeat."""
    samples: bool = Field(default=False, exclude_if=lambda samples: not samples)
    """Whether a speaker with a position is shown how somebody of that position can sound, on another motion."""
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
    variables: dict[str, str] = Field(default_factory=dict, exclude_if=lambda variables: not variables)
    """Column → cell of the agent's row in a table of agents, as it is written there; for the templates of prompts."""


FORMAT = 1

SENT_LIMITS = {"anthropic": 16_384}
"""Provider → the ``max_tokens`` that is sent where a role sets none, as its interface wants one in every request."""


def is_local(model: str) -> bool:
    """Return whether doxa runs a model itself, by its name as ``provider:model``."""
    return model.partition(":")[0] == "local"


class LetterWeighing(Settings):
    """How directions are read from the probabilities of letters, as ``doxa models calibrate`` fitted it."""

    model: str
    """``provider:model`` of the calibrated model; any other in the role writes its judgements itself."""
    form: str = "1"  # of ``doxa.models.weighing.question``
    offset: float = 0.0
    """The log-odds, for against against, at which both directions are alike."""
    scale: float = Field(default=1.0, gt=0)
    """How many log-odds of letters are one of the direction."""
    threshold: float = Field(default=0.5, ge=0.5, le=1)
    """The probability that a direction needs; below it a claim is ``unclear``."""
    aside: Unit = 1.0
    """The probability of taking no side from which a claim is ``unclear``."""
    fitted_on: str = ""
    """The hash of the texts on which this was fitted, with doxa's version."""


class ModelWeights(Record):
    """What identifies the weights of a model in a file."""

    sha256: str
    """Of the file's bytes."""
    name: str
    """The model's own, from the file."""
    quantisation: str
    """How its numbers are stored, such as ``Q4_K_M``."""
    template: str
    """SHA-256 of its chat template."""


class ModelSettings(Settings):
    """One role's model and its sampling settings."""

    # A field that is added needs exclude_if for its default: requests of earlier logs are hashed without it.

    model: str = "offline"
    """``provider:model``: offline, openai:…, anthropic:…, google:…, ollama:…, local:…, or scripted in tests."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    """Sampling temperature; ``"provider"`` leaves it to the provider, which models without this setting need. Offline
    models have no temperature."""
    max_tokens: int | None = Field(default=None, gt=0)
    """The longest answer, in tokens, thoughts included; ``"provider"`` sends none, or 16,384 where the provider wants
    one. A scenario that does not say it has a default for each role's model (docs/models.md)."""
    top_p: float | None = Field(default=None, gt=0, le=1)
    """Nucleus sampling; the provider's own when absent."""
    seed: int | None = None
    """The provider's sampling seed, where it has one; a provider without one refuses it at the start."""
    structured: Literal["native", "prompted"] = "native"
    """How a structured reply is requested: by the provider's schema mode, or in the prompt."""
    corpus: str | None = None
    """Offline only: the argument corpus from which the model speaks (a shipped name or a path)."""
    sure: float | None = Field(default=None, ge=0.5, lt=1, exclude_if=lambda asked: asked is None)
    """Of the extractor, offline or ``encoder:DIR``: the probability that a direction needs; a claim or message below it
    is ``unclear``. It only adds to the bounds that the judge was fitted with, which hold alone when absent. Hosted
    models state no probability and refuse it."""
    weighing: LetterWeighing | None = Field(default=None, exclude_if=lambda weighing: weighing is None)
    """Of an extractor that states probabilities: how it reads directions from them. A scenario takes what ``doxa models
    calibrate`` keeps for the model; without that the model writes its judgements as JSON."""
    top_k: int | None = Field(default=None, ge=0, exclude_if=lambda number: number is None)
    """The likeliest tokens among which the next is drawn, 0 for all; Anthropic and Google take it too. This and the
    following six settings are those of llama.cpp's sampler: ``local:`` and ``compatible:`` take them, by the names
    that llama.cpp's server has for them, and a server that does not know them may ignore them. Absent, the server's own
    counts."""
    min_p: float | None = Field(default=None, ge=0, le=1, exclude_if=lambda share: share is None)
    """The least probability of a token, as a share of the likeliest one's; 0 for none."""
    repeat_penalty: float | None = Field(default=None, gt=0, le=2, exclude_if=lambda penalty: penalty is None)
    """What the logits of recent tokens are divided by; 1 for no penalty. A speaker of ``local:`` has 1.05."""
    dry_multiplier: float | None = Field(default=None, ge=0, le=5, exclude_if=lambda factor: factor is None)
    """The strength of DRY, a penalty on repeated sequences; 0 for none. A speaker of ``local:`` has 0.8."""
    dry_allowed_length: int | None = Field(default=None, ge=1, le=1000, exclude_if=lambda length: length is None)
    """The longest sequence of tokens that DRY lets repeat. A speaker of ``local:`` has 3."""
    dry_penalty_last_n: int | None = Field(default=None, ge=0, exclude_if=lambda length: length is None)
    """How many tokens back DRY looks, 0 for none. A speaker of ``local:`` has 2,048."""
    dry_sequence_breakers: tuple[str, ...] | None = Field(default=None, exclude_if=lambda marks: marks is None)
    """What ends a sequence for DRY, so that it may always be said again. A speaker of ``local:`` has the server's own
    (a new line, ``:``, ``"``, ``*``) and the ten digits."""
    reasoning_effort: str | None = Field(
        default=None, pattern="^[a-z]{1,20}$", exclude_if=lambda effort: effort is None
    )
    """How long a model thinks, in a word of its service (``low``, ``medium``, ``high``, …), where that has OpenAI's
    interface or is Anthropic."""
    thinking_tokens: int | None = Field(default=None, ge=0, exclude_if=lambda tokens: tokens is None)
    """The most tokens that a model of Anthropic or Google thinks; 0 lets a model of Google answer at once."""
    limit_s: float | None = Field(default=None, gt=0, le=86_400, exclude_if=lambda seconds: seconds is None)
    """Of a person: the seconds to do a step, from when it is first shown; any time when absent."""
    extra: dict[str, JsonValue] = Field(default_factory=dict, exclude_if=lambda fields: not fields)
    """Further fields of each request's body, by their names there, for services with OpenAI's interface and Anthropic.
    They are part of the request's hash and of the spec; a key in them is refused."""
    weights: ModelWeights | None = Field(default=None, exclude_if=lambda weights: weights is None)
    """Of ``local:`` only: what the file was when the run was planned; another file under the same name is refused."""
    declared: ModelKind | None = Field(default=None, exclude_if=lambda kind: kind is None)
    """Of a model that doxa does not bring: what its package declares it to be, so that a log says it where the package
    is not installed. Planning writes it; a scenario cannot."""

    @property
    def as_sent(self) -> "ModelSettings":
        """The settings as a request's hash has them: what is sent, with the limit that its interface wants."""
        limit = SENT_LIMITS.get(self.model.partition(":")[0]) if self.max_tokens is None else self.max_tokens
        if limit == self.max_tokens and self.declared is None:
            return self
        return self.model_copy(update={"max_tokens": limit, "declared": None})

    @property
    def simulated(self) -> bool:
        """Whether plain code performs the role in place of a model."""
        return is_simulated(self.model, self.declared)

    @property
    def offline(self) -> bool:
        """Whether doxa's own plain code performs the role."""
        return is_offline(self.model)

    def __hash__(self) -> int:
        return hash((self.model, self.temperature, self.max_tokens, self.seed))  # tables have no hash

    @field_validator("temperature", "max_tokens", mode="before")
    @classmethod
    def _left_to_the_provider(cls, value: Any) -> Any:
        return None if value == "provider" else value


def kinds_declared(roles: Iterable[ModelSettings]) -> dict[str, ModelKind]:
    """Return model → what its package declares it to be, of those that doxa does not bring."""
    return {settings.model: settings.declared for settings in roles if settings.declared}


class SeedArgument(Record):
    """An argument that an agent starts with."""

    text: str = Field(min_length=1)
    polarity: Polarity
    strength: Unit | None = None
    """From the corpus; None where it has none, and the scorer is asked before the first batch."""
    source: str


class Label(Record):
    """A sentence of a corpus with its direction, and its strength where the corpus rates it."""

    text: str = Field(min_length=1)
    polarity: Polarity
    strength: Unit | None = None


Context = Literal["claim", "message", "speaker"]

ClaimText = Literal["said", "canonical", "unchecked"]


class Hearing(Settings):
    """How messages become claims."""

    claims: ClaimText = Field(default="unchecked", exclude_if=lambda claims: claims == "unchecked")
    """What the text of a claim is: the words of the message that the extractor quotes, whose own sentence is a note
    (``said``), or this sentence, as in the published system (``canonical``). In both, a claim is refused that is the
    motion or its negation, a whole long message, or a duplicate. ``unchecked`` takes each sentence of the extractor
    for a claim, as runs from before this setting do."""
    unplaced: Literal["drop", "keep"] = Field(default="keep", exclude_if=lambda unplaced: unplaced == "keep")
    """What becomes of a claim whose quoted words the message does not contain: it is refused (``drop``), or counts with
    the extractor's sentence and has no ``place`` (``keep``). A scenario that says nothing drops it."""
    strength: Literal["scorer", "extractor"] = "scorer"
    """The role whose strength counts: ``scorer`` or ``extractor``."""
    labels: Literal["kept", "judged"] = Field(default="kept", exclude_if=lambda labels: labels == "kept")
    """Whose direction and strength a sentence has that the corpus labels, spoken word for word: the corpus's
    (``kept``), or those that the judge gives it like any other (``judged``)."""
    context: Context = Field(default="claim", exclude_if=lambda context: context == "claim")
    """What the judge of direction reads: a claim alone, as the published system does (``claim``), or the whole message
    too, whose direction its claims have unless they clearly turn from it (``message``), or what the speaker said before
    as well, for speakers who keep their side (``speaker``). A scenario whose extractor is the offline judge is heard by
    messages unless it says otherwise. A message with a known side (``direction``) of which its speaker
    grants something is read claim by claim."""
    direction: Literal["blind", "speaker"] = Field(default="blind", exclude_if=lambda direction: direction == "blind")
    """Which way a claim points: as the judge reads it without knowing who speaks (``blind``), or to the side that its
    speaker argues, but for what the speaker grants or quotes (``speaker``). Recorded words keep the side that their
    line states, or else that of their speaker, whatever its stance. Where no side is known the judge's reading stands.
    A scenario whose agents are models and whose extractor is the offline judge is heard by the speaker's side unless it
    says ``blind``; so is one heard by a language model that did not beat this judge (``doxa models calibrate``)."""
    contradicted: Literal["unclear", "turned"] = Field(default="turned", exclude_if=lambda how: how == "turned")
    """With ``direction = "speaker"``: what becomes of a message of which more decided readings are against its side
    than with it. Its claims are left unclear and the message is flagged (``unclear``), or they are turned to the side
    all the same, as in runs that do not name this (``turned``). What is conceded, takes no side or is labelled does not
    count."""
    side_bound: Unit = Field(default=0.3, exclude_if=lambda side_bound: side_bound == 0.3)
    """With ``direction = "speaker"``: the least |S| of a maintained stance that counts as the speaker's side, before
    the declared one."""
    always: bool = Field(default=False, exclude_if=lambda always: not always)
    """Whether claims are heard in every message, also where no listener's rule needs them: of a talk between people, so
    that rules can be tried on it later."""
    scale: Scale = Field(default="percentile", exclude_if=lambda scale: scale == "percentile")
    """What a strength means: five anchors say it (``anchored``), or it is the earlier scale (``percentile``), on which
    the offline scorer gives the share of debate-portal posts that a text beats. Runs from before the anchors do not
    name a scale and have the earlier one."""


SpeechCheck = Literal["strict", "mark", "off"]


class SpeechRules(Settings):
    """How the words of models are checked before they count."""

    check: SpeechCheck = "off"
    """What happens to an answer that is no speech (an echo, a loop, somebody else's lines): it is asked for again and
    then is a turn without words, of the status ``unfit`` (``strict``); it is kept as it is and flagged (``mark``); or
    nobody looks (``off``). Recorded words and offline performers are not checked. Runs from before the check have
    ``off``."""


class Amendment(Record):
    """A change of settings at one batch, in a fork."""

    at: str
    """A step key; the change applies from the batch that contains the step."""
    set: dict[str, JsonValue]
    """Dotted path in the spec → new value."""


class Parent(Record):
    """The finished or stopped run that a fork or a reading builds on."""

    spec: str
    """The parent's spec hash."""
    last: str
    """Hash of the parent's last event line."""
    at: str = ""
    """The step at which a fork begins; empty for a reading."""


def stream_seed(seed: int, replicate: int) -> int:
    """Return the seed of a replicate's random streams."""
    return seed * 1_000_003 + replicate


class PanelFile(Record):
    """The table from whose rows a run's agents come."""

    file: str
    """Its name, without the folder."""
    sha256: str
    """Of its bytes."""


class RunSpec(Record):
    """Everything that determines a run's events."""

    format: int = FORMAT
    name: str
    seed: int = 0
    replicate: int = 0
    proposition: Proposition
    participants: tuple[Participant, ...]
    panel: PanelFile | None = Field(default=None, exclude_if=lambda panel: panel is None)
    """Where participants come from that a scenario takes from a table."""
    protocol: str
    script: dict[str, JsonValue] = Field(default_factory=dict)
    """The protocol's settings, as its Settings model dumps them."""
    roles: dict[str, ModelSettings]
    hearing: Hearing = Hearing()
    speech: SpeechRules = Field(default=SpeechRules(), exclude_if=lambda speech: speech == SpeechRules())
    prompts: dict[str, str] = Field(default_factory=dict, exclude_if=lambda prompts: not prompts)
    """Task → the user's wording of its prompt, in place of doxa's own."""
    corpora: dict[str, str] = Field(default_factory=dict)
    """Corpus → hash of its content, for every corpus that seeds or offline roles use."""
    seeds: dict[str, tuple[SeedArgument, ...]] = Field(default_factory=dict)
    """Participant id → the arguments with which it starts."""
    counters: tuple[str, ...] = ()
    """The fixed lines of a deterministic counter-argument opponent, in order."""
    labels: tuple[Label, ...] = Field(default=(), exclude_if=lambda labels: not labels)
    """What the corpora say about sentences on the proposition, where ``hearing.labels`` keeps it; each text once."""
    recorded: dict[str, RecordedWords] = Field(default_factory=dict, exclude_if=lambda words: not words)
    """``recorded:FILE`` → the lines of that transcript, for every role that such a model performs, and the stances that
    it says its speakers stated."""
    questions: tuple[SurveyQuestion, ...] = Field(default=(), exclude_if=lambda questions: not questions)
    """What agents are asked in private; every other step is as it would be without."""
    amendments: tuple[Amendment, ...] = ()
    parent: Parent | None = None

    @property
    def line(self) -> bytes:
        """The bytes of ``spec.json``."""
        return canonical_line(self)

    @property
    def hash(self) -> str:
        return digest(self.line)

    @property
    def stream_seed(self) -> int:
        """The seed of this replicate's random streams, which does not depend on any other setting."""
        return stream_seed(self.seed, self.replicate)

    def participant(self, id: str) -> Participant:
        return next(participant for participant in self.participants if participant.id == id)

    def recorded_side(self, id: str, text: str) -> Side | None:
        """Return the side of what an agent says from a transcript; None where what it says follows its stance.

        It is the side that the line with these words states, else the agent's; "neutral" for words that stand on both.
        """
        agent = self.participant(id)
        settings = self.roles.get(agent.role)
        words = self.recorded.get(settings.model) if settings else None
        if words is None or not words.keeps:
            side = words.sides.get(id, "neutral") if words else "neutral"
            return None if side == "neutral" else side
        sides = {line.side or agent.side for line in words.lines.get(id, ()) if line.text == text} or {agent.side}
        return sides.pop() if len(sides) == 1 else "neutral"
