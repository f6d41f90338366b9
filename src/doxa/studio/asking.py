"""What every address of the studio does alike: it reads JSON of a bounded size, and tells errors in words."""

import asyncio
from collections.abc import Callable
from functools import partial
from inspect import iscoroutinefunction
from typing import Any

import anyio
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from doxa.engine.gate import UNWANTED
from doxa.errors import DoxaError
from doxa.experiments.overrides import parse_value
from doxa.records.base import JsonValue
from doxa.studio.schemas import as_toml

LARGEST = 1 << 20
"""Bytes of the largest body that a page may send."""

JSON = "application/json"

ASK = "The run is not touched. Please report this with the command that you gave."


def setting_text(value: JsonValue) -> str:
    """Return a value as ``--set`` reads it: as TOML, where text that would be read as something else is quoted."""
    if not isinstance(value, str):
        return as_toml(value)
    return value if parse_value(value) == value else as_toml(value)


def address(
    path: str, answer: Callable[..., Any], *, takes: type[BaseModel] | None = None, posts: bool = False
) -> Route:
    """Return an address that answers with a value as JSON, or with an error as JSON: the sentence and what to do.

    Args:
        answer: (request) → a response, a model, encoded JSON or plain values. A plain function runs in a worker thread,
            so that no stream waits for it; a run that it drives stops when the page is closed.
        takes: the type of what a page sends, which ``answer`` then has as its second argument.
        posts: whether a page writes to it without sending anything that is read.
    """

    work = answer if iscoroutinefunction(answer) else partial(anyio.to_thread.run_sync, answer)

    async def answered(request: Request) -> Response:
        UNWANTED.set(unwanted := list[str]())
        try:
            body = await body_of(request) if takes or posts else b""
            sent = [takes.model_validate_json(body)] if takes else []
            # ends with the answer, too: a page that has its answer counts as closed
            request.state.leaving = asyncio.ensure_future(_note_leaving(request, unwanted))
            return _encode(await work(request, *sent))
        except DoxaError as error:
            return JSONResponse({"error": error.message, "hint": error.hint or ""}, status_code=400)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            return JSONResponse({"error": f"{where}: {first['msg']}".removeprefix(": "), "hint": ""}, status_code=400)
        except Exception as error:  # a defect: the page is told which, and the studio goes on
            return JSONResponse({"error": f"the studio failed: {error!r}", "hint": ASK}, status_code=500)

    return Route(path, answered, methods=["POST"] if takes or posts else ["GET"])


async def _note_leaving(request: Request, unwanted: list[str]) -> None:
    """Note that a page is closed, which has sent all that it sends."""
    if (await request.receive())["type"] == "http.disconnect":
        unwanted.append("the page that asked is closed")


def _encode(value: Any) -> Response:
    if isinstance(value, Response):
        return value
    if isinstance(value, BaseModel):
        return Response(value.model_dump_json(), media_type=JSON)
    return Response(value, media_type=JSON) if isinstance(value, bytes) else JSONResponse(value)


async def body_of(request: Request) -> bytes:
    """Return what a page sent.

    Raises:
        DoxaError: it is larger than anything that the page sends.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise DoxaError(f"the request is larger than {LARGEST:,} bytes")
    return body
