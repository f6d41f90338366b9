"""Endpoints: the service, base URL and key of a model name, from the environment.

Nothing here imports a provider's client, so that ``doxa models`` is fast and needs no extra.
"""

import os
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from pydantic import Field

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions, fault_of_url
from doxa.models.redaction import redact
from doxa.records.base import Record
from doxa.records.outside import parse_toml
from doxa.records.plugins import install_command, plugin_names

Family = Literal["openai", "anthropic", "google"]
"""The company whose interface a service has."""


SERVICES_FILE = "DOXA_SERVICES"
"""The environment variable that names a file of services of one's own."""


class Service(Record):
    """A provider: its interface, address and peculiarities; services.toml says what each field means."""

    name: str
    family: Family = "openai"
    keys: tuple[str, ...] = ()
    url: str = ""
    default_url: str = ""
    needs_key: bool = True
    provider: str = Field(default="", pattern=r"^(|pydantic_ai\.providers\.\w+:\w+)$")
    headers: dict[str, str] = Field(default_factory=dict)
    max_tokens: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    strict: bool = True
    is_llama: bool = False
    free: bool = False
    modules: tuple[str, ...] = ()
    start: str = ""

    def sent_headers(self) -> dict[str, str]:
        """Return its further headers, with the values of the environment variables that they name.

        Raises:
            ModelSetupError: a variable is not set, or no header takes a value.
        """
        values = {
            name: os.environ.get(value[1:], "") if value[:1] == "$" else value for name, value in self.headers.items()
        }
        for name, value in values.items():
            if not value or not value.isascii() or not value.isprintable():
                raise ModelSetupError(
                    f"the header {name} of {self.name} is empty, or contains what no header takes",
                    hint=f"Set it in the file that {SERVICES_FILE} names, or the variable that it names there.",
                )
        return values


def read_services(text: str) -> dict[str, Service]:
    """Return the services of a file, by name.

    Raises:
        ValueError: it is not TOML, or a table is not of this form.
    """
    return {name: Service(**{**row, "name": name}) for name, row in parse_toml(text).items()}


SERVICES = read_services(files(__package__).joinpath("services.toml").read_text(encoding="utf-8"))


def service_of(model: str) -> Service | None:
    """Return the service of a model, as ``provider:model``; None where its provider is no service.

    Raises:
        ModelSetupError: the user's own file of services cannot be used.
    """
    name = model.partition(":")[0]
    path = os.environ.get(SERVICES_FILE, "").strip()
    return SERVICES.get(name) or (_own_services(path).get(name) if path else None)


@cache
def _own_services(path: str) -> dict[str, Service]:
    """Return the services of a user's own file."""
    try:
        rows = read_services(Path(path).read_text(encoding="utf-8"))
        for row in rows.values():
            if row.name in SERVICES or row.name in plugin_names("doxa.models"):
                raise ValueError(f"{row.name} is the name of another provider")
            if not (row.default_url or row.url) or (row.default_url and (fault := fault_of_url(row.default_url))):
                raise ValueError(f"the base URL of {row.name} {fault if row.default_url else 'is missing'}")
    except (OSError, ValueError, TypeError) as error:
        raise ModelSetupError(
            f"the services in {path} cannot be used: {' '.join(redact(str(error)).split())[:300]}",
            hint=f'Write a table such as [NAME] with keys = ["NAME_API_KEY"] and default_url = "https://HOST/v1", or '
            f"unset {SERVICES_FILE}.",
        ) from None
    return rows


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
        todo.append(f"export {service.url or 'URL'}=http://HOST:PORT/v1")
    return todo


def endpoint_for(provider: str, name: str, conditions: Conditions) -> Endpoint:
    """Return the endpoint that ``provider:model`` means.

    Raises:
        ModelSetupError: the model has no name, or the service is not set up.
    """
    service = service_of(provider)
    assert service is not None
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
