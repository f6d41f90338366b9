"""Requests as the engine would make them, and a model at the test server that is asked one of them."""

import asyncio
from typing import Any

import anthropic  # noqa: F401  (clients are imported here, so that no single test pays for them)
import google.genai  # noqa: F401
import pydantic_ai.embeddings.openai
import pydantic_ai.models.anthropic
import pydantic_ai.models.google
import pydantic_ai.models.openai  # noqa: F401

from doxa.engine.compose import compose
from doxa.models.conditions import Conditions
from doxa.models.port import Request, Response
from doxa.models.providers import performer  # noqa: F401
from doxa.models.providers.endpoints import SERVICES
from doxa.models.setup import performer_for
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings, Participant, Proposition
from doxa.records.steps import Block, Step
from doxa.tasks.base import Scene
from doxa.tasks.registry import task_named
from servers.openai_server import OpenAIServer

PLAIN = (
    Block(tag="task", text="You judge.", part="system"),
    Block(tag="scale", text="From -1 to 1.", part="system"),
)


def asking(
    task: str = "judge_stance",
    text: str = "I am for it.",
    *,
    composed: bool = False,
    inputs: dict[str, JsonValue] | None = None,
) -> Request:
    """Return a request for a task about a text.

    Args:
        composed: with the prompt that the engine would compose, in place of a few plain words.
        inputs: the task's own, where it is not ``judge_stance``.
    """
    chosen = task_named(task)
    given: dict[str, JsonValue] = inputs or {
        "proposition": "Cities should ban cars.",
        "speaker": "Violet",
        "text": text,
    }
    values = chosen.read_inputs(given)
    scene = Scene(
        actor=Participant(id="violet", name="Violet"),
        proposition=Proposition(text="Cities should ban cars."),
        names={"violet": "Violet"},
    )
    plain = (*PLAIN, Block(tag="request", text=text), Block(tag="correction", text="Try again."))
    return Request(
        step=Step(key=f"r01/{task}", actor="violet", task=task, inputs=given),
        inputs=values,
        scene=scene,
        task=chosen,
        prompt=compose(chosen, values, scene, ()) if composed else plain,
        settings=ModelSettings(),
        seed=1,
    )


def conditions_at(server: OpenAIServer, **changes: Any) -> Conditions:
    """Return conditions, with short waits, under which every service stands at a server."""
    root = server.base_url.removesuffix("/v1")
    urls = {name: root if name in ("anthropic", "google") else server.base_url for name in SERVICES}
    quick = {"first_wait_s": 0.001, "longest_wait_s": 0.01, "timeout_s": 2.0, "tries": 2}
    return Conditions(**{"base_urls": urls, **quick, **changes})


def ask_model(
    server: OpenAIServer, model: str, request: Request | None = None, *, conditions: Any = None, **settings: Any
) -> Response:
    """Return what a model at a server answers to a request; to one for a speech where none is given."""

    async def answered() -> Response:
        asked = performer_for(ModelSettings(model=model, **settings), conditions_at(server, **(conditions or {})))
        try:
            return await asked.perform(request or asking("respond", inputs={"round": 1}))
        finally:
            await asked.close()

    return asyncio.run(answered())
