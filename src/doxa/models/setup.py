"""From a model's name to its performer, and the setup that each provider still needs.

Performers register in the entry-point group ``doxa.models``: name → factory(settings, conditions). The part of
a model's name before the colon is looked up here; built-in providers register in the same way.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from doxa.errors import PluginError
from doxa.models.conditions import Conditions, is_loopback
from doxa.models.declared import GROUP, LANGUAGE, check_ability, declaration_of
from doxa.models.encoder.folder import ENCODER
from doxa.models.examined import pace
from doxa.models.outside import OutsidePerformer
from doxa.models.port import Performer
from doxa.models.providers import performer_at
from doxa.models.providers.endpoints import SERVICES, Service, installed, key_of, lacking, service_of, url_of
from doxa.models.redaction import redact
from doxa.models.weighing.calibration import is_weighed
from doxa.models.weighing.performer import WeighingPerformer
from doxa.records.base import Record
from doxa.records.model_kinds import ModelKind
from doxa.records.plugins import package_of, plugin, plugin_names, point_bringing
from doxa.records.spec import ModelSettings

EXAMPLES = {ENCODER: f"{ENCODER}:DIR", "local": "local:FILE.gguf"}
"""Performers in this process that are named with a file or folder."""

PATIENCE = 1.0
"""Seconds to wait for an answer of a server on this machine."""

Factory = Callable[[ModelSettings, Conditions], Performer]


class ModelStatus(Record):
    """A provider's status, with the commands that are needed before it can be used. It never contains a key."""

    name: str
    example: str
    """A model name as a scenario writes it."""
    installed: bool
    key: str
    """``set``, ``not set``, or ``not needed``."""
    base_url: str
    todo: tuple[str, ...]
    """Commands that set it up, in order; empty when it is ready."""
    kind: ModelKind | None = None
    """What its models are; None where the provider cannot be used."""
    package: str = ""
    """The package that brings it, with its version; '' for doxa."""
    running: bool | None = None
    """Whether its server on this machine answers; None where its server is elsewhere."""

    @property
    def ready(self) -> bool:
        return not self.todo


@cache
def factory_named(name: str) -> Factory:
    """Return the factory of a provider's performers.

    Raises:
        UnknownNameError: no provider of that name is installed.
        PluginError: the provider cannot be used.
    """
    if name not in plugin_names(GROUP) and service_of(name):
        return partial(performer_at, name)
    services = f"Services: {', '.join(SERVICES)}."
    loaded: Factory = plugin(GROUP, name, f"no model provider is named {name!r}", also=[services])
    return loaded


def check_names(models: Iterable[str]) -> None:
    """Raise where a model's provider is not installed.

    Args:
        models: as ``provider:model``.

    Raises:
        UnknownNameError: no provider of that name is installed.
    """
    for model in models:
        factory_named(model.partition(":")[0])


def performer_for(settings: ModelSettings, conditions: Conditions | None = None) -> Performer:
    """Return a performer for a role's settings, whose calls have the pace that suits its model where nobody set one.

    Raises:
        UnknownNameError: no provider of that name is installed.
        ModelSetupError: the provider is not set up, does not accept a setting, or states no probabilities to weigh.
        PluginError: its package declares nothing, or not what its performer is.
    """
    check_ability("", settings)
    paced = pace(settings, conditions or Conditions())
    factory, service = factory_named(settings.model.partition(":")[0]), service_of(settings.model)
    declaration = declaration_of(settings.model) if settings.declared and service is None else None
    if declaration and declaration.at_once and "concurrency" not in paced.model_fields_set:
        paced = paced.model_copy(update={"concurrency": declaration.at_once})
    performer = factory(settings, paced)
    if declaration:
        performer = OutsidePerformer(performer, settings, paced, declaration)
    if settings.weighing is None or not is_weighed(settings):
        return performer
    is_paced = "concurrency" in paced.model_fields_set or (service is not None and service.needs_key)
    return WeighingPerformer(performer, settings.weighing, paced.concurrency if is_paced else 1)


def describe(conditions: Conditions | None = None) -> list[ModelStatus]:
    """Return the status of every provider."""
    reached = {name: service for name, service in SERVICES.items() if service.url}
    return [
        *(_local(name) for name in plugin_names(GROUP) if name not in reached),
        *(_status(service, conditions or Conditions()) for service in reached.values()),
    ]


def _local(name: str) -> ModelStatus:
    """Return the status of a performer in this process, or of another package."""
    point, declaration = point_bringing(GROUP, name), None
    try:
        declaration = declaration_of(name)
        lacks = declaration.lacking() if declaration else ""
        todo: tuple[str, ...] = (lacks,) if lacks else ()
    except PluginError as error:
        todo = (error.sentence, error.hint)
    return ModelStatus(
        name=name,
        example=EXAMPLES.get(name, f"{name}:NAME" if point else name),
        installed=not todo,
        key="not needed",
        base_url="",
        todo=todo,
        kind=declaration.kind if declaration else None,
        package=package_of(point) if point else "",
    )


def _status(service: Service, conditions: Conditions) -> ModelStatus:
    key = "set" if key_of(service) else "not set" if service.needs_key else "not needed"
    url = url_of(service, conditions)
    running = is_answering(url)
    start = (service.start or f"start the server at {redact(url)}",) if running is False else ()
    return ModelStatus(
        name=service.name,
        example=f"{service.name}:NAME",
        installed=installed(service),
        key=key,
        base_url=redact(url.partition("?")[0]),
        todo=(*lacking(service, conditions), *start),
        kind=LANGUAGE,
        running=running,
    )


def is_answering(url: str) -> bool | None:
    """Return whether a server on this machine answers at a base URL; None, without a request, where it is elsewhere."""
    try:
        place = urlsplit(url)
        port = place.port
    except ValueError:
        return None
    if not is_loopback(url):
        return None
    kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
    connection = kind(place.hostname or "", port, timeout=PATIENCE)
    try:
        connection.request("GET", f"{place.path.rstrip('/')}/models")
        connection.getresponse()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return True
