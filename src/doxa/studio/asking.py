"""What every address of the studio does alike: it reads JSON of a bounded size, and tells errors in words."""

from collections.abc import Awaitable, Callable

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from doxa.errors import DoxaError
from doxa.experiments.overrides import parse_value
from doxa.records.base import JsonValue
from doxa.studio.schemas import as_toml

Answer = Callable[[Request], Awaitable[Response]]

LARGEST = 1 << 20
"""Bytes of the largest body that a page may send."""

JSON = "application/json"

ASK = "The run is not touched. Please report this with the command that you gave."


def json_bytes(value: JsonValue) -> bytes:
    return bytes(JSONResponse(value).body)


def setting_text(value: JsonValue) -> str:
    """Return a value as ``--set`` reads it: as TOML, where text that would be read as something else is quoted."""
    if not isinstance(value, str):
        return as_toml(value)
    return value if parse_value(value) == value else as_toml(value)


def told(answer: Answer) -> Answer:
    """Return an address whose errors are told in words: as JSON with the sentence and what to do."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except DoxaError as error:
            return JSONResponse({"error": error.message, "hint": error.hint or ""}, status_code=400)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            return JSONResponse({"error": f"{where}: {first['msg']}".removeprefix(": "), "hint": ""}, status_code=400)
        except Exception as error:  # a defect: the page is told which, and the studio goes on
            return JSONResponse({"error": f"the studio failed: {error!r}", "hint": ASK}, status_code=500)

    return answered


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
