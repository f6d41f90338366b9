"""The definition of tasks: a typed model function Inputs → Reply with its prompt template.

``sees`` says which of transcript, stance, evidence and prompt policy enter its prompt beside its Inputs. A judge
sees its Inputs only, so that no names reach an anonymised panel.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Generic, Literal, TypeVar

from jinja2 import StrictUndefined, Template
from jinja2.sandbox import SandboxedEnvironment
from pydantic import BaseModel, ValidationError

from doxa.errors import DoxaError
from doxa.records.base import Brief, JsonValue, Record
from doxa.records.claims import Claim, Readout
from doxa.records.outside import has_words, parse_json
from doxa.records.recorded import LineKind
from doxa.records.spec import Participant, Proposition
from doxa.records.steps import Block, Message, Outcome, Prompt, Status, Step
from doxa.tasks.examples import find_copied
from doxa.tasks.known import Known, narrow_schema
from doxa.tasks.quoting import in_one_line, quote


@cache
def reply_schema(reply: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a reply, its definitions under their titles; made once a process, nobody changes it.

    The schema is part of a request's hash, so that the names in it outlive the names of classes. A reply's class that
    is renamed keeps its name in schemas by ``model_config = ConfigDict(title="Reply")``, and a class that inherits from
    a titled one needs a title of its own. A docstring becomes the schema's description: a recorded class that has none
    gets none.
    """
    schema = reply.model_json_schema()
    definitions = schema.get("$defs", {})
    names = {key: definition.get("title", key) for key, definition in definitions.items()}
    if all(key == name for key, name in names.items()):
        return schema
    schema["$defs"] = {names[key]: definition for key, definition in definitions.items()}
    renamed: dict[str, Any] = _with_references(
        schema, {f"#/$defs/{key}": f"#/$defs/{name}" for key, name in names.items()}
    )
    return renamed


def _with_references(node: Any, targets: dict[str, str]) -> Any:
    """Return a part of a schema with its references led to their new targets."""
    if isinstance(node, list):
        return [_with_references(part, targets) for part in node]
    if not isinstance(node, dict):
        return node
    return {
        key: targets.get(part, part) if key == "$ref" and isinstance(part, str) else _with_references(part, targets)
        for key, part in node.items()
    }


In = TypeVar("In", bound=Record)
Out = TypeVar("Out", bound=Record)

Sight = Literal["transcript", "stance", "evidence", "policy", "bands"]
"""``bands`` is position and confidence in plain English (policies/stance.py), ``stance`` is one level of ten."""

TEMPLATES = SandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)
TEMPLATES.filters |= {"quotation": quote, "one_line": in_one_line}
"""For templates that quote: ``{{ text | quotation }}`` between tags, ``{{ text | one_line }}`` in a list."""


@lru_cache(maxsize=256)
def template_of(text: str) -> Template:
    """Return a text as a template, compiled once."""
    return TEMPLATES.from_string(text)


class FreeText(Record):
    """The reply of a task whose answer is words."""

    text: str


@dataclass(frozen=True, kw_only=True)
class RememberedClaim:
    """A retrieved record as a prompt shows it."""

    claim: Claim
    strength: float
    origin: str


@dataclass(frozen=True, kw_only=True)
class Scene:
    """The context that the engine gives a task beside its Inputs; only fields that its ``sees`` allows are filled."""

    actor: Participant
    proposition: Proposition
    names: dict[str, str]
    """Participant id → display name."""
    turn: int = 0
    """How many lines the actor had to say before this step (``Task.line``), for speakers whose words are recorded."""
    transcript: tuple[Message, ...] = ()
    stance: Readout | None = None
    evidence: tuple[RememberedClaim, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Task(Brief, Generic[In, Out]):
    """A typed model function.

    ``stable`` is the template of the part of the prompt that never changes for one actor; ``request`` is the template
    of the last part, which changes at each step. ``stable`` receives ``actor``, ``proposition`` and ``names``;
    ``request`` also ``inputs``, ``position`` and ``last``. An example of a reply in them has placeholders for literals
    (``tasks.examples``). ``role`` is the model role that performs the task; ``speaks`` says that its text is public.
    """

    name: str
    role: str
    Inputs: type[In]
    Reply: type[Out]
    stable: str
    request: str
    to_person: str = ""
    """The template in place of ``request`` where a person does the task; '' where the words are the same."""
    form: Callable[[In], dict[str, JsonValue]] | None = None
    """(inputs) → the JSON schema, without references, of the form in which a person answers, where the Reply's own says
    too little; what may be left empty has ``optional``."""
    sees: frozenset[Sight] = frozenset()
    speaks: bool = False
    wording: Callable[[In], str] | None = None
    """(inputs) → the template to use in place of ``stable``, where a run's settings choose between wordings; it must
    return the same template at every step of a run."""
    put_plainly: Callable[[In, JsonValue], JsonValue] | None = None
    """(inputs, decoded answer) → the answer with values in their plain form, before its shape is checked; so that
    ``"Knights"`` can be read as ``"knight"``, and a value that may be missing does not spoil the others."""
    check: Callable[[In, Out], str] | None = None
    """Checks a Reply against the Inputs beyond its shape; returns advice for the model, or '' where it is valid."""
    lays_out: Callable[[In, Participant, tuple[Block, ...]], tuple[Block, ...]] | None = None
    """(inputs, actor, transcript blocks, oldest first) → the blocks that replace the default transcript. A task that
    sees the policy must have it: ``policies.layout.lay_out`` is ready-made."""
    known: Callable[[In], Known] | None = None
    """(inputs) → what is known of the Reply before it is written, by place (``tasks.known``): numbers of entries,
    names, ids, lengths. It is put into the schema that constrained decoders are given."""
    in_words: Callable[[Out], str] | None = None
    """(reply) → its text for the report, where the reply is not free text."""
    arrays: Callable[[Mapping[str, Any]], Iterable[str]] | None = None
    """(reply) → names of the run's shards to which it refers."""
    material: Callable[[In], tuple[Block, ...]] | None = None
    """(inputs) → blocks before the request; each is stored once, however many prompts contain it."""
    line: LineKind | Literal[""] = ""
    """The kind of line that a speaker with recorded words says here; '' where the task says none. A task that
    ``speaks`` says a speech."""
    recorded: Callable[[In, tuple[str, ...]], JsonValue] | None = None
    """(inputs, lines) → the reply of a speaker with recorded words, where a reply is more than words; None where there
    is none, and the step fails. A task without it and without a line is refused to such speakers."""
    says: Callable[[Out], tuple[str, ...]] | None = None
    """(reply) → the words in it that are said aloud, where a reply is more than words; of a task with a line and a free
    text as its reply they are all of it. They are checked as speech (``tasks.speech``)."""
    own: Callable[[In], tuple[str, ...]] | None = None
    """(inputs) → what of the prompt the actor may say again, such as its draft or its own writings."""
    says_again: Callable[[In], bool] | None = None
    """(inputs) → whether the step asks for the words of the actor's last turn once more."""

    def __post_init__(self) -> None:
        """Refuse a task that sees the policy without a layout for it.

        Raises:
            DoxaError: "policy" is in ``sees``, but ``lays_out`` is missing.
        """
        if self.speaks and self.free_text and not self.line:
            object.__setattr__(self, "line", "speech")
        if "policy" in self.sees and self.lays_out is None:
            raise DoxaError(
                f"the task {self.name!r} sees the prompt policy but does not lay it out",
                hint="Give it lays_out=doxa.policies.prompting.lay_out, and Inputs that inherit its PolicyInputs.",
            )

    @property
    def free_text(self) -> bool:
        return self.Reply is FreeText

    def role_for(self, actor: Participant) -> str:
        """Return the model role that performs the task for an actor, and under which its call is journalled.

        It is the actor's own where the task is a speaker's, and where that is a variant of the task's role, such as
        ``judge@2`` of ``judge``.
        """
        is_own = self.role == "speaker" or actor.role.startswith(f"{self.role}@")
        return actor.role if is_own else self.role

    def read_inputs(self, inputs: dict[str, JsonValue]) -> In:
        return self.Inputs.model_validate(inputs)

    def step(self, key: str, actor: str, inputs: In, audience: tuple[str, ...] = ()) -> Step:
        """Return the step in which an actor does this task, with inputs as the log stores them."""
        return Step(key=key, actor=actor, task=self.name, audience=audience, inputs=inputs.model_dump(mode="json"))

    def words_in(self, reply: Out) -> tuple[str, ...]:
        """Return the words of a reply that are said aloud."""
        if self.says is not None:
            return self.says(reply)
        return (reply.text,) if self.line and isinstance(reply, FreeText) else ()

    def reply_of(self, outcome: Outcome) -> Out | None:
        """Return the reply of an outcome; None where there is none, or the outcome is of another task."""
        if outcome.task != self.name or not outcome.ok:
            return None
        return self.Reply.model_validate({"text": outcome.text} if self.free_text else outcome.reply)

    def parse(self, text: str, inputs: In, prompt: Prompt | None = ()) -> Out:
        """Return the reply parsed from a model's answer.

        Args:
            prompt: the blocks to which it is the answer, from whose examples nothing may be copied; None for an answer
                that was recorded to another prompt, whose texts need no letter.

        Raises:
            ReplyError: the answer is not a valid Reply; the error's text is our own, not the library's.
        """
        if prompt and not self.free_text and (copied := find_copied(prompt, text)):
            raise ReplyError(
                "copied",
                f"Your answer contains {copied[:200]}, which only shows the form of an answer. Answer with values of "
                "your own in its place.",
            )
        reply = self.reading(text, inputs, is_fresh=prompt is not None)
        advice = self.check(inputs, reply) if self.check else ""
        if advice:
            raise ReplyError("wrong_shape", advice)
        return reply

    def reading(self, text: str, inputs: In | None = None, *, is_fresh: bool = False) -> Out:
        """Return the reply parsed from a model's answer, checked by its shape alone; ReplyError as ``parse``.

        Args:
            inputs: without them the answer is read word for word, without ``put_plainly``.
            is_fresh: whether its ``Words`` need a letter; those of a recorded answer need none.
        """
        if self.free_text:
            if not has_words(text):
                raise ReplyError("empty", "Your answer was empty. Answer with the words alone.")
            return self.Reply.model_validate({"text": text.strip()})
        try:
            return self.Reply.model_validate_json(self._plain_json(text, inputs), context=is_fresh)
        except ValidationError as error:
            raise ReplyError(*_explained(error)) from None

    def _plain_json(self, text: str, inputs: In | None) -> str:
        bare = _bare_json(text)
        if self.put_plainly is None or inputs is None:
            return bare
        try:
            return json.dumps(self.put_plainly(inputs, parse_json(bare)))
        except ValueError:
            return bare

    def schema(self) -> dict[str, JsonValue] | None:
        """Return the JSON schema of the Reply, or None for free text."""
        return None if self.free_text else reply_schema(self.Reply)

    def schema_for(self, inputs: In) -> dict[str, JsonValue] | None:
        """Return the JSON schema of the Reply to these inputs, with all that is known of it; None for free text.

        Raises:
            DoxaError: ``known`` names a place that the Reply does not have.
        """
        schema = self.schema()
        if schema is None or self.known is None:
            return schema
        try:
            return narrow_schema(schema, self.known(inputs))
        except KeyError as error:
            raise DoxaError(
                f"the task {self.name!r} knows something of {error.args[0]!r}, which its Reply does not have",
                hint="Name the places in known as the fields of the Reply: doxa.tasks.known explains them.",
            ) from None


class ReplyError(ValueError):
    """An answer that is not a valid reply. ``reason`` is a fixed word, ``advice`` goes to the model."""

    status: Status = "unparsed"
    """The status of a step whose second answer is no better."""

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(advice)
        self.reason = reason
        self.advice = advice


def _bare_json(text: str) -> str:
    """Return the text without a code fence, which models add against instruction; nothing else is changed."""
    bare = text.strip()
    if bare.startswith("```") and bare.endswith("```") and "\n" in bare:
        return bare[bare.index("\n") + 1 : -3].strip()
    return bare


def _explained(error: ValidationError) -> tuple[str, str]:
    """Return reason and advice for an error in our own words: a library's vary by version, and so would hashes."""
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        return "not_json", "Your answer was not a complete JSON object. Answer with the JSON object alone."
    where = ".".join(str(part) for part in first["loc"]) or "the object itself"
    if first["type"] == "no_words":
        return "no_words", f"The field {where} of your answer has no words. Write what it asks for in words."
    return "wrong_shape", f"Your answer was JSON, but the field {where} was missing or not as described. Try again."
