"""Endpoints: the service, base URL and key of a model name, from the environment.

Nothing here imports a provider's client, so that ``doxa models`` is fast and needs no extra.
"""

import os
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Literal

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions, fault_of_url
from doxa.models.redaction import redact
from doxa.records.plugins import install_command

Family = Literal["openai", "anthropic", "google"]
"""The company whose interface a service has."""


@dataclass(frozen=True, kw_only=True)
class Service:
    """A provider: its interface, whose name is also that of doxa's extra, and environment variables."""

    name: str
    family: Family
    keys: tuple[str, ...]
    """Environment variables of the key; the first that is set is used."""
    url: str
    """The environment variable of the base URL; '' where doxa starts the server."""
    default_url: str
    """Its own; '' where the user names one."""
    needs_key: bool = True
    modules: tuple[str, ...] = ()
    """What it needs beside the client of its family."""
    is_llama: bool = False
    """Whether its server is llama.cpp's, or may be: settings of its sampler are then sent."""
    start: str = ""
    """The command that starts its server on the user's machine."""


SERVICES: dict[str, Service] = {
    service.name: service
    for service in (
        Service(
            name="openai",
            family="openai",
            keys=("OPENAI_API_KEY",),
            url="OPENAI_BASE_URL",
            default_url="https://api.openai.com/v1",
        ),
        Service(
            name="anthropic",
            family="anthropic",
            keys=("ANTHROPIC_API_KEY",),
            url="ANTHROPIC_BASE_URL",
            default_url="https://api.anthropic.com",
        ),
        Service(
            name="google",
            family="google",
            keys=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
            url="GOOGLE_BASE_URL",
            default_url="https://generativelanguage.googleapis.com",
        ),
        Service(
            name="ollama",
            family="openai",
            keys=("OLLAMA_API_KEY",),
            url="OLLAMA_BASE_URL",
            default_url="http://localhost:11434/v1",
            needs_key=False,
            start="ollama serve     (from https://ollama.com/download; then: ollama pull NAME)",
        ),
        Service(
            name="compatible",
            family="openai",
            keys=("DOXA_API_KEY",),
            url="DOXA_BASE_URL",
            default_url="",
            needs_key=False,
            is_llama=True,
        ),
        Service(
            name="local",
            family="openai",
            keys=(),
            url="",
            default_url="",
            needs_key=False,
            modules=("xllamacpp",),
            is_llama=True,
        ),
    )
}

_CLIENTS: dict[Family, tuple[str, ...]] = {
    "openai": ("pydantic_ai", "aiohttp", "openai"),
    "anthropic": ("pydantic_ai", "aiohttp", "anthropic"),
    "google": ("pydantic_ai", "aiohttp", "google.genai"),
}

NO_KEY = "no-key"
"""The key that is sent to services without keys, as some clients require one."""


UNSENDABLE = "contains a space, a line break, or a letter that no header takes"


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """A model at a service, ready to be called."""

    service: Service
    model: str
    base_url: str
    key: str = field(repr=False)

    @property
    def name(self) -> str:
        return f"{self.service.name}:{self.model}"

    @property
    def place(self) -> str:
        """The name by which calls share a limiter."""
        return f"{self.service.name} {self.base_url if self.service.url else self.model}"


def installed(service: Service) -> bool:
    """Return whether the extra that a service needs is installed."""
    try:
        return all(find_spec(name) is not None for name in (*_CLIENTS[service.family], *service.modules))
    except ModuleNotFoundError:
        return False


def key_of(service: Service) -> str | None:
    """Return a service's key from the environment."""
    return next((key for name in service.keys if (key := os.environ.get(name, "").strip())), None)


def fault_of_key(key: str) -> str:
    """Return what is wrong with a key that no header can carry, or that is quoted; '' where nothing is."""
    if any(mark in key for mark in "'\"`"):
        return "contains quotation marks"
    return "" if key.isascii() and all("!" <= letter <= "~" for letter in key) else UNSENDABLE


def url_of(service: Service, conditions: Conditions) -> str:
    """Return a service's base URL: from the run conditions, the environment, or its own; '' when it has none."""
    url = conditions.base_urls.get(service.name) or os.environ.get(service.url, "").strip() or service.default_url
    return url.rstrip("/")


def lacking(service: Service, conditions: Conditions) -> list[str]:
    """Return the commands that are needed before a service can be called."""
    todo = []
    if not installed(service):
        todo.append(f"{install_command(service.family)}     (in a clone of doxa: make providers)")
    if service.needs_key and key_of(service) is None:
        todo.append(f"export {service.keys[0]}=…")
    if not url_of(service, conditions):
        todo.append(f"export {service.url}=http://HOST:PORT/v1")
    return todo


def endpoint_for(provider: str, name: str, conditions: Conditions) -> Endpoint:
    """Return the endpoint that ``provider:model`` means.

    Raises:
        ModelSetupError: the model has no name, or the service is not set up.
    """
    service = SERVICES[provider]
    model = name.partition(":")[2].strip()
    if not model:
        raise ModelSetupError(f"model {name!r} names no model", hint=f"Write {provider}:NAME, the service's own name.")
    url = url_of(service, conditions)
    if url and (fault := fault_of_url(url)):
        raise ModelSetupError(
            f"the base URL of {provider} {fault}: {redact(url.partition('?')[0])!r}",
            hint=f"Set {service.url} to a URL such as http://HOST:PORT/v1.",
        )
    todo = lacking(service, conditions)
    if todo:
        raise ModelSetupError(f"model {name!r} cannot be used yet", hint="Do this first: " + " ; ".join(todo))
    key = key_of(service) or NO_KEY
    if fault := fault_of_key(key):
        raise ModelSetupError(
            f"the key of {provider} {fault}",
            hint=f"Set {' or '.join(service.keys)} to the key alone, as the service shows it.",
        )
    return Endpoint(service=service, model=model, base_url=url, key=key)
