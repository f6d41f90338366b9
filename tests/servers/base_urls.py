"""Base URLs that cannot be used, and proxies of the environment, with what doxa has to make of them."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.providers.endpoints import SERVICES
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from servers.asking import ask_model
from servers.openai_server import OpenAIServer

SECRET = "hush-hush"

BASE_URLS = {
    f"http://user:{SECRET}@127.0.0.1:9/v1": "contains a user, a password or a query",
    f"http://127.0.0.1:9/v1?key={SECRET}": "contains a user, a password or a query",
    "http://127.0.0.1:9/v1\x01": "a space or a control character",
    "http://127.0.0.1:9/\nv1": "a space or a control character",
    "http://exa mple/v1": "a space or a control character",
    "http://127.0.0.1:99999/v1": "is not one: Port out of range",
    "http://[::1/v1": "is not one: Invalid IPv6 URL",
    "http:///v1": "is not one",
    "localhost:11434/v1": "is not one",
}
"""URL → part of the error, which comes before anything is asked."""

SERVED = ("openai", "anthropic", "google", "compatible")

PROXIES = ("HTTP_PROXY", "http_proxy", "ALL_PROXY")
"""Variables of the environment that name a proxy, which no server on this machine is asked through."""


@contextmanager
def environment(**variables: str | None) -> Iterator[None]:
    """Set variables of the environment, and delete those that are None, while the block runs."""
    before = {name: os.environ.get(name) for name in variables}
    _set(variables)
    try:
        yield
    finally:
        _set(before)


def _set(variables: dict[str, str | None]) -> None:
    for name, value in variables.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value


def fault_of_url(service: str, url: str) -> str:
    """Return what doxa does wrong with a base URL that cannot be used, from the environment or a scenario."""
    why = BASE_URLS[url]

    def perform() -> object:
        return performer_for(ModelSettings(model=f"{service}:x"), Conditions())

    def condition() -> object:
        return Conditions(base_urls={service: url})

    with environment(**{SERVICES[service].url: url, (*SERVICES[service].keys,)[0]: "sk-0123456789"}):
        return _missed(perform, ModelSetupError, why) or _missed(condition, ValueError, why)


def _missed(make: Callable[[], object], kind: type[Exception], why: str) -> str:
    try:
        make()
    except kind as error:
        told = str(error)
        return "shows the secret" if kind is ModelSetupError and SECRET in told else "" if why in told else told
    except Exception as error:
        return f"fails: {error!r}"
    return "is not refused"


def fault_of_proxy(server: OpenAIServer, service: str, variable: str) -> str:
    """Return what goes wrong where the environment names a proxy and a server on this machine is asked."""
    server.forget()
    with environment(**{variable: "http://127.0.0.1:9"}, NO_PROXY=None, no_proxy=None):
        try:
            answer = ask_model(server, f"{service}:x").text
        except Exception as error:
            return f"fails: {error!r}"
    return "" if answer and server.count == 1 else "asks the proxy"
