"""Agents that are Python callables: a run names them (``callable:AGENT:NAME``), and every sitting is given them anew.

What a callable says is neither simulated nor a model's: doxa does not know what is behind it, and every page says so.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from inspect import isawaitable, iscoroutinefunction
from threading import Thread

from doxa.errors import ModelSetupError, ScenarioError
from doxa.models.computing import settle
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration
from doxa.models.port import Performer, Request, Response, Usage
from doxa.models.setup import Factory
from doxa.records.amend import models_of
from doxa.records.base import Brief, JsonValue, canonical
from doxa.records.model_kinds import CALLABLE, is_callable
from doxa.records.spec import ModelSettings, RunSpec

FREE = Usage(input_tokens=0, output_tokens=0, cached_tokens=0)


@dataclass(frozen=True, kw_only=True)
class AgentTurn(Brief):
    """What an agent that is a callable is asked."""

    agent: str
    """Its name, as the others know it."""
    said: tuple[tuple[str, str], ...]
    """(name, words) of what it said and heard, oldest first, as far back as its policy shows it."""
    prompt: str
    """All that a model in its place would be told: who it is, what it knows, what was said, and what to do now."""
    schema: dict[str, JsonValue] | None
    """The JSON schema of the mapping that is wanted; None where words are wanted."""
    request: Request
    """The step, its inputs and what else is known, as performers of plug-ins get them."""


AgentFunction = Callable[[AgentTurn], str | Mapping[str, JsonValue] | Awaitable[str | Mapping[str, JsonValue]]]
"""An agent: what it is asked → its words; or a mapping, or JSON, where the step asks for more than words."""


def name_models(agents: Mapping[str, AgentFunction] | None) -> dict[str, AgentFunction]:
    """Return model, as logs name it → the callable of an agent; its code is not part of the name."""
    return {
        f"{CALLABLE}:{id}:{getattr(function, '__name__', type(function).__name__)}": function
        for id, function in (agents or {}).items()
    }


@Declaration(
    kind="instrument",
    speaks=True,
    hears=False,
    priced=False,
    lacking=lambda: 'give it from Python: doxa.run(SCENARIO, agents={"ID": function})',
)
def make(settings: ModelSettings, conditions: Conditions) -> "CallablePerformer":
    """Raise, since no log and no command line holds a Python callable: ``doxa.run`` and ``doxa.resume`` are given it.

    Raises:
        ModelSetupError: always.
    """
    agent, _, name = settings.model.partition(":")[2].partition(":")
    raise ModelSetupError(
        f"for agent {agent!r} the Python callable {name} speaks, and it was not given",
        hint=f'Give it from Python: run, resume or fork with agents={{"{agent}": {name}}}.',
    )


def with_callables(spec: RunSpec, agents: Mapping[str, AgentFunction] | None, make: Factory) -> Factory:
    """Return what makes the performers of a run in which callables speak for agents.

    Raises:
        ScenarioError: something else speaks for one of these agents in the run.
    """
    callables = name_models(agents)
    if strange := callables.keys() - {settings.model for settings in models_of(spec)}:
        named = sorted(settings.model for settings in models_of(spec) if is_callable(settings.model))
        raise ScenarioError(
            f"agents: in this run nobody speaks by {min(strange)}",
            hint=f"Callables in this run, as callable:AGENT:NAME: {', '.join(named) or 'none'}.",
        )

    def make_either(settings: ModelSettings, conditions: Conditions) -> Performer:
        function = callables.get(settings.model)
        return CallablePerformer(function) if function else make(settings, conditions)

    return make_either if callables else make


class CallablePerformer:
    """Lets a callable speak for an agent: a synchronous one in a thread of its own, another on the run's loop."""

    def __init__(self, function: AgentFunction) -> None:
        self._function = function

    async def perform(self, request: Request) -> Response:
        """Return what the callable returns; what it raises passes through, with a note that says where.

        Raises:
            ModelSetupError: it returned something else than the step asks for.
        """
        scene, names = request.scene, request.scene.names
        turn = AgentTurn(
            agent=scene.actor.name,
            said=tuple((names.get(message.speaker, message.speaker), message.text) for message in scene.transcript),
            prompt="\n\n".join(block.text for block in request.prompt),
            schema=request.schema,
            request=request,
        )
        try:
            reply = await _call(self._function, turn)
        except Exception as error:
            error.add_note(f"Raised by {_place(request)}. The run can be resumed.")
            raise
        return Response(text=_text_of(reply, request), usage=FREE, cost=0.0)

    async def close(self) -> None:
        """Do nothing: no resource is open."""


async def _call(function: AgentFunction, turn: AgentTurn) -> object:
    if iscoroutinefunction(function):
        return await function(turn)
    answer: Future[object] = Future()
    # not a thread of the loop's pool: nobody waits for a callable whose run was cancelled
    Thread(target=settle, args=(answer, partial(copy_context().run, function, turn)), daemon=True).start()
    reply = await asyncio.wrap_future(answer)
    return await reply if isawaitable(reply) else reply


def _text_of(reply: object, request: Request) -> str:
    """Return a reply as the text of an answer; ModelSetupError where it is none."""
    wanted, problem = "words, as a str", f"returned {type(reply).__name__}: {reply!r:.200}"
    if isinstance(reply, str):
        return reply  # the JSON of a structured reply is read, and asked for again, as a model's
    if request.schema is not None:
        wanted = f"a mapping with {', '.join(request.task.Reply.model_fields)}"
        try:
            request.task.parse(text := canonical(reply), request.inputs)
            return text
        except ValueError as error:
            problem = f"{problem}. {error}"
    raise ModelSetupError(
        f"{_place(request)}, {problem}",
        hint=f"The step asks for {wanted}. Correct the callable; the run can then be resumed.",
    )


def _place(request: Request) -> str:
    name = request.settings.model.split(":", 2)[-1]
    return f"the callable {name}, asked for agent {request.scene.actor.id!r} in step {request.step.key}"
