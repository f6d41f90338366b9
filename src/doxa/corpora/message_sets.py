"""The shipped sets of messages, and the examination suites: what a row of each is, and the table of the files.

On whole messages whose argued side is known judges are examined, and none is trained: 730 of 24 language models and of
people on ten issues (Hackenburg and others, *Scaling language model size yields diminishing returns for single-message
political persuasion*); 744 that a language model wrote for doxa on 186 motions, two for and two against each; 92 turns
of twelve debates of a small open-weight model with itself (Robert E. Roy's *debatebench*); 61 arguments and rebuttals
of people on 19 ballot measures of California (from the evals of OpenAI); and people's conversations with a model that
argued for or against a proposition (persuasiontrace).

A language model wrote for doxa what small models are trained on: debates in which two voices argue one motion,
statements with the position that they take, and messages whose every sentence has a role. A fifth of the motions is
held out of training, apart by meaning.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from doxa.corpora.corpus import Side
from doxa.corpora.packed import Columns, ShippedSet
from doxa.errors import UnknownNameError, did_you_mean

DebatePart = Literal["train", "dev", "test"]


@dataclass(frozen=True, kw_only=True)
class SuiteRow:
    """One row of an examination suite."""

    id: str
    proposition: str = ""
    """Empty where the suite has none (closings, noise)."""
    text: str = ""
    """Empty in ``stance_pairs``, whose texts are ``weaker`` and ``stronger`` among ``more``."""
    direction: int | None = None
    """1 for, -1 against, 0 no side; None where the suite labels no direction."""
    opposite: str = ""
    """The proposition with its sides swapped, or negated; empty in other suites."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """The columns of this suite alone: language, kind, conceded, weaker, stronger, units."""


@dataclass(frozen=True, kw_only=True)
class SentenceMark:
    """A sentence of a message that does not argue its side, word for word."""

    role: Literal["concedes", "quotes", "says_nothing"]
    sentence: str


@dataclass(frozen=True, kw_only=True)
class SidedMessage:
    """A message, and the side of a motion that its writer argued."""

    id: str
    motion: str
    side: Side
    text: str


@dataclass(frozen=True, kw_only=True)
class OwnMessage(SidedMessage):
    """A message that a language model wrote so that words alone do not give its side away; ``id`` counts from 1."""

    kind: str
    """Of motion: contrastive, causal, policy, first_person, negated or evaluative."""
    style: str
    """Conversation, post, everyday or speech."""
    answers: bool
    """Whether the message answers an opponent."""
    marks: tuple[SentenceMark, ...]


@dataclass(frozen=True, kw_only=True)
class ModelMessage(SidedMessage):
    """A persuasive message of a language model, or of a person."""

    writer: str
    """The language model, or ``human``."""
    valid: bool
    """Whether most of three raters found it legible, on its topic and on its side."""
    readers: int
    """How many people read it."""
    effect: float
    """Their mean attitude afterwards, less that of the control group of the issue, from −100 to 100."""


@dataclass(frozen=True, kw_only=True)
class OutsideMessage(SidedMessage):
    """A message of somebody else's project."""

    kind: str
    """opening, rebuttal or conclusion of a debate; argument or rebuttal on a measure."""


@dataclass(frozen=True, kw_only=True)
class DebateMessage(SidedMessage):
    """A message of a written debate; ``id`` is the conversation and the turn, from 1."""

    kind: str
    """Of motion: policy, moral, evaluative, contrastive, causal, factual, prediction or first person."""
    style: str
    """Chat, conversation, forum post, speech, letter or social post."""
    part: DebatePart


@dataclass(frozen=True, kw_only=True)
class PositionRow:
    """A statement of one to four sentences with the position that it takes toward a proposition."""

    proposition: str
    text: str
    stance: int
    """3 firmly for, 2 plainly, 1 leaning for; 0 undecided or no position of the writer's; -1 to -3 against."""
    writer: int
    part: Literal["train", "test"]


@dataclass(frozen=True, kw_only=True)
class RoleSentence:
    """A sentence, a clause of one, or a heading or block of code."""

    text: str
    role: str
    """What it does in the message: argues, elaborates, states, concedes …"""
    breaks: Annotated[bool, Field(validation_alias="break")] = False
    """Whether it begins a line."""


@dataclass(frozen=True, kw_only=True)
class RoleMessage:
    """A message whose every sentence has a role, in the order of its sentences."""

    motion: str
    writer: int
    side: int
    """1 argues for the motion, -1 against it, 0 takes no side."""
    sentences: tuple[RoleSentence, ...]
    part: Literal["train", "test"]


@dataclass(frozen=True, kw_only=True)
class ConversationMessage:
    """One message of a person's conversation with a model, and which way its writer argued, or believed at both ends.

    A persuader's message has the side that it was told to argue. A person's has the side on which the person began and
    ended; none where these differ, or where |S| is below ``LEAST`` at either end. Beliefs that were stated on the way
    are not used: in a third of the rounds that begin and end on one side all of them lie on the other.
    """

    id: str
    proposition: str
    text: str
    writer: Literal["persuader", "person"]
    side: Side | None
    """None of a person without a side."""
    chosen: bool
    """Whether the person brought the proposition; a given one otherwise."""


def _debate_message(line: Columns) -> Iterator[Columns]:
    yield line | {"id": f"{line['conversation']}/{line['turn']}"}


DIRECTIONS = {"for": 1, "against": -1, "unclear": 0}


def _suite_row(line: Columns) -> Iterator[Columns]:
    shared = ("number", "id", "proposition", "text", "direction", "sign", "swapped", "negated")
    yield {
        **{name: line[name] for name in ("id", "proposition", "text") if name in line},
        "direction": DIRECTIONS[line["direction"]] if "direction" in line else line.get("sign"),
        "opposite": line.get("swapped") or line.get("negated") or "",
        "more": {name: cell for name, cell in line.items() if name not in shared},
    }


LEAST = 0.3
"""The least |S| at either end of a conversation that counts as a person's side."""


def _conversation(line: Columns) -> Iterator[Columns]:
    """Yield the messages of a conversation; a control conversation has none. Beliefs b in [0, 1] are S = 2b − 1."""
    ends = [2 * float(line[end]) - 1 for end in ("initial", "final")]
    held = 1 if min(ends) >= LEAST else -1 if max(ends) <= -LEAST else None
    for place, message in enumerate(() if line["control"] else line["messages"]):
        of_persuader = message["role"] == "persuader"
        if message["content"].strip():
            yield {
                "id": f"round-{line['id']}/{place}",
                "proposition": line["proposition"],
                "text": message["content"],
                "writer": "persuader" if of_persuader else "person",
                "side": (1 if line["persuader_supports"] else -1) if of_persuader else held,
                "chosen": line["participant_proposition"],
            }


MODEL_MESSAGES = ShippedSet(
    kind=ModelMessage,
    folder="llm-messages",
    columns={
        "writer": "model",
        "motion": "proposition",
        "valid": "rated_valid",
        "readers": "people",
        "effect": "mean_effect",
    },
)
OWN_MESSAGES = ShippedSet(kind=OwnMessage, folder="own-messages", columns={"id": "number", "answers": "reply_to"})
MODEL_DEBATES = ShippedSet(kind=OutsideMessage, folder="model-debates")
BALLOT_ARGUMENTS = ShippedSet(kind=OutsideMessage, folder="ballot-arguments")
WRITTEN_DEBATES = ShippedSet(kind=DebateMessage, folder="written-debates", rows_of=_debate_message)
POSITIONS = ShippedSet(kind=PositionRow, folder="positions", file="positions.jsonl.gz")
ROLE_MESSAGES = ShippedSet(kind=RoleMessage, folder="roles", columns={"sentences": "parts"})
CONVERSATIONS = ShippedSet(
    kind=ConversationMessage, folder="persuasiontrace", file="rounds.jsonl.gz", rows_of=_conversation
)

SUITES: dict[str, str] = {
    "swaps": "comparisons, asked in both orders",
    "negated": "motions and their negations",
    "irony": "ironical remarks",
    "concessions": "texts that concede or quote the other side first",
    "hedges": "hedges, questions and asides that take no side",
    "languages": "texts in six languages other than English",
    "everyday": "everyday talk on 24 motions",
    "noise": "code, headings, refusals and bare agreement: no argument at all",
    "stances": "plain avowals of a side, or of none",
    "stance_pairs": "two avowals of one side, of which one is the stronger",
    "closings": "honest closing sentences of speeches",
    "units": "speeches, with the sentence of each argument",
}
"""Examination suite → what is in it: short texts, each suite about one thing that a judge of arguments gets wrong.

A language model wrote them for doxa without sight of the code, its data or its answers; their labels were read twice by
the same model and by nobody else. Nothing is trained or tuned on them.
"""

_SUITES = {
    name: ShippedSet(kind=SuiteRow, folder="suites", file=f"{name}.jsonl.gz", rows_of=_suite_row) for name in SUITES
}


def read_suite(name: str) -> tuple[SuiteRow, ...]:
    """Return the rows of a suite, in its order.

    Raises:
        UnknownNameError: there is no such suite.
        CorpusError: the file is missing or damaged.
    """
    if name not in SUITES:
        raise UnknownNameError(
            f"no suite is named {name!r}", hint=f"{did_you_mean(name, tuple(SUITES))}Suites: {', '.join(SUITES)}."
        )
    return _SUITES[name].read()
