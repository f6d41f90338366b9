"""Models ``sibyl:NAME``: say here whose they are, and under which terms they may be used.

This package asks a service over HTTP: replace ``_body`` and ``_read`` by what yours is sent and answers. A model in
this process answers in ``perform``, by ``asyncio.to_thread`` as here, and declares ``at_once=1`` where it takes one
prompt at a time. doxa limits the calls, times them, tries again and adds up what they cost: leave that to it.
"""

import asyncio
import json
import os
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request as HttpRequest, urlopen

from doxa import Conditions, ModelSettings, errors
from doxa.plugin import Declaration, Price, Request, Response, Usage

URL, KEY = "SIBYL_URL", "SIBYL_KEY"
"""Environment variables of the service's address, and of its key where it wants one."""

DECLARATION = Declaration(
    kind="language model",  # "simulation": plain code in a model's place; "instrument": neither
    speaks=True,
    hears=True,
    priced=True,  # somebody is paid; False: it costs nothing
    prices={"small": Price(input=0.5, output=1.5)},  # US dollars per million tokens of sibyl:small
    lacking=lambda: "" if os.environ.get(URL) else f"export {URL}=https://HOST/PATH",  # for doxa models
)


class Sibyl:
    """Asks the service for one answer."""

    def __init__(self, settings: ModelSettings, conditions: Conditions) -> None:
        self.place = os.environ.get(URL, "")
        """The service: answers are kept for other runs that ask the same one (``--keep``)."""
        if not self.place:
            raise errors.ModelSetupError(f"{settings.model} has no address", hint=f"export {URL}=https://HOST/PATH")
        self._settings = settings
        self._seconds = conditions.timeout_s

    async def perform(self, request: Request) -> Response:
        return self._read(await asyncio.to_thread(self._post, self._body(request)))

    async def close(self) -> None:
        """Do nothing: no connection is kept open."""

    def _body(self, request: Request) -> dict[str, Any]:
        settings = self._settings
        return {
            "model": settings.model.partition(":")[2],
            "system": request.system,
            "prompt": request.user,
            "schema": request.schema if settings.structured == "native" else None,  # None: an answer in words
            "temperature": settings.temperature,
            "max_tokens": settings.max_tokens,
        }

    def _read(self, reply: dict[str, Any]) -> Response:
        return Response(
            text=reply["text"],
            finish=reply["finish"],  # stop, length or refusal
            usage=Usage(input_tokens=reply["tokens_in"], output_tokens=reply["tokens_out"]),
            revision=reply["model"],  # a run stops where the service states another model than before
            # cost=…, in US dollars, where the service states it: it is stronger than any price
        )

    def _post(self, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get(KEY, '')}"}
        try:
            with urlopen(HttpRequest(self.place, json.dumps(body).encode(), headers), timeout=self._seconds) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise fault_of(error) from None
        except HTTPException as error:
            raise errors.ModelCallError(f"broke off: {error}", status="broken_off", again=True) from None


def fault_of(error: HTTPError) -> errors.ModelError:
    """Return what an error means: doxa asks again, gives this call up, or stops the run, which can be resumed."""
    said = f"{error.code} {error.read(300).decode(errors='replace')}"
    if error.code == 429:
        wait = error.headers.get("Retry-After", "")
        seconds = float(wait) if wait.isdecimal() else None
        return errors.ModelCallError(f"is busy: {said}", status="rate_limited", again=True, retry_after=seconds)
    if error.code >= 500:
        return errors.ModelCallError(f"failed on its side: {said}", status="server_error", again=True)
    if error.code in (401, 402, 403, 404):
        return errors.ModelSetupError(f"{URL} does not answer: {said}", hint=f"Check {URL} and {KEY}.")
    is_long = error.code == 413
    return errors.ModelCallError(f"rejects the request: {said}", status="context_exceeded" if is_long else "rejected")


@DECLARATION
def make(settings: ModelSettings, conditions: Conditions) -> Sibyl:
    """Return the performer of one role's model."""
    return Sibyl(settings, conditions)
